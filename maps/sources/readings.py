"""Keep what was read of vector files, so that other hexes on the same ground, and other dates, ask no file again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from maps.sources.featureset import ground_of
from maps.sources.vector import read_vector

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import shapely

    from maps.grid.layout import Layout
    from maps.sources.featureset import FeatureSet

__all__ = ["Readings"]

_MOST_PARTS = 4


class _Reading(NamedTuple):
    """What was read of a file, the ground that was asked about, and when the file was changed last."""

    changed_ns: int
    crs: str
    ground: shapely.Polygon
    found: FeatureSet
    parts: dict[Layout, FeatureSet]
    """What of it lies on the last few grids."""


class Readings:
    """The last reading of each file, of the widest ground that was asked for."""

    def __init__(self) -> None:
        """Begin with none."""
        self._known: dict[Path, _Reading] = {}

    def around(self, wide: Layout) -> Callable[[Path, Layout], FeatureSet]:
        """Give what reads a file as ``read_vector`` does; what it has to read it reads for a wider ground at once."""
        self._known = {path: known for path, known in self._known.items() if path.is_file()}
        return partial(self._read, wide)

    def _read(self, wide: Layout, path: Path, layout: Layout) -> FeatureSet:
        """Read a file; raises as ``read_vector``."""
        known, changed, ground = self._known.get(path), path.stat().st_mtime_ns, ground_of(layout)
        fits = known is not None and (known.changed_ns, known.crs) == (changed, layout.crs)
        if known is None or not fits or not known.ground.covers(ground):
            around = wide if wide.crs == layout.crs and ground_of(wide).covers(ground) else layout
            self._known.pop(path, None)
            self._known[path] = known = _Reading(changed, layout.crs, ground_of(around), read_vector(path, around), {})
        if layout not in known.parts:
            _sorted(known.found)
            known.parts[layout] = known.found.within(layout)
            while len(known.parts) > _MOST_PARTS:
                del known.parts[next(iter(known.parts))]
        return known.parts[layout]


def _sorted(found: FeatureSet) -> None:
    """Sort what was read by what it says, so that no part of it need be."""
    for part in (found.lines, found.areas, found.points):
        _ = part.sayings, part.heads
