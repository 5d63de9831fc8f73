"""Have what covers a map measured: its areas parted where they overlap, and each block of it given those near it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from maps.derive.areas import cover_codes, part_areas
from maps.derive.kinds import NO_KIND
from maps.making.gather import Gathered, Task, gather, parts_near

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.making.blocks import Block
    from maps.making.gather import Run
    from maps.making.materials import Materials

__all__ = ["gathered"]

_RIVER_KIND = "riverbank"
_BROAD_RIVER_HEXES = 1.0
"""The least breadth, in hex widths, of a river that is hexes of water, not only a line along hexsides."""


def gathered(run: Run, stuff: Materials, layout: Layout, blocks: Sequence[Block]) -> list[Gathered]:
    """Measure what covers each block; ``run`` does the tasks, as in ``build``."""
    return list(run(gather, _tasks(stuff, layout, blocks)))


def _tasks(stuff: Materials, layout: Layout, blocks: Sequence[Block]) -> list[Task]:
    areas = stuff.features.areas
    covers = cover_codes(areas, stuff.kinds)
    covers[_narrow_rivers(stuff, layout)] = NO_KIND
    parts = part_areas(areas, covers, layout, stuff.legend.precedence)
    return [Task(block.layout, stuff.land_cover, stuff.table, parts_near(parts, block.layout)) for block in blocks]


def _narrow_rivers(stuff: Materials, layout: Layout) -> NDArray[np.bool_]:
    """Say which areas are rivers between their banks, too narrow for hexes: they run on hexsides, and are no ground."""
    shapes = stuff.features.areas.shapes
    is_river = stuff.codes("areas", "water") == stuff.kinds.names("water").index(_RIVER_KIND)
    breadth_m = 2 * shapely.area(shapes) / np.maximum(shapely.length(shapes), 1e-9)
    return np.asarray(is_river & (breadth_m < _BROAD_RIVER_HEXES * layout.width_m))
