"""Apply corrections by hand to the terrain, and keep their reasons as rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from maps.derive.terrain import TERRAIN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.sources.corrections import Correction

    Codes = NDArray[np.uint8]

__all__ = ["correct_terrain"]

_BUILT = (TERRAIN.index("town"), TERRAIN.index("city"))


def correct_terrain(
    terrain: Codes, rule: Codes, rule_names: Sequence[str], corrections: Sequence[Correction], layout: Layout
) -> tuple[Codes, Codes, tuple[str, ...]]:
    """
    Give the hexes whose centre a correction holds its terrain; towns stay towns.

    Returns
    -------
    tuple
        Terrain and rule codes, and the rules' names with one more per correction.
    """
    terrain, rule, names = terrain.copy(), rule.copy(), list(rule_names)
    xy = layout.to_map(layout.centres())
    for correction in corrections:
        held = shapely.contains_xy(correction.outline, xy[:, 0], xy[:, 1]) & ~np.isin(terrain, _BUILT)
        terrain[held] = TERRAIN.index(correction.terrain)
        rule[held] = len(names)
        names.append(f"corrected by hand, {correction.name}: {correction.why} ({correction.source})")
    return terrain, rule, tuple(names)
