"""
Say how much detail a scale can bear.

A scale is the radius of a hex in millimetres, on paper; a screen has 96 points to the
inch, so that one rule serves both.
"""

from __future__ import annotations

from typing import NamedTuple

from maps.shapes.plane import PER_HEX

__all__ = ["DISTANT", "LEVELS", "ON_SCREEN", "PX_PER_MM", "Level", "level_at"]

PX_PER_MM = 96 / 25.4
"""Points of the screen, as style sheets count them, to the millimetre."""

ON_SCREEN = 1.55
"""How much larger letters are on a screen, which is read from farther away than paper."""


class Level(NamedTuple):
    """A range of scales that share one scene."""

    name: str
    least_mm: float
    """The least radius of a hex that it serves."""
    bend: float
    """Control points that bend an outline by less, in hex radii, are left out."""
    least_area: float
    """Woods and clearings that hold less, in squares of the hex radius, are left out: specks are unrest."""
    trees: float
    """From tree to tree, in hex radii; 0: none are drawn."""
    marks: float
    """From mark to mark, in hex radii; 0: none."""
    town_rank: int
    """The least place that is drawn: 1 city to 4 village."""
    roads: tuple[str, ...]
    ties: float
    """From tie to tie of a railway, in hex radii; 0: railways are not drawn."""
    streams: bool
    soft: bool = False
    """Whether rivers run through the middles of their hexsides: so far off a zigzag is no more than unrest."""
    fine: bool = True
    """Whether what is as small as a hexside is drawn: the net of hexes, slopes, shores, bridges."""
    per_hex: int = PER_HEX
    """Samples to the width of a hex that a large map is drawn from."""


_MAIN, _SECOND, _ALL = ("main",), ("secondary", "main"), ("track", "secondary", "main")
LEVELS = (
    Level("far", 0.0, 0.08, 0.25, 0.0, 0.0, 2, _MAIN, ties=0.0, streams=False, soft=True, per_hex=5),
    Level("theatre", 1.85, 0.05, 0.08, 0.55, 0.0, 3, _SECOND, ties=0.7, streams=True, per_hex=8),
    Level("middle", 3.4, 0.03, 0.02, 0.30, 0.62, 4, _ALL, ties=0.36, streams=True),
    Level("near", 7.4, 0.02, 0.0, 0.21, 0.44, 4, _ALL, ties=0.2, streams=True),
    Level("table", 15.9, 0.012, 0.0, 0.13, 0.25, 4, _ALL, ties=0.12, streams=True),
)
"""From far to near."""

DISTANT = Level("distant", 0.0, 0.3, 2.0, 0.0, 0.0, 1, (), ties=0.0, streams=False, soft=True, fine=False, per_hex=2)
"""From so far that only a screen shows it, and of large maps alone: hexes are a few points wide, roads a thicket."""


def level_at(radius_mm: float) -> Level:
    """
    Find the level that serves a scale.

    >>> level_at(5.0).name
    'middle'
    """
    return max((level for level in LEVELS if level.least_mm <= radius_mm), key=lambda level: level.least_mm)
