"""The drawing is true to the hexes: woods by share, roads by link, ground by class; on wild maps and the Ardennes."""

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from maps.palette import shipped_palette
from maps.shapes.shapes import Shapes
from maps.shapes.woods import wanted_shares
from scenarios.drawing.ground import ground_items, woods_about
from scenarios.drawing.levels import level_at
from scenarios.drawing.png import scene_png
from scenarios.drawing.scene import Scene
from tests.maps.shapes.test_lines import crossed
from tests.maps.wildmap import wild_map

NAMES = ("open", "pasture", "woods_open", "woods_dense", "hills", "rough", "marsh", "water", "bocage", "town")
CLOSE, MOST_APART, CLOSE_PART = 0.05, 0.15, 0.95
OWN = 0.70
DOTS = 12.0
SEEDS = range(8)


def wild_ground(seed):
    """Scatter terrains and shares of forest over a random map: a dense wood may lie beside a lake."""
    lots = np.random.default_rng(seed)
    hexmap = wild_map(seed, cols=10, rows=9)
    count = len(hexmap)
    forest = lots.uniform(0, 1, count).astype(np.float32)[:, None]
    return replace(
        hexmap, terrain=lots.integers(0, len(NAMES), count).astype(np.uint8), terrain_names=NAMES,
        cover=forest, cover_names=("forest",), inside=np.ones(count, bool),
    )  # fmt: skip


@pytest.fixture(scope="module", params=[*SEEDS, "ardennes"])
def shapes(request):
    hexmap = request.getfixturevalue("ardennes") if request.param == "ardennes" else wild_ground(request.param)
    return Shapes(hexmap)


def shares(shapes, true):
    """Count the part of each hex's samples where something is true."""
    here, count = shapes.samples.here, len(shapes.hexmap)
    on = here >= 0
    return np.bincount(here[on], weights=true[on], minlength=count) / np.bincount(here[on], minlength=count)


def painted(shapes, item):
    """Give the part of each hex that an area covers as it is painted."""
    ink = Scene(shapes.box, (item._replace(colour="ink.counter"),))
    picture = Image.open(io.BytesIO(scene_png(ink, 25.4, shipped_palette(), DOTS)))
    grey = np.asarray(picture.convert("L"), float)
    line, column = np.mgrid[: grey.shape[0], : grey.shape[1]]
    spots = np.stack([shapes.box[0] + (column.ravel() + 0.5) / DOTS, shapes.box[1] + (line.ravel() + 0.5) / DOTS], 1)
    here = shapes.hexmap.layout.indices_under(spots * shapes.hexmap.layout.radius_m)
    on, count = here >= 0, len(shapes.hexmap)
    dark = (255 - grey.ravel()) / (255 - grey.min())
    return np.bincount(here[on], weights=dark[on], minlength=count) / np.bincount(here[on], minlength=count)


def test_woods_are_painted_as_large_as_the_source_says(shapes):
    """By the outlines of the page's and the sheets' usual scale."""
    level = level_at(8.0)
    (*_, woods) = ground_items(shapes, level, shapes.box, woods_about(shapes, level, shapes.box))
    assert woods.colour == "ink.wood"
    apart = np.abs(painted(shapes, woods) - wanted_shares(shapes.hexmap, shipped_palette()))
    assert (apart < CLOSE).mean() >= CLOSE_PART
    assert apart.max() < MOST_APART


def test_each_hex_is_mostly_painted_in_its_own_class(shapes):
    own = shapes.layer[shapes.samples.warped] == shapes.layer[shapes.samples.here]
    assert shares(shapes, own)[shapes.hexmap.inside].min() >= OWN


def test_roads_and_railways_cross_the_hexsides_of_their_links_and_no_other(shapes):
    links = 0
    for way in (*shapes.roads.ways, *shapes.railways.ways):
        assert crossed(shapes.hexmap, way.points) == set(way.links.tolist())
        links += len(way.links)
    assert links > 20
