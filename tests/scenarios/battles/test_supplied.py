"""Who of a side that comes to a table counts for its supply."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from campaign.model.things import Side
from scenarios.battles.proposing import _side
from tests.campaign.toyrules import stand
from tests.toyground import toy_map

BOARD = toy_map("..")


@pytest.mark.parametrize(
    ("hours", "supplied"),
    [({"a": None, "b": None, "hq": 3}, False), ({"a": None, "b": 6, "hq": None}, True),
     ({"a": 6, "b": 6, "hq": None}, True), ({"hq": 3}, True), ({"hq": None}, False)],
)  # fmt: skip
def test_a_side_is_supplied_if_one_of_those_who_fight_is_and_a_staff_alone_by_itself(hours, supplied):
    stands = {key: stand(key, "us", "0101", hexmap=BOARD, kind="hq" if key == "hq" else "infantry") for key in hours}
    situation = SimpleNamespace(state=SimpleNamespace(stands=stands))
    play = SimpleNamespace(supply=lambda _situation, key: SimpleNamespace(hours=hours[key]))
    fight = SimpleNamespace(stands={"us": tuple(hours)})
    side = _side(situation, SimpleNamespace(play=play), Side("us", "American", "#8f8a4a"), fight)
    assert (side.supplied, side.hexes) == (supplied, (BOARD.index_of("0101"),))
