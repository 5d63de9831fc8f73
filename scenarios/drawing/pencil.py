"""
Draw on a page of a size in millimetres, from its left upper corner: areas, lines, dots and words, as a scene.

What stands on counters, cards and charts is drawn with it, so that every writer of scenes writes them. Colours are
names of the palette.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from reportlab.pdfbase import pdfmetrics

from scenarios.drawing.faces import register, width_mm
from scenarios.drawing.scene import Area, Lines, Scene, Spots, Width, Words, lines_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenarios.drawing.scene import Item

    Points = Sequence[tuple[float, float]]

__all__ = ["CAP", "LEAST_TYPE_MM", "Pencil", "fitted", "reads"]

CAP = 0.7
"""How high capitals and figures of the counters' faces are, as a share of their size."""

LEAST_TYPE_MM = 1.6
"""No words are made smaller than this to fit a room."""

_INSTEAD = {"counter": "names", "counter_bold": "names_bold", "text": "names", "text_bold": "names_bold",
            "text_italic": "names_italic"}  # fmt: skip
"""The face of the same weight that has Greek and Cyrillic too."""


class Pencil:
    """Collects what is drawn on a page, from bottom to top; one unit of its scene is a millimetre."""

    def __init__(self, wide: float, high: float) -> None:
        """Begin an empty page of so many millimetres."""
        self.wide, self.high = wide, high
        self.items: list[Item] = []

    def scene(self) -> Scene:
        """Give what was drawn."""
        return Scene((0.0, 0.0, self.wide, self.high), tuple(self.items))

    def shape(self, rings: Sequence[Points], colour: str) -> None:
        """Fill rings, even-odd."""
        points, starts = lines_of([np.array(ring, float) for ring in rings])
        self.items.append(Area("sheet", colour, points, starts, curved=False))

    def rect(self, x: float, y: float, wide: float, high: float, colour: str) -> None:
        """Fill a rectangle."""
        self.shape([[(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]], colour)

    def frame(self, x: float, y: float, wide: float, high: float, colour: str, width: float = 0.2) -> None:
        """Draw the edge of a rectangle."""
        self.lines([[(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]], colour, width, closed=True)

    def lines(
        self, lines: Sequence[Points], colour: str, width: float, *, closed: bool = False, alpha: float = 1.0,
        dash: tuple[float, float] | None = None,
    ) -> None:  # fmt: skip
        """Stroke lines of a width."""
        points, starts = lines_of([np.array(line, float) for line in lines])
        stroke = Lines("sheet", colour, Width(width), points, starts, closed=closed, round_ends=False, alpha=alpha)
        self.items.append(stroke._replace(dash=dash))

    def dots(self, points: Points, diameter: float, colour: str) -> None:
        """Draw round dots."""
        self.items.append(Spots("sheet", colour, Width(diameter), np.array(points, np.float32).reshape(-1, 2)))

    def text(
        self, x: float, y: float, words: str, size: float, *, face: str = "counter_bold", colour: str = "ink.counter",
        anchor: float = 0.0, within: float = 0.0,
    ) -> float:  # fmt: skip
        """
        Write a line whose base begins, has its middle or ends at (x, y); give its width.

        ``within`` is the room it has: it is set smaller, down to what can be read, and then cut short.
        """
        face = _covering(words, face)
        if within:
            words, size = fitted(words, size, face, within, LEAST_TYPE_MM)
        if words:
            self.items.append(Words("sheet", colour, words, x, y, Width(size), face, anchor=anchor))
        return width_mm(words, size, face) if words else 0.0


def fitted(words: str, size: float, face: str, room: float, least: float = 0.0) -> tuple[str, float]:
    """
    Make a text fit a room: as large as ``size``, no smaller than ``least``; what then is too long ends in an ellipsis.

    >>> fitted("II/293", 2.0, "counter_bold", 20.0)
    ('II/293', 2.0)
    """
    wide = width_mm(words, size, face)
    if wide <= room:
        return words, size
    smaller = max(least, size * room / wide)
    kept = words
    while kept and width_mm(words if kept == words else f"{kept}…", smaller, face) > room + 1e-6:
        kept = kept[:-1].rstrip()
    return (words if kept == words else f"{kept}…" if kept else ""), smaller


def reads(words: str, face: str) -> bool:
    """Say whether a face has a sign for every letter of a text."""
    return all(ord(letter) in _signs(face) for letter in words)


def _covering(words: str, face: str) -> str:
    """Take the face that has most languages where the one that is wanted lacks a letter."""
    return _INSTEAD.get(face, face) if not reads(words, face) else face


@cache
def _signs(face: str) -> frozenset[int]:
    register()
    return frozenset(pdfmetrics.getFont(face).face.charToGlyph)
