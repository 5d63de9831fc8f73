"""Rivers made of lines in any order: toy worlds on paper, and properties of random river trees."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.derive.corners import corner_graph
from maps.derive.kinds import GROUPS
from maps.derive.legend import shipped_legend
from maps.derive.waterlegend import shipped_water_legend
from maps.derive.waters.hexsides import lay_rivers
from maps.derive.waters.waterclass import Drained
from maps.derive.waters.waterways import Ground, Waterways, way_stems
from maps.grid.hexgrid import Grid
from maps.grid.hexmap import HEXSIDES
from maps.grid.layout import Layout
from maps.sources.featureset import Features

STREAM, RIVER, MAJOR = (HEXSIDES.index(name) for name in ("stream", "river", "major_river"))
ALL = replace(shipped_water_legend(), rivers=((50.0, 0.0, 0.0),))
"""Leaves nothing out."""
LAYOUT = Layout(Grid(24, 20, True), "EPSG:32631", 600_000.0, 5_500_000.0, 1000.0)
GROUND = Ground(LAYOUT, np.ones(480, bool))


def way(*uv, kind="stream", **tags):
    """A line in grid coordinates: kilometres to the right and down."""
    return shapely.linestrings(LAYOUT.to_map(np.array(uv, float) * 1000)), kind, tags


def polygon(*uv):
    return shapely.polygons(LAYOUT.to_map(np.array(uv, float) * 1000))


def ways_of(*ways):
    shapes = np.array([shape for shape, *_ in ways], np.object_)
    ids = tuple(f"osm:way/{k}" for k in range(len(ways)))
    codes = np.array([GROUPS["waterway"].index(kind) if kind else -1 for _, kind, _ in ways], np.int16)
    return Features(shapes, ids, tuple(tags for *_, tags in ways)), codes


def made(*ways, legend=ALL, ground=GROUND, **more):
    return way_stems(Waterways(*ways_of(*ways), **more), ground, legend)[0]


def uv_of(stem):
    return (LAYOUT.to_grid(stem.points) / 1000).round(2).tolist()


def shapes_of(*polygons):
    return np.array(polygons, np.object_)


# --- toy worlds ---


def test_a_river_of_three_ways_out_of_order_is_one_stem():
    (stem,) = made(way((6, 5), (9, 5)), way((1, 5), (3, 5)), way((3, 5), (6, 5)), way((1, 9), (2, 9), kind=""))
    assert uv_of(stem) == [[1, 5], [3, 5], [3, 5], [6, 5], [6, 5], [9, 5]]
    assert stem.features == ("osm:way/1",) * 2 + ("osm:way/2",) * 2 + ("osm:way/0",) * 2
    assert stem.into is None


def test_ends_within_the_tolerance_are_one_and_others_are_not():
    near, far = way((3.004, 5), (6, 5)), way((3.2, 5), (6, 5))
    assert len(made(way((1, 5), (3, 5)), near)) == 1
    # 196 m are more than the 150 m of a gap.
    assert len(made(way((1, 5), (3, 5)), far)) == 2


def test_a_tributary_that_ends_on_the_middle_of_a_way_flows_into_it():
    trunk, side = made(way((5, 2), (5, 5)), way((1, 5), (9, 5)))
    assert uv_of(trunk)[-1] == [9, 5]
    assert (trunk.into, side.into) == (None, 0)


def test_at_a_confluence_the_name_goes_on_then_the_breadth_then_the_longer_water():
    below = way((5, 5), (9, 5), name="Our")
    a, b = way((1, 1), (5, 5)), way((4, 6), (5, 5))
    assert uv_of(made(below, a, b)[0])[0] == [1, 1]
    named = (*b[:2], {"name": "Our"})
    assert uv_of(made(below, a, named)[0])[0] == [4, 6]
    broad = (*b[:2], {"width": "12 m"})
    assert uv_of(made(below, a, broad)[0])[0] == [4, 6]


@pytest.mark.parametrize(
    ("kind", "tags", "code"),
    [
        ("stream", {}, STREAM),
        ("river", {}, RIVER),
        ("stream", {"width": "30"}, RIVER),
        ("river", {"width": "29 m"}, STREAM),
        ("river", {"width": "150"}, MAJOR),
        ("canal", {"width": "50"}, RIVER),
        ("drain", {}, STREAM),
    ],
)
def test_the_class_goes_by_breadth_or_else_by_kind(kind, tags, code):
    # It comes from beyond the map, so that nobody knows how long it is.
    (stem,) = made(way((-1, 5), (9, 5), kind=kind, **tags))
    assert set(stem.codes) == {code}


def test_a_short_river_that_rises_on_the_map_is_a_stream_until_enough_water_has_joined_it():
    # 6 km, then with the 8 km of the other 14 + 2; the limit is set to 15 km.
    legend = replace(ALL, small_river_km=15.0)
    ways = way((3, 5), (9, 5), kind="river"), way((9, 13), (9, 5), kind="river"), way((9, 5), (11, 5), kind="river")
    main, side = made(*ways, legend=legend)
    assert set(side.codes) == {STREAM}
    assert main.codes.tolist() == [STREAM, STREAM, RIVER, RIVER]


def test_a_class_never_falls_downstream():
    (stem,) = made(way((1, 5), (4, 5), width="200"), way((4, 5), (9, 5), width="4"))
    assert set(stem.codes) == {MAJOR}


def test_the_table_of_names_and_the_area_drained_say_the_class():
    ours = way((1, 5), (4, 5), name="Our", width="3")
    assert set(made(ours, classes={"Our": RIVER})[0].codes) == {RIVER}
    points = LAYOUT.to_map(np.array([(1000.0, 5300.0), (2500, 5300), (4000, 5300)]))
    drained = Drained(points, np.array([RIVER, RIVER, RIVER], np.uint8))
    assert set(made(way((1, 5), (4, 5)), drained=drained)[0].codes) == {RIVER}
    # Breadth is measured, an area only near by: breadth wins.
    assert set(made(way((1, 5), (4, 5), width="3"), drained=drained)[0].codes) == {STREAM}
    assert set(made(way((1, 9), (4, 9)), drained=drained)[0].codes) == {STREAM}


def test_breadth_between_the_banks():
    # 8 km long and 0.05 km broad: 0.4 square km over 8 km (half the outline is 8.05 km): 49.7 m.
    bank = polygon((1, 4.975), (9, 4.975), (9, 5.025), (1, 5.025))
    assert set(made(way((1, 5), (9, 5)), banks=shapes_of(bank))[0].codes) == {RIVER}
    # A line that runs out of it after 1 km is not measured by it.
    assert set(made(way((8, 5), (9, 5), (16, 5)), banks=shapes_of(bank))[0].codes) == {STREAM}


def test_a_ring_about_an_island_keeps_the_main_arm_only():
    whole = way((1, 5), (4, 5), name="Our"), way((8, 5), (12, 5), name="Our")
    north, south = way((4, 5), (6, 4), (8, 5), name="Our"), way((4, 5), (6, 7), (8, 5))
    (stem,) = made(*whole, south, north)
    assert [6, 4] in uv_of(stem)
    assert [6, 7] not in uv_of(stem)
    # In pieces too, and a brook that flows into the side arm still reaches the river.
    parts = way((4, 5), (6, 7)), way((6, 7), (8, 5)), way((6, 12), (6, 7))
    main, brook = made(*whole, north, *parts)
    assert [6, 7] not in uv_of(main)
    assert (uv_of(brook)[0], uv_of(brook)[-1], brook.into) == ([6, 12], [8, 5], 0)


def test_water_that_runs_in_a_ring_is_opened():
    ring = way((4, 5), (8, 5)), way((8, 5), (6, 8)), way((6, 8), (4, 5))
    found = made(*ring, way((1, 5), (4, 5)))
    assert len(found) >= 1
    for stem in found:
        points = list(map(tuple, uv_of(stem)))
        joints = points[0:1] + points[1::2]
        assert len(set(joints)) == len(joints)
    # With a way out it is taken, though it is the lesser name.
    out = made(*[(*w[:2], {"name": "Ring"}) for w in ring], way((1, 5), (4, 5)), way((6, 8), (6, 12)))
    assert uv_of(out[0])[0] == [1, 5]
    assert uv_of(out[0])[-1] == [6, 12]


def test_an_arm_that_never_comes_back_hangs_on_if_it_is_a_river():
    rhine = (
        way((1, 5), (9, 5), kind="river", name="Rhine", width="200"),
        way((9, 5), (20, 5), kind="river", name="Rhine"),
    )
    waal = way((9, 5), (20, 12), kind="river", width="100")
    main, arm = made(*rhine, waal)
    assert not main.parts_off
    assert (arm.parts_off, arm.into, set(arm.codes)) == (True, 0, {RIVER})
    assert (uv_of(arm)[0], uv_of(arm)[-1]) == ([20, 12], [9, 5])
    ditch = (waal[0], "drain", {})
    assert len(made(*rhine, ditch)) == 1


def test_a_lake_with_inflow_and_outflow_is_passed():
    lake = polygon((4, 3), (8, 3), (8, 7), (4, 7))
    ways = way((1, 5), (4, 5)), way((5, 1), (5, 3)), way((8, 6), (12, 6))
    assert len(made(*ways)) == 3
    main, side = made(*ways, lakes=shapes_of(lake))
    assert (uv_of(main)[0], uv_of(main)[-1], side.into) == ([1, 5], [12, 6], 0)
    assert main.in_lake[uv_of(main).index([4, 5])]
    assert not main.in_lake[0]
    # A small pond makes no lake on hexsides.
    pond = polygon((2, 4.9), (2.2, 4.9), (2.2, 5.1), (2, 5.1))
    assert made(*ways, lakes=shapes_of(pond))[0].in_lake is None


def test_a_brook_that_ends_at_the_bank_reaches_the_line_in_the_middle():
    bank = polygon((1, 4), (12, 4), (12, 6), (1, 6))
    ways = way((1, 5), (12, 5), kind="river"), way((6, 1), (6, 4))
    assert [stem.into for stem in made(*ways)] == [None, None]
    assert [stem.into for stem in made(*ways, banks=shapes_of(bank))] == [None, 0]


def test_gaps_as_at_a_culvert_are_bridged_but_not_between_two_names():
    one, other = way((1, 5), (4, 5), name="Our"), way((4.1, 5), (9, 5), name="Our")
    assert len(made(one, other)) == 1
    far = way((4.4, 5), (9, 5), name="Our")
    assert len(made(one, far)) == 2
    # What ends near the middle of another flows into it, but not back into where it comes from.
    assert [stem.into for stem in made(way((6, 1), (6, 4.9)), way((1, 5), (9, 5)))] == [None, 0]
    loop = way((1, 5), (4, 5)), way((4, 5), (6, 6), (3, 5.1))
    (stem,) = made(*loop)
    assert uv_of(stem)[-1] == [3, 5.1]


def test_a_way_drawn_against_the_water_is_turned():
    ways = way((1, 5), (4, 5)), way((9, 5), (4, 5)), way((9, 5), (12, 5))
    (stem,) = made(*ways)
    assert (uv_of(stem)[0], uv_of(stem)[-1]) == ([1, 5], [12, 5])


def test_a_network_that_runs_uphill_is_turned():
    row, col = np.divmod(np.arange(480), 24)
    ways = way((1, 5), (9, 5), name="Our"), way((6, 9), (9, 5)), way((9, 5), (14, 5))
    rising = GROUND._replace(elevation_m=(10.0 * col + 0 * row).astype(np.float32))
    assert uv_of(made(*ways, ground=GROUND)[0])[-1] == [14, 5]
    assert uv_of(made(*ways, ground=rising)[0])[-1] == [1, 5]
    falling = rising._replace(elevation_m=-rising.elevation_m)
    assert uv_of(made(*ways, ground=falling)[0])[-1] == [14, 5]
    unknown = rising._replace(elevation_m=np.full(480, np.nan, np.float32))
    assert uv_of(made(*ways, ground=unknown)[0])[-1] == [14, 5]


def test_what_is_short_for_the_hexes_is_left_out_and_drains_before_streams():
    # At hexes of 1 km: streams from 6 km, drains from 30 km of water in all.
    shipped = shipped_water_legend()
    assert made(way((3, 5), (8, 5)), legend=shipped) == []
    assert len(made(way((3, 5), (10, 5)), legend=shipped)) == 1
    assert made(way((3, 5), (10, 5), kind="drain"), legend=shipped) == []
    assert len(made(way((3, 5), (4, 5), kind="drain", width="40"), legend=shipped)) == 1
    # A brook of 7 km stays though a ditch of 9 km takes it on to the river.
    assert len(made(way((3, 5), (10, 5)), way((10, 5), (19, 5), kind="drain"), legend=shipped)) == 1
    # 4 + 3 km come together, with 1 km below; the side brook of 3 km is left out.
    both = made(way((3, 5), (7, 5)), way((7, 8), (7, 5)), way((7, 5), (8, 5)), legend=shipped)
    assert len(both) == 1


def test_a_river_ends_in_the_sand_where_its_line_ends():
    (stem,) = made(way((-1, 5), (9.3, 5.2), kind="river"))
    wet, graph = laid_graph([stem])
    ends = [graph.points[node] for node in wet if wet.degree(node) == 1 and not graph.at_edge[node]]
    assert len(ends) == 1
    assert np.hypot(*(ends[0] - [9300, 5200])) < 600


def test_waters_that_end_at_one_place_meet_there():
    main, side = made(way((1, 5), (9, 5)), way((9, 1), (9, 5)))
    assert (main.into, side.into) == (None, 0)
    assert nx.is_tree(laid_graph([main, side])[0])


def test_no_water_at_all():
    assert made() == []
    assert made(way((1, 5), (4, 5), kind="")) == []
    lake = polygon((4, 3), (8, 3), (8, 7), (4, 7))
    assert made(lakes=shapes_of(lake)) == []


# --- random trees ---


def laid_graph(stems, ground=GROUND):
    found = lay_rivers(stems, ground.layout, ground.inside, shipped_legend())
    graph = corner_graph(ground.layout, ground.inside)
    code, wet = found.hexside[graph.index, graph.side], nx.Graph()
    for e in np.flatnonzero(code).tolist():
        side = int(graph.index[e]), int(graph.side[e])
        wet.add_edge(*graph.ends[e].tolist(), code=int(code[e]), name=found.names.get(side, ""))
    return wet, graph


def random_tree(rng):
    """Rivers as chains of points, each ending on a point of an earlier one; then cut into ways and shuffled."""
    rivers, pieces = [], []
    for k in range(int(rng.integers(2, 14))):
        if k == 0 or rng.random() < 0.1:
            mouth, into = rng.uniform((-1, -1), (22, 21)), None
        else:
            into = int(rng.integers(k))
            mouth = rivers[into][0][int(rng.integers(1, len(rivers[into][0])))]
        turn = rng.uniform(0, 6.28) + np.cumsum(rng.normal(0, 0.25, int(rng.integers(3, 16))))
        up = mouth + np.cumsum(0.8 * np.stack([np.cos(turn), np.sin(turn)], 1), axis=0)
        points = np.concatenate([up[::-1], [mouth]])
        rivers.append((points, into))
        cuts = [0, *sorted(set(rng.integers(1, len(points) - 1, 3).tolist())), len(points) - 1]
        pieces += [(points[a : b + 1], f"R{k}") for a, b in pairwise(cuts) if b > a]
    order = rng.permutation(len(pieces))
    kinds = rng.choice(["stream", "river", "canal"], len(pieces))
    widths = [str(w) for w in rng.choice([2, 40, 200], len(pieces))]
    return [way(*pieces[k][0], kind=str(kinds[k]), name=pieces[k][1], width=widths[k]) for k in order]


@settings(max_examples=60)
@given(st.integers(0, 100_000))
def test_random_river_trees_are_forests_without_gaps_or_stubs(seed):
    rng = np.random.default_rng(seed)
    ways = random_tree(rng)
    stems = made(*ways)
    for stem in stems:
        assert (np.diff(stem.codes.astype(int)) >= 0).all()
    wet, graph = laid_graph(stems)
    assert not len(wet) or nx.is_forest(wet)
    mouths = [LAYOUT.to_grid(stem.points[-1]) for stem in stems if stem.into is None]
    for part in nx.connected_components(wet):
        # A system reaches the map's edge or the mouth of a river that flows into nothing.
        at_mouth = any(np.hypot(*(graph.points[node] - mouth)) < 1500 for node in part for mouth in mouths)
        assert at_mouth or any(graph.at_edge[node] for node in part)
    heads = [LAYOUT.to_grid(stem.points[0]) for stem in stems]
    for node in (node for node in wet if wet.degree(node) == 1 and not graph.at_edge[node]):
        # No stubs: a loose end is a spring or a mouth into nothing, as near as the others leave room.
        spot = graph.points[node]
        assert min(np.hypot(*(spot - end)) for end in [*heads, *mouths]) < 3000


@settings(max_examples=40)
@given(st.integers(0, 100_000))
def test_the_order_in_which_ways_are_drawn_does_not_matter(seed):
    rng = np.random.default_rng(seed)
    ways = random_tree(rng)
    shuffled = [ways[k] for k in rng.permutation(len(ways))]
    one, other = (sorted((stem.names, uv_of(stem)) for stem in made(*found)) for found in (ways, shuffled))
    assert one == other
