"""What weighs in small steps of the commander's: the morning, a spearhead, the hexes round a goal."""

from types import SimpleNamespace

import numpy as np
import pytest

from campaign.model.verbs.march import Move
from campaign.model.verbs.work import SetToWork
from campaign.solo.commander import staff
from campaign.solo.commander.boards import telling
from campaign.solo.commander.tactics import counter, march

GO, WORK = Move("A", (1, 2)), SetToWork("E", "bridge", 3, 1)


@pytest.mark.parametrize(
    ("turn", "orders", "morning"),
    [(1, [GO], True), (1, [WORK, GO], True), (1, [WORK], False), (1, [], False), (2, [GO], False)],
)
def test_it_is_morning_where_somebody_marches_in_the_first_turn(turn, orders, morning):
    state = SimpleNamespace(clock=SimpleNamespace(turn=turn))
    bids = [SimpleNamespace(order=order) for order in orders]
    desk = SimpleNamespace(bids=bids, picture=SimpleNamespace(view=SimpleNamespace(state=state)))
    assert staff._is_morning(desk) is morning


def test_a_spearhead_is_no_single_enemy(monkeypatch):
    monkeypatch.setattr(counter, "cut_off_by", lambda _, place: ["foe"] * place)
    found = list(counter._cuts(None, range(6)))
    assert found == [(place, ["foe"] * place) for place in range(counter._SPEARHEAD, 6)]
    assert counter._SPEARHEAD > 1


@pytest.mark.parametrize(("away", "near"), [((), 0), ((0,), 1), ((9, 99), 0), ((0, 1, 99), 2)])
def test_of_those_near_a_goal_each_is_counted_and_of_nobody_none(away, near):
    scene = SimpleNamespace(apart=lambda _, hexes: np.array([hexes]))
    assert telling._near(scene, 5, list(away)) == near


def goal_desk(*, held=True, mine=False, kind="take"):
    """Give a desk about ten hexes in a row: the goal is 5, beside it are 4 and 6, and ours will be in 4."""
    picture = SimpleNamespace(
        held=[held] * 10, mine=[mine] * 10, ring=lambda goal: (goal - 1, goal + 1), fighters=[SimpleNamespace(id="A")],
    )
    desk = SimpleNamespace(picture=picture, planned=SimpleNamespace(at={"A": 4}))
    return desk, SimpleNamespace(goals=(5,), mission=SimpleNamespace(kind=kind))


def test_free_hexes_round_a_goal_that_is_held_are_better_and_never_less_than_nothing():
    left = np.array([9000] * 6 + [1] + [9000] * 3)
    found = march._round_the_goal(*goal_desk(), left)
    assert found.tolist() == [9000] * 6 + [0] + [9000] * 3, "4 is taken, 6 is free"
    assert march._round_the_goal(*goal_desk(), np.full(10, 9000))[6] == 9000 - march._ROUND
    for other in (goal_desk(held=False), goal_desk(kind="follow")):
        assert march._round_the_goal(*other, left).tolist() == left.tolist()


def test_to_stand_in_a_goal_that_is_not_ours_is_better_than_beside_it():
    left = np.full(10, 50)
    found = march._into_the_goal(*goal_desk(), left)
    assert found.tolist() == [50 + march._TAKING] * 5 + [50] + [50 + march._TAKING] * 4
    for other in (goal_desk(mine=True), goal_desk(kind="follow")):
        assert march._into_the_goal(*other, left).tolist() == left.tolist()
