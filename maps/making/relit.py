"""Light the ground of a map: by its files of heights, or where its heights are known by the hex alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.derive.shading import hillshade, light
from maps.grid.hexmap import Shade
from maps.sources.raster.elevation import read_elevation

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from maps.grid.layout import Layout

__all__ = ["lit_by_files", "relit"]

_CELLS = 6
"""To the width of a hex."""
_EXAGGERATE = 2.5
_MOST_CELLS = 400_000
_SHADE_CELLS = 3_000_000
"""The hillshade of a great map is coarser, so that it stays a picture."""


def lit_by_files(elevation: tuple[Path, ...], layout: Layout) -> Shade | None:
    """Make a hillshade from files of heights; None without any."""
    if not elevation:
        return None
    cells = min(_SHADE_CELLS / len(layout.grid), 64.0)
    coarse = read_elevation(elevation, layout, enough=cells)
    return hillshade(coarse.raster, layout, cells=cells)


def relit(layout: Layout, heights_m: NDArray[np.floating]) -> Shade | None:
    """
    Make a hillshade from the middle heights of hexes (n,), joined smoothly; None where none is known, or all is flat.

    Heights that are not known are taken to be those of the nearest hex.
    """
    known = np.isfinite(heights_m)
    if not known.any() or float(np.ptp(heights_m[known])) == 0.0:
        return None
    # Half a second, which programs that light no ground save.
    from scipy.interpolate import griddata  # noqa: PLC0415
    from scipy.ndimage import gaussian_filter  # noqa: PLC0415

    u0, v0, u1, v1 = layout.extent()
    cell = max(layout.width_m / _CELLS, float(np.sqrt((u1 - u0) * (v1 - v0) / _MOST_CELLS)))
    u, v = np.meshgrid(np.arange(u0, u1 + cell, cell), np.arange(v0, v1 + cell, cell))
    centres, values = layout.centres()[known], heights_m[known].astype(np.float64)
    near = griddata(centres, values, (u, v), method="nearest")
    smooth = griddata(centres, values, (u, v), method="linear") if int(known.sum()) > 3 else near
    lying = gaussian_filter(np.where(np.isfinite(smooth), smooth, near), _CELLS / 3)
    return Shade(light(lying, cell, _EXAGGERATE).astype(np.uint8), u0, v0, cell)
