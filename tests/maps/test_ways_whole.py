"""Roads beside and over rivers, and the network as a whole: it hangs together as its source does."""

from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.grid.hexgrid import SIDES
from maps.grid.hexmap import HEXSIDES, Place
from tests.maps.toyways import MAIN, SECONDARY, TRACK, centre, lay, layout_of, links

# --- rivers ---


def valley(layout, *, wet="river"):
    """A river down the hexsides between columns 4 and 5, rows 3 to 9."""
    hexside = np.zeros((len(layout.grid), SIDES), np.uint8)
    for row, d in itertools.product(range(2, 11), (0, 1)):
        i, j = layout.grid.index_of(f"04{row:02d}"), layout.grid.index_of(f"05{row + d:02d}")
        side = layout.grid.side_towards(i, j)
        hexside[i, side] = hexside[j, (side + 3) % SIDES] = HEXSIDES.index(wet)
    return hexside


def crossings_of(code, hexside):
    return int(((code > 0) & (hexside > 0)).sum()) // 2


def beside(layout, off_m):
    """A road from the west down the valley, so far east of its middle, and back west."""
    u = centre(layout, "0403")[0] + 866
    way = [(u + off_m + 40 * (k % 2), 5000.0 + 500 * k) for k in range(20)]
    return [centre(layout, "0303"), *way, centre(layout, "0310")]


@pytest.mark.parametrize("off_m", [-500.0, -200.0, 0.0, 200.0, 500.0])
def test_a_road_along_a_river_does_not_hop_to_and_fro(off_m):
    layout = layout_of()
    hexside, road = valley(layout), beside(layout, off_m)
    found = lay(layout, [road], [MAIN], hexside=hexside)
    # East of the middle it may change banks, there and back, but once.
    assert crossings_of(found.code, hexside) <= (2 if off_m >= 0 else 0)
    assert nx.has_path(nx.Graph(list(links(layout, found.code))), "0303", "0310")


@pytest.mark.parametrize("off_m", [-200.0, 0.0, 200.0, 500.0])
def test_with_its_true_river_a_road_stays_on_its_bank(off_m):
    layout = layout_of()
    hexside, road = valley(layout), beside(layout, off_m)
    u = road[1][0]
    # The true river runs 300 m east of the road, wherever the map has it; it bends away at both ends.
    river = shapely.LineString(layout.to_map(np.array([(u + 300, -3000.0), (u + 300, 30_000.0)])))
    rivers = np.array([river], object)
    found = lay(layout, [road], [MAIN], hexside=hexside, rivers=rivers)
    assert crossings_of(found.code, hexside) == 0
    assert nx.has_path(nx.Graph(list(links(layout, found.code))), "0303", "0310")


def test_a_road_that_crosses_the_river_once_is_laid_over_it_once():
    layout = layout_of()
    hexside = valley(layout)
    u = centre(layout, "0403")[0] + 866
    road = [centre(layout, "0303"), (u, 5000.0), (u + 60, 12_000.0), centre(layout, "0809")]
    found = lay(layout, [road], [MAIN], hexside=hexside)
    assert crossings_of(found.code, hexside) == 1


@pytest.mark.parametrize(("there_v", "times"), [(8000.0, 2), (None, 0)])
def test_a_hop_is_laid_only_where_the_road_truly_crosses(there_v, times):
    layout = layout_of()
    hexside = valley(layout)
    u = centre(layout, "0403")[0] + 866
    # From 0303 the road runs in the hexes of column 5 and comes back to 0310. The true river keeps 900 m east of the
    # middle of the valley, east of the road; or the road crosses it at v = 8000 and comes back after a further 6 km.
    road = [centre(layout, "0303"), (u + 500, 6000.0), (u + 500, 16_000.0), centre(layout, "0310")]
    spots = [(u + 900, -3000.0), (u + 900, 30_000.0)]
    if there_v:
        spots[1:1] = [(u + 900, there_v), (u + 100, there_v), (u + 100, there_v + 6000), (u + 900, there_v + 6000)]
    river = np.array([shapely.LineString(layout.to_map(np.array(spots)))], object)
    found = lay(layout, [road], [MAIN], hexside=hexside, rivers=river)
    assert crossings_of(found.code, hexside) == times
    assert crossings_of(lay(layout, [road], [MAIN], hexside=hexside).code, hexside) == 2


def test_a_stream_is_crossed_as_the_road_runs():
    layout = layout_of()
    hexside = valley(layout, wet="stream")
    u = centre(layout, "0403")[0] + 866
    road = [centre(layout, "0303"), (u + 800, 6000.0), (u + 800, 16_000.0), centre(layout, "0310")]
    far_off = np.array([shapely.LineString(layout.to_map(np.array([(30_000.0, 0.0), (30_000.0, 9.0)])))], object)
    # Of streams the true lines are not asked for: 10 km on the far bank are no hop.
    found = lay(layout, [road], [MAIN], hexside=hexside, rivers=far_off)
    assert crossings_of(found.code, hexside) == 2


# --- the network hangs together ---


def random_roads(seed, layout, count=14):
    """Roads over a few towns that share points, with bends, some in several lines."""
    rng = np.random.default_rng(seed)
    low, high = np.array([1500.0, 1500.0]), np.array([16_000.0, 18_000.0])
    towns = rng.uniform(low, high, (8, 2))
    lines, codes = [], []
    for _ in range(count):
        a, b = rng.choice(8, 2, replace=False)
        steps = np.linspace(0, 1, 7)[1:-1, None]
        bends = towns[a] + steps * (towns[b] - towns[a]) + rng.normal(0, 500, (5, 2))
        road = np.concatenate([towns[[a]], np.clip(bends, low, high), towns[[b]]])
        code, cut = int(rng.integers(1, 4)), int(rng.integers(1, 6))
        lines += [road[: cut + 1], road[cut:]]
        codes += [code, code]
    return towns, lines, codes


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.booleans(), st.booleans())
def test_what_the_source_joins_is_joined_on_the_links_in_its_class(seed, flat_top, wet):
    layout = layout_of(flat_top)
    towns, lines, codes = random_roads(seed, layout)
    hexside = np.zeros((len(layout.grid), SIDES), np.uint8)
    if wet and flat_top:
        hexside = valley(layout)
    index = layout.indices_at(layout.to_map(towns)).tolist()
    places = [Place("", k, *layout.to_map(uv), 2000, 3) for k, uv in zip(index, towns, strict=True)]
    found = lay(layout, lines, codes, hexside=hexside, places=places)
    number = [layout.grid.number(k) for k in index]
    for least in (TRACK, SECONDARY, MAIN):
        source, laid = nx.Graph(), nx.Graph()
        source.add_nodes_from(range(8))
        laid.add_nodes_from(number)
        for line, code in zip(lines, codes, strict=True):
            if code >= least:
                nx.add_path(source, [tuple(point) for point in np.asarray(line).tolist()])
        laid.add_edges_from(pair for pair, code in links(layout, found.code).items() if code >= least)
        for a, b in itertools.combinations(range(8), 2):
            ends = tuple(towns[a].tolist()), tuple(towns[b].tolist())
            # A dead end may stop a hex short; towns where one road of the class ends are left out.
            if any(end not in source or source.degree(end) < 2 for end in ends):
                continue
            if nx.has_path(source, *ends):
                assert nx.has_path(laid, number[a], number[b])


def test_evidence_names_the_lines_of_each_link():
    layout = layout_of()
    spots = [centre(layout, f"03{row:02d}") for row in (2, 5, 8)]
    found = lay(layout, [spots[:2], spots[1:]], [MAIN, MAIN])
    rows = sorted(zip(found.hex.tolist(), found.side.tolist(), found.feature.tolist(), strict=True))
    # Six links down the column, the first three by the first line; each from its northern hex, by its side 3.
    assert rows == [(layout.grid.index_of(f"03{2 + k:02d}"), 3, k // 3) for k in range(6)]


def test_no_lines_at_all():
    layout = layout_of()
    found = lay(layout, [], [])
    assert not found.code.any()
    assert len(found.feature) == 0
