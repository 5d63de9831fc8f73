"""Draw the ground of a map at so many pixels a hex, for programs that lay counters on a picture."""

from __future__ import annotations

import io
from threading import Lock
from typing import TYPE_CHECKING

from PIL import Image

from maps.palette import shipped_palette
from scenarios.drawing.drawing import Drawing
from scenarios.drawing.mapdrawing import radius_mm, scene_of
from scenarios.drawing.pdf import scene_pdf
from scenarios.drawing.png import pdf_pages

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap

__all__ = ["ground_picture"]

_LOCK = Lock()
_KEPT: dict[tuple[str, tuple[int, int]], bytes] = {}
_MOST_KEPT = 4
"""The ground does not change in play: pictures of it are kept for the next file."""

_INCH_MM = 25.4
_QUALITY = 88
_SCREEN_DPI = 96.0
"""A hex of so many pixels is drawn as one of that size on a screen, with what a screen shows at that size."""


def ground_picture(hexmap: HexMap, size: tuple[int, int]) -> bytes:
    """
    Draw a whole map as JPEG of exactly so many pixels, without a margin: a quarter of a PNG's bytes and of its time.

    Parameters
    ----------
    size
        Width and height. The map is stretched to them by the little that whole pixels ask for.
    """
    with _LOCK:
        key = hexmap.key, size
        if key not in _KEPT:
            while len(_KEPT) >= _MOST_KEPT:
                del _KEPT[next(iter(_KEPT))]
            _KEPT[key] = _drawn(hexmap, size)
        return _KEPT[key]


def _drawn(hexmap: HexMap, size: tuple[int, int]) -> bytes:
    u0, _, u1, _ = hexmap.layout.extent()
    mm_per_hex = size[0] / _SCREEN_DPI * _INCH_MM * hexmap.layout.width_m / (u1 - u0)
    drawing = Drawing(hexmap, mm_per_hex)
    page = scene_pdf(scene_of(drawing), radius_mm(drawing), shipped_palette(), "", packed=False)
    (picture,) = pdf_pages(page, _SCREEN_DPI)
    out = io.BytesIO()
    sized = picture if picture.size == size else picture.resize(size, Image.Resampling.BICUBIC)
    sized.convert("RGB").save(out, "JPEG", quality=_QUALITY)
    return out.getvalue()
