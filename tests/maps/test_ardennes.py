"""The Ardennes as the pipeline builds them: is it the ground that one knows?"""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from maps.area.reader import read_area, shipped_area
from maps.derive.corners import corner_graph
from maps.derive.terrain.terrain import TERRAIN
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS, problems
from maps.making.build import build

STREAM, RIVER, MAJOR = (HEXSIDES.index(name) for name in ("stream", "river", "major_river"))


def test_the_map_is_sound_and_about_as_large_as_planned(ardennes):
    assert problems(ardennes) == []
    assert 3000 <= ardennes.inside.sum() <= 4500
    assert ardennes.inside.all()
    assert ardennes.layout.crs == "EPSG:32631"
    assert ardennes.terrain_names == TERRAIN
    assert np.allclose(ardennes.cover.sum(axis=1), 1, atol=1e-4)


@pytest.mark.parametrize(
    ("place", "lon", "lat", "terrain"),
    [
        ("Bastogne", 5.715, 50.003, {"town"}),
        ("plateau west of Bastogne", 5.66, 50.02, {"open", "pasture"}),
        ("plateau north of Bastogne", 5.76, 50.06, {"open", "pasture"}),
        ("forest east of St. Hubert", 5.44, 50.05, {"woods_dense", "rough"}),
        ("forest of Freyr", 5.42, 50.07, {"woods_dense", "rough"}),
        ("Our below Dasburg", 6.14, 50.02, {"rough", "woods_dense"}),
        ("Our at Vianden", 6.21, 49.95, {"rough", "town"}),
        ("Sûre at Esch", 5.94, 49.91, {"rough"}),
        ("Baraque Michel", 6.06, 50.52, {"marsh"}),
        ("Elsenborn ridge", 6.25, 50.46, {"heath"}),
        ("Schnee Eifel", 6.36, 50.27, {"woods_dense"}),
        ("Losheim gap", 6.34, 50.34, {"pasture"}),
        ("Krinkelt forest", 6.36, 50.44, {"woods_dense"}),
        ("fields of Bitburg", 6.53, 49.95, {"open"}),
        ("Skyline Drive", 6.07, 50.03, {"open", "pasture"}),
        ("Liège", 5.57, 50.633, {"city", "town"}),
    ],
)
def test_named_ground_is_as_it_was(ardennes, hex_at, place, lon, lat, terrain):
    assert ardennes.terrain_of(hex_at(lon, lat)) in terrain, place


def test_heights_are_about_right_once_corrected(ardennes, hex_at):
    # Heights of the churches or summits, from any map; a hex's mean lies within 60 m.
    for lon, lat, true_m in ((5.715, 50.003, 510), (6.127, 50.281, 480), (6.093, 50.502, 690), (6.421, 49.812, 180)):
        assert ardennes.elevation_m[hex_at(lon, lat)] == pytest.approx(true_m, abs=60)
    assert ardennes.elevation_m.max() > 660
    assert (ardennes.low_m <= ardennes.elevation_m + 1).all()
    assert (ardennes.elevation_m <= ardennes.high_m + 1).all()


def named_sides(hexmap, name):
    return [(i, k) for (i, k) in hexmap.side_names if hexmap.river_of(i, k) == name]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("Meuse", {MAJOR}),
        ("Moselle", {MAJOR}),
        ("Ourthe", {RIVER}),
        ("Sauer", {RIVER}),
        ("Our", {STREAM, RIVER}),
        ("Salm", {STREAM, RIVER}),
        ("Clerve", {STREAM, RIVER}),
        ("Wiltz", {STREAM, RIVER}),
        ("Lienne", {STREAM}),
        ("Amblève", {STREAM, RIVER}),
    ],
)
def test_rivers_have_their_names_and_sizes(ardennes, name, kinds):
    assert {int(ardennes.hexside[i, k]) for i, k in named_sides(ardennes, name)} == kinds


@pytest.mark.parametrize("name", ["Our", "Lesse", "Sauer", "Ourthe", "Salm", "Kyll", "Prüm"])
def test_a_river_runs_without_a_gap(ardennes, name):
    graph = corner_graph(ardennes.layout, ardennes.inside)
    wanted = set(named_sides(ardennes, name))
    edges = [e for e in range(len(graph.ends)) if (int(graph.index[e]), int(graph.side[e])) in wanted]
    wet = nx.Graph(graph.ends[edges].tolist())
    assert len(edges) == len(wanted) > 8
    assert nx.is_connected(wet)
    assert max(dict(wet.degree).values()) == 2


def test_the_our_parts_germany_and_luxembourg_down_to_the_sauer(ardennes, hex_at):
    graph = corner_graph(ardennes.layout, ardennes.inside)
    middles = dict(zip(zip(graph.index.tolist(), graph.side.tolist(), strict=True), graph.middles(), strict=True))
    our = np.array([middles[side] for side in named_sides(ardennes, "Our")])
    south = our[np.argmax(our[:, 1])]
    mouth = ardennes.layout.centres()[hex_at(6.288, 49.872)]
    assert np.hypot(*(south - mouth)) < 4000
    east, west = hex_at(6.25, 50.03), hex_at(6.03, 50.03)  # Germany, Luxembourg
    barred = {*named_sides(ardennes, "Our"), *named_sides(ardennes, "Sauer")}
    ways = nx.Graph()
    for i, k in np.argwhere(ardennes.neighbour > np.arange(len(ardennes))[:, None]).tolist():
        if (i, k) not in barred:
            ways.add_edge(i, int(ardennes.neighbour[i, k]))
    # Whoever will not cross Our or Sauer has to go round the springs of the Our, far in the north.
    straight = ardennes.layout.grid.distance(east, west)
    assert nx.shortest_path_length(ways, east, west) > 3 * straight


def test_all_water_is_a_forest_and_every_loose_end_is_a_head_or_at_the_edge(ardennes):
    graph = corner_graph(ardennes.layout, ardennes.inside)
    wet = nx.Graph(graph.ends[ardennes.hexside[graph.index, graph.side] > 0].tolist())
    assert nx.is_forest(wet)
    kinds = ardennes.hexside[graph.index, graph.side]
    for node in (node for node in wet if wet.degree(node) == 1 and not graph.at_edge[node]):
        assert kinds[(graph.ends == node).any(axis=1)].max() <= RIVER


def test_roads_are_one_network_that_reaches_the_towns(ardennes, hex_at):
    links = np.argwhere(ardennes.road > 0)
    roads = nx.Graph((i, int(ardennes.neighbour[i, k])) for i, k in links.tolist())
    assert nx.is_connected(roads)
    towns = ("Bastogne", "St. Vith", "Malmédy", "Clervaux", "Houffalize", "Wiltz", "Prüm", "Bitburg", "Marche", "Liège")
    for town in towns:
        (place,) = (place for place in ardennes.places if place.name == town)
        assert place.index in roads, town
    main = nx.Graph((i, int(ardennes.neighbour[i, k])) for i, k in np.argwhere(ardennes.road == 3).tolist())
    bastogne, dasburg = hex_at(5.715, 50.003), hex_at(6.131, 50.049)
    assert nx.shortest_path_length(main, bastogne, dasburg) <= 1.35 * ardennes.layout.grid.distance(bastogne, dasburg)


def test_roads_make_no_needless_triangles(ardennes):
    for i, k in np.argwhere(ardennes.road > 0).tolist():
        j = int(ardennes.neighbour[i, k])
        other = int(ardennes.neighbour[i, (k + 1) % SIDES])
        if ardennes.road[i, (k + 1) % SIDES] and other != NO_HEX:
            assert not ardennes.road[j, ardennes.layout.grid.side_towards(j, other)]


def test_there_is_a_crossing_exactly_where_a_road_or_railway_meets_a_river(ardennes):
    meets = (ardennes.hexside > 0) & ((ardennes.road > 0) | (ardennes.rail > 0))
    assert ((ardennes.crossing > 0) == meets).all()
    assert meets.any()
    for bridge in ("Dasburg bridge", "Vianden bridge", "Echternach bridge", "La Roche bridge", "Stavelot bridge"):
        assert any(ardennes.crossing_of(i, k) == bridge for i, k in ardennes.side_names), bridge
    bridges = (ardennes.crossing == CROSSINGS.index("bridge")) & (ardennes.road == ROADS.index("main"))
    assert bridges[ardennes.hexside == MAJOR].any()


def test_names_on_a_side_read_the_same_from_both_hexes(ardennes):
    (i, k) = next(side for side in ardennes.side_names if ardennes.crossing_of(*side) == "Dasburg bridge")
    j = int(ardennes.neighbour[i, k])
    assert ardennes.river_of(j, (k + 3) % SIDES) == ardennes.river_of(i, k) == "Our"
    assert ardennes.crossing_of(j, (k + 3) % SIDES) == "Dasburg bridge"


def test_the_map_says_its_sources_and_limits(ardennes):
    assert any("MERIT Hydro" in line and "ODbL" in line for line in ardennes.sources)
    assert any("raised by 21 m" in note and "multiplied by 1.4" in note for note in ardennes.notes)
    assert any("schematic" in note for note in ardennes.notes)
    assert any("later than the date" in note for note in ardennes.notes)


def test_shade_covers_the_map_and_shows_relief(ardennes):
    assert ardennes.shade is not None
    u0, v0, u1, v1 = ardennes.layout.extent()
    lines, columns = ardennes.shade.light.shape
    assert lines * ardennes.shade.cell_m >= v1 - v0
    assert columns * ardennes.shade.cell_m >= u1 - u0
    assert ardennes.shade.light.std() > 15


def test_the_same_area_gives_the_same_map(ardennes):
    steps = []
    again = build(read_area(shipped_area("ardennes_1944")), progress=steps.append)
    assert again.key == ardennes.key
    assert steps[:2] == ["sources", "heights and land cover"]


def test_pointy_hexes_turned_and_without_the_optional_sources(tmp_path):
    import dataclasses

    area = read_area(shipped_area("ardennes_1944"))
    bare = {key: path for key, path in area.sources.items() if key in ("elevation", "land_cover")}
    turned = dataclasses.replace(area, sources=bare, flat_top=False, rotation_deg=20.0, width_m=5000.0)
    hexmap = build(turned)
    assert problems(hexmap) == []
    assert not hexmap.road.any()
    assert not hexmap.hexside.any()
    assert not any("schematic" in note for note in hexmap.notes)
    pointy = build(dataclasses.replace(area, flat_top=False, width_m=4000.0))
    assert problems(pointy) == []
    assert (pointy.road > 0).any()
    assert (pointy.hexside == MAJOR).any()
