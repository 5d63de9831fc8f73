"""
Bad input, as a map maker meets it: ``sandtable map build`` says what is wrong in a line or two.

Each case ends with exit code 1, a message that names the thing and the way out, no
traceback, and no file, not even half of one.
"""

from __future__ import annotations

import gzip

import numpy as np
import pytest
import rasterio
from click.testing import CliRunner
from rasterio.transform import from_origin

from maps.gpkg.reader import read
from tests.maps.osmfiles import OsmWorld
from tests.maps.toyvectors import write as write_vectors
from tests.maps.toyvectors import write_geojson
from webui.cli import main

BOX = "[box]\nwest = 6.0\nsouth = 50.0\neast = 6.1\nnorth = 50.06\n"
HEXES = "[hexes]\nwidth_km = 1.0\n"


def raster(path, values, *, crs="EPSG:4326", west=5.9, north=50.15, cell=0.005, nodata=None):
    with rasterio.open(
        path, "w", driver="GTiff", height=values.shape[0], width=values.shape[1], count=1, dtype=values.dtype,
        crs=crs, transform=from_origin(west, north, cell, cell), nodata=nodata,
    ) as file:  # fmt: skip
        file.write(values, 1)
    return path


def flat(height=300.0, shape=(60, 70)):
    return np.full(shape, height, np.float32)


def build(folder, text, *, name="area.toml"):
    (folder / name).write_text(text)
    out = folder / "map.gpkg"
    result = CliRunner().invoke(main, ["map", "build", str(folder / name), "--out", str(out)])
    return result, out


def refused(folder, text):
    """Build, see that it is refused as it should be, and give the message."""
    result, out = build(folder, text)
    assert result.exit_code == 1, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    assert not out.exists()
    assert not list(folder.glob("*.part*")) + list(folder.glob("*map.gpkg*")) + list(folder.glob(".*gpkg*"))
    return result.stderr


def area(sources, *, box=BOX, hexes=HEXES, head='name = "toy"\n'):
    return f"{head}{box}{hexes}[sources]\n{sources}\n"


def test_a_sound_area_is_built(tmp_path):
    raster(tmp_path / "h.tif", flat())
    result, out = build(tmp_path, area('elevation = "h.tif"'))
    assert result.exit_code == 0, result.output
    assert read(out).inside.all()


# --- rasters -----------------------------------------------------------------------------------------------


def test_a_raster_without_a_crs(tmp_path):
    raster(tmp_path / "h.tif", flat(), crs=None)
    assert "h.tif: does not say its CRS" in refused(tmp_path, area('elevation = "h.tif"'))


def test_a_raster_whose_degrees_are_called_metres(tmp_path):
    raster(tmp_path / "h.tif", flat(), crs="EPSG:32631")
    told = refused(tmp_path, area('elevation = "h.tif"'))
    assert "h.tif" in told
    assert "degrees" in told


def test_a_raster_that_lies_elsewhere(tmp_path):
    raster(tmp_path / "h.tif", flat(), west=30.0)
    told = refused(tmp_path, area('elevation = "h.tif"'))
    assert "does not cover the map" in told
    assert "30" in told


def test_a_raster_that_covers_half_the_box_is_used_and_the_gap_told(tmp_path):
    """It reaches from 5.9 to 6.05 east, the box from 6.0 to 6.1."""
    raster(tmp_path / "h.tif", flat(shape=(60, 30)))
    result, out = build(tmp_path, area('elevation = "h.tif"'))
    assert result.exit_code == 0, result.output
    hexmap = read(out)
    assert 0.3 < hexmap.inside.mean() < 0.7
    assert any(note.startswith("Elevation is unknown for") for note in hexmap.notes)


def test_a_raster_of_voids_alone(tmp_path):
    raster(tmp_path / "h.tif", flat(-32768.0), nodata=-32768)
    assert "holds no height anywhere on the map" in refused(tmp_path, area('elevation = "h.tif"'))


def test_nan_and_absurd_heights_are_voids_and_told(tmp_path):
    values = flat()
    values[20:24, 30:34] = np.nan
    values[30, 30] = 1e6
    raster(tmp_path / "h.tif", values)
    result, out = build(tmp_path, area('elevation = "h.tif"'))
    assert result.exit_code == 0, result.output
    hexmap = read(out)
    assert np.nanmax(hexmap.high_m) == 300
    assert any("absurd heights" in note for note in hexmap.notes)


@pytest.mark.parametrize("content", [b"<html>404</html>", b"<VRTDataset/>", b"", b"II*\x00broken"])
def test_what_only_calls_itself_a_raster(tmp_path, content):
    (tmp_path / "h.tif").write_bytes(content)
    assert "h.tif: " in refused(tmp_path, area('elevation = "h.tif"'))


# --- vectors -----------------------------------------------------------------------------------------------

WOODS = [([(6.0, 50.0), (6.1, 50.0), (6.1, 50.06), (6.0, 50.06), (6.0, 50.0)], {"natural": "wood"})]


def world():
    toy = OsmWorld()
    toy.way([(6.0, 50.0), (6.1, 50.0), (6.1, 50.06), (6.0, 50.06), (6.0, 50.0)], natural="wood")
    toy.way([(5.95, 50.03), (6.15, 50.03)], highway="primary", name="N 15")
    toy.node(6.05, 50.03, place="village", name="Toytown")
    return toy


def test_a_pbf_cut_short(tmp_path):
    whole = tmp_path / "whole.osm.pbf"
    world().write(whole)
    (tmp_path / "cut.osm.pbf").write_bytes(whole.read_bytes()[:-40])
    told = refused(tmp_path, area('features = "cut.osm.pbf"'))
    assert "cut.osm.pbf" in told
    assert "cut" in told.replace("cut.osm.pbf", "")


def test_a_shapefile_without_its_projection(tmp_path):
    write_vectors(tmp_path / "woods.shp", polygons())
    (tmp_path / "woods.prj").unlink()
    assert "CRS" in refused(tmp_path, area('features = "woods.shp"'))


def polygons():
    import shapely

    return [(shapely.Polygon(ring), tags) for ring, tags in WOODS]


def test_an_empty_layer(tmp_path):
    (tmp_path / "woods.geojson").write_text('{"type": "FeatureCollection", "features": []}')
    assert "woods.geojson" in refused(tmp_path, area('features = "woods.geojson"'))


def test_features_that_lie_elsewhere(tmp_path):
    raster(tmp_path / "h.tif", flat(), west=29.9)
    box = "[box]\nwest = 30.0\nsouth = 50.0\neast = 30.1\nnorth = 50.06\n"
    world().write(tmp_path / "toy.osm.pbf")
    told = refused(tmp_path, area('features = "toy.osm.pbf"\nelevation = "h.tif"', box=box))
    assert "toy.osm.pbf: holds nothing within the area" in told


def test_invalid_polygons_are_mended_and_told(tmp_path):
    import shapely

    bow = shapely.Polygon([(6.0, 50.0), (6.1, 50.06), (6.1, 50.0), (6.0, 50.06)])
    write_geojson(tmp_path / "woods.geojson", [(bow, {"natural": "wood"})])
    result, out = build(tmp_path, area('features = "woods.geojson"'))
    assert result.exit_code == 0, result.output
    hexmap = read(out)
    assert any("woods.geojson" in note for note in hexmap.notes)
    # A bow tie covers half of its box; never more than all of a hex.
    assert hexmap.cover.sum(axis=1).max() <= 1 + 1e-6


# --- areas -------------------------------------------------------------------------------------------------


def test_no_hex_at_all(tmp_path):
    raster(tmp_path / "h.tif", flat())
    box = "[box]\nwest = 6.0\nsouth = 50.0\neast = 6.001\nnorth = 50.001\n"
    assert "hexes" in refused(tmp_path, area('elevation = "h.tif"', box=box))


def test_a_hundred_million_hexes(tmp_path):
    raster(tmp_path / "h.tif", flat())
    box = "[box]\nwest = -5.0\nsouth = 42.0\neast = 8.0\nnorth = 51.0\n"
    told = refused(tmp_path, area('elevation = "h.tif"', box=box, hexes="[hexes]\nwidth_km = 0.1\n"))
    assert "more than 4,000,000" in told


def test_a_box_in_metres_and_a_width_in_metres(tmp_path):
    raster(tmp_path / "h.tif", flat())
    box = "[box]\nwest = 432000\nsouth = 5540000\neast = 452000\nnorth = 5560000\n"
    told = refused(tmp_path, area('elevation = "h.tif"', box=box, hexes="[hexes]\nwidth_km = 2000\n"))
    assert "metres" in told
    assert "width_km" in told


@pytest.mark.parametrize(
    ("crs", "what"),
    [("EPSG:99999", "PROJ"), ("EPSG:4326", "metres"), ("EPSG:2154", None), ("EPSG:27700", "crs"), ("nonsense", "PROJ")],
)
def test_a_crs_that_does_not_serve(tmp_path, crs, what):
    raster(tmp_path / "h.tif", flat())
    text = area('elevation = "h.tif"', head=f'name = "toy"\ncrs = "{crs}"\n')
    if what is None:
        assert build(tmp_path, text)[0].exit_code == 0
    else:
        assert what in refused(tmp_path, text)


def test_all_faults_of_an_area_file_at_once(tmp_path):
    box = "[box]\nwest = 7\nsouth = 50\neast = 6\nnorth = 49\n"
    text = area('elevaton = "x"', head='nme = "toy"\n', box=box, hexes="[hexes]\nwidth_km = 99\n")
    told = refused(tmp_path, text)
    for what in ("name", "west", "north", "width_km", "elevation"):
        assert what in told
    assert told.count("area.toml, line") >= 4


def test_all_faults_of_the_sources_at_once(tmp_path):
    raster(tmp_path / "h.tif", flat(), crs=None)
    (tmp_path / "c.tif").write_text("no raster")
    (tmp_path / "towns.csv").write_text("name,latitude,longitude,population\nA,50,x,1\n")
    sources = 'elevation = "h.tif"\nland_cover = "c.tif"\nplaces = "towns.csv"'
    told = refused(tmp_path, area(sources))
    for what in ("h.tif", "c.tif", "towns.csv, line 2"):
        assert what in told


# --- the edges of the globe --------------------------------------------------------------------------------


def test_a_box_over_the_antimeridian(tmp_path):
    """Fiji: from 179.5 east to 179.5 west is a degree, 110 km at the equator's side of 17 south: 106 km."""
    raster(tmp_path / "h.tif", flat(shape=(60, 400)), west=178.9, north=-16.8, cell=0.005)
    box = "[box]\nwest = 179.5\nsouth = -17.05\neast = -179.5\nnorth = -16.9\n"
    result, out = build(tmp_path, area('elevation = "h.tif"', box=box, hexes="[hexes]\nwidth_km = 2.0\n"))
    assert result.exit_code == 0, result.output
    hexmap = read(out)
    assert 100 < hexmap.layout.grid.cols * 2 * 0.866 < 114
    assert hexmap.inside.mean() > 0.95


@pytest.mark.parametrize(("south", "north"), [(85.0, 85.3), (-85.3, -85.0)])
def test_boxes_by_the_poles(tmp_path, south, north):
    raster(tmp_path / "h.tif", flat(shape=(80, 900)), west=9.0, north=north + 0.05, cell=0.005)
    box = f"[box]\nwest = 10.0\nsouth = {south}\neast = 13.0\nnorth = {north}\n"
    result, out = build(tmp_path, area('elevation = "h.tif"', box=box, hexes="[hexes]\nwidth_km = 2.0\n"))
    assert result.exit_code == 0, result.output
    hexmap = read(out)
    assert np.isfinite(hexmap.elevation_m[hexmap.inside]).all()
    assert hexmap.inside.any()


# --- the file that is written ------------------------------------------------------------------------------


def test_a_map_that_is_there_stays_as_it_was(tmp_path):
    raster(tmp_path / "h.tif", flat())
    result, out = build(tmp_path, area('elevation = "h.tif"'))
    assert result.exit_code == 0
    before = out.read_bytes()
    (tmp_path / "h.tif").write_bytes(gzip.compress(b"no raster"))
    again = CliRunner().invoke(main, ["map", "build", str(tmp_path / "area.toml"), "--out", str(out)])
    assert again.exit_code == 1
    assert out.read_bytes() == before


def test_a_folder_that_is_not_there(tmp_path):
    raster(tmp_path / "h.tif", flat())
    (tmp_path / "area.toml").write_text(area('elevation = "h.tif"'))
    words = ["map", "build", str(tmp_path / "area.toml"), "--out", str(tmp_path / "none" / "map.gpkg")]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert "none" in result.stderr
