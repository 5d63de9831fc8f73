"""Supply of all stands at once is that of each alone (3S 1.14)."""

import pytest

from benchmarks.bigworld import big_map, big_world, fresh
from campaign.model.situation import stands_of
from campaign.systems.catalogue import ruleset
from campaign.systems.star.command.supply import is_isolated, supplied_hexes, supplies, supply


@pytest.fixture(scope="module", params=["not_enemy", "own"])
def situation(request):
    hexmap = big_map(44, 30)
    world = big_world(hexmap, 150, depth=12, cut_off=0.4, rules="three_star_general")
    tables = ruleset("three_star_general", {"friendly_edge": request.param}).tables
    return type(world.situation)(world.situation.state, hexmap, tables)


def test_3s_1_14_lines_traced_at_once_are_those_of_each_stand_alone(situation):
    found = supplies(situation)
    assert found == {stand.id: supply(fresh(situation), stand.id) for stand in stands_of(situation)}
    assert supplies(situation, "west") == {key: line for key, line in found.items() if key.startswith("west")}
    assert {line.hours is None for line in found.values()} == {True, False}


def test_3s_1_14_who_is_isolated_is_who_has_no_line(situation):
    for stand in stands_of(situation):
        line = supply(fresh(situation), stand.id)
        assert is_isolated(situation, stand) == (line.hours is None)
        assert (stand.hex in supplied_hexes(situation, stand.side)) == (line.hours is not None)
