"""Random situations for any system of data, asked of its file alone: kinds, phases, marks, stances, weathers."""

from __future__ import annotations

import random

import msgspec

from campaign.engine.given import situation_of
from campaign.systems.catalogue import coded, keys, ruleset

COLS, ROWS = 9, 8
GROUND = ".......wThrob~"


def of_data():
    """List the keys of the systems that are data alone."""
    return tuple(key for key in keys() if key not in coded())


def paragraphs(value):
    """List the paragraphs that a part of a rule file numbers, in order."""
    if isinstance(value, tuple):
        return list(dict.fromkeys(one for part in value for one in paragraphs(part)))
    if not isinstance(value, msgspec.Struct):
        return []
    inner = [one for name in value.__struct_fields__ for one in paragraphs(getattr(value, name))]
    own = getattr(value, "rule", "")
    return list(dict.fromkeys([*([own] if own else []), *inner]))


def prefix_of(key):
    """Give what stands before the paragraphs of a system of data; of a coded one they are written whole."""
    rules = getattr(ruleset(key).tables, "rules", None)
    return rules.system.prefix if rules is not None else ""


def wild_own(key, seed):
    """Lay out a situation of a system; see ``wild_by``."""
    return wild_by(ruleset(key), seed)


def wild_by(rules, seed):
    """Lay out ground, rivers, roads, two divisions a side and some marks, in any phase that takes orders."""
    dice, tables = random.Random(seed), rules.tables
    ground = ["".join(dice.choice(GROUND) for _ in range(COLS)) for _ in range(ROWS)]
    pairs = [f"{col:02d}{row:02d}/{col:02d}{row + 1:02d}" for col in range(1, COLS + 1) for row in range(1, ROWS)]
    dice.shuffle(pairs)
    ordered = [row for row in tables.phases if not row.automatic] or list(tables.phases)
    phase = dice.choice(ordered)
    weathers = [row.key for row in tables.rules.weather] or ["fine"]
    lines = [
        "map", *ground, "river " + " ".join(pairs[:5]), "stream " + " ".join(pairs[5:9]),
        "bridge " + " ".join(pairs[3:5]), "road " + " ".join(pair.replace("/", "-") for pair in pairs[9:15]),
        f"clock phase={phase.key} side={dice.choice(['red', 'blue'])}", f"weather {dice.choice(weathers)}",
        "air red 3", "days 2", "side red", "side blue",
    ]  # fmt: skip
    hexes = [f"{col:02d}{row:02d}" for col in range(1, COLS + 1) for row in range(1, ROWS + 1)]
    free = [number for number in hexes if ground[int(number[2:]) - 1][int(number[:2]) - 1] != "~"]
    dice.shuffle(free)
    for side, names in (("red", "AB"), ("blue", "KL")):
        for name in names:
            lines += list(_division(dice, tables, side, name, free))
        lines.append(f"source depot {side} {free.pop()}")
    return situation_of("\n".join(lines), rules)


def _division(dice, tables, side, name, free):
    """A headquarters and four others near each other, whoever they are."""
    start = free.pop()
    free.sort(key=lambda one: abs(int(one[:2]) - int(start[:2])) + abs(int(one[2:]) - int(start[2:])))
    near, kinds = [start, *free[:6]], list(tables.units)
    del free[:6]
    for number in range(1, 6):
        kind = "hq" if number == 1 else dice.choice(kinds)
        unit = tables.units[(tables.stands_for(kind) or kinds[0]) if kind == "hq" else kind]
        losses = dice.randrange(unit.steps)
        marks = _marks(dice, tables, unit)
        at = near.pop(dice.randrange(len(near)))
        state = f"losses={losses} facing={dice.randrange(6)} marks={marks}"
        yield f"{side} {unit.kind} {name}/{number} {at} of={name} {state}"
    yield f"formation {name} size=division hq={name}/1"
    dice.shuffle(free)


def state_of(key, dice):
    """Write what a stand of any kind can be in: faces, losses, a mark of the file."""
    marks = [row.key for row in ruleset(key).tables.rules.mark]
    mark = dice.choice(["", "", "", *marks])
    return f" facing={dice.randrange(6)} losses={dice.choice([0, 0, 0, 1])} marks={mark}"


def _marks(dice, tables, unit):
    """Choose a stance that the unit can be in, and now and then a mark."""
    stances = [row.key for row in tables.rules.stance if {unit.kind, *unit.traits} & set(row.kinds)]
    marks = [row.key for row in tables.rules.mark]
    found = [dice.choice(stances)] if stances and dice.random() < 0.7 else []
    return ",".join([*found, *([dice.choice(marks)] if marks and dice.random() < 0.3 else [])])
