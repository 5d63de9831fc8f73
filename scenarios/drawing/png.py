"""Write scenes as pictures: what is shown is what is printed, by one way of drawing."""

from __future__ import annotations

import io
import math
from threading import Lock
from typing import TYPE_CHECKING

import pypdfium2
from PIL import Image

from scenarios.drawing.pdf import scene_pdf

if TYPE_CHECKING:
    from maps.palette import Palette
    from scenarios.drawing.scene import Scene

__all__ = ["one_at_a_time", "page_png", "pdf_pages", "scene_png"]

_INCH_MM = 25.4
_THINNEST_MM = 0.1
"""The thinnest line that is drawn; a line thinner than a pixel would be widened to one, and all its map darkened."""
_MOST_AT_ONCE = 24_000_000
"""Pixels that are held at once before they are reduced: about 100 MB."""

_ONE_AT_A_TIME = Lock()


def one_at_a_time() -> Lock:
    """Give the lock that whoever uses pdfium holds: it is not made for threads."""
    return _ONE_AT_A_TIME


def pdf_pages(content: bytes, dpi: float) -> list[Image.Image]:
    """Draw every page of a PDF of our own; never one that somebody sent."""
    with one_at_a_time():
        document = pypdfium2.PdfDocument(content)
        try:
            return [_drawn(page, dpi) for page in document]
        finally:
            document.close()


def _drawn(page: pypdfium2.PdfPage, dpi: float) -> Image.Image:
    """Draw a page so finely that no line is thinner than a pixel, and reduce it, in strips from top to bottom."""
    finer = max(1, math.ceil(_INCH_MM / _THINNEST_MM / dpi))
    scale = finer * dpi / 72.0
    wide, high = math.ceil(page.get_width() * scale), math.ceil(page.get_height() * scale)
    deep = finer * max(1, _MOST_AT_ONCE // wide // finer)
    whole = Image.new("RGB", (math.ceil(wide / finer), math.ceil(high / finer)))
    for top in range(0, high, deep):
        # What is cut off is counted in points and rounded up to pixels.
        above, below = (max(0.0, (rows - 0.5) / scale) for rows in (top, high - min(high, top + deep)))
        strip = page.render(scale=scale, crop=(0, below, 0, above)).to_pil().convert("RGB")
        whole.paste(strip.reduce(finer), (0, top // finer))
    return whole


def scene_png(scene: Scene, radius_mm: float, palette: Palette, dpi: float) -> bytes:
    """Draw a scene as PNG that says how large it is on paper."""
    return page_png(scene_pdf(scene, radius_mm, palette, ""), dpi)


def page_png(content: bytes, dpi: float = 150.0) -> bytes:
    """Draw a PDF of one page, of our own, as PNG that says how large it is on paper."""
    (picture,) = pdf_pages(content, dpi)
    out = io.BytesIO()
    picture.save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()
