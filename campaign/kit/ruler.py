"""Measure between hexes, centre to centre, in whole numbers: nothing depends on rounding.

A ``Ruler`` measures in a rule system's own unit, so much of it from hex to hex: straight, as a ruler lies on a table,
or by steps. Whole hexes are measured by the functions below it.

>>> from fractions import Fraction
>>> from maps.grid.hexgrid import Grid
>>> straight = Ruler(Grid(9, 9), Fraction(6), straight=True)
>>> straight.within(0, 8, 48), straight.length(0, 1), straight._replace(straight=False).length(0, 8)
(True, 6.0, 48.0)
"""

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from maps.grid.hexgrid import NO_HEX, Grid

_FINEST = 10**6
"""A limit that is no whole number is read to this part of a unit, so that 0.1 is a tenth."""


class Ruler(NamedTuple):
    """How far it is from hex to hex."""

    grid: Grid
    per_hex: Fraction
    straight: bool

    def gap(self, a: int, b: int) -> int:
        """Give a distance in the ruler's own whole number: hex widths squared, or steps."""
        return widths_sq(self.grid, a, b) if self.straight else self.grid.distance(a, b)

    def square(self, a: int, b: int) -> Fraction | int:
        """Give the square of a distance, exactly."""
        gap, per_hex = self.gap(a, b), self.per_hex
        norm = gap if self.straight else gap * gap
        # Whole numbers where a hex is a whole number wide: fractions take ten times as long.
        return norm * per_hex**2 if per_hex.denominator > 1 else norm * per_hex.numerator**2

    def length(self, a: int, b: int) -> float:
        """Give a distance, as exact as a number can be."""
        gap, top, bottom = self.gap(a, b), self.per_hex.numerator, self.per_hex.denominator
        if not self.straight:
            return top * gap / bottom
        root = math.isqrt(gap)
        return top * root / bottom if root * root == gap else math.sqrt(gap) * top / bottom

    def within(self, a: int, b: int, limit: Fraction | float) -> bool:
        """Whether two hexes are no farther apart than a limit."""
        return self.gap(a, b) <= self.most(limit)

    def most(self, limit: Fraction | float) -> int:
        """Give the greatest gap that is no longer than a limit."""
        most, per_hex = exact(limit), self.per_hex
        across, along = per_hex.numerator * most.denominator, most.numerator * per_hex.denominator
        return along * along // (across * across) if self.straight else along // across

    def most_steps(self, limit: Fraction | float) -> int:
        """Give how many steps away a hex may be at most that lies within a limit."""
        # Straight on, hexes lie up to 2 / sqrt(3) times as many steps away as widths.
        return math.isqrt(4 * self.most(limit) // 3) if self.straight else self.most(limit)

    def disc(self, index: int, limit: Fraction | float) -> tuple[int, ...]:
        """List the hexes of the grid within a limit of one, itself included."""
        most = self.most(limit)
        return _disc(self.grid, index, most) if self.straight else disc(self.grid, index, most)

    def steps(self, limit: Fraction | int) -> int:
        """Count the whole hexes that fit into a limit of movement."""
        return limit * self.per_hex.denominator // self.per_hex.numerator


def exact(limit: Fraction | float) -> Fraction | int:
    """Read a limit as a whole number or a fraction.

    >>> exact(6), exact(0.1)
    (6, Fraction(1, 10))
    """
    if not isinstance(limit, float):
        return limit
    return int(limit) if limit.is_integer() else _fraction(limit)


def widths_sq(grid: Grid, a: int, b: int) -> int:
    """Give the square of a straight distance in hex widths."""
    q, r = grid.axial(a, b)
    return q * q + q * r + r * r


@lru_cache(maxsize=20_000)
def disc(grid: Grid, index: int, radius: int) -> tuple[int, ...]:
    """List the hexes no further than ``radius`` steps from one, itself included.

    >>> len(disc(Grid(9, 9), 40, 2))
    19
    """
    return tuple(grid.within(index, radius))


@lru_cache(maxsize=20_000)
def around(grid: Grid, index: int) -> tuple[int, ...]:
    """Give the six neighbours by side, ``NO_HEX`` where there is none."""
    return grid.neighbours(index)


def next_to(grid: Grid, hexes: Iterable[int]) -> frozenset[int]:
    """List the hexes that lie next to any of some: the zone of control of whoever stands there."""
    return frozenset(near for index in hexes for near in around(grid, index) if near != NO_HEX)


def in_reach(grid: Grid, hexes: Iterable[int], radius: int) -> frozenset[int]:
    """List the hexes no further than ``radius`` steps from any of some, these included."""
    return frozenset(near for index in hexes for near in disc(grid, index, radius))


@lru_cache(maxsize=256)
def _fraction(limit: float) -> Fraction:
    return Fraction(limit).limit_denominator(_FINEST)


@lru_cache(maxsize=20_000)
def _disc(grid: Grid, index: int, most: int) -> tuple[int, ...]:
    # Straight on, hexes lie up to 2 / sqrt(3) times as many steps away as widths.
    near = disc(grid, index, math.isqrt(4 * most // 3))
    return tuple(other for other in near if widths_sq(grid, index, other) <= most)
