"""Rasters under maps across the 180th meridian: read once, on the right side of the world."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import rasterio
from rasterio.transform import Affine

from maps.area.area import Area, Box, layout_of
from maps.area.projection import default_crs
from maps.making.survey import survey
from maps.sources.coverage import probes_of
from maps.sources.raster.elevation import read_elevation
from maps.sources.raster.meridian import bounds_near, turned_to

FIJI = Box(179.2, -17.5, -179.2, -16.5)


def write(path, west, value, *, degrees=1.0, cell=0.01):
    columns, lines = round(degrees / cell), round(2 / cell)
    with rasterio.open(
        path, "w", driver="GTiff", count=1, dtype="int16", crs="EPSG:4326",
        width=columns, height=lines, transform=Affine(cell, 0, west, 0, -cell, -16),
    ) as target:  # fmt: skip
        target.write(np.full((lines, columns), value, np.int16), 1)
    return path


@pytest.fixture
def fiji(tmp_path):
    files = (write(tmp_path / "west.tif", 179, 100), write(tmp_path / "east.tif", -180, 300))
    return Area("Fiji", FIJI, default_crs(FIJI), 5000.0, {"elevation": files})


def test_each_of_two_tiles_covers_its_half(fiji):
    told = survey(fiji)
    west, east = told.sources
    # The box lies evenly about the meridian.
    assert west.covers == pytest.approx(0.5, abs=0.03)
    assert west.covers + east.adds == 1.0
    assert told.missing[0] == "no land cover at all"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_heights_lie_on_their_own_side(fiji, order):
    layout = layout_of(fiji)
    files = fiji.sources["elevation"]
    raster = read_elevation([files[k] for k in order], layout).raster
    # 1.6 degrees and the margin in cells of a hundredth; not once round the world.
    assert 160 <= raster.values.shape[1] <= 210
    assert np.isfinite(raster.values).all()
    columns = raster.transform.c + raster.transform.a * (np.arange(raster.values.shape[1]) + 0.5)
    west = columns % 360 < 180
    assert (raster.values[:, west] == 100).all()
    assert (raster.values[:, ~west] == 300).all()


def test_a_raster_of_the_whole_world_is_read_on_both_sides(fiji, tmp_path):
    world = write(tmp_path / "world.tif", -180, 7, degrees=360, cell=0.1)
    alone = replace(fiji, sources={"elevation": (world,)})
    assert survey(alone).sources[0].covers == 1.0
    assert np.nanmax(read_elevation([world], layout_of(alone)).raster.values) == 7
    # And as the coarser of two, on another lattice: it fills what the tile does not know.
    both = read_elevation([fiji.sources["elevation"][0], world], layout_of(fiji)).raster
    assert np.isfinite(both.values).all()
    assert set(np.unique(both.values)) == {7, 100}


def test_bounds_go_on_beyond_the_meridian_near_to_where_they_are_wanted():
    box = (-90_000, -90_000, 90_000, 90_000)
    crs = "+proj=laea +lat_0=0 +lon_0=180 +datum=WGS84"
    west, _, east, _ = bounds_near(crs, box, "EPSG:4326", 179.0)
    # 90 km are 0.81 degrees at the equator.
    assert (west, east) == (pytest.approx(179.19, abs=0.01), pytest.approx(180.81, abs=0.01))
    assert bounds_near(crs, box, "EPSG:4326", -179.0).middle == pytest.approx(-180)
    mercator = bounds_near(crs, box, "EPSG:3857", 2.0e7)
    assert mercator.west == pytest.approx(20_037_508 - 90_000, rel=1e-4)
    assert mercator.east == pytest.approx(20_037_508 + 90_000, rel=1e-4)
    assert mercator.north == pytest.approx(90_600, rel=1e-2)
    assert turned_to(np.array([-179.0, 179.0, 1.0]), "EPSG:4326", 180.0).tolist() == [181.0, 179.0, 1.0]
    assert turned_to(np.array([500_000.0]), "EPSG:32631", 0.0).tolist() == [500_000.0]


def test_probes_lie_on_both_sides(fiji):
    lon = probes_of(fiji, layout_of(fiji)).lonlat[:, 0]
    assert (lon > 0).mean() == pytest.approx(0.5, abs=0.03)
