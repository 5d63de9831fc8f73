"""What a group goes for: whose mission, which goal is next, what comes after it; missions made of objectives."""

from __future__ import annotations

import pytest

from campaign.model.missions import Mission
from campaign.model.things import Objective
from campaign.solo.commander.deriving import derived
from campaign.solo.commander.forces import group_of
from campaign.solo.commander.missions import given, mission_of, present
from campaign.solo.commander.planned import Planned
from tests.campaign.solo.commander.positions import at, change, desk_on, mission, position, with_missions

CORPS = (
    "formation C size=corps hq=C/hq", "formation D size=division parent=C hq=D/hq",
    "formation E size=regiment parent=D",
    "red hq C/hq 0102 of=C", "red hq D/hq 0202 of=D", "red infantry R 0302 of=E", "blue infantry B 1005",
)  # fmt: skip


def test_a_regiment_is_led_by_its_division_and_follows_the_mission_of_the_next_above_that_has_one():
    situation = position(*CORPS)
    formations = situation.state.formations
    assert [group_of(formations, key) for key in ("E", "D", "C")] == ["D", "D", "C"]
    corps, division = mission(situation, "C", "0602"), mission(situation, "D", "0702")
    assert mission_of(situation.state, {"C": corps}, "D") is corps
    assert mission_of(situation.state, {"C": corps, "D": division}, "D") is division
    assert mission_of(situation.state, {}, "D") is None


def aim(situation, group="D", **more):
    return desk_on(situation, **more).aims[group]


def test_a_goal_is_done_when_it_is_ours_and_somebody_stands_next_to_it_and_then_comes_the_next():
    situation = position(*CORPS)
    plan = mission(situation, "D", "0402", "0802")
    assert aim(with_missions(situation, plan)).name == "0402"
    ours = position(*CORPS, control="rrrrrr......")
    assert aim(with_missions(ours, plan)).name == "0802"
    far = mission(situation, "D", "0602", "0802")
    assert aim(with_missions(ours, far)).name == "0802", "nobody is near, but nobody else is there either"


def test_a_place_to_pass_is_done_when_somebody_came_next_to_it_whoever_holds_it():
    situation = position(*CORPS, control="bbbbbbbbbbbb")
    near, far = mission(situation, "D", "via 0402", "0802"), mission(situation, "D", "via 0602", "0802")
    assert aim(with_missions(situation, near)).name == "0802"
    assert aim(with_missions(situation, far)).name == "0602"


@pytest.mark.parametrize(("day", "kind"), [(1, "hold"), (3, "hold"), (4, "withdraw")])
def test_a_mission_ends_with_its_last_day_and_what_follows_begins(day, kind):
    after = Mission("D", "red", kind="withdraw")
    first = Mission("D", "red", kind="hold", until=3, then=after)
    assert present(first, day).kind == kind


def test_a_group_with_a_mission_by_hand_follows_it_at_once():
    situation = with_missions(position(*CORPS), mission(position(*CORPS), "D", "0802"))
    by_hand = mission(situation, "D", "0305", kind="hold")
    told = situation.with_state(change(situation.state, missions={"D": by_hand}))
    assert (aim(situation).mission.kind, aim(told).mission.kind, aim(told).name) == ("take", "hold", "0305")


def with_objectives(situation, *rows):
    objectives = tuple(Objective(number, at(situation, number), side, 5, day) for number, side, day in rows)
    return situation.with_state(change(situation.state, setting=change(situation.state.setting, objectives=objectives)))


TWO_CORPS = (
    "formation N size=corps", "formation S size=corps", "formation B size=division",
    "red infantry N1 0201 of=N", "red infantry N2 0202 of=N", "red infantry S1 0205 of=S", "red infantry S2 0206 of=S",
    "blue infantry B1 1203 of=B",
)  # fmt: skip


def test_each_objective_goes_to_the_corps_that_is_there_first():
    situation = with_objectives(position(*TWO_CORPS), ("0801", "red", 3), ("0806", "red", 2))
    desk = desk_on(situation)
    found = derived(desk.picture, desk.fields)
    assert {key: one.goals[0].name for key, one in found.items()} == {"N": "0801", "S": "0806"}
    assert {one.kind for one in found.values()} == {"take"}
    assert {one.origin for one in found.values()} == {"derived"}
    assert isinstance(desk.planned, Planned)


def test_a_corps_whose_places_are_all_its_own_holds_them_and_without_objectives_there_is_no_mission():
    situation = position(*TWO_CORPS, control="rrrrrrrrrrrr")
    held = with_objectives(situation, ("0301", "red", 3), ("0306", "red", 2))
    desk = desk_on(held)
    assert {one.kind for one in derived(desk.picture, desk.fields).values()} == {"hold"}
    desk = desk_on(situation)
    assert derived(desk.picture, desk.fields) == {}


@pytest.mark.parametrize(
    ("other", "told"),
    [("0505", ("take", ["0505"])), ("0406", ("hold", ["0201", "0206", "0406"]))],
)
def test_a_corps_that_holds_its_own_helps_with_what_is_near(other, told):
    situation = position(*TWO_CORPS, control="rrrr" + "." * 16, width=20)
    desk = desk_on(with_objectives(situation, ("0201", "red", 3), ("0206", "red", 3), (other, "red", 3)))
    north = derived(desk.picture, desk.fields)["N"]
    assert (north.kind, [goal.name for goal in north.goals]) == told


def test_a_side_is_given_its_own_missions_and_never_the_enemy_s():
    """A blue regiment has a plan too, of which the red commander thinks nothing."""
    situation = position(*CORPS, "formation F size=regiment hq=F/hq", "blue hq F/hq 1004 of=F")
    ours, theirs = mission(situation, "D", "0402"), Mission("F", "blue", kind="hold")
    state = with_missions(situation, ours, theirs).state
    assert set(given(state, "red")) == {"D"}
    assert set(given(state, "blue")) == {"F"}
