"""Put the crossings that the sources know on the hexsides that roads cross."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.walk import walk_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from maps.derive.ways.bridges import Mark
    from maps.grid.layout import Layout

    Codes = NDArray[np.uint8]
    Floats = NDArray[np.float64]
    Key = tuple[int, int]

__all__ = ["SNAPPED_WITHIN_HEXES", "Placed", "Sides", "Unplaced", "place_marks"]

SNAPPED_WITHIN_HEXES = 1.0
"""How far from the middle of a hexside a crossing may lie, in hex widths, if the water has the same name."""
_NAMELESS_WITHIN_HEXES = 0.6
_MANY = 12
_ORDER = ("bridge", "railway_bridge", "tunnel", "dam", "ferry", "ford")


class Placed(NamedTuple):
    """What leads over a hexside by the word of a source."""

    kind: str
    name: str
    road: str
    reason: str


class Unplaced(NamedTuple):
    """A crossing of the sources that has no hexside, and why."""

    id: str
    kind: str
    name: str
    why: str


def place_marks(
    marks: Sequence[Mark], hexside: Codes, road: Codes, rail: Codes, layout: Layout, rivers: Mapping[Key, str]
) -> tuple[dict[Key, Placed], tuple[Unplaced, ...]]:
    """
    Give each crossing to the nearest water hexside that its road crosses.

    That is a hexside with a road, or for a railway bridge a railway, no further
    than a hex width from the crossing and with water of the same name; where no
    such water is near and one of the names is unknown, no further than six
    tenths of it. If several fall on
    one hexside, a bridge goes before a tunnel, dam, ferry or ford, then one with
    a name, then the nearest. A ferry needs no road: it takes the water hexsides
    that its line crosses, or else the nearest.

    Returns
    -------
    tuple
        What is placed, by (lower index, side), and what is not.
    """
    if not marks:
        return {}, ()
    table = layout.grid.neighbour_table()
    wet = (hexside > 0) & (table > np.arange(len(table))[:, None])
    sides = {
        "road": Sides(wet & (road > 0), layout, rivers),
        "rail": Sides(wet & (rail > 0), layout, rivers),
        "both": Sides(wet & ((road > 0) | (rail > 0)), layout, rivers),
        "water": Sides(wet, layout, rivers),
    }
    found: list[tuple[tuple[int, bool, float], Key, Mark]] = []
    unplaced = []
    for mark in marks:
        keys = _ferried(mark, wet, table, layout) if mark.kind == "ferry" else []
        strict = bool(sides["water"].nearest(mark, strict=True))
        near = [(key, 0.0) for key in keys] or sides[_CARRIES.get(mark.kind, "road")].nearest(mark, strict=strict)
        found += [((_ORDER.index(mark.kind), not mark.name, off), key, mark) for key, off in near]
        if not near:
            unplaced.append(Unplaced(mark.id, mark.kind, mark.name, _WHY.get(mark.kind, _NO_ROAD)))
    placed: dict[Key, Placed] = {}
    for _, key, mark in sorted(found, key=lambda item: item[0]):
        placed.setdefault(key, Placed(mark.kind, mark.name, mark.road, f"{mark.id}: {mark.kind.replace('_', ' ')}"))
    return placed, tuple(unplaced)


_CARRIES = {"railway_bridge": "rail", "tunnel": "both", "ferry": "water"}
_NO_ROAD = "no road on the map crosses this water near it"
_WHY = {
    "railway_bridge": "no railway on the map crosses this water near it",
    "ferry": "there is no water hexside near it",
}


class Sides:
    """Hexsides of one sort, to be asked which is nearest to a crossing."""

    def __init__(self, chosen: NDArray[np.bool_], layout: Layout, rivers: Mapping[Key, str]) -> None:
        """Take the hexsides (n, 6), each from its lower hex, and the names of rivers."""
        from scipy.spatial import cKDTree  # noqa: PLC0415 - a fifth of a second to load, and few maps ask for it

        corners = layout.corner_offsets()
        half_steps = (corners + np.roll(corners, -1, axis=0)) / 2
        self.index, self.side = np.nonzero(chosen)
        self.tree = cKDTree(layout.centres()[self.index] + half_steps[self.side])
        self.width_m, self.rivers = layout.width_m, rivers

    def nearest(self, mark: Mark, *, strict: bool = False) -> list[tuple[Key, float]]:
        """
        Give the nearest that fits with how far off it is, in hex widths; nothing if none does.

        If ``strict``, only one whose water is known to be that of the crossing.
        """
        offs, rows = self.tree.query(mark.middle, k=_MANY, distance_upper_bound=SNAPPED_WITHIN_HEXES * self.width_m)
        for off_m, row in zip(offs.tolist(), rows.tolist(), strict=True):
            if row == len(self.index):
                return []
            key = int(self.index[row]), int(self.side[row])
            if self._fits(mark, self.rivers.get(key, ""), off_m / self.width_m, strict=strict):
                return [(key, off_m / self.width_m)]
        return []

    def _fits(self, mark: Mark, name: str, off_hexes: float, *, strict: bool) -> bool:
        if mark.water and mark.water == name:
            return True
        unknown = mark.water is None or not name
        return not strict and unknown and (off_hexes <= _NAMELESS_WITHIN_HEXES or mark.kind == "ferry")


def _ferried(mark: Mark, wet: NDArray[np.bool_], table: NDArray[np.int32], layout: Layout) -> list[Key]:
    """List the water hexsides that a line crosses."""
    walk = walk_lines(mark.uv, np.array([0, len(mark.uv)]), layout)
    at = np.flatnonzero(walk.left_by >= 0)
    index, side = walk.hex[at], walk.left_by[at].astype(np.int64)
    across = table[index, side]
    lower = index < across
    keys = zip(np.where(lower, index, across).tolist(), np.where(lower, side, (side + 3) % 6).tolist(), strict=True)
    return [key for key in dict.fromkeys(keys) if wet[key]]
