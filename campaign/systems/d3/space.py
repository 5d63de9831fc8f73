"""Measure as the D3 rules do, on hexes (3.1).

A hex is so many inches from centre to centre; a distance is the steps times
that, or straight as a ruler measures it. All is worked out in whole numbers
and fractions, so that "within 12 inches" never depends on rounding.
"""

from fractions import Fraction
from functools import lru_cache

from campaign.engine.ruleset import Scale
from campaign.kit.ruler import Ruler
from campaign.model.situation import Situation
from campaign.systems.d3.units import d3


def measure(situation: Situation) -> Ruler:
    """Give the measure of a situation."""
    return Ruler(situation.map.layout.grid, hex_inches(situation), d3(situation).readings["measure"] == "straight")


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
