"""Arrows of plans and rings of trials are items of the one scene: page, SVG and PDF draw the same of them."""

from __future__ import annotations

import re

import numpy as np
import pytest

from maps.palette import shipped_palette
from scenarios.drawing.light.writer import light_body
from scenarios.drawing.pdf import scene_pdf
from scenarios.drawing.png import pdf_pages
from scenarios.drawing.scene import Scene
from scenarios.reports.arrow import arrow, through
from scenarios.trials.mapping import _arc

WAY = np.array([(5.0, 25.0), (15.0, 15.0), (35.0, 15.0)])
RED = "#c00000"
DPI = 254


def painted(*items):
    """Paint items on 40 by 30 mm as the PDF has it; give a function that tells the colour at a place in millimetres."""
    (page,) = pdf_pages(scene_pdf(Scene((0.0, 0.0, 40.0, 30.0), items), 1.0, shipped_palette(), ""), DPI)
    picture = page.convert("RGB")
    return lambda x, y: "#{:02x}{:02x}{:02x}".format(*picture.getpixel((round(x * DPI / 25.4), round(y * DPI / 25.4))))


def test_a_smooth_line_goes_through_the_middles_of_its_hexes():
    line = through(WAY)
    assert len(line) == 11
    assert np.allclose(line[[0, 5, 10]], WAY)
    straight = through(np.array([(0.0, 0.0), (10.0, 0.0)]))
    assert np.allclose(straight[:, 1], 0.0)


def test_an_arrow_is_painted_along_its_way_with_its_head_at_the_end():
    at = painted(arrow(WAY, RED, 2.0, layer="plans"))
    assert at(5, 25) == RED
    assert at(15, 15) == RED
    assert at(34.5, 15) == RED, "the tip"
    # The head is wider than the shaft, and its notch is pale.
    assert at(31.8, 16.2) == RED
    assert at(25, 16.9) != RED
    assert at(25, 15.75) == shipped_palette().ink["plate"], "a pale rim"
    assert at(37, 15) != RED


def test_an_arrow_within_one_width_is_its_head_alone():
    at = painted(arrow(np.array([(10.0, 10.0), (10.5, 10.0)]), RED, 4.0, layer="plans"))
    assert at(8, 10) == RED


def test_the_light_picture_tells_what_an_arrow_is_and_keeps_markup_out():
    scene = Scene((0.0, 0.0, 40.0, 30.0), (arrow(WAY, RED, 2.0, layer="plans", title="to <St. Vith>", alpha=0.8),))
    drawn = light_body(scene, 1.0, shipped_palette())
    assert "<title>to &lt;St. Vith&gt;</title>" in drawn
    assert 'opacity=".8"' in drawn
    assert set(re.findall(r"#[0-9a-f]{6}", drawn)) == {RED, shipped_palette().ink["plate"]}


@pytest.mark.parametrize(
    ("share", "there", "not_there"), [(0.25, (17.07, 17.07), (2.9, 2.9)), (0.5, (10, 19), (10, 1))]
)
def test_a_part_of_a_ring_is_as_long_as_its_share(share, there, not_there):
    stroke = _arc(0.0, share, 10.0, RED)
    moved = stroke._replace(points=stroke.points + np.float32(10.0))
    at = painted(moved)
    assert at(*there) == RED
    assert at(*not_there) != RED
    steps = np.hypot(*np.diff(stroke.points, axis=0).T).sum()
    assert steps == pytest.approx(share * 2 * np.pi * 10, rel=0.01)
