"""
Lay out a table from the pieces of terrain that a club owns: what goes where, and what is short.

Woods, hills and other areas are covered with rectangles: again and again the piece is laid that covers most of what is
still bare and juts out least. Roads, rivers and bridges are only counted: what is needed, and what is there.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS
from scenarios.battles.ground.inventory import AREAS, LINES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from scenarios.battles.ground.inventory import Piece

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]

__all__ = ["Laid", "LayOut", "Short", "laid_out"]

_TURNS_DEG = (0.0, 30.0, 60.0, 90.0, 120.0, 150.0)
_JUT = 0.6
"""What a part of a piece counts against it that lies beside its kind of ground, or on another piece of it."""
_LEAST = 0.25
"""A piece is laid if what it covers, less what juts out, is this share of it at least."""
_AS_GOOD = 0.95
"""Of places that are as good as the best, to this share, the one that is farthest from other pieces is taken."""
_COLUMNS = {
    "road": ("road", (ROADS.index("main"), ROADS.index("secondary"))), "track": ("road", (ROADS.index("track"),)),
    "rail": ("rail", (RAILS.index("single"), RAILS.index("double"))),
    "river": ("hexside", (HEXSIDES.index("river"), HEXSIDES.index("major_river"))),
    "stream": ("hexside", (HEXSIDES.index("stream"),)), "bridge": ("crossing", (CROSSINGS.index("bridge"),)),
}  # fmt: skip


class Laid(NamedTuple):
    """A piece on the table: its middle in inches from the left and the upper edge, turned clockwise from upright."""

    piece: Piece
    right: float
    down: float
    turn_deg: float

    def corners(self) -> Floats:
        """Give its corners, inches from the left and the upper edge (4, 2)."""
        half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array([self.piece.wide, self.piece.high]) / 2
        return np.asarray(half @ _turned(self.turn_deg).T + np.array([self.right, self.down]))


class Short(NamedTuple):
    """What is missing of a kind: square inches of areas, inches of lines, or a number of bridges."""

    kind: str
    needed: float
    there: float
    unit: str


class LayOut(NamedTuple):
    """What goes where, and what is needed and there of each kind."""

    laid: tuple[Laid, ...]
    kinds: tuple[Short, ...]
    left: tuple[tuple[str, int], ...] = ()
    """Pieces of areas that stay in the box, and how many: no ground is there that they would mostly cover."""

    @property
    def short(self) -> tuple[Short, ...]:
        """List the kinds that are short by more than a twentieth."""
        return tuple(one for one in self.kinds if one.there < 0.95 * one.needed)


def laid_out(board: HexMap, inch_m: float, inventory: Sequence[Piece]) -> LayOut:
    """
    Lay the pieces of an inventory on a board where an inch is so many metres.

    The same board and inventory give the same layout.
    """
    laid, kinds = [], []
    for kind in AREAS:
        own = [piece for piece in inventory if piece.kind == kind]
        found, needed, covered = _cover(board, inch_m, kind, own)
        laid += found
        if needed:
            kinds.append(Short(kind, needed, covered, "sq in"))
    for kind in LINES:
        needed = _length(board, inch_m, kind)
        own = [piece for piece in inventory if piece.kind == kind]
        there = sum(piece.count * (1 if kind == "bridge" else piece.longer) for piece in own)
        if needed:
            kinds.append(Short(kind, needed, there, "" if kind == "bridge" else "in"))
    placed = Counter(one.piece.name for one in laid)
    left = ((one.name, one.count - placed[one.name]) for one in inventory if one.kind in AREAS)
    return LayOut(tuple(laid), tuple(kinds), tuple((name, count) for name, count in left if count))


def _length(board: HexMap, inch_m: float, kind: str) -> float:
    """Add up a kind of line, inches; of bridges how many there are."""
    name, codes = _COLUMNS[kind]
    sides = int(np.isin(getattr(board, name), codes)[board.neighbour != NO_HEX].sum()) // 2
    if kind == "bridge":
        return sides
    one = board.layout.radius_m if name == "hexside" else board.layout.width_m
    return sides * one / inch_m


def _cover(board: HexMap, inch_m: float, kind: str, own: Sequence[Piece]) -> tuple[list[Laid], float, float]:
    """Lay the pieces of a kind; give them, the square inches of that ground, and how many of these are covered."""
    at, inside, each = _samples(board, inch_m)
    wanted = inside & np.isin(np.repeat([board.terrain_of(k) for k in range(len(board))], _PER_HEX), AREAS[kind])
    bare, left = wanted.copy(), {piece.name: piece.count for piece in own}
    spots = at[::_PER_HEX][wanted[::_PER_HEX]]
    tried = {piece.name: _tries(piece, spots, at) for piece in own}
    found: list[Laid] = []
    while bare.any():
        apart = _apart(spots, found)
        best = max(
            (row for piece in own if left[piece.name] for row in [_best(piece, tried[piece.name], bare, each, apart)]),
            key=lambda row: row[0], default=(0.0, None, 0),
        )  # fmt: skip
        if best[1] is None or best[0] <= 0:
            break
        piece, k = best[1], best[2]
        bare &= ~tried[piece.name][k]
        left[piece.name] -= 1
        spot, turn = divmod(k, len(_TURNS_DEG))
        found.append(Laid(piece, float(spots[spot, 0]), float(spots[spot, 1]), _TURNS_DEG[turn]))
    return found, float(wanted.sum()) * each, float((wanted & ~bare).sum()) * each


def _apart(spots: Floats, laid: Sequence[Laid]) -> Floats:
    """Say how far each spot lies from the pieces that were laid; while none was, how near the middle of all it lies."""
    if not laid:
        return np.asarray(-np.linalg.norm(spots - spots.mean(axis=0), axis=1)) if len(spots) else np.zeros(0)
    there = np.array([(one.right, one.down) for one in laid])
    return np.asarray(np.linalg.norm(spots[:, None] - there[None], axis=2).min(axis=1))


def _best(piece: Piece, tries: Bools, bare: Bools, each: float, apart: Floats) -> tuple[float, Piece | None, int]:
    """Find the best place for a piece: square inches gained less what juts out, nothing if that is too little."""
    if not len(tries):
        return 0.0, None, 0
    gain = tries.astype(np.float32) @ bare.astype(np.float32)
    beside = tries.astype(np.float32) @ (~bare).astype(np.float32)
    worth = (gain - _JUT * beside) * each
    most = float(worth.max())
    if most < _LEAST * piece.wide * piece.high:
        return 0.0, None, 0
    far = np.where(worth >= _AS_GOOD * most, np.repeat(apart, len(_TURNS_DEG)), -np.inf)
    return most, piece, int(np.argmax(far))


_PER_HEX = 7
"""Samples of a hex: its middle, and six about it."""


def _samples(board: HexMap, inch_m: float) -> tuple[Floats, Bools, float]:
    """Give spots in inches from the left and upper edge, whether each is on the map, and square inches to a spot."""
    layout = board.layout
    u0, v0, _, _ = layout.extent()
    turn = np.radians(60.0 * np.arange(6) + (0.0 if layout.grid.flat_top else 30.0))
    ring = 0.58 * layout.radius_m * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    about = np.concatenate([np.zeros((1, 2)), ring])
    spots = (layout.centres()[:, None, :] + about[None] - np.array([u0, v0])) / inch_m
    each = layout.hex_area_m2() / inch_m**2 / _PER_HEX
    return spots.reshape(-1, 2), np.repeat(board.inside, _PER_HEX), each


def _tries(piece: Piece, spots: Floats, at: Floats) -> Bools:
    """Say which samples a piece covers at each spot, turned each way (spots x turns, samples)."""
    found = []
    for spot in spots:
        off = at - spot
        for turn in _TURNS_DEG:
            along = np.abs(off @ _turned(turn))
            found.append((along[:, 0] <= piece.wide / 2) & (along[:, 1] <= piece.high / 2))
    return np.array(found, bool).reshape(-1, len(at))


def _turned(degrees: float) -> Floats:
    """Give the matrix that turns clockwise as seen on the table, down being positive (2, 2)."""
    turn = math.radians(degrees)
    return np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
