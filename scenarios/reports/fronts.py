"""Lay out fronts that stand still on the map of a report: slanted strokes, the rim round them, and their words."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from scenarios.drawing.drawing import Drawing

    Floats = NDArray[np.float64]

__all__ = ["Still", "fronts_drawn"]

_STEP = 0.22
"""From one stroke to the next, in widths of a hex."""
_LONGEST = 90
"""Letters of the words beside a front."""


class Still(NamedTuple):
    """A front that stands still: its hexes as far as the viewer knows them, and until when."""

    hexes: tuple[int, ...]
    words: str


class Drawn(NamedTuple):
    """What is drawn of a front, in grid coordinates: strokes and rim (m, 2, 2), and where its words begin."""

    strokes: Floats
    rim: Floats
    at: tuple[float, float]
    words: str


def fronts_drawn(fronts: Sequence[Still], drawing: Drawing) -> Iterator[Drawn]:
    """Lay out the fronts that lie on a drawing, each with the part that is on it."""
    layout, hexmap = drawing.hexmap.layout, drawing.hexmap
    corners = layout.corners()
    for front in fronts:
        here = np.array([index for index in front.hexes if drawing.shown[index]], dtype=np.int64)
        if not here.size:
            continue
        own = np.zeros(len(hexmap) + 1, dtype=bool)
        own[list(front.hexes)] = True
        own[NO_HEX] = False  # the last of the row stands for all beyond the map's edge
        at, side = np.nonzero(~own[hexmap.neighbour[here]])
        hexes, after = here[at], (side + 1) % SIDES
        rim: Floats = np.stack([corners[hexes, side], corners[hexes, after]], axis=1)
        step = _STEP * layout.radius_m * np.sqrt(3)
        strokes = np.array([stroke for index in here for stroke in _strokes(corners[index], step)])
        top = corners[here].reshape(-1, 2)
        yield Drawn(strokes.reshape(-1, 2, 2), rim, (float(top[:, 0].mean()), float(top[:, 1].min())),
                    shorten(front.words, _LONGEST, placeholder=" ..."))  # fmt: skip


def _strokes(corners: Floats, step: float) -> Iterator[Floats]:
    """Give the parts of slanting lines that lie in a hex; the lines of neighbours meet."""
    across, following = corners.sum(axis=1), np.roll(corners, -1, axis=0)
    other = np.roll(across, -1)
    for n in range(int(np.ceil(across.min() / step)), int(np.floor(across.max() / step)) + 1):
        cut = (across - n * step) * (other - n * step) < 0
        if cut.sum() == 2:  # it goes into the hex and out of it, and does not just touch a corner
            share = ((n * step - across[cut]) / (other[cut] - across[cut]))[:, None]
            yield corners[cut] + share * (following[cut] - corners[cut])
