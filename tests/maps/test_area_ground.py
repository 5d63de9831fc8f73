"""Which ground an area file means: boxes, outlines, places and grids anywhere on earth, and what is no ground."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from maps.area.area import Box, layout_of
from maps.area.projection import box_of_grid, default_crs, stretch
from maps.area.reader import parse_area
from maps.problems import ProblemsFound
from maps.sources.outline import inside_outline, outline_box, ring_fault

PLACES = """name,latitude,longitude,population
Bastogne,50.00347,5.71844,14395
Büllingen,50.40731,6.25726,5352
Neufchâteau,49.84038,5.43432,6932
Neufchateau,48.35565,5.69602,7533
Suva,-18.14161,178.44149,77366
Alert,82.50,-62.35,5
"""
AROUND = "[around]\nwidth_km = 9\n"


@pytest.fixture
def read(tmp_path):
    (tmp_path / "places.csv").write_text(PLACES, "utf-8")

    def read(top="", box=None, *, width=2.0, hexes="", tail=""):
        if box is not None:
            west, south, east, north = box
            tail = f"[box]\nwest = {west}\nsouth = {south}\neast = {east}\nnorth = {north}\n" + tail
        text = f'name = "Toy"\n{top}\n[hexes]\nwidth_km = {width}\n{hexes}\n[sources]\nplaces = "places.csv"\n'
        return parse_area(text + 'online = "overpass"\n' + tail, name="area.toml", folder=tmp_path)

    return read


@pytest.fixture
def refused(read):
    def refused(*args, **kwargs):
        with pytest.raises(ProblemsFound) as caught:
            read(*args, **kwargs)
        return [str(problem) for problem in caught.value.problems]

    return refused


# --- boxes -------------------------------------------------------------------------------------------------


def test_a_box_over_the_180th_meridian(read):
    area = read(box=(177, -19, -179, -16))
    # The middle is 179 east: zone 60, south of the equator.
    assert area.box.centre == (179, -17.5)
    assert area.crs == "EPSG:32760"
    grid = layout_of(area).grid
    # 4 degrees at 16 S are 428 km: 428 / 1.732 = 247 columns; 3 degrees are 332 km: 166 rows and the bend.
    assert 245 <= grid.cols <= 252
    assert 166 <= grid.rows <= 172
    # Two degrees further on the middle is 179 west: zone 1.
    assert read(box=(179, -19, -177, -16)).crs == "EPSG:32701"
    assert read(box=(179, 51, -176, 53)).crs == "EPSG:32601"


def test_boxes_near_the_poles_have_the_polar_grid(read):
    north = read(box=(-60, 82, -30, 86))
    assert north.crs == "EPSG:5041"
    assert read(box=(-60, -84, -30, -79)).crs == "EPSG:5042"
    # Scale of UPS: 0.994 * 2 / (1 + sin 82) = 0.994 * 1.0049 = 0.9989 at the rim, 0.9952 at 86 N.
    least, greatest = stretch("EPSG:5041", north.box)
    assert least == pytest.approx(0.9953, abs=2e-4)
    assert greatest == pytest.approx(0.9988, abs=2e-4)


def test_a_box_that_touches_the_pole(read):
    area = read(box=(0, 88, 90, 90), width=2)
    layout = layout_of(area)
    # A quarter of a disc of 223 km about the pole, which UPS puts at 2,000 km east and north.
    assert layout.index_at(2_000_000, 2_000_000) >= 0
    assert layout.grid.cols == pytest.approx(223 / 1.732, abs=2)
    assert layout.grid.rows == pytest.approx(223 / 2, abs=2)


def test_wide_boxes_have_an_equal_area_projection_and_say_how_wrong_it_is(read):
    area = read(box=(-10, 35, 40, 60), width=20)
    assert area.crs.startswith("+proj=laea +lat_0=48 +lon_0=15 ")
    assert area.notes == (f"projection {area.crs}: distances on the map are wrong by up to 1%",)


@pytest.mark.parametrize(
    ("box", "message"),
    [
        ((5.15, 49.62, 5.15, 50.62), "box.east is 5.15, not east of west = 5.15; swap them"),
        ((-100, 10, 100, 20), "box.east is 100, which makes the box 200 degrees wide; at most 180 can be one map"),
        ((6, 49, 5, 50), "box.east is 5, not east of west = 6; swap them"),
        ((5, 50, 6, 49), "box.north is 49, not north of south = 50; swap them"),
        ((49.62, 105.15, 50.62, 106.75), "box has latitude and longitude swapped, it seems (west = 49.62, "),
        ((190, 10, 195, 12), "longitudes run from -180 to 180: write west = -170, east = -165"),
        ((5, 50, 6, 91), "box.north is 91, out of range; give a number from -90 to 90"),
        ((5, "nan", 6, 51), "box.south is nan, out of range"),
        ((5, '"50"', 6, 51), "box.south is '50', no number"),
        ((0, -80, 170, 80), "box is 170 by 160 degrees, too much of the globe for a flat map; take a smaller one"),
        ((5, 50, 5.001, 50.001), "box holds only 1 x 1 hexes; take narrower hexes or a larger box"),
    ],
)
def test_boxes_that_are_none(refused, box, message):
    found = refused(box=box)
    assert len(found) == 1
    assert message in found[0]


def test_a_hundred_million_hexes_are_refused_before_they_are_made(refused):
    # 1,000 by 870 km in hexes of 100 m: 8.7e11 m2 / 8,660 m2 = 100 million.
    (fault,) = refused(box=(0, 46, 13, 54), width=0.1)
    assert "hexes.width_km is 0.1, which makes 10" in fault
    assert fault.endswith("hexes of this box, more than 4,000,000; take wider hexes or a smaller box")


def test_a_box_in_metres_is_told_in_degrees(refused):
    metres = (652_000, 5_498_000, 770_000, 5_610_000)
    (fault,) = refused(box=metres)
    assert "box looks like metres, not degrees (west = 652000, south = 5498000, east = 770000, north = 561" in fault
    assert "name it as crs and its degrees will be told here" in fault
    (fault,) = refused('crs = "EPSG:32631"', box=metres)
    # The Ardennes, from which these metres are.
    assert "as metres of 'EPSG:32631' (WGS 84 / UTM zone 31N) that is west = 5.1" in fault
    (fault,) = refused('crs = "EPSG:32631"', box=(1e12, 1e12, 2e12, 2e12))
    assert "in 'EPSG:32631' these numbers lie nowhere" in fault


def test_one_way_of_saying_where(refused):
    assert refused() == ["area.toml: box is missing; give one of [box], outline and place"]
    (fault,) = refused('place = "Bastogne"', box=(5, 49, 6, 50))
    assert "place box and place are both given; give one of [box], outline and place" in fault
    assert refused(box=(5, 49, 6, 50), tail="[around]\nwidth_km = 5")[0].endswith(
        'around is nothing without a place; write place = "..." above the tables'
    )
    assert "near is nothing without a place" in refused("near = [1, 2]", box=(5, 49, 6, 50))[0]


# --- projections -------------------------------------------------------------------------------------------

ARDENNES = (5.15, 49.62, 6.75, 50.62)


@pytest.mark.parametrize(
    ("crs", "message"),
    [
        ("EPSG:27700", "(OSGB36 / British National Grid), made for United Kingdom (UK) (-9.01 to 2.01 east, 49.75 to"),
        ("EPSG:32731", "made for Between 0°E and 6°E, southern hemisphere"),
        ("EPSG:3857", "(WGS 84 / Pseudo-Mercator), which draws distances here at 1.54 to 1.58 of their length"),
        ("EPSG:4326", "is 'EPSG:4326', which does not measure in metres; try 'EPSG:32631', or leave it out"),
        ("EPSG:2274", "is 'EPSG:2274', which does not measure in metres"),
        ("+proj=gnom +lat_0=-50", "in which part of the map has no place"),
        ("mercator", "is 'mercator', which PROJ does not know"),
    ],
)
def test_projections_that_do_not_serve(refused, crs, message):
    (fault,) = refused(f'crs = "{crs}"', box=ARDENNES)
    assert fault.startswith("area.toml, line 2: crs is")
    assert message in fault


@pytest.mark.parametrize("crs", ["EPSG:32632", "EPSG:3035", "EPSG:27561", "+proj=lcc +lat_1=49 +lat_2=51 +lon_0=6"])
def test_projections_that_do(read, crs):
    area = read(f'crs = "{crs}"', box=ARDENNES)
    assert area.crs == crs
    assert len(layout_of(area).grid) == pytest.approx(70 * 59, rel=0.15)


def test_well_known_text_is_a_projection_too(read):
    from pyproj import CRS

    text = CRS.from_epsg(32631).to_wkt()
    assert read(f"crs = '''{text}'''", box=ARDENNES).crs == text


def test_a_projection_cut_at_the_180th_meridian_does_not_serve_a_box_over_it(refused):
    (fault,) = refused('crs = "EPSG:3395"', box=(177, -1, -179, 1))
    assert "draws distances here at" in fault


# --- outlines ----------------------------------------------------------------------------------------------


def outline(ring):
    return f"outline = {json.dumps(ring)}"


def test_hexes_inside_an_outline(read, tmp_path):
    # The lower left half of a box: its diagonal from the upper left to the lower right.
    area = read(outline([[5, 49], [6, 49], [5, 50]]))
    assert area.box == Box(5, 49, 6, 50)
    layout = layout_of(area)
    inside = inside_outline(area, layout)
    assert inside.mean() == pytest.approx(0.5, abs=0.07)
    rows, cols = np.divmod(np.arange(len(inside)), layout.grid.cols)
    share = cols / layout.grid.cols + 1 - rows / layout.grid.rows
    assert inside[(share < 0.9) & (rows < layout.grid.rows - 2) & (cols > 1)].all()
    assert not inside[share > 1.1].any()
    assert inside_outline(read(box=(5, 49, 6, 50)), layout).all()
    # The same from a file.
    shape = {"type": "Polygon", "coordinates": [[[5, 49], [6, 49], [5, 50], [5, 49]]]}
    feature = {"type": "Feature", "properties": {}, "geometry": shape}
    for content in (shape, feature, {"type": "FeatureCollection", "features": [feature]}):
        (tmp_path / "ring.geojson").write_text(json.dumps(content))
        assert (inside_outline(read('outline = "ring.geojson"'), layout) == inside).all()


def test_a_block_of_a_map_has_its_part_of_the_outline(read):
    area = read(outline([[5, 49], [6, 49], [5, 50]]))
    layout = layout_of(area)
    # Rows 10 to 19 of the map.
    x, y = layout.to_map([0.0, 10 * layout.width_m]).tolist()
    block = replace(layout, grid=replace(layout.grid, rows=10), origin_x_m=x, origin_y_m=y)
    cols = layout.grid.cols
    assert (inside_outline(area, block) == inside_outline(area, layout)[10 * cols : 20 * cols]).all()


@pytest.mark.parametrize(
    "ring", [[[177, -19], [181, -19], [181, -16], [177, -16]], [[177, -19], [-179, -19], [-179, -16], [177, -16]]]
)
def test_an_outline_over_the_180th_meridian(read, ring):
    area = read(outline(ring))
    assert area.box == Box(177, -19, -179, -16)
    assert inside_outline(area, layout_of(area)).mean() > 0.95


def test_long_sides_of_an_outline_bend_like_parallels(read):
    # Hexes south of 60 N, though the straight line between the corners runs north of some of them.
    area = read(outline([[0, 55], [30, 55], [30, 60], [0, 60]]), width=10)
    layout = layout_of(area)
    from maps.lonlat import lonlat_of

    lon, lat = lonlat_of(layout, layout.centres()).T
    expected = (lon > 0) & (lon < 30) & (lat > 55) & (lat < 60)
    assert (inside_outline(area, layout) == expected).all()


@pytest.mark.parametrize(
    ("ring", "message"),
    [
        ([[5, 49], [6, 50], [6, 49], [5, 50]], "crosses or touches itself near 5.5000, 49.5000"),
        ([[5, 49], [6, 50]], "has fewer than three points"),
        ([[5, 49], [6, 50], [5, 49]], "has fewer than three points"),
        ([[5, 49], [6, 50], [7, 51]], "crosses or touches itself"),
        ([[5, 99], [6, 50], [7, 51]], "has latitudes beyond 90; write longitude first, then latitude"),
        (
            [[652000, 5498000], [660000, 5498000], [660000, 5500000]],
            "has the point [652000, 5498000], which looks like",
        ),
        ([[0, 80], [120, 80], [-120, 80]], "goes round a pole"),
        ([[0, 0], [100, 0], [190, 0], [190, 10], [100, 10], [0, 10]], "is 190 degrees wide; at most 180"),
        ([[5, 49], [6]], "outline is [[5, 49], [6]]; write [[lon, lat], [lon, lat], ...]"),
        ([[5, 49], [5.3, 49.3], [5.3, 49.301]], "encloses less than two hexes of 2 km; take narrower hexes or a"),
        ("none.geojson", "outline is 'none.geojson', and there is no such file"),
        ([], "has fewer than three points"),
    ],
)
def test_outlines_that_are_none(refused, ring, message):
    (fault,) = refused(outline(ring))
    assert fault.startswith("area.toml, line 2: outline ")
    assert message in fault


@pytest.mark.parametrize(
    "content",
    [
        "no json",
        '{"type": "Point", "coordinates": [5, 50]}',
        '{"type": "FeatureCollection", "features": []}',
        '{"type": "Polygon", "coordinates": [[[5,49],[6,49],[5,50],[5,49]], [[5.1,49.1],[5.2,49.1],[5.1,49.2]]]}',
        '{"type": "MultiPolygon", "coordinates": [[[[5,49],[6,49],[5,50]]], [[[7,49],[8,49],[7,50]]]]}',
        '{"type": "Polygon", "coordinates": [[["a","b"],[6,49],[5,50]]]}',
        "[]",
    ],
)
def test_files_that_hold_no_outline(refused, tmp_path, content):
    (tmp_path / "ring.geojson").write_text(content)
    assert refused('outline = "ring.geojson"') == [
        "ring.geojson: is no GeoJSON of one polygon without holes; draw one outline and export it"
    ]


# --- places ------------------------------------------------------------------------------------------------


def test_a_place_and_what_lies_around_it(read):
    area = read('place = "bastogne"', tail="[around]\nwidth_km = 40\nheight_km = 20\n")
    lon, lat = area.box.centre
    assert (lon, lat) == (pytest.approx(5.71844, abs=1e-3), pytest.approx(50.00347, abs=1e-3))
    # 111.2 km to a degree of latitude at 50 N, 71.7 km to one of longitude.
    assert area.box.width == pytest.approx(40 / 71.7, rel=2e-3)
    assert area.box.north - area.box.south == pytest.approx(20 / 111.2, rel=2e-3)
    assert area.notes == ("the middle is Bastogne with 14,395 people at 5.7184 east, 50.0035 north",)


def test_places_without_their_accents_and_over_the_180th_meridian(read):
    assert "Büllingen" in read('place = "Bullingen"', tail="[around]\nwidth_km = 9").notes[0]
    area = read('place = "Suva"', tail="[around]\nwidth_km = 400")
    assert area.box.west > 0 > area.box.east
    assert area.crs == "EPSG:32760"


def test_a_place_by_another_of_its_names(tmp_path):
    (tmp_path / "towns.csv").write_text("name,lat,lon,also\nLiège,50.63,5.57,Lüttich;Luik\nSpa,50.49,5.86,\n", "utf-8")
    text = (
        'name = "x"\nplace = "Luttich"\n[hexes]\nwidth_km = 1\n[sources]\nplaces = "towns.csv"\nonline = "overpass"\n'
    )
    area = parse_area(text + AROUND, name="a.toml", folder=tmp_path)
    assert area.notes == ("the middle is Liège at 5.5700 east, 50.6300 north",)


def test_several_places_of_a_name_are_listed(read, refused):
    (fault,) = refused('place = "Neufchateau"', tail=AROUND)
    assert fault == (
        "area.toml, line 2: place is 'Neufchateau', of which there are 2: [5.696, 48.356] with 7,533 people, "
        "[5.434, 49.840] with 6,932 people; say which, for example near = [5.696, 48.356]"
    )
    area = read('place = "Neufchateau"\nnear = [5.5, 49.5]', tail=AROUND)
    assert "6,932" in area.notes[0]


@pytest.mark.parametrize(
    ("top", "tail", "message"),
    [
        (
            'place = "Bastonge"',
            "[around]\nwidth_km = 9",
            "'Bastonge', which is not in places.csv; did you mean 'Bastogne'?",
        ),
        ('place = "Xanten"', AROUND, "not in places.csv; take a larger place near it, or a [box]"),
        # Places of another first letter, or of another length by three and more, are not compared.
        ('place = "Rastogne"', AROUND, "not in places.csv; take a larger place near it, or a [box]"),
        ('place = "Bastog"', AROUND, "not in places.csv; did you mean 'Bastogne'?"),
        ('place = "Basto"', AROUND, "not in places.csv; take a larger place near it, or a [box]"),
        ('place = "Bastogne"', "", "around.width_km is missing; give a number from 0.1 to 20000"),
        (
            'place = "Alert"',
            AROUND + "height_km = 1700",
            "is more than a box about Alert can hold, 82.5 degrees",
        ),
        (
            'place = "Alert"',
            "[around]\nwidth_km = 3000",
            "is more than a box about Alert can hold, 82.5 degrees",
        ),
        ('place = "Suva"\nnear = [1]', AROUND, "near is [1]; write [lon, lat]"),
    ],
)
def test_places_that_cannot_be_found(refused, top, tail, message):
    assert message in refused(top, tail=tail)[0]


def test_a_place_needs_a_file_of_places(tmp_path):
    text = 'name = "x"\nplace = "Spa"\n[hexes]\nwidth_km = 1\n[around]\nwidth_km = 9\n[sources]\nonline = "overpass"\n'
    with pytest.raises(ProblemsFound, match="place is 'Spa', and there is no file to look it up in; give a file of"):
        parse_area(text, name="a.toml", folder=tmp_path)


# --- grids that are aligned with another map ---------------------------------------------------------------

GRID = "[grid]\norigin = [652000, 5614000]\ncolumns = 70\nrows = 59\n"


def test_a_grid_that_is_given(read):
    area = read('crs = "EPSG:32631"', tail=GRID)
    layout = layout_of(area)
    assert (layout.grid.cols, layout.grid.rows, layout.origin_x_m, layout.origin_y_m) == (70, 59, 652000, 5614000)
    # The shipped map has this grid from the box 5.15, 49.62, 6.75, 50.62.
    assert (area.box.west, area.box.south) == (pytest.approx(5.11, abs=0.05), pytest.approx(49.55, abs=0.05))
    assert (area.box.east, area.box.north) == (pytest.approx(6.84, abs=0.05), pytest.approx(50.65, abs=0.05))
    # With a box too, the grid is still the one that is given.
    assert layout_of(read('crs = "EPSG:32631"', box=(6, 50, 6.5, 50.3), tail=GRID)) == layout


def test_an_aligned_grid_may_reach_out_of_the_zone_of_its_projection(read):
    far = GRID.replace("652000", "1052000")
    assert read('crs = "EPSG:32631"', tail=far).box.west > 10


def test_a_grid_may_hold_a_pole(read):
    grid = "[grid]\norigin = [1900000, 2100000]\ncolumns = 115\nrows = 100\n"
    area = read('crs = "EPSG:5041"', tail=grid)
    assert (area.box.west, area.box.east, area.box.north) == (-180, 180, 90)
    # The far corners lie 140 km from the pole: 1.27 degrees.
    assert area.box.south == pytest.approx(90 - 1.27, abs=0.03)
    assert box_of_grid(layout_of(area)) == area.box


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[652000, 5614000]", "[652000]", "grid.origin is [652000]; write [x, y]"),
        ("[652000, 5614000]", "[5.15, 50.62]", "grid.origin is [5.15, 50.62], which looks like degrees; give x and y"),
        ("[652000, 5614000]", "[inf, 0]", "grid.origin is [inf, 0]; write [x, y]"),
        ("[652000, 5614000]", "[1e12, 1e12]", "grid.origin and the hexes from it lie partly off the earth"),
        ("columns = 70", "columns = 70.5", "grid.columns is 70.5; give a whole number"),
        ("rows = 59", "rows = 59000000", "grid.rows is 5.9e+07, out of range"),
        ("rows = 59", "rows = 590000", "grid has 41,300,000 hexes, more than 4,000,000; take fewer columns or rows"),
        ("rows = 59", "row = 59", "grid.row is not known here; did you mean 'rows'?"),
    ],
)
def test_grids_that_are_none(refused, old, new, message):
    found = refused('crs = "EPSG:32631"', tail=GRID.replace(old, new))
    assert any(message in fault for fault in found)


def test_a_grid_needs_a_projection(refused):
    assert refused(tail=GRID) == ["area.toml: crs is missing; give a text in quotes"]


def test_the_default_projection_is_always_one_that_serves():
    for west in range(-180, 180, 24):
        for south in range(-88, 84, 12):
            box = Box(west, south, west + 9 if west < 171 else west - 351, south + 6)
            least, greatest = stretch(default_crs(box), box)
            assert 0.98 <= least <= greatest <= 1.02


@pytest.mark.parametrize("east", [-179.3, -90.1, 0.2, 101.7, 179.3])
def test_a_ring_of_many_decimals_closes_wherever_it_lies(east):
    """Steps from point to point round when they are summed up; the ring goes round no pole for that."""
    turns = np.linspace(0, 2 * np.pi, 23, endpoint=False)
    ring = np.column_stack([east + np.cos(turns) / 3, 50 + np.sin(turns) / 7])
    assert ring_fault(ring.tolist()) == ("", "")
    box = outline_box(ring.tolist())
    assert box.width == pytest.approx(2 / 3, rel=0.02)
