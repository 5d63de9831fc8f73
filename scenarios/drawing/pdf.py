"""
Write scenes as PDF.

Places are whole numbers of a twentieth of a point (0.018 mm), written straight into the
page's content, a path at a time: reportlab's own path objects would be ten times as slow.
"""

from __future__ import annotations

import io
import math
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from scenarios.drawing.faces import register, width_mm
from scenarios.drawing.scene import Area, Lines, Relief, Scene, Spots, Stamp, Words, each

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.palette import Palette
    from scenarios.drawing.scene import Item

    Floats = NDArray[np.float64]

__all__ = ["MM", "blank", "draw_scene", "scene_pdf", "spline"]

MM = 72.0 / 25.4
"""Points in a millimetre."""

_FINE = 20.0
_MOST_FINER, _CELL_MM = 10, 0.6


def blank(title: str, *, packed: bool = True) -> tuple[Canvas, io.BytesIO]:
    """Begin a PDF that prints at its own size and names no face that is not embedded."""
    register()
    out = io.BytesIO()
    canvas = Canvas(out, pageCompression=int(packed), initialFontName="text", invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("Sandtable")
    canvas.setViewerPreference("PrintScaling", "None")
    return canvas, out


def scene_pdf(scene: Scene, radius_mm: float, palette: Palette, title: str, *, packed: bool = True) -> bytes:
    """Write one scene as a PDF of one page of its own size; not ``packed``: to be drawn at once, and never kept."""
    canvas, out = blank(title, packed=packed)
    wide, high = scene.size_mm(radius_mm)
    canvas.setPageSize((wide * MM, high * MM))
    draw_scene(canvas, scene, radius_mm, palette)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def draw_scene(canvas: Canvas, scene: Scene, radius_mm: float, palette: Palette) -> None:
    """Draw a scene with its lower left corner where the canvas has its origin; nothing runs over its edge."""
    wide, high = scene.size_mm(radius_mm)
    canvas.saveState()
    edge = canvas.beginPath()
    edge.rect(0, 0, wide * MM, high * MM)
    canvas.clipPath(edge, stroke=0, fill=0)
    pen = _Pen(canvas, scene, radius_mm, palette)
    for item in scene.items:
        pen.paint(item)
    canvas.restoreState()


def spline(points: Floats, *, closed: bool) -> Floats:
    """
    Turn the control points (k, 2) of a quadratic B-spline into Bezier pieces (m, 4, 2).

    An open line begins at its first point and ends at its last.
    """
    if closed:
        middle = (points + np.roll(points, -1, axis=0)) / 2
        start, bend, end = np.roll(middle, 1, axis=0), points, middle
    elif len(points) < 3:
        return np.stack([points[:1], points[:1], points[1:], points[1:]], axis=1)
    else:
        middle = (points[1:-2] + points[2:-1]) / 2
        start, end = np.concatenate([points[:1], middle]), np.concatenate([middle, points[-1:]])
        bend = points[1:-1]
    return np.stack([start, start + 2 / 3 * (bend - start), end + 2 / 3 * (bend - end), end], axis=1)


class _Pen:
    """Paints items on a canvas."""

    def __init__(self, canvas: Canvas, scene: Scene, radius_mm: float, palette: Palette) -> None:
        self.canvas, self.radius_mm, self.palette = canvas, radius_mm, palette
        self.left, _, _, self.foot = scene.box
        self.scale = radius_mm * MM * _FINE
        self._colour = cache(self._made_colour)

    def paint(self, item: Item) -> None:
        """Paint one item."""
        if isinstance(item, Words):
            self._words(item)
        elif isinstance(item, Relief):
            self._relief(item)
        elif isinstance(item, Stamp):
            self._stamp(item)
        else:
            self.canvas.saveState()
            if isinstance(item, Lines) and item.alpha < 1:
                self.canvas.setStrokeAlpha(item.alpha)
            code: list[str] = self.canvas._code
            code.append(f"{1 / _FINE} 0 0 {1 / _FINE} 0 0 cm")
            if isinstance(item, Area):
                code.append(f"{self._colour(item.colour)} rg")
                code.append(self._path(item.points, item.starts, closed=True, curved=item.curved) + "f*")
            elif isinstance(item, Lines):
                self._lines(code, item)
            else:
                self._spots(code, item)
            self.canvas.restoreState()

    def _made_colour(self, name: str) -> str:
        colour = self.palette.colour(name)
        return " ".join(f"{int(colour[k : k + 2], 16) / 255:.3f}" for k in (1, 3, 5))

    def _wide(self, mm: float) -> str:
        return f"{mm * MM * _FINE:.1f}"

    def _whole(self, points: NDArray[Any]) -> list[int]:
        flat = np.asarray(points, float).reshape(-1, 2)
        moved = np.stack([(flat[:, 0] - self.left) * self.scale, (self.foot - flat[:, 1]) * self.scale], axis=1)
        return np.rint(moved).astype(np.int64).ravel().tolist()

    def _path(self, points: NDArray[Any], starts: NDArray[np.int64], *, closed: bool, curved: bool) -> str:
        form: list[str] = []
        parts: list[NDArray[Any]] = []
        for line in each(points, starts):
            if len(line) < 2:
                continue
            if curved:
                pieces = spline(np.asarray(line, float), closed=closed)
                form.append("%d %d m\n" + "%d %d %d %d %d %d c\n" * len(pieces))
                parts += [pieces[0, :1], pieces[:, 1:].reshape(-1, 2)]
            else:
                form.append("%d %d m\n" + "%d %d l\n" * (len(line) - 1))
                parts.append(line)
            if closed:
                form.append("h\n")
        return "".join(form) % tuple(self._whole(np.concatenate(parts))) if parts else ""

    def _lines(self, code: list[str], item: Lines) -> None:
        width = self._wide(item.width.at(self.radius_mm))
        dash = f" [{self._wide(item.dash[0])} {self._wide(item.dash[1])}] 0 d" if item.dash else ""
        code.append(f"{self._colour(item.colour)} RG {width} w {int(item.round_ends)} J 1 j{dash}")
        code.append(self._path(item.points, item.starts, closed=item.closed, curved=item.curved) + "S")

    def _spots(self, code: list[str], item: Spots) -> None:
        """Draw dots as lines with round ends, as short as can be: one of no length is made a pixel longer by pdfium."""
        width = self._wide(item.width.at(self.radius_mm))
        code.append(f"{self._colour(item.colour)} RG {width} w 1 J")
        flat = np.array(self._whole(item.places)).reshape(-1, 2)
        twice = np.concatenate([flat, flat + np.array([1, 0])], axis=1).ravel().tolist()
        code.append(("%d %d m %d %d l\n" * len(flat)) % tuple(twice) + "S")

    def _stamp(self, item: Stamp) -> None:
        """Draw what it shows in its own measure, about its spot."""
        self.canvas.saveState()
        x, y = (item.u - self.left) * self.radius_mm, (self.foot - item.v) * self.radius_mm
        self.canvas.transform(item.scale, 0, 0, item.scale, x * MM, y * MM)
        if item.alpha < 1:
            self.canvas.setFillAlpha(item.alpha)
            self.canvas.setStrokeAlpha(item.alpha)
        inner = _Pen(self.canvas, Scene((0.0, 0.0, 0.0, 0.0), item.items), 1.0, self.palette)
        for one in item.items:
            inner.paint(one)
        self.canvas.restoreState()

    def _relief(self, item: Relief) -> None:
        """Lay a picture over the ground, enlarged so far that its cells do not show."""
        wide, high = ((item.box[k + 2] - item.box[k]) * self.radius_mm for k in (0, 1))
        cells = item.ink.shape[1], item.ink.shape[0]
        finer = min(_MOST_FINER, max(1, round(wide / cells[0] / _CELL_MM)))
        picture = Image.fromarray(item.ink, "RGBA").resize(
            (cells[0] * finer, cells[1] * finer), Image.Resampling.BICUBIC
        )
        x, y = (item.box[0] - self.left) * self.radius_mm, (self.foot - item.box[3]) * self.radius_mm
        self.canvas.drawImage(ImageReader(picture), x * MM, y * MM, wide * MM, high * MM, mask="auto")

    def _words(self, item: Words) -> None:
        """Write a line of text straight into the page: text objects would take longer than all the rest of a poster."""
        size, turn = item.size.at(self.radius_mm), math.radians(item.turn_deg)
        start = -item.anchor * width_mm(item.text, size, item.face)
        x, y = (item.u - self.left) * self.radius_mm, (self.foot - item.v) * self.radius_mm
        along, down = math.cos(turn), math.sin(turn)
        at = (x + start * along) * MM, (y - start * down) * MM
        place = f"{along:.5f} {-down:.5f} {down:.5f} {along:.5f} {at[0]:.3f} {at[1]:.3f} Tm"
        shown = self._shown(item.text, item.face, size)
        passes = [f"{place} {self._colour(item.colour)} rg 0 Tr {shown}"]
        if item.halo:
            ink = self._colour("halo")
            wide = f"{2 * item.halo * size * MM:.3f} w 1 j 2 Tr"
            passes.insert(0, f"{place} {ink} rg {ink} RG {wide} {shown}")
        self.canvas._code.append(f"q BT {' '.join(passes)} ET Q")

    def _shown(self, text: str, face: str, size_mm: float) -> str:
        """Give the signs of a text in the parts that a face is embedded in."""
        font, file = pdfmetrics.getFont(face), self.canvas._doc
        return " ".join(
            f"{font.getSubsetInternalName(part, file)} {size_mm * MM:.3f} Tf <{signs.hex()}> Tj"
            for part, signs in font.splitString(text, file)
        )
