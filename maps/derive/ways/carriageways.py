"""Draw the two carriageways of one road together, so that they run through the same hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from maps.derive.ways.chains import Network
    from maps.sources.featureset import Features

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["APART_M", "drawn_together", "is_one_way"]

APART_M = 60.0
"""Carriageways and slip roads no further apart are one road."""
_ALONG, _ACROSS = 0.9, 0.35
_ONE_WAY = {"yes", "true", "1", "-1", "t", "f", "reversible"}
_ALWAYS_ONE_WAY = {"motorway", "motorway_link", "trunk_link"}


def is_one_way(tags: Mapping[str, str]) -> bool:
    """Say whether a line is one carriageway of a road, a slip road or a roundabout."""
    if tags.get("highway") in _ALWAYS_ONE_WAY or tags.get("junction") in {"roundabout", "circular"}:
        return tags.get("oneway") != "no"
    return tags.get("oneway", "").lower() in _ONE_WAY


def drawn_together(network: Network, drawn: Features) -> Floats:
    """
    Move the nodes of one-way roads half way to the carriageway that runs beside them.

    Beside means: within ``APART_M``, in the same or the opposite direction, and
    abreast, not ahead.

    Parameters
    ----------
    drawn
        All lines, by the rows that ``network.feature`` names.

    Returns
    -------
    numpy.ndarray
        Where the nodes lie now, grid coordinates (k, 2).
    """
    features, of_feature = np.unique(network.feature, return_inverse=True)
    sayings, which = drawn.sayings
    of_set = sayings.once("one way", (), lambda: np.array([is_one_way(tags) for tags in sayings.sets], bool))
    one_way = of_set[which[features]]
    segments = np.flatnonzero(one_way[of_feature]) if len(features) else np.empty(0, np.int64)
    if not len(segments):
        return network.nodes
    ends = network.ends[segments]
    heading = _unit(network.nodes[ends[:, 1]] - network.nodes[ends[:, 0]])
    nodes, first = np.unique(ends.ravel(), return_index=True)
    point, shift = _beside(network.nodes, nodes, first // 2, ends, heading)
    moved = network.nodes.copy()
    # Nearest last, so that it is the one that stays.
    order = np.argsort(-np.hypot(*shift.T), kind="stable")
    moved[nodes[point[order]]] = network.nodes[nodes[point[order]]] + shift[order] / 2
    return moved


def _beside(uv: Floats, nodes: Ints, own: Ints, ends: Ints, heading: Floats) -> tuple[Ints, Floats]:
    """List what runs beside nodes: which node, and the way to it in metres."""
    lines = shapely.linestrings(uv[ends])
    spots = shapely.points(uv[nodes])
    point, segment = shapely.STRtree(lines).query(spots, predicate="dwithin", distance=APART_M)
    foot = shapely.line_interpolate_point(lines[segment], shapely.line_locate_point(lines[segment], spots[point]))
    shift = shapely.get_coordinates(foot) - uv[nodes[point]]
    far = np.hypot(*shift.T)
    mine = heading[own[point]]
    with np.errstate(invalid="ignore", divide="ignore"):
        ahead = np.abs((shift * mine).sum(axis=1)) / far
    alike = np.abs((heading[segment] * mine).sum(axis=1))
    good = np.flatnonzero((far > 0) & (ahead < _ACROSS) & (alike > _ALONG))
    return point[good], shift[good]


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.hypot(vectors[:, 0], vectors[:, 1])[:, None])
