"""What it costs to come to any hex in as many turns as it takes: for plans beyond this turn, in every system."""

from itertools import pairwise

import pytest

from campaign.engine.given import situation_of
from campaign.systems.catalogue import ruleset
from tests.campaign.reaching import SYSTEMS, situation


def trek(system, text, stand="1", readings=None, **how):
    rules = ruleset(system, readings or {})
    now = situation_of(text, rules)
    return now, rules.play.trek(now, stand, **how)


def turns(now, found):
    """Give the turns to each hex by its number."""
    return {now.map.number(index): found.turns_to(index) for index in found.cost}


ROW = "map\n. . . . . . . . .\n"


def test_zen_keeps_what_is_left_of_a_turn():
    """Foot goes 6 inches a turn: at 4 inches (2.1456 km) a hex three hexes take two turns, kept or not a turn each."""
    text = f"width 2.1456\n{ROW}red infantry 1 0101"
    now, found = trek("zen_operational", text)
    assert turns(now, found) == dict(zip([f"0{k}01" for k in range(1, 10)], [0, 1, 2, 2, 3, 4, 4, 5, 6], strict=True))
    now, found = trek("zen_operational", text, readings={"progress": "lost"})
    assert turns(now, found) == {f"0{k + 1}01": k for k in range(9)}
    assert found.turn == 2400


@pytest.mark.parametrize("system", ["three_star_general", "two_star_general"])
def test_star_ends_the_turn_in_woods_and_begins_one_at_a_large_river(system):
    """Woods halt; a large river is crossed at the start of a move, and halts too."""
    lines = "formation A hq=1 posture=move\nred infantry 1 0101 of=A"
    open_, woods, river = (
        trek(system, f"{text}\n{lines}")
        for text in ("map\n. . . . . .", "map\n. w . . . .", "map\n. . . . . .\nmajor_river 0201/0301")
    )
    pace = open_[1].turn
    assert pace > 1
    assert turns(*open_) == {f"0{k + 1}01": -(-k // pace) for k in range(6)}
    assert turns(*woods) == {f"0{k + 1}01": 0 if not k else 1 + -(-(k - 1) // pace) for k in range(6)}
    assert turns(*river) == {"0101": 0, "0201": 1, **{f"0{k + 1}01": 2 + -(-(k - 2) // pace) for k in range(2, 6)}}


def test_d3_goes_by_what_is_thrown_on_average_and_six_inches_over_walls():
    """A tank throws 12 inches on average, two hexes; over woods it makes one a turn. Infantry throws 6."""
    tank = trek("d3_one_hour", f"{ROW}red tank 1 0101")
    assert turns(*tank) == {f"0{k + 1}01": -(-k // 2) for k in range(9)}
    assert (tank[1].turn, tank[1].cost[1]) == (1200, 600)
    assert turns(*trek("d3_one_hour", "map\n. w w w\nred tank 1 0101")) == {f"0{k + 1}01": k for k in range(4)}
    assert turns(*trek("d3_one_hour", f"{ROW}red infantry 1 0101")) == {f"0{k + 1}01": k for k in range(9)}


def test_parkin_goes_on_at_its_speed():
    """Three hexes a turn; a step that does not fit into a turn waits for the next: a hill is uphill and takes two."""
    text = f"{ROW}red infantry 1 0101 max_speed=3\nclock phase=move side=red"
    now, found = trek("parkin_generic", text, readings={"mp_per_hex": 1})
    assert turns(now, found) == {f"0{k + 1}01": -(-k // 3) for k in range(9)}
    hill = text.replace(". . . . . . . . .", ". . h . . . . . .")
    now, found = trek("parkin_generic", hill, readings={"mp_per_hex": 1})
    assert turns(now, found)["0301"] == 1
    assert turns(now, found)["0401"] == 2


def test_who_cannot_move_is_where_it_is():
    now, found = trek("parkin_generic", f"{ROW}red infantry 1 0101 max_speed=0\nclock phase=move side=red")
    assert turns(now, found) == {"0101": 0}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_way_may_begin_in_a_hex_to_come_and_goes_round_enemies(system):
    rules, now = situation(system, 2)
    stand = next(key for key in ("r1", "r2", "r3", "r4") if len(rules.play.trek(now, key).cost) > 9)
    found = rules.play.trek(now, stand)
    goal = list(found.cost)[5]
    onward = rules.play.trek(now, stand, start=goal)
    assert onward.cost[goal] == 0
    held = {other.hex for other in now.state.stands.values() if other.side == "blue"}
    assert held.isdisjoint(onward.cost) or rules.play.scale(now).march == "%"
    for index, path in onward.paths.items():
        assert (path[0], path[-1]) == (goal, index)
        near = now.map.neighbour
        assert all(there in near[here] for here, there in pairwise(path))


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_in_reach_now_is_in_reach_of_a_plan(system):
    """Engineers who help over a river are here and now; no plan counts on them."""
    found = 0
    for seed in range(0, 24, 2):
        rules, now = situation(system, seed)
        helped = {s.hex for s in now.state.stands.values() if s.profile.kind == "engineer"}
        for stand in now.state.stands.values():
            if stand.hex not in helped or system != "zen_operational":
                reach = rules.play.reach(now, stand.id)
                plan = rules.play.trek(now, stand.id)
                assert set(reach.cost) <= set(plan.cost) or not plan.turn
                found += len(reach.cost)
    assert found > 500


@pytest.mark.parametrize("system", SYSTEMS)
def test_one_goal_costs_and_is_come_to_as_among_all(system):
    """A search that stops at its goal gives of it what the whole one gives: cost and every hex of the path."""
    asked = 0
    for seed in range(0, 12, 2):
        rules, now = situation(system, seed)
        for stand in sorted(now.state.stands):
            whole = rules.play.trek(now, stand)
            for goal in range(0, len(now.map), 7):
                one = rules.play.trek(now, stand, goal=goal)
                assert one.turn == whole.turn
                assert one.cost.get(goal) == whole.cost.get(goal)
                if goal in whole.cost:
                    assert one.paths[goal] == whole.paths[goal]
                    asked += 1
    assert asked > 300


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_way_costs_less_than_its_hexes_at_their_least(system):
    """The least that a step costs spares the search for a way without the enemy: so it must hold always."""
    known = 0
    for seed in range(0, 12, 2):
        rules, now = situation(system, seed)
        for stand in sorted(now.state.stands):
            least, whole = rules.play.steps(now, stand).least, rules.play.trek(now, stand)
            start = now.state.stands[stand].hex
            far = now.map.layout.grid.distance
            assert all(cost >= least * far(start, goal) for goal, cost in whole.cost.items())
            known += least > 0
    assert bool(known) == (system not in {"zen_operational", "parkin_generic"})
