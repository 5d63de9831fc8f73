"""
Say what becomes of lines, word for word and order for order, in several small worlds.

``judgements.txt`` holds it as it was: ``python -m tests.campaign.spoken.judgements`` prints what is otherwise now,
``--write`` takes it over; look at each change before.
"""

from __future__ import annotations

import sys
from pathlib import Path

from msgspec.structs import replace

from campaign.engine.given import situation_of
from campaign.model.notation import format_order
from campaign.model.things import Kept
from campaign.model.verbs.march import Move
from campaign.spoken.reader import read_block
from campaign.spoken.standing import going_on
from campaign.spoken.verdicts import verdicts
from campaign.systems.catalogue import ruleset
from tests.campaign.spoken.corpus import board
from tests.recording import compared

FILE = Path(__file__).with_name("judgements.txt")
ZEN = ruleset("zen_operational")
GROUND = """
map 12x9
river 0202/0203 0203/0204 0303/0304 0503/0504 0603/0604
bridge 0202/0203 0203/0204 0503/0504
terrain 0702 woods_dense
terrain 0705 water
terrain 0601 marsh
terrain 0402 town
road 0303-0402-0502-0602-0702-0802-0902-1002
us infantry 1/110 0303 of=us-div
us infantry 2/110 0304 of=us-div losses=2
us armour 18Cav 0206 of=us-cav
us artillery 229FA 0203 of=us-div band=standard
us engineer 103E 0203 of=us-div traits=engineering
us hq 28HQ 0202 of=us-div
us infantry 3/110 - of=us-div
ge infantry II/3 0403 of=ge-div
ge armour I/26 0905 of=ge-div
ge infantry III/3 0404 of=ge-div
formation us-div name="28th Division" hq=28HQ LOG=9
formation us-cav name="14th Cavalry Group" LOG=5
formation ge-div name="26. Volksgrenadier-Division" LOG=7
source depot us 0101
weather fine
"""
MOVE, COMBAT = (f"{GROUND}clock phase={phase}\n" for phase in ("move", "combat"))
LINES = (
    "1/110 to 0202", "1/110 to 0502 by road", "1/110 to 0705", "1/110 to 1209", "1/110 to 1209 by turn 2",
    "1/110 to 1209 by tomorrow", "1/110 to 0702 via 0601", "1/110 to 0303", "1/110 holds", "1/110 to 0502 in trucks",
    "1/110 to 0502 from turn 3", "1/110 to 0502 tomorrow", "1/110 to 0502 today", "2/110 to 0302 not over the river",
    "1/110, 2/110 and 18Cav to 0802", "1/110, 2/110, 18Cav in column to 0802", "2/110 follows 1/110",
    "1/110 to 0802\n2/110 follows 1/110\n229FA behind 2/110", "28th Division to 0502", "all to 0302", "3/110 to 0303",
    "1/110 attack 0403", "2/110 attack 0403\n1/110 attack 0403", "1/110 attack 0905", "18Cav attack 0404",
    "1/110 attack 0101", "229FA fire at 0403", "229FA fire at 0404", "229FA fire at 0905", "229FA fire at 0101",
    "103E prepare the bridge at 0202", "103E prepare the bridge at 0204", "103E prepare the bridge at 0203",
    "103E prepare the bridge at 0503", "103E blow the bridge at 0202", "103E blow the bridge at 0204",
    "103E build a bridge at 0304", "103E build a bridge at 0204", "103E fortify 0203", "103E fortify", "103E lay mines",
    "103E dig in", "1/110 dig in", "1/110 fortify 0303", "103E fortify 0304", "229FA prepare the bridge at 0204",
    "18Cav to 0206", "18Cav to 0905", "18Cav to 1201 by turn 4", "18Cav to 0206 via 0207", "28HQ to 0903",
    "1/110 cancels", "1/110 same as before", "1/110 goes on",
    "1/110 to 0502 to attack 0403", "1/110 to 0502, attack 0403", "1/110 to 0403 attacking", "1/110 to 0502 attack",
    "1/110 attacks 0403 and goes to 0502", "1/110 to 0502 fire", "229FA to 0303 to fire at 0403", "1/110 crosses",
    "229FA fires at 0403 and holds 0203", "1/110 holds 0303 and goes to 0502", "1/110 to 0502 and hold",
    "1/110 attacks",
    "1/110 to 0502, hold 0303", "1/110 crosses to 0502", "1/110 attacks 0403 and 0404", "229FA fires", "all hold",
    "all except 1/110 hold", "28th Division except 229FA to 0502", "engineers to 0202", "the infantry to 0302",
    "both battalions to 0502", "1/110 to 0502 by road in column from turn 2 by turn 3", "229FA attack 0403",
    "1/110 to 0502 via 0402, 2/110 the same", "1/110 to 0502; 2/110 to 0202; 18Cav holds", "1/110 behind 2/110",
    "a note for the staff: the weather is bad", "103E blow the bridge at 0503", "103E prepare all bridges",
    "1/110 to 0302 at dawn", "18Cav im Morgengrauen nach 0302", "1/110 to 0302 tomorrow at dawn",
    "0302: 1/110 and 2/110", "0502: 1/110, 18Cav.", "0302: 1/110 holds", "0302: 1/110", "0302 and 1/110, 2/110",
)  # fmt: skip
BOARDS = (("lesk_fords", "three_star_general"), ("tallow_cross", "d3_one_hour"), ("tallow_cross", "parkin_generic"))


def worlds():
    """Give each world with its rules, its side and what is said in it."""
    for name, given in (("move", MOVE), ("combat", COMBAT), ("night", f"{MOVE}clock phase=move night\n"),
                        ("later", f"{MOVE}clock phase=move turn=3\n")):
        yield name, _given(given), ZEN, "us", LINES
    here = _given(MOVE)
    at = here.map.index_of
    kept = {"1/110": Kept(tuple(map(at, ("0303", "0402", "0502", "0602", "0702"))), "road"),
            "2/110": Kept((at("0304"), at("0403"))),
            "18Cav": Kept((at("0206"), at("1206")), day=3, turn=2)}  # fmt: skip
    waiting = (Move("229FA", (at("0203"), at("0303"))),)
    yield "marching", here.with_state(replace(here.state, intents=kept, declared=waiting)), ZEN, "us", LINES
    over = replace(here.state, intents=kept, ended=True)
    yield "over", here.with_state(over), ZEN, "us", LINES[:3]
    for name, system in BOARDS:
        view, rules = board(name, system)
        yield system, view, rules, "red", _of_board(view)


def _given(given):
    return situation_of("\n".join(line for line in given.splitlines() if not line.endswith(" - of=us-div")), ZEN)


def _of_board(view):
    """Say something to the first units of a board, about what lies around them."""
    own = [stand for stand in view.state.stands.values() if stand.on_map and stand.side == "red"][:4]
    foes = [stand for stand in view.state.stands.values() if stand.on_map and stand.side != "red"][:1]
    number, layout = view.map.number, view.map.layout
    for stand in own:
        near = layout.grid.neighbours(stand.hex)[2]
        far = (stand.hex + 5 * layout.grid.cols) % len(view.map)
        name = stand.profile.short
        yield f"{name} to {number(near)}"
        yield f"{name} to {number(far)}"
        yield f"{name} to {number(far)} from turn 2"
        for foe in foes:
            yield f"{name} attack {number(foe.hex)}"
            yield f"{name} fire at {number(foe.hex)}"
        yield f"{name} holds"
        yield f"{name} dig in"


def lines():
    """Give all that is said."""
    for name, view, rules, side, said in worlds():
        yield f"== {name}"
        for text in said:
            yield f"> {text!r}"
            for verdict in verdicts(read_block(text, view, side), view, rules, side):
                yield f"  {verdict.state} {verdict.line.why or ''}".rstrip()
                yield from (f"    {_told(one, view)}" for one in verdict.outcomes)
        for pressing in (frozenset(), frozenset(view.state.intents)):
            yield from (f"  goes on: {one}" for one in map(str, going_on(view, rules, side, pressing=pressing)))


def _told(one, view):
    orders = "; ".join(format_order(order, view.map) for order in one.orders)
    return f"{one.stand} {one.state}: {one.words} [{one.rule}] <{orders}>"


def main(words):
    compared(words, FILE, lines())


if __name__ == "__main__":
    main(sys.argv[1:])
