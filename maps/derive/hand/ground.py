"""Correct terrain and heights by hand."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from maps.derive.hand.conflicts import Conflict, Done
from maps.grid.hexgrid import NO_HEX
from maps.lonlat import to_map
from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from maps.record import Correction

    Ints = NDArray[np.int64]

__all__ = ["GroundWork", "rule_of"]

_BUILT = ("town", "city")
_MOST_RULES = 256
_QUARTER = 0.25
_TOGETHER = "corrected by hand"
_HEIGHTS = ("elevation_m", "low_m", "high_m")
_LEAST_M, _MOST_M = -500.0, 9000.0
_SPREAD_STEPS_PER_M = 128


def rule_of(correction: Correction) -> str:
    """Name the rule of a hex whose terrain was corrected."""
    source = f" ({correction.source})" if correction.source else ""
    return f"{_TOGETHER}, {correction.name or correction.id}: {correction.why}{source}"


class GroundWork:
    """Terrain and heights in the making."""

    def __init__(self, hexmap: HexMap) -> None:
        """Begin with a map as it is."""
        self.hexmap = hexmap
        self._xy: NDArray[np.float64] | None = None
        self._columns: dict[str, Any] = {}
        self._rules = list(hexmap.rule_names)
        self._owners: dict[str, Ints] = {}
        self._corrections: list[Correction] = []
        self._apart = True

    def make_room(self, corrections: Sequence[Correction]) -> None:
        """See whether each correction can have a rule's name of its own; there are 256 in all."""
        wanted = {rule_of(one) for one in corrections if one.what == "terrain"} - set(self._rules)
        self._apart = len(self._rules) + len(wanted) < _MOST_RULES

    def columns(self) -> dict[str, Any]:
        """Give what was changed, as fields of a map."""
        if "rule" not in self._columns:
            return self._columns
        # A correction that a later one painted over leaves no hex to its rule; its name would tell of nothing.
        rule, first = self._columns["rule"], len(self.hexmap.rule_names)
        kept = [code for code in range(len(self._rules)) if code < first or (rule == code).any()]
        codes = np.zeros(len(self._rules), rule.dtype)
        codes[kept] = np.arange(len(kept))
        names = tuple(self._rules[code] for code in kept)
        return self._columns | {"rule": codes[rule], "rule_names": names}

    def column(self, name: str) -> Any:
        """Give a column to write to."""
        if name not in self._columns:
            self._columns[name] = getattr(self.hexmap, name).copy()
        return self._columns[name]

    def apply(self, correction: Correction) -> Done:
        """Put one correction of terrain or height onto the map."""
        fault = self._fault(correction)
        if fault:
            return Done((), (fault,))
        hexes, small = self._hexes(correction)
        if not len(hexes):
            what, remedy = "lies off the map", "leave it out, or draw it on the map"
            return Done((), (Conflict.of(correction, "off the map", what, remedy),))
        work = self._paint if correction.what == "terrain" else self._raise
        done = work(correction, hexes)
        if not small:
            return done
        what = f"covers {small:.2f} of a hex"
        remedy = "the hex that holds it was taken whole; leave it out if that is too much"
        return Done(done.touched, (*done.conflicts, Conflict.of(correction, "small", what, remedy, done.touched)))

    def _fault(self, correction: Correction) -> Conflict | None:
        if correction.what == "terrain":
            known = self.hexmap.shown_names
            unknown = correction.value not in known
            return Conflict.unknown(correction, "terrain", correction.value, known) if unknown else None
        height = _number(correction.value)
        if _LEAST_M <= height <= _MOST_M:
            return None
        what = f"height is {correction.value!r}"
        return Conflict.of(correction, "unknown", what, f"give metres from {_LEAST_M:g} to {_MOST_M:g}")

    def _hexes(self, correction: Correction) -> tuple[Ints, float]:
        """List the hexes that a correction is about, and the share of a hex it covers, if that is below a quarter."""
        layout = self.hexmap.layout
        points = to_map(layout, correction.points)
        if not np.isfinite(points).all():
            return np.empty(0, np.int64), 0.0
        if correction.shape == "point":
            return self._on_map(layout.indices_at(points[:1])), 0.0
        ring = shapely.Polygon(points) if len(points) > 2 else shapely.Point(points[0])
        share = ring.area / layout.hex_area_m2()
        held = self._held(ring)
        if not len(held) and not self._holds_centres(ring):
            held = self._on_map(layout.indices_at(np.array(ring.representative_point().coords)))
        return held, share if share < _QUARTER else 0.0

    def _held(self, ring: shapely.Geometry) -> Ints:
        x, y = self._centres().T
        west, south, east, north = ring.bounds
        near = np.flatnonzero((x >= west) & (x <= east) & (y >= south) & (y <= north) & self.hexmap.inside)
        shapely.prepare(ring)
        return np.asarray(near[shapely.contains_xy(ring, x[near], y[near])])

    def _holds_centres(self, ring: shapely.Geometry) -> bool:
        x, y = self._centres().T
        return bool(shapely.contains_xy(ring, x, y).any())

    def _centres(self) -> NDArray[np.float64]:
        if self._xy is None:
            self._xy = self.hexmap.layout.to_map(self.hexmap.layout.centres())
        return self._xy

    def _on_map(self, index: Ints) -> Ints:
        return np.asarray(index[(index != NO_HEX) & self.hexmap.inside[index]])

    def _paint(self, correction: Correction, hexes: Ints) -> Done:
        names = self.hexmap.shown_names
        terrain, conflicts = self.column("terrain"), []
        built = [names.index(name) for name in _BUILT if name in names]
        if correction.shape == "area" and correction.value not in _BUILT:
            towns = hexes[np.isin(terrain[hexes], built)]
            hexes = hexes[~np.isin(terrain[hexes], built)]
            if len(towns):
                what = f"would paint over {_numbers(self.hexmap, towns)}, a town; it stays"
                remedy = "correct that hex by a point, if the town must go"
                conflicts.append(Conflict.of(correction, "town", what, remedy, tuple(towns.tolist())))
        conflicts += self._overruled(correction, hexes)
        changed = hexes[terrain[hexes] != names.index(correction.value)]
        terrain[changed] = names.index(correction.value)
        if len(changed):
            self.column("rule")[changed] = self._rule(correction)
        elif not conflicts:
            conflicts.append(_idle(correction, hexes))
        return Done(tuple(hexes.tolist()), tuple(conflicts))

    def _rule(self, correction: Correction) -> int:
        name = rule_of(correction) if self._apart else _TOGETHER
        if name not in self._rules:
            if len(self._rules) >= _MOST_RULES:
                what, remedy = f"a map can name {_MOST_RULES} rules, and has them all", "use a legend with fewer"
                raise ProblemsFound([Problem("rules of terrain", what, remedy)])
            self._rules.append(name)
        return self._rules.index(name)

    def _raise(self, correction: Correction, hexes: Ints) -> Done:
        height = np.float32(_number(correction.value))
        mean, low, high = (self.column(name) for name in _HEIGHTS)
        conflicts = self._overruled(correction, hexes)
        changed = hexes[mean[hexes] != height]
        below, above = (_spread(mean[changed], edge[changed]) for edge in (low, high))
        low[changed], high[changed], mean[changed] = height + below, height + above, height
        if not len(changed) and not conflicts:
            conflicts.append(_idle(correction, hexes))
        return Done(tuple(hexes.tolist()), tuple(conflicts))

    def _overruled(self, correction: Correction, hexes: Ints) -> list[Conflict]:
        owners = self._owners.setdefault(correction.what, np.full(len(self.hexmap), -1))
        earlier = [self._corrections[k] for k in np.unique(owners[hexes]).tolist() if k >= 0]
        owners[hexes] = len(self._corrections)
        self._corrections.append(correction)
        others = [other.id for other in earlier if other.value != correction.value]
        if not others:
            return []
        what = f"says {correction.value} where {', '.join(others)} said otherwise; this one holds"
        return [Conflict.of(correction, "overrules", what, "take one of them away", tuple(hexes.tolist()))]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def _spread(mean: Any, edge: Any) -> Any:
    """Measure how far the lowest or highest ground is off the mean; 0 where unknown, in steps floats add exactly."""
    off = np.nan_to_num(edge.astype(float) - mean)
    return (np.rint(off * _SPREAD_STEPS_PER_M) / _SPREAD_STEPS_PER_M).astype(np.float32)


def _idle(correction: Correction, hexes: Ints) -> Conflict:
    what = "changes nothing: the map says so already"
    return Conflict.of(correction, "idle", what, "leave it out", tuple(hexes.tolist()))


def _numbers(hexmap: HexMap, hexes: Ints) -> str:
    shown = [hexmap.number(index) for index in hexes[:4].tolist()]
    return ", ".join(shown) + (f" and {len(hexes) - 4} more" if len(hexes) > 4 else "")
