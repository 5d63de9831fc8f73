"""
Lay the hexes of a table over the hexes of a campaign, and say which of these each lies in.

Ground is invented on a frame somewhat larger than the table, so that roads and rivers come in from where they come
from; what is kept is the table. Each hex of the frame has a parent on the campaign's map. Borders between parents
wander as they do on its drawing, so that rivers on hexsides do not run in straight lines; each parent's part hangs
together, so that a bank stays one bank.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import NO_HEX
from maps.making.nested import table_layout
from maps.problems import Problem, ProblemsFound, raise_any
from maps.shapes.field import noise_over, wandered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from maps.grid.layout import Layout
    from maps.making.nested import Table
    from scenarios.battles.ground.legend import GroundLegend

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["Frame", "frame_for", "parts_of"]

_AROUND = 0.15
_MOST_HEXES = 40_000
_SMALL = 6
"""Fewer hexes that hang together than this, cut off from the rest of their parent, go to a neighbour."""
_ROUNDS = 8


@dataclass(frozen=True)
class Frame:
    """
    The hexes that ground is invented for.

    Attributes
    ----------
    campaign
        The map of the campaign.
    layout
        Of the frame: the table and somewhat around it.
    board
        Of the table alone.
    keep
        The hexes of the frame that are the table's, in its order (b,).
    parent
        Hex of the campaign that each hex of the frame lies in (n,), ``NO_HEX`` off its map.
    neighbour
        Of the frame's hexes (n, 6), ``NO_HEX`` beyond its edge.
    """

    campaign: HexMap
    table: Table
    legend: GroundLegend
    seed: str
    layout: Layout
    board: Layout
    keep: Ints
    parent: Ints
    neighbour: NDArray[np.int32]

    @cached_property
    def centres_m(self) -> Floats:
        """Give the centres of the frame's hexes in map coordinates (n, 2)."""
        return self.layout.to_map(self.layout.centres())

    @cached_property
    def on_table(self) -> Bools:
        """Mark the hexes that are kept (n,)."""
        found = np.zeros(len(self.parent), bool)
        found[self.keep] = True
        return found

    @cached_property
    def parents(self) -> tuple[int, ...]:
        """List the hexes of the campaign that the frame touches."""
        return tuple(int(index) for index in np.unique(self.parent) if index != NO_HEX)

    @cached_property
    def at_rim(self) -> Bools:
        """Mark the hexes at the edge of the frame (n,)."""
        return np.asarray((self.neighbour == NO_HEX).any(axis=1))

    @cached_property
    def side_parent(self) -> Ints:
        """Give the parent across each side (n, 6), ``NO_HEX`` beyond the frame."""
        return np.where(self.neighbour == NO_HEX, NO_HEX, self.parent[self.neighbour])

    @cached_property
    def borders(self) -> tuple[Ints, Ints, Ints, Ints]:
        """List sides between two parents that are neighbours: hex, side, parent, and that parent's own side (k,)."""
        across = self.side_parent
        mine = self.parent[:, None]
        here, side = np.nonzero((across != NO_HEX) & (mine != NO_HEX) & (across != mine))
        parent, other = self.parent[here], across[here, side]
        same = self.campaign.neighbour[parent] == other[:, None]
        known = same.any(axis=1)
        return here[known], side[known], parent[known], same[known].argmax(axis=1)

    def lot(self, what: str, *, waves: float = 1.0) -> Floats:
        """Give noise of about -0.8 to 0.8 for each hex of the frame (n,), by the seed and what it is for."""
        salt = int.from_bytes(sha256(f"{self.seed}\0{what}".encode()).digest()[:4])
        at = self.centres_m / (self.table.inch_m * self.legend.wave_inches / waves)
        u, v = np.ascontiguousarray(at[:, 0]), np.ascontiguousarray(at[:, 1])
        return np.asarray(noise_over(u, v, salt) + 0.6 * noise_over(u * 2.3 + 5, v * 2.3, salt ^ 0x5BD1))

    def nearest(self, hexes: Ints, spot_m: Floats) -> int:
        """Name the one of some hexes whose centre is nearest to a spot in map coordinates."""
        return int(hexes[np.argmin(np.hypot(*(self.centres_m[hexes] - spot_m).T))])


def frame_for(campaign: HexMap, hexes: Sequence[int], table: Table, seed: str, legend: GroundLegend) -> Frame:
    """
    Lay a table over the hexes of a campaign, its middle where theirs is.

    Raises
    ------
    ProblemsFound
        If the table cannot be, has too many hexes, or none of the hexes is on the map.
    """
    raise_any([*table.problems(), *_hex_problems(campaign, hexes)])
    middle = campaign.layout.centres()[np.array(hexes)].mean(axis=0)
    at = (float(middle[0]), float(middle[1]))
    board, layout = (table_layout(campaign.layout, at, table, around=around) for around in (0.0, _AROUND))
    if len(layout.grid) > _MOST_HEXES:
        what = f"{table.hex_inches:g} inches a hex make {len(board.grid):,} hexes"
        raise ProblemsFound([Problem("table", what, "take wider hexes")])
    first = layout.indices_under(layout.to_grid(board.to_map(board.centres())))
    neighbour = layout.grid.neighbour_table()
    parent = _parents(campaign, layout, neighbour, legend)
    return Frame(campaign, table, legend, seed, layout, board, first, parent, neighbour)


def _hex_problems(campaign: HexMap, hexes: Sequence[int]) -> list[Problem]:
    off = [index for index in hexes if not (0 <= index < len(campaign) and campaign.inside[index])]
    if off or not hexes:
        what = "none is named" if not hexes else f"{len(off)} lie off the map"
        return [Problem("hexes of the fight", what, "name hexes of the campaign's map")]
    return []


def _parents(campaign: HexMap, layout: Layout, neighbour: NDArray[np.int32], legend: GroundLegend) -> NDArray[np.int64]:
    """Say which hex of the campaign each hex lies in; what is cut off from its own goes to those about it."""
    whole = campaign.layout
    plane = whole.to_grid(layout.to_map(layout.centres()))
    anchor = -whole.to_grid((0.0, 0.0)) / whole.radius_m
    at = plane / whole.radius_m + anchor
    du, dv = wandered(np.ascontiguousarray(at[:, 0]), np.ascontiguousarray(at[:, 1]))
    moved = plane + np.stack([du, dv], axis=1) * whole.radius_m * legend.wander
    found, straight = whole.indices_under(moved), whole.indices_under(plane)
    found = np.where(found == NO_HEX, straight, found)
    found = np.where((found != NO_HEX) & campaign.inside[found], found, NO_HEX)
    for _ in range(_ROUNDS):
        stray = _strays(found, neighbour)
        if not len(stray):
            break
        found[stray] = _majority(found, neighbour, stray)
    return np.asarray(found)


def _strays(parent: Ints, neighbour: NDArray[np.int32]) -> Ints:
    """List the hexes of small parts that are cut off from the largest of their parent."""
    label = parts_of(parent, neighbour)
    size = np.bincount(label)
    largest = np.zeros(int(parent.max(initial=0)) + 2, np.int64)
    np.maximum.at(largest, parent + 1, size[label])
    return np.flatnonzero((size[label] < _SMALL) & (size[label] < largest[parent + 1]))


def parts_of(group: Ints, neighbour: NDArray[np.int32]) -> Ints:
    """Give each hex the number of the part of its group that hangs together with it (n,)."""
    from scipy.sparse import coo_array  # noqa: PLC0415 - half a second to load, and needed for battles only
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415

    here, side = np.nonzero((neighbour != NO_HEX) & (group[neighbour] == group[:, None]))
    links = coo_array((np.ones(len(here)), (here, neighbour[here, side])), shape=(len(group), len(group)))
    return np.asarray(connected_components(links, directed=False)[1], np.int64)


def _majority(parent: Ints, neighbour: NDArray[np.int32], hexes: Ints) -> Ints:
    """Give each of some hexes the parent that most of its other neighbours have."""
    found = parent[hexes].copy()
    for k, index in enumerate(hexes.tolist()):
        about = [int(parent[other]) for other in neighbour[index] if other != NO_HEX]
        others = [one for one in about if one != parent[index]]
        if others:
            found[k] = max(sorted(set(others)), key=others.count)
    return found
