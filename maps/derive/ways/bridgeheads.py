"""
Lead roads over the bridges that they end on.

At the edge of an extract, or where a road goes on as a street, it ends on a
bridge or just past it, in the hex that it came from. The bridge is there all
the same, and so is the far bank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from maps.derive.ways.chains import network_of
from maps.derive.ways.snapping import Sides
from maps.grid.hexgrid import SIDES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from scipy.spatial import cKDTree

    from maps.derive.ways.bridges import Mark
    from maps.derive.ways.ways import Ways
    from maps.grid.layout import Layout
    from maps.sources.featureset import Features

    Key = tuple[int, int]

__all__ = ["lead_over"]

_ENDS_WITHIN_HEXES = 0.6
_BRIDGES = ("bridge", "railway_bridge")


def lead_over(  # noqa: PLR0917 - what was laid, of what, and what it leads over
    ways: Ways,
    lines: Features,
    codes: NDArray[np.integer],
    marks: Sequence[Mark],
    hexside: NDArray[np.uint8],
    layout: Layout,
    rivers: Mapping[Key, str],
    *,
    least: int = 1,
) -> Ways:
    """
    Lay links over the bridges where a line ends.

    A link is laid over the hexside of the bridge's water that is nearest to the
    bridge, if a link laid already leads to it and none crosses the water
    nearby. A line ends on a bridge if its end lies within six tenths of a hex
    width of the bridge's middle.

    Parameters
    ----------
    lines, codes
        As ``lay_ways`` took them.
    least
        The lowest code that gets such links: tracks end at many a bridge.
    """
    if not any(mark.kind in _BRIDGES for mark in marks):
        return ways
    table = layout.grid.neighbour_table()
    waters = _waters(ways, hexside, layout, rivers, _loose_ends(lines, codes, layout))
    rows = {name: row for row, name in enumerate(lines.ids) if codes[row] >= max(least, 1)}
    code, added = ways.code.copy(), []
    for mark in marks:
        row = rows.get(mark.id)
        if row is None or mark.kind not in _BRIDGES:
            continue
        for index, side in waters.under(mark):
            across = int(table[index, side])
            code[index, side] = code[across, (side + 3) % SIDES] = max(int(code[index, side]), int(codes[row]))
            added.append((row, index, side))
    return _with_links(ways, code, added) if added else ways


class _Waters(NamedTuple):
    """The waters of a map: all, those that a link leads to, those that one crosses; and where lines end."""

    all: Sides
    reached: Sides
    crossed: Sides
    ends: cKDTree
    within_m: float

    def under(self, mark: Mark) -> list[Key]:
        """List the hexsides that a bridge leads over, if a line ends on it and nothing crosses the water nearby."""
        strict = bool(self.all.nearest(mark, strict=True))
        if self.crossed.nearest(mark, strict=strict) or not self.ends.query_ball_point(mark.middle, self.within_m):
            return []
        return [hexside for hexside, _ in self.reached.nearest(mark, strict=strict)]


def _waters(
    ways: Ways, hexside: NDArray[np.uint8], layout: Layout, rivers: Mapping[Key, str], ends: cKDTree
) -> _Waters:
    table = layout.grid.neighbour_table()
    wet: NDArray[np.bool_] = (hexside > 0) & (table > np.arange(len(table))[:, None])
    reached = np.asarray((ways.code > 0).any(axis=1))
    return _Waters(
        Sides(wet, layout, rivers),
        Sides(wet & (reached[:, None] | reached[table]), layout, rivers),
        Sides(wet & (ways.code > 0), layout, rivers),
        ends,
        _ENDS_WITHIN_HEXES * layout.width_m,
    )


def _with_links(ways: Ways, code: NDArray[Any], added: Sequence[tuple[int, int, int]]) -> Ways:
    feature, index, side = np.array(added, np.int64).T
    return ways._replace(
        code=code,
        feature=np.concatenate([ways.feature, feature]),
        hex=np.concatenate([ways.hex, index]),
        side=np.concatenate([ways.side, side]),
    )


def _loose_ends(lines: Features, codes: NDArray[np.integer], layout: Layout) -> cKDTree:
    from scipy.spatial import cKDTree  # noqa: PLC0415 - a fifth of a second to load, and few maps ask for it

    network = network_of(lines, np.asarray(codes, np.int64), layout)
    degree = np.bincount(network.ends.ravel(), minlength=len(network.nodes))
    return cKDTree(network.nodes[degree == 1])
