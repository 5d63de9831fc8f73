"""ZN 4.7: bridges that carry a railway only."""

import dataclasses

import pytest

from campaign.systems.zen.march.pricing import ground_for, is_crossable
from maps.grid.hexmap import CROSSINGS
from tests.toyplay import toy_situation


@pytest.mark.parametrize(
    ("who", "foot", "tracked"), [("foot", True, False), ("all", True, True), ("none", False, False)]
)
def test_interpretation_railway_bridge(who, foot, tracked):
    """A river bridged by a railway only: on foot across, vehicles not, unless the umpire reads it otherwise."""
    situation = toy_situation(
        "....\n....\n....\n....",
        "us inf A 0202",
        "us arm B 0202",
        rivers=("0202/0203",),
        bridges=("0202/0203",),
        overrides={"railway_bridge": who},
    )
    by_rail = situation.map.crossing.copy()
    by_rail[by_rail > 0] = CROSSINGS.index("railway_bridge")
    situation = dataclasses.replace(situation, map=dataclasses.replace(situation.map, crossing=by_rail))
    across, here = situation.map.index_of("0203"), situation.map.index_of("0202")
    side = situation.map.layout.grid.side_towards(here, across)
    for key, may in (("A", foot), ("B", tracked)):
        stand = situation.state.stands[key]
        assert (ground_for(situation, stand).at(here, side).cost > 0) == may
        assert is_crossable(situation, stand, here, side) == may
