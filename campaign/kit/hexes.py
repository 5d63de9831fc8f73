"""
Measure in whole hexes: discs, distances, command range, zones of the hexes around stands.

The answers depend on the grid alone and are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from maps.grid.hexgrid import NO_HEX, Grid


@lru_cache(maxsize=20_000)
def disc(grid: Grid, index: int, radius: int) -> tuple[int, ...]:
    """
    List the hexes no further than ``radius`` from one, itself included.

    >>> from maps.grid.hexgrid import Grid
    >>> len(disc(Grid(9, 9), 40, 2))
    19
    """
    return tuple(grid.within(index, radius))


@lru_cache(maxsize=100_000)
def apart(grid: Grid, a: int, b: int) -> int:
    """Count the hexes from one to another."""
    return grid.distance(a, b)


@lru_cache(maxsize=20_000)
def around(grid: Grid, index: int) -> tuple[int, ...]:
    """Give the six neighbours by side, ``NO_HEX`` where there is none."""
    return grid.neighbours(index)


def next_to(grid: Grid, hexes: Iterable[int]) -> frozenset[int]:
    """List the hexes that lie next to any of some: the zone of control of whoever stands there."""
    return frozenset(near for index in hexes for near in around(grid, index) if near != NO_HEX)


def in_reach(grid: Grid, hexes: Iterable[int], radius: int) -> frozenset[int]:
    """List the hexes no further than ``radius`` from any of some, these included."""
    return frozenset(near for index in hexes for near in disc(grid, index, radius))
