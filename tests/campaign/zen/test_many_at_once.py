"""What is found for thousands of stands at once is what the obvious way finds for each alone (ZN 4.8, 4.13, 4.18)."""

import math

import pytest

from benchmarks.bigworld import big_map, big_world, fresh
from campaign.kit.discs import within
from campaign.model.situation import stands_of
from campaign.systems.catalogue import ruleset
from campaign.systems.zen.march.zones import Exerting, barred_to, enemy_zones, in_enemy_zones
from campaign.systems.zen.space import dice_ground, inches
from campaign.systems.zen.spotting import sightings
from campaign.systems.zen.supply.lines import (
    headquarters_line,
    is_isolated,
    isolated_stands,
    route_to_division,
    routes_to_divisions,
    supply,
    supply_states,
)
from tests.toyground import toy_map

SIDES = ("west", "east")
READINGS = (
    {},
    {"far_is_isolated": True, "trace_on_foot": False, "trace_hours": 2},
    {"isolated_hq": True, "zoc_in_built_up": True, "trace_hours": 4, "artillery_zoc": True},
)


@pytest.fixture(scope="module", params=READINGS, ids=["as shipped", "far is isolated", "strict"])
def situation(request):
    hexmap = big_map(46, 40)
    world = big_world(hexmap, 140, depth=9, cut_off=0.4)
    tables = ruleset("zen_operational", request.param).tables
    return type(world.situation)(world.situation.state, hexmap, tables)


def test_zones_laid_at_once_are_the_zones_of_each(situation):
    for side in SIDES:
        zones = enemy_zones(situation, side)
        assert set(in_enemy_zones(situation, side).nonzero()[0].tolist()) == set(zones)
        exerting = Exerting.against(situation, side)
        for index in range(len(situation.map)):
            assert exerting.first_at(index) == zones.get(index, ("",))[0]


def test_hexes_barred_at_once_are_those_that_each_stand_bars(situation):
    held = {side: {stand.hex for stand in stands_of(situation, side)} for side in SIDES}
    for side, other in zip(SIDES, SIDES[::-1], strict=True):
        zones = enemy_zones(situation, side)
        expected = {
            index for index in range(len(situation.map))
            if (index in zones and index not in held[side]) or index in held[other]
        }  # fmt: skip
        assert set(barred_to(situation, side).nonzero()[0].tolist()) == expected


def test_lines_traced_at_once_are_those_of_each_stand_alone(situation):
    found = supply_states(situation)
    assert found == {key: supply(fresh(situation), key) for key in situation.state.stands}
    assert {bool(trace.cut_by) for trace in found.values()} == {True, False}


def test_who_is_isolated_is_who_has_no_line_alone(situation):
    lines = {stand.id: headquarters_line(fresh(situation), stand.id) for stand in stands_of(situation)}
    assert isolated_stands(fresh(situation)) == {key for key, line in lines.items() if is_isolated(situation, line)}
    assert any(line.hours is None for line in lines.values())


def test_routes_found_at_once_are_those_of_each_division_alone(situation):
    found = routes_to_divisions(fresh(situation))
    assert found == {key: route_to_division(fresh(situation), key) for key in found}
    assert len(found) > len(SIDES)


@pytest.mark.parametrize("flat_top", [True, False])
@pytest.mark.parametrize("widths", [0.0, 0.99, 1.0, 1.7, 1.74, 2.0, 3.5])
def test_a_disc_holds_the_hexes_whose_centre_is_near(flat_top, widths):
    hexmap = toy_map("\n".join(["." * 9] * 8), flat_top=flat_top)
    centres, limit = hexmap.layout.centres(), widths * hexmap.layout.width_m
    for hexes in ([0], [31], [40, 5], list(range(0, 72, 11)), [8, 71], []):
        near = {
            other for other in range(len(hexmap)) for here in hexes
            if math.dist(centres[here], centres[other]) <= limit + 1e-6
        }  # fmt: skip
        assert set(within(hexmap, hexes, limit).nonzero()[0].tolist()) == near
        others = {other for other in near if any(
            here != other and math.dist(centres[here], centres[other]) <= limit + 1e-6 for here in hexes)}  # fmt: skip
        assert set(within(hexmap, hexes, limit, themselves=False).nonzero()[0].tolist()) == others


def test_who_is_seen_at_once_is_seen_by_those_who_see_him_alone(situation):
    """The obvious way: every pair measured, by the shares of 4.18 in fine weather, and who stands next door."""
    hexmap, tables = situation.map, situation.tables
    for side in SIDES:
        expected = {}
        for enemy in stands_of(situation):
            open_ground = dice_ground(situation, enemy.hex) in {"open", "none"}
            reach = float(tables.reading("sight_inches")) * (1 if open_ground else 0.5)
            eyes = {
                own.id for own in stands_of(situation, side)
                if inches(situation, own.hex, enemy.hex) <= reach * (2 if own.profile.kind == "recon" else 1) + 1e-9
                or (enemy.hex in (own.hex, *hexmap.neighbour[own.hex]) and tables.reading("sees_next_hex"))
            }  # fmt: skip
            if enemy.side != side and eyes:
                expected[enemy.id] = eyes
        assert sightings(situation, side) == expected
        assert expected
