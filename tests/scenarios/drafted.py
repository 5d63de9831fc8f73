"""
Do hundreds of random steps to drafts of scenarios, and write down what each was called, refused with, and left behind.

``drafted.txt`` holds a line a step. ``python -m tests.scenarios.drafted`` prints what is otherwise now, ``--write``
takes it over; look at each change before.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from pathlib import Path

from campaign.systems.catalogue import ruleset
from maps.problems import ProblemsFound
from scenarios.drafting.changing import Add, Drop, Move, Paste, Raise, Write, change_of
from scenarios.drafting.checking import check_draft, faults_of_files
from scenarios.drafting.doubts import doubts
from scenarios.drafting.draft import Draft, History
from scenarios.drafting.fields import FIELDS
from scenarios.drafting.files import written_files
from scenarios.drafting.patterns import patterns
from scenarios.drafting.placing import Standing, hex_of, spot_of
from scenarios.drafting.reading import read_draft
from scenarios.handing.beside import ground_of
from scenarios.scenario import read_scenario, shipped_scenario
from tests.recording import compared
from tests.scenarios.test_drafting import blank

FILE = Path(__file__).with_name("drafted.txt")
SEDAN = shipped_scenario("sedan_1940")
STEPS = {"blank": 900, "sedan": 240}
_HERE = {"lon": 5.1, "lat": 49.7}
ODD = ("", "  ", "x" * 400, "Ärger & Söhne", "1st", "none", "<b>", -1, 0, 1, 2.5, 7, 1e9, True, False, None, [],
       ["armour"], _HERE, [_HERE | {"name": "Here"}], [["x"]], "2026-02-30", "1940-05-13", "#12g", "#a1b2c3", "axis",
       "us", "take", "s1", "t3")  # fmt: skip
"""What somebody might say of any field."""
ROWS = (
    "name\tkind\tsize\tstrength\n1st Rifles\tinfantry\tbattalion\t4\n2nd Rifles\tinfantry\tbattalion\tmany\n",
    "A Company;infantry;company;2;A;from a letter\nB Company;infantry;company;2;B;\n",
    "name,kind,size,parent\nNew Brigade,infantry,brigade,\n4th Foot,infantry,battalion,New Brigade\n",
    "name,kind,size,parent\n9th Foot,infantry,battalion,Division\n", "", "\n\n", "kind\tsize\nwalrus\tflock\n",
    "name\tsurprise\n5th Foot\t9\n", "name\tkind\tstrength\tlat\tlon\n6th Foot\tarmour\t3\t49.7\t4.95\n",
)  # fmt: skip


def said(dice, what):
    """Say something of some fields of a kind: mostly what they take, now and then anything."""
    names, found = list(FIELDS.get(what, {"name": None})), {}
    for name in dice.sample(names, min(len(names), dice.randint(1, 3))):
        field, odd = FIELDS.get(what, {}).get(name), dice.random() < 0.3
        if field is None or odd:
            found[name] = dice.choice(ODD)
        elif field.kind in {"whole", "number"}:
            found[name] = dice.choice([field.low, field.high, field.low - 1, field.high + 1, dice.randint(1, 9)])
        elif field.known:
            found[name] = [dice.choice(field.known)] if field.kind == "words" else dice.choice(field.known)
        elif field.kind == "flag":
            found[name] = dice.random() < 0.5
        else:
            found[name] = dice.choice(["Fox", "fox", "Red", "One two", field.usual])
    return found | ({"no_field": 1} if dice.random() < 0.03 else {})


def step(dice, draft):
    """Draw a step: one that the page could send, or one that it could not."""
    keys = [*draft.things, "gone"]
    tree = [key for key, one in draft.things.items() if one["what"] in {"side", "formation", "unit"}]
    formations = [key for key, one in draft.things.items() if one["what"] in {"side", "formation"}]
    what = dice.choice([*FIELDS, "formation", "unit", "unit", "nothing"])
    place = {"lon": round(4.7 + 0.5 * dice.random(), 4), "lat": round(49.55 + 0.3 * dice.random(), 4)}
    some = dice.sample(keys, min(len(keys), dice.choice((0, 1, 1, 1, 2, 3))))
    alike = [key for key in draft.things if draft.things[key]["what"] == dice.choice(list(FIELDS))]
    return dice.choice([
        Add(what, dice.choice(formations if dice.random() < 0.8 else keys),
            said(dice, what) if dice.random() < 0.6 else {}),
        Write(alike[:3] or some, said(dice, draft.things[alike[0]]["what"] if alike else "unit"),
              dice.choice(("", "m"))),
        Write([dice.choice(tree)], place),
        Write([dice.choice(list(draft.things))], said(dice, dice.choice(list(FIELDS)))),
        Move(dice.choice(tree), dice.choice(tree), dice.choice(["", *tree])),
        Move(dice.choice(keys), dice.choice(keys)),
        Drop([dice.choice(keys)] if dice.random() < 0.6 else some) if dice.random() < 0.5 else Raise("brigade", "s1"),
        Raise(dice.choice([*patterns(), "none"]), dice.choice(formations if dice.random() < 0.7 else keys)),
        Paste(dice.choice(formations if dice.random() < 0.8 else keys), dice.choice(ROWS)),
    ])  # fmt: skip


def short(thing):
    """Give the digest of plain data."""
    return hashlib.sha256(json.dumps(thing, sort_keys=True, default=str).encode()).hexdigest()[:8]


def walked(name, things, hexmap, rules):
    """Yield a line for each step, and every so many steps what the whole is found to be."""
    dice, history = random.Random(f"drafted/{name}"), History(things)
    for number in range(STEPS[name]):
        draft = Draft(history.things())
        todo = step(dice, draft)
        try:
            change = change_of(draft, todo, history.version)
        except ProblemsFound as found:
            yield f"{number} {type(todo).__name__} refused: {'; '.join(map(str, found.problems))}"[:240]
        else:
            history = history.with_change(change)
            yield f"{number} {change.words[:160]} {short([change.before, change.after])}"
        by = dice.choice((-2, -1, 1))
        if dice.random() < 0.1 and 0 <= history.at + by <= len(history.changes):
            history = history.moved(by)
            yield f"{number} undo {history.undo_words()!r} redo {history.redo_words()!r} {short(history.things())}"
        if number % 20 == 19:
            yield from looked_over(number, name, Draft(history.things()), hexmap, rules, dice)


def looked_over(number, name, draft, hexmap, rules, dice):
    """Yield what a draft is found to be: its files, its faults, what is doubtful, who may stand where."""
    files = written_files(draft, name, "sedan_1940")
    yield f"{number} files {' '.join(f'{key}={short(text)}' for key, text in sorted(files.texts.items()))}"
    yield few(f"{number} faults", map(str, faults_of_files(files)))
    yield few(f"{number} doubts", map(str, doubts(draft, hexmap)))
    if number % 80 == 79:
        found = check_draft(draft, files, hexmap, lambda _: rules)
        yield few(
            f"{number} check", (f"{one.grade} {one.thing} {one.place}: {one.what}; {one.remedy}" for one in found)
        )
    where = sorted((key, hex_of(hexmap, one)) for key, one in draft.things.items() if one["what"] == "unit")
    below = {key: [draft.below(key), draft.units_under(key), draft.side_of(key)] for key in draft.things}
    yield f"{number} below {short(below)}"
    yield f"{number} stands {short(where)} {short([spot_of(hexmap, at) for _, at in where if at >= 0])}"
    try:
        standing = Standing(draft, hexmap, rules)
    except ProblemsFound as found:
        yield f"{number} nobody stands: {found.problems[0]}"
        return
    units = [key for key, at in where if at >= 0]
    for key in dice.sample(units, min(2, len(units))):
        yield f"{number} room {key} {short(room_told(standing.room(key)))}"
    down = standing.put_down(dice.sample(units, min(3, len(units))), dice.randrange(len(hexmap)))
    yield f"{number} down {sorted(down.items())}"


def few(words, found):
    """Say how many there are, the first in words and all as a digest."""
    found = list(found)
    return f"{words}: {len(found)} {short(found)}, {(found or ['none'])[0]}"[:240]


def room_told(room):
    """Give what is told of where a unit may stand as plain data."""
    return [list(value) if isinstance(value, (tuple, list)) else str(value) for value in
            (getattr(room, name) for name in room.__struct_fields__)]  # fmt: skip


def lines():
    """Give all lines: of a draft that begins blank, and of a shipped scenario's."""
    hexmap, rules = ground_of(read_scenario(SEDAN)), ruleset("zen_operational")
    for name, things in (("blank", blank()), ("sedan", read_draft(SEDAN))):
        yield f"# {name}"
        yield from walked(name, things, hexmap, rules)


def main(words):
    compared(words, FILE, lines())


if __name__ == "__main__":
    main(sys.argv[1:])
