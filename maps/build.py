"""
Build a hex map from an area.

The one pipeline: area file, sources, conclusions, ``HexMap``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.area import layout_of
from maps.derive.ground import cover_shares, heights
from maps.derive.settlements import people_per_hex, settle
from maps.derive.shading import hillshade
from maps.derive.terrain import TERRAIN, Facts, Legend, decide_terrain, gather_cover, shipped_legend
from maps.grid.hexgrid import SIDES
from maps.grid.hexmap import HexMap
from maps.sources.places import read_settlements
from maps.sources.rasters import read_raster

if TYPE_CHECKING:
    from collections.abc import Callable

    from maps.area import Area

__all__ = ["build"]


def build(area: Area, *, legend: Legend | None = None, progress: Callable[[str], None] | None = None) -> HexMap:
    """
    Build the map of an area.

    Parameters
    ----------
    legend
        Rules of terrain; those of the package if not given.
    progress
        Called with a few words before each step.

    Raises
    ------
    ProblemsFound
        If a source cannot be read or does not fit.
    """
    say = progress or (lambda _step: None)
    legend = legend or shipped_legend()
    layout = layout_of(area)
    n = len(layout.grid)
    say("heights and relief")
    elevation = read_raster(area.sources["elevation"], layout)
    ground = heights(elevation, layout, bias_m=area.elevation_bias_m, relief_factor=area.relief_factor)
    say("land cover")
    land_cover = read_raster(area.sources["land_cover"], layout, classes=True)
    shares = gather_cover(cover_shares(land_cover, 17, layout), legend)
    say("places")
    towns = read_settlements(area.sources["places"], area.crs)
    places = settle(towns, [], layout, legend)
    facts = Facts(shares, ground.relief_m, ground.mean_m, people_per_hex(places, layout))
    terrain, rule = decide_terrain(facts, legend)
    none = np.zeros((n, SIDES), np.uint8)
    return HexMap(
        name=area.name,
        layout=layout,
        inside=ground.known >= 0.5,
        terrain=terrain,
        terrain_names=TERRAIN,
        elevation_m=ground.mean_m.astype(np.float32),
        low_m=ground.low_m.astype(np.float32),
        high_m=ground.high_m.astype(np.float32),
        relief_m=ground.relief_m.astype(np.float32),
        cover=shares.astype(np.float32),
        cover_names=legend.cover_names,
        hexside=none,
        crossing=none.copy(),
        road=none.copy(),
        rail=none.copy(),
        rule=rule,
        rule_names=tuple(r.name for r in legend.rules),
        places=places,
        sources=area.credits,
        shade=hillshade(elevation, layout),
    )
