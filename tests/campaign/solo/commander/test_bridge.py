"""Bridge: who builds the bridge that is missing, and who goes there for it."""

import pytest

from campaign.model.notation import format_order
from campaign.model.planning import Promise
from campaign.solo.commander.tactics.bridge import bridge
from tests.campaign.solo.commander.positions import at, desk_on
from tests.campaign.solo.commander.test_tactics import accepted, division, river

# A river without a bridge parts the tank at 0302 from its goal; one row is as good as another.
WHERE, TURNS = "0401/0501", "55.1 turns"


def bridged(*engineers):
    lines = ("red hq D/hq 0102 of=D", "red armour T 0302 of=D mover=tracked", *engineers, *river(4))
    desk = desk_on(division(*lines, goal="0702", width=8, rows=6, ground=["." * 8] * 4))
    bridge(desk)
    return desk, [(format_order(bid.order, desk.picture.view.map), bid.why) for bid in desk.bids]


def test_engineers_on_the_spot_build_it_and_are_kept_at_it():
    desk, bids = bridged("red engineer P 0401 of=D")
    assert bids == [(f"P W bridge {WHERE}", f"builds a bridge at {WHERE}: saves D {TURNS}")]
    place = at(desk.picture.view, "0401")
    side = desk.picture.view.map.neighbour[place].tolist().index(at(desk.picture.view, "0501"))
    assert desk.promises == [Promise("P", "bridge", place, side, 5)]
    assert [(bid.task, bid.reasons[0].text) for bid in desk.bids] == [("bridge", f"{TURNS} saved")]
    assert accepted(desk) == 1


@pytest.mark.parametrize(("here", "there"), [("0402", "0401"), ("0403", "0402"), ("0203", "0202")])
def test_engineers_elsewhere_go_there_and_promise_nothing(here, there):
    desk, bids = bridged(f"red engineer P {here} of=D")
    assert bids == [(f"P M {here}-{there}", f"goes to build a bridge at {WHERE}: saves D {TURNS}")]
    assert desk.promises == []


def test_of_several_the_soonest_there_goes():
    for near, far in (("P", "Q"), ("Q", "P")):
        desk, _ = bridged(f"red engineer {near} 0302 of=D", f"red engineer {far} 0104 of=D")
        assert [bid.subject for bid in desk.bids] == [near]


def test_without_engineers_nobody_is_sent():
    assert bridged()[1] == []
