"""Vector sources: what is read of a file, and where it comes to lie."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from pyproj import Transformer

from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from maps.sources.featureset import Features, FeatureSet, ground_of
from maps.sources.layers import SourceLayer, on_the_map
from maps.sources.osm_shapes import WGS84
from maps.sources.vector import read_vectors, vector_extent
from tests.maps.osmfiles import OsmWorld
from tests.maps.toyvectors import (
    EAST,
    LAYOUT,
    NORTH,
    SOUTH,
    WEST,
    degrees,
    metres,
    rows_in,
    square,
    write,
    write_geojson,
)


def named(features: Features) -> dict[str, list[str]]:
    """Give the ids of each name."""
    names: dict[str, list[str]] = {}
    for name, tags in zip(features.ids, features.tags, strict=True):
        names.setdefault(tags.get("name", ""), []).append(name)
    return names


@pytest.fixture(scope="module")
def world(tmp_path_factory) -> FeatureSet:
    """One extract with one thing of every sort."""
    toy = OsmWorld()
    toy.node(*degrees((100, 100))[0], place="village", name="Toy", population="~900", start_date="1850")
    toy.node(*degrees((200, 100))[0], natural="tree", name="tree")
    ways = {
        "road": ([(0, 0), (1000, 0)], {"highway": "primary", "disused__railway": "rail", "end_date": "1950"}),
        "footway": ([(0, 0), (1000, 0)], {"highway": "footway"}),
        "drive": ([(0, 0), (1000, 0)], {"highway": "service", "service": "driveway"}),
        "yard road": ([(0, 0), (1000, 0)], {"highway": "service"}),
        "gone": ([(0, 0), (0, 1000)], {"razed__railway": "rail"}),
        "roundabout": (square(0, 0, 50), {"highway": "primary"}),
        "isle": (square(0, -900, 500), {"natural": "coastline"}),
        "wood": (square(0, -500, 400), {"landuse": "forest"}),
        "house": (square(0, -500, 10), {"building": "yes"}),
        "near": ([(EAST - 50, 0), (EAST + 900, 0)], {"waterway": "river"}),
        "far": ([(EAST + 50, 0), (EAST + 900, 0)], {"waterway": "river"}),
        "north": ([(0, NORTH - 50), (0, NORTH - 20)], {"waterway": "river"}),
        "too far north": ([(0, NORTH + 50), (0, NORTH + 90)], {"waterway": "river"}),
        "south": ([(0, 20 - SOUTH), (0, 50 - SOUTH)], {"waterway": "river"}),
        "too far south": ([(0, -50 - SOUTH), (0, -90 - SOUTH)], {"waterway": "river"}),
        "west": ([(20 - WEST, 0), (50 - WEST, 0)], {"waterway": "river"}),
        "too far west": ([(-20 - WEST, 0), (-50 - WEST, 0)], {"waterway": "river"}),
    }
    for name, (points, tags) in ways.items():
        toy.way(degrees(*points), name=name, **tags)
    outer, hole = toy.way(degrees(*square(500, 500, 1000))), toy.way(degrees(*square(900, 900, 200)))
    toy.relation([("way", outer, "outer"), ("way", hole, "inner")], type="multipolygon", natural="wood", name="holed")
    line = toy.way(degrees((0, -100), (0, -800)))
    toy.relation([("way", line, "")], type="route", route="ferry", name="ferry")
    path = toy.write(tmp_path_factory.mktemp("osm") / "toy.osm.pbf")
    return read_vectors([path], LAYOUT)


def test_an_extract_gives_lines_areas_and_points(world):
    assert set(named(world.lines)) == {
        "road", "yard road", "gone", "roundabout", "isle", "near", "north", "south", "west", "ferry",
    }  # fmt: skip
    assert named(world.areas) == {"wood": ["osm:way/8"], "holed": ["osm:relation/1"]}
    assert named(world.points) == {"Toy": ["osm:node/1"]}
    assert named(world.lines)["road"] == ["osm:way/1"]
    assert named(world.lines)["ferry"] == ["osm:relation/2"]


def test_every_tag_of_an_object_survives(world):
    assert dict(world.lines.tags[world.lines.ids.index("osm:way/1")]) == {
        "name": "road", "highway": "primary", "disused:railway": "rail", "end_date": "1950",
    }  # fmt: skip
    assert dict(world.points.tags[0]) == {
        "place": "village", "name": "Toy", "population": "~900", "start_date": "1850",
    }  # fmt: skip


def test_shapes_lie_in_metres_of_the_map(world):
    # A square of 1000 m less a hole of 200 m: 1,000,000 - 40,000 square metres. An extract
    # counts in ten millionths of a degree, which is a centimetre.
    holed = world.areas.shapes[world.areas.ids.index("osm:relation/1")]
    assert holed.area == pytest.approx(960_000, abs=50)
    road = world.lines.shapes[world.lines.ids.index("osm:way/1")]
    assert shapely.get_coordinates(road) == pytest.approx(np.array(metres((0, 0), (1000, 0))), abs=0.02)
    isle = world.lines.shapes[world.lines.ids.index("osm:way/7")]
    assert isle.length == pytest.approx(2000, abs=0.1)


TOY = [
    (shapely.Polygon(square(0, 0, 1000)), {"fclass": "forest", "width": "12.5", "name": "Föhrenwald"}),
    (shapely.MultiPolygon([shapely.Polygon(square(a, -900, 300)) for a in (0, 500)]), {"fclass": "water"}),
    (shapely.Polygon(square(90_000, 0, 1000)), {"fclass": "forest", "name": "elsewhere"}),
]


@pytest.mark.parametrize(
    ("name", "crs", "options"),
    [
        ("toy.gpkg", "EPSG:3035", {}),
        ("toy.gpkg", "EPSG:4326", {"layer_options": {"SPATIAL_INDEX": "NO"}}),
        ("toy.shp", "EPSG:2056", {}),
        ("toy.zip", "EPSG:4326", {}),
        ("toy.fgb", "EPSG:25832", {}),
        ("toy.geojson", "EPSG:4326", {}),
        ("toy.geojson.gz", "EPSG:4326", {}),
    ],
)
def test_every_format_and_crs_says_the_same(tmp_path, name, crs, options):
    kwargs = {"layer_options": options["layer_options"]} if options else {}
    path = write(tmp_path / name, rows_in(TOY, crs), crs, **kwargs)
    found = read_vectors([path], LAYOUT)
    assert (len(found.lines), len(found.points), found.notes) == (0, 0, ())
    assert sorted(round(shape.area, -1) for shape in found.areas.shapes) == [90_000, 90_000, 1_000_000]
    (wood,) = [k for k, tags in enumerate(found.areas.tags) if tags["fclass"] == "forest"]
    assert dict(found.areas.tags[wood]) == {"fclass": "forest", "width": "12.5", "name": "Föhrenwald"}
    bounds = shapely.bounds(found.areas.shapes[wood])
    assert bounds == pytest.approx(np.ravel(metres((0, 0), (1000, 1000))), abs=1)
    # Both parts of the second feature bear its one id; a packed shapefile is named for itself.
    (water,) = {found.areas.ids[k] for k in range(3) if k != wood}
    file, _, number = water.partition(":")
    assert file == {"toy.zip": "inside_toy.shp"}.get(name, name)
    assert number.removeprefix("toy/") in ("1", "2")


def test_a_file_says_its_extent_without_being_read(tmp_path):
    path = write(tmp_path / "toy.fgb", rows_in(TOY, "EPSG:32632"), "EPSG:32632")
    (layer,) = vector_extent(path)
    # The last square ends 91 km east of the first hex, the first two begin at its centre.
    assert (layer.name, layer.count, layer.bounds) == ("toy", 3, (500_000.0, 5_199_100.0, 591_000.0, 5_201_000.0))
    west, south, _, _ = layer.lonlat()
    # Parallels bend: over 91 km their lowest point lies some 700 m south of the corner.
    assert (west, south) == pytest.approx(degrees((0, -900))[0], abs=0.01)
    pbf = OsmWorld(bounds=(9.0, 47.0, 9.5, 47.25)).write(tmp_path / "toy.osm.pbf")
    assert [(row.count, row.bounds) for row in vector_extent(pbf)] == [(None, pytest.approx((9.0, 47.0, 9.5, 47.25)))]


def test_layers_of_one_geopackage_are_all_read_and_packed_tags_unpacked(tmp_path):
    path = tmp_path / "two.gpkg"
    road = (
        shapely.LineString([(0, 0), (900, 0)]),
        {"highway": "primary", "other_tags": '"bridge"=>"yes","a"=>"x \\"y\\""'},
    )
    write(path, rows_in([road], "EPSG:4326"), layer="lines")
    write(path, rows_in(TOY, "EPSG:32632"), "EPSG:32632", layer="areas", append=True)
    found = read_vectors([path], LAYOUT)
    assert found.lines.ids == ("two.gpkg:lines/1",)
    assert dict(found.lines.tags[0]) == {"highway": "primary", "bridge": "yes", "a": 'x "y"'}
    assert len(found.areas) == 3


def test_crossed_areas_are_mended_and_counted(tmp_path):
    # A bow tie between the corners of a square of 1000 m: two triangles of 250,000 square metres.
    bow = shapely.Polygon([(0, 0), (1000, 1000), (1000, 0), (0, 1000), (0, 0)])
    path = write(tmp_path / "bow.geojson", rows_in([(bow, {"landuse": "forest"})], "EPSG:4326"))
    found = read_vectors([path], LAYOUT)
    assert [round(shape.area, -2) for shape in found.areas.shapes] == [250_000, 250_000]
    assert set(found.areas.ids) == {"bow.geojson:1"}
    assert len(found.lines) == 0
    assert found.notes == ("bow.geojson: 1 areas crossed themselves and were mended",)


def test_empty_and_flat_shapes_are_dropped(tmp_path):
    road = rows_in([(shapely.LineString([(0, 0), (900, 0)]), {"highway": "primary"})], "EPSG:4326")
    spot = degrees((0, 0))[0]
    rows = [
        (shapely.LineString(), {"highway": "track"}),
        (shapely.LineString([spot, spot]), {"highway": "track"}),
        (shapely.Polygon([spot, spot, spot]), {"landuse": "forest"}),
        (shapely.Point(), {"place": "town"}),
        *road,
    ]
    found = read_vectors([write(tmp_path / "flat.geojson", rows)], LAYOUT)
    assert (found.lines.ids, len(found.areas), len(found.points)) == (("flat.geojson:5",), 0, 0)


def test_a_world_sized_area_is_cut_before_it_is_projected():
    # Land from pole to pole, without a corner near the map: cut to the area it covers all of
    # its ground, (2577 + 5175) by (2500 + 5000) metres.
    world = shapely.box(-180, -90, 180, 90)
    layer = SourceLayer("land", WGS84, np.array([world], object), ["land:1"], [{"natural": "land"}])
    found = on_the_map(layer, LAYOUT)
    covered = shapely.union_all(found.areas.shapes)
    ground = ground_of(LAYOUT)
    assert ground.area == pytest.approx(7752 * 7500, rel=1e-3)
    assert covered.intersection(ground).area == pytest.approx(ground.area, rel=1e-6)
    assert covered.area < 20 * ground.area


FIJI = Layout(Grid(4, 3), "EPSG:32760", 825_000.0, 8_000_000.0, 20_000.0)


def _fiji_rows():
    # The first hex lies at about 180.1 E, 18.0 S, and the grid is 60 km wide to the east.
    to_degrees = Transformer.from_crs(FIJI.crs, "EPSG:4326", always_xy=True)
    lon, lat = to_degrees.transform(825_000.0, 7_980_000.0)
    return lon, lat


@pytest.mark.parametrize("name", ["dates.geojson", "dates.gpkg", "dates.fgb", "dates.osm.pbf"])
def test_a_map_across_the_180th_meridian(tmp_path, name):
    lon, lat = _fiji_rows()
    assert -180 < lon < -179.8
    lons = {"west of it": 179.9, "east of it": -179.9, "other side of the world": 0.1}
    if name.endswith("pbf"):
        toy = OsmWorld()
        for place, at in lons.items():
            toy.node(at, lat, place="village", name=place)
        path = toy.write(tmp_path / name)
    else:
        lons["beyond 180"] = 180.05
        rows = [(shapely.Point(at, lat), {"name": place}) for place, at in lons.items()]
        path = write(tmp_path / name, rows)
    found = read_vectors([path], FIJI)
    assert set(named(found.points)) == set(lons) - {"other side of the world"}
    x = {tags["name"]: shape.x for tags, shape in zip(found.points.tags, found.points.shapes, strict=True)}
    # 0.2 degrees at 18 S are 0.2 * 111.3 km * cos(18) = 21.2 km.
    assert x["east of it"] - x["west of it"] == pytest.approx(21_200, abs=300)


def test_a_map_at_the_pole(tmp_path):
    polar = Layout(Grid(4, 3), "EPSG:3995", 0.0, 0.0, 20_000.0)
    rows = [(shapely.Point(lon, 89.7), {"name": str(lon)}) for lon in (-135, 45, 180)]
    found = read_vectors([write(tmp_path / "pole.geojson", rows)], polar)
    # 0.3 degrees are 33 km from the pole: within the grid and its 40 km margin on every side.
    assert set(named(found.points)) == {"-135", "45", "180"}


def test_of_two_files_the_first_is_believed(tmp_path):
    paths = []
    for name, kind in (("old", "track"), ("new", "primary")):
        toy = OsmWorld()
        toy.way(degrees((0, 0), (900, 0)), highway=kind)
        if name == "new":
            toy.way(degrees((0, 0), (0, 900)), highway=kind)
        paths.append(toy.write(tmp_path / f"{name}.osm.pbf"))
    found = read_vectors(paths, LAYOUT)
    assert [(name, tags["highway"]) for name, tags in zip(found.lines.ids, found.lines.tags, strict=True)] == [
        ("osm:way/1", "track"),
        ("osm:way/2", "primary"),
    ]
    assert [tags["highway"] for tags in read_vectors(paths[::-1], LAYOUT).lines.tags] == ["primary", "primary"]


def test_exports_of_overpass_turbo_keep_their_ids(tmp_path):
    rows = rows_in([(shapely.LineString([(0, 0), (900, 0)]), {"@id": "way/7", "highway": "primary"})], "EPSG:4326")
    assert read_vectors([write(tmp_path / "t.geojson", rows)], LAYOUT).lines.ids == ("osm:way/7",)


def test_old_geojson_may_name_its_crs(tmp_path):
    rows = rows_in([(shapely.Point(0, 0), {"place": "town"})], "EPSG:25832")
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::25832"}}
    found = read_vectors([write_geojson(tmp_path / "t.geojson", rows, crs=crs)], LAYOUT)
    assert shapely.get_coordinates(found.points.shapes) == pytest.approx(np.array(metres((0, 0))), abs=1)


def test_a_geopackage_without_index_and_one_with_a_view(tmp_path):
    path = write(tmp_path / "v.gpkg", rows_in(TOY, "EPSG:4326"))
    file = sqlite3.connect(path)
    file.executescript(
        "CREATE VIEW spy AS SELECT fid, geom, 'x' AS secret FROM v;"
        "INSERT INTO gpkg_contents SELECT 'spy', data_type, 'spy', description, last_change,"
        " min_x, min_y, max_x, max_y, srs_id FROM gpkg_contents WHERE table_name = 'v';"
        "INSERT INTO gpkg_geometry_columns SELECT 'spy', column_name, geometry_type_name, srs_id, z, m"
        " FROM gpkg_geometry_columns WHERE table_name = 'v';"
    )
    file.close()
    assert [layer.name for layer in vector_extent(path)] == ["v"]
    assert not any("secret" in tags for tags in read_vectors([path], LAYOUT).areas.tags)


def test_a_geopackage_without_index_that_says_half_of_its_bounds_says_none(tmp_path):
    path = write(tmp_path / "v.gpkg", rows_in(TOY, "EPSG:4326"))
    with closing(sqlite3.connect(path)) as file:
        file.executescript("DROP TABLE rtree_v_geom;")
    (whole,) = vector_extent(path)
    with closing(sqlite3.connect(path)) as file:
        file.executescript("UPDATE gpkg_contents SET max_y = NULL;")
    (half,) = vector_extent(path)
    assert whole.bounds is not None
    assert (half.name, half.bounds) == ("v", None)


def test_a_part_of_a_map_takes_its_part_of_the_features(world):
    block = replace(LAYOUT, grid=Grid(1, 1))
    part = world.within(block)
    again = {name for name, shape in zip(world.lines.ids, world.lines.shapes, strict=True)
             if shape.intersects(ground_of(block))}  # fmt: skip
    assert set(part.lines.ids) == again
    # From the one hex with its 2000 m margin: 2577 m east, so the river 5125 m east is not on it.
    assert "near" not in named(part.lines)
    assert "road" in named(part.lines)
    assert len(FeatureSet.none().within(block)) == 0


def test_progress_tells_each_file(tmp_path):
    toy = OsmWorld()
    toy.way(degrees((0, 0), (900, 0)), highway="track")
    said: list[str] = []
    read_vectors([toy.write(tmp_path / "a.osm.pbf")], LAYOUT, progress=said.append)
    assert said == ["reading a.osm.pbf"]


point = st.tuples(st.integers(-9000, 9000), st.integers(-9000, 9000))
lines = st.lists(point, min_size=2, max_size=6, unique=True).map(shapely.LineString)
areas = st.tuples(point, st.integers(1, 4000)).map(lambda given: shapely.Polygon(square(*given[0], given[1])))


@given(st.lists(st.one_of(lines, areas, point.map(shapely.Point)), max_size=12))
def test_what_touches_the_ground_is_kept_and_nothing_else(shapes):
    """Against the slow twin: each shape by itself, in metres, without a detour through degrees."""
    ground = shapely.box(500_000 - WEST, 5_200_000 - SOUTH, 500_000 + EAST, 5_200_000 + NORTH)
    wanted, kept = [], set()
    for number, shape in enumerate(shapes):
        there = shapely.affinity.translate(shape, 500_000, 5_200_000)
        # Grid edges are irrational, and degrees round: what lies within 2 m of the edge may go either way.
        if there.intersects(ground.buffer(-2)):
            wanted.append(str(number))
        if there.intersects(ground.buffer(2)):
            kept.add(str(number))
    rows = rows_in([(shape, {}) for shape in shapes], "EPSG:4326")
    made = np.array([shape for shape, _ in rows], object)
    layer = SourceLayer("toy", WGS84, made, [str(k) for k in range(len(rows))], [{}] * len(rows))
    found = on_the_map(layer, LAYOUT)
    names = {*found.lines.ids, *found.areas.ids, *found.points.ids}
    assert set(wanted) <= names <= kept


def test_geojson_numbers_booleans_and_lists_as_tags(tmp_path):
    rows = [
        (
            shapely.Point(degrees((0, 0))[0]),
            {"Tracks": 2, "w": 1.5, "bridge": True, "tunnel": False, "l": [1], "n": None},
        )
    ]
    (tags,) = read_vectors([write(tmp_path / "t.geojson", rows)], LAYOUT).points.tags
    assert dict(tags) == {"tracks": "2", "w": "1.5", "bridge": "yes", "tunnel": "no"}
    assert json.dumps(dict(tags))
