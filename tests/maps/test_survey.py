"""What the sources of an area cover, and how small its hexes may be, on toy rasters worked out on paper."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
import rasterio
from click.testing import CliRunner
from rasterio.transform import Affine

from maps.area.area import ONLINE, Box, layout_of
from maps.area.reader import parse_area
from maps.lonlat import lonlat_of
from maps.making.survey import SERVICES, survey
from maps.making.survey_files import format_of
from maps.sources.coverage import known_by_boxes, probes_of
from maps.sources.raster import sheet
from webui.cli import main

LONG = 1000 * 3**0.5 / 2
"""From column to column of hexes of 1 km."""
LEFT, TOP = 498_000, 5_602_000


@pytest.fixture
def write(tmp_path):
    """Write a raster of cells of 100 m, from x = 498 to ``right`` km, on the toy's ground."""

    def write(name, right=530_000, *, left=LEFT, cell=100.0, void=None, value=7, crs="EPSG:32631"):
        columns, lines = round((right - left) / cell), round(30_000 / cell)
        values = np.full((lines, columns), value, np.int16)
        if void is not None:
            values[:, : round((void - left) / cell)] = -9999
        profile = {"driver": "GTiff", "count": 1, "dtype": "int16", "nodata": -9999, "crs": crs}
        transform = Affine(cell, 0, left, 0, -cell, TOP)
        with rasterio.open(tmp_path / name, "w", width=columns, height=lines, transform=transform, **profile) as target:
            target.write(values, 1)

    return write


@pytest.fixture
def area(tmp_path):
    """Read an area of 20 columns and 20 rows of hexes of 1 km, the first at 500, 5600 km."""

    def area(sources, *, width=1.0, top="", box="", crs="EPSG:32631"):
        grid = "[grid]\norigin = [500000, 5600000]\ncolumns = 20\nrows = 20\n"
        text = f'name = "Toy"\ncrs = "{crs}"\n{top}\n[hexes]\nwidth_km = {width}\n{box or grid}[sources]\n{sources}\n'
        path = tmp_path / "area.toml"
        path.write_text(text)
        return parse_area(text, name="area.toml", folder=tmp_path)

    return area


def column(number):
    """The x half way between the centres of a column and the next."""
    return 500_000 + (number + 0.5) * LONG


def test_a_raster_over_half_of_the_map_and_what_the_next_adds(write, area):
    write("half.tif", column(9), cell=LONG / 10)
    write("most.tif", column(14), cell=LONG / 10)
    first, second = survey(area('elevation = ["half.tif", "most.tif"]')).sources
    # 10 of 20 columns, then 15, of which 5 are new.
    assert (first.covers, first.adds) == (0.5, 0.5)
    assert (second.covers, second.adds) == (0.75, 0.25)
    assert (first.kind, first.file, first.format, first.crs) == ("elevation", "half.tif", "GeoTIFF", "EPSG:32631")
    told = survey(area('elevation = ["most.tif", "half.tif"]'))
    assert [source.adds for source in told.sources] == [0.75, 0.0]
    assert told.missing[0] == "heights on 25.0% of the area"


def test_voids_and_absurd_heights_are_no_coverage(write, area):
    write("voids.tif", void=column(3))
    write("absurd.tif", value=-9000)
    first, second = survey(area('elevation = ["voids.tif", "absurd.tif"]')).sources
    assert first.covers == 0.8
    assert (second.covers, second.adds) == (0.0, 0.0)


def test_classes_that_the_table_does_not_know_are_no_coverage(write, area):
    write("cover.tif", value=4)
    write("strange.tif", value=99)
    first, second = survey(area('land_cover = ["strange.tif", "cover.tif"]')).sources
    assert (first.covers, second.covers, second.adds) == (0.0, 1.0, 1.0)


def test_own_classes(write, area, tmp_path):
    write("own.tif", value=77)
    (tmp_path / "mine.toml").write_text(
        'name = "mine"\nsource = "me"\n[[class]]\nnumbers = [77]\nname = "wood"\ncover = "forest"\n'
    )
    sources = 'land_cover = "own.tif"\nland_cover_classes = "mine.toml"'
    assert survey(area(sources)).sources[0].covers == 1.0
    (tmp_path / "mine.toml").write_text('name = "mine"\n')
    assert "mine.toml: class is missing; write each class under [[class]]" in survey(area(sources)).sources[0].problems


def test_how_small_hexes_may_be(write, area):
    write("e.tif")
    write("c.tif", value=4)
    told = survey(area('elevation = "e.tif"\nland_cover = "c.tif"'))
    elevation, cover = told.sources
    # A hex of 1 km has 0.866 square km: 86.6 cells of 100 m. Near 500 km the zone is 0.9996 of true length.
    assert elevation.cell_m == (pytest.approx(100.04, abs=0.05), pytest.approx(100.04, abs=0.05))
    assert elevation.cells_per_hex == pytest.approx(86.6, rel=2e-3)
    # sqrt(4 * 0.01 / 0.866) = 0.215 km; sqrt(10 * 0.01 / 0.866) = 0.340 km.
    assert elevation.honest_km == {"mean height": pytest.approx(0.215, 2e-3), "relief": pytest.approx(0.340, 2e-3)}
    assert cover.honest_km == {"shares of cover": pytest.approx(0.340, 2e-3)}
    assert told.warnings == ()


def test_hexes_smaller_than_that_are_warned_of(write, area):
    write("e.tif")
    write("c.tif", value=4)
    sources = 'elevation = "e.tif"\nland_cover = "c.tif"'
    # 0.866 * 0.09 / 0.01 = 7.8 cells: enough for means, not for relief.
    assert survey(area(sources, width=0.3)).warnings == (
        "e.tif: relief is honest from hexes of 0.34 km on; these are 0.3 km, with 7.8 cells each",
        "c.tif: shares of cover are honest from hexes of 0.34 km on; these are 0.3 km, with 7.8 cells each",
    )
    assert len(survey(area(sources, width=0.2)).warnings) == 3


def test_cells_of_degrees_are_measured_on_the_ground_in_the_middle_of_the_area(area, tmp_path):
    with rasterio.open(
        tmp_path / "d.tif", "w", driver="GTiff", count=1, dtype="int16", crs="EPSG:4326",
        width=300, height=300, transform=Affine(0.01, 0, 2, 0, -0.01, 52),
    ) as target:  # fmt: skip
        target.write(np.ones((300, 300), np.int16), 1)
    (source,) = survey(area('elevation = "d.tif"')).sources
    # At 50.45 N: 1.112 km to a hundredth of latitude, 1.1132 * cos(50.45) = 0.710 km to one of longitude.
    assert source.cell_m == (pytest.approx(710, abs=2), pytest.approx(1112, abs=2))
    assert source.covers == 1.0


def test_a_large_area_is_probed_and_a_large_raster_thinned_out(write, area, monkeypatch):
    write("fine.tif", cell=12.5)
    told = area(
        'elevation = "fine.tif"', width=0.1, box="[box]\nwest = 3.0\nsouth = 50.32\neast = 3.4\nnorth = 50.55\n"
    )
    assert len(layout_of(told).grid) > 80_000
    assert len(probes_of(told, layout_of(told)).xy) < 25_000
    read = []
    cells = sheet._read

    def counted(*args):
        found = cells(*args)
        read.append(found.size)
        return found

    monkeypatch.setattr(sheet, "_read", counted)
    (source,) = survey(told).sources
    # 2,560 x 2,400 cells in the file.
    assert sum(read) < 200_000
    assert source.covers == pytest.approx(1.0)
    # Resolution is that of the file, not of what was read.
    assert source.cell_m[0] == pytest.approx(12.5, rel=0.01)


def test_only_the_inside_of_an_outline_counts(write, area):
    write("half.tif", column(9))
    toy = area('elevation = "half.tif"')
    grid = layout_of(toy)
    corners = [(500_000, 5_599_000), (column(4), 5_599_000), (column(4), 5_585_000), (500_000, 5_585_000)]
    ring = lonlat_of(grid, grid.to_grid(corners))
    inside = replace(toy, outline=tuple(map(tuple, ring.tolist())))
    assert survey(inside).sources[0].covers == 1.0


FOREST = {"type": "Polygon", "coordinates": [[[3.02, 50.4], [3.1, 50.4], [3.1, 50.5], [3.02, 50.5], [3.02, 50.4]]]}


def feature(geometry, **tags):
    return {"type": "Feature", "properties": tags, "geometry": geometry}


def collection(*features):
    return json.dumps({"type": "FeatureCollection", "features": list(features)})


@pytest.fixture
def shapes(tmp_path):
    road = {"type": "LineString", "coordinates": [[3.05, 50.42], [3.1, 50.47]]}
    (tmp_path / "shapes.geojson").write_text(
        collection(feature(FOREST, landuse="forest"), feature(road, highway="primary"), feature(road, waterway="river"))
    )


def test_features_are_counted_by_kind_and_say_what_is_missing(area, shapes):
    told = survey(area('features = "shapes.geojson"'))
    (source,) = told.sources
    assert source.counts == {"road": 1, "waterway": 1, "cover": 1}
    # Their bounds are 0.08 of 0.24 degrees wide, and 0.1 of 0.18 high.
    assert source.covers == pytest.approx(0.19, abs=0.03)
    lacking = f"on {1 - source.covers:.1%} of the area"
    assert told.missing == (
        "no heights at all", f"land cover {lacking}", f"waters {lacking}", f"roads {lacking}",
        "no railways at all", "no places at all",
    )  # fmt: skip


def test_large_files_are_not_counted_unless_asked(area, shapes, monkeypatch):
    monkeypatch.setattr("maps.making.survey_files.COUNTED_BYTES", 10)
    toy = area('features = "shapes.geojson"')
    (source,) = survey(toy).sources
    assert source.counts == {}
    assert source.notes[0].startswith("not counted by kind (0 MB, 3 features)")
    assert "no railways at all" not in survey(toy).missing
    assert survey(toy, count_large=True).sources[0].counts["road"] == 1


def test_tables_are_counted_where_they_lie_on_the_map(area, tmp_path):
    (tmp_path / "places.csv").write_text("name,latitude,longitude,population\nIn,50.45,3.1,5\nOut,40,3,9\n")
    (tmp_path / "names.csv").write_text(
        "name,from_lon,from_lat,to_lon,to_lat\nA,3.1,50.45,9,9\nB,9,9,10,10\nC,3.1,50.44,3.11,50.44\nD,9,9,3.1,50.45\n"
    )
    (tmp_path / "nodes.csv").write_text("name,lon,lat,rank,also\nIn,3.1,50.45,2,\nOut,3,40,2,\n")
    (tmp_path / "links.csv").write_text("from,to,class\nIn,Out,main\n")
    (tmp_path / "rails.csv").write_text("from,to,class\nIn,Out,single\n")
    reach = {"type": "LineString", "coordinates": [[3.1, 50.45], [3.1, 50.46]]}
    far = {"type": "LineString", "coordinates": [[9, 50], [9.1, 50]]}
    (tmp_path / "rivers.geojson").write_text(
        collection(feature(reach, upa=5), feature(far, upa=5), feature(reach, upa=9))
    )
    (tmp_path / "hand.txt").write_text("# by hand\n\n0101 woods\n0102 woods\n")
    told = survey(
        area(
            'places = "places.csv"\nriver_names = "names.csv"\nroad_nodes = "nodes.csv"\nroad_links = "links.csv"\n'
            'rail_links = "rails.csv"\nrivers = "rivers.geojson"\ncorrections = ["hand.txt", "rivers.geojson"]\n'
            'online = "worldcover"'
        )
    )
    assert [(source.kind, *source.counts.items()) for source in told.sources] == [
        ("rivers", ("reach", 2)),
        ("places", ("place", 1)),
        ("river_names", ("river name", 3)),
        ("road_nodes", ("node", 1)),
        ("road_links", ("road link", 1)),
        ("rail_links", ("railway link", 1)),
        ("corrections", ("entry", 2)),
        ("corrections", ("entry", 3)),
    ]
    assert told.sources[1].notes == ("1 more lie outside the map",)
    assert told.missing == ("no heights at all",)


def test_rulings_are_counted_as_rulings_and_not_by_their_lines(area, tmp_path):
    (tmp_path / "rulings.toml").write_text(
        '[[ruling]]\nid = "way/1"\nverdict = "keep"\nwhy = "on the sheet of 1940"\n\n'
        '[[ruling]]\nid = "way/2"\nverdict = "remove"\nwhy = "a lake of 1968"\n'
    )
    [told] = survey(area('rulings = "rulings.toml"\nonline = "worldcover"')).sources
    assert (told.kind, *told.counts.items()) == ("rulings", ("ruling", 2))


def test_sources_that_lie_elsewhere_or_cannot_be_read(write, area, tmp_path):
    write("e.tif")
    write("far.tif", 830_000, left=800_000)
    (tmp_path / "no.tif").write_text("no raster")
    told = survey(area('elevation = ["no.tif", "far.tif", "e.tif"]'))
    unread, far, good = told.sources
    assert unread.problems == ("no.tif: is no raster that can be read; give a GeoTIFF",)
    assert unread.covers is None
    assert (far.covers, good.adds) == (0.0, 1.0)
    assert told.warnings == (
        "cannot be used: no.tif: is no raster that can be read; give a GeoTIFF",
        "far.tif knows nothing of this area",
    )


def test_a_box_with_latitude_and_longitude_swapped_is_suspected(write, area):
    write("e.tif")
    box = "[box]\nwest = 50.4\nsouth = 3.0\neast = 50.6\nnorth = 3.2\n"
    (warning,) = survey(area('elevation = "e.tif"', box=box, crs="EPSG:32639")).warnings
    assert warning == (
        "e.tif knows nothing of this area; it would if latitude and longitude were swapped in the area's box"
    )


def test_services_say_what_they_would_give(area):
    told = survey(area('online = ["terrain_tiles", "overpass"]'))
    assert [(service.name, service.gives) for service in told.online] == [
        ("terrain_tiles", SERVICES["terrain_tiles"][0]),
        ("overpass", SERVICES["overpass"][0]),
    ]
    assert told.missing == ()
    assert survey(area('online = "worldcover"')).missing[:2] == ("no heights at all", "no waters at all")
    assert set(SERVICES) == set(ONLINE)


def test_boxes_over_the_180th_meridian_are_probed_as_one(area):
    toy = area(
        'online = "overpass"',
        width=20,
        box="[box]\nwest = 178\nsouth = 50\neast = -178\nnorth = 52\n",
        crs="EPSG:32660",
    )
    probes = probes_of(toy, layout_of(toy))
    east = known_by_boxes([Box(179, 40, -170, 60)], probes)
    # Three quarters of it lie east of 179.
    assert east.mean() == pytest.approx(0.75, abs=0.06)


# --- the command -------------------------------------------------------------------------------------------


def test_the_command_tells_all_of_it_and_warnings_do_not_fail(write, area, tmp_path, shapes):
    write("half.tif", column(9), cell=LONG / 10)
    write("all.tif", cell=400.0)
    area(
        'elevation = ["half.tif", "all.tif"]\nfeatures = "shapes.geojson"\nonline = "overpass"', top='date = "1944-12"'
    )
    done = CliRunner().invoke(main, ["map", "sources", str(tmp_path / "area.toml")])
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert lines[0] == "Toy: 20 x 20 hexes of 1 km, EPSG:32631"
    assert "  date: 1944-12 is taken as its first day, 1944-12-01" in lines
    assert "  half.tif: GeoTIFF, EPSG:32631, cells of 87 x 87 m, covers 50.0%" in lines
    assert "  all.tif: GeoTIFF, EPSG:32631, cells of 400 x 400 m, covers 100.0%, adds 50.0%" in lines
    assert "    honest in hexes: mean height from 0.86 km on, relief from 1.4 km on" in lines
    assert "    road 1, waterway 1, cover 1" in lines
    assert "  overpass: " + SERVICES["overpass"][0] in lines
    assert lines[lines.index("missing") + 1] == "  nothing"
    assert lines[-1] == "  all.tif: relief is honest from hexes of 1.4 km on; these are 1 km, with 5.4 cells each"


def test_the_command_prints_the_same_as_json(write, area, tmp_path):
    write("e.tif", column(9))
    told = survey(area('elevation = "e.tif"'))
    done = CliRunner().invoke(main, ["map", "sources", str(tmp_path / "area.toml"), "--json"])
    data = json.loads(done.output)
    assert data["missing"] == list(told.missing)
    assert data["sources"][0]["covers"] == 0.5
    assert data["sources"][0]["honest_km"] == dict(told.sources[0].honest_km)


def test_the_command_refuses_a_faulty_area_file(tmp_path):
    (tmp_path / "a.toml").write_text('name = "x"\n')
    done = CliRunner().invoke(main, ["map", "sources", str(tmp_path / "a.toml")])
    assert done.exit_code == 1
    assert "a.toml: box is missing; give one of [box], outline and place" in done.output


def test_the_shipped_area(monkeypatch):
    done = CliRunner().invoke(main, ["map", "sources", "ardennes_1944", "--json"])
    data = json.loads(done.output)
    assert data["missing"] == []
    assert [source["covers"] for source in data["sources"][:2]] == [1.0, 1.0]
    assert len(data["warnings"]) == 2


@pytest.mark.parametrize(
    ("name", "told"),
    [("N43E006.hgt", "SRTM tile"), ("N43E006.hgt.gz", "SRTM tile, packed"), ("N43E006.HGT.ZIP", "SRTM tile, packed"),
     ("N43E006.SRTMGL3.hgt.zip", "SRTM tile, packed"), ("eifel-latest-free.shp.zip", "zip file"),
     ("eifel.2024.01.osm.pbf", "extract of OpenStreetMap"), ("eifel.osm", "extract of OpenStreetMap, XML"),
     ("eifel.tar.gz", "file, packed"), ("eifel.gz", "file, packed"), ("heights.v2.tif", "GeoTIFF"), ("heights", "file"),
     ("a.hgt.tif", "GeoTIFF")],
)  # fmt: skip
def test_a_format_is_told_by_the_end_of_a_name_however_many_dots_it_has(tmp_path, name, told):
    assert format_of(tmp_path / name) == told


def test_a_folder_holds_tiles_whatever_it_is_called(tmp_path):
    (folder := tmp_path / "tiles.hgt").mkdir()
    assert format_of(folder) == "folder of Terrarium tiles"
