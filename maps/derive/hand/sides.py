"""Correct by hand what lies on hexsides and leads across them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from maps.derive.hand.conflicts import Conflict, Done
from maps.derive.hand.side_names import SideNames
from maps.derive.tracing import ground_of, links_along, rings, sides_along, sides_near
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS, SLOPES
from maps.lonlat import to_map

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.derive.tracing import Ground
    from maps.grid.hexmap import HexMap
    from maps.record import Correction

    Codes = NDArray[np.uint8]
    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["SIDE_WORDS", "Laid", "SideWork", "side_words"]

Laid = dict[tuple[bool, bool, tuple[tuple[float, float], ...]], tuple[tuple[int, int], ...]]
"""Hexsides or links taken by a line, by its kind (a link, a removal) and points; for one grid and extent."""

SIDE_WORDS = {"hexside": HEXSIDES, "slope": SLOPES, "road": ROADS, "rail": RAILS, "crossing": CROSSINGS}
"""The words of each column of hexsides that every map has."""

_LINKS = ("road", "rail")
_NEAR_HEXES = 1.0
_ON_IT = 0.01
_STREAM, _MAJOR = HEXSIDES.index("stream"), HEXSIDES.index("major_river")
_OVER_WATER = tuple(CROSSINGS.index(name) for name in ("bridge", "ford", "railway_bridge"))
_BRIDGE, _RAILWAY_BRIDGE = CROSSINGS.index("bridge"), CROSSINGS.index("railway_bridge")


def side_words(hexmap: HexMap) -> dict[str, tuple[str, ...]]:
    """Give the words of each column of hexsides of a map; those of the map's own are its borders."""
    return {**SIDE_WORDS, "border": hexmap.border_names}


class SideWork:
    """Columns of hexsides in the making."""

    def __init__(self, hexmap: HexMap, laid: Laid | None = None) -> None:
        """Begin with a map as it is; ``laid`` remembers where lines were laid on it before."""
        self.hexmap, self.ground, self.words = hexmap, ground_of(hexmap), side_words(hexmap)
        self._laid: Laid = {} if laid is None else laid
        self.names = SideNames(hexmap.side_names, hexmap.crossing)
        self._columns: dict[str, Codes] = {}
        self._owners: dict[str, dict[tuple[int, int], Correction]] = {name: {} for name in self.words}
        self._named = False

    def column(self, name: str) -> Codes:
        """Give a column to write to."""
        if name not in self._columns:
            self._columns[name] = getattr(self.hexmap, name).copy()
        return self._columns[name]

    def columns(self) -> dict[str, Any]:
        """Give what was changed, as fields of a map."""
        if not self._columns and not self._named:
            return {}
        crossing = self._columns.get("crossing", self.hexmap.crossing)
        return {**self._columns, "side_names": self.names.joined(crossing)}

    def apply(self, correction: Correction) -> Done:
        """Put one correction of a hexside, slope, road, railway or crossing onto the map."""
        words = self.words[correction.what]
        if correction.value not in words:
            return Done((), (Conflict.unknown(correction, correction.what, correction.value, words),))
        uv = self.ground.layout.to_grid(to_map(self.ground.layout, correction.points))
        if not np.isfinite(uv).all():
            return self._missed(correction)
        if correction.what == "crossing":
            return self._cross(correction, uv[0])
        return self._lay(correction, uv)

    def _missed(self, correction: Correction) -> Done:
        what, remedy = "lies off the map", "leave it out, or draw it on the map"
        return Done((), (Conflict.of(correction, "off the map", what, remedy),))

    def _lay(self, correction: Correction, uv: Floats) -> Done:
        links, removing = correction.what in _LINKS, correction.value == "none"
        key = (links, removing, correction.points)
        if key not in self._laid:
            self._laid[key] = self._pairs(uv, links=links, removing=removing)
        touched = self._laid[key]
        length = float(np.hypot(*np.diff(uv, axis=0).T).sum())
        if not touched:
            return self._missed(correction) if not links or self._off(uv) else Done((), (self._within_one(correction),))
        conflicts = self._set(correction, touched, self.words[correction.what].index(correction.value))
        if not links and length < self.ground.layout.radius_m / 2:
            what = f"is {length:.0f} m long, less than half a hexside"
            remedy = "the nearest hexside was taken; leave it out if that is wrong at this hex size"
            conflicts.append(Conflict.of(correction, "small", what, remedy, touched))
        return Done(touched, tuple(conflicts))

    def _pairs(self, uv: Floats, *, links: bool, removing: bool) -> tuple[tuple[int, int], ...]:
        pairs = (links_along if links else sides_along)(self.ground, uv)
        if removing:
            pairs = np.concatenate([pairs, sides_near(self.ground, uv, links=links)])
        return tuple(dict.fromkeys((index, side) for index, side in pairs.tolist()))

    def _off(self, uv: Floats) -> bool:
        index = self.ground.layout.indices_at(self.ground.layout.to_map(uv))
        return not bool((self.ground.inside[index] & (index != NO_HEX)).any())

    def _within_one(self, correction: Correction) -> Conflict:
        what = "begins and ends in one hex, so it joins nothing"
        return Conflict.of(correction, "small", what, "leave it out at this hex size, or draw it longer")

    def _set(self, correction: Correction, touched: Any, code: int) -> list[Conflict]:
        column = self.column(correction.what)
        index, side = np.array(touched).T
        idle = bool((column[index, side] == code).all())
        conflicts = self._overruled(correction, touched)
        across = self.hexmap.neighbour[index, side]
        column[index, side] = column[across, (side + 3) % SIDES] = code
        renamed = self._rename(correction, touched)
        if idle and not renamed:
            what, remedy = "changes nothing: the map says so already", "leave it out"
            conflicts.append(Conflict.of(correction, "idle", what, remedy, touched))
        return conflicts

    def _overruled(self, correction: Correction, touched: Any) -> list[Conflict]:
        owners = self._owners[correction.what]
        earlier = {owners[key].id: owners[key] for key in touched if key in owners}
        owners.update(dict.fromkeys(touched, correction))
        contradicted = [other.id for other in earlier.values() if other.value != correction.value]
        if not contradicted:
            return []
        what = f"says {correction.value} where {', '.join(contradicted)} said otherwise; this one holds"
        return [Conflict.of(correction, "overrules", what, "take one of them away", touched)]

    def _rename(self, correction: Correction, touched: Any) -> bool:
        part = {"hexside": 0, "crossing": 1}.get(correction.what)
        if part is None or not (correction.name or correction.value == "none"):
            return False
        name = "" if correction.value == "none" else correction.name
        before = [self.names.of(key)[part] for key in touched]
        for key in touched:
            (self.names.name_river if part == 0 else self.names.name_crossing)(key, name)
        self._named = True
        return before != [self.names.of(key)[part] for key in touched]

    def _cross(self, correction: Correction, uv: Floats) -> Done:
        layout = self.ground.layout
        if self._off(uv[None]):
            return self._missed(correction)
        near, off_m = _sides_near_point(self.ground, uv, layout.width_m * _NEAR_HEXES)
        index, side = near.T
        exact = off_m <= layout.width_m * _ON_IT
        wet = self._now("hexside")[index, side] > 0
        linked = (self._now("road")[index, side] > 0) | (self._now("rail")[index, side] > 0)
        usable = near[wet | linked | exact]
        if not len(usable):
            what = f"lies more than {layout.width_m * _NEAR_HEXES / 1000:g} km from any water and any link"
            return Done((), (Conflict.of(correction, "no water", what, "correct the river or the road first"),))
        key = (int(usable[0, 0]), int(usable[0, 1]))
        was = int(self._now("crossing")[key])
        conflicts = self._set(correction, (key,), CROSSINGS.index(correction.value))
        self._follow_kind(key, was, CROSSINGS.index(correction.value), named=bool(correction.name))
        if correction.value != "none" and not self._now("hexside")[key]:
            what, remedy = "crosses no water on this map", "correct the river too, or leave it out"
            conflicts.append(Conflict.of(correction, "no water", what, remedy, (key,)))
        return Done((key,), tuple(conflicts))

    def _now(self, name: str) -> Codes:
        codes: Codes = self._columns.get(name, getattr(self.hexmap, name))
        return codes

    def _follow_kind(self, key: tuple[int, int], was: int, code: int, *, named: bool) -> None:
        """Rename "Dasburg bridge" to "Dasburg ford" when the bridge becomes a ford."""
        old, new = (CROSSINGS[k].replace("_", " ") for k in (was, code))
        name = self.names.of(key)[1]
        if was and code and was != code and not named and name.endswith(old):
            self.names.name_crossing(key, name.removesuffix(old) + new)

    def follow_links(self) -> None:
        """
        Put bridges where roads and water newly meet, and take those away that lost their road or water.

        Only hexsides that this work changed are looked at; corrections of crossings come after.
        """
        changed = np.zeros(self.hexmap.hexside.shape, bool)
        for name in ("hexside", *_LINKS):
            if name in self._columns:
                changed |= self._columns[name] != getattr(self.hexmap, name)
        once = changed & (self.hexmap.neighbour > np.arange(len(changed))[:, None])
        for index, side in np.argwhere(once).tolist():
            self._follow(index, side)

    def _follow(self, index: int, side: int) -> None:
        road, rail = self._now("road")[index, side], self._now("rail")[index, side]
        wet = _STREAM <= self._now("hexside")[index, side] <= _MAJOR
        was = int(self._now("crossing")[index, side])
        linked = bool(road or rail)
        lost = not linked and bool(self.hexmap.road[index, side] or self.hexmap.rail[index, side])
        bare = not linked and not self._now("hexside")[index, side]
        code = was
        if wet and linked and not was:
            code = _BRIDGE if road else _RAILWAY_BRIDGE
        elif bare or (was in _OVER_WATER and (lost or not wet)):
            code = 0
        if code != was:
            across = int(self.hexmap.neighbour[index, side])
            crossing = self.column("crossing")
            crossing[index, side] = crossing[across, (side + 3) % SIDES] = code
            self.names.name_crossing((index, side), "")


def _sides_near_point(ground: Ground, uv: Floats, within_m: float) -> tuple[Ints, Floats]:
    """List hexsides (k, 2) whose middle lies within a distance of a point, nearest first, and how far."""
    layout = ground.layout
    hexes = rings(ground, layout.indices_at(layout.to_map(uv[None])))
    row, side = np.nonzero(ground.neighbour[hexes] > hexes[:, None])
    index = hexes[row]
    offsets = layout.corner_offsets()
    middles = ground.centres[index] + (offsets[side] + offsets[(side + 1) % SIDES]) / 2
    off = np.hypot(*(middles - uv).T)
    near = np.flatnonzero(off <= within_m)
    near = near[np.argsort(off[near], kind="stable")]
    return np.stack([index, side], axis=1)[near], off[near]
