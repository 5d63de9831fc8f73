"""Canvas, PDF and SVG are one drawing: 24 windows, painted by Chromium and by the rasterizer of the PDF."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np
import pytest

from maps.area.reader import read_area, shipped_area
from maps.making.build import build
from tests.conftest import CHROME
from tests.webui.bigground import big_ground
from tests.webui.canvases import READY, Window, apart, on_canvas, on_paper, svg_in_browser
from tests.webui.mapserving import Serving, view_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from maps.grid.hexmap import HexMap
    from tests.webui.canvases import Picture

WITHOUT = CHROME is None and os.environ.get("CI") != "true"
pytestmark = [
    pytest.mark.skipif(WITHOUT, reason="no Chrome or Chromium was found; these tests paint the map in one"),
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]

MOST_APART = 3.0
SIDE = 320
PRINTED: dict[tuple[str, Window], Picture] = {}
RADII_PX = (5.5, 10.0, 20.0, 44.0)
MAPS = {
    "ardennes": lambda: build(read_area(shipped_area("ardennes_1944"))),
    "flat-top": lambda: big_ground(60, 50),
    "pointy-top": lambda: big_ground(50, 60, flat_top=False),
}


@pytest.fixture(scope="module", params=MAPS)
def served(request: pytest.FixtureRequest) -> Iterator[Serving]:
    ground = MAPS[request.param]()
    serving = Serving(ground, view_of(ground))
    yield serving
    serving.server.shutdown()


@pytest.fixture(scope="module")
def page(browser: Browser, served: Serving) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 500, "height": 400})
    page.goto(served.address)
    page.evaluate(READY)
    yield page
    page.close()


def window(hexmap: HexMap, radius_px: float, scheme: str) -> Window:
    """Give a window within the map, left of its middle and above it; it begins between two points."""
    u0, v0, u1, v1 = (edge / hexmap.layout.radius_m * radius_px for edge in hexmap.layout.extent())
    x, y = 0.42 * (u0 + u1) - SIDE / 2, 0.46 * (v0 + v1) - SIDE / 2
    return Window(radius_px, max(u0, x), max(v0, y), SIDE, scheme)


def printed(served: Serving, here: Window) -> Picture:
    """Print a window once: the canvas and the SVG are held against the same paper."""
    key = served.address, here
    if key not in PRINTED:
        PRINTED[key] = on_paper(served.ground, here)
    return PRINTED[key]


@pytest.mark.parametrize("scheme", ["full", "black"])
@pytest.mark.parametrize("radius_px", RADII_PX)
def test_canvas_and_print_show_the_same(page: Page, served: Serving, radius_px: float, scheme: str):
    here = window(served.ground, radius_px, scheme)
    canvas, paper = on_canvas(page, here), printed(served, here)
    assert canvas.std() > 12, "there is something to be seen"
    assert apart(canvas, paper) < MOST_APART
    aside = np.roll(paper, (6, 6), axis=(0, 1))
    assert apart(canvas, aside) > 1.4 * apart(canvas, paper), "another picture is told from this one"


@pytest.mark.parametrize("radius_px", [10.0, 44.0])
def test_svg_and_print_show_the_same(page: Page, served: Serving, radius_px: float):
    here = window(served.ground, radius_px, "full")
    assert apart(svg_in_browser(page, served.ground, here), printed(served, here)) < MOST_APART
