"""Bands of height and rows of the legend, against worlds worked out on paper."""

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from maps.palette import luminance, shipped_palette
from maps.shapes.heights import MOST_BANDS, band_floors, contour_step
from maps.shapes.shapes import Shapes
from scenarios.drawing.contours import band_ink
from scenarios.drawing.legend import GROUPS, HIGH_MM, WIDE_MM, legend_keys, swatch
from scenarios.drawing.levels import level_at
from scenarios.drawing.mapscene import ground_scene, map_scene
from scenarios.drawing.png import scene_png
from scenarios.drawing.scene import Area, Scene
from tests.toyground import TERRAIN, toy_map

GROUND = "..........\n..........\n..........\n..~~......\n..........\n.........."


@pytest.fixture(scope="module")
def slope():
    """Ground that rises by 20 m a column, from 100 m to 280 m, with a pond."""
    hexmap = toy_map(GROUND)
    col = np.arange(len(hexmap)) % hexmap.layout.grid.cols
    return Shapes(replace(hexmap, elevation_m=(100 + 20 * col).astype(np.float32)))


def test_bands_end_on_contours_and_are_no_more_than_can_be_told_apart():
    for high in (15.0, 90.0, 130.0, 640.0, 5000.0):
        heights = np.linspace(0, high, 200)
        floors, step = band_floors(heights), contour_step(heights)
        assert 1 <= len(floors) < MOST_BANDS
        assert all((floor / step) == round(floor / step) for floor in floors)
        assert np.allclose(np.diff(floors), floors[1] - floors[0])
    assert band_floors(np.full(9, 300.0)) == ()
    assert band_floors(np.full(9, np.nan)) == ()


def test_each_hex_has_the_paint_of_its_band(slope):
    floors = slope.band_floors
    assert floors[0] == 120
    level = level_at(8.0)
    scene = ground_scene(slope, level, slope.box)
    bands = Scene(scene.box, tuple(item for item in scene.items if item.layer == "bands"))
    picture = _picture(bands, 8.0)
    names = [band_ink(n, len(floors) + 1) for n in range(len(floors) + 1)]
    for col in (1, 3, 5, 8):
        here = slope.hexmap.index_of(f"{col + 1:02}02")
        n = int(np.searchsorted(floors, 100 + 20 * col + 1e-3))
        seen = {tuple(picture(slope.u[here] + du, slope.v[here])) for du in (-0.3, 0.3)}
        # Floors run through the middles of hexes: to the left lies the band below, to the right the one above.
        assert seen <= {rgb(name) for name in names[max(0, n - 1) : n + 2]}


def test_water_lies_over_the_bands(slope):
    scene = ground_scene(slope, level_at(8.0), slope.box)
    bands = Scene(scene.box, tuple(item for item in scene.items if item.layer == "bands"))
    pond = slope.hexmap.index_of("0304")
    assert tuple(_picture(bands, 8.0)(slope.u[pond], slope.v[pond])) == rgb("terrain.water.floor")


def test_what_is_hidden_is_not_in_the_scene(slope):
    layers = {item.layer for item in map_scene(slope, 8.0, hidden=("bands", "contours")).items}
    assert not {"bands", "contours"} & layers
    assert {"bands", "contours"} <= {item.layer for item in map_scene(slope, 8.0).items}


@pytest.mark.parametrize("scheme", shipped_palette().scheme)
def test_higher_bands_are_darker_in_every_scheme(scheme):
    palette = shipped_palette().in_scheme(scheme)
    light = [luminance(palette.colour(band_ink(n, MOST_BANDS))) for n in range(MOST_BANDS)]
    assert light == sorted(light, reverse=True)
    assert len(set(light)) == MOST_BANDS


def test_a_legend_tells_the_bands_from_the_lowest_up_without_a_gap(slope):
    rows = [key for key in legend_keys(slope, level_at(8.0), slope.box) if key.layer == "bands"]
    assert rows[0].words == "under 120 m"
    assert rows[-1].words == f"over {slope.band_floors[-1]:g} m"
    assert [row.words.split()[0] for row in rows[1:-1]] == [f"{floor:g}" for floor in slope.band_floors[:-1]]
    assert all(key.layer != "bands" for key in legend_keys(slope, level_at(8.0), slope.box, hidden=("bands",)))


def test_every_row_has_a_group_and_a_swatch_that_keeps_to_its_room(slope):
    kinds = "".join(TERRAIN)
    hexmap = toy_map(f"{kinds}\n{'.' * len(kinds)}", roads=("0102-0202-0302",), rivers=("0401/0402",))
    for shapes in (slope, Shapes(hexmap)):
        for key in legend_keys(shapes, level_at(8.0), shapes.box):
            assert key.layer in GROUPS
            drawn = swatch(key, shipped_palette())
            assert drawn.items
            assert drawn.box == (0.0, 0.0, WIDE_MM, HIGH_MM)
            for item in drawn.items:
                assert np.all(item.points >= -0.01)
                assert np.all(item.points <= np.array([WIDE_MM, HIGH_MM]) + 0.01)
                shipped_palette().colour(item.colour)


def test_a_swatch_has_the_paint_of_the_map(slope):
    (water,) = (key for key in legend_keys(slope, level_at(8.0), slope.box) if key.name == "water")
    (area, *_) = swatch(water, shipped_palette()).items
    assert isinstance(area, Area)
    drawn = {item.colour for item in ground_scene(slope, level_at(8.0), slope.box).items}
    assert area.colour in drawn


def rgb(name):
    colour = shipped_palette().colour(name)
    return tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5))


def _picture(scene, radius_mm):
    """Paint a scene, and give what says the colour at a place."""

    drawn = np.asarray(Image.open(io.BytesIO(scene_png(scene, radius_mm, shipped_palette(), 100))).convert("RGB"))
    per = radius_mm * 100 / 25.4

    def at(u, v):
        return drawn[int((v - scene.box[1]) * per), int((u - scene.box[0]) * per)].tolist()

    return at
