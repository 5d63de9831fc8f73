"""
Hold a drawing as a list of things to paint, from bottom to top.

Places are plane units (the hex radius, u right, v down). Widths and sizes are shares of the
hex radius held between a least and a most in millimetres, so that one scene serves every
scale of its level of detail; colours are names of the palette, so that it serves every scheme.
No item knows who paints it: canvas, PDF, SVG and PNG all read the same list.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Box = tuple[float, float, float, float]

__all__ = ["Area", "Item", "Lines", "Relief", "Scene", "Spots", "Stamp", "Width", "Words", "each", "holds", "lines_of"]


class Width(NamedTuple):
    """A width or size that goes with the hex, within limits on paper."""

    share: float
    """Of the hex radius."""
    least_mm: float = 0.0
    most_mm: float = math.inf
    more_mm: float = 0.0
    """Added at the end: a casing is so much wider than its line."""

    def at(self, radius_mm: float) -> float:
        """Give it in millimetres where a hex has this radius."""
        return min(self.most_mm, max(self.least_mm, self.share * radius_mm)) + self.more_mm


class Area(NamedTuple):
    """Rings to be filled even-odd; ``curved`` rings are B-splines of their points."""

    layer: str
    colour: str
    points: Floats
    starts: NDArray[np.int64]
    curved: bool = True


class Lines(NamedTuple):
    """Lines to be stroked with round joins."""

    layer: str
    colour: str
    width: Width
    points: Floats
    starts: NDArray[np.int64]
    curved: bool = False
    closed: bool = False
    round_ends: bool = True
    alpha: float = 1.0
    """How much of it covers what is beneath; lines that overlap one another must have 1."""
    dash: tuple[float, float] | None = None
    """Millimetres that are drawn and left out in turn; not for what is cut into squares, where dashes begin anew."""


class Spots(NamedTuple):
    """Round dots, all of one size."""

    layer: str
    colour: str
    width: Width
    points: Floats
    aside: tuple[float, float] = (0.0, 0.0)
    """How far from their points they lie: a crown and its shadow share one list of points."""

    @property
    def places(self) -> Floats:
        """Give the spots themselves (k, 2)."""
        return self.points + np.array(self.aside, np.float32)


class Words(NamedTuple):
    """A text whose base line is at a spot; ``anchor`` is 0 at its left end, 0.5 in its middle, 1 at its right end."""

    layer: str
    colour: str
    text: str
    u: float
    v: float
    size: Width
    face: str
    anchor: float = 0.5
    halo: float = 0.0
    """How far its halo reaches, as a share of its size."""
    turn_deg: float = 0.0
    """Clockwise."""
    rank: int = 9
    """How much it matters that it is read: 1 most."""
    place: tuple[float, float] | None = None
    """The place that it names; None where it lies along what it names."""
    is_led: bool = False
    """Whether it stands so far off that a line leads to its place."""


class Relief(NamedTuple):
    """A picture of light and shade that lies over what is beneath: ink (high, wide, 4) on a box of the plane."""

    layer: str
    ink: NDArray[np.uint8]
    box: Box


class Stamp(NamedTuple):
    """A drawing in a measure of its own that is laid on a spot; what is laid often is told once."""

    layer: str
    items: tuple[Item, ...]
    """What it shows about the spot. Stamps share it if it is one and the same."""
    u: float = 0.0
    v: float = 0.0
    scale: float = 1.0
    """Millimetres to one of its own."""
    alpha: float = 1.0
    title: str = ""
    """What it is, in words, for pictures that tell it."""


Item = Area | Lines | Spots | Words | Relief | Stamp


class Scene(NamedTuple):
    """What is drawn of a box of the plane, in the order that it is painted in."""

    box: Box
    items: tuple[Item, ...]

    def size_mm(self, radius_mm: float) -> tuple[float, float]:
        """Give width and height where a hex has this radius."""
        u0, v0, u1, v1 = self.box
        return (u1 - u0) * radius_mm, (v1 - v0) * radius_mm

    def without(self, *layers: str) -> Scene:
        """Leave layers out."""
        return Scene(self.box, tuple(item for item in self.items if item.layer not in layers))


def lines_of(pieces: Sequence[NDArray[np.generic]]) -> tuple[Floats, NDArray[np.int64]]:
    """Put lines (k, 2) together: all their points, and where each begins, with the end."""
    starts = np.concatenate([[0], np.cumsum([len(piece) for piece in pieces])]).astype(np.int64)
    points = np.concatenate(pieces) if pieces else np.zeros((0, 2))
    return points.astype(np.float32), starts


def holds(box: Box, points: NDArray[np.floating[Any]]) -> NDArray[np.bool_]:
    """Say which of some points (k, 2) lie in a box; what is on its right or lower edge belongs to the next."""
    u, v = points[:, 0], points[:, 1]
    return np.asarray((u >= box[0]) & (u < box[2]) & (v >= box[1]) & (v < box[3]))


def each(points: Floats, starts: NDArray[np.int64]) -> Iterator[Floats]:
    """Give line after line."""
    for start, stop in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
        yield points[start:stop]
