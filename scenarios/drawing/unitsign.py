"""Draw the symbol of a unit, as ``scenarios.symbols`` tells it in strokes, into a box on a page."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

from scenarios.symbols import BOX_HIGH, BOX_WIDE, KINDS

if TYPE_CHECKING:
    from scenarios.drawing.pencil import Pencil
    from scenarios.symbols import Stroke

__all__ = ["SIGN_SHAPE", "draw_sign", "draw_strokes"]

SIGN_SHAPE = BOX_WIDE / BOX_HIGH
"""How much wider than high the box of a symbol is."""

_INK = "ink.counter"
_STEP_DEG = 10


def draw_sign(pencil: Pencil, kind: str, x: float, y: float, wide: float, pen: float = 0.0) -> None:
    """Draw a symbol with its box, so many millimetres wide, its left upper corner at (x, y)."""
    scale = wide / BOX_WIDE
    pen = pen or wide * 0.036
    pencil.rect(x, y, wide, BOX_HIGH * scale, "ink.box")
    draw_strokes(pencil, kind, x, y, scale, pen)
    pencil.frame(x, y, wide, BOX_HIGH * scale, _INK, pen * 1.15)


def draw_strokes(pencil: Pencil, kind: str, x: float, y: float, scale: float, pen: float) -> None:
    """Draw what stands in a symbol's box, whose left upper corner is at (x, y)."""
    for stroke in KINDS[kind]:
        _draw(pencil, stroke, x, y, scale, pen)


def _draw(pencil: Pencil, stroke: Stroke, x: float, y: float, scale: float, pen: float) -> None:
    shape, *values = stroke
    if shape == "text":
        at_x, foot, size = (float(value) * scale for value in values[:3])
        pencil.text(x + at_x, y + foot, str(values[3]), size, colour=_INK, anchor=0.5)
        return
    numbers = [float(value) for value in values]
    if shape in {"line", "shape"}:
        points = [(x + a * scale, y + b * scale) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
        if shape == "shape":
            pencil.shape([points], _INK)
        else:
            pencil.lines([points], _INK, pen)
        return
    rounded = [(x + a * scale, y + b * scale) for a, b in _round(str(shape), numbers)]
    if shape == "circle":
        pencil.shape([rounded], _INK)
    else:
        pencil.lines([rounded], _INK, pen, closed=shape != "arc")


def _round(shape: str, numbers: list[float]) -> list[tuple[float, float]]:
    """List points along a circle, an oval or a part of a circle."""
    x, y, wide = numbers[:3]
    high = numbers[3] if shape == "oval" else wide
    begin, end = (int(numbers[3]), int(numbers[4])) if shape == "arc" else (0, 360)
    turns = [*range(begin, end, _STEP_DEG), end] if shape == "arc" else range(begin, end, _STEP_DEG)
    return [(x + wide * cos(radians(turn)), y + high * sin(radians(turn))) for turn in turns]
