"""Roads, railways and rivers: taut, and true to the links and hexsides that the rules go by."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import Place
from maps.shapes.links import Edges, at_nodes, parted, partners, runs
from maps.shapes.shapes import Shapes
from maps.shapes.taut import _pull, through_points
from maps.shapes.towns import towns
from tests.maps.wildmap import wild_map
from tests.toyground import toy_map


def crossed(hexmap, points):
    """List the hexsides that a line of straight pieces crosses, by walking along it in small steps."""
    fine = [points[:1].astype(float)]
    for start, stop in zip(points[:-1].astype(float), points[1:].astype(float), strict=True):
        count = max(2, math.ceil(float(np.hypot(*(stop - start))) / 0.02))
        fine.append(start + (stop - start) * np.linspace(0, 1, count)[1:, None])
    hexes = hexmap.layout.indices_under(np.concatenate(fine) * hexmap.layout.radius_m).tolist()
    found = set()
    for here, there in itertools.pairwise(hexes):
        if here != there:
            side = np.flatnonzero(hexmap.neighbour[min(here, there)] == max(here, there))
            found.add(min(here, there) * SIDES + int(side[0]) if len(side) else "elsewhere")
    return found


@pytest.mark.parametrize("seed", range(12))
def test_a_road_crosses_exactly_the_hexsides_of_its_links(seed):
    hexmap = wild_map(seed)
    shapes = Shapes(hexmap)
    for way in shapes.roads.ways:
        assert crossed(hexmap, way.points) == set(way.links.tolist())


@pytest.mark.parametrize("seed", range(6))
def test_every_link_is_drawn_once_in_its_own_class(seed):
    hexmap = wild_map(seed)
    drawn = sorted(link for way in Shapes(hexmap).roads.ways for link in way.links.tolist())
    here, side = np.nonzero(hexmap.road)
    there = hexmap.neighbour[here, side]
    assert drawn == sorted((here * SIDES + side)[(there != NO_HEX) & (there > here)].tolist())


def test_a_straight_road_lies_straight():
    shapes = Shapes(toy_map("....\n....\n....", roads=("0101-0102-0103",)))
    (way,) = shapes.roads.ways
    assert np.abs(way.points[:, 0]).max() < 1e-6  # down the first column, from centre to centre
    assert way.kind == "main"


def test_a_map_of_one_link_or_none_is_laid_by_the_kernel_of_all_maps():
    """Every second of one number lies side by side in memory, of many not: that would be a kernel of its own."""
    for roads in ((), ("0101-0102",), ("0101-0102-0103",)):
        assert Shapes(toy_map("....\n....\n....", roads=roads)).roads is not None
    assert len(_pull.signatures) == 1


def test_a_road_through_a_bend_is_drawn_tighter_than_from_centre_to_centre():
    hexmap = toy_map("......\n......\n......", roads=("0102-0202-0302-0402-0502-0602",))
    (way,) = Shapes(hexmap).roads.ways
    long = float(np.hypot(*np.diff(way.points, axis=0).T).sum())
    assert 7.5 < long < 5 * math.sqrt(3) - 0.5


def test_a_railway_beside_a_road_crosses_their_hexside_apart_from_it():
    hexmap = toy_map("....\n....\n....", roads=("0101-0102-0103",))
    both = replace(hexmap, rail=hexmap.road.copy() // 3)
    shapes = Shapes(both)
    for link, spot in shapes.roads.crossing.items():
        beside = shapes.railways.crossing[link]
        assert math.dist(spot, beside) == pytest.approx(0.15, abs=0.01)
    for way in shapes.railways.ways:
        assert crossed(both, way.points) == set(way.links.tolist())


def test_a_road_meets_the_place_of_its_hex():
    hexmap = toy_map("....\n....\n....", roads=("0101-0102-0103",))
    layout = hexmap.layout
    spot = layout.centres()[4] + 0.3 * layout.radius_m
    x, y = layout.to_map(spot).tolist()
    held = replace(hexmap, places=(Place("Midway", 4, x, y, 900, 4),))
    shapes = Shapes(held)
    u, v = shapes.spots[4]
    assert (u, v) == pytest.approx(tuple(spot / layout.radius_m))
    assert min(math.dist((u, v), point) for way in shapes.roads.ways for point in way.points.tolist()) < 1e-5


def test_a_place_on_the_edge_of_its_hex_is_drawn_within_it():
    hexmap = toy_map("..\n..")
    layout = hexmap.layout
    x, y = layout.to_map(layout.centres()[0] + np.array([0.8 * layout.radius_m, 0])).tolist()
    held = replace(hexmap, places=(Place("Brink", 0, x, y, 90, 4),))
    assert Shapes(held).spots[0] == pytest.approx((0.5, 0.0))


@pytest.mark.parametrize("seed", range(8))
def test_rivers_name_each_of_their_hexsides_once_and_stay_beside_it(seed):
    hexmap = wild_map(seed)
    shapes = Shapes(hexmap)
    corners = hexmap.layout.corners() / hexmap.layout.radius_m
    links = []
    for way in shapes.rivers:
        links += way.links.tolist()
        assert len(way.points) == 3 * len(way.links) + 1
        for place, link in enumerate(way.links.tolist()):
            index, side = divmod(link, SIDES)
            middle = (corners[index, side] + corners[index, (side + 1) % SIDES]) / 2
            assert math.dist(middle, way.points[3 * place + 1 : 3 * place + 3].mean(axis=0)) < 0.25
    running = (hexmap.hexside >= 1) & (hexmap.hexside <= 3)
    here, side = np.nonzero(running)
    there = hexmap.neighbour[here, side]
    once = (there == NO_HEX) | (there > here)
    assert sorted(links) == sorted((here * SIDES + side)[once].tolist())


def test_a_river_runs_on_and_a_stream_ends_in_it():
    hexmap = toy_map("....\n....\n....", rivers=("0102/0202", "0201/0202", "0202/0302"), streams=("0201/0302",))
    kinds = sorted((way.kind, len(way.links)) for way in Shapes(hexmap).rivers)
    assert kinds == [("river", 3), ("stream", 1)]


def joined(edges, worth):
    """Follow edges (a, b, rank) into lines, and name the nodes that each meets."""
    a, b, rank = (np.array(column) for column in zip(*edges, strict=True))
    net = Edges(a, b, rank, np.arange(len(a)))
    lines = parted(runs(partners(at_nodes(net), lambda one, other: worth(rank[one // 2], rank[other // 2]))), net)
    found = []
    for first, last in itertools.pairwise(lines.starts.tolist()):
        ends = lines.ends[first:last]
        found.append((*net.nodes[ends].tolist(), int(net.nodes[ends[-1] ^ 1])))
    return found


def alike(one, other):
    return -np.abs(one - other).astype(float)


def test_edges_run_on_into_the_best_partner_and_each_is_passed_once():
    cross = [(1, 0, 3), (0, 2, 3), (3, 0, 1), (0, 4, 1)]
    assert joined(cross, alike) == [(1, 0, 2), (3, 0, 4)]


def test_a_line_is_cut_where_its_class_changes():
    assert joined([(1, 0, 3), (0, 2, 3), (2, 5, 1)], alike) == [(1, 0, 2), (2, 5)]


def test_a_ring_of_edges_is_one_run():
    assert joined([(0, 1, 1), (1, 2, 1), (2, 0, 1)], alike) == [(0, 1, 2, 0)]


def test_edges_that_may_not_meet_end_there():
    assert joined([(1, 0, 3), (0, 2, 3)], lambda one, _: np.full(len(one), np.nan)) == [(1, 0), (0, 2)]


def test_a_smooth_line_goes_through_its_points():
    stops = np.array([[0.0, 0.0], [1.0, 0.2], [2.0, -0.1], [2.5, 1.0]])
    line = through_points(stops, np.array([0, 4]), 6)
    assert line[::6].tolist() == pytest.approx(stops)


def test_lines_are_made_smooth_together_as_each_by_itself():
    lots = np.random.default_rng(4)
    lines = [lots.uniform(0, 9, (count, 2)) for count in (3, 7, 4)]
    together = through_points(np.concatenate(lines), np.array([0, 3, 10, 14]))
    alone = [through_points(line, np.array([0, len(line)])) for line in lines]
    assert np.array_equal(together, np.concatenate(alone))


def test_a_town_has_more_blocks_than_a_village_and_stands_at_its_spot():
    hexmap = toy_map("...\n...\n...")
    layout = hexmap.layout
    places = []
    for index, (name, rank, people) in {0: ("City", 1, 90_000), 4: ("Town", 2, 8_000), 8: ("Hamlet", 4, 80)}.items():
        x, y = layout.to_map(layout.centres()[index]).tolist()
        places.append(Place(name, index, x, y, people, rank))
    found = {town.name: town for town in towns(replace(hexmap, places=tuple(places)), {}, (0.0, 0.0))}
    counts = {name: len(town.blocks) for name, town in found.items()}
    assert counts["City"] > counts["Town"] > counts["Hamlet"] >= 1
    assert (found["City"].u, found["City"].v) == pytest.approx((0.0, 0.0))
    assert found["City"].blocks.reshape(-1, 2).mean(axis=0) == pytest.approx([0, 0], abs=0.1)
    assert found["City"].reach < 0.87
