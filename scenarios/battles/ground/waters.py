"""
Lay the waters of a campaign's hexsides, and what leads over them, along the borders of a frame's parents.

Every hex on this side of the water in the campaign is on this side of it on the table: the water is the border.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import CROSSINGS
from maps.shapes.shapes import shapes_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from scenarios.battles.ground.frame import Frame

    Codes = NDArray[np.uint8]

__all__ = ["GONE", "Gate", "Waters", "gates_of", "waters_of"]

GONE = ("blown", "destroyed", "cratered")
"""What rules and umpires call a crossing that is there no longer."""


@dataclass(frozen=True, slots=True)
class Gate:
    """
    Where a way goes over a hexside of the campaign.

    Attributes
    ----------
    parent, other
        The two hexes of the campaign.
    road, rail
        Codes of what links them.
    here, there
        The two hexes of the frame, ``NO_HEX`` both where the hexside lies beyond it.
    spot_m
        Where, in map coordinates.
    """

    parent: int
    other: int
    road: int
    rail: int
    here: int
    there: int
    spot_m: tuple[float, float]


@dataclass(frozen=True)
class Waters:
    """
    Codes of what lies on the frame's hexsides (n, 6), and the names of waters and crossings.

    ``border``: hexsides of the campaign map's own.
    """

    hexside: Codes
    crossing: Codes
    slope: Codes
    border: Codes
    names: Mapping[tuple[int, int], str]
    gone: tuple[str, ...]
    """Crossings of the map that are there no longer, by printed numbers and name."""


def gates_of(frame: Frame) -> tuple[Gate, ...]:
    """Find where roads, railways and crossings of the parents go over hexsides, as the campaign's map is drawn."""
    campaign, shapes = frame.campaign, shapes_of(frame.campaign)
    drawn = {**shapes.railways.crossing, **shapes.roads.crossing}
    corners, found = campaign.layout.corners(), []
    borders = _by_pair(frame)
    for parent in frame.parents:
        for side in range(SIDES):
            other = int(campaign.neighbour[parent, side])
            road, rail = int(campaign.road[parent, side]), int(campaign.rail[parent, side])
            if other == NO_HEX or (other in frame.parents and other < parent):
                continue
            if not (road or rail or campaign.crossing[parent, side]):
                continue
            middle = corners[parent, [side, (side + 1) % SIDES]].mean(axis=0)
            low = parent * SIDES + side if parent < other else other * SIDES + (side + 3) % SIDES
            at = np.array(drawn[low]) * campaign.layout.radius_m if low in drawn else middle
            spot = campaign.layout.to_map(at)
            here, there = _nearest_pair(frame, borders.get((parent, other)), spot)
            found.append(Gate(parent, other, road, rail, here, there, (float(spot[0]), float(spot[1]))))
    return tuple(found)


def _by_pair(frame: Frame) -> dict[tuple[int, int], NDArray[np.int64]]:
    """List the sides between each two parents, as (hex, side) (k, 2)."""
    here, side, parent, _ = frame.borders
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    across = frame.side_parent[here, side]
    for row in zip(parent.tolist(), across.tolist(), here.tolist(), side.tolist(), strict=True):
        found.setdefault(row[:2], []).append(row[2:])
    return {pair: np.array(rows) for pair, rows in found.items()}


def _nearest_pair(frame: Frame, sides: NDArray[np.int64] | None, spot: NDArray[np.float64]) -> tuple[int, int]:
    if sides is None:
        return NO_HEX, NO_HEX
    here = sides[:, 0]
    there = frame.neighbour[here, sides[:, 1]]
    middle = (frame.centres_m[here] + frame.centres_m[there]) / 2
    k = int(np.argmin(np.hypot(*(middle - spot).T)))
    return int(here[k]), int(there[k])


def waters_of(frame: Frame, gates: tuple[Gate, ...], changed: Mapping[str, str]) -> Waters:
    """
    Lay the waters.

    Parameters
    ----------
    changed
        What play has changed on the campaign's map, as its state keeps it: by hexside ``"713/2"``.
    """
    here, side, parent, own = frame.borders
    size = (len(frame.parent), SIDES)
    hexside, slope, border, crossing = (np.zeros(size, np.uint8) for _ in range(4))
    border[here, side] = frame.campaign.border[parent, own]
    hexside[here, side] = frame.campaign.hexside[parent, own]
    # Play knows no steep side along water twice: a bank is steep only where there is no water.
    slope[here, side] = np.where(hexside[here, side] > 0, 0, frame.campaign.slope[parent, own])
    names = _river_names(frame, hexside)
    gone = []
    for gate in gates:
        mine = frame.campaign.layout.grid.side_towards(gate.parent, gate.other)
        code = int(frame.campaign.crossing[gate.parent, mine])
        if code and _is_gone(gate, mine, changed):
            gone.append(_told(frame, gate, CROSSINGS[code]))
        elif code and gate.here != NO_HEX:
            _cross(frame, gate, code, crossing, names)
    return Waters(hexside, crossing, slope, border, names, tuple(gone))


def _cross(frame: Frame, gate: Gate, code: int, crossing: Codes, names: dict[tuple[int, int], str]) -> None:
    side = frame.layout.grid.side_towards(gate.here, gate.there)
    crossing[gate.here, side] = crossing[gate.there, (side + 3) % SIDES] = code
    name = frame.campaign.crossing_of(gate.parent, frame.campaign.layout.grid.side_towards(gate.parent, gate.other))
    low = (gate.here, side) if gate.here < gate.there else (gate.there, (side + 3) % SIDES)
    river = names.get(low)
    # A name that has a crossing beside it is parted at its last comma: both are written, or neither is.
    if name:
        names[low] = f"{river}, {name}" if river else name
    elif river:
        names[low] = f"{river}, {CROSSINGS[code].replace('_', ' ')}"


def _river_names(frame: Frame, hexside: Codes) -> dict[tuple[int, int], str]:
    here, side, parent, own = frame.borders
    named = {pair: frame.campaign.river_of(*pair) for pair in set(zip(parent.tolist(), own.tolist(), strict=True))}
    rows = zip(here.tolist(), side.tolist(), parent.tolist(), own.tolist(), strict=True)
    return {
        (index, k): name
        for index, k, mother, its in rows
        if hexside[index, k] and index < frame.neighbour[index, k] and (name := named[mother, its])
    }


def _is_gone(gate: Gate, side: int, changed: Mapping[str, str]) -> bool:
    low = f"{gate.parent}/{side}" if gate.parent < gate.other else f"{gate.other}/{(side + 3) % SIDES}"
    return changed.get(low, "") in GONE


def _told(frame: Frame, gate: Gate, what: str) -> str:
    number = frame.campaign.number
    return f"the {what.replace('_', ' ')} between {number(gate.parent)} and {number(gate.other)}"
