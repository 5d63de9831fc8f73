"""Explain a hex: what it is, what was measured there, and which rule decided."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap

__all__ = ["Explanation", "SideFacts", "explain"]

FLAT_SIDES = ("N", "NE", "SE", "S", "SW", "NW")
POINTY_SIDES = ("NE", "E", "SE", "SW", "W", "NW")
_LEAST_SHARE = 0.005


@dataclass(frozen=True, slots=True)
class SideFacts:
    """What lies on one hexside, and what leads across it."""

    side: int
    direction: str
    neighbour: str
    water: str
    river: str | None
    crossing: str
    crossing_name: str | None
    road: str
    rail: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything the map knows about a hex."""

    number: str
    terrain: str
    rule: str
    shares: dict[str, float]
    """Land cover by name, greatest first; what is missing from 1 is unknown."""
    elevation_m: float | None
    low_m: float | None
    high_m: float | None
    relief_m: float | None
    places: tuple[tuple[str, int], ...]
    """Names and people of today, greatest first."""
    sides: tuple[SideFacts, ...]
    """Only hexsides with water, a crossing, a road or a railway."""
    sources: tuple[str, ...]
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Give it as what JSON can hold."""
        return asdict(self)

    def to_text(self) -> str:
        """Give it as lines to read."""
        lines = [f"{self.number}: {self.terrain.replace('_', ' ')}", f"  decided by: {self.rule}"]
        covers = ", ".join(f"{name} {share:.0%}" for name, share in self.shares.items())
        lines.append(f"  land cover: {covers or 'unknown'}")
        lines.append(f"  ground: {self._heights()}")
        lines += [f"  place: {name}" + (f", {people:,} people today" if people else "") for name, people in self.places]
        lines += [f"  {side.direction} towards {side.neighbour}: {_in_words(side)}" for side in self.sides]
        lines += [f"  source: {source}" for source in self.sources]
        lines += [f"  note: {note}" for note in self.notes]
        return "\n".join(lines)

    def _heights(self) -> str:
        if self.elevation_m is None or self.low_m is None or self.high_m is None or self.relief_m is None:
            return "height unknown"
        return (
            f"mean {self.elevation_m:.0f} m, from {self.low_m:.0f} to {self.high_m:.0f} m, "
            f"relief {self.relief_m:.0f} m as corrected"
        )


def _in_words(side: SideFacts) -> str:
    parts = []
    if side.water != "none":
        parts.append(side.water.replace("_", " ") + (f" {side.river}" if side.river else ""))
    if side.crossing != "none":
        parts.append(side.crossing_name or side.crossing)
    if side.road != "none":
        parts.append(f"{side.road} road")
    if side.rail != "none":
        parts.append(f"{side.rail} railway")
    return ", ".join(parts)


def explain(hexmap: HexMap, index: int) -> Explanation:
    """
    Gather what is known about a hex.

    Parameters
    ----------
    index
        Of the hex; ``hexmap.index_of("0713")`` gives it from a number.
    """
    shares = sorted(zip(hexmap.cover_names, hexmap.cover[index].tolist(), strict=True), key=lambda item: -item[1])
    here = sorted((p for p in hexmap.places if p.index == index), key=lambda p: (p.rank, -p.population))
    sides = (_side(hexmap, index, side) for side in range(SIDES) if hexmap.neighbour[index, side] != NO_HEX)
    return Explanation(
        number=hexmap.number(index),
        terrain=hexmap.terrain_of(index),
        rule=hexmap.rule_names[int(hexmap.rule[index])],
        shares={name: round(share, 4) for name, share in shares if share >= _LEAST_SHARE},
        elevation_m=_metres(hexmap.elevation_m[index]),
        low_m=_metres(hexmap.low_m[index]),
        high_m=_metres(hexmap.high_m[index]),
        relief_m=_metres(hexmap.relief_m[index]),
        places=tuple((place.name, place.population) for place in here),
        sides=tuple(side for side in sides if _in_words(side)),
        sources=hexmap.sources,
        notes=hexmap.notes,
    )


def _side(hexmap: HexMap, index: int, side: int) -> SideFacts:
    directions = FLAT_SIDES if hexmap.layout.grid.flat_top else POINTY_SIDES
    return SideFacts(
        side=side,
        direction=directions[side],
        neighbour=hexmap.number(int(hexmap.neighbour[index, side])),
        water=HEXSIDES[int(hexmap.hexside[index, side])],
        river=hexmap.river_of(index, side),
        crossing=CROSSINGS[int(hexmap.crossing[index, side])],
        crossing_name=hexmap.crossing_of(index, side),
        road=ROADS[int(hexmap.road[index, side])],
        rail=RAILS[int(hexmap.rail[index, side])],
    )


def _metres(value: float) -> float | None:
    return None if math.isnan(value) else round(float(value), 1)
