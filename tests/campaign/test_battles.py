"""A battle on a table: its hexes stand still, and its result is taken as a whole or not at all."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import ScriptedDice, SeededDice
from campaign.engine.fronts.still import is_still, still_hexes
from campaign.engine.given import situation_of
from campaign.engine.ledger import Refusal
from campaign.model.notation import parse_order
from campaign.model.state import state_hash
from campaign.model.verbs.battle import BattleClosed, BattleOpened
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.fronts import FrontThawed
from campaign.systems.catalogue import keys, ruleset

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
OPEN = 'battle Ouren 0303,0304,0403 turns=2 rules=d3_one_hour plan="" because "club night"'


def begun(rules=ZEN):
    """Give a situation in the phase where most is decided."""
    if rules is ZEN:
        return situation_of(GIVEN, ZEN)
    lines = [line.split(" LOG=")[0].replace("armour H", "infantry H") for line in GIVEN.splitlines()]
    return situation_of("\n".join(line for line in lines if not line.startswith("weather")), rules)


def after(situation, text, rules=ZEN, dice=None, by="umpire"):
    order = parse_order(text, situation.map, situation.state)
    events = decide(rules, situation, order, dice or SeededDice("battles", 1), by=by)
    return situation.with_state(fold(situation.state, events)), events


@pytest.fixture
def fought():
    return after(begun(), OPEN)[0]


def test_where_it_is_fought_all_stand_still_and_everybody_else_goes_on(fought):
    (battle,) = fought.state.battles.values()
    assert (battle.name, battle.stands, battle.rules) == ("Ouren", ("A", "B", "G"), "d3_one_hour")
    assert still_hexes(fought.state) == {fought.map.index_of(one) for one in ("0303", "0304", "0403")}
    assert is_still(fought.state, "A")
    assert not list(ZEN.play.orders(fought, "A"))
    assert not is_still(fought.state, "F")


@pytest.mark.parametrize("key", keys())
def test_law_to_open_and_to_close_without_a_shot_changes_nothing(key):
    rules = ruleset(key)
    before = begun(rules)
    between, opened = after(before, OPEN, rules)
    assert any(isinstance(event, BattleOpened) for event in opened)
    ended, closed = after(between, 'result Ouren turns=9 A=0 B=0 G=0 because "nobody dared"', rules)
    assert any(isinstance(event, BattleClosed) for event in closed)
    assert state_hash(ended.state) == state_hash(before.state)


@pytest.mark.parametrize("key", keys())
def test_losses_and_retreats_are_taken_by_the_campaigns_own_rules(key):
    rules = ruleset(key)
    situation = after(begun(rules), OPEN, rules)[0]
    had = rules.play.strength(situation, "A")
    ended, events = after(situation, 'result Ouren turns=9 A=1@0203 G=gone because "they held"', rules)
    assert rules.play.strength(ended, "A") == had - 1
    assert ended.map.number(ended.state.stands["A"].hex) == "0203"
    assert ended.state.stands["G"].gone in {"eliminated", "destroyed"}
    assert ended.state.stands["B"] == situation.state.stands["B"]
    assert not ended.state.battles
    assert not ended.state.fronts
    assert sum(isinstance(event, FrontThawed) for event in events) == 1


@pytest.mark.parametrize(("die", "lost"), [(4, 1), (5, 2), (6, 2)])
def test_what_did_not_come_out_even_is_thrown_for_and_the_die_is_in_the_log(fought, die, lost):
    ended, events = after(fought, 'result Ouren turns=3 A=1+2 because "x"', dice=ScriptedDice(die))
    assert ended.state.stands["A"].losses == lost
    (closed,) = [event for event in events if isinstance(event, BattleClosed)]
    assert [roll.dice for roll in closed.rolls] == [(die,)]


def test_bridges_and_stores_are_set_along_with_it(fought):
    words = 'also "ground=0303/0403=blown because charged" also "formation=us-div stores=LOG=-4 because taken"'
    ended, _ = after(fought, f'result Ouren turns=3 {words} because "x"')
    assert "blown" in ended.state.ground.values()
    assert ended.state.formations["us-div"].stores["LOG"] == fought.state.formations["us-div"].stores["LOG"] - 4


def test_a_unit_may_go_where_one_that_is_lost_stood(fought):
    ended, _ = after(fought, 'result Ouren turns=3 A=0@0403 G=gone because "x"')
    assert ended.map.number(ended.state.stands["A"].hex) == "0403"


@pytest.mark.parametrize(("text", "why"), [
    ("result Ouren turns=9 A=5 because x", "A has 4 left and cannot lose 5; write gone"),
    ("result Ouren turns=9 A=4+1 because x", "A has 4 left and cannot lose 4 or one more"),
    ("result Ouren turns=9 F=1 because x", "F is not in this battle; rule on it by itself"),
    ("result Ouren turns=9 A=1 A=2 because x", "A stands in the result twice; name it once"),
    ("result Oure turns=9 A=1 because x", "no battle 'Oure' is being fought; known are Ouren"),
    ("result Ouren turns=100 because x", "100 turns on the table cannot be; write 0 to 99"),
    ('result Ouren turns=9 because ""', "the reason has 0 characters; write 1 to 400"),
    ("result Ouren turns=9 A=0@0403 because x", "A: "),
])  # fmt: skip
def test_what_cannot_be_is_refused_with_the_way_out(fought, text, why):
    with pytest.raises(Refusal) as told:
        after(fought, text)
    assert why in told.value.why


def test_all_that_is_wrong_is_told_at_once(fought):
    with pytest.raises(Refusal) as told:
        after(fought, "result Ouren turns=100 A=9 F=1 G=9 because x")
    assert told.value.why.count("; ") >= 3
    for part in ("100 turns", "A has 4", "F is not", "G has 4"):
        assert part in told.value.why


def test_its_result_is_taken_once(fought):
    ended, _ = after(fought, "result Ouren turns=1 A=1 because x")
    with pytest.raises(Refusal, match="its result may have been taken already"):
        after(ended, "result Ouren turns=1 A=1 because x")


@pytest.mark.parametrize(("text", "why"), [
    (OPEN.replace("0303,0304,0403", "0303,0304"), "only one side has units in these hexes"),
    (OPEN.replace("turns=2", "turns=0"), "0 turns cannot be counted"),
    (OPEN.replace("Ouren", '""'), "the name has 0 characters"),
    (OPEN.replace("0303,0304,0403", "0303,0303,0403"), "name each hex once"),
    (OPEN.replace('"club night"', '""'), "the reason has 0 characters"),
    (OPEN.replace("d3_one_hour", '""'), "names the rules of the table"),
])  # fmt: skip
def test_a_battle_that_cannot_be_opened_says_why(text, why):
    with pytest.raises(Refusal) as told:
        after(begun(), text)
    assert why in told.value.why


def test_hexes_that_stand_still_and_names_are_taken_once(fought):
    with pytest.raises(Refusal, match=r"a battle of Ouren is being fought already.*0303, 0304, 0403: all stand still"):
        after(fought, OPEN)


def test_only_the_umpire_opens_and_closes(fought):
    for situation, text in ((begun(), OPEN), (fought, "result Ouren turns=1 because x")):
        with pytest.raises(Refusal, match="only the umpire"):
            after(situation, text, by="us")


def test_a_front_with_a_battle_is_thawed_by_its_result_alone(fought):
    with pytest.raises(Refusal, match="a battle is fought there; take its result"):
        after(fought, "thaw 0303 because x")
    here = fought
    for _ in range(40):
        events = decide(ZEN, here, EndPhase(), SeededDice("x", 1))
        here = here.with_state(fold(here.state, events))
    assert here.state.battles, "nobody decides by waiting"
    assert is_still(here.state, "A")
    assert not after(here, "result Ouren turns=0 because x")[0].state.fronts


def test_what_was_declared_from_there_is_called_off():
    here = begun()
    here = here.with_state(replace(here.state, assaults=frozenset({("G", "A")})))
    assert after(here, OPEN)[0].state.assaults == frozenset()
