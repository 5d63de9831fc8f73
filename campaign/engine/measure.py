"""Measure as a rule system does: between hexes on the map, and with a ruler on a table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from campaign.engine.ruleset import Ruleset
    from campaign.model.situation import Situation

__all__ = ["MM_PER_INCH", "Measured", "measured", "table_mm_per_hex"]

MM_PER_INCH = 25.4


class Measured(NamedTuple):
    """A distance in the rules' own unit, and on a table where an inch (or a movement point) is an inch."""

    value: float
    unit: str
    table_mm: float | None
    """None in systems that count hexes."""

    def __str__(self) -> str:
        """
        Say it in words.

        >>> str(Measured(12.5, "inch", 317.5))
        '12.5 inches (318 mm on the table)'
        """
        words = {"inch": "inches", "hex": "hexes"}.get(self.unit, self.unit)
        on_table = "" if self.table_mm is None else f" ({self.table_mm:.0f} mm on the table)"
        return f"{self.value:g} {words}{on_table}"


def measured(ruleset: Ruleset, situation: Situation, a: int, b: int) -> Measured:
    """
    Measure between the middles of two hexes.

    Systems that count hexes count them; the others measure straight, with the fractions kept.
    """
    scale, hexmap = ruleset.play.scale(situation), situation.map
    if scale.unit == "hex":
        return Measured(float(hexmap.layout.grid.distance(a, b) * scale.per_hex), "hex", None)
    u, v = (hexmap.layout.centres()[b] - hexmap.layout.centres()[a]).tolist()
    value = math.hypot(u, v) / hexmap.layout.width_m * float(scale.per_hex)
    return Measured(round(value, 6), scale.unit, round(value * MM_PER_INCH, 3))


def table_mm_per_hex(ruleset: Ruleset, situation: Situation) -> float | None:
    """Give how wide a hex must be printed for the rules' distances to be measured on it; None if they count hexes."""
    scale = ruleset.play.scale(situation)
    return None if scale.unit == "hex" else float(scale.per_hex) * MM_PER_INCH
