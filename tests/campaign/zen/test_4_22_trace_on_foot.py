"""ZN 4.22: a line to headquarters on foot, where no wheels go."""

import pytest

from campaign.systems.zen.supply.lines import isolated_stands, route_to_division, supply
from tests.campaign.zen.test_4_13_lines import with_sources
from tests.toyplay import toy_situation

EXACT = 1609.2  # metres: a hex of exactly 3 inches
STREAM = ("0201/0301", "0202/0302", "0201/0302")


@pytest.mark.parametrize(("on_foot", "isolated"), [(True, frozenset()), (False, frozenset({"A"}))])
def test_interpretation_trace_on_foot(on_foot, isolated):
    """A stream without a bridge lies between A and its HQ: lorries stop, men wade it in half a turn."""
    situation = toy_situation(
        "....\n....", "us hq HQ 0101", "us inf A 0401", width_m=EXACT, streams=STREAM,
        overrides={"trace_on_foot": on_foot, "ground_isolates": True},
    )  # fmt: skip
    assert isolated_stands(situation) == isolated


def test_a_walk_takes_its_time():
    """Three hexes of 3 inches in the open at 6 inches a turn of 4 hours, and a stream at 2 hours: 6 + 2."""
    situation = toy_situation("....\n....", "us hq HQ 0101", "us inf A 0401", width_m=EXACT, streams=STREAM)
    situation = with_sources(situation, S="0101")
    assert supply(situation, "A").hours == pytest.approx(8.0)


def test_supply_itself_goes_on_wheels():
    """The source lies across the stream from the HQ: no lorry, no route, however near on foot."""
    situation = toy_situation("....\n....", "us hq HQ 0401", "us inf A 0401", width_m=EXACT, streams=STREAM)
    route = route_to_division(with_sources(situation, S="0101"), "us")
    assert route.hours is None
    assert route.why == "no land route to a supply source: there is no way for wheels"


def test_the_enemy_bars_those_on_foot_too():
    situation = toy_situation(
        "." * 9 + "\n" + "~" * 9, "us hq HQ 0101", "us inf A 0801", "ge inf X 0401", width_m=EXACT
    )
    assert isolated_stands(situation) == {"A"}


@pytest.mark.parametrize(("value", "isolated"), [(False, frozenset()), (True, frozenset({"A"}))])
def test_interpretation_far_is_isolated(value, isolated):
    """26 hexes of 3 inches from the HQ, nobody in between: 13 hours by lorry."""
    situation = toy_situation(
        "." * 27, "us hq HQ 0101", "us inf A 2701", width_m=EXACT, overrides={"far_is_isolated": value}
    )
    assert isolated_stands(situation) == isolated
