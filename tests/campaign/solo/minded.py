"""
Say what sides mean to do in many positions: their orders, and digests of what they reckoned and why.

``minded.txt`` holds a line for each position and side. ``python -m tests.campaign.solo.minded`` prints what is
otherwise now, ``--write`` takes it over, ``--show NAME`` prints the plans behind a digest; look at each change before.
"""

from __future__ import annotations

import hashlib
import random
import sys
from functools import cache
from pathlib import Path

import msgspec

from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.engine.missionfaults import mission_faults
from campaign.model.missions import MISSION_KINDS, MISSION_POSTURES, MISSION_STYLES, Goal, Mission
from campaign.model.planning import Dossier, Promise, Sighting
from campaign.solo.commander.levels import level_named, style_named
from campaign.solo.commander.staff import Commander
from campaign.systems.catalogue import coded, ruleset
from tests.campaign.direct import view_for
from tests.campaign.test_imagined import WILD
from tests.recording import compared

FILE = Path(__file__).with_name("minded.txt")
POSITIONS, MORE, NEAR, BOARDS, WILDS = 22, 16, 26, 8, 7
WIDE, HIGH = 16, 9
KINDS = ("infantry", "infantry", "infantry", "armour", "artillery", "engineer", "recon", "antitank")
LEVELS = ("recruit", "regular", "veteran", "staff")
PHASES = {
    "d3_one_hour": ("move", "shoot"), "three_star_general": ("go", "artillery"), "parkin_generic": ("move", "fire"),
}  # fmt: skip


def drawn(dice, rivers=True):
    """Draw the ground: woods, towns and marshes here and there, a river with two bridges and a road."""
    rows = [" ".join(dice.choices("..........wwbTm", k=WIDE)) for _ in range(HIGH)]
    sides = [f"{8:02}{row:02}/{9:02}{row:02}" for row in range(1, HIGH + 1)]
    lines = ["map", *rows, "road " + "-".join(f"{column:02}05" for column in range(1, WIDE + 1))]
    if rivers:
        lines += ["river " + " ".join(sides), f"bridge {sides[4]} {dice.choice(sides)}"]
    return lines


def spot(dice, side):
    """Give a hex on a side's half, now and then on the other's."""
    low, high = (1, 9) if side == "red" else (8, WIDE)
    return f"{dice.randint(low, high):02}{dice.randint(1, HIGH):02}"


def missions(dice, situation):
    """Give each formation something to do that can be given."""
    found = {}
    for key in situation.state.formations:
        drawn_ones = (mission(dice, situation, key) for _ in range(99))
        found[key] = next(one for one in drawn_ones if not list(mission_faults(one, first=1, last=5)))
    return found


def mission(dice, situation, key):
    """Draw a mission, whether or not it can be given."""
    grid, one = situation.map.layout.grid, situation.state.formations[key]
    inside = [index for index in range(len(situation.map)) if situation.map.inside[index]]
    foes = [stand.hex for stand in situation.state.stands.values() if stand.side != one.side and stand.on_map]
    places = foes if len(foes) > 3 and dice.random() < 0.4 else inside
    goals = tuple(Goal(index, situation.map.number(index), dice.random() < 0.2, dice.choice((0, 0, 2)))
                  for index in dice.sample(places, dice.randint(0, 3)))  # fmt: skip
    more = {
        name: tuple(grid.line(*dice.sample(inside, 2))) for name in ("line", "left", "right") if dice.random() < 0.25
    }
    then = Mission(key, one.side, goals=goals[:1]) if dice.random() < 0.3 else None
    others = [other.id for other in situation.state.formations.values() if other.side == one.side and other.id != key]
    partner = dice.choice(others) if others and dice.random() < 0.5 else ""
    return Mission(
        key, one.side, dice.choice(MISSION_KINDS), goals, dice.choice(MISSION_POSTURES), dice.random() < 0.3,
        dice.choice((0, 0, 30, 60)), not_before=dice.choice((0, 0, 2)), until=dice.choice((0, 0, 1)), then=then,
        partner=partner, style=dice.choice(("", *MISSION_STYLES)),
        **{name: tuple(index for index in row if index >= 0) for name, row in more.items()},
    )  # fmt: skip


def zen_position(dice):
    """Lay out two divisions and a brigade a side, some of them hurt, and what they are to do."""
    lines = drawn(dice)
    for side in ("red", "blue"):
        for name in (f"{side[0]}1", f"{side[0]}2"):
            lines.append(f"{side} hq {name}/hq {spot(dice, side)} of={name}")
            lines.append(
                f"formation {name} size=division hq={name}/hq LOG={dice.randint(0, 9)} POL={dice.randint(0, 9)}"
            )
            for number in range(dice.randint(3, 6)):
                kind = dice.choice(KINDS)
                more = " band=standard" if kind == "artillery" else " traits=engineering" if kind == "engineer" else ""
                more += f" losses={dice.randint(1, 2)}" if dice.random() < 0.3 else ""
                lines.append(f"{side} {kind} {name}/{number} {spot(dice, side)} of={name}{more}")
    lines += ["source depot red 0105", f"source port blue {WIDE:02}05", "weather fine"]
    if dice.random() < 0.6:
        lines += ["objective Bridge red 0905 5", "objective Hill blue 0403 3", "objective Town red 1402 2"]
    lines += [f"clock day=1 turn={dice.randint(1, 3)} phase={dice.choice(('move', 'move', 'combat'))}"]
    return "zen_operational", lines


def fuller_position(dice):
    """Lay out a position as above with more about it: works, aircraft, engineers and others beside the river."""
    rules, lines = zen_position(dice)
    across = [f"{8:02}{row:02}/{9:02}{row:02}" for row in range(1, HIGH + 1)]
    lines += [f"ground {dice.choice(across)} {what}" for what in ("blown", "prepared", "bridge") if dice.random() < 0.6]
    lines += [f"ground {spot(dice, side)} mines" for side in ("red", "blue") if dice.random() < 0.3]
    if dice.random() < 0.4:
        lines.append(f"control {dice.choice(('red', 'blue'))} 0905 0403 1402")
    lines += ["yesterday fine", f"air red {dice.randint(0, 3)}", f"air blue {dice.randint(0, 3)}"]
    for side in ("red", "blue"):
        name = f"{side[0]}1"
        place = dice.choice((f"07{dice.randint(3, 7):02}", f"08{dice.randint(3, 7):02}", f"09{dice.randint(3, 7):02}"))
        lines.append(f"{side} engineer {name}/e {place} of={name} traits=engineering")
        lines.append(f"{side} infantry {name}/b {place} of={name} marks={dice.choice(('', 'emplaced', 'no_fuel'))}")
        if dice.random() < 0.6:
            lines.append(f"formation {side[0]}C size=corps name=Corps hq={side[0]}C/hq")
            lines.append(f"{side} hq {side[0]}C/hq {spot(dice, side)} of={side[0]}C")
            lines += [f"formation {side[0]}{number} parent={side[0]}C" for number in (1, 2)]
        lines.append(f"control {side} " + " ".join(spot(dice, side) for _ in range(6)))
    phase = dice.choice(("air", *["move"] * 5, "combat", "combat"))
    lines[next(k for k, line in enumerate(lines) if line.startswith("clock"))] = (
        f"clock day={dice.randint(1, 3)} turn={dice.randint(1, 3)} phase={phase}"
    )
    return rules, lines


def near_position(dice):
    """Lay out a position as above with all of it near the river, so that most stand beside enemies."""
    rules, lines = fuller_position(dice)
    for number, line in enumerate(lines):
        words = line.split(" ")
        if words[0] in {"red", "blue"} and len(words) > 3:
            low, high = (5, 9) if words[0] == "red" else (8, 12)
            words[3] = f"{dice.randint(low, high):02}{dice.randint(2, 8):02}"
            lines[number] = " ".join(words)
    return rules, lines


def board_position(dice, rules):
    """Lay out a small fight by rules of a table."""
    lines, own = drawn(dice, rivers=False), [kind for kind in ruleset(rules).play.kinds() if "hq" not in kind]
    kinds = [kind for kind in own if kind in {"infantry", "armour", "tank", "artillery", "motorised", "medium_armour"}]
    for side in ("red", "blue"):
        for number in range(5):
            kind = dice.choice(kinds)
            lines.append(f"{side} {kind} {side[0]}{number} {spot(dice, side)} of={side[0]}")
    if dice.random() < 0.6:
        lines += ["objective Bridge red 0905 5", "objective Hill blue 0403 3"]
    lines += ["source depot red 0105", f"source port blue {WIDE:02}05"]
    phase, side = dice.choice(PHASES[rules]), dice.choice(("red", "blue"))
    return rules, [*lines, f"clock phase={phase} side={side}"]


def worlds():
    """Give each position: its name, its rules, and what is in it."""
    for number in range(POSITIONS):
        yield f"zen-{number}", *zen_position(random.Random(f"minded/zen/{number}"))
    for number in range(MORE):
        yield f"more-{number}", *fuller_position(random.Random(f"minded/more/{number}"))
    for number in range(NEAR):
        yield f"near-{number}", *near_position(random.Random(f"minded/near/{number}"))
    for rules in PHASES:
        for number in range(BOARDS):
            yield f"{rules}-{number}", *board_position(random.Random(f"minded/{rules}/{number}"), rules)
    for rules in coded():
        for number in range(WILDS):
            yield f"wild-{rules}-{number}", rules, WILD[rules](number)


@cache
def positions():
    """Give each position by its name, drawn once: its rules, and what is in it."""
    return {name: (key, lines) for name, key, lines in worlds()}


def plans(wanted=""):
    """Give each side's plan by name."""
    for name in [wanted] if wanted else positions():
        key, lines = positions()[name]
        dice, rules = random.Random(f"minded/{name}"), ruleset(key)
        situation = situation_of("\n".join(lines), rules) if isinstance(lines, list) else lines
        given = missions(dice, situation) if dice.random() < (0.5 if name.startswith("more") else 0.8) else {}
        situation = situation.with_state(msgspec.structs.replace(situation.state, missions=given))
        for side in (one.key for one in situation.state.setting.sides):
            level, style = level_named(dice.choice(LEVELS)), style_named(dice.choice(MISSION_STYLES))
            view = view_for(situation, side, sightings=rules.play.sightings)
            chief, memory = Commander(rules, side, level, style), remembered(dice, situation, side)
            yield f"{name} {side}", chief.plan(view, memory, SeededDice(name, 1))


def remembered(dice, situation, side):
    """Give what a side remembers: some enemies seen before, and what it gave its own to do."""
    stands = situation.state.stands.values()
    foes = {
        one.id: Sighting(
            one.hex or 0, dice.randint(0, 2), one.profile.kind, one.profile.size, dice.randint(0, 4),
            dice.random() < 0.5,
        )
        for one in stands if one.side != side and dice.random() < 0.4
    }  # fmt: skip
    own = [one for one in stands if one.side == side]
    whats = ("bridge", "garrison", "reserve", "counter", "rear", "demolish")
    kept = tuple(
        Promise(one.id, dice.choice(whats), one.hex or 0, until=dice.choice((0, 1, 2, 3, 9)))
        for one in own if dice.random() < 0.15
    )  # fmt: skip
    groups = [one.id for one in situation.state.formations.values() if one.side == side and dice.random() < 0.4]
    kept += tuple(
        Promise(key, dice.choice(("counter", "reserve", "withdraw")), dice.randrange(len(situation.map)),
                until=dice.choice((0, 1, 2, 4, 9)))
        for key in groups
    )  # fmt: skip
    return Dossier(foes, {key: dice.randint(0, 1) for key in situation.state.formations}, kept)


def lines(wanted=""):
    """Give the line of each plan, or of those of one position."""
    for name, plan in plans(wanted):
        parts = (plan.dossier, plan.estimates, plan.tasks, plan.thoughts)
        digests = " ".join(
            hashlib.sha256(msgspec.json.encode(part, order="deterministic")).hexdigest()[:8] for part in parts
        )
        yield f"{name} {digests} {'; '.join(thought.order for thought in plan.thoughts)}"[:240]


def main(words):
    if words[:1] == ["--show"]:
        for name, plan in plans(words[1]):
            sys.stdout.write(f"== {name}\n{msgspec.json.format(msgspec.json.encode(plan)).decode()}\n")
        return
    compared(words, FILE, lines())


if __name__ == "__main__":
    main(sys.argv[1:])
