"""ZN 4.16: engineers build, prepare, blow, fortify, lay and clear mines."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.facts import WORK
from campaign.model.situation import hexside_place
from campaign.model.things import Work
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.ground import GroundChanged
from campaign.model.verbs.march import Move
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.work import SetToWork, WorkDone
from campaign.systems.zen.command import works
from campaign.systems.zen.command.works import offers
from campaign.systems.zen.march.pricing import has_bridge, is_crossable
from tests.campaign.zen.fighting import events, ledger_of, losses

SIDE = 2
"""The side of 0101 towards 0201 on a flat-top row."""
FAR = 8
RIVER = {"rivers": ("0101/0201",)}
STREAM = {"streams": ("0101/0201",)}
BRIDGED = {"rivers": ("0101/0201",), "bridges": ("0101/0201",)}


def set_to_work(ledger, task, stand="E", number="0101", side=None, by="umpire"):
    index = ledger.situation.map.index_of(number)
    works.ORDERS[SetToWork](SetToWork(stand, task, index, side), by, ledger)
    return ledger


def world(*stands, engineer="us eng E 0101", dice=(), phase="move", ground=None, cols=FAR, **options):
    ledger = ledger_of("." * cols, engineer, *stands, dice=dice, phase=phase, **options)
    if ground:
        ledger.situation = ledger.situation.with_state(msgspec.structs.replace(ledger.state, ground=ground))
    return ledger


def turns(ledger, limit=9):
    """Let turns pass until the work is over; give their number."""
    for turn in range(1, limit):
        works.end_combat(ledger)
        if WORK(ledger.state.stands["E"]) is None:
            return turn
    return None


def refused(ledger, task, words, **place):
    before = len(ledger.events)
    with pytest.raises(Refusal, match=words) as refusal:
        set_to_work(ledger, task, **place)
    assert len(ledger.events) == before
    return refusal.value


def place(ledger):
    return hexside_place(ledger.situation.map, 0, SIDE)


# --- bridges ---
def test_a_stream_is_bridged_in_one_turn():
    ledger = set_to_work(world(**STREAM), "bridge", side=SIDE)
    assert turns(ledger) == 1
    assert ledger.state.ground == {place(ledger): "bridge"}
    assert has_bridge(ledger.situation, 0, SIDE)


def test_zn_61_a_river_is_bridged_in_three_turns():
    """ZN-61."""
    ledger = set_to_work(world(**RIVER), "bridge", side=SIDE)
    assert turns(ledger) == 3
    assert [event.why for event in events(ledger, WorkDone)] == ["1 of 3 turns done", "2 of 3 turns done", ""]


def test_headquarters_with_engineers_take_twice_as_long():
    hq = "us hq E 0101 traits=engineering"
    assert turns(set_to_work(world(engineer=hq, **STREAM), "bridge", side=SIDE)) == 2
    assert turns(set_to_work(world(engineer=hq, **RIVER), "bridge", side=SIDE)) == 6


def test_no_bridge_is_built_opposed():
    """Refused where the enemy is seen within 6 inches; work begun rests while he is near."""
    value = refused(world("ge inf G 0201", **RIVER), "bridge", "with the enemy within reach of 0101/0201", side=SIDE)
    assert value.rule == "ZN 4.16"
    begun = world("ge inf G 0301", **RIVER)  # across the river, 1 hex from its far bank
    begun.record(StandMarked(stand="E", work=Work("bridge", 0, SIDE, 1)))
    begun.events.clear()
    works.end_combat(begun)
    assert WORK(begun.state.stands["E"]) == Work("bridge", 0, SIDE, 1)
    assert events(begun, WorkDone)[0].why == "no work done, the enemy is near"


def test_an_enemy_who_is_not_seen_is_not_told_of():
    """In woods two hexes off he stops the work, but the order is taken."""
    ledger = ledger_of("..w.", "us eng E 0101", "ge inf G 0301", phase="move", **RIVER)
    set_to_work(ledger, "bridge", side=SIDE)
    works.end_combat(ledger)
    assert WORK(ledger.state.stands["E"]) == Work("bridge", 0, SIDE, 0)


def test_where_there_is_no_water_or_a_bridge_already_none_is_built():
    refused(world(), "bridge", "no stream or river to bridge at 0101/0201", side=SIDE)
    refused(world(**BRIDGED), "bridge", "there is a bridge at 0101/0201 already", side=SIDE)


def test_a_blown_bridge_can_be_built_again():
    ledger = world(**BRIDGED)
    ledger = world(ground={place(ledger): "blown"}, **BRIDGED)
    assert not has_bridge(ledger.situation, 0, SIDE)
    assert turns(set_to_work(ledger, "bridge", side=SIDE)) == 3
    assert has_bridge(ledger.situation, 0, SIDE)


# --- demolition ---
def test_a_bridge_is_prepared_in_one_turn_unopposed():
    ledger = set_to_work(world(**BRIDGED), "prepare", side=SIDE)
    assert turns(ledger) == 1
    assert ledger.state.ground == {place(ledger): "prepared"}


@pytest.mark.parametrize(("face", "lost", "ready"), [(1, 1, 0), (2, 1, 0), (3, 0, 0), (4, 0, 0), (5, 0, 1), (6, 0, 1)])
def test_zn_64_opposed_demolition(face, lost, ready):
    """ZN-64: 2 turns and a D6: 1-2 fails and costs 1 SP, 3-4 fails, 5-6 is ready."""
    ledger = set_to_work(world("ge inf G 0201", dice=(face,), **BRIDGED), "prepare", side=SIDE)
    assert turns(ledger) == 2
    assert losses(ledger) == ({"E": 1} if lost else {})
    assert (place(ledger) in ledger.state.ground) == bool(ready)
    done = events(ledger, WorkDone)[-1]
    assert (done.success, done.rolls[0].dice, done.rule) == (bool(ready), (face,), "ZN 4.16")


def test_interpretation_opposed_inches():
    """An enemy within 6 inches of the bridge opposes; a hex further he does not."""
    for number, needed in (("0301", 2), ("0401", 1)):
        ledger = set_to_work(world(f"ge inf G {number}", dice=(6,), **BRIDGED), "prepare", side=SIDE)
        assert turns(ledger) == needed


def test_enemy_guns_that_fire_there_oppose_and_own_ones_do_not():
    for by, needed in (("G", 2), ("B", 1)):
        ledger = set_to_work(world("ge art G 0801", "us art B 0801", dice=(6,), **BRIDGED), "prepare", side=SIDE)
        ledger.record(FireResolved(by=by, kind="artillery", target=1, hits=0))
        assert turns(ledger) == needed


@pytest.mark.parametrize("face", range(1, 7))
def test_a_prepared_bridge_goes_up_on_2_to_6(face):
    """At once when ordered; where it fails the charges are lost (interpretation blow_fails)."""
    ledger = world(dice=(face,), ground={"0/2": "prepared"}, **BRIDGED)
    set_to_work(ledger, "blow", side=SIDE)
    assert ledger.state.ground == ({"0/2": "blown"} if face >= 2 else {})
    assert has_bridge(ledger.situation, 0, SIDE) == (face == 1)
    change = events(ledger, GroundChanged)[0]
    assert (change.rolls[0].score, change.known_to) == (2, ("us",))


def test_interpretation_blow_fails():
    """A bridge built in play that does not go up still stands, without charges."""
    ledger = world(dice=(1,), ground={"0/2": "prepared"}, **RIVER)
    set_to_work(ledger, "blow", side=SIDE)
    assert ledger.state.ground == {"0/2": "bridge"}
    gone = world(dice=(2,), ground={"0/2": "prepared"}, **RIVER)
    set_to_work(gone, "blow", side=SIDE)
    assert gone.state.ground == {}


def test_blowing_leaves_other_work_going():
    ledger = set_to_work(world(dice=(6,), ground={"0/2": "prepared"}, **BRIDGED), "fortify")
    set_to_work(ledger, "blow", side=SIDE)
    assert WORK(ledger.state.stands["E"]) == Work("fortify", 0)


def test_what_cannot_be_prepared_or_blown():
    refused(world(**RIVER), "prepare", "no bridge at 0101/0201 to prepare", side=SIDE)
    refused(world(ground={"0/2": "prepared"}, **BRIDGED), "prepare", "prepared already", side=SIDE)
    refused(world(**BRIDGED), "blow", "no bridge prepared for demolition at 0101/0201; prepare it first", side=SIDE)


def test_either_bank_may_order_it():
    """The hexside is named from the other hex."""
    ledger = world(dice=(6,), ground={"0/2": "prepared"}, **BRIDGED)
    set_to_work(ledger, "blow", number="0201", side=5)
    assert ledger.state.ground == {"0/2": "blown"}


# --- fortifications and mines ---
def test_fortifications_for_one_unit_take_two_turns():
    ledger = set_to_work(world(), "fortify")
    assert turns(ledger) == 2
    assert ledger.state.ground == {"0": "fort"}
    assert turns(set_to_work(world("ge inf G 0201"), "fortify")) == 2
    refused(world(ground={"0": "fort"}), "fortify", "there are fortifications in 0101 already")


def test_interpretation_mines_turns():
    """Laid and cleared in a turn unopposed, opposed as demolition; cleared in the next hex too."""
    ledger = set_to_work(world(), "lay_mines")
    assert turns(ledger) == 1
    assert ledger.state.ground == {"0": "mines"}
    cleared = set_to_work(world(ground={"1": "mines"}), "clear_mines", number="0201")
    assert turns(cleared) == 1
    assert cleared.state.ground == {}
    opposed = set_to_work(world("ge inf G 0201", dice=(4,)), "lay_mines")
    assert turns(opposed) == 2
    assert opposed.state.ground == {}


def test_mines_that_are_not_there_or_too_far_are_not_cleared():
    refused(world(), "clear_mines", "no mines are known in 0101")
    refused(world(ground={"3": "mines"}), "clear_mines", "clears mines in its own hex or the next", number="0401")


# --- who works, and when ---
def test_only_engineers_work_and_headquarters_that_have_some():
    refused(world(engineer="us inf E 0101"), "fortify", "no engineer unit")
    refused(world(engineer="us hq E 0101"), "fortify", "no engineer unit")
    refused(world(engineer="us eng E 0101 marks=transport"), "fortify", "transport mode")
    refused(world(phase="combat"), "fortify", "'Movement'")
    refused(world(), "fortify", "no unit 'E' under your command", by="ge")


def test_places_are_named_as_the_task_wants_them():
    refused(world(), "fortify", "is done at a hex, as 0714", side=SIDE)
    refused(world(**RIVER), "bridge", "is done at a hexside, as 0714/0715")
    refused(world(), "dance", "no work 'dance'; known are bridge, prepare, blow, fortify, lay_mines, clear_mines")
    refused(world(), "fortify", "march to 0301 first", number="0301")
    refused(world(**RIVER), "bridge", "hexsides of its own hex", number="0301", side=SIDE)
    refused(world(), "bridge", "hexsides of its own hex", side=0)  # off the map's edge
    ledger = world()
    with pytest.raises(Refusal, match="hex 99 lies off the map"):
        works.ORDERS[SetToWork](SetToWork("E", "fortify", 99), "umpire", ledger)


def test_who_is_ordered_to_march_does_not_work():
    ledger = world()
    ledger.situation = ledger.situation.with_state(msgspec.structs.replace(ledger.state, declared=(Move("E", (0, 1)),)))
    refused(ledger, "fortify", "ordered to march; cancel that first")


def test_the_same_work_is_not_ordered_twice():
    refused(set_to_work(world(), "fortify"), "fortify", "at that work already")


@pytest.mark.parametrize("mark", ["moved", "moved_transport", "retired"])
def test_who_has_moved_gives_his_work_up(mark):
    ledger = set_to_work(world(), "fortify")
    ledger.record(StandMarked(stand="E", on=(mark,)))
    works.end_combat(ledger)
    assert WORK(ledger.state.stands["E"]) is None
    assert not events(ledger, WorkDone)[-1].success


def test_who_has_fought_does_no_work_in_that_turn():
    ledger = set_to_work(world(), "fortify")
    ledger.record(StandMarked(stand="E", on=("fought",)))
    works.end_combat(ledger)
    assert WORK(ledger.state.stands["E"]) == Work("fortify", 0)


def test_work_whose_object_is_gone_is_given_up():
    ledger = set_to_work(world(**BRIDGED), "prepare", side=SIDE)
    ledger.record(GroundChanged(place="0/2", what="blown"))
    works.end_combat(ledger)
    assert events(ledger, WorkDone)[-1].why == "given up: there is no bridge at 0101/0201 to prepare"


def test_what_crosses_water():
    """4.7: vehicles by bridge or ford, infantry through streams, nobody through rivers."""
    for water, foot, wheels in ((RIVER, False, False), (STREAM, True, False), (BRIDGED, True, True), ({}, True, True)):
        ledger = world("us lorry L 0101", **water)
        stands = ledger.state.stands
        assert is_crossable(ledger.situation, stands["E"], 0, SIDE) == foot
        assert is_crossable(ledger.situation, stands["L"], 0, SIDE) == wheels


# --- offers ---
TASKS = ("bridge", "prepare", "blow", "fortify", "lay_mines", "clear_mines")
GROUND = st.dictionaries(st.sampled_from(["0/2", "4/2"]), st.sampled_from(["bridge", "blown", "prepared"]))
HEXES = st.dictionaries(st.sampled_from(["4", "5", "1"]), st.sampled_from(["fort", "mines"]))


@given(GROUND, HEXES, st.booleans(), st.sampled_from(["eng", "hq", "inf"]))
def test_what_is_offered_is_accepted_and_everything_else_is_refused(sides, hexes, near, kind):
    lines = [f"us {kind} E 0202 traits=engineering", *(["ge inf G 0302"] if near else [])]
    water = {"rivers": ("0202/0302",), "streams": ("0202/0201",), "bridges": ("0202/0302",)}
    start = ledger_of("... ... ...", *lines, phase="move", dice=[6] * 9, **water)
    state = msgspec.structs.replace(start.state, ground={**sides, **hexes})
    start.situation = start.situation.with_state(state)

    def site(order):
        side = order.side
        name = str(order.hex) if side is None else hexside_place(start.situation.map, order.hex, side)
        return order.task, name

    offered = {site(order) for order in offers(start.situation, "E")}
    accepted = set()
    for task in TASKS:
        for index in range(9):
            for side in (None, *range(6)):
                ledger = Ledger(start.situation, ScriptedDice(6))
                try:
                    works.ORDERS[SetToWork](SetToWork("E", task, index, side), "umpire", ledger)
                except Refusal:
                    continue
                accepted.add(site(SetToWork("E", task, index, side)))
    assert offered == accepted
