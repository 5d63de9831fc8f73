"""
Measure as the D3 rules do, on hexes (3.1).

A hex is so many inches from centre to centre; a distance is the steps times
that, or straight as a ruler measures it. All is worked out in whole numbers
and fractions, so that "within 12 inches" never depends on rounding.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from campaign.engine.ruleset import Scale
from campaign.model.situation import Situation
from campaign.systems.d3.units import d3
from maps.grid.hexgrid import Grid


@dataclass(frozen=True, slots=True)
class Measure:
    """How far it is from hex to hex; ``straight`` by a ruler, else by steps."""

    grid: Grid
    per_hex: Fraction
    straight: bool

    def gap(self, a: int, b: int) -> int:
        """Give a distance in the measure's own whole number: steps, or hex widths squared."""
        return _gap(self.grid, a, b)[self.straight]

    def inches(self, a: int, b: int) -> float:
        """Give a distance in inches."""
        gap = self.gap(a, b)
        return float(self.per_hex) * (math.sqrt(gap) if self.straight else gap)

    def within(self, a: int, b: int, limit: Fraction | int) -> bool:
        """Whether two hexes are no farther apart than ``limit`` inches."""
        return self.gap(a, b) <= _most(self, limit)

    def disc(self, index: int, limit: Fraction | int) -> tuple[int, ...]:
        """List the hexes of the grid within ``limit`` inches of one, itself included."""
        return _disc(self, index, limit)

    def steps(self, limit: Fraction | int) -> int:
        """Count the whole hexes that fit into ``limit`` inches of movement."""
        return limit // self.per_hex


def measure(situation: Situation) -> Measure:
    """Give the measure of a situation."""
    return Measure(situation.map.layout.grid, hex_inches(situation), d3(situation).readings["measure"] == "straight")


def hex_inches(situation: Situation) -> Fraction:
    """Give the inches of a hex, centre to centre: what is read, or (0) what its ground comes to."""
    readings, width_m = d3(situation).readings, situation.map.layout.width_m
    return _per_hex(readings["hex_inches"], readings["inch_m"], width_m)


def scale(situation: Situation) -> Scale:
    """Say how many inches a hex is (3.1)."""
    per_hex, by_ground = hex_inches(situation), not d3(situation).readings["hex_inches"]
    how = "its ground, by the reading inch_m" if by_ground else "the reading hex_inches"
    return Scale("inch", per_hex, f"a hex is {float(per_hex):g} inches on the table: {how} (D3 3.1)", "in", 100)


@lru_cache(maxsize=64)
def _per_hex(hex_inches: str | float, inch_m: str | float, width_m: float) -> Fraction:
    if hex_inches:
        return Fraction(str(hex_inches))
    return (Fraction(str(width_m)) / (Fraction(str(inch_m)) or 1)).limit_denominator(1000)


@lru_cache(maxsize=200_000)
def _gap(grid: Grid, a: int, b: int) -> tuple[int, int]:
    (aq, ar), (bq, br) = grid.hex_of(a), grid.hex_of(b)
    q, r = aq - bq, ar - br
    return (abs(q) + abs(r) + abs(q + r)) // 2, q * q + r * r + q * r


@lru_cache(maxsize=1024)
def _most(measure: Measure, limit: Fraction | int) -> int:
    hexes = Fraction(limit) / measure.per_hex
    return math.floor(hexes * hexes if measure.straight else hexes)


@lru_cache(maxsize=20_000)
def _disc(measure: Measure, index: int, limit: Fraction | int) -> tuple[int, ...]:
    # Straight on, hexes lie up to 2 / sqrt(3) times as many steps away as widths.
    radius = math.floor(Fraction(limit) / measure.per_hex * Fraction(1155, 1000))
    return tuple(other for other in measure.grid.within(index, radius) if measure.within(index, other, limit))
