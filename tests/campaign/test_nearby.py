"""Which hexes see what is done at a place, and whose knowledge is followed, against plain lists."""

import msgspec
import pytest

from campaign.engine.given import situation_of
from campaign.model.ownership import nearby
from campaign.model.things import Command
from campaign.store.audiences import followed
from campaign.systems.catalogue import ruleset
from tests.campaign.toyrules import toy_opening

change = msgspec.structs.replace


@pytest.mark.parametrize("layout", ["", "pointy\n"])
def test_at_a_place_and_next_to_it_is_who_is_a_step_or_less_away(layout):
    """Of a hexside that is both its hexes; where the map ends there is the one alone."""
    here = situation_of(f"map 5x4\n{layout}us infantry 1 0101 of=A", ruleset("zen_operational")).map
    grid = here.layout.grid
    for index in range(len(here)):
        around = {other for other in range(len(here)) if grid.distance(index, other) <= 1}
        assert nearby(here, str(index)) == around
        for side, across in enumerate(here.neighbour[index].tolist()):
            beyond = {other for other in range(len(here)) if across >= 0 and grid.distance(across, other) <= 1}
            assert nearby(here, f"{index}/{side}") == around | beyond


def test_all_commands_are_followed_and_those_sides_that_have_several():
    setting = toy_opening().setting
    north, south, west = (Command(key, key[:2], key) for key in ("us.north", "us.south", "ge.west"))

    def names(*commands):
        return [(one.kind, one.key) for one in followed(change(setting, commands=commands))]

    assert names() == [("command", "us"), ("command", "ge")]
    assert names(north, west) == [("command", "us.north"), ("command", "ge.west")]
    several = [("command", "us.north"), ("command", "us.south"), ("command", "ge.west"), ("side", "us")]
    assert names(north, south, west) == several
