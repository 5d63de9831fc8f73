"""What a side that plans had expected, and what came: in the plans and in the log, from what the viewer was told."""

from __future__ import annotations

import msgspec
import pytest

from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.planned import SidePlanned
from campaign.systems.catalogue import keys
from tests.webui.soloplay import Alone

PHASES, MOST_TOLD = 40, 12


@pytest.fixture(scope="module", params=keys())
def played(request, tmp_path_factory):
    """Give a battle under some rules that both sides played for a while: red takes advice, blue plays itself."""
    alone = Alone(tmp_path_factory.mktemp("came"), request.param)
    alone.table.post("orders", notation="seat red commander")
    for _ in range(PHASES):
        if alone.session.state.ended or fights_planned(alone, "umpire") > 0:
            break
        alone.table.post("play", sides=["red", "blue"], until="turn")
    return alone


def plans_of(alone, viewer, side):
    found = alone.table.get("plans.json", viewer)["sides"]
    return next((row["plans"] for row in found if row["key"] == side), [])


def fights_planned(alone, viewer):
    told = (order for side in ("red", "blue") for plan in plans_of(alone, viewer, side) for order in plan["orders"])
    return sum(order["came"] is not None for order in told)


def test_of_a_fight_what_came_stands_beside_what_was_expected(played):
    orders = [
        order for side in ("red", "blue") for plan in plans_of(played, "umpire", side) for order in plan["orders"]
    ]
    fought = [order for order in orders if order["came"]]
    assert fought
    assert all(order["expected"] for order in fought)
    assert all(order["came"]["dealt"] >= 0 and order["came"]["taken"] >= 0 for order in fought)
    events = list(played.session.live_events())
    hits = [event.hits_on_defenders for event in events if isinstance(event, FightResolved)]
    hits += [event.hits for event in events if isinstance(event, FireResolved)]
    assert max(order["came"]["dealt"] for order in fought) <= sum(hits)


@pytest.mark.parametrize("side", ["red", "blue"])
def test_the_sums_of_all_phases_are_what_was_lost_since_the_first_plan(played, side):
    events = list(played.session.live_events())
    first = next(n for n, one in enumerate(events) if isinstance(one, SidePlanned) and one.side == side and wants(one))
    told = [plan["came"] for plan in plans_of(played, "umpire", side)]
    assert len(told) < MOST_TOLD, "older ones are not told; play fewer turns"
    own = {key for key, stand in played.session.state.stands.items() if stand.side == side}
    lost = sum(one.points for one in events[first:] if isinstance(one, LossesTaken) and one.stand in own)
    gone = [one for one in events[first:] if isinstance(one, StandGone) and one.stand in own]
    assert sum(came["taken"] for came in told) == lost
    assert sum(came["units"] for came in told) == len([one for one in gone if one.how != "rejoined"])


def wants(event):
    return event.plan.estimates or event.plan.tasks or event.plan.thoughts


def test_a_side_is_told_what_came_of_its_own_plans_alone(played):
    for viewer, other in (("red", "blue"), ("blue", "red")):
        assert all(plan["came"] is not None for plan in plans_of(played, viewer, viewer))
        foreign = plans_of(played, viewer, other)
        assert all(plan["came"] is None for plan in foreign)
        assert all(order["came"] is None for plan in foreign for order in plan["orders"])


def test_a_side_reads_its_own_losses_as_the_umpire_does(played):
    for side in ("red", "blue"):
        mine, all_told = plans_of(played, side, side), plans_of(played, "umpire", side)
        keep = ("taken", "units", "fights", "dealt", "gained")
        assert [[plan["came"][key] for key in keep] for plan in mine] == [
            [plan["came"][key] for key in keep] for plan in all_told
        ]


def test_the_log_says_at_a_fight_what_was_expected_of_it(played):
    lines = [line for entry in played.table.get("log.json")["entries"] for line in entry["lines"]]
    fights = [line for line in lines if line["kind"] in {"FightResolved", "FireResolved"}]
    assert any(line["expected"] for line in fights)
    assert all(line["expected"] is None for line in lines if line not in fights)


@pytest.mark.parametrize("side", ["red", "blue"])
def test_the_log_of_a_side_says_only_what_it_expected_itself(played, side):
    lines = [line for entry in played.table.get("log.json", side)["entries"] for line in entry["lines"]]
    plans = (one for one in played.session.live_events() if isinstance(one, SidePlanned) and one.side == side)
    own = [msgspec.to_builtins(thought.expected) for one in plans for thought in one.plan.thoughts]
    assert all(line["expected"] in own for line in lines if line["expected"])
