"""A mission's phase line, boundaries and reserve: where a group may not go yet, should not go, and who waits."""

from __future__ import annotations

import pytest

from campaign.solo.commander.bounds import beyond, kept_back
from campaign.solo.commander.tactics.assault import assault
from campaign.solo.commander.tactics.march import march
from tests.campaign.solo.commander.positions import at, change, desk_on, mission, numbers, position, with_missions

DIVISION = ("formation D size=division hq=D/hq LOG=9", "formation B size=division LOG=9", "red hq D/hq 0203 of=D")


def column(situation, col):
    return tuple(at(situation, f"{col:02}{row:02}") for row in range(1, 7))


def lined(not_before, *lines):
    situation = position(*DIVISION, *lines)
    own = change(mission(situation, "D", "1003"), line=column(situation, 4), not_before=not_before)
    return desk_on(with_missions(situation, own))


def ends(desk):
    return {bid.subject: desk.picture.view.map.number(bid.end) for bid in desk.bids if bid.end is not None}


def test_a_phase_line_is_not_crossed_before_its_day():
    desk = lined(2, "red infantry R 0303 of=D", "blue infantry X 1203 of=B")
    march(desk, "D", [at(desk.picture.view, "0203")])
    assert all(int(end[:2]) <= 4 for end in ends(desk).values())
    there = beyond(desk, desk.aims["D"]).nonzero()[0]
    assert {number[:2] for number in numbers(desk.picture.view, there)} == {f"{col:02}" for col in range(5, 13)}


def test_on_its_day_the_line_is_open():
    desk = lined(1, "red recon R 0403 of=D", "blue infantry X 1203 of=B")
    assert not beyond(desk, desk.aims["D"]).any()
    march(desk, "D", [at(desk.picture.view, "0203")])
    assert int(ends(desk)["R"][:2]) > 4


def test_a_boundary_costs_but_does_not_bar():
    situation = position(*DIVISION, "red infantry R 0303 of=D")
    wall = tuple(at(situation, f"{col:02}04") for col in range(1, 13))
    desk = desk_on(with_missions(situation, change(mission(situation, "D", "1003"), right=wall)))
    priced = numbers(situation, beyond(desk, desk.aims["D"]).nonzero()[0])
    assert {number[2:] for number in priced} == {"05", "06"}
    assert set(beyond(desk, desk.aims["D"]).tolist()) == {0, 150}


@pytest.mark.parametrize(
    ("share", "back"), [(0, set()), (50, {"R3", "R4"}), (24, set()), (100, {"R1", "R2", "R3", "R4"})]
)
def test_the_furthest_are_kept_back(share, back):
    lines = [f"red infantry R{number} {7 - number:02}03 of=D" for number in (1, 2, 3, 4)]
    situation = position(*DIVISION, *lines)
    desk = desk_on(with_missions(situation, change(mission(situation, "D", "1003"), reserve=share)))
    assert kept_back(desk, desk.aims["D"]) == back


def test_who_is_kept_back_attacks_nobody():
    lines = ("red infantry R1 0603 of=D", "red infantry R2 0602 of=D", "blue artillery X 0703 of=B")
    situation = position(*DIVISION, *lines)
    for share, attackers in ((0, True), (100, False)):
        desk = desk_on(with_missions(situation, change(mission(situation, "D", "0703"), reserve=share)))
        assault(desk)
        assert bool(desk.bids) == attackers
