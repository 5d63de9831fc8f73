"""
Find the bridges, fords, ferries, tunnels and dams that the sources know.

A bridge counts only if it crosses water that the sources know too: most
bridges of a country lead over railways and roads.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

from maps.derive.kinds import NO_KIND
from maps.grid.hexmap import CROSSINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.sources.featureset import Features, FeatureSet

    Coder = Callable[[str, str], NDArray[np.integer]]

__all__ = ["Mark", "crossing_marks"]

_OVER_WATER = {"bridge", "railway_bridge", "tunnel", "ford"}
_BRIDGES = {"bridge", "railway_bridge"}
_OWN_NAME = {"ferry", "dam", "ford"}
# In many towns the stretch of road on a bridge bears the bridge's name.
_BRIDGE_WORD = re.compile(
    r"br(ü|u|ue)cke|steg\b|bridge|brug\b|\bpont\b|ponte|puente|viadu|\bmost\b|мост", re.IGNORECASE
)
_BRIDGE_AREA = {"bridge", "aqueduct"}


class Mark(NamedTuple):
    """One crossing in a source."""

    id: str
    kind: str
    """One of ``CROSSINGS``."""
    name: str
    """Its own name, or empty; not that of the road."""
    road: str
    """Name or number of the road that it carries, or empty."""
    water: str | None
    """Name of the water that it crosses, empty if that has none; None if no water is known there."""
    uv: NDArray[np.float64]
    """Its points in grid coordinates (p, 2)."""

    @property
    def middle(self) -> NDArray[np.float64]:
        """The point half way along it, or the point that it is."""
        if len(self.uv) == 1:
            return np.asarray(self.uv[0])
        half_way = shapely.line_interpolate_point(shapely.LineString(self.uv), 0.5, normalized=True)
        return np.array([half_way.x, half_way.y])


def crossing_marks(found: FeatureSet, codes: Coder, layout: Layout) -> list[Mark]:
    """
    List the crossings of the sources, lines first, then points and areas.

    A bridge or tunnel drawn as a line, and a ford so drawn, must cross a
    waterway or an area of water. It is named by ``bridge:name`` or
    ``tunnel:name``, by the area ``man_made=bridge`` that it lies in, or by its
    road's name if that is a bridge's ("Rheinbrücke").

    Parameters
    ----------
    codes
        Gives the kinds of lines, areas or points in a group (see ``Kinds.codes``), for
        example of ``("lines", "crossing")``; what did not stand at the date is of none.
    """
    water = _Water(found, codes)
    named = _named_bridges(found.areas)
    marks = []
    for name, features in (("lines", found.lines), ("points", found.points), ("areas", found.areas)):
        kinds = codes(name, "crossing")
        for row in np.flatnonzero(kinds != NO_KIND).tolist():
            kind = CROSSINGS[1 + int(kinds[row])]
            shape, tags = features.shapes[row], features.tags[row]
            over = water.under(shape)
            if over is None and kind in _OVER_WATER and features is found.lines:
                continue
            own = _own_name(tags, kind) or _name_about(shape, named)
            at = shape.representative_point() if features is found.areas else shape
            uv = layout.to_grid(shapely.get_coordinates(at))
            marks.append(Mark(features.ids[row], kind, own, _road(tags), over, uv))
    return marks


class _Water:
    """The water of the sources, to be asked what lies under something."""

    def __init__(self, found: FeatureSet, codes: Coder) -> None:
        lines = found.lines.take(np.flatnonzero(codes("lines", "waterway") != NO_KIND).tolist())
        areas = found.areas.take(np.flatnonzero(codes("areas", "water") != NO_KIND).tolist())
        self.names = [tags.get("name", "") for tags in (*lines.tags, *areas.tags)]
        self.tree = shapely.STRtree(np.concatenate([lines.shapes, areas.shapes]))

    def under(self, shape: shapely.Geometry) -> str | None:
        """Name the water that a shape crosses, empty if it has no name; None if there is no water."""
        rows = sorted(self.tree.query(shape, predicate="intersects").tolist())
        if not rows:
            return None
        return next((self.names[row] for row in rows if self.names[row]), "")


def _named_bridges(areas: Features) -> tuple[shapely.STRtree, list[str]]:
    rows = [row for row, tags in enumerate(areas.tags) if tags.get("man_made") in _BRIDGE_AREA and tags.get("name")]
    return shapely.STRtree(areas.shapes[np.array(rows, np.int64)]), [areas.tags[row]["name"] for row in rows]


def _name_about(shape: shapely.Geometry, named: tuple[shapely.STRtree, list[str]]) -> str:
    tree, names = named
    rows = sorted(tree.query(shape, predicate="intersects").tolist())
    return names[rows[0]] if rows else ""


def _own_name(tags: Mapping[str, str], kind: str) -> str:
    for key in ("bridge:name", "tunnel:name"):
        if tags.get(key):
            return tags[key]
    name = tags.get("name", "")
    own = _BRIDGE_WORD.search(name) if kind in _BRIDGES else kind in _OWN_NAME and "highway" not in tags
    return name if own else ""


def _road(tags: Mapping[str, str]) -> str:
    return tags.get("name") or tags.get("ref") or ""
