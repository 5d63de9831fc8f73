"""Say what lies in a vector file, and whether its coordinates can be what it says they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from pyproj import CRS, Transformer
from pyproj.exceptions import CRSError, ProjError

from maps.problems import Problem, ProblemsFound, raise_any

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Box", "HoldsNothing", "LayerSurvey", "check_layers", "crs_named", "where"]

Box = tuple[float, float, float, float]
"""West, south, east, north."""

_WIDEST_DEGREES = (361.0, 91.0)


class HoldsNothing(ProblemsFound):
    """A file is sound, but there is nothing in it."""


@dataclass(frozen=True, slots=True)
class LayerSurvey:
    """One layer: its CRS, how many features it has and within what bounds, as far as that is cheap to tell."""

    name: str
    crs: CRS | None
    count: int | None
    bounds: Box | None
    """In the layer's own CRS."""

    def lonlat(self) -> Box | None:
        """Give the bounds in degrees, None where they are not known."""
        if self.crs is None or self.bounds is None:
            return None
        to_degrees = Transformer.from_crs(self.crs, "EPSG:4326", always_xy=True)
        try:
            west, south, east, north = to_degrees.transform_bounds(*self.bounds)
        except (ProjError, CRSError):
            return None
        box = (west, south, east, north)
        return box if np.isfinite(box).all() else None


def crs_named(name: object) -> CRS | None:
    """Read a CRS; None if the text is none."""
    try:
        return CRS.from_user_input(name) if name else None
    except CRSError:
        return None


def check_layers(name: str, layers: Sequence[LayerSurvey]) -> list[LayerSurvey]:
    """
    Give the layers that hold something.

    Raises
    ------
    HoldsNothing
        If none does.
    ProblemsFound
        With each that has no CRS, or coordinates that its CRS cannot have.
    """
    filled = [layer for layer in layers if layer.count != 0]
    if not filled:
        raise HoldsNothing([Problem(name, "holds no features", "export it again, and look whether a filter was on")])
    raise_any([problem for layer in filled if (problem := _crs_fault(_place(name, layer), layer))])
    return filled


def _place(name: str, layer: LayerSurvey) -> str:
    return name if layer.name in name else f"{name}, layer {layer.name}"


def _crs_fault(place: str, layer: LayerSurvey) -> Problem | None:
    if layer.crs is None:
        remedy = "save it again with its CRS, for example from QGIS; a shapefile needs its .prj beside it"
        return Problem(place, "does not say its CRS", remedy)
    if layer.bounds is None:
        return None
    x0, y0, x1, y1 = layer.bounds
    least_x, least_y, most_x, most_y = min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
    widest_x, widest_y = _WIDEST_DEGREES
    in_degrees = least_x > -widest_x and most_x < widest_x and least_y > -widest_y and most_y < widest_y
    span = f"its coordinates run from {least_x:g}, {least_y:g} to {most_x:g}, {most_y:g}"
    if layer.crs.is_geographic and not in_degrees:
        what = f"says it is in degrees ({layer.crs.to_string()[:60]}), and {span}"
        return Problem(place, what, "give it the projected CRS that it was drawn in")
    if layer.crs.is_projected and in_degrees:
        what = f"says it is in metres ({layer.crs.to_string()[:60]}), and {span}, as degrees do"
        return Problem(place, what, "give it the CRS EPSG:4326, if that is what they are")
    return None


def where(layers: Sequence[LayerSurvey]) -> str:
    """Say in words what ground the layers cover."""
    boxes = [box for layer in layers if (box := layer.lonlat())]
    if not boxes:
        return ""
    west, south = min(box[0] for box in boxes), min(box[1] for box in boxes)
    east, north = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return f"; it covers {west:.4g} to {east:.4g} east and {south:.4g} to {north:.4g} north"
