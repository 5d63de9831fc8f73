"""Draw what stands beside a map on paper: legend, scale, north, ruler, and words that keep to a column."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from reportlab.lib.colors import HexColor

from maps.palette import shipped_palette
from scenarios.drawing.faces import width_mm
from scenarios.drawing.legend import swatch
from scenarios.drawing.pdf import MM, draw_scene

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from reportlab.pdfgen.canvas import Canvas

    from maps.palette import Palette
    from scenarios.drawing.legend import Key


__all__ = ["ROW_MM", "RULER_MM", "legend", "north", "paragraphs", "ruler", "scale_bar", "words", "wrapped"]

RULER_MM = 100.0
ROW_MM, _ROOM_MM = 6.0, 11.5
_INK = HexColor(shipped_palette().ink["counter"])


def legend(
    canvas: Canvas, keys: Iterable[Key], x: float, y: float, palette: Palette, *, row_mm: float = ROW_MM
) -> float:
    """Draw a legend downwards from (x, y), in millimetres from the page's lower left corner; give where it ends."""
    for key in keys:
        y -= row_mm
        canvas.saveState()
        canvas.translate(x * MM, y * MM)
        draw_scene(canvas, swatch(key, palette), 1.0, palette)
        canvas.restoreState()
        words(canvas, x + _ROOM_MM, y + 1.1, key.words, 3.2)
    return y


def scale_bar(canvas: Canvas, x: float, y: float, mm_per_km: float, room_mm: float) -> None:
    """Draw a bar of kilometres and one of miles, as long as fits a room, standing on (x, y)."""
    for up, unit, mm in ((0.0, "km", mm_per_km), (7.5, "miles", mm_per_km * 1.609344)):
        step = next((s for s in _STEPS if 4 * s * mm <= room_mm - 14), _STEPS[-1])
        canvas.setStrokeColor(_INK)
        canvas.setFillColor(_INK)
        canvas.setLineWidth(0.15 * MM)
        for k in range(4):
            canvas.rect((x + k * step * mm) * MM, (y + up) * MM, step * mm * MM, 1.2 * MM, stroke=1, fill=k % 2)
        for k in (0, 2, 4):
            words(canvas, x + k * step * mm, y + up + 2.0, f"{k * step:g}", 2.4, anchor=0.5)
        words(canvas, x + 4 * step * mm + 3, y + up, unit, 2.6)


_STEPS = (100, 50, 25, 20, 10, 5, 2.5, 2, 1, 0.5, 0.25, 0.2, 0.1, 0.05, 0.025, 0.01)


def north(canvas: Canvas, x: float, y: float, rotation_deg: float) -> None:
    """Draw an arrow to grid north about (x, y); a grid that is turned has its north beside the top of the page."""
    canvas.saveState()
    canvas.translate(x * MM, y * MM)
    canvas.rotate(rotation_deg)
    canvas.setFillColor(_INK)
    canvas.setStrokeColor(_INK)
    canvas.setLineWidth(0.2 * MM)
    arrow = canvas.beginPath()
    arrow.moveTo(0, 6 * MM)
    for dx, dy in ((2.2, -4), (0, -2.4)):
        arrow.lineTo(dx * MM, dy * MM)
    arrow.close()
    canvas.drawPath(arrow, stroke=1, fill=1)
    other = canvas.beginPath()
    other.moveTo(0, 6 * MM)
    for dx, dy in ((-2.2, -4), (0, -2.4)):
        other.lineTo(dx * MM, dy * MM)
    other.close()
    canvas.drawPath(other, stroke=1, fill=0)
    words(canvas, 0, 7.2, "N", 4.0, face="text_bold", anchor=0.5)
    canvas.restoreState()


def ruler(canvas: Canvas, x: float, y: float) -> None:
    """Draw a ruler of 100 mm, so that whoever prints it can see that the printer kept the scale."""
    canvas.setStrokeColor(_INK)
    canvas.setLineCap(0)
    canvas.setLineWidth(0.5 * MM)
    canvas.line(x * MM, y * MM, (x + RULER_MM) * MM, y * MM)
    canvas.setLineWidth(0.2 * MM)
    for step in range(11):
        at = (x + step * RULER_MM / 10) * MM
        canvas.line(at, y * MM, at, (y + (2.2 if step % 5 == 0 else 1.2)) * MM)
    words(canvas, x + RULER_MM + 2, y - 0.8, "100 mm", 2.3)


def words(
    canvas: Canvas, x: float, y: float, text: str, size: float, *, face: str = "text", anchor: float = 0.0,
    colour: str = "",
) -> None:  # fmt: skip
    """Write a line whose base is at (x, y); ``size`` in millimetres, ``anchor`` 0 left, 0.5 middle, 1 right."""
    canvas.setFont(face, size * MM)
    canvas.setFillColor(HexColor(colour) if colour else _INK)
    canvas.drawString((x - anchor * width_mm(text, size, face)) * MM, y * MM, text)


def paragraphs(
    canvas: Canvas, lines: Iterable[str], x: float, y: float, wide: float, *, size: float = 3.3, face: str = "text"
) -> float:
    """Write paragraphs downwards from (x, y) in a column so many millimetres wide; give where they end."""
    for line in lines:
        for part in wrapped(line, wide, size, face):
            y -= 1.3 * size
            words(canvas, x, y, part, size, face=face)
        y -= 0.5 * size
    return y


_HYPHEN = re.compile(r"(?<=[^\W\d]-)(?=[^\W\d])")


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Give what a line may be broken between, each with the space before it."""
    for word in text.split():
        for n, part in enumerate(_HYPHEN.split(word)):
            yield "" if n else " ", part


def wrapped(text: str, wide: float, size: float, face: str = "text") -> Iterator[str]:
    """Break a text into lines of a width in millimetres, also behind hyphens; a word that is longer is broken too."""
    line = ""
    for gap, word in _parts(text):
        rest = word
        while rest:
            longer = f"{line}{gap}{rest}".strip()
            if width_mm(longer, size, face) <= wide:
                line, rest = longer, ""
            elif line:
                yield line
                line = ""
            else:
                fits = max(1, math.floor(len(rest) * wide / width_mm(rest, size, face)))
                yield rest[:fits]
                rest = rest[fits:]
    if line:
        yield line
