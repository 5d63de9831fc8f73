"""Real roads and railways on links: they flow, they hang together, and towns are no grey soup."""

from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.derive.kinds import shipped_kinds
from maps.derive.ways.carriageways import is_one_way
from maps.derive.ways.chains import chains_of, network_of
from maps.derive.ways.laying import NO_HOME, Nodes, Stretches, TrueCrossings, lay_chains
from maps.derive.ways.links import drop_short_cuts
from maps.derive.ways.stretches import Ground, Sequence, flow
from maps.derive.ways.ways import rail_codes, road_codes
from maps.grid.hexgrid import NO_HEX, SIDES, Grid, Hex
from maps.grid.hexmap import HEXSIDES, RAILS, Place
from tests.maps.toyways import BOTH, MAIN, SECONDARY, TRACK, centre, features, lay, layout_of, links, pairs

RIVER = HEXSIDES.index("river")

# --- kinds ---


def test_streets_are_never_laid_and_the_other_kinds_become_classes():
    kinds = shipped_kinds()
    names = kinds.names("road")
    codes = [names.index(name) for name in ("track", "secondary", "main", "street")]
    assert road_codes(np.array([*codes, -1]), names).tolist() == [TRACK, SECONDARY, MAIN, 0, 0]
    assert rail_codes(np.array([-1, 0, 1]), kinds.names("rail")).tolist() == [0, *range(1, len(RAILS))]


# --- chains ---


def test_a_road_of_many_lines_is_one_chain_whichever_way_they_are_drawn():
    layout = layout_of()
    spots = [(1000.0 * k, 300.0 * k) for k in range(6)]
    lines = [list(reversed(pair)) if k % 2 else list(pair) for k, pair in enumerate(itertools.pairwise(spots))]
    network = network_of(features(layout, lines), np.full(5, MAIN), layout)
    chains = chains_of(network, network.code == MAIN, np.zeros(len(network.nodes), bool))
    # One chain through all six points, or the same backwards; the lines along it in order.
    assert chains.starts.tolist() == [0, 6]
    found = network.nodes[chains.node]
    assert np.allclose(found, spots) or np.allclose(found[::-1], spots)
    assert sorted(chains.feature.tolist()) == [-1, 0, 1, 2, 3, 4]


def test_chains_end_where_three_lines_meet_and_a_ring_is_one_chain():
    layout = layout_of()
    fork = [[(0, 0), (1000, 0)], [(1000, 0), (2000, 500), (3000, 0)], [(1000, 0), (2000, -500)]]
    ring = [[(5000, 5000), (6000, 5000), (6000, 6000)], [(6000, 6000), (5000, 5000)]]
    network = network_of(features(layout, fork + ring), np.full(5, MAIN), layout)
    chains = chains_of(network, network.code == MAIN, np.zeros(len(network.nodes), bool))
    # Three arms of 2, 3 and 2 points, and a ring of three points come back to: 4.
    assert sorted(np.diff(chains.starts).tolist()) == [2, 2, 3, 4]


def test_what_is_drawn_twice_counts_once_in_the_better_class():
    layout = layout_of()
    line = [(0, 0), (1000, 0), (2000, 0)]
    network = network_of(features(layout, [line, line[::-1]]), np.array([SECONDARY, MAIN]), layout)
    assert network.code.tolist() == [MAIN, MAIN]
    assert network.feature.tolist() == [1, 1]


def test_a_line_without_a_class_is_no_way():
    layout = layout_of()
    lines = [[(0, 0), (1000, 0)], [(0, 1000), (1000, 1000)], [(0, 2000), (1000, 2000)]]
    network = network_of(features(layout, lines), np.array([0, MAIN, -1]), layout)
    assert network.feature.tolist() == [1]
    assert network.code.tolist() == [MAIN]


# --- flow ---


@BOTH
def test_a_road_from_centre_to_centre_takes_the_hexes_between(flat_top):
    layout = layout_of(flat_top)
    line = [centre(layout, "0303"), centre(layout, "0308")]
    found = lay(layout, [line], [MAIN])
    row = [layout.grid.number(k) for k in layout.grid.line(*map(layout.grid.index_of, ("0303", "0308")))]
    assert set(links(layout, found.code)) == pairs(*row)


def test_a_road_along_a_row_of_corners_does_not_zigzag():
    layout = layout_of()
    # 766 m east of the centres of column 3 its hexes reach (1155 - 766) * 1.732 = 674 m to either side, so of 2000 m
    # due south a road runs 1348 in a hex of column 3 and clips one of column 4 for 652, less than half a width.
    u, v = centre(layout, "0303")
    road = [(u, v - 2000), (u + 766, v), (u + 766, v + 8000), (u, v + 10_000)]
    found = lay(layout, [road], [MAIN])
    assert set(links(layout, found.code)) == pairs("0302", "0303", "0304", "0305", "0306", "0307", "0308")


def test_a_hex_with_a_village_is_not_skipped():
    layout = layout_of()
    u, v = centre(layout, "0303")
    line = [(u + 766, v), (u + 766, v + 10_000)]
    x, y = layout.to_map(centre(layout, "0404", -900))
    village = Place("Marnach", layout.grid.index_of("0404"), x, y, 1600, 3)
    found = links(layout, lay(layout, [line], [MAIN], places=[village]).code)
    assert any("0404" in pair for pair in found)
    hamlet = Place("Marnach", village.index, x, y, 10, 4)
    assert not any("0404" in pair for pair in links(layout, lay(layout, [line], [MAIN], places=[hamlet]).code))


def test_a_bulge_into_a_hex_and_back_lays_no_stub():
    layout = layout_of()
    u, v = centre(layout, "0505")
    # East into 0604 or 0605 by 300 m and back: 2 x 300 m of road there, less than a width.
    line = [(u, v - 2000), (u, v), (u + 1455, v), (u, v + 60), (u, v + 2000)]
    assert set(links(layout, lay(layout, [line], [MAIN]).code)) == pairs("0504", "0505", "0506")


def test_a_lane_that_hardly_leaves_its_hex_is_no_link():
    layout = layout_of()
    u, v = centre(layout, "0505")
    # The side is 1000 m off. A dead end 1900 m long reaches 900 m into the next hex, one of 2100 m 1100 m.
    assert links(layout, lay(layout, [[(u, v), (u, v + 1900)]], [SECONDARY]).code) == {}
    assert set(links(layout, lay(layout, [[(u, v), (u, v + 2100)]], [SECONDARY]).code)) == pairs("0505", "0506")


def test_roads_end_at_the_edge_of_the_map_and_at_hexes_outside_it():
    layout = layout_of()
    inside = np.ones(len(layout.grid), bool)
    inside[layout.grid.index_of("0506")] = False
    line = [centre(layout, "0503"), centre(layout, "0512", 0, 9000)]
    found = links(layout, lay(layout, [line], [MAIN], inside=inside).code)
    assert set(found) == pairs("0503", "0504", "0505") | pairs(*(f"05{row:02d}" for row in range(7, 13)))


# --- classes and towns ---


def test_the_better_class_stays_and_a_lesser_road_joins_it_where_it_lies():
    layout = layout_of()
    u, v = centre(layout, "0303")
    # The main road clips the hexes of column 4; a side road leaves it in one of them, at a point both share.
    junction = (u + 766, v + 3000)
    main = [(u, v - 2000), (u + 766, v), junction, (u + 766, v + 8000), (u, v + 10_000)]
    side = [junction, centre(layout, "0805")]
    found = links(layout, lay(layout, [main, side, main], [MAIN, SECONDARY, TRACK]).code)
    assert {pair for pair, code in found.items() if code == MAIN} == pairs(*(f"03{row:02d}" for row in range(2, 9)))
    roads = nx.Graph(list(found))
    assert nx.has_path(roads, "0303", "0805")
    assert TRACK not in found.values()


def toy_town(layout):
    """400 streets, 20 each way of 2 km cut in ten, about the middle of 0606: a town over several hexes."""
    u, v = centre(layout, "0606")
    streets = []
    for k, j in itertools.product(range(20), range(10)):
        across, along = -2000 + 200 * k, -2000 + 400 * j
        streets.append([(u + along, v + across), (u + along + 400, v + across)])
        streets.append([(u + across, v + along), (u + across, v + along + 400)])
    return streets


def test_a_towns_streets_lay_no_links_and_its_through_roads_do():
    layout = layout_of()
    streets = toy_town(layout)
    assert len(streets) == 400
    assert links(layout, lay(layout, streets, [0] * 400).code) == {}
    through = [
        [centre(layout, "0602"), centre(layout, "0610")],
        [centre(layout, f"{col:02d}06") for col in range(2, 11)],
    ]
    alone = links(layout, lay(layout, through, [MAIN, SECONDARY]).code)
    assert len(alone) == 8 + 8
    assert links(layout, lay(layout, streets + through, [0] * 400 + [MAIN, SECONDARY]).code) == alone


def test_the_two_carriageways_of_a_motorway_are_one_road():
    layout = layout_of()
    u, v = centre(layout, "0503", 0, 0)
    # 40 m apart, on both sides of the line on which the walk changes from even stretches to clipped ones.
    lines = [[(u + east, v + 500 * k) for k in range(21)] for east in (846.0, 886.0)]
    lines[1].reverse()
    tags = [{"highway": "motorway"}] * 2
    both = links(layout, lay(layout, lines, [MAIN, MAIN], tags=tags).code)
    middle = [[(u + 866.0, v + 500 * k) for k in range(21)]]
    assert both == links(layout, lay(layout, middle, [MAIN]).code)
    apart = links(layout, lay(layout, lines, [MAIN, MAIN]).code)
    assert len(both) <= len(apart)


def test_what_a_one_way_road_is():
    assert is_one_way({"highway": "motorway"})
    assert is_one_way({"highway": "primary", "oneway": "yes"})
    assert is_one_way({"highway": "tertiary", "junction": "roundabout"})
    assert not is_one_way({"highway": "motorway", "oneway": "no"})
    assert not is_one_way({"highway": "primary"})


# --- tracks ---


def track_world(layout):
    """A main road down column 3, and tracks: to a village in 0705, between two hexes of the road, and to nowhere."""
    return [
        [centre(layout, f"03{row:02d}") for row in range(2, 12)],
        [centre(layout, "0305"), centre(layout, "0505"), centre(layout, "0705")],
        [centre(layout, "0307"), centre(layout, "0507"), centre(layout, "0309")],
        [centre(layout, "0311"), centre(layout, "0811")],
    ]


def test_tracks_are_kept_that_join_a_place_or_two_roads_and_no_others():
    layout = layout_of()
    lines, codes = track_world(layout), [MAIN, TRACK, TRACK, TRACK]
    x, y = layout.to_map(centre(layout, "0705"))
    village = Place("Hosingen", layout.grid.index_of("0705"), x, y, 300, 4)
    found = links(layout, lay(layout, lines, codes, thinned=TRACK, places=[village]).code)
    tracks = nx.Graph([pair for pair, code in found.items() if code == TRACK])
    assert set(tracks) >= {"0305", "0705"}
    assert nx.has_path(tracks, "0305", "0705")
    # 0307 and 0309 are two links apart by road; the dead end joins nothing.
    assert not {"0507", "0811"} & set(tracks)
    every = links(layout, lay(layout, lines, codes).code)
    assert {"0507", "0811"} <= set(nx.Graph(list(every)))
    assert set(found) < set(every)


def test_a_track_over_a_pass_is_kept_where_the_road_goes_far_round():
    layout = layout_of(cols=24)
    # Two roads four columns apart that meet only far off: 2 x 9 links by road, more than 4 x 4 by the track.
    west, east = ([centre(layout, f"{col}{row:02d}") for row in range(2, 12)] for col in ("05", "09"))
    lines = [west, east, [west[-1], east[-1]], [west[0], east[0]]]
    codes = [MAIN, MAIN, MAIN, TRACK]
    kept = links(layout, lay(layout, lines, codes, thinned=TRACK).code)
    assert sum(code == TRACK for code in kept.values()) == 4
    # Half way down it is 10 links by road, fewer than 16.
    lines[3] = [west[6], east[6]]
    near = links(layout, lay(layout, lines, codes, thinned=TRACK).code)
    assert TRACK not in near.values()


def test_a_track_between_two_places_is_kept_in_the_first_hex_of_a_map_too():
    layout = layout_of()
    ends = [centre(layout, "0101"), centre(layout, "0105")]
    homes = [
        Place(name, layout.grid.index_of(name), *layout.to_map(spot), 300, 4)
        for name, spot in zip(("0101", "0105"), ends, strict=True)
    ]
    found = links(layout, lay(layout, [ends], [TRACK], thinned=TRACK, places=homes).code)
    assert len(found) == 4
    assert nx.has_path(nx.Graph(list(found)), "0101", "0105")


def test_in_small_hexes_all_tracks_are_kept():
    layout = layout_of(wide=400.0)
    line = [centre(layout, "0303"), centre(layout, "0308")]
    assert len(links(layout, lay(layout, [line], [TRACK], thinned=TRACK).code)) == 5
    layout = layout_of()
    line = [centre(layout, "0303"), centre(layout, "0308")]
    assert links(layout, lay(layout, [line], [TRACK], thinned=TRACK).code) == {}


# --- short cuts ---


def slow_drop(code, table):
    """One link after the other, the least class first, as long as the other two of a triangle are no less."""
    code = code.copy()
    edges = [(i, s) for i, s in np.argwhere(code > 0).tolist() if table[i, s] > i]
    for i, s in sorted(edges, key=lambda e: code[e]):
        j = int(table[i, s])
        for c in set(table[i].tolist()) & set(table[j].tolist()) - {NO_HEX}:
            others = [code[k, table[k].tolist().index(c)] for k in (i, j)]
            if code[i, s] and min(others) >= code[i, s]:
                code[i, s] = code[j, (s + 3) % SIDES] = 0
    return code


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.booleans())
def test_short_cuts_drop_as_one_by_one(seed, flat_top):
    rng = np.random.default_rng(seed)
    table = Grid(7, 6, flat_top).neighbour_table()
    code = np.zeros((42, SIDES), np.uint8)
    for i, s in np.argwhere(table > np.arange(42)[:, None]).tolist():
        code[i, s] = code[table[i, s], (s + 3) % SIDES] = rng.choice(4, p=[0.4, 0.2, 0.2, 0.2])
    slow = slow_drop(code, table)
    drop_short_cuts(code, table)
    assert (code == slow).all()


def test_of_three_equal_links_that_with_least_road_goes():
    table = Grid(3, 3).neighbour_table()
    code, metres = np.zeros((9, SIDES), np.uint8), np.zeros((9, SIDES))
    a, b, c = 4, int(table[4, 0]), int(table[4, 1])
    for (i, j), long in {(a, b): 900.0, (b, c): 1500.0, (a, c): 1800.0}.items():
        for one, other in ((i, j), (j, i)):
            side = table[one].tolist().index(other)
            code[one, side], metres[one, side] = MAIN, long
    drop_short_cuts(code, table, metres)
    assert code[a, 0] == 0
    assert (code > 0).sum() == 4


def test_every_node_along_a_chain_is_at_home_in_the_hex_it_lies_in():
    grid = Grid(4, 1)
    ground = Ground(
        grid.neighbour_table(), np.ones(4, bool), np.zeros((4, SIDES), np.uint8), np.zeros(4, bool),
        np.zeros(5, np.int32),
    )  # fmt: skip
    side = [grid.side_towards(k, k + 1) for k in range(2)]
    # Three hexes, the last of them crossed on a long way; a node in the middle of each, and one near the very end.
    walked = Stretches(
        np.array([0, 3]), np.arange(3), np.array([0.0, 1000, 2000]), np.array([1000.0, 1000, 3000]),
        np.array([*side, -1], np.int8),
    )  # fmt: skip
    nodes = Nodes(np.array([0, *[NO_HOME] * 4, 2]), np.zeros(6, bool))
    at_m = np.array([0.0, 500, 1500, 2500, 4900, 5000])
    true = TrueCrossings(np.zeros(2, np.int64), np.empty(0))
    laid = lay_chains(np.array([0, 6]), np.arange(6), at_m, walked, nodes, true, 2000.0, ground)
    assert nodes.home.tolist() == [0, 0, 1, 2, 2, 2]
    assert laid.hex.tolist() == [0, 1]
    assert laid.side.tolist() == side


@pytest.mark.parametrize(("village", "mended"), [(None, True), ("across", False), ("back", True)])
def test_a_hop_over_a_river_in_vain_stays_on_this_bank_unless_a_village_lies_across(village, mended):
    # Two rows of pointed hexes with the river between them; the road leaves the lower for two hexes of the upper.
    grid = Grid(6, 2, flat_top=False)
    lower, upper = [grid.index_at(Hex(q, 1)) for q in range(3)], [grid.index_at(Hex(q, 0)) for q in (1, 2)]
    table, inside = grid.neighbour_table(), np.ones(12, bool)
    water = np.where(np.isin(table, range(6, 12)) != (np.arange(12) >= 6)[:, None], RIVER, 0).astype(np.uint8)
    held = np.zeros(12, bool)
    held[{"across": upper, "back": [lower[2]], None: []}[village]] = True
    hexes, every = np.array([lower[0], *upper, lower[2]]), np.full(4, 1500.0)
    road = Sequence(hexes, every, 1500.0 * np.arange(4), np.arange(4))
    ground = Ground(table, inside, water, held, np.zeros(13, np.int32))
    way = flow(road, (lower[0], lower[2]), (False, False), np.array([np.nan]), 2000.0, ground).hex.tolist()
    assert way == (lower if mended else hexes.tolist())
