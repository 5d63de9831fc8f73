"""Print a whole map and what lies on it on one sheet of paper, or as a picture of that sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maps.palette import shipped_palette
from scenarios.drawing.mapdrawing import radius_mm
from scenarios.drawing.pdf import draw_scene
from scenarios.drawing.png import page_png
from scenarios.printshop.mapsheets import checked_drawing
from scenarios.printshop.situation import framed, room_on
from scenarios.printshop.tiling import PAPERS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from maps.grid.hexmap import HexMap
    from scenarios.drawing.drawing import Drawing
    from scenarios.drawing.scene import Scene

__all__ = ["SHEET_FORMS", "one_sheet", "written_as"]

SHEET_FORMS: Mapping[str, str] = {"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png"}
"""What such a map is written as, and what a browser calls that."""
_BEGIN_MM = 100.0


def one_sheet(
    hexmap: HexMap, drawn: Callable[[Drawing], Scene], title: str, told: Sequence[str], *, paper_name: str = "A4",
    style: str = "full",
) -> bytes:  # fmt: skip
    """
    Make the PDF of a whole map on one sheet, the paper lying as the map becomes larger.

    Parameters
    ----------
    drawn
        Draws it at the size that fits.
    told
        What stands under the title.

    Raises
    ------
    ProblemsFound
        If there is no such style.
    """
    whole, upright = checked_drawing(hexmap, _BEGIN_MM, style, None), PAPERS[paper_name]
    fits = {paper: _share(whole, room_on(paper)) for paper in (upright, upright[::-1])}
    paper = max(fits, key=lambda one: fits[one])
    drawing = replace(whole, mm_per_hex=whole.mm_per_hex * fits[paper])
    scene, palette = drawn(drawing), shipped_palette().in_scheme(style)
    return framed(drawing, lambda canvas: draw_scene(canvas, scene, radius_mm(drawing), palette), title, told, paper)


def written_as(form: str, svg: Callable[[], str], pdf: Callable[[], bytes]) -> bytes:
    """Write a map in one of the forms: the bare drawing as SVG, its sheet as PDF, or a picture of that sheet."""
    if form == "svg":
        return svg().encode()
    return pdf() if form == "pdf" else page_png(pdf())


def _share(whole: Drawing, room: tuple[float, float]) -> float:
    wide, high = whole.size_mm
    return min(room[0] / wide, room[1] / high)
