"""Explain a hex: what it is, what was measured there, its features, and the rule that decided, with its numbers."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import shapely

from maps.derive.legend import parse_legend, shipped_legend
from maps.derive.steepness import steepness_of
from maps.derive.terrain.facts import facts_of
from maps.derive.terrain.terrain import reasons
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS, SLOPES
from maps.gridrefs import references
from maps.lonlat import hexes_at, lonlat_of, to_map
from maps.problems import ProblemsFound

if TYPE_CHECKING:
    from maps.derive.legend import Legend
    from maps.derive.terrain.terrain import Facts
    from maps.grid.hexmap import HexMap
    from maps.record import Audited, Correction

__all__ = ["Bearing", "CorrectionFacts", "Explanation", "SideFacts", "explain", "legend_of"]

FLAT_SIDES = ("N", "NE", "SE", "S", "SW", "NW")
POINTY_SIDES = ("NE", "E", "SE", "SW", "W", "NW")
_LEAST_SHARE = 0.005
_NEAR_SHARE = 0.2
# Covers below the least share are not told; what they leave is not called unknown.
_LEAST_UNKNOWN = 0.05


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
    slope: str
    border: str = "none"
    """What of the map's own lies there."""
    border_played_as: str = "none"

    @property
    def border_words(self) -> str:
        """Say what of the map's own lies there, and what it is to rules of play."""
        like = self.border_played_as.replace("_", " ")
        return f"{self.border.replace('_', ' ')} (played as {'nothing' if like == 'none' else like})"


@dataclass(frozen=True, slots=True)
class Bearing:
    """A feature of a source that bears on the hex: an area by its share of it, a line by its metres."""

    feature: str
    amount: float

    @property
    def words(self) -> str:
        """Say it: amounts up to 1 are shares, or points."""
        if self.amount < 1:
            return f"{self.feature}, {self.amount:.1%}"
        return self.feature if self.amount == 1 else f"{self.feature}, {self.amount:,.0f} m"


@dataclass(frozen=True, slots=True)
class CorrectionFacts:
    """What was corrected by hand here, why, and by what source."""

    id: str
    what: str
    value: str
    name: str
    why: str
    source: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything the map knows about a hex."""

    number: str
    terrain: str
    played_as: str
    """What rules of play take the terrain for: a kind of the program, which a kind of the map's own resembles."""
    rule: str
    reasons: tuple[str, ...]
    """The rule's conditions and the numbers that met them; empty if the legend is not known."""
    shares: dict[str, float]
    """Land cover by name, greatest first; what is missing from 1 is unknown."""
    elevation_m: float | None
    low_m: float | None
    high_m: float | None
    relief_m: float | None
    slope_deg: float | None
    steepness: str
    """How steep the ground is, whatever grows on it: one of ``STEEPNESS``."""
    places: tuple[tuple[str, int], ...]
    """Names and people of today, greatest first."""
    sides: tuple[SideFacts, ...]
    """Only hexsides with water, a slope, a crossing, a road or a railway."""
    evidence: tuple[Bearing, ...]
    corrections: tuple[CorrectionFacts, ...]
    audit: tuple[tuple[str, str], ...]
    """What was removed or restored here for the date: in words, and why."""
    sources: tuple[str, ...]
    notes: tuple[str, ...]
    invented: tuple[str, ...]
    """What of the hex is no source's but made up."""
    references: dict[str, str]
    """The hex's middle on the map grids of the period."""

    @property
    def covers_told(self) -> dict[str, float]:
        """Land cover by name, and last what is unknown of it; empty if all is."""
        unknown = round(1 - sum(self.shares.values()), 4)
        return self.shares | ({"unknown": unknown} if self.shares and unknown >= _LEAST_UNKNOWN else {})

    def to_dict(self) -> dict[str, Any]:
        """Give it as what JSON can hold."""
        return asdict(self)

    def to_text(self) -> str:
        """Give it as lines to read."""
        lines = [f"{self.number}: {self.terrain.replace('_', ' ')}", f"  decided by: {self.rule}"]
        if self.played_as != self.terrain:
            lines.insert(1, f"  of the map's own kinds; to the rules of play it is {self.played_as.replace('_', ' ')}")
        lines += [f"    {reason}" for reason in self.reasons]
        lines += [f"  made up, by no source: {', '.join(self.invented)}"] if self.invented else []
        covers = [f"{name} {share:.0%}" for name, share in self.covers_told.items()]
        lines.append(f"  land cover: {', '.join(covers) or 'unknown'}")
        lines.append(f"  ground: {self._heights()}")
        lines += [f"  on the {grid} grid: {text}" for grid, text in self.references.items()]
        lines += [f"  place: {name}" + (f", {people:,} people today" if people else "") for name, people in self.places]
        lines += [f"  {side.direction} towards {side.neighbour}: {_in_words(side)}" for side in self.sides]
        lines += [f"  from: {bearing.words}" for bearing in self.evidence]
        lines += [f"  corrected: {_corrected(one)}" for one in self.corrections]
        lines += [f"  for the date: {words}: {why}" for words, why in self.audit]
        lines += [f"  source: {source}" for source in self.sources]
        lines += [f"  note: {note}" for note in self.notes]
        return "\n".join(lines)

    def _heights(self) -> str:
        if self.elevation_m is None or self.low_m is None or self.high_m is None or self.relief_m is None:
            return "height unknown"
        return (
            (
                f"mean {self.elevation_m:.0f} m, from {self.low_m:.0f} to {self.high_m:.0f} m, "
                f"relief {self.relief_m:.0f} m as corrected"
            )
            + ("" if self.slope_deg is None else f", slope {self.slope_deg:.1f}°")
            + f": {self.steepness}"
        )


def _corrected(one: CorrectionFacts) -> str:
    name = f" {one.name}" if one.name else ""
    source = f" ({one.source})" if one.source else ""
    return f"{one.what}{name} to {one.value}: {one.why or 'no reason given'}{source}"


def _in_words(side: SideFacts) -> str:
    parts = []
    if side.water != "none":
        parts.append(side.water.replace("_", " ") + (f" {side.river}" if side.river else ""))
    if side.slope != "none":
        parts.append(side.slope)
    if side.border != "none":
        parts.append(side.border_words)
    if side.crossing != "none":
        parts.append(side.crossing_name or side.crossing)
    if side.road != "none":
        parts.append(f"{side.road} road")
    if side.rail != "none":
        parts.append(f"{side.rail} railway")
    return ", ".join(parts)


def explain(hexmap: HexMap, index: int, legend: Legend | None = None) -> Explanation:
    """
    Gather what is known about a hex.

    Parameters
    ----------
    index
        Of the hex; ``hexmap.index_of("0713")`` gives it from a number.
    legend
        Rules to go by; those kept with the map if not given, or those of the package
        where none are kept, or what is kept cannot be read.
    """
    shares = sorted(zip(hexmap.cover_names, hexmap.cover[index].tolist(), strict=True), key=lambda item: -item[1])
    here = sorted((p for p in hexmap.places if p.index == index), key=lambda p: (p.rank, -p.population))
    sides = (_side(hexmap, index, side) for side in range(SIDES) if hexmap.neighbour[index, side] != NO_HEX)
    bearing = hexmap.evidence.of(index) if hexmap.evidence else []
    return Explanation(
        number=hexmap.number(index),
        terrain=hexmap.shown_of(index),
        played_as=hexmap.terrain_of(index),
        rule=hexmap.rule_names[int(hexmap.rule[index])],
        reasons=_reasons(hexmap, index, legend or legend_of(hexmap)),
        shares={name: round(share, 4) for name, share in shares if share >= _LEAST_SHARE},
        elevation_m=_metres(hexmap.elevation_m[index]),
        low_m=_metres(hexmap.low_m[index]),
        high_m=_metres(hexmap.high_m[index]),
        relief_m=_metres(hexmap.relief_m[index]),
        slope_deg=_metres(hexmap.slope_deg[index]),
        steepness=steepness_of(hexmap, index),
        places=tuple((place.name, place.population) for place in here),
        sides=tuple(side for side in sides if _in_words(side)),
        evidence=tuple(Bearing(name, round(amount, 4)) for name, amount in bearing),
        corrections=tuple(_facts(one) for one in hexmap.corrections if _touches(hexmap, index, one)),
        audit=tuple(_audited(one) for one in _audit_in(hexmap, index)),
        sources=hexmap.sources,
        notes=hexmap.notes,
        invented=hexmap.invented_of(index),
        references=references(*lonlat_of(hexmap.layout, hexmap.layout.centres()[index])[0].tolist()),
    )


def legend_of(hexmap: HexMap) -> Legend:
    """Give the rules that a map was made by: those kept with it, else those of the package."""
    try:
        return _parsed(hexmap.legend_text) if hexmap.legend_text else shipped_legend()
    except ProblemsFound:
        return shipped_legend()


@lru_cache(maxsize=8)
def _parsed(text: str) -> Legend:
    return parse_legend(text, "the map's legend")


def _reasons(hexmap: HexMap, index: int, legend: Legend) -> tuple[str, ...]:
    rule = legend.rule(hexmap.rule_names[int(hexmap.rule[index])])
    if rule is None or rule.is_free or rule.terrain != hexmap.shown_of(index):
        return ()
    # The legend may have changed since: then its numbers say nothing about this map.
    return reasons(rule, _facts_of(hexmap).of(index)) or ()


def _facts_of(hexmap: HexMap) -> Facts:
    # Seas and towns take the whole map to find; who asks for one hex asks for more.
    facts = _FACTS.get(hexmap.key)
    if facts is None:
        for key in list(_FACTS)[: max(len(_FACTS) - _MOST_MAPS + 1, 0)]:
            _FACTS.pop(key, None)
        facts = _FACTS[hexmap.key] = facts_of(hexmap)
    return facts


_MOST_MAPS = 4
_FACTS: dict[str, Facts] = {}
"""Facts of the maps last asked about, by the map's key."""


def _touches(hexmap: HexMap, index: int, correction: Correction) -> bool:
    """Say whether a correction's shape meets the hex, or runs within a fifth of its width."""
    points = to_map(hexmap.layout, correction.points)
    make = {"area": shapely.Polygon, "line": shapely.LineString}.get(correction.shape, shapely.MultiPoint)
    ring = shapely.Polygon(hexmap.layout.to_map(hexmap.layout.corners()[index]))
    reach = hexmap.layout.width_m * _NEAR_SHARE if correction.shape == "line" else 0.0
    return bool(shapely.dwithin(ring, make(points), reach))


def _facts(one: Correction) -> CorrectionFacts:
    return CorrectionFacts(one.id, one.what, one.value, one.name, one.why, one.source)


def _audit_in(hexmap: HexMap, index: int) -> list[Audited]:
    if not hexmap.audit:
        return []
    held = hexes_at(hexmap.layout, [(one.lon, one.lat) for one in hexmap.audit])
    return [hexmap.audit[k] for k in (held == index).nonzero()[0].tolist()]


def _audited(one: Audited) -> tuple[str, str]:
    name = f" {one.name}" if one.name else ""
    return f"{one.kind}{name} {one.verdict} ({one.feature})", one.why


def _side(hexmap: HexMap, index: int, side: int) -> SideFacts:
    border = int(hexmap.border[index, side])
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
        slope=SLOPES[int(hexmap.slope[index, side])],
        border=hexmap.border_names[border],
        border_played_as=hexmap.borders[border - 1].resembles if border else "none",
    )


def _metres(value: float) -> float | None:
    return None if math.isnan(value) else round(float(value), 1)
