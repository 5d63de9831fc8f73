"""
Class pieces of water as stream, river or major river.

What decides, the first that is known: the class that the table of names gives; the
breadth, of the ``width`` tag or of the river banks (area over length); the area drained, if another
source knows it near by; else the kind. A river of unknown breadth counts as a river, unless all of it
rises on the map and all the water above is short: length is no area drained and decides nothing else.
A class never falls downstream.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely
from shapely import STRtree

from maps.derive.kinds import GROUPS
from maps.derive.waters.watertree import upstream
from maps.grid.hexmap import HEXSIDES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.derive.waterlegend import WaterLegend
    from maps.derive.waters.waternet import Net

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]
    Codes = NDArray[np.uint8]
    Shapes = NDArray[np.object_]

__all__ = ["DUG", "KIND_RANK", "Drained", "Pieces", "class_pieces", "drained_classes", "gather", "piece_widths"]

STREAM, RIVER, MAJOR = (HEXSIDES.index(name) for name in ("stream", "river", "major_river"))
KINDS = GROUPS["waterway"]
KIND_RANK = np.array([{"river": 3, "tidal": 3, "canal": 2, "stream": 1, "drain": 0}[kind] for kind in KINDS])
DUG = tuple(KINDS.index(kind) for kind in ("canal", "drain"))
_FLOWING = tuple(KINDS.index(kind) for kind in ("river", "tidal"))
_NEAR_REACH_M = 1000.0


class Pieces(NamedTuple):
    """What is known of each piece of a network (p,)."""

    names: Sequence[str]
    kind: Ints
    width_m: Floats
    """NaN where unknown."""
    by_name: Codes
    """The class that the table of names gives, 0 if none."""
    by_area: Codes
    """The class that the area drained gives, 0 if it is unknown."""


class Drained(NamedTuple):
    """What another source knows of the area drained: points of its reaches (k, 2), and the class there (k,)."""

    points: Floats
    codes: Codes


def piece_widths(net: Net, tagged_m: Floats, banks: Shapes) -> Floats:
    """
    Measure how broad the water is: as tagged, or between its banks if half of a piece runs there.

    Parameters
    ----------
    tagged_m
        By the feature's tag, NaN where there is none (p,).
    banks
        Polygons of rivers. Breadth is a polygon's area over the length of the lines in it,
        or over half its outline where lines run through a part of it only.
    """
    if not len(banks) or not len(net):
        return tagged_m
    lines = np.array([shapely.linestrings(points) for points in net.points])
    bank, piece = STRtree(lines).query(banks, predicate="intersects")
    within = shapely.length(shapely.intersection(lines[piece], banks[bank]))
    total = np.bincount(bank, weights=within, minlength=len(banks))
    outline = shapely.length(shapely.get_exterior_ring(banks))
    breadth = shapely.area(banks) / np.maximum(np.maximum(total, outline / 2), 1.0)
    length_in = np.bincount(piece, weights=within, minlength=len(net))
    mean = np.bincount(piece, weights=within * breadth[bank], minlength=len(net)) / np.maximum(length_in, 1e-9)
    measured = length_in >= 0.5 * shapely.length(lines)
    return np.where(np.isnan(tagged_m) & measured, mean, tagged_m)


def drained_classes(net: Net, drained: Drained | None) -> Codes:
    """Give the class that the area drained has at the nearest reach of another source, 0 if none is near."""
    found = np.zeros(len(net), np.uint8)
    if drained is None or not len(drained.points) or not len(net):
        return found
    from scipy.spatial import cKDTree  # noqa: PLC0415 - a fifth of a second to load, and few maps ask for it

    tree = cKDTree(drained.points)
    for piece, points in enumerate(net.points):
        off, nearest = tree.query(points[[0, len(points) // 2, -1]])
        if off.max() <= _NEAR_REACH_M:
            found[piece] = drained.codes[nearest].min()
    return found


def gather(below: Ints, amount: Floats) -> Floats:
    """Add up an amount of each piece and of all that flows into it."""
    total = amount.astype(np.float64)
    for piece in upstream(below):
        if below[piece] >= 0:
            total[below[piece]] += total[piece]
    return total


def class_pieces(below: Ints, pieces: Pieces, above_m: Floats, from_outside: Bools, legend: WaterLegend) -> Codes:
    """
    Class the pieces, never less downstream.

    Parameters
    ----------
    above_m
        Length of all water that flows together in each piece, its own included.
    from_outside
        Whether some of it comes from beyond the map.
    """
    flowing = np.isin(pieces.kind, _FLOWING) & (from_outside | (above_m >= 1000 * legend.small_river_km))
    codes = np.where(flowing, RIVER, STREAM)
    codes = np.where(pieces.by_area > 0, pieces.by_area, codes)
    limits = np.array([legend.river_from_m, legend.major_river_from_m])
    by_width = STREAM + np.searchsorted(limits, np.nan_to_num(pieces.width_m), side="right")
    codes = np.where(np.isnan(pieces.width_m), codes, by_width)
    codes = np.where(pieces.by_name > 0, pieces.by_name, codes).astype(np.uint8)
    for piece in upstream(below):
        if below[piece] >= 0:
            codes[below[piece]] = max(codes[below[piece]], codes[piece])
    return codes
