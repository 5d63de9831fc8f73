"""
Cut a map into kinds of step.

A step between two hexes meets their terrain, what lies on the hexside between
them, a road along it and a rise of the ground. The map of the Ardennes has
4,130 hexes and 412 such kinds, a map of half a million hexes not many more:
whoever prices the kinds has priced the map, and needs no column of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS, SLOPES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maps.grid.hexmap import HexMap, Played

__all__ = ["MAP_ENDS", "Codes", "Kind", "Kinds", "kinds_of"]

Codes: TypeAlias = NDArray[np.uint16] | NDArray[np.uint32]

_MOST_COUNTED = 1 << 24
"""So many kinds that could be are counted one by one; if there could be more, those that are get sorted."""
_AT_A_TIME = 4096
"""Hexes whose steps are numbered at a time: what is worked on then stays in the cache."""


class Kind(NamedTuple):
    """
    What a step meets, in the words of rules of play.

    ``played`` is what play has put on the hexside, "" on the map as it was made. ``border`` is a hexside of the map's
    own that the rules name; "" where none is.
    """

    here: str
    there: str
    water: str = "none"
    crossing: str = "none"
    slope: str = "none"
    road: str = "none"
    rise: int = 0
    """How many of the thresholds of height the step climbs over."""
    played: str = ""
    border: str = ""


MAP_ENDS = Kind("", "")
"""The kind of a step that leads off the map: always number 0."""


@dataclass(frozen=True, eq=False)
class Kinds:
    """
    A map cut into kinds of step.

    Attributes
    ----------
    code
        The number of each step's kind (n, 6); 0 where the map ends.
    kinds
        The kinds by number.
    """

    hexmap: HexMap
    code: Codes
    kinds: tuple[Kind, ...]

    def at(self, here: int, side: int) -> Kind:
        """Give the kind of the step across a side of a hex."""
        return self.kinds[int(self.code[here, side])]


@dataclass(unsafe_hash=True, slots=True)
class _Keyed:
    """A map that is looked up by its content."""

    key: str
    hexmap: HexMap = field(compare=False, hash=False)


def kinds_of(hexmap: HexMap, rises_m: tuple[float, ...] = (), known: Iterable[str] = ()) -> Kinds:
    """
    Cut a map into kinds of step, with these thresholds of rise in metres; the last few answers are kept.

    ``known``: kinds of terrain and hexside of a map's own that the rules name; others are what they resemble.
    """
    own = {*(one.key for one in hexmap.own), *(one.key for one in hexmap.borders)}
    named = own.intersection(known)
    return _kinds(_Keyed(hexmap.key, hexmap), rises_m, frozenset(named))


@lru_cache(maxsize=8)
def _kinds(keyed: _Keyed, rises_m: tuple[float, ...], known: frozenset[str]) -> Kinds:
    hexmap = keyed.hexmap
    many, borders = len(hexmap.terrain_names), len(hexmap.borders) + 1
    of_sides = (len(HEXSIDES), len(CROSSINGS), len(SLOPES), borders, len(ROADS))
    shape = (many + 1, many, *of_sides, len(rises_m) + 1)
    dense, played = np.empty(hexmap.neighbour.shape, np.int64), hexmap.played(known)
    for first in range(0, len(dense), _AT_A_TIME):
        rows = slice(first, first + _AT_A_TIME)
        dense[rows] = _number(hexmap, played, rises_m, shape, rows)
    numbers, code = _made_dense(dense, int(np.prod(shape)))
    return Kinds(hexmap, code, (MAP_ENDS, *(_kind(number, shape, hexmap, known) for number in numbers)))


def _made_dense(numbers: NDArray[np.int64], most: int) -> tuple[list[int], Codes]:
    """Count the numbers that there are: give them, and for each step which of them it has; 0 stays 0."""
    if most <= _MOST_COUNTED:
        there = np.bincount(numbers.ravel(), minlength=most) > 0
        there[0] = True
        met, rank = np.flatnonzero(there), np.cumsum(there) - 1
    else:
        met, found = np.unique(np.append(numbers.ravel(), 0), return_inverse=True)
        rank, numbers = np.arange(len(met)), found[:-1].reshape(numbers.shape)
    few = len(met) <= np.iinfo(np.uint16).max + 1
    small: Codes = rank.astype(np.uint16)[numbers] if few else rank.astype(np.uint32)[numbers]
    small.flags.writeable = False
    return met[1:].tolist(), small


def _kind(number: int, shape: tuple[int, ...], hexmap: HexMap, known: frozenset[str]) -> Kind:
    there, here, water, crossing, slope, border, road, rise = (int(part) for part in np.unravel_index(number, shape))
    both = zip(hexmap.terrain_names, hexmap.shown_names, strict=True)
    names = [shown if shown in known else name for name, shown in both]
    laid = hexmap.border_names[border]
    laid = laid if laid in known else ""
    return Kind(
        names[here], names[there - 1], HEXSIDES[water], CROSSINGS[crossing], SLOPES[slope], ROADS[road], rise, "", laid
    )  # fmt: skip


def _number(
    hexmap: HexMap, played: Played, rises_m: tuple[float, ...], shape: tuple[int, ...], rows: slice
) -> NDArray[np.int64]:
    """Give steps from some hexes numbers by what they meet; 0 where the map ends. An unknown height rises nowhere."""
    near = hexmap.neighbour[rows]
    number = hexmap.terrain[near].astype(np.int64) + 1
    of_sides = (played.hexside[rows], played.crossing[rows], played.slope[rows])
    parts = (hexmap.terrain[rows, None], *of_sides, hexmap.border[rows], hexmap.road[rows])
    for part, many in zip(parts, shape[1:-1], strict=True):
        if many > 1:
            number *= many
            number += part
    number *= shape[-1]
    if rises_m:
        climb = hexmap.elevation_m[near].astype(np.float64) - hexmap.elevation_m[rows, None]
        for threshold in rises_m:
            number += climb > threshold
    number[near == NO_HEX] = 0
    return number
