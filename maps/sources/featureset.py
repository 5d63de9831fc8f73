"""Hold lines, areas and points from vector sources, with their tags."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

__all__ = ["FeatureSet", "Features"]


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

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.ids)

    def take(self, rows: Iterable[int]) -> Features:
        """Pick rows, in the order given."""
        picked = list(rows)
        ids, tags = tuple(self.ids[k] for k in picked), tuple(self.tags[k] for k in picked)
        return Features(self.shapes[np.array(picked, np.int64)], ids, tags)

    @classmethod
    def none(cls) -> Features:
        """Give the empty collection."""
        return cls(np.empty(0, np.object_), (), ())


@dataclass(frozen=True, eq=False)
class FeatureSet:
    """Everything that the vector sources say of the ground under a map."""

    lines: Features
    areas: Features
    points: Features
