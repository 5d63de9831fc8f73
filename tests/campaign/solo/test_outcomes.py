"""What came of a plan: fights found by those who took part, losses in the same phase, and sums for a side."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.model.calendar import Clock
from campaign.model.planning import Estimate, Expected, Plan, Task, Thought
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.ground import ControlChanged
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.planned import SidePlanned
from campaign.solo.outcomes import blow_of, came_of, foretold, in_sum, meant, turn_of
from tests.toyground import toy_map

if TYPE_CHECKING:
    from campaign.model.anyevent import AnyEvent

GROUND = toy_map("....\n....")
MOVE, FIGHT = Clock(1, 1, "move"), Clock(1, 1, "fight")
NEXT = Clock(1, 2, "move")


class Line(NamedTuple):
    """A line of a viewer's log."""

    clock: Clock
    event: AnyEvent


def thought(subject="A", order="A K 0202", needs=(), expected=(150, 50, 40)):
    return Thought(order, subject, "", "assault", "", needs=needs, expected=expected and Expected(*expected))


def fight(attackers=("A",), defenders=("X",), on_attackers=1, on_defenders=2):
    return FightResolved(
        rule="", place=(0, 1), attackers=attackers, defenders=defenders, hits_on_attackers=on_attackers,
        hits_on_defenders=on_defenders,
    )  # fmt: skip


def fire(by, hits, target=5, kind="artillery"):
    return FireResolved(rule="", by=by, kind=kind, target=target, hits=hits)


def lost(stand, points):
    return LossesTaken(rule="", stand=stand, points=points)


def planned(*thoughts, side="red", **more):
    return SidePlanned(rule="", side=side, plan=Plan(thoughts=thoughts, **more))


def test_a_fight_is_the_one_that_a_stand_of_the_order_attacked_in():
    assert blow_of(fight(), thought(), GROUND) == 2
    assert blow_of(fight(attackers=("B",)), thought(), GROUND) is None
    assert blow_of(fight(attackers=("B",)), thought(needs=("C", "B")), GROUND) == 2
    assert blow_of(fight(attackers=("X",), defenders=("A",)), thought(), GROUND) is None


def test_a_shot_is_told_by_who_fires_and_one_from_the_air_by_its_hex():
    assert blow_of(fire("A", 3), thought(order="A B 0101"), GROUND) == 3
    assert blow_of(fire("B", 3), thought(), GROUND) is None
    strike, other = thought("red", "red S 0202"), thought("red", "red S 0101")
    at = GROUND.index_of("0202")
    for kind in ("air", "naval"):
        shot = fire("red", 1, at, kind)
        assert [blow_of(shot, one, GROUND) for one in (strike, other)] == [1, None]
    assert blow_of(lost("A", 1), thought(), GROUND) is None


def test_what_came_of_an_order_is_its_hits_and_the_losses_of_its_stands_in_the_phase_of_a_fight():
    told = [
        Line(MOVE, lost("A", 7)), Line(FIGHT, fight()), Line(FIGHT, lost("A", 1)), Line(FIGHT, lost("X", 2)),
        Line(FIGHT, fire("B", 4)), Line(FIGHT, lost("B", 2)), Line(FIGHT, lost("A", -5)),
    ]  # fmt: skip
    assert came_of(thought(), told, GROUND) == {"dealt": 2, "taken": 1}
    assert came_of(thought(needs=("B",)), told, GROUND) == {"dealt": 6, "taken": 3}
    assert came_of(thought("C"), told, GROUND) is None
    assert came_of(thought(), [], GROUND) is None


def test_what_comes_after_another_fight_was_planned_for_a_stand_came_of_that():
    later = [Line(FIGHT, fight()), Line(FIGHT, planned(thought())), Line(FIGHT, fight(on_defenders=5))]
    assert came_of(thought(), later, GROUND)["dealt"] == 2
    for other in (thought("B"), thought(expected=None)):
        later[1] = Line(FIGHT, planned(other))
        assert came_of(thought(), later, GROUND)["dealt"] == 7


def test_the_last_plan_that_foresaw_a_fight_says_what_was_expected():
    plans = [
        Plan(thoughts=(thought("B"), thought(expected=None))),
        Plan(thoughts=(thought("B", expected=(1, 1, 1)), thought(expected=(2, 2, 2)))),
        Plan(thoughts=(thought(expected=(3, 3, 3)),)),
    ]
    assert foretold(fight(), plans, GROUND) == Expected(2, 2, 2)
    assert foretold(fight(), plans[::-1], GROUND) == Expected(3, 3, 3)
    assert foretold(fight(attackers=("C",)), plans, GROUND) is None


def test_a_turn_is_a_day_a_turn_and_day_or_night():
    assert turn_of(MOVE) == turn_of(FIGHT) == (1, 1, False)
    assert turn_of(NEXT) != turn_of(MOVE) != turn_of(Clock(1, 1, "move", night=True))


def test_plans_are_told_by_side_and_phase_with_what_was_told_after_them():
    """Two plans of red in one phase, one of blue, and red's next: what follows counts to red's next phase."""
    first, second, third = (planned(thought(subject)) for subject in "ABC")
    blue = planned(thought("X"), side="blue")
    told = [
        Line(MOVE, first), Line(MOVE, blue), Line(MOVE, second), Line(FIGHT, fight()), Line(NEXT, lost("A", 1)),
        Line(NEXT, third), Line(NEXT, lost("C", 1)),
    ]  # fmt: skip
    found = meant(told)
    assert [(one.side, one.clock) for one in found] == [("red", MOVE), ("blue", MOVE), ("red", NEXT)]
    red, other, last = found
    assert red.plans == ((first.plan, tuple(told[1:4])), (second.plan, (told[3],)))
    assert red.since == tuple(told[:5])
    assert other.since == tuple(told[1:])
    assert other.plans == ((blue.plan, tuple(told[2:4])),)
    assert (last.plans, last.since) == (((third.plan, (told[6],)),), tuple(told[5:]))


def test_a_plan_that_wants_nothing_ends_no_phase():
    first, nothing = planned(thought()), planned()
    assert [one.since for one in meant([Line(MOVE, first), Line(NEXT, nothing)])] == [
        (Line(MOVE, first), Line(NEXT, nothing))
    ]
    wants = (
        planned(estimates=(Estimate("", "hold", None, ""),)), planned(tasks=(Task("", "hold", None, ""),)),
        planned(thought()),
    )  # fmt: skip
    for one in wants:
        assert [found.clock for found in meant([Line(MOVE, first), Line(NEXT, one)])] == [MOVE, NEXT]


class _Stand(NamedTuple):
    side: str


def test_a_side_sums_up_what_it_was_told():
    stands = {key: _Stand(side) for key, side in (("A", "red"), ("B", "red"), ("X", "blue"))}
    events = [
        fight(), fight(attackers=("X",), defenders=("A",), on_attackers=4), fight(attackers=("X",), defenders=("Y",)),
        fire("B", 8), fire("red", 16, kind="air"), fire("X", 32), lost("A", 1), lost("B", 2), lost("A", -4),
        lost("X", 8), StandGone(rule="", stand="A", how="eliminated"), StandGone(rule="", stand="B", how="rejoined"),
        StandGone(rule="", stand="X", how="eliminated"), StandGone(rule="", stand="Y", how="dispersed"),
        ControlChanged(rule="", side="red", hexes=(1, 2, 3)), ControlChanged(rule="", side="blue", hexes=(3, 4)),
    ]  # fmt: skip
    came = in_sum([Line(MOVE, event) for event in events], "red", stands)
    assert came._asdict() == {
        "fights": 4, "dealt": 2 + 4 + 8 + 16, "taken": 3, "units": 1, "foes": 2, "gained": 2, "given": 2,
    }  # fmt: skip
