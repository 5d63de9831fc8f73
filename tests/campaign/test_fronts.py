"""A front that stands still: nobody there does anything, nobody goes there, and everybody else goes on."""

from __future__ import annotations

from itertools import groupby

import pytest
from msgspec.structs import replace

from campaign.docket.matters import matters
from campaign.engine.apply import fold
from campaign.engine.cases import read_cases
from campaign.engine.decide import Attempt, decide
from campaign.engine.dice import SeededDice
from campaign.engine.fronts.still import front_words, is_still, still_hexes, still_words
from campaign.engine.given import readings_of, situation_of
from campaign.engine.ledger import Refusal
from campaign.engine.legal import legal_orders
from campaign.model.commands import commands_of
from campaign.model.notation import format_order, parse_order
from campaign.model.prose import format_event
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.declaring import OrderDeclared
from campaign.model.verbs.fronts import FreezeFront, FrontFrozen, FrontThawed, ThawFront
from campaign.model.verbs.land import StandArrived
from campaign.model.verbs.sheets import OrderBarred, OrderCarried
from campaign.systems.catalogue import keys, ruleset
from tests.campaign.refusals import case_files

ZEN = ruleset("zen_operational")
GIVEN = """
map 12x7
weather fine
us infantry A 0303 of=us-div
us infantry B 0304 of=us-div
us infantry F 0306 of=us-div
ge infantry G 0403 of=ge-div
ge armour H 0903 of=ge-div
formation us-div name="28th Division" LOG=9
formation ge-div name="26. Division" LOG=7
"""
EACH = 25
"""Cases of each file that are tried."""


def dice():
    return SeededDice("fronts", 1)


def after(rules, situation, order, by="umpire"):
    """Give the situation after an order, and what happened."""
    events = decide(rules, situation, order, dice(), by=by)
    return situation.with_state(fold(situation.state, events)), events


def marching():
    """Give the situation in the phase of movement."""
    found = situation_of(GIVEN, ZEN)
    return found.with_state(replace(found.state, clock=replace(found.state.clock, phase="move")))


@pytest.fixture
def frozen():
    found = marching()
    return after(ZEN, found, parse_order('freeze 0303 1 2 because "a battle"', found.map, found.state))[0]


def order(text, situation):
    return parse_order(text, situation.map, situation.state)


def test_who_stands_there_is_told_so_and_offered_nothing(frozen):
    assert {key for key in frozen.state.stands if is_still(frozen.state, key)} == {"A", "B", "G"}
    assert "2 turns at most; its orders wait" in still_words(frozen, "A")
    assert still_words(frozen, "F") == ""
    assert not list(ZEN.play.orders(frozen, "A"))
    assert list(ZEN.play.orders(frozen, "F"))


@pytest.mark.parametrize(("text", "why"), [
    ("A M 0303-0302", "A stands still at 0303"),
    ("H M 0903-0803-0703-0603-0503-0403 attack", "nobody goes or fires to 0403"),
    ("F M 0306-0305-0304", "nobody goes or fires to 0304"),
])  # fmt: skip
def test_what_would_happen_there_is_refused_with_the_way_out(frozen, text, why):
    with pytest.raises(Refusal, match=why) as refused:
        decide(ZEN, frozen, order(text.replace(" attack", ""), frozen), dice())
    assert refused.value.rule == "front"
    assert "thaw" in refused.value.why or "stop before it" in refused.value.why


def test_a_march_of_a_sheet_stops_at_its_edge_and_its_command_is_told(frozen):
    march = order("F M 0306-0305-0304", frozen)
    one = Attempt("us-1", "us", 3, "F", (march,), "to 0304")
    events = decide(ZEN, frozen, (one,), dice())
    barred = next(event for event in events if isinstance(event, OrderBarred))
    assert frozen.map.number(barred.halted) == "0305"
    assert barred.rule == "front"
    assert "stop before it" in barred.why
    assert not any(isinstance(event, OrderCarried) for event in events)


def test_what_was_declared_there_is_withdrawn_and_attacks_are_called_off():
    here = marching()
    for text in ("A M 0303-0302", "F M 0306-0305", "H M 0903-0803"):
        here, events = after(ZEN, here, order(text, here))
        assert any(isinstance(event, OrderDeclared) for event in events)
    state = replace(here.state, assaults=frozenset({("G", "A"), ("H", "F")}))
    here, (froze, *_) = after(ZEN, here.with_state(state), order("freeze 0303 2 1 because x", here))
    assert (froze.attackers, froze.defenders) == (("G",), ("A",)), "those that were called off, for the umpire"
    assert [format_order(one, here.map) for one in here.state.declared] == ["H M 0903-0803"]
    assert here.state.assaults == {("H", "F")}


def test_who_attacks_into_a_front_from_outside_is_told_that_his_attack_is_off():
    """Nobody's attack may vanish in silence: A stands still at 0303, G attacks it from 0403, outside."""
    here = marching()
    here = here.with_state(replace(here.state, assaults=frozenset({("G", "A"), ("A", "G"), ("H", "F")})))
    after_it, (froze, *_) = after(ZEN, here, order("freeze 0303 0 1 because x", here))
    assert set(froze.to) == {command.id for command in commands_of(here.state.setting)}
    assert after_it.state.assaults == {("H", "F")}
    masked = {"to": froze.to, "hexes": (), "reason": ""}
    said = format_event(replace(froze, **masked), here.state, here.map)
    assert said.startswith("Called off is the attack of ")
    assert "all stand still there, 1 turn at most" in said


def test_an_attack_that_was_called_off_is_proposed_anew_as_long_as_the_rules_offer_it():
    here = marching()

    def proposed(now, *pairs):
        found = matters(now, ZEN.play, kinds=("attack",), called_off=pairs)
        return [(one.units, one.proposal.instead) for one in found]

    assert proposed(here) == []
    assert proposed(here, ("G", "A")) == [(("G", "A"), "G A 0403x0303")]
    assert proposed(here, ("H", "F")) == [], "H does not reach it"
    assert proposed(here, ("G", "lost in the log")) == []
    again, _ = after(ZEN, here, order("G A 0403x0303", here), by="umpire")
    on = again.with_state(replace(again.state, assaults=frozenset({("G", "A")})))
    assert proposed(on, ("G", "A")) == [], "it is made already"
    frozen = after(ZEN, here, order("freeze 0303 0 1 because x", here))[0]
    assert proposed(frozen, ("G", "A")) == [], "it stands still again"


@pytest.mark.parametrize(("number", "named"), [("0101", "at 0101;"), ("1207", "at 1207;")])
def test_where_no_front_stands_still_the_hex_is_named_be_it_the_first_or_the_last(frozen, number, named):
    with pytest.raises(Refusal, match=named):
        decide(ZEN, frozen, order(f"thaw {number} because done", frozen), dice())


@pytest.mark.parametrize("index", [-1, 84, 4000])
def test_what_is_off_the_map_is_that_place(frozen, index):
    with pytest.raises(Refusal, match="at that place;"):
        decide(ZEN, frozen, ThawFront(index, "done"), dice())


def test_until_when_a_front_stands_still_is_said(frozen):
    (front,) = frozen.state.fronts.values()
    assert front_words(frozen, front) == (
        "a battle is settled here until 2 turns have ended, this one counted: a battle"
    )
    last = replace(front, turns=1, why="")
    assert front_words(frozen, last) == "a battle is settled here until this turn ends"


def test_it_goes_on_when_its_turns_are_over_or_the_umpire_says_so(frozen):
    thawed, events = after(ZEN, frozen, order("thaw 0304 because done", frozen))
    assert [type(event) for event in events] == [FrontThawed]
    assert thawed.state.fronts == {}
    begun, here = frozen.state.clock, frozen
    seen = []
    for _ in range(40):
        here, events = after(ZEN, here, EndPhase())
        clock = here.state.clock
        turns = (clock.day - begun.day) * 100 + clock.turn - begun.turn
        seen.append((turns, bool(here.state.fronts)))
        if turns > 2:
            break
    assert {turns for turns, still in seen if still} == {0, 1}
    assert all(still == (turns < 2) for turns, still in seen)


@pytest.mark.parametrize(("text", "by", "why"), [
    ("freeze 0303 1 2 because x", "us", "only the umpire freezes a front"),
    ("thaw 0303 because x", "us", "only the umpire thaws a front"),
    ("thaw 1107 because x", "umpire", "no front stands still at 1107; still is 0202"),
    ("freeze 0303 31 2 because x", "umpire", "write 0 to 30"),
    ("freeze 0303 1 0 because x", "umpire", "write 1, this turn alone, to 99"),
    ('freeze 1107 1 1 because ""', "umpire", "the reason has 0 characters"),
    ("freeze 0303 0 1 because x", "umpire", "all that stands still already"),
])  # fmt: skip
def test_what_cannot_be_is_refused(frozen, text, by, why):
    with pytest.raises(Refusal, match=why):
        decide(ZEN, frozen, order(text, frozen), dice(), by=by)


def test_who_is_due_there_waits(frozen):
    place = frozen.map.index_of("0302")
    late = replace(frozen.state.stands["F"], id="L", hex=None, arrives=(1, 1, place))
    here = frozen.with_state(replace(frozen.state, stands={**frozen.state.stands, "L": late}))
    came = []
    for _ in range(30):
        still = bool(here.state.fronts)
        here, events = after(ZEN, here, EndPhase())
        came += [(still, event.stand) for event in events if isinstance(event, StandArrived)]
        if came:
            break
    assert len(came) == 1
    assert not here.state.fronts


def situations():
    """Give situations of all five systems: the first ones of each file of cases."""
    found = [case for path in case_files() for case in read_cases(path).cases]
    for key, cases in groupby(sorted(found, key=lambda one: one.ruleset), key=lambda one: one.ruleset):
        for case in list(cases)[:EACH]:
            rules = ruleset(key, readings_of(case.given))
            here = situation_of(case.given, rules)
            first = next((one for one in here.state.stands.values() if one.on_map and one.attached_to is None), None)
            if first is not None and not here.state.ended:
                yield f"{key} {case.id}", rules, here, first


def check_still(name, rules, here, clock):
    """Order a march of each side and end the phase, five times: who stands still stays, and nobody comes."""
    where = {key: one.hex for key, one in here.state.stands.items() if is_still(here.state, key)}
    inside, known = still_hexes(here.state), set(here.state.stands)
    for _ in range(5):
        for side in [side.key for side in here.state.setting.sides]:
            offered = next((one for one in legal_orders(rules, here, side) if type(one).__name__ == "Move"), None)
            if offered is not None:
                here, _ = after(rules, here, offered, side)
        if here.state.ended:
            return
        here, _ = after(rules, here, EndPhase())
        if not here.state.fronts:
            break
        for key, index in where.items():
            assert here.state.stands[key].hex in {index, None}, f"{name}: {key} moved"
        # A headquarters that was lost may come back among its own.
        came = {key for key, one in here.state.stands.items() if one.hex in inside} & known - set(where)
        assert not came, f"{name}: {came} came"
    assert here.state.clock != clock or here.state.ended, f"{name}: the clock stands still"


def test_in_every_system_what_stands_there_stays_and_nobody_comes_whatever_is_ordered():
    systems, refused = set(), 0
    for name, rules, begun, first in situations():
        systems.add(rules.tables.key)
        before = list(rules.play.orders(begun, first.id))[:3]
        here, events = after(rules, begun, FreezeFront(first.hex, 1, 3, "a battle"))
        assert isinstance(events[0], FrontFrozen)
        for one in before:
            with pytest.raises(Refusal) as why:
                decide(rules, here, one, dice())
            assert why.value.rule == "front", name
            refused += 1
        check_still(name, rules, here, begun.state.clock)
    assert systems == set(keys())
    assert refused > 50


def test_the_orders_are_those_of_the_umpire_alone_and_written_as_they_are_read(frozen):
    for one in (FreezeFront(5, 2, 3, 'the "mill"'), ThawFront(5, "done")):
        assert parse_order(format_order(one, frozen.map), frozen.map, frozen.state) == one
