"""Who plans keeps his stands where they are led, and brings back who is not."""

from __future__ import annotations

from campaign.solo.commander.staff import Commander
from campaign.solo.commander.tactics.follow import follow
from campaign.solo.commander.tactics.lead import hq_of, lead, spots_of
from campaign.solo.commander.tactics.march import leading, march
from tests.campaign.solo.commander.positions import (
    RULES,
    at,
    change,
    controlled,
    desk_on,
    mission,
    position,
    with_missions,
)

DIVISION = ("formation D size=division hq=D/hq LOG=9", "formation B size=division LOG=9")
CORPS = ("formation C size=corps hq=C/hq LOG=9", "formation D size=division hq=D/hq parent=C LOG=9", DIVISION[1])


def desk_for(*lines, goal="2003", width=24, formations=DIVISION, of="D"):
    situation = position(*formations, *lines, width=width)
    return desk_on(with_missions(situation, mission(situation, of, goal)))


def led(desk, stand):
    return not desk.astray(desk.picture.view.state.stands[stand])[desk.planned.at[stand]]


def test_a_stand_out_of_command_comes_back_and_does_not_go_on_alone():
    desk = desk_for("red hq D/hq 0303 of=D", "red armour T 1203 of=D mover=tracked", "blue infantry X 2301 of=B")
    march(desk, "D", [at(desk.picture.view, "0303")])
    assert desk.picture.grid.distance(desk.planned.at["T"], at(desk.picture.view, "0303")) < 9


def test_once_the_head_is_placed_its_headquarters_may_only_go_where_it_leads_that():
    desk = desk_for("red hq D/hq 0403 of=D mover=wheeled", "red armour T 0803 of=D", "blue infantry X 2301 of=B")
    spots = sorted(spots_of(desk, hq_of(desk, "D")))
    kept = leading(desk, desk.picture.view.state.stands["T"], spots)
    grid, there = desk.picture.grid, at(desk.picture.view, "0803")
    assert set(kept) < set(spots)
    assert max(grid.distance(index, there) for index in kept) <= 5
    assert all(grid.distance(index, there) > 4 for index in set(spots) - set(kept))


def test_a_headquarters_does_not_ride_deep_into_the_enemys_ground():
    desk = desk_for("red hq D/hq 0403 of=D mover=wheeled", "red armour T 0803 of=D", "blue infantry X 2301 of=B")
    free = spots_of(desk, hq_of(desk, "D"))
    view = desk.picture.view
    held = desk_on(view.with_state(change(view.state, control=controlled(view, "r" * 5 + "b" * 19))))
    kept = spots_of(held, hq_of(held, "D"))
    assert max(index % 24 for index in free) > 6
    assert max(index % 24 for index in kept) <= 6


def test_a_headquarters_goes_after_those_it_cannot_reach_in_one_turn():
    stands = [f"red infantry R{k} 190{k} of=D" for k in range(1, 5)]
    desk = desk_for("red hq D/hq 0103 of=D mover=foot", *stands, "blue infantry X 2406 of=B")
    hq = hq_of(desk, "D")
    lead(desk, "D", hq, spots_of(desk, hq))
    assert desk.picture.grid.distance(desk.planned.at["D/hq"], at(desk.picture.view, "1902")) < 18


def test_guns_in_range_that_nobody_leads_come_back_and_those_that_are_led_stay():
    lines = "red hq D/hq 0203 of=D", "red infantry R 0903 of=D", "blue infantry X 2301 of=B"
    desk = desk_for(*lines, "red artillery G 0803 of=D", "red artillery H 0303 of=D")
    follow(desk, "D")
    start = at(desk.picture.view, "0203")
    assert desk.picture.grid.distance(desk.planned.at["G"], start) < 6
    assert led(desk, "H")


def test_an_engineer_column_of_a_corps_does_not_lead_its_advance():
    lines = (
        "red hq C/hq 0303 of=C", "red engineer P 0403 of=C", "red hq D/hq 0302 of=D", "red infantry R 0503 of=D",
        "blue infantry X 2301 of=B",
    )  # fmt: skip
    desk = desk_for(*lines, formations=CORPS, of="C")
    assert desk.is_column(desk.picture.view.state.stands["P"])
    march(desk, "C", [at(desk.picture.view, "0303")])
    assert [bid.subject for bid in desk.bids] == []


def test_a_headquarters_of_a_corps_is_ordered_after_those_of_its_divisions():
    situation = position(
        *CORPS, "red hq C/hq 0203 of=C mover=wheeled", "red hq D/hq 0303 of=D mover=wheeled",
        "red infantry R 0503 of=D", "blue infantry X 2301 of=B", width=24,
    )  # fmt: skip
    situation = with_missions(situation, mission(situation, "C", "2003"), mission(situation, "D", "2003"))
    desk = desk_on(situation)
    plan = Commander(RULES, "red").plan(situation, desk.dossier, desk.dice)
    order = [one.subject for one in plan.thoughts if one.task == "lead"]
    assert order[-1:] == ["C/hq"]
