"""Draw the map of a report as a light SVG picture, over the ground as every map has it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scenarios.drawing.light.picture import light_map
from scenarios.reports.sector import fitted
from scenarios.reports.sectorscene import laid_on

if TYPE_CHECKING:
    from scenarios.reports.sector import Sector

__all__ = ["sector_svg"]

_FRAME_MM = (180.0, 130.0)


def sector_svg(sector: Sector) -> str:
    """Draw the part of the map about one's own units, with counters, the line between the sides and the marches."""
    drawing = replace(fitted(sector, *_FRAME_MM), style="full")
    laid = laid_on(sector, drawing)
    return light_map(drawing, laid.clear, under=laid.under, over=laid.over)
