"""
Paint counters as small pictures, for programs that show a picture a unit.

They hold the side's colours, the symbol and the size, and no name: names are written by the program
that shows them, so one picture serves all units of a kind.
"""

from __future__ import annotations

import io
from functools import lru_cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from maps.palette import luminance, shipped_palette
from scenarios.drawing.faces import FACES
from scenarios.symbols import BOX_HIGH, BOX_WIDE, KINDS, echelon_mark

if TYPE_CHECKING:
    from maps.palette import SideStyle
    from scenarios.symbols import Stroke

__all__ = ["as_png", "piece_back", "piece_name", "piece_png"]

_FINER = 4
"""It is painted so many times larger and then made smaller, which smooths it."""
_DARK_FILL = 0.16
_BOX_LEFT, _BOX_TOP, _BOX = 0.14, 0.36, 0.72
"""Where the box of the symbol lies and how wide it is, in parts of the counter."""


def piece_name(side: str, symbol: str, size: str) -> str:
    """
    Name the picture of a counter.

    >>> piece_name("us", "infantry", "battalion")
    'us-infantry-battalion.png'
    """
    kept = "".join(c if c.isascii() and c.isalnum() else "_" for c in side)
    return f"{kept}-{symbol}-{size}.png".replace("/", "_")


@lru_cache(maxsize=2048)
def piece_png(style: SideStyle, symbol: str, size: str, px: int = 64) -> bytes:
    """Paint the front of a counter, so many pixels square."""
    picture, draw, wide = _blank(style, px)
    ink = _ink(style)
    scale = wide * _BOX / BOX_WIDE
    left, top = wide * _BOX_LEFT, wide * _BOX_TOP
    thick = max(1, round(scale * 1.6))
    box = (left, top, left + BOX_WIDE * scale, top + BOX_HIGH * scale)
    draw.rectangle(box, fill=shipped_palette().ink["box"], outline=shipped_palette().ink["counter"], width=thick)
    for stroke in KINDS[symbol]:
        _paint(draw, stroke, left, top, scale, thick)
    mark = echelon_mark(size)
    if mark:
        draw.text((wide / 2, top - wide * 0.04), mark, ink, _font(round(wide * 0.2)), anchor="ms")
    return as_png(picture.resize((px, px), Image.Resampling.LANCZOS))


@lru_cache(maxsize=64)
def piece_back(style: SideStyle, px: int = 64) -> bytes:
    """Paint the back of a side's counters, which tells nothing but the side."""
    picture, _, _ = _blank(style, px)
    return as_png(picture.resize((px, px), Image.Resampling.LANCZOS))


def as_png(picture: Image.Image) -> bytes:
    """Write a picture as PNG."""
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _blank(style: SideStyle, px: int) -> tuple[Image.Image, ImageDraw.ImageDraw, int]:
    wide = px * _FINER
    picture = Image.new("RGBA", (wide, wide), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    rim = max(1, wide // 40)
    draw.rounded_rectangle((0, 0, wide - 1, wide - 1), wide * 0.09, fill=style.fill, outline=style.line, width=rim)
    return picture, draw, wide


def _ink(style: SideStyle) -> str:
    ink = shipped_palette().ink
    return ink["box"] if luminance(style.fill) < _DARK_FILL else ink["counter"]


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont:
    with as_file(files("scenarios.drawing") / "faces" / f"{FACES['counter_bold']}.ttf") as path:
        return ImageFont.truetype(io.BytesIO(path.read_bytes()), size)


def _paint(draw: ImageDraw.ImageDraw, stroke: Stroke, left: float, top: float, scale: float, thick: int) -> None:
    """Paint a stroke of a symbol; see ``scenarios.symbols`` for what a stroke is."""
    ink, kind = shipped_palette().ink["counter"], str(stroke[0])
    if kind == "text":
        spot = (left + float(stroke[1]) * scale, top + float(stroke[2]) * scale)
        draw.text(spot, str(stroke[4]), ink, _font(round(float(stroke[3]) * scale)), anchor="ms")
        return
    values = [float(value) * scale for value in stroke[1:3]] + [float(value) for value in stroke[3:]]
    if kind in {"line", "shape"}:
        numbers = [float(value) for value in stroke[1:]]
        points = [(left + x * scale, top + y * scale) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if kind == "shape":
            draw.polygon(points, fill=ink)
        else:
            draw.line(points, fill=ink, width=thick, joint="curve")
        return
    x, y, wide = left + values[0], top + values[1], values[2] * scale
    high = values[3] * scale if kind == "oval" else wide
    box = (x - wide, y - high, x + wide, y + high)
    if kind == "arc":
        draw.arc(box, values[3], values[4] if values[4] > values[3] else values[4] + 360, fill=ink, width=thick)
    else:
        draw.ellipse(box, fill=ink if kind == "circle" else None, outline=ink, width=thick)
