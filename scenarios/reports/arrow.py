"""Draw arrows as the page does: a smooth shaft through hexes and a head with a notch, on a pale rim."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from scenarios.drawing.scene import Area, Lines, Stamp, Width, lines_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scenarios.drawing.scene import Item

    Floats = NDArray[np.float64]

__all__ = ["arrow", "through"]

_PER = 5
"""Pieces of a line from hex to hex."""
_HEAD, _NOTCH, _TURN, _INTO = 2.6, 0.62, 2.62, 0.7
"""The head's length in widths of the shaft; its notch and where the shaft ends in it as shares of that; its slant."""
_LEAST_RIM_MM, _RIM, _HEAD_RIM = 0.5, 0.7, 0.6


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
    points, long = through(way), wide_mm * _HEAD
    (x, y), (dx, dy) = points[-1], points[-1] - points[max(0, len(points) - 3)]
    turn = math.atan2(dy, dx)
    wings = [(x + long * math.cos(turn + slant), y + long * math.sin(turn + slant)) for slant in (_TURN, -_TURN)]
    notch = (x - long * _NOTCH * math.cos(turn), y - long * _NOTCH * math.sin(turn))
    head, shaft = np.array([(x, y), wings[0], notch, wings[1]]), _shortened(points, long * _INTO)
    rim, head_rim = max(_LEAST_RIM_MM, wide_mm * _RIM), max(_LEAST_RIM_MM, wide_mm * _HEAD_RIM)
    drawn: list[Item] = [_line(layer, "ink.plate", wide_mm + rim, shaft)] if len(shaft) else []
    drawn.append(_line(layer, "ink.plate", head_rim, head)._replace(closed=True))
    drawn += [_line(layer, colour, wide_mm, shaft)] if len(shaft) else []
    drawn.append(Area(layer, colour, *lines_of([head]), curved=False))
    return Stamp(layer, tuple(drawn), alpha=alpha, title=title)


def through(way: Floats) -> Floats:
    """Lay a smooth line through points (k, 2), by Catmull and Rom."""
    ends = np.concatenate([[2 * way[0] - way[1]], way, [2 * way[-1] - way[-2]]])
    p, q, r, s = (ends[k : len(ends) - 3 + k, None] for k in range(4))
    t = (np.arange(1, _PER + 1) / _PER)[None, :, None]
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
