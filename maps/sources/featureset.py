"""Hold lines, areas and points from vector sources, with their tags."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np
import shapely

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from maps.grid.layout import Layout

__all__ = ["MARGIN_HEXES", "FeatureSet", "Features", "Sayings", "ground_of"]

T = TypeVar("T")

MARGIN_HEXES = 2
"""How far beyond the grid features are kept, so that lines leave the map properly."""

_MOST_FOUND = 64
_DIGITS = "0123456789"


class Sayings:
    """The sets of tags that occur in a source, and what was found out of them; it holds for every part."""

    def __init__(self, sets: Sequence[Mapping[str, str]]) -> None:
        """Take the sets, which never change."""
        self.sets = sets
        self._found: dict[tuple[Any, ...], tuple[tuple[object, ...], Any]] = {}

    def once(self, kind: str, by: tuple[object, ...], find: Callable[[], T]) -> T:
        """Give what was found of a kind by these very rules, or find it."""
        key = (kind, *map(id, by))
        if key not in self._found:
            while len(self._found) >= _MOST_FOUND:
                del self._found[next(iter(self._found))]
            self._found[key] = by, find()  # the rules are held, so that no others get their numbers
        found: T = self._found[key][1]
        return found


@dataclass(frozen=True, eq=False)
class Features:
    """
    Things of one shape, in map coordinates, those of the most trusted source first.

    ``shapes`` holds shapely geometries: simple lines, polygons, points; what the
    source had in several parts comes as several rows with one id.
    """

    shapes: NDArray[np.object_]
    ids: tuple[str, ...]
    """For example ``osm:way/4711`` or ``woods.gpkg:12``."""
    tags: tuple[Mapping[str, str], ...]
    _SORTED: ClassVar = frozenset({"sayings", "heads"})
    """What a part takes over, where it was found out."""

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.ids)

    def take(self, rows: Iterable[int]) -> Features:
        """Pick rows, in the order given."""
        picked = list(rows)
        ids, tags = tuple(map(self.ids.__getitem__, picked)), tuple(map(self.tags.__getitem__, picked))
        at = np.array(picked, np.int64)
        part = Features(self.shapes[at], ids, tags)
        for column in self._SORTED & vars(self).keys():
            sorts, which = vars(self)[column]
            vars(part)[column] = sorts, which[at]
        return part

    @cached_property
    def sayings(self) -> tuple[Sayings, NDArray[np.int64]]:
        """The sets of tags, and which each row has; rows that say the same mostly share theirs. Parts know it too."""
        numbers = np.fromiter(map(id, self.tags), np.int64, len(self))
        _, first, which = np.unique(numbers, return_index=True, return_inverse=True)
        return Sayings([self.tags[k] for k in first.tolist()]), which

    @cached_property
    def heads(self) -> tuple[list[str], NDArray[np.int64]]:
        """What stands before the figures at the end of ids, and which each row has. Parts know it too."""
        known: dict[str, int] = {}
        which = [known.setdefault(name.rstrip(_DIGITS), len(known)) for name in self.ids]
        return list(known), np.array(which, np.int64)

    def saying(self, sayings: Sayings) -> Features:
        """Give the same things with other tags: one set for each of theirs."""
        which, sets = self.sayings[1], np.empty(len(sayings.sets), np.object_)
        sets[:] = sayings.sets
        told = Features(self.shapes, self.ids, tuple(sets[which].tolist()))
        vars(told)["sayings"] = sayings, which
        if "heads" in vars(self):
            vars(told)["heads"] = self.heads
        return told

    def within(self, layout: Layout) -> Features:
        """Pick the rows that touch the ground of a grid and its margin; none is cut."""
        ground = ground_of(layout)
        near = np.flatnonzero(_boxes_meet(shapely.bounds(self.shapes), shapely.bounds(ground)))
        shapely.prepare(ground)
        return self.take(near[shapely.intersects(ground, self.shapes[near])].tolist())

    @classmethod
    def none(cls) -> Features:
        """Give the empty collection."""
        return cls(np.empty(0, np.object_), (), ())

    @classmethod
    def joined(cls, parts: Sequence[Features]) -> Features:
        """Put collections one behind the other."""
        if len(parts) < 2:
            return parts[0] if parts else cls.none()
        ids = tuple(name for part in parts for name in part.ids)
        tags = tuple(row for part in parts for row in part.tags)
        return cls(np.concatenate([part.shapes for part in parts]), ids, tags)


@dataclass(frozen=True, eq=False)
class FeatureSet:
    """Everything that the vector sources say of the ground under a map."""

    lines: Features
    areas: Features
    points: Features
    notes: tuple[str, ...] = ()
    """What was mended or left out in reading, a line each; no faults."""

    def __len__(self) -> int:
        """Count the rows of all three."""
        return len(self.lines) + len(self.areas) + len(self.points)

    def within(self, layout: Layout) -> FeatureSet:
        """Pick what touches the ground of a grid, say of one block of a map, and its margin."""
        return FeatureSet(self.lines.within(layout), self.areas.within(layout), self.points.within(layout), self.notes)

    @classmethod
    def none(cls) -> FeatureSet:
        """Give the empty collection."""
        return cls(Features.none(), Features.none(), Features.none())

    @classmethod
    def joined(cls, parts: Sequence[FeatureSet]) -> FeatureSet:
        """
        Put sources one behind the other, the most trusted first.

        What an earlier one has under an id of OpenStreetMap is left out of the later ones.
        """
        if len(parts) == 1:
            return parts[0]
        seen: set[str] = set()
        lines, areas, points = [], [], []
        for part in parts:
            lines.append(_unseen(part.lines, seen))
            areas.append(_unseen(part.areas, seen))
            points.append(_unseen(part.points, seen))
            seen.update(name for name in part.ids() if name.startswith("osm:"))
        notes = tuple(note for part in parts for note in part.notes)
        return cls(Features.joined(lines), Features.joined(areas), Features.joined(points), notes)

    def ids(self) -> set[str]:
        """Give the ids of all three."""
        return {*self.lines.ids, *self.areas.ids, *self.points.ids}


def _unseen(features: Features, seen: set[str]) -> Features:
    if seen.isdisjoint(features.ids):
        return features
    return features.take(k for k, name in enumerate(features.ids) if name not in seen)


def ground_of(layout: Layout) -> shapely.Polygon:
    """Give the rectangle of a grid with its margin, in map coordinates; a new one, as each thread prepares its own."""
    u0, v0, u1, v1 = layout.extent()
    out = MARGIN_HEXES * layout.width_m
    uv = [(u0 - out, v0 - out), (u1 + out, v0 - out), (u1 + out, v1 + out), (u0 - out, v1 + out)]
    return shapely.Polygon(layout.to_map(uv))


def _boxes_meet(boxes: NDArray[np.float64], box: NDArray[np.float64]) -> NDArray[np.bool_]:
    x0, y0, x1, y1 = box
    meet: NDArray[np.bool_] = (boxes[:, 0] <= x1) & (boxes[:, 2] >= x0) & (boxes[:, 1] <= y1) & (boxes[:, 3] >= y0)
    return meet
