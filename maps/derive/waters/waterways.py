"""
Make rivers of lines as OpenStreetMap draws them: thousands of ways, in no order.

The ways are joined to a network, its gaps are bridged, it is reduced to trees, every piece is
classed, and what matters at the width of the hexes becomes stems for ``maps.derive.waters.hexsides``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

from maps.derive.waters.waterclass import (
    DUG,
    KIND_RANK,
    Drained,
    Pieces,
    class_pieces,
    drained_classes,
    gather,
    piece_widths,
)
from maps.derive.waters.watergaps import bridge_gaps, bridge_to_rivers, bridge_waters, reach_through
from maps.derive.waters.waternet import join_lines
from maps.derive.waters.waterstems import ClassedNet, mark_lakes, stems_that_matter
from maps.derive.waters.watertree import one_way, reduce_to_tree
from maps.grid.hexgrid import NO_HEX
from maps.sources.files.tag_numbers import tag_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from maps.derive.waterlegend import WaterLegend
    from maps.derive.waters.hexsides import LeftOut
    from maps.derive.waters.rivers import Stem
    from maps.derive.waters.waternet import Net
    from maps.derive.waters.watertree import Tree
    from maps.grid.layout import Layout
    from maps.sources.featureset import Features

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]
    Shapes = NDArray[np.object_]

__all__ = ["Ground", "RiverNet", "Waterways", "river_net", "way_stems"]

_NO_SHAPES = np.empty(0, np.object_)


class Ground(NamedTuple):
    """Where the rivers run: the grid, its hexes on the map (n,), and their mean heights in metres (n,) if known."""

    layout: Layout
    inside: Bools
    elevation_m: NDArray[np.floating] | None = None


@dataclass(frozen=True, eq=False)
class Waterways:
    """Lines of water, and what is known of them."""

    lines: Features
    """LineStrings in map coordinates, tagged with name and width."""
    codes: NDArray[np.int16]
    """Their kinds of the group ``waterway`` (m,), -1 for none."""
    lakes: Shapes = field(default_factory=_NO_SHAPES.copy)
    """Polygons of standing water."""
    banks: Shapes = field(default_factory=_NO_SHAPES.copy)
    """Polygons of rivers between their banks."""
    classes: Mapping[str, int] = field(default_factory=dict)
    """By name, the code of ``HEXSIDES`` that a river of this name has."""
    drained: Drained | None = None


class RiverNet(NamedTuple):
    """Lines of water joined to a network that is reduced to trees; what is known of each piece (p,)."""

    ids: Sequence[str]
    """Of the features that pieces belong to, by ``net.way``."""
    net: Net
    pieces: Pieces
    tree: Tree
    above_m: Floats
    """Length of all water that flows together in a piece, its own included."""
    natural_m: Floats
    """The same without drains and canals."""


def river_net(
    waterways: Waterways, layout: Layout, elevation_m: NDArray[np.floating] | None, legend: WaterLegend
) -> RiverNet | None:
    """
    Join lines of water to a network; None if there is none. Of what is measured it asks for no more than heights.

    Parameters
    ----------
    elevation_m
        Mean heights of the hexes (n,) if known: they turn networks that are drawn uphill.
    """
    rows = np.flatnonzero(waterways.codes >= 0)
    if not len(rows):
        return None
    # In an order of their own, so that ties fall the same way however the source lists them.
    rows = rows[np.argsort(shapely.to_wkb(waterways.lines.shapes[rows]), kind="stable")]
    lines, kinds = waterways.lines.take(rows.tolist()), waterways.codes[rows].astype(np.int64)
    names = [tags.get("name", "") for tags in lines.tags]
    tagged = np.array([tag_number(tags.get("width", "")) or np.nan for tags in lines.tags])
    rank = KIND_RANK[kinds] + np.nan_to_num(tagged) / 1e4
    net = _network(waterways, lines, names, rank, layout, elevation_m, legend)
    pieces = Pieces(
        [names[k] for k in net.way],
        kinds[net.way],
        piece_widths(net, tagged[net.way], waterways.banks),
        np.array([waterways.classes.get(names[k], 0) for k in net.way], np.uint8),
        drained_classes(net, waterways.drained),
    )
    tree = reduce_to_tree(net, pieces.names, rank[net.way])
    lengths = net.lengths()
    above_m, natural_m = (gather(tree.below, lengths * part) for part in (1.0, ~np.isin(pieces.kind, DUG)))
    return RiverNet(lines.ids, net, pieces, tree, above_m, natural_m)


def way_stems(
    waterways: Waterways, ground: Ground, legend: WaterLegend, joined: RiverNet | None = None
) -> tuple[list[Stem], list[LeftOut]]:
    """
    Make stems of lines of water, receivers first, as ``lay_rivers`` wants them.

    ``Stem.codes`` holds the classes; the area drained is not known and left at 0. Streams whose
    waters are too short for the hexes are left out; of those, named rivers and canals are listed too.
    ``joined`` is what ``river_net`` gives of the lines, if that is there already.
    """
    joined = joined or river_net(waterways, ground.layout, ground.elevation_m, legend)
    if joined is None:
        return [], []
    ids, net, pieces, tree, above_m, natural_m = joined
    from_outside = gather(tree.below, _rises_outside(net, ground).astype(float)) > 0
    for arm in tree.arms:
        from_outside[arm] = True
    codes = class_pieces(tree.below, pieces, above_m, from_outside, legend)
    width_m = ground.layout.width_m
    river = ClassedNet(net, tree, pieces, above_m, natural_m, codes)
    stems, left_out = stems_that_matter(river, ids, width_m, legend)
    return mark_lakes(stems, waterways.lakes, width_m, legend), left_out


def _network(  # noqa: PLR0917 - each is asked for once
    waterways: Waterways,
    lines: Features,
    names: list[str],
    rank: Floats,
    layout: Layout,
    elevation_m: NDArray[np.floating] | None,
    legend: WaterLegend,
) -> Net:
    waters = np.concatenate([waterways.lakes, waterways.banks])
    net = join_lines(reach_through(lines.shapes, waters, legend.join_m), legend.join_m)
    heights = None
    if elevation_m is not None:
        index = layout.indices_at(net.nodes)
        heights = np.where(index == NO_HEX, np.nan, elevation_m[index])
    net = one_way(net, heights)
    net = bridge_waters(net, waters, rank[net.way], legend.join_m)
    net = bridge_gaps(net, names, legend.gap_m)
    return bridge_to_rivers(net, legend.gap_m)


def _rises_outside(net: Net, ground: Ground) -> Bools:
    """Say which pieces begin beyond the map or in a hex on its edge, with nothing above them."""
    into, _ = net.degrees()
    index = ground.layout.indices_at(net.nodes)
    table = ground.layout.grid.neighbour_table()
    rim = ~ground.inside | ((table == NO_HEX) | ~ground.inside[table]).any(axis=1)
    outside = (index == NO_HEX) | rim[index]
    return np.asarray((into[net.start] == 0) & outside[net.start])
