"""
Draw a hex map on a reportlab canvas, in millimetres at exact scale.

The drawing is made once as a PDF form and shown through the window of every
sheet. Colours and shapes are those of the screen (``palette.toml``).
"""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import reportlab
from PIL import Image
from reportlab.lib.colors import HexColor
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from scenarios.palette import shipped_palette
from scenarios.printing.labels import Box, Label, Wanted, place_labels
from scenarios.printing.lines import Line, bezier, bridge_lines, rail_lines, river_lines, road_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.pdfgen.pathobject import PDFPathObject

    from maps.grid.hexmap import HexMap, Place
    from scenarios.palette import LineStyle, Palette

    Floats = NDArray[np.float64]

__all__ = ["MM", "Drawing", "draw_map", "fonts"]

MM = 72.0 / 25.4
"""Points in a millimetre."""

_SHADE_SHARE = 0.32
_NAME_MM = {1: 6.2, 2: 5.0, 3: 4.0, 4: 3.3}
_MOST_MARKS = 14
_BLOCK = (0.30, 0.22, 0.15, 0.10)
"""Size of a place by rank, as a share of the hex's radius."""
_STYLES = ("full", "low_ink")


@cache
def fonts() -> tuple[str, str, str]:
    """Register the fonts that are embedded (Bitstream Vera, with reportlab): plain, bold, italic."""
    folder = Path(reportlab.__file__).parent / "fonts"
    for name, file in (("Vera", "Vera.ttf"), ("Vera-Bold", "VeraBd.ttf"), ("Vera-Italic", "VeraIt.ttf")):
        pdfmetrics.registerFont(TTFont(name, str(folder / file)))
    return "Vera", "Vera-Bold", "Vera-Italic"


@dataclass(frozen=True)
class Drawing:
    """
    A map, or the part of it between two hexes, at a scale.

    ``mm_per_hex`` is the printed hex from flat to flat; ``part`` names two
    hexes at opposite corners of what is wanted.
    """

    hexmap: HexMap
    mm_per_hex: float
    style: str = "full"
    part: tuple[int, int] | None = None

    @property
    def mm_per_m(self) -> float:
        """Millimetres of paper for a metre of ground."""
        return self.mm_per_hex / self.hexmap.layout.width_m

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """What is drawn, in grid coordinates: least u, v, greatest u, v."""
        layout = self.hexmap.layout
        if self.part is None:
            return layout.extent()
        corners = layout.corners()[list(self.part)].reshape(-1, 2)
        return (*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist())

    @cached_property
    def shown(self) -> NDArray[np.bool_]:
        """Which hexes reach into the box (n,)."""
        u0, v0, u1, v1 = self.box
        u, v = self.hexmap.layout.centres().T
        edge = self.hexmap.layout.radius_m
        near: NDArray[np.bool_] = (u > u0 - edge) & (u < u1 + edge) & (v > v0 - edge) & (v < v1 + edge)
        return near & self.hexmap.inside

    def crosses(self, points: Floats) -> bool:
        """Whether a line in grid coordinates comes near the box."""
        u0, v0, u1, v1 = self.box
        (a, b), (c, d) = points.min(axis=0), points.max(axis=0)
        edge = self.hexmap.layout.radius_m
        return bool(a < u1 + edge and c > u0 - edge and b < v1 + edge and d > v0 - edge)

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of what is drawn."""
        u0, v0, u1, v1 = self.box
        return (u1 - u0) * self.mm_per_m, (v1 - v0) * self.mm_per_m

    def to_paper(self, uv: Floats) -> Floats:
        """Turn grid coordinates (..., 2) into points from the drawing's lower left corner."""
        u0, _, _, v1 = self.box
        scale = self.mm_per_m * MM
        return np.stack([(uv[..., 0] - u0) * scale, (v1 - uv[..., 1]) * scale], axis=-1)

    @property
    def radius_pt(self) -> float:
        """Centre to corner on paper, in points."""
        return self.mm_per_hex / math.sqrt(3) * MM


def draw_map(canvas: Canvas, drawing: Drawing) -> None:
    """Draw everything, bottom to top."""
    palette = shipped_palette()
    _tints(canvas, drawing, palette)
    if drawing.style == "full":
        _hillshade(canvas, drawing)
    _marks(canvas, drawing, palette)
    _waterways(canvas, drawing, palette)
    _roads(canvas, drawing, palette)
    _bridges(canvas, drawing, palette)
    towns = _towns(canvas, drawing, palette)
    _grid(canvas, drawing, palette)
    _numbers(canvas, drawing, palette)
    _names(canvas, drawing, palette, towns)


def _tints(canvas: Canvas, drawing: Drawing, palette: Palette) -> None:
    hexmap = drawing.hexmap
    corners = drawing.to_paper(hexmap.layout.corners())
    for code, name in enumerate(hexmap.terrain_names):
        chosen = np.flatnonzero((hexmap.terrain == code) & drawing.shown)
        if chosen.size:
            tint = palette.terrain[name].tint
            canvas.setFillColor(HexColor(tint if drawing.style == "full" else _paler(tint)))
            _fill(canvas, corners[chosen])


def _fill(canvas: Canvas, polygons: Floats, *, stroke: int = 0) -> None:
    path = canvas.beginPath()
    for polygon in polygons.tolist():
        path.moveTo(*polygon[0])
        for corner in polygon[1:]:
            path.lineTo(*corner)
        path.close()
    canvas.drawPath(path, stroke=stroke, fill=1 - stroke)


def _hillshade(canvas: Canvas, drawing: Drawing) -> None:
    shade = drawing.hexmap.shade
    if shade is None:
        return
    scale = drawing.mm_per_m * MM * shade.cell_m
    ink = _shade_ink(shade.light)
    picture = io.BytesIO()
    finer = max(2, min(6, round(scale / (1.2 * MM))))
    high, wide = shade.light.shape
    size = (wide * finer, high * finer)
    Image.fromarray(ink, "RGBA").resize(size, Image.Resampling.BICUBIC).save(picture, "PNG")
    corner = np.array([shade.u0_m, shade.v0_m + high * shade.cell_m])
    x, y = drawing.to_paper(corner).tolist()
    canvas.saveState()
    _clip_to_hexes(canvas, drawing)
    canvas.drawImage(ImageReader(picture), x, y, wide * scale, high * scale, mask="auto")
    canvas.restoreState()


def _shade_ink(light: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Turn hillshade into ink over the tints: dark on the far slopes, light on the near, none on the flat."""
    share = light.astype(float) / 255.0
    middle = float(np.median(share))
    dark = np.clip((middle - share) / max(middle, 1e-6), 0, 1)
    bright = np.clip((share - middle) / max(1 - middle, 1e-6), 0, 1)
    ink = np.zeros((*light.shape, 4), np.uint8)
    ink[..., :3] = np.where((bright > 0)[..., None], np.array([255, 248, 223]), np.array([58, 47, 79]))
    ink[..., 3] = np.rint(255 * _SHADE_SHARE * np.where(bright > 0, bright * 0.8, dark * 1.4)).clip(0, 255)
    return ink


def _clip_to_hexes(canvas: Canvas, drawing: Drawing) -> None:
    corners = drawing.to_paper(drawing.hexmap.layout.corners())[drawing.shown]
    path = canvas.beginPath()
    for polygon in corners.tolist():
        path.moveTo(*polygon[0])
        for corner in polygon[1:]:
            path.lineTo(*corner)
        path.close()
    canvas.clipPath(path, stroke=0, fill=0)


def _marks(canvas: Canvas, drawing: Drawing, palette: Palette) -> None:
    """Scatter trees, tufts and dashes: the same spots each time, as many as the cover says."""
    hexmap = drawing.hexmap
    centres = drawing.to_paper(hexmap.layout.centres())
    unit = min(drawing.radius_pt / 9.0, 2.6 * MM)
    # On a large hex the marks stay small and become more.
    crowd = min(4.0, (drawing.radius_pt / unit / 9.0) ** 2)
    for code, name in enumerate(hexmap.terrain_names):
        style = palette.terrain[name]
        chosen = np.flatnonzero((hexmap.terrain == code) & drawing.shown)
        if not style.mark or not chosen.size:
            continue
        canvas.setStrokeColor(HexColor(style.mark))
        canvas.setFillColor(HexColor(style.mark))
        canvas.setLineWidth(max(unit * 0.16, 0.1 * MM))
        path = canvas.beginPath()
        for index in chosen.tolist():
            for x, y in _scatter(index, round(crowd * _how_many(hexmap, index, name))):
                _mark(
                    path,
                    style.mark_kind,
                    centres[index, 0] + x * drawing.radius_pt,
                    centres[index, 1] + y * drawing.radius_pt,
                    unit,
                )
        canvas.drawPath(path, stroke=1, fill=int(style.mark_kind == "tree"))


def _how_many(hexmap: HexMap, index: int, terrain: str) -> int:
    shares = [hexmap.cover[index, k] for k, cover in enumerate(hexmap.cover_names) if "wood" in cover]
    if not terrain.startswith("woods") or not shares:
        return _MOST_MARKS // 2
    return max(3, round(_MOST_MARKS * min(1.0, float(sum(shares)))))


@cache
def _scatter(index: int, count: int) -> list[tuple[float, float]]:
    """Spread spots evenly in a unit hexagon by a Halton sequence begun at the hex's own place."""
    spots: list[tuple[float, float]] = []
    step = index * 7 + 1
    while len(spots) < count:
        x, y = 2 * _halton(step, 2) - 1, 2 * _halton(step, 3) - 1
        step += 1
        if max(abs(x), abs(y), abs(x) * 0.5 + abs(y) * 0.87) < 0.82 and y < 0.56:
            spots.append((x, y))
    return spots


def _halton(index: int, base: int) -> float:
    share, result = 1.0, 0.0
    while index:
        share /= base
        result += share * (index % base)
        index //= base
    return result


def _mark(path: PDFPathObject, kind: str, x: float, y: float, unit: float) -> None:
    if kind == "tree":
        path.circle(x, y + unit * 0.5, unit * 0.55)
        path.moveTo(x, y)
        path.lineTo(x, y - unit * 0.5)
    elif kind == "tuft":
        for lean in (-0.5, 0.0, 0.5):
            path.moveTo(x + lean * unit * 0.5, y)
            path.lineTo(x + lean * unit, y + unit * 0.7)
    elif kind == "hachure":
        path.moveTo(x - unit * 0.6, y + unit * 0.4)
        path.lineTo(x + unit * 0.6, y - unit * 0.4)
    elif kind == "marsh":
        path.moveTo(x - unit, y)
        path.lineTo(x + unit, y)
        path.moveTo(x, y)
        path.lineTo(x, y + unit * 0.7)
    else:
        path.moveTo(x - unit, y - unit * 0.3)
        path.lineTo(x + unit, y + unit * 0.3)


def _waterways(canvas: Canvas, drawing: Drawing, palette: Palette) -> None:
    lines = [line for line in river_lines(drawing.hexmap) if drawing.crosses(line.points)]
    for casing in (True, False):
        for line in lines:
            _stroke(canvas, drawing, line, palette.line[line.kind], casing=casing)


def _roads(canvas: Canvas, drawing: Drawing, palette: Palette) -> None:
    lines = [line for line in road_lines(drawing.hexmap) if drawing.crosses(line.points)]
    for casing in (True, False):
        for line in lines:
            _stroke(canvas, drawing, line, palette.line[line.kind], casing=casing)
    rail = palette.line["rail"]
    for line in filter(lambda rail: drawing.crosses(rail.points), rail_lines(drawing.hexmap)):
        _stroke(canvas, drawing, Line("rail", line.points), rail, casing=False)
        canvas.setDash([0.6 * MM, 2.6 * MM])
        canvas.setLineWidth(rail.width * drawing.radius_pt * 2.6)
        _trace(canvas, drawing, line)
        canvas.setDash([])


def _stroke(canvas: Canvas, drawing: Drawing, line: Line, style: LineStyle, *, casing: bool) -> None:
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    width = max(style.width * drawing.radius_pt, 0.25 * MM)
    canvas.setStrokeColor(HexColor(style.casing if casing else style.colour))
    canvas.setLineWidth(width * 1.55 if casing else width)
    _trace(canvas, drawing, line)


def _trace(canvas: Canvas, drawing: Drawing, line: Line) -> None:
    pieces = bezier(drawing.to_paper(line.points), closed=line.closed)
    path = canvas.beginPath()
    path.moveTo(*pieces[0, 0].tolist())
    for _, first, second, end in pieces.tolist():
        path.curveTo(*first, *second, *end)
    canvas.drawPath(path, stroke=1, fill=0)


def _bridges(canvas: Canvas, drawing: Drawing, palette: Palette) -> None:
    """Draw two short bars along the road, across the middle of the hexside."""
    canvas.setStrokeColor(HexColor(palette.ink["bridge"]))
    canvas.setLineWidth(max(0.04 * drawing.radius_pt, 0.2 * MM))
    canvas.setLineCap(0)
    for line in filter(lambda bridge: drawing.crosses(bridge.points), bridge_lines(drawing.hexmap)):
        (x1, y1), (x2, y2) = drawing.to_paper(line.points).tolist()
        along = np.array([x2 - x1, y2 - y1]) / math.hypot(x2 - x1, y2 - y1)
        across = np.array([-along[1], along[0]]) * drawing.radius_pt * 0.16
        middle = np.array([(x1 + x2) / 2, (y1 + y2) / 2])
        for offset in (along * drawing.radius_pt * 0.11, -along * drawing.radius_pt * 0.11):
            start, end = middle + offset - across, middle + offset + across
            canvas.line(*start.tolist(), *end.tolist())


def _towns(canvas: Canvas, drawing: Drawing, palette: Palette) -> list[tuple[float, float, float]]:
    """Draw each place as blocks by its size; give where they lie and how large they are."""
    canvas.setFillColor(HexColor(palette.ink["town"]))
    spots = []
    for place in drawing.hexmap.places:
        if not _is_shown(drawing, place):
            continue
        x, y = drawing.to_paper(drawing.hexmap.layout.to_grid(np.array([place.x_m, place.y_m]))).tolist()
        size = drawing.radius_pt * _BLOCK[min(place.rank, 4) - 1]
        _blocks(canvas, x, y, size, place.rank)
        spots.append((x, y, size))
    return spots


def _blocks(canvas: Canvas, x: float, y: float, size: float, rank: int) -> None:
    for dx, dy, wide, high in (
        (-0.9, 0.1, 0.8, 0.7),
        (0.1, 0.1, 0.9, 0.9),
        (-0.8, -0.9, 0.7, 0.8),
        (0.1, -0.8, 0.7, 0.7),
    )[: 5 - rank if rank > 2 else 4]:
        canvas.rect(x + dx * size, y + dy * size, wide * size, high * size, stroke=0, fill=1)


def _is_shown(drawing: Drawing, place: Place) -> bool:
    least = 4 if drawing.mm_per_hex >= 35 else 3 if drawing.mm_per_hex >= 15 else 2
    return place.rank <= least and bool(drawing.shown[place.index])


def _grid(canvas: Canvas, drawing: Drawing, palette: Palette) -> None:
    # A form has no transparency of its own: the hairline is mixed with the paper beforehand.
    canvas.setStrokeColor(HexColor(_mixed(palette.grid, palette.paper, 2 * palette.grid_share)))
    canvas.setLineWidth(max(0.1 * MM, min(0.2 * MM, drawing.radius_pt * 0.012)))
    _fill(canvas, drawing.to_paper(drawing.hexmap.layout.corners())[drawing.shown], stroke=1)


def _numbers(canvas: Canvas, drawing: Drawing, palette: Palette) -> None:
    hexmap = drawing.hexmap
    size = max(5.0, min(drawing.radius_pt * 0.17, 9.0))
    canvas.setFont(fonts()[0], size)
    canvas.setFillColor(HexColor(palette.number))
    centres = drawing.to_paper(hexmap.layout.centres())
    rise = drawing.radius_pt * (0.68 if hexmap.layout.grid.flat_top else 0.62)
    for index in np.flatnonzero(drawing.shown).tolist():
        x, y = centres[index].tolist()
        canvas.drawCentredString(x, y + rise, hexmap.number(index))


def _names(canvas: Canvas, drawing: Drawing, palette: Palette, towns: Iterable[tuple[float, float, float]]) -> None:
    plain, bold, _ = fonts()
    wanted = []
    share = min(1.0, max(0.55, drawing.mm_per_hex / 60))
    for place in drawing.hexmap.places:
        if _is_shown(drawing, place):
            x, y = drawing.to_paper(drawing.hexmap.layout.to_grid(np.array([place.x_m, place.y_m]))).tolist()
            size = max(5.0, _NAME_MM[min(place.rank, 4)] * share * MM)
            rank = place.rank * 10_000_000 - place.population
            wanted.append(
                Wanted(place.name, x, y, size, rank, clear=drawing.radius_pt * _BLOCK[min(place.rank, 4) - 1] * 1.1)
            )
    taken = [Box(x - s, y - s, x + s, y + s) for x, y, s in towns]
    width, height = drawing.size_mm
    edge = Box(0, 0, width * MM, height * MM)

    def measure(text: str, size: float) -> float:
        return float(pdfmetrics.stringWidth(text, bold, size))

    for label in place_labels(wanted, measure, taken, within=edge):
        font = bold if label.wanted.size > 9 else plain
        _haloed(canvas, label, font, palette)


def _haloed(canvas: Canvas, label: Label, font: str, palette: Palette) -> None:
    size = label.wanted.size
    for mode, colour in ((1, palette.halo), (0, palette.ink["name"])):
        text = canvas.beginText(label.x, label.y)
        text.setFont(font, size)
        text.setTextRenderMode(mode)
        canvas.setStrokeColor(HexColor(colour))
        canvas.setFillColor(HexColor(colour))
        canvas.setLineWidth(size * 0.16)
        text.textOut(label.wanted.text)
        text.setTextRenderMode(0)
        canvas.drawText(text)


def _mixed(colour: str, ground: str, share: float) -> str:
    """Lay a share of one colour over another."""
    over = (round(int(colour[k : k + 2], 16) * share + int(ground[k : k + 2], 16) * (1 - share)) for k in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in over)


def _paler(colour: str) -> str:
    """Take three quarters of the ink away."""
    return "#" + "".join(f"{255 - (255 - int(colour[k : k + 2], 16)) // 4:02x}" for k in (1, 3, 5))
