"""
What once went wrong in silence, or ended in a traceback: each on ground made for it.

The toy is a box of 0.2 by 0.1 degrees at 6 degrees east and 50 north, in hexes of a kilometre: some 14 by 11 km.
"""

from __future__ import annotations

import json
import tracemalloc

import numpy as np
import pytest
import rasterio
import shapely
from rasterio.transform import Affine

from maps.area.area import layout_of
from maps.area.reader import read_area, shipped_area
from maps.derive.bocage import hedged
from maps.derive.covers import COVERS
from maps.derive.legend import shipped_legend
from maps.derive.patches import sea_hexes
from maps.derive.terrain.settlements import settle
from maps.derive.ways.villages import gabriel_edges
from maps.grid.hexmap import HEXSIDES, ROADS
from maps.making.build import build
from maps.making.nested import nested_area
from maps.problems import ProblemsFound
from maps.sources.places import Settlement
from tests.maps.toyvectors import write

HEAD = """
name = "Toy"
[box]
west = 6.0
south = 50.0
east = 6.2
north = 50.1
[hexes]
width_km = {km}
[sources]
"""


def area(folder, sources, km=1, box=None):
    text = HEAD.format(km=km) + sources + "\n"
    for key, value in (box or {}).items():
        old = {"west": "6.0", "south": "50.0", "east": "6.2", "north": "50.1"}[key]
        text = text.replace(f"{key} = {old}", f"{key} = {value}")
    (folder / "area.toml").write_text(text)
    return read_area(folder / "area.toml")


def raster(path, values, west=5.9, south=49.9, nodata=-9999):
    """Write cells over 0.4 by 0.3 degrees."""
    east, north = west + 0.4, south + 0.3
    values = np.asarray(values)
    high, wide = values.shape
    transform = Affine((east - west) / wide, 0, west, 0, (south - north) / high, north)
    profile = {"driver": "GTiff", "count": 1, "dtype": values.dtype, "nodata": nodata, "crs": "EPSG:4326"}
    with rasterio.open(path, "w", width=wide, height=high, transform=transform, **profile) as target:
        target.write(values, 1)


def heights(value=300):
    return np.full((60, 80), value, np.int16)


def numbers(hexmap):
    return [hexmap.terrain_of(k) for k in range(len(hexmap))]


# --- places of the whole world ------------------------------------------------------------------------------------


def test_places_of_the_whole_world_are_cut_to_what_is_near(tmp_path):
    """235,000 rows; a table of all pairs would take 440 GB. Only those on the map and near it are places."""
    spots = np.random.default_rng(7).uniform((-180, -80), (180, 80), (235_000, 2))
    rows = [f"P{k},{lat:.5f},{lon:.5f},{k % 5000}" for k, (lon, lat) in enumerate(spots.tolist())]
    rows.append("Toyville,50.05,6.1,7000")
    (tmp_path / "places.csv").write_text("name,latitude,longitude,population\n" + "\n".join(rows))
    raster(tmp_path / "h.tif", heights())
    hexmap = build(area(tmp_path, 'elevation = "h.tif"\nplaces = "places.csv"'))
    assert "Toyville" in [place.name for place in hexmap.places]
    assert len(hexmap.places) < 5


def test_places_of_a_country_are_settled_without_a_table_of_all_pairs():
    """20,000 places a kilometre apart: each of 100 people beside one of 1,000 is a suburb, 3.2 GB before."""
    layout = layout_of(read_area(shipped_area("ardennes_1944")))
    towns = [
        Settlement(f"P{k}", layout.origin_x_m + 1000.0 * (k % 200), layout.origin_y_m - 1000.0 * (k // 200),
                   2000 if k % 50 == 0 else 400)
        for k in range(20_000)
    ]  # fmt: skip
    tracemalloc.start()
    places = settle(towns, [], layout, shipped_legend())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200e6
    assert {place.rank for place in places if place.population == 400} == {4}
    assert {place.rank for place in places if place.population == 2000} == {3}


# --- files with nothing in them ------------------------------------------------------------------------------------


def wood(folder, name="woods.geojson", at=(6.02, 50.02)):
    square = shapely.box(*at, at[0] + 0.02, at[1] + 0.02)
    return write(folder / name, [(square, {"natural": "wood"})])


def nothing(folder, name="marshes.geojson"):
    (folder / name).write_text(json.dumps({"type": "FeatureCollection", "features": []}))


def test_a_themed_file_without_features_is_a_note(tmp_path):
    wood(tmp_path)
    nothing(tmp_path)
    hexmap = build(area(tmp_path, 'features = ["woods.geojson", "marshes.geojson"]'))
    assert "marshes.geojson: holds no features." in hexmap.notes


def test_a_board_can_be_cut_where_a_themed_file_is_empty(tmp_path):
    raster(tmp_path / "h.tif", heights())
    wood(tmp_path)
    whole = area(tmp_path, 'elevation = "h.tif"\nfeatures = "woods.geojson"')
    layout = layout_of(whole)
    far = layout.grid.number(len(layout.grid) - 1)
    board = build(nested_area(whole, [far], 200.0))
    assert any(note.startswith("woods.geojson: holds nothing within the area") for note in board.notes)
    assert board.doubts == ()


def test_all_files_empty_are_still_refused(tmp_path):
    nothing(tmp_path)
    with pytest.raises(ProblemsFound, match="holds no features"):
        build(area(tmp_path, 'features = "marshes.geojson"'))


# --- nodes of roads --------------------------------------------------------------------------------------------------


def test_two_nodes_at_one_spot_are_named_with_their_lines(tmp_path):
    raster(tmp_path / "h.tif", heights())
    nodes = ["Kisamos,6.05,50.05,3,", "Chania,6.15,50.05,2,", "Pediada,6.05,50.05,3,", "Aptera,6.1,50.02,3,"]
    (tmp_path / "nodes.csv").write_text("name,lon,lat,rank,also\n" + "\n".join(nodes))
    (tmp_path / "links.csv").write_text("from,to,class\nKisamos,Chania,main\nPediada,Aptera,main\n")
    sources = 'elevation = "h.tif"\nroad_nodes = "nodes.csv"\nroad_links = "links.csv"'
    with pytest.raises(ProblemsFound) as fault:
        build(area(tmp_path, sources))
    assert str(fault.value) == (
        "nodes.csv, line 2: 'Kisamos' and 'Pediada' (nodes.csv, line 4) lie at one spot; "
        "give each its own position, or link only one of them"
    )
    (tmp_path / "links.csv").write_text("from,to,class\nKisamos,Chania,main\n")
    assert build(area(tmp_path, sources)).road.max() == ROADS.index("main")


def test_towns_in_one_line_are_joined_each_to_the_next():
    points = np.array([(1000.0 * k, 2000.0 * k) for k in range(6)])
    edges = {tuple(sorted(edge)) for edge in gabriel_edges(points).tolist()}
    assert {(k, k + 1) for k in range(5)} <= edges


# --- holes in the heights --------------------------------------------------------------------------------------------

WATER, CROPS = 0, 12


def test_a_void_reservoir_in_the_hills_is_no_sea_though_it_reaches_the_edge(tmp_path):
    ground, cover = heights(), np.full((60, 80), CROPS, np.uint8)
    ground[20:40, :40] = -9999
    cover[20:40, :40] = WATER
    raster(tmp_path / "h.tif", ground)
    raster(tmp_path / "c.tif", cover, nodata=255)
    hexmap = build(area(tmp_path, 'elevation = "h.tif"\nland_cover = "c.tif"'))
    assert "sea" not in numbers(hexmap)
    assert "water" in numbers(hexmap)
    (doubt,) = hexmap.doubts
    assert "water at 0 m or of unknown height, amid ground of 300 m and more: they were taken for a lake" in doubt.what


def test_void_water_beside_a_low_shore_is_the_sea(tmp_path):
    ground, cover = heights(20), np.full((60, 80), CROPS, np.uint8)
    ground[20:40, :40] = -9999
    cover[20:40, :40] = WATER
    raster(tmp_path / "h.tif", ground)
    raster(tmp_path / "c.tif", cover, nodata=255)
    hexmap = build(area(tmp_path, 'elevation = "h.tif"\nland_cover = "c.tif"'))
    assert "sea" in numbers(hexmap)
    assert hexmap.doubts == ()


@pytest.mark.parametrize("rows", [slice(20, 40), slice(0, 60)])
def test_a_hole_filled_with_zeros_in_the_hills_is_no_sea(tmp_path, rows):
    """Where no source tells of water: in the middle of the map, and across it from edge to edge."""
    ground = heights()
    ground[rows, 30:50] = 0
    raster(tmp_path / "h.tif", ground)
    hexmap = build(area(tmp_path, 'elevation = "h.tif"'))
    assert "sea" not in numbers(hexmap)
    assert any("lie at 0 m throughout, amid ground of" in doubt.what for doubt in hexmap.doubts)


def test_zeros_at_the_edge_beside_low_ground_are_the_sea(tmp_path):
    ground = heights(5)
    ground[:, :40] = 0
    raster(tmp_path / "h.tif", ground)
    hexmap = build(area(tmp_path, 'elevation = "h.tif"'))
    assert "sea" in numbers(hexmap)


def test_a_lake_known_to_be_sea_needs_no_shore():
    layout = layout_of(read_area(shipped_area("ardennes_1944")))
    shares = np.zeros((len(layout.grid), len(COVERS)))
    shares[:, COVERS.index("water")] = 1
    known = np.zeros(len(shares), bool)
    known[5] = True
    high = np.full(len(shares), np.nan)
    assert sea_hexes(shares, high, np.ones(len(shares), bool), layout.grid, known).all()


# --- country of hedges ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lon", "lat", "there"),
    [(-0.88, 48.98, True), (-3.0, 48.2, True), (-3.7, 50.8, True), (-8.0, 53.0, True),
     (6.1, 50.05, False), (11.5, 48.1, False), (21.0, 52.2, False), (12.5, 41.9, False)],
)  # fmt: skip
def test_hedges_are_in_normandy_brittany_devon_and_ireland_only(lon, lat, there):
    """Vire, central Brittany, Exmoor, Offaly; the Ardennes, Munich, Warsaw, Rome."""
    assert hedged(np.array([(lon, lat)])).tolist() == [there]


NORMANDY = {"west": -0.95, "south": 48.93, "east": -0.75, "north": 49.03}


BY_COUNTRY = [({}, {"crops": 0.5, "pasture": 0.5}), (NORMANDY, {"fields and hedges": 1.0})]


@pytest.mark.parametrize(("box", "shares"), BY_COUNTRY)
def test_mosaics_of_corine_are_bocage_in_country_of_hedges_only(tmp_path, box, shares):
    """The western half of the ground is class 242, the eastern 243."""
    west, south = box.get("west", 6.0) - 0.1, box.get("south", 50.0) - 0.1
    values = np.full((60, 80), 242, np.int16)
    values[:, 40:] = 243
    raster(tmp_path / "c.tif", values, west, south)
    hexmap = build(area(tmp_path, 'land_cover = "c.tif"\nland_cover_classes = "corine"', box=box))
    mean = hexmap.cover[hexmap.inside].mean(axis=0)
    assert {COVERS[k]: round(float(share), 1) for k, share in enumerate(mean) if share > 0.01} == shares
    assert ("bocage" in numbers(hexmap)) == bool(box)


@pytest.mark.parametrize(("box", "terrain"), [({}, "pasture"), (NORMANDY, "bocage")])
def test_areas_of_corine_likewise(tmp_path, box, terrain):
    west, south = box.get("west", 6.0), box.get("south", 50.0)
    ground = shapely.box(west - 0.1, south - 0.1, west + 0.3, south + 0.2)
    write(tmp_path / "clc.geojson", [(ground, {"code_18": "243"})])
    hexmap = build(area(tmp_path, 'features = "clc.geojson"', box=box))
    assert set(numbers(hexmap)) == {terrain}


# --- waters that are not on the map, and rivers that part -----------------------------------------------------------


def reaches(folder, *lines):
    """Write reaches, each by its points and the area it drains."""
    features = [
        {"type": "Feature", "properties": {"upa": km2}, "geometry": {"type": "LineString", "coordinates": points}}
        for points, km2 in lines
    ]
    (folder / "rivers.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))


def river_sides(hexmap):
    return {tuple(pair) for pair in np.argwhere(hexmap.hexside > 0).tolist()}


RHINE = ([(6.25, 50.05), (6.14, 50.05)], 20_000.0)
NEDER_RIJN = ([(6.14, 50.05), (6.08, 50.08), (5.95, 50.08)], 20_100.0)
WAAL = [(6.08, 50.02), (5.95, 50.02)]


@pytest.mark.parametrize("head", [(6.14, 50.05), (6.16, 50.05)], ids=["at the end of a reach", "on the middle of one"])
def test_a_river_parts_and_both_arms_hang_together(tmp_path, head):
    raster(tmp_path / "h.tif", heights(12))
    reaches(tmp_path, RHINE, NEDER_RIJN, ([head, *WAAL], 15_000.0))
    hexmap = build(area(tmp_path, 'elevation = "h.tif"\nrivers = "rivers.geojson"'))
    reaches(tmp_path, RHINE, NEDER_RIJN)
    without = build(area(tmp_path, 'elevation = "h.tif"\nrivers = "rivers.geojson"'))
    arm = river_sides(hexmap) - river_sides(without)
    assert len(arm) > 10
    assert river_sides(without) <= river_sides(hexmap)
    corners = {tuple(np.round(spot)) for pair in arm for spot in ends(hexmap, *pair)}
    main = {tuple(np.round(spot)) for pair in river_sides(without) for spot in ends(hexmap, *pair)}
    assert len(corners & main) == 1
    assert hexmap.hexside.max() == HEXSIDES.index("major_river")
    assert hexmap.doubts == ()


def ends(hexmap, index, side):
    """Give the two corners of a hexside."""
    corners = hexmap.layout.corners()[index]
    middle = (hexmap.layout.centres()[index] + hexmap.layout.centres()[hexmap.neighbour[index, side]]) / 2
    order = np.argsort(np.hypot(*(corners - middle).T))
    return corners[order[:2]]


def test_a_canal_that_is_left_out_is_noted_with_its_name_and_length(tmp_path):
    canal = shapely.LineString([(6.02, 50.03), (6.15, 50.04)])
    write(tmp_path / "w.geojson", [(canal, {"waterway": "canal", "name": "Wilhelminakanaal"})])
    hexmap = build(area(tmp_path, 'features = "w.geojson"'))
    assert not hexmap.hexside.any()
    (note,) = [note for note in hexmap.notes if note.startswith("Left out")]
    assert "canal 'Wilhelminakanaal' (9 km, it counts from 30 km on)" in note


def test_a_river_that_finds_no_hexside_is_a_doubt(tmp_path):
    """Five rivers side by side within one hex: there are not so many hexsides."""
    lines = [
        ([(6.25, 50.05 + 0.0008 * k), (6.1, 50.05 + 0.0008 * k), (5.95, 50.05 + 0.0008 * k)], 500.0) for k in range(9)
    ]
    raster(tmp_path / "h.tif", heights(12))
    reaches(tmp_path, *lines)
    hexmap = build(area(tmp_path, 'elevation = "h.tif"\nrivers = "rivers.geojson"', km=4))
    assert any(doubt.place == "water without a name" and "km of it are not on the map" in doubt.what
               for doubt in hexmap.doubts)  # fmt: skip
