"""Take pictures of a page, and draw the same window of a map twice: on its canvas, and by the rasterizer of its PDF."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PIL import Image
from scipy.ndimage import uniform_filter

from maps.palette import shipped_palette
from maps.shapes.shapes import shapes_of
from scenarios.drawing.levels import PX_PER_MM
from scenarios.drawing.mapscene import map_scene
from scenarios.drawing.png import scene_png
from scenarios.drawing.svg import scene_svg

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from playwright.sync_api import Page

    from maps.grid.hexmap import HexMap
    from scenarios.drawing.scene import Scene

    Picture = NDArray[np.float64]

TEXT = ("numbers", "names")
DPI = 96.0
_BLUR_PX = 2

READY = """async () => {
  const { whenReady } = await import("/static/map/mapview.js");
  window.view = await whenReady("map_map");
}"""

PAINT = """async ([R, x0, y0, size, scheme]) => {
  const { painter } = view, canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  painter.scheme = scheme;
  painter.shown.numbers = painter.shown.names = false;
  do {
    canvas.getContext("2d").reset();
    painter.paint(canvas, R, x0, y0, size, 1);
    await new Promise((next) => setTimeout(next, 10));
  } while (painter.waits);
  canvas.getContext("2d").reset();
  painter.paint(canvas, R, x0, y0, size, 1);
  return canvas.toDataURL("image/png").split(",")[1];
}"""

SHOW = """async ([url, size]) => {
  const picture = new Image(), canvas = document.createElement("canvas");
  picture.src = url;
  await picture.decode();
  canvas.width = canvas.height = size;
  canvas.getContext("2d").drawImage(picture, 0, 0, size, size);
  return canvas.toDataURL("image/png").split(",")[1];
}"""


class Window(NamedTuple):
    """A square window: the radius of a hex on it, its left top corner and its side, all in points of the screen."""

    radius_px: float
    x0: float
    y0: float
    size: int
    scheme: str = "full"


def look(page: Page) -> np.ndarray:
    """Take a picture of the window; packed in haste, since to press it small takes longer than to paint the map."""
    page.evaluate("painted()")
    asked = page.context.new_cdp_session(page)
    taken = asked.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})["data"]
    asked.detach()
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(taken))).convert("RGB"), np.int16)


def on_canvas(page: Page, window: Window) -> Picture:
    """Paint a window without letters on a canvas of the page (high, wide, 3), its paper beneath."""
    sent = page.evaluate(PAINT, [window.radius_px, window.x0, window.y0, window.size, window.scheme])
    drawn = Image.open(io.BytesIO(base64.b64decode(sent))).convert("RGBA")
    paper = shipped_palette().in_scheme(window.scheme).paper
    return _numbers(Image.alpha_composite(Image.new("RGBA", drawn.size, paper), drawn))


def on_paper(hexmap: HexMap, window: Window) -> Picture:
    """Print the same window and give its picture."""
    scene, radius_mm = _scene(hexmap, window)
    palette = shipped_palette().in_scheme(window.scheme)
    return _numbers(Image.open(io.BytesIO(scene_png(scene, radius_mm, palette, DPI))))


def svg_in_browser(page: Page, hexmap: HexMap, window: Window) -> Picture:
    """Write the same window as SVG and have the browser show it."""
    scene, radius_mm = _scene(hexmap, window)
    text = scene_svg(scene, radius_mm, shipped_palette().in_scheme(window.scheme), "")
    sent = page.evaluate(SHOW, ["data:image/svg+xml;base64," + base64.b64encode(text.encode()).decode(), window.size])
    return _numbers(Image.open(io.BytesIO(base64.b64decode(sent))))


def _scene(hexmap: HexMap, window: Window) -> tuple[Scene, float]:
    """Give the scene of a window without its letters, and the radius of a hex in millimetres."""
    radius_mm = window.radius_px / PX_PER_MM
    u, v, side = (part / window.radius_px for part in (window.x0, window.y0, window.size))
    scene = map_scene(shapes_of(hexmap), radius_mm, (u, v, u + side, v + side))
    return scene.without(*TEXT, *shipped_palette().scheme[window.scheme].hidden), radius_mm


def apart(one: Picture, other: Picture) -> float:
    """Measure the mean difference of two pictures, of 255, each point the mean of those up to two beside it."""
    across = 2 * _BLUR_PX + 1
    soft = [uniform_filter(picture, (across, across, 0)) for picture in (one, other)]
    return float(np.abs(soft[0] - soft[1]).mean())


def changed(before: np.ndarray, after: np.ndarray, least: int = 12) -> float:
    return float((np.abs(before - after).max(axis=2) > least).mean())


def _numbers(picture: Image.Image) -> Picture:
    return np.asarray(picture.convert("RGB"), np.float64)
