"""The side that plays itself: its table, its choices, whole games with both sides automatic."""

from __future__ import annotations

import itertools
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import ScriptedDice, SeededDice
from campaign.engine.given import situation_of
from campaign.engine.legal import legal_orders
from campaign.engine.ruleset import HasRoles, Ruleset
from campaign.model.notation import format_order
from campaign.model.situation import Situation
from campaign.model.state import state_hash
from campaign.model.verbs.air import AirStrike
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.hq import ReplaceHq
from campaign.model.verbs.march import Move
from campaign.model.verbs.opening import opening_state
from campaign.model.verbs.posture import SetPosture
from campaign.solo.table.aims import enemy_place, place_of
from campaign.solo.table.chart import STEPS, fires_on, heading_of, random_of
from campaign.solo.table.choosing import Automaton
from campaign.systems.catalogue import keys, ruleset
from campaign.systems.parkin import solo as parkin_solo
from tests.campaign.by_the_table import play_out
from tests.campaign.own.wilds import of_data
from tests.campaign.toyrules import GROUND, RULES, TABLES, toy_opening
from tests.toyground import toy_map

PARKIN = ruleset("parkin_generic")
FIELD = """
map 9x7
red infantry 1 0204 of=A
blue infantry 7 0804 of=B
clock phase=move side=red
"""


def thought(more="", *dice, given=FIELD, rules=PARKIN, side="red"):
    situation = situation_of(given + more, rules)
    return Automaton(rules, side).think(situation, ScriptedDice(*dice)), situation


def goal(found, situation):
    return situation.map.number(found.order.path[-1])


def test_gr_5_11_the_table_has_eight_of_each_direction_and_four_at_random():
    counts = Counter(heading_of(a, b).aim for a, b in itertools.product(range(1, 7), repeat=2))
    assert counts == {"Adv": 8, "OfL": 8, "OfR": 8, "Ret": 8, "Rnd": 4}
    easy = Counter(heading_of(a, b) for a, b in itertools.product(range(1, 7), repeat=2))
    assert {heading: count for heading, count in easy.items() if heading.aim == "Adv"} == {
        ("Adv", False): 3, ("Adv", True): 5,
    }  # fmt: skip


def test_gr_5_11_the_table_is_parkins_own():
    """Cell by cell what the rule system itself reads from its tables."""
    words = {"Adv": "advance", "OfL": "outflank_left", "OfR": "outflank_right", "Ret": "retreat", "Rnd": "random"}
    situation = situation_of(FIELD, PARKIN)
    for a, b in itertools.product(range(1, 7), repeat=2):
        own, here = parkin_solo.plan(situation, a, b), heading_of(a, b)
        assert str(own.direction).casefold().replace(" ", "_")[:3] in {here.aim.casefold(), words[here.aim][:3]}


def test_the_compass_has_eight_directions_and_a_dud():
    """The scatter of the solo table is the one that Parkin's own rules read."""
    faces, here = list(itertools.product(range(1, 7), repeat=2)), situation_of(FIELD, PARKIN)
    assert {random_of(a, b) for a, b in faces} == {*STEPS, ""}
    assert len(set(STEPS.values())) == 8
    assert all(random_of(a, b) == parkin_solo.random_direction(here, a, b) for a, b in faces)


def test_gr_5_11_the_tables_of_the_rules_in_play_are_the_ones_that_are_read():
    """In a club's own tables all units retreat, or go by a scatter without east and west."""
    replace = msgspec.structs.replace
    plans = replace(PARKIN.tables.automation, plans=(("Ret Esy",) * 6,) * 6)
    found, _ = thought("", 1, 1, 1, rules=Ruleset(replace(PARKIN.tables, automation=plans), PARKIN.play))
    assert found.words == "the table says retreat by the easiest way"
    scatter = replace(PARKIN.tables.scatter, table=(("N", "N", "N"), ("dud",) * 3, ("S",) * 3))
    own = Ruleset(replace(PARKIN.tables, scatter=scatter), PARKIN.play)
    south, situation = thought("", 1, 6, 3, 3, 6, rules=own)
    assert int(goal(south, situation)[2:]) > 4
    assert thought("", 1, 6, 3, 1, 3, rules=own)[0] is None


LEADERLESS = """
map 9x9
red infantry D/1 0404 of=D
red infantry D/2 0504 of=D
red infantry D/3 0604 of=D
blue hq B/hq 0109 of=B
blue infantry B/1 0209 of=B
clock phase=orders side=red
"""


@pytest.mark.parametrize("key", ["three_star_general", "two_star_general"])
def test_3s_s_16_who_is_led_by_nobody_names_an_acting_hq(key):
    """The stand in the middle, within a hex of the others; then the formation has its posture too."""
    rules = ruleset(key)
    situation = situation_of(LEADERLESS, rules)
    steps = list(itertools.islice(play_out(rules, situation, ["red"], "hq", phases=1), 2))
    assert steps[0].order == ReplaceHq("D", "D/2")
    assert "acting_hq" in steps[0].situation.state.stands["D/2"].marks
    assert all(rules.play.command(steps[0].situation, one)[0] == "D/2" for one in ("D/1", "D/2", "D/3"))
    assert isinstance(steps[1].order, SetPosture)


def test_3s_s_16_who_is_led_from_above_names_nobody():
    rules = ruleset("three_star_general")
    led = LEADERLESS + "red hq A/hq 0505 of=A\nformation D parent=A\n"
    steps = itertools.islice(play_out(rules, situation_of(led, rules), ["red"], "hq", phases=1), 5)
    assert not [step for step in steps if isinstance(step.order, ReplaceHq)]


@pytest.mark.parametrize(("band", "faces"), [("near", 6), ("medium", 5), ("far", 3)])
def test_gr_5_11_firing(band, faces):
    assert fires_on(band) == faces


SHOT = """
map 3x30
red infantry 1 0201 facing=3 of=A
clock phase=fire side=red
blue infantry 7 {} of=B
"""


@pytest.mark.parametrize(
    ("target", "face", "fired"),
    [
        ("0203", 6, True), ("0206", 6, True), ("0209", 5, True), ("0209", 6, False),
        ("0215", 3, True), ("0215", 4, False), ("0224", 3, True), ("0224", 4, False),
    ],
)  # fmt: skip
def test_gr_5_11_a_rifle_fires_by_its_own_ranges(target, face, fired):
    """2 is point blank and 5 short, which is always; 8 medium, 14 long, 23 very long (5.6), whatever else is there."""
    found, _ = thought("", face, given=SHOT.format(target))
    assert (found is not None) == fired
    if fired:
        assert isinstance(found.order, Fire)


def test_gr_5_11_very_long_range_as_the_umpire_reads_it():
    rules = ruleset("parkin_generic", {"auto_fire_very_long": 1})
    assert thought("", 1, given=SHOT.format("0224"), rules=rules)[0] is not None
    assert thought("", 2, given=SHOT.format("0224"), rules=rules)[0] is None


def test_a_stand_that_throws_more_than_its_probability_stays():
    found, _ = thought("", 5)
    assert found is None
    assert thought("", 4, 1, 1)[0] is not None


def test_advance_is_towards_the_enemy():
    found, situation = thought("", 1, 1, 1)
    assert int(goal(found, situation)[:2]) > 2
    assert found.words == "the table says advance by the shortest way"
    assert [roll.dice for roll in found.rolls] == [(1,), (1, 1)]


def test_retreat_is_away_from_him():
    found, situation = thought("", 1, 5, 1)
    assert goal(found, situation)[:2] == "01"


@pytest.mark.parametrize(
    ("faces", "closes"), [((1, 1), True), ((2, 3), True), ((3, 6), True), ((5, 1), False), ((6, 3), False)]
)
def test_gr_5_11_an_enemy_is_closed_with_by_who_advances_or_outflanks_not_by_who_retreats(faces, closes):
    field = FIELD.replace("0804", "0304")
    found, _ = thought("", 1, *faces, 1, 1, given=field, rules=ruleset("zen_operational"))
    assert isinstance(found.order, Move)
    assert found.order.attack is closes
    assert found.words.endswith("and an enemy can be closed with") is closes


def test_left_and_right_are_his_when_he_looks_at_the_enemy():
    """Looking east, left is north: smaller row numbers."""
    left, situation = thought("", 1, 2, 3)
    right, _ = thought("", 1, 3, 5)
    assert int(goal(left, situation)[2:]) < 4 < int(goal(right, situation)[2:])


def test_the_easiest_way_is_the_one_that_costs_least():
    """The dice say advance; the easiest goal nearly as near costs no more than the shortest's."""
    ground = FIELD.replace("map 9x7", "map 9x7\nterrain 0404 woods_dense\nterrain 0304 rough")
    short, situation = thought("", 1, 1, 1, given=ground)
    easy, _ = thought("", 1, 1, 4, given=ground)
    cost = PARKIN.play.reach(situation, "1").cost
    assert cost[easy.order.path[-1]] <= cost[short.order.path[-1]]


def test_a_random_move_goes_by_the_scatter_table_and_a_dud_stays():
    north, situation = thought("", 1, 6, 3, 3, 1)
    assert int(goal(north, situation)[2:]) < 4
    assert thought("", 1, 6, 3, 3, 3)[0] is None


def test_it_thinks_once_of_each_stand_in_a_phase():
    situation = situation_of(FIELD + "red infantry 2 0206 of=A\n", PARKIN)
    automaton = Automaton(PARKIN, "red")
    orders = []
    while (found := automaton.think(situation, SeededDice("s", len(orders)))) is not None:
        orders.append(found.order.stand)
        events = decide(PARKIN, situation, found.order, SeededDice("d", len(orders)), by="red")
        situation = situation.with_state(fold(situation.state, events))
    assert len(orders) == len(set(orders))


def test_aircraft_strike_with_all_their_dice_wherever_the_die_says():
    strikes = [AirStrike("red", index, dice) for index in (3, 7) for dice in (1, 2, 3)]
    automaton, situation = Automaton(PARKIN, "red"), situation_of(FIELD, PARKIN)
    found = automaton._of("AirStrike", strikes, situation, ScriptedDice(2))
    assert found.order == AirStrike("red", 7, 3)
    assert found.words == "the die says where to strike: number 2 of 2"


GAMES = {
    "zen_operational": "map 9x8\nclock phase=move\n",
    "three_star_general": "map 9x8\n",
    "two_star_general": "map 9x8\n",
    "d3_one_hour": "map 9x8\n",
    "parkin_generic": "map 9x8\n",
    **dict.fromkeys(of_data(), "map 9x8\n"),
}
CORPS = ("infantry", "artillery", "hq", "infantry")


def game(key):
    play = ruleset(key).play
    kinds = [kind if _has(play, kind) else "infantry" for kind in CORPS]
    lines = [
        f"{side} {kind} {side[0]}{k} {2 * k + 1:02d}{row:02d} of={side[0].upper()}"
        for side, row in (("red", 1), ("blue", 7))
        for k, kind in enumerate(kinds)
    ]
    return situation_of(GAMES[key] + "\n".join(lines) + "\ndays 2\n", ruleset(key))


def _has(play, kind):
    return kind in play.kinds() or (isinstance(play, HasRoles) and play.stands_for(kind) is not None)


def test_every_rule_system_has_a_game():
    assert set(GAMES) == set(keys())


@pytest.mark.parametrize("key", GAMES)
def test_a_whole_game_plays_itself_to_its_end_and_replays_the_same(key):
    start = game(key)
    steps = list(play_out(ruleset(key), start, ("red", "blue"), "seed 7", phases=400))
    last = steps[-1].situation.state
    assert last.ended
    state = start.state
    for step in steps:
        state = fold(state, step.events)
    assert state_hash(state) == state_hash(last)
    again = list(play_out(ruleset(key), start, ("red", "blue"), "seed 7", phases=400))
    assert [step.order for step in again] == [step.order for step in steps]
    other = list(play_out(ruleset(key), start, ("red", "blue"), "seed 8", phases=400))
    assert [step.order for step in other] != [step.order for step in steps]
    assert {step.side for step in steps} == {"red", "blue", ""}


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=6)
@given(seed=st.integers(0, 10_000), stop=st.integers(0, 30))
def test_what_it_chooses_is_among_the_legal_orders(key, seed, stop):
    rules, situation = ruleset(key), game(key)
    for number, step in enumerate(play_out(rules, situation, ("red", "blue"), str(seed), phases=12)):
        if step.thought is not None and number >= stop:
            text = format_order(step.order, situation.map)
            assert text in {format_order(order, situation.map) for order in legal_orders(rules, situation, step.side)}
            assert step.thought.words
            return
        situation = step.situation


def test_the_umpire_may_pass_over_what_it_chose():
    """Its choice is a proposal: nothing happens until the order is given, and another may be given in its place."""
    found, situation = thought("", 1, 1, 1)
    other = next(
        order for order in legal_orders(PARKIN, situation, "red")
        if isinstance(order, Move) and order != found.order
    )  # fmt: skip
    assert decide(PARKIN, situation, other, SeededDice("x", 1), by="umpire")


def test_who_sees_no_enemy_goes_for_what_his_side_wants_else_for_where_the_enemy_is_supplied():
    opening = toy_opening()
    without = {stand.id: stand for stand in opening.stands if stand.id != "II/3"}
    found = Situation(msgspec.structs.replace(opening_state(opening), stands=without), toy_map(GROUND), TABLES)
    towards = {side: enemy_place(RULES, found, without[key]) for side, key in (("us", "2/110"), ("ge", "I/26"))}
    assert towards["ge"].tolist() == place_of(found, found.map.index_of("0804")).tolist(), "the objective"
    assert towards["us"].tolist() == place_of(found, 9).tolist(), "the German source"
