"""
Say what is made of a fight for a table: its plan, how it is set up, what comes of fates, and what goes back.

``fought.txt`` holds a line for each part, for each campaign with several tables. ``python -m
tests.scenarios.battles.fought`` prints what is otherwise now, ``--write`` takes it over, ``--show PART`` prints what is
behind a digest; look at each change before.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from campaign.engine.given import situation_of
from campaign.engine.series import JoinsBattles
from campaign.model.situation import Situation
from campaign.model.state import State
from campaign.systems.catalogue import keys, ruleset
from scenarios.battles.ground.layingplan import laying_plan_pdf
from scenarios.battles.ground.pieces import LayOut
from scenarios.battles.length import clock_of_turn, evening_of, fought_marks, last_turn, length_readings
from scenarios.battles.numbers import Fate
from scenarios.battles.opening import board_of, open_on_table
from scenarios.battles.plan import changed_plan, written_plan
from scenarios.battles.proposing import Asked, propose
from scenarios.battles.settling import fates_in, outcomes, proposed_moves, rested
from scenarios.battles.standing import works_on_table
from tests.misreading import plain
from tests.recording import compared

FILE = Path(__file__).with_name("fought.txt")
GIVEN = """
map
. . . . . . . . .
. w w . . . . . .
. w . T w . . . .
. . . . w . . . .
. . m . . . . . .
. . w . . . . . .
. . . . . . . . .
river 0402/0403 0403/0503
road 0303-0403-0503
ground 0304 mines
us infantry 3/112 0303 of=112 losses=1
us infantry 1/112 0304 of=112 marks=emplaced
us infantry 2/112 0302 of=112
ge infantry I/1130 0403 of=1130
ge infantry II/1130 0404 of=1130
ge infantry III/1130 0605 of=1130
ge artillery G 0705 of=1130 band=standard
source depot us 0101
objective Mill us 0403 2
objective Ford ge 0304 1
formation 112 name="112th Infantry"
formation 1130 name="Grenadiers 1130"
"""
FIGHT = ("0303", "0403", "0304", "0404")
CAMPAIGNS = ("zen_operational", "three_star_general", "d3_one_hour", "parkin_generic")
ASKED = (
    Asked(), Asked(coming={"III/1130": 2}), Asked(short=frozenset({"us"})), Asked(coming={}, turns=4),
    Asked(turns=60),
)  # fmt: skip


def situation(key):
    """Give the fight by the rules of a campaign, as far as they know what is in it."""
    rules = ruleset(key)
    lines = [
        line for line in GIVEN.strip().splitlines() if "artillery" not in line or "artillery" in rules.play.kinds()
    ]
    found = {word for line in lines if "marks=" in line for word in [line.rpartition("marks=")[2]]}
    unknown = found - set(rules.tables.marks)
    lines = [line.split(" marks=")[0] if any(line.endswith(word) for word in unknown) else line for line in lines]
    if key != "zen_operational":
        lines = [line.replace(" band=standard", "") for line in lines if not line.startswith("ground")]
    return situation_of("\n".join(lines), rules)


def parts():
    """Give each part by name."""
    for key in keys():
        tables = ruleset(key).tables
        yield (
            f"evening {key}",
            evening_of(tables),
            f"{evening_of(tables)} {fought_marks(tables)} {length_readings(tables, 7)}",
        )
    for place, key in enumerate(CAMPAIGNS):
        here, rules = situation(key), ruleset(key)
        yield f"last {key}", last_turn(here, rules.play), str(clock_of_turn(here, rules.play, 3))
        for number, table in enumerate(CAMPAIGNS):
            name = f"{key} {table}"
            asked = ASKED[(place + number) % len(ASKED)]
            hexes = tuple(here.map.index_of(one) for one in FIGHT)
            plan = propose(here, rules, ruleset(table), hexes, seed="a", asked=asked)
            plan = changed_plan(plan, {"wide_inches": 30.0, "high_inches": 24.0} if number % 2 else {})
            yield f"plan {name}", written_plan(plan), f"{len(plan.units)} units, {plan.turns} turns, {plan.light}"
            yield (
                f"standings {name}",
                plan.standings,
                "; ".join(f"{one.stand} {one.kind} {one.works}" for one in plan.standings),
            )
            yield from played(name, plan, here, rules, ruleset(table))


def played(name, plan, here, rules, table):
    """Give what is set up, and what comes of some fates."""
    board = board_of(plan, here)
    event = open_on_table(plan, board, here, table, seed="b").event
    yield f"board {name}", [board.ground.board.terrain.tolist(), board.zones, board.own], board.ground.board.name
    yield f"opened {name}", event, f"{len(event.stands)} stands, {event.clock}"
    state = State(setting=event.setting, stands={stand.id: stand for stand in event.stands})
    there = Situation(state, board.ground.board, table.tables)
    yield f"works {name}", works_on_table(plan, there, table), str(works_on_table(plan, there, table))[:60]
    yield f"moves {name}", proposed_moves(plan, state.stands, state.stands, board.ground), ""
    fates = fates_in(plan, state)
    for number, unit in enumerate(plan.units):
        fates[unit.id] = (Fate(unit.hits), Fate(unit.hits + 1), Fate(gone=True), Fate(left=True), Fate(99))[number % 5]
    rows = outcomes(plan, fates, here, rules)
    yield f"outcomes {name}", rows, "; ".join(f"{row.stand} {row.lost} {row.faces} {row.gone}" for row in rows)
    if isinstance(rules.play, JoinsBattles):
        yield f"rested {name}", rested(plan, rows, here, rules, {"III/1130"}, "dusk"), ""


def lines():
    """Give the line of each part."""
    for name, whole, told in parts():
        yield f"{name} {hashlib.sha256(plain(whole).encode()).hexdigest()[:10]} {told}"[:240].rstrip()
    here = situation("zen_operational")
    empty = laying_plan_pdf(here.map, 50.0, LayOut((), (), ()))
    yield f"laid {len(empty)} {hashlib.sha256(empty).hexdigest()[:10]}"


def main(words):
    if words[:1] == ["--show"]:
        for name, whole, _ in parts():
            if words[1] in name:
                sys.stdout.write(f"== {name}\n{plain(whole)}\n")
        return
    compared(words, FILE, lines())


if __name__ == "__main__":
    main(sys.argv[1:])
