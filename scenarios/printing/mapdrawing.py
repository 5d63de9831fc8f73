"""
Draw a hex map on a reportlab canvas, in millimetres at exact scale.

The drawing is made once as a PDF form and shown through the window of every
sheet. Colours and shapes are those of the screen (``palette.toml``).
"""

from __future__ import annotations

import io
import math
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image
from reportlab.lib.colors import HexColor
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import stringWidth

from maps.palette import shipped_palette
from scenarios.printing.drawing import MM, Drawing, block_pt, fonts, is_shown
from scenarios.printing.lines import Line, bezier, bridge_lines, rail_lines, river_lines, road_lines
from scenarios.printing.mapnames import draw_names
from scenarios.printing.slopes import cliff_edges, hachures

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.pdfgen.pathobject import PDFPathObject

    from maps.grid.hexmap import HexMap
    from maps.palette import LineStyle, Palette

    Floats = NDArray[np.float64]

__all__ = ["draw_map"]

_SHADE_SHARE = 0.32
_MOST_MARKS = 14
_STYLES = ("full", "low_ink")
_LEAST_NUMBER_PT, _NUMBERS_APART = 4.0, 5


def draw_map(canvas: Canvas, drawing: Drawing) -> None:
    """Draw everything, bottom to top."""
    palette = shipped_palette()
    _tints(canvas, drawing, palette)
    if drawing.style == "full":
        _hillshade(canvas, drawing)
    _marks(canvas, drawing, palette)
    _slopes(canvas, drawing, palette)
    _waterways(canvas, drawing, palette)
    _roads(canvas, drawing, palette)
    _bridges(canvas, drawing, palette)
    towns = _towns(canvas, drawing, palette)
    _grid(canvas, drawing, palette)
    _numbers(canvas, drawing, palette)
    draw_names(canvas, drawing, palette, towns)


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
            for x, y in _scatter(index, round(crowd * _how_many(hexmap, index, wood=style.is_wood))):
                _mark(
                    path,
                    style.mark_kind,
                    centres[index, 0] + x * drawing.radius_pt,
                    centres[index, 1] + y * drawing.radius_pt,
                    unit,
                )
        canvas.drawPath(path, stroke=1, fill=int(style.mark_kind == "tree"))


def _how_many(hexmap: HexMap, index: int, *, wood: bool) -> int:
    shares = [hexmap.cover[index, k] for k, cover in enumerate(hexmap.cover_names) if "wood" in cover]
    if not wood or not shares:
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


def _slopes(canvas: Canvas, drawing: Drawing, palette: Palette) -> None:
    """Draw hachures on the lower side of steep hexsides, and the edges of cliffs."""
    canvas.setStrokeColor(HexColor(palette.ink["slope"]))
    canvas.setLineCap(1)
    for strokes, width in ((hachures(drawing.hexmap), 0.016), (cliff_edges(drawing.hexmap), 0.036)):
        canvas.setLineWidth(max(width * drawing.radius_pt, 0.1 * MM))
        near = [stroke for stroke in strokes if drawing.crosses(stroke)]
        canvas.lines([(*start, *end) for start, end in map(np.ndarray.tolist, map(drawing.to_paper, near))])


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
        if not is_shown(drawing, place):
            continue
        x, y = drawing.to_paper(drawing.hexmap.layout.to_grid(np.array([place.x_m, place.y_m]))).tolist()
        size = block_pt(drawing, place.rank)
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


def _grid(canvas: Canvas, drawing: Drawing, palette: Palette) -> None:
    # A form has no transparency of its own: the hairline is mixed with the paper beforehand.
    canvas.setStrokeColor(HexColor(_mixed(palette.grid, palette.paper, 2 * palette.grid_share)))
    canvas.setLineWidth(max(0.1 * MM, min(0.2 * MM, drawing.radius_pt * 0.012)))
    _fill(canvas, drawing.to_paper(drawing.hexmap.layout.corners())[drawing.shown], stroke=1)


def _numbers(canvas: Canvas, drawing: Drawing, palette: Palette) -> None:
    hexmap = drawing.hexmap
    size = max(_LEAST_NUMBER_PT, min(drawing.radius_pt * 0.17, 9.0))
    # Where they would touch one another, every fifth column and row is enough to count from.
    wide = stringWidth(hexmap.number(0), fonts()[0], size)
    apart = 1 if wide <= 0.9 * drawing.radius_pt else _NUMBERS_APART
    canvas.setFont(fonts()[0], size)
    canvas.setFillColor(HexColor(palette.number))
    centres = drawing.to_paper(hexmap.layout.centres())
    rise = drawing.radius_pt * (0.68 if hexmap.layout.grid.flat_top else 0.62)
    for index in np.flatnonzero(drawing.shown).tolist():
        row, col = divmod(index, hexmap.layout.grid.cols)
        if (row + 1) % apart == 0 and (col + 1) % apart == 0:
            x, y = centres[index].tolist()
            canvas.drawCentredString(x, y + rise, hexmap.number(index))


def _mixed(colour: str, ground: str, share: float) -> str:
    """Lay a share of one colour over another."""
    over = (round(int(colour[k : k + 2], 16) * share + int(ground[k : k + 2], 16) * (1 - share)) for k in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in over)


def _paler(colour: str) -> str:
    """Take three quarters of the ink away."""
    return "#" + "".join(f"{255 - (255 - int(colour[k : k + 2], 16)) // 4:02x}" for k in (1, 3, 5))
