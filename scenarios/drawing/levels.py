"""
Say how much detail a scale can bear.

A scale is the radius of a hex in millimetres, on paper; a screen has 96 points to the
inch, so that one rule serves both.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["LEVELS", "PX_PER_MM", "Level", "level_at"]

PX_PER_MM = 96 / 25.4
"""Points of the screen, as style sheets count them, to the millimetre."""


class Level(NamedTuple):
    """A range of scales that share one scene."""

    name: str
    least_mm: float
    """The least radius of a hex that it serves."""
    bend: float
    """Control points that bend an outline by less, in hex radii, are left out."""
    trees: float
    """From tree to tree, in hex radii; 0: none are drawn."""
    marks: float
    """From mark to mark, in hex radii; 0: none."""
    town_rank: int
    """The least place that is drawn: 1 city to 4 village."""
    roads: tuple[str, ...]
    rails: bool
    streams: bool


_MAIN, _SECOND, _ALL = ("main",), ("secondary", "main"), ("track", "secondary", "main")
LEVELS = (
    Level("far", 0.0, 0.08, 0.0, 0.0, 2, _MAIN, rails=False, streams=False),
    Level("theatre", 1.85, 0.05, 0.55, 0.0, 3, _SECOND, rails=True, streams=True),
    Level("middle", 3.4, 0.03, 0.30, 0.62, 4, _ALL, rails=True, streams=True),
    Level("near", 7.4, 0.02, 0.21, 0.44, 4, _ALL, rails=True, streams=True),
    Level("table", 15.9, 0.012, 0.13, 0.25, 4, _ALL, rails=True, streams=True),
)
"""From far to near."""


def level_at(radius_mm: float) -> Level:
    """
    Find the level that serves a scale.

    >>> level_at(5.0).name
    'middle'
    """
    return max((level for level in LEVELS if level.least_mm <= radius_mm), key=lambda level: level.least_mm)
