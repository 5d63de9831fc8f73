"""
Draw arrows: a smooth shaft through hexes and a head with a notch, on a pale rim.

The page draws its arrows by the numbers that stand here, and those of a plan as wide and as pale.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scenarios.drawing.scene import Area, Lines, Stamp, Width, lines_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scenarios.drawing.scene import Item

    Floats = NDArray[np.float64]

__all__ = ["FORM", "PLAN_ALPHA", "PLAN_WIDE", "PLAN_WORDS", "Form", "Words", "arrow", "through"]


class Form(NamedTuple):
    """What an arrow is like, whatever its width: for paper and for the page."""

    pieces: int
    """Straight pieces of its shaft from hex to hex."""
    head: float
    """How long its head is, in widths of the shaft."""
    notch: float
    into: float
    """How deep its head is notched, and how far back in it the shaft ends, as shares of its length."""
    slant: float
    """Where its wings lie, in radians from the way that it points."""
    least_rim_mm: float
    rim: float
    head_rim: float
    """How much wider the rim is than shaft and head, in widths of the shaft, and at least."""


FORM = Form(pieces=5, head=2.6, notch=0.62, into=0.7, slant=2.62, least_rim_mm=0.5, rim=0.7, head_rim=0.6)
PLAN_WIDE, PLAN_ALPHA = Width(0.28, 0.6, 2.9), 0.8
"""How wide arrows of a plan are; and roads and woods are seen through them."""


class Words(NamedTuple):
    """How what a formation means to do is written near where its arrow begins."""

    face: str
    mm: float
    halo: float
    """How wide the rim of the letters is, in heights."""
    clear_mm: float
    """How far the words stand from where the arrow begins, at most, if they find room there."""


PLAN_WORDS = Words("text_bold", 2.6, 0.16, 6.0)


def arrow(way: Floats, colour: str, wide_mm: float, *, layer: str, title: str = "", alpha: float = 1.0) -> Stamp:
    """
    Draw an arrow.

    Parameters
    ----------
    way
        The points that it goes through (k, 2), two at least, in millimetres of the whole map.
    title
        What it is, in words, for pictures that tell it.
    """
    points, long = through(way), wide_mm * FORM.head
    (x, y), (dx, dy) = points[-1], points[-1] - points[max(0, len(points) - 3)]
    turn = math.atan2(dy, dx)
    wings = [
        (x + long * math.cos(turn + slant), y + long * math.sin(turn + slant)) for slant in (FORM.slant, -FORM.slant)
    ]
    notch = (x - long * FORM.notch * math.cos(turn), y - long * FORM.notch * math.sin(turn))
    head, shaft = np.array([(x, y), wings[0], notch, wings[1]]), _shortened(points, long * FORM.into)
    rim, head_rim = (max(FORM.least_rim_mm, wide_mm * share) for share in (FORM.rim, FORM.head_rim))
    drawn: list[Item] = [_line(layer, "ink.plate", wide_mm + rim, shaft)] if len(shaft) else []
    drawn.append(_line(layer, "ink.plate", head_rim, head)._replace(closed=True))
    drawn += [_line(layer, colour, wide_mm, shaft)] if len(shaft) else []
    drawn.append(Area(layer, colour, *lines_of([head]), curved=False))
    return Stamp(layer, tuple(drawn), alpha=alpha, title=title)


def through(way: Floats) -> Floats:
    """Lay a smooth line through points (k, 2), by Catmull and Rom."""
    ends = np.concatenate([[2 * way[0] - way[1]], way, [2 * way[-1] - way[-2]]])
    p, q, r, s = (ends[k : len(ends) - 3 + k, None] for k in range(4))
    t = (np.arange(1, FORM.pieces + 1) / FORM.pieces)[None, :, None]
    laid = 2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t**2 + (3 * q - p - 3 * r + s) * t**3
    return np.concatenate([way[:1], (0.5 * laid).reshape(-1, 2)])


def _shortened(points: Floats, by: float) -> Floats:
    """Take so much off the end of a line; nothing is left of one that is not as long."""
    steps = np.hypot(*np.diff(points, axis=0).T)
    left = steps.sum() - by
    if left <= 0:
        return np.zeros((0, 2))
    along = np.concatenate([[0.0], np.cumsum(steps)])
    kept = int(np.searchsorted(along, left))
    end = points[kept - 1] + (points[kept] - points[kept - 1]) * (left - along[kept - 1]) / steps[kept - 1]
    return np.concatenate([points[:kept], [end]])


def _line(layer: str, colour: str, wide_mm: float, points: Floats) -> Lines:
    return Lines(layer, colour, Width(0.0, wide_mm, wide_mm), *lines_of([points]))
