"""Rename, add, move and take away places by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from maps.derive.hand.conflicts import Conflict, Done
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import Place
from maps.lonlat import to_map

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap
    from maps.record import Correction

__all__ = ["PlaceWork"]

_NEAR_M = 5000.0
_NEAR_HEXES = 2.0
_SAME_M = 1.0
_RANKS = range(1, 5)
_VILLAGE = 4


class PlaceWork:
    """Places in the making."""

    def __init__(self, hexmap: HexMap) -> None:
        """Begin with a map as it is."""
        self.hexmap = hexmap
        self.places = list(hexmap.places)
        self._near_m = max(_NEAR_M, _NEAR_HEXES * hexmap.layout.width_m)

    def columns(self) -> dict[str, Any]:
        """Give what was changed, as fields of a map."""
        places = tuple(self.places)
        return {"places": places} if places != self.hexmap.places else {}

    def apply(self, correction: Correction) -> Done:
        """
        Put one correction of a place onto the map.

        No former name: add. No new name: take away. Both the same: move, and give the rank, if there is
        one. Otherwise the place of the former name nearest to the point is renamed.
        """
        x, y = to_map(self.hexmap.layout, correction.points)[0].tolist()
        index = self.hexmap.layout.index_at(x, y) if np.isfinite([x, y]).all() else NO_HEX
        if index == NO_HEX or not self.hexmap.inside[index]:
            what, remedy = "lies off the map", "leave it out, or put it on the map"
            return Done((), (Conflict.of(correction, "off the map", what, remedy),))
        if not correction.value and not correction.name:
            what, remedy = "names no place", "give the name, the former name, or both"
            return Done((), (Conflict.of(correction, "unknown", what, remedy),))
        if not correction.name:
            return self._add(correction, index, x, y)
        return self._change(correction, index, x, y)

    def _add(self, correction: Correction, index: int, x: float, y: float) -> Done:
        rank = correction.rank if correction.rank in _RANKS else _VILLAGE
        held = self._nearest(correction.value, x, y, self._near_m)
        if held is not None and self.places[held].rank == rank and self._off(held, x, y) < _SAME_M:
            return Done((index,), (_idle(correction, index),))
        if held is not None and self._off(held, x, y) < _SAME_M:
            self.places[held] = replace(self.places[held], rank=rank)
        else:
            self.places.append(Place(correction.value, index, x, y, 0, rank))
        return Done((index,))

    def _change(self, correction: Correction, index: int, x: float, y: float) -> Done:
        old, new = correction.name, correction.value
        moving = old == new
        held = self._nearest(old, x, y, np.inf if moving else self._near_m)
        if not moving and new and self._nearest(new, x, y, self._near_m) is not None and held is None:
            return Done((index,), (_idle(correction, index),))
        if held is None:
            what = f"there is no place {old!r} near" if new else f"there is no place {old!r} to take away"
            kind = "no place" if new else "idle"
            return Done((), (Conflict.of(correction, kind, what, "leave it out, or give the name on the map"),))
        was = self.places[held]
        rank = correction.rank if correction.rank in _RANKS else was.rank
        if not new:
            del self.places[held]
        elif moving:
            spot = (was.index, was.x_m, was.y_m) if self._off(held, x, y) < _SAME_M else (index, x, y)
            self.places[held] = Place(old, *spot, was.population, rank)
        else:
            self.places[held] = replace(was, name=new, rank=rank)
        idle = bool(new) and self.places[held] == was
        return Done((was.index, index), (_idle(correction, index),) if idle else ())

    def _off(self, held: int, x: float, y: float) -> float:
        return float(np.hypot(self.places[held].x_m - x, self.places[held].y_m - y))

    def _nearest(self, name: str, x: float, y: float, within_m: float) -> int | None:
        found = [(self._off(k, x, y), k) for k, place in enumerate(self.places) if place.name == name]
        nearest = min(found, default=(np.inf, -1))
        return nearest[1] if found and nearest[0] <= within_m else None


def _idle(correction: Correction, index: int) -> Conflict:
    what = "changes nothing: the map says so already"
    return Conflict.of(correction, "idle", what, "leave it out", (index,))
