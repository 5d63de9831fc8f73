"""Slopes on paper: strokes on the lower side, and names on maps of small hexes."""

from __future__ import annotations

import io
import itertools
from dataclasses import replace

import numpy as np
import pytest
from reportlab.pdfgen.canvas import Canvas

from maps.grid.hexmap import SLOPES, HexMap, Place
from scenarios.drawing.drawing import Drawing, block_pt, is_shown
from scenarios.drawing.hexsides import cliff_edges, hachures
from scenarios.drawing.mapdrawing import draw_map
from tests.toyground import toy_map

STEEP, CLIFF = SLOPES.index("steep"), SLOPES.index("cliff")


def sloped(kind: int, north_m: float, south_m: float) -> HexMap:
    """Two hexes, 0101 north of 0102: between them the side 3 of the one, the side 0 of the other."""
    slope = np.zeros((2, 6), np.uint8)
    slope[0, 3] = slope[1, 0] = kind
    return replace(toy_map(".\n."), slope=slope, elevation_m=np.array([north_m, south_m], np.float32))


@pytest.mark.parametrize(("north_m", "south_m", "south_of_it"), [(500, 300, True), (300, 500, False)])
def test_strokes_lie_on_the_lower_side(north_m, south_m, south_of_it):
    """The hexside lies half a hex, 1,000 m, south of the first centre; v grows southwards."""
    strokes = hachures(sloped(STEEP, north_m, south_m))
    assert strokes.shape == (7, 2, 2)
    assert strokes[:, 0, 1] == pytest.approx(1000.0)
    # Long strokes go 15 % of the way to the lower centre, which is 1,000 m away across the hexside.
    assert abs(strokes[:, 1, 1] - 1000.0).max() == pytest.approx(150.0)
    assert ((strokes[:, 1, 1] > 1000.0) == south_of_it).all()


@pytest.mark.parametrize("heights", [(300, 300), (np.nan, 300), (np.nan, np.nan)])
def test_where_heights_do_not_tell_strokes_lead_both_ways(heights):
    strokes = hachures(sloped(STEEP, *heights))
    assert len(strokes) == 14
    assert (strokes[:, 1, 1] > 1000.0).sum() == 7


def test_a_cliff_has_more_strokes_and_an_edge():
    hexmap = sloped(CLIFF, 500, 300)
    assert len(hachures(hexmap)) == 11
    # A hex 2,000 m wide has hexsides of 2,000 / sqrt(3) = 1,154.7 m.
    (edge,) = cliff_edges(hexmap)
    assert np.hypot(*(edge[1] - edge[0])) == pytest.approx(1154.70, abs=0.01)
    assert not len(cliff_edges(sloped(STEEP, 500, 300)))
    assert not len(hachures(sloped(0, 500, 300)))


@pytest.mark.parametrize(("kind", "lines"), [(0, 0), (STEEP, 7), (CLIFF, 12)])
def test_a_printed_map_shows_its_slopes(kind, lines):
    """Seven strokes; a cliff has eleven and its edge. Nothing else of this map is drawn in this ink."""
    canvas = Canvas(io.BytesIO(), pageCompression=0)
    draw_map(canvas, Drawing(sloped(kind, 500, 300), 100))
    drawn = sum(
        command.count(" l\n") for ink, command in itertools.pairwise(canvas._code) if "0.541 0.416 0.263 RG" in ink
    )
    assert drawn == lines


def village(width_m: float, rank: int) -> tuple[HexMap, Place]:
    place = Place("Weiler", 0, 700_000.0, 5_550_000.0, 200, rank)
    return replace(toy_map(".", width_m=width_m), places=(place,)), place


@pytest.mark.parametrize(
    ("width_m", "mm_per_hex", "least"),
    # Millimetres to a kilometre of ground: 5/0.25 = 20, 100/2 = 50, 16/2 = 8, 10/2 = 5, 100/20 = 5.
    [(250, 5, 4), (2000, 100, 4), (2000, 16, 3), (2000, 10, 2), (20_000, 100, 2)],
)
def test_how_small_a_place_is_named_goes_by_the_scale_of_the_ground(width_m, mm_per_hex, least):
    named = [
        rank
        for rank in (1, 2, 3, 4)
        if is_shown(Drawing(village(width_m, rank)[0], mm_per_hex), village(width_m, rank)[1])
    ]
    assert named == list(range(1, least + 1))


def test_a_village_can_be_seen_on_the_smallest_hex():
    """A hex of 5 mm has a radius of 2.9 mm: a tenth of it would be 0.29 mm; half a millimetre is drawn."""
    assert block_pt(Drawing(village(250, 4)[0], 5), 4) == pytest.approx(0.5 * 72 / 25.4)
    assert block_pt(Drawing(village(250, 4)[0], 100), 4) == pytest.approx(100 / 3**0.5 * 0.1 * 72 / 25.4)
