"""The table that holds a map against its sources: it holds on ground made for it, and tells of a map that is wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import shapely

from benchmarks.ground import truth
from maps.derive.covers import COVERS
from maps.grid.hexmap import HEXSIDES, ROADS
from tests.webui.groundmaking import BOX, heights_file, small_world

KM = 1.0


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    """A map of a small world, its outlines, and the two layers as GDAL reads them."""
    folder = tmp_path_factory.mktemp("truth")
    world = small_world()
    world.way([(9.40, 47.155), (9.56, 47.155)], railway="rail", name="Talbahn")
    extract, heights = world.write(folder / "toy.osm.pbf"), heights_file(folder / "h.tif", 1 / 1600)
    sources = {"features": [extract], "elevation": [heights]}
    hexmap = truth.built(folder, BOX, KM, sources, "")
    outlines = shapely.polygons(hexmap.layout.to_map(hexmap.layout.corners()))
    layers = [truth.layer(extract, name, hexmap.layout.crs) for name in ("multipolygons", "lines")]
    return hexmap, outlines, layers, heights, extract


def test_a_map_holds_against_what_it_was_made_from(ground):
    rows = truth.held(ground[4], [ground[3]], BOX, KM)
    assert [row.what for row in rows if not row.holds] == []
    count = {row.what: row.many for row in rows}
    assert count["mean heights of hexes"] > 150
    assert count["shares of cover"] > 20
    assert count["hexes with a main road on the map"] > 20
    assert count["pairs of hexes with a river between them"] > 5
    assert count["1944-06-06, hexes with a motorway alone"] > 5
    assert count["1944-06-06, hexes with a railway"] > 10
    assert count["1815-06-18, hexes with a railway"] == 0


def test_wrong_shares_and_heights_are_told(ground):
    hexmap, outlines, (areas, _), heights, _ = ground
    cover = hexmap.cover.copy()
    index = int(cover[:, COVERS.index("forest")].argmax())
    cover[index, COVERS.index("forest")] -= 0.006
    told = truth.cover_row(replace(hexmap, cover=cover), areas, outlines)
    assert (told.holds, told.found) == (False, f"0.60 points off at most, forest in {hexmap.number(index)}")
    raised = replace(hexmap, elevation_m=hexmap.elevation_m + np.float32(1.2))
    told = truth.height_row(raised, [heights], outlines)
    assert not told.holds
    assert told.found.startswith("1.2")


def test_roads_and_rivers_that_lie_elsewhere_are_told(ground):
    hexmap, outlines, (_, lines), _, _ = ground
    none = np.zeros_like(hexmap.road)
    assert [row.holds for row in truth.road_rows(replace(hexmap, road=none), lines, outlines)] == [False, True]
    everywhere = np.where(hexmap.neighbour >= 0, ROADS.index("main"), 0).astype(np.uint8)
    assert [row.holds for row in truth.road_rows(replace(hexmap, road=everywhere), lines, outlines)] == [True, False]
    dry = replace(hexmap, hexside=np.zeros_like(hexmap.hexside))
    assert [row.holds for row in truth.river_rows(dry, lines)] == [False, True]
    wet = np.where(hexmap.neighbour >= 0, HEXSIDES.index("river"), 0).astype(np.uint8)
    assert [row.holds for row in truth.river_rows(replace(hexmap, hexside=wet), lines)] == [True, False]


def test_a_motorway_or_a_railway_before_its_time_is_told(ground):
    hexmap, outlines, (_, lines), _, _ = ground
    told = truth.date_rows(replace(hexmap, date="1815-06-18"), lines, outlines)
    assert [row.holds for row in told] == [False, False]
    assert truth.date_rows(replace(hexmap, date="1944-06-06"), lines, outlines)[1].holds
