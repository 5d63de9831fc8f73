"""Write the names of places and waters on a printed map, none over another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics

from maps.grid.hexgrid import SIDES
from scenarios.printing.drawing import MM, Drawing, block_pt, fonts, is_shown
from scenarios.printing.labels import Box, Wanted, place_labels

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from reportlab.pdfgen.canvas import Canvas

    from maps.palette import Palette
    from scenarios.printing.labels import Label

__all__ = ["draw_names"]

_NAME_MM = {1: 6.2, 2: 5.0, 3: 4.0, 4: 3.3}
_WATER_MM = 3.6
_WATER_RANK = 10**9
_APART_HEXES = 7
_BOLD_FROM_PT = 9.0


def draw_names(canvas: Canvas, drawing: Drawing, palette: Palette, towns: Iterable[tuple[float, float, float]]) -> None:
    """Place and draw all names; ``towns`` are the blocks already drawn: x, y and size."""
    plain, bold, italic = fonts()
    width, height = drawing.size_mm

    def measure(text: str, size: float) -> float:
        return float(pdfmetrics.stringWidth(text, bold, size))

    wanted = [*_places(drawing), *_waters(drawing)]
    taken = [Box(x - s, y - s, x + s, y + s) for x, y, s in towns]
    for label in place_labels(wanted, measure, taken, within=Box(0, 0, width * MM, height * MM)):
        if label.wanted.rank >= _WATER_RANK:
            _haloed(canvas, label, italic, palette.ink["water_name"], palette.halo)
        else:
            font = bold if label.wanted.size > _BOLD_FROM_PT else plain
            _haloed(canvas, label, font, palette.ink["name"], palette.halo)


def _share(drawing: Drawing) -> float:
    """Make names smaller on small hexes, but not below what can be read."""
    return min(1.0, max(0.55, drawing.mm_per_hex / 60))


def _places(drawing: Drawing) -> Iterator[Wanted]:
    for place in drawing.hexmap.places:
        if is_shown(drawing, place):
            x, y = drawing.to_paper(drawing.hexmap.layout.to_grid(np.array([place.x_m, place.y_m]))).tolist()
            size = max(5.0, _NAME_MM[min(place.rank, 4)] * _share(drawing) * MM)
            clear = block_pt(drawing, place.rank) * 1.1
            yield Wanted(place.name, x, y, size, place.rank * 10_000_000 - place.population, clear)


def _waters(drawing: Drawing) -> Iterator[Wanted]:
    """Name each river once in about seven hexes of its course."""
    hexmap, grid = drawing.hexmap, drawing.hexmap.layout.grid
    corners = drawing.to_paper(hexmap.layout.corners())
    named: dict[str, list[int]] = {}
    for index, side in sorted(hexmap.side_names):
        name = hexmap.river_of(index, side)
        if not name or not drawing.shown[index]:
            continue
        if any(grid.distance(index, other) < _APART_HEXES for other in named.get(name, ())):
            continue
        named.setdefault(name, []).append(index)
        x, y = ((corners[index, side] + corners[index, (side + 1) % SIDES]) / 2).tolist()
        size = max(5.0, _WATER_MM * _share(drawing) * MM)
        yield Wanted(name, x, y, size, _WATER_RANK, clear=0.12 * drawing.radius_pt)


def _haloed(canvas: Canvas, label: Label, font: str, ink: str, halo: str) -> None:
    size = label.wanted.size
    for mode, colour in ((1, halo), (0, ink)):
        text = canvas.beginText(label.x, label.y)
        text.setFont(font, size)
        text.setTextRenderMode(mode)
        canvas.setStrokeColor(HexColor(colour))
        canvas.setFillColor(HexColor(colour))
        canvas.setLineWidth(size * 0.16)
        text.textOut(label.wanted.text)
        text.setTextRenderMode(0)
        canvas.drawText(text)
