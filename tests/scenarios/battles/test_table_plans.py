"""From a fight of a campaign to a table and back, for every campaign with every table: nothing is lost on the way."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import msgspec
import pytest

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.model.seats import seat_of
from campaign.model.situation import Situation
from campaign.model.state import State, state_hash
from campaign.model.things import Outcome
from campaign.model.verbs.battle import CloseBattle, OpenBattle
from campaign.model.verbs.clock import EndPhase
from campaign.solo.playing import Game, play_out
from campaign.systems.catalogue import coded, keys, ruleset
from maps.compass import bearing_words
from maps.gpkg.reader import read
from maps.gpkg.writer import write
from maps.problems import ProblemsFound
from scenarios.battles.coming import stands_on_table
from scenarios.battles.fights import fight_of, fights
from scenarios.battles.numbers import Fate
from scenarios.battles.opening import board_of, open_on_table
from scenarios.battles.plan import LeftOut, changed_plan, read_plan, written_plan
from scenarios.battles.proposing import AS_PROPOSED, Asked, propose, why_not
from scenarios.battles.settling import fates_in, lawful, never_came, outcomes, proposed_moves, rested

FIRST = keys()[0]
PAIRS = (*product(coded(), coded()), *((FIRST, key) for key in keys() if key not in coded()),
         *((key, table) for key in keys() if key not in coded() for table in (FIRST, key)))  # fmt: skip
"""Every coded system with every other; systems of data, which run the same code, with one of them and themselves."""
GIVEN = """
map
. . . . . . . . .
. w w . . . . . .
. w . . w . . . .
. . . . w . . . .
. . . . . . . . .
. . w . . . . . .
. . . . . . . . .
road 0303-0403-0503
us infantry 3/112 0303 of=112
us infantry 1/112 0304 of=112
us hq 112/hq 0202 of=112
ge infantry I/1130 0403 of=1130
ge infantry II/1130 0404 of=1130
ge infantry III/1130 0605 of=1130
formation 112 name="112th Infantry" hq=112/hq
formation 1130 name="Grenadiers 1130"
"""
FIGHT = ("0303", "0403", "0304", "0404")
LATE = Asked(coming={"III/1130": 2})
SMALL = {"wide_inches": 36.0, "high_inches": 30.0}
"""A table so small that the reserve does not stand on it."""


@cache
def campaign(key):
    rules = ruleset(key)
    lines = [line for line in GIVEN.strip().splitlines() if "hq 112" not in line or "hq" in rules.play.kinds()]
    if not any("112/hq 0202" in line for line in lines):
        lines = [line.replace(" hq=112/hq", "") for line in lines]
    return situation_of("\n".join(lines), rules)


def hexes(situation, *numbers):
    return tuple(situation.map.index_of(number) for number in numbers)


def planned(key, table, asked=AS_PROPOSED, **wanted):
    here = campaign(key)
    plan = propose(here, ruleset(key), ruleset(table), hexes(here, *FIGHT), seed="a", asked=asked)
    return here, changed_plan(plan, wanted)


def opened(here, plan, key):
    order = OpenBattle(plan.name, plan.held_hexes, plan.campaign_turns, plan.rules, written_plan(plan), "club night")
    return here.with_state(fold(here.state, decide(ruleset(key), here, order, SeededDice("x", 1), by="umpire")))


def taken(situation, key, order):
    events = decide(ruleset(key), situation, order, SeededDice("x", 2), by="umpire")
    return situation.with_state(fold(situation.state, events))


@pytest.mark.parametrize(("key", "table"), PAIRS)
def test_law_opened_played_without_a_shot_and_closed_changes_nothing(key, table):
    here, plan = planned(key, table)
    fought = opened(here, plan, key)
    (battle,) = fought.state.battles.values()
    again = read_plan(battle.plan)
    assert again == plan
    board = board_of(again, here)
    event = open_on_table(again, board, here, ruleset(table), seed="b").event
    on_table = State(setting=event.setting, stands={stand.id: stand for stand in event.stands})
    there = Situation(on_table, board.ground.board, ruleset(table).tables)
    steps = {one.id: ruleset(table).play.strength(there, one.id) for one in event.stands}
    assert steps == {unit.id: unit.profile.strength - unit.hits for unit in plan.units}
    moves = proposed_moves(again, on_table.stands, on_table.stands, board.ground)
    rows = outcomes(again, fates_in(again, on_table), fought, ruleset(key), moves)
    order, notes = lawful(CloseBattle(battle.name, 0, rows, (), "nobody dared"), fought, ruleset(key))
    assert not notes
    assert state_hash(taken(fought, key, order).state) == state_hash(here.state)


@pytest.mark.parametrize(("key", "table"), PAIRS)
def test_law_who_is_taken_off_the_table_is_lost_and_nobody_else(key, table):
    here, plan = planned(key, table)
    fought = opened(here, plan, key)
    play = ruleset(key).play
    victims = {plan.stands[0], plan.stands[-1]}
    fates = {unit.id: Fate(gone=True) for unit in plan.units if unit.of in victims}
    rows = outcomes(plan, fates, fought, ruleset(key))
    assert {row.stand for row in rows if row.gone} == victims
    order, _ = lawful(CloseBattle(plan.name, 9, rows, (), "won"), fought, ruleset(key))
    after = taken(fought, key, order)
    for stand in here.state.stands:
        left = 0 if after.state.stands[stand].gone else play.strength(after, stand)
        assert left == (0 if stand in victims else play.strength(here, stand)), stand


@pytest.mark.parametrize(("key", "table"), PAIRS)
def test_each_unit_sets_up_where_its_stand_stands_and_the_sides_can_meet(key, table):
    here, plan = planned(key, table)
    board = board_of(plan, here)
    event = open_on_table(plan, board, here, ruleset(table), seed="b").event
    where = {stand.id: stand.hex for stand in event.stands if stand.arrives is None}
    there = [unit for unit in plan.units if unit.id in where]
    for unit in there:
        # The Zen rules print their ground scale: a hex of the campaign is one of the table there.
        if unit.of and board.own.get(unit.of) and table != "zen_operational":
            assert board.ground.marks.parent[where[unit.id]] == here.state.stands[unit.of].hex, unit.id
    one, other = ([where[u.id] for u in there if u.profile.side == side.key] for side in plan.sides)
    grid = board.ground.board.layout.grid
    assert 1 <= min(grid.distance(a, b) for a in one for b in other) <= 6


def shrunk(here, plan):
    """Make the table too small for the hex of the reserve."""
    while stands_on_table(plan, here.map.layout):
        smaller = {name: getattr(plan, name) * 0.75 for name in SMALL}
        plan = changed_plan(plan, smaller)
    return plan


@pytest.mark.parametrize(("key", "table"), PAIRS)
def test_law_a_reserve_comes_onto_the_table_at_its_edge_in_its_turn_and_goes_back_whole(key, table):
    here, plan = planned(key, table, LATE)
    plan = shrunk(here, plan)
    fought = opened(here, plan, key)
    assert "III/1130" in next(iter(fought.state.battles.values())).stands
    board, rules = board_of(plan, here), ruleset(table)
    event = open_on_table(plan, board, here, rules, seed="b").event
    units = {unit.id for unit in plan.units_of("III/1130")}
    late = {stand.id: stand.arrives for stand in event.stands if stand.arrives}
    assert units <= set(late), "and a staff that comes with it"
    brought = sum(unit.profile.strength - unit.hits for unit in plan.units if unit.id in units)
    assert brought > 0
    game = Game.opened(event, board.ground.board, rules, "b")
    assert never_came(plan, game.situation.state) == set(late)
    came = {}
    for _ in range(80):
        clock = game.situation.state.clock
        for unit in units - came.keys():
            if (at := game.situation.state.stands[unit].hex) is not None:
                came[unit] = (clock.day, clock.turn, at)
        if came.keys() == units or game.situation.state.ended:
            break
        game.give(EndPhase(), "umpire")
    rim = (board.ground.board.neighbour == -1) | ~board.ground.board.inside[board.ground.board.neighbour]
    assert came.keys() == units
    for unit, (day, turn, at) in came.items():
        assert (day, turn) == late[unit][:2] == (1, 2), unit
        assert rim[at].any(), unit
    after = game.situation.state
    fates = {unit: fate for unit, fate in fates_in(plan, after).items() if unit in units}
    rows = outcomes(plan, fates, fought, ruleset(key))
    assert rows == (), "nobody has shot at it"


@pytest.mark.parametrize(("key", "table"), PAIRS)
def test_law_what_a_reserve_loses_on_the_table_it_loses_in_the_campaign(key, table):
    here, plan = planned(key, table, LATE)
    fought = opened(here, plan, key)
    fates = {unit.id: Fate(gone=True) for unit in plan.units_of("III/1130")}
    order = CloseBattle(plan.name, 5, outcomes(plan, fates, fought, ruleset(key)), (), "caught on the road")
    after, play = taken(fought, key, order), ruleset(key).play
    assert [stand for stand in here.state.stands if after.state.stands[stand].gone] == ["III/1130"]
    for stand in here.state.stands.keys() - {"III/1130"}:
        assert play.strength(after, stand) == play.strength(here, stand)


def test_d3_3_12_a_side_out_of_supply_begins_with_a_hit_more_whatever_the_campaign():
    for key in ("d3_one_hour", "zen_operational"):
        _, plan = planned(key, "d3_one_hour", Asked(short=frozenset({"us"})))
        assert {unit.hits for unit in plan.units if unit.profile.side == "us"} == {1}
        assert {unit.hits for unit in plan.units if unit.profile.side == "ge"} == {0}
        assert plan.changed == (("sides",) if key == "d3_one_hour" else ()), "in the other campaign it lacks supply"
        assert [side.supplied for side in plan.sides] == [True, False]
    plans = [planned("d3_one_hour", "zen_operational", Asked(short=short))[1] for short in (None, frozenset({"us"}))]
    assert plans[0].units == plans[1].units, "only D3 says so"
    with pytest.raises(ProblemsFound, match="is no side of this fight"):
        planned("d3_one_hour", "d3_one_hour", Asked(short=frozenset({"france"})))


def without_staff(text):
    return "\n".join(row.replace(" hq=112/hq", "") for row in text.splitlines() if "us hq" not in row)


@pytest.mark.parametrize(
    ("before", "ends", "lost"),
    [
        (0, 0, 0),
        (0, 1, 0),  # the half of one hit is rounded down
        (0, 5, 2),
        (1, 6, 2),  # 6 become 3, and one was there before
        (2, 5, 0),
        (4, 4, -2),
        (5, 6, -2),
    ],
)
def test_d3_3_12_who_is_left_heals_half_his_hits_in_a_campaign_of_d3(before, ends, lost):
    key, rules = "d3_one_hour", ruleset("d3_one_hour")
    text = GIVEN.replace("us infantry 3/112 0303 of=112", f"us infantry 3/112 0303 of=112 losses={before}")
    here = situation_of(without_staff(text), rules)
    plan = propose(here, rules, rules, hexes(here, *FIGHT), seed="a")
    fought = opened(here, plan, key)
    rows = outcomes(plan, {"3/112": Fate(ends)}, fought, rules, stragglers=Fraction(1))
    rows, healed = rested(plan, rows, fought, rules, (), "dusk")
    assert sum(row.lost for row in rows if row.stand == "3/112") == max(0, lost)
    assert [(one.stand, one.losses) for one in healed] == ([("3/112", lost)] if lost < 0 else [])
    after = taken(fought, key, CloseBattle(plan.name, 9, rows, healed, "dusk"))
    assert after.state.stands["3/112"].losses == before + lost == ends // 2
    assert {key: one.losses for key, one in after.state.stands.items() if key != "3/112"} == {
        key: one.losses for key, one in here.state.stands.items() if key != "3/112"
    }


def test_d3_3_12_who_never_came_onto_the_table_heals_nothing():
    rules = ruleset("d3_one_hour")
    text = GIVEN.replace("0605 of=1130", "0605 of=1130 losses=4")
    here = situation_of(without_staff(text), rules)
    plan = propose(here, rules, rules, hexes(here, *FIGHT), seed="a")
    assert plan.units_of("III/1130")
    for waited, healed in (({"III/1130"}, []), ((), [("III/1130", -2)])):
        _, found = rested(plan, (), here, rules, waited, "dusk")
        assert [(one.stand, one.losses) for one in found] == healed


def test_who_comes_is_kept_back_by_the_umpire_or_by_an_enemy_before_him():
    _, plan = planned("zen_operational", "parkin_generic", Asked(coming={}))
    assert [(one.turn, one.why) for one in plan.coming] == [(0, "is kept back")]
    assert plan.changed == ("coming",)
    assert not plan.units_of("III/1130")
    assert plan.held_hexes == plan.hexes
    rules = ruleset("zen_operational")
    facing = situation_of(GIVEN + "us infantry 2/112 0606 of=112\n", rules)
    (first, second) = propose(facing, rules, ruleset("parkin_generic"), hexes(facing, *FIGHT), seed="a").coming
    told = {first.stand: first.why, second.stand: second.why}
    assert told["III/1130"] == "has enemies before it in 0606"


def test_the_turn_of_a_reserve_is_its_march_by_the_rules_of_the_campaign():
    here = campaign("zen_operational")
    rules = ruleset("zen_operational")
    ours = {key: stand for key, stand in here.state.stands.items() if stand.side == "ge"}
    trek = rules.play.trek(here.with_state(msgspec.structs.replace(here.state, stands=ours)), "III/1130")
    minutes = min(trek.cost[here.map.index_of(number)] for number in FIGHT if here.map.index_of(number) in trek.cost)
    minutes *= 240 / trek.turn
    for table, each in (("parkin_generic", 15), ("d3_one_hour", 10)):
        _, plan = planned("zen_operational", table, Asked(turns=60))
        assert plan.coming[0].turn == 1 + math.ceil(minutes / each)
    _, plan = planned("zen_operational", "d3_one_hour")
    assert plan.coming[0].why == f"could be there in turn {1 + math.ceil(minutes / 10)}, and turn 15 is the last"


def test_names_sides_date_light_and_what_it_is_for_come_from_the_campaign():
    here, plan = planned("zen_operational", "d3_one_hour")
    assert {side.name for side in plan.sides} == {side.name for side in here.state.setting.sides}
    assert {side.colour for side in plan.sides} == {side.colour for side in here.state.setting.sides}
    assert plan.date == here.state.setting.start
    assert plan.light.startswith("by day, from ")
    assert plan.weather == here.state.weather
    assert plan.defends == "us", "the first hex is the attacked one"
    assert plan.first == "ge"
    assert plan.objectives == (("0303", here.map.index_of("0303"), 1),)
    assert plan.turns == 15
    assert plan.minutes == 10
    assert plan.changed == ()
    named = {unit.profile.name for unit in plan.units if unit.of == "3/112"}
    assert {name.split()[0] for name in named} == {"3/112"}
    assert [(one.stand, one.hexes, one.bearing) for one in plan.coming] == [("III/1130", 2, "south-east")]


def test_headquarters_that_the_table_has_not_are_left_out_with_the_reason():
    here = campaign("zen_operational")
    rules, table = ruleset("zen_operational"), ruleset("d3_one_hour")
    plan = propose(here, rules, table, hexes(here, *FIGHT, "0202"), seed="a")
    assert plan.left_out == (LeftOut("112/hq", f"{table.tables.name} has nothing of its kind"),)


def test_a_staff_that_only_the_table_wants_brings_nothing_back():
    here, plan = planned("d3_one_hour", "three_star_general")
    staffs = [unit for unit in plan.units if not unit.of]
    assert {unit.profile.kind for unit in staffs} == {"hq"}
    assert {unit.formation for unit in staffs} == {"112", "1130"}
    fates = {unit.id: Fate(gone=True) for unit in staffs}
    assert outcomes(plan, fates, here, ruleset("d3_one_hour")) == ()


def test_what_the_umpire_sets_otherwise_is_marked():
    _, plan = planned("zen_operational", "d3_one_hour", turns=8, weather="fine", first="us")
    assert plan.changed == ("turns", "first")
    assert plan.turns == 8


def test_hexes_of_one_side_are_no_fight():
    here = campaign("zen_operational")
    with pytest.raises(ProblemsFound, match="name the hexes of two sides"):
        propose(here, ruleset("zen_operational"), ruleset("d3_one_hour"), hexes(here, "0303", "0304"))


@pytest.mark.parametrize(("text", "why"), [("", "was opened without a plan"), ("{", "be read")])
def test_a_battle_without_a_plan_says_how_to_take_its_result(text, why):
    with pytest.raises(ProblemsFound, match=why):
        read_plan(text)


def test_the_list_of_fights_covers_all_who_face_each_other_once():
    here = campaign("zen_operational")
    found = fights(here, ruleset("zen_operational"))
    pairs = [frozenset((one.hexes[0], other)) for one in found for other in one.hexes[1:]]
    beside = {
        frozenset((a.hex, b.hex))
        for a in here.state.stands.values()
        for b in here.state.stands.values()
        if a.side != b.side and b.hex in here.map.neighbour[a.hex]
    }
    assert set(pairs) == beside
    assert found[0].strength == {"us": 8, "ge": 4} or sum(found[0].strength.values()) > 0


@pytest.mark.parametrize("table", keys())
def test_a_fight_that_a_table_would_refuse_is_told_of_before_it_is_planned(table):
    nobody = "map 6x6\nus hq 1/hq 0303\nge infantry 2 0403"
    for text in (GIVEN, GIVEN.replace("hq 112/hq 0202", "hq 112/hq 0503"), nobody):
        here, rules = situation_of(text, ruleset(FIRST)), ruleset(FIRST)
        for one in fights(here, rules):
            refused = ""
            try:
                propose(here, rules, ruleset(table), one.hexes)
            except ProblemsFound as faults:
                refused = faults.problems[0].what
            told = why_not(here, rules, ruleset(table), one.hexes)
            assert told == refused
    assert "has no" in told


def test_where_an_attack_is_ordered_comes_first():
    here = campaign("zen_operational")
    state = msgspec.structs.replace(here.state, assaults=frozenset({("II/1130", "1/112")}))
    found = fights(here.with_state(state), ruleset("zen_operational"))
    assert found[0].declared
    assert found[0].defender == "us"
    assert found[0].hexes[0] == here.state.stands["1/112"].hex
    assert not any(one.declared for one in found[1:])


def test_strength_of_a_fight_is_that_of_who_stands_there():
    here = campaign("zen_operational")
    found = fight_of(here, ruleset("zen_operational"), hexes(here, "0303", "0403"))
    strength = ruleset("zen_operational").play.strength
    assert found.strength == {side: strength(here, names[0]) for side, names in found.stands.items()}


def test_who_may_not_go_where_a_table_left_him_stays_and_all_others_go():
    key = "zen_operational"
    here, plan = planned(key, "d3_one_hour")
    fought = opened(here, plan, key)
    there = here.state.stands
    enemy = there[plan.stands[-1]]
    mine = [one for one in plan.stands if there[one].side != enemy.side]
    free = next(row for k in here.map.neighbour[there[mine[0]].hex].tolist() if k >= 0
                for row in [Outcome(mine[0], hex=k)]
                if not lawful(CloseBattle(plan.name, 1, (row,), (), "won"), fought, ruleset(key))[1])  # fmt: skip
    order = CloseBattle(plan.name, 1, (free, Outcome(enemy.id, hex=there[mine[-1]].hex)), (), "won")
    kept, notes = lawful(order, fought, ruleset(key))
    assert [row.hex for row in kept.rows] == [free.hex, None]
    (note,) = notes
    assert note.startswith(f"{enemy.profile.short or enemy.id} stays where it stood: ")
    codes = {one for one in there if there[one].profile.short not in {"", one}}
    assert not codes & set(note.replace(";", " ").split())
    assert note.count("is held by") == 1


@pytest.mark.parametrize(("goal", "words"), [("0101", "north-west"), ("0505", "south-east"), ("0301", "north")])
def test_bearings_are_of_the_true_compass(goal, words):
    here = campaign("zen_operational")
    assert bearing_words(here.map.layout, here.map.index_of("0303"), here.map.index_of(goal)) == words


@pytest.mark.parametrize("key", keys())
def test_loop_a_battle_played_by_commanders_goes_back_into_the_campaign(key):
    table = "d3_one_hour" if key != "d3_one_hour" else "parkin_generic"
    here, plan = planned(key, table, LATE, **SMALL)
    fought = opened(here, plan, key)
    board = board_of(plan, here)
    event = open_on_table(plan, board, here, ruleset(table), seed="b").event
    assert any(stand.arrives for stand in event.stands)
    rules = ruleset(table)
    game = Game.opened(event, board.ground.board, rules, "b")
    seats = {side.key: seat_of("commander:veteran") for side in plan.sides}
    for _ in play_out(game, seats, phases=120):
        pass
    after = game.situation.state
    begun = {one.id: one for one in event.stands}
    moves = proposed_moves(plan, begun, after.stands, board.ground)
    rows = outcomes(plan, fates_in(plan, after), fought, ruleset(key), moves)
    order, notes = lawful(CloseBattle(plan.name, plan.turns, rows, (), "played"), fought, ruleset(key))
    done = taken(fought, key, order)
    assert not done.state.battles
    lost = Counter({row.stand: row.lost for row in order.rows})
    for stand in here.state.stands:
        before, left = (ruleset(key).play.strength(one, stand) for one in (here, done))
        if not done.state.stands[stand].gone:
            assert before - left - lost[stand] in {0, 1}, (stand, notes)


@pytest.mark.parametrize("table", keys())
def test_a_board_is_read_back_from_its_file_as_it_was(table, tmp_path):
    here, plan = planned("zen_operational", table)
    board = board_of(plan, here).ground.board
    write(board, tmp_path / "board.gpkg")
    assert read(tmp_path / "board.gpkg").key == board.key
