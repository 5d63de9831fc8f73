"""Draw what stands beside a map on paper: legend, scale, north, ruler, and words that keep to a column."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from reportlab.lib.colors import HexColor

from maps.grid.hexmap import CROSSINGS, HEXSIDES, SLOPES
from scenarios.drawing.faces import width_mm
from scenarios.drawing.pdf import MM
from scenarios.drawing.scene import Width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray
    from reportlab.pdfgen.canvas import Canvas

    from maps.palette import Palette
    from maps.shapes.shapes import Shapes
    from scenarios.drawing.levels import Level
    from scenarios.drawing.scene import Box

__all__ = ["RULER_MM", "Key", "legend", "legend_keys", "north", "paragraphs", "ruler", "scale_bar", "words", "wrapped"]

RULER_MM = 100.0
_ROW_MM, _SWATCH_MM = 6.0, 9.0
_INK = HexColor("#1d1b17")
_WORDS = {
    "woods_dense": "dense woods", "woods_open": "open woods", "major_river": "large river", "main": "main road",
    "secondary": "secondary road",
}  # fmt: skip


class Key(NamedTuple):
    """A line of the legend: what is meant, how it is drawn (area, mark, line or sign), and by what of the palette."""

    words: str
    look: str
    name: str


def legend_keys(shapes: Shapes, level: Level, box: Box) -> list[Key]:
    """List what a box of a map shows at a level of detail, and nothing else."""
    hexmap = shapes.hexmap
    shown = hexmap.inside & _within(shapes, box)
    here = _terrains(shapes, shown)
    found = [_ground(shapes, name) for name in shapes.order if name in here]
    if shapes.grown.share[shown].max(initial=0.0) > 0.05:
        found.append(Key("wood in other ground", "wood", shapes.lowest))
    water = {HEXSIDES[code] for code in np.unique(hexmap.hexside[shown]).tolist()} - {"none"}
    found += [
        Key(_named(kind), "line", kind) for kind in HEXSIDES if kind in water and (level.streams or kind != "stream")
    ]
    kinds = {way.kind for way in shapes.roads.ways}
    found += [Key(_named(kind), "line", kind) for kind in reversed(level.roads) if kind in kinds]
    if level.rails and hexmap.rail[shown].any():
        found.append(Key("railway", "rail", "rail"))
    crossed = {CROSSINGS[code] for code in np.unique(hexmap.crossing[shown]).tolist()} - {"none", "tunnel"}
    found += [Key(", ".join(sorted(kind.replace("_", " ") for kind in crossed)), "bridge", "bridge")] if crossed else []
    steep = {SLOPES[code] for code in np.unique(hexmap.slope[shown]).tolist()} - {"none"}
    found += [Key(" and ".join(sorted(steep)) + " slopes", "slope", "slope")] if steep else []
    return found


def _ground(shapes: Shapes, name: str) -> Key:
    return Key(_named(name), "wood" if shapes.palette.terrain[name].is_wood else "area", name)


def _named(kind: str) -> str:
    return _WORDS.get(kind, kind.replace("_", " "))


def _terrains(shapes: Shapes, shown: NDArray[np.bool_]) -> set[str]:
    return {shapes.hexmap.terrain_names[code] for code in np.unique(shapes.hexmap.terrain[shown]).tolist()}


def _within(shapes: Shapes, box: Box) -> NDArray[np.bool_]:
    return (shapes.u > box[0] - 1) & (shapes.u < box[2] + 1) & (shapes.v > box[1] - 1) & (shapes.v < box[3] + 1)


def legend(canvas: Canvas, keys: Iterable[Key], x: float, y: float, palette: Palette) -> float:
    """Draw a legend downwards from (x, y), in millimetres from the page's lower left corner; give where it ends."""
    for key in keys:
        y -= _ROW_MM
        _swatch(canvas, key, x, y, palette)
        words(canvas, x + _SWATCH_MM + 2.5, y + 1.1, key.words, 3.2)
    return y


def _swatch(canvas: Canvas, key: Key, x: float, y: float, palette: Palette) -> None:
    canvas.saveState()
    middle = (y + 2.2) * MM
    if key.look in {"area", "wood"}:
        colour = palette.ink["wood"] if _is_deep(key, palette) else palette.colour(f"terrain.{key.name}.floor")
        canvas.setFillColor(HexColor(colour))
        canvas.setStrokeColor(HexColor(palette.number))
        canvas.setLineWidth(0.12 * MM)
        canvas.rect(x * MM, y * MM, _SWATCH_MM * MM, 4.4 * MM, stroke=1, fill=1)
        _marks(canvas, key, x, y, palette)
    elif key.look in {"line", "rail"}:
        _line(canvas, key, x, middle, palette)
    else:
        _sign(canvas, key, x, middle, palette)
    canvas.restoreState()


def _is_deep(key: Key, palette: Palette) -> bool:
    """Whether it is a wood that covers nearly all its ground."""
    return key.look == "wood" and palette.terrain[key.name].woods[0] > 0.5


def _marks(canvas: Canvas, key: Key, x: float, y: float, palette: Palette) -> None:
    """Scatter a few of the marks that the ground bears."""
    if key.look == "wood":
        if not _is_deep(key, palette):
            canvas.setFillColor(HexColor(palette.ink["wood"]))
            canvas.ellipse((x + 0.6) * MM, (y + 0.5) * MM, (x + 6.0) * MM, (y + 3.6) * MM, stroke=0, fill=1)
        for colour, r, off in (("tree_shade", 0.75, 0.15), ("tree_crown", 0.65, 0.0), ("tree_light", 0.32, -0.15)):
            canvas.setFillColor(HexColor(palette.ink[colour]))
            for dx, dy in ((1.7, 1.5), (3.3, 2.8), (4.9, 1.6), (7.4, 2.8))[: 4 if _is_deep(key, palette) else 3]:
                canvas.circle((x + dx + off) * MM, (y + dy - off) * MM, r * MM, stroke=0, fill=1)
        return
    tint = palette.terrain[key.name]
    if tint.mark_kind in {"none", "tree"}:
        return
    canvas.setStrokeColor(HexColor(tint.mark))
    canvas.setLineWidth(0.14 * MM)
    leans = {"tuft": (-0.4, 0.0, 0.4), "hachure": (0.15, 0.0, 0.2), "marsh": (0.0,), "hedge": (0.5,)}[tint.mark_kind]
    for dx, dy in ((1.8, 1.2), (4.2, 2.6), (6.8, 1.2)):
        for k, lean in enumerate(leans):
            left = x + dx + 0.45 * (k - 1)
            canvas.line(left * MM, (y + dy) * MM, (left + lean) * MM, (y + dy + 0.9) * MM)
        if tint.mark_kind in {"marsh", "hedge"}:
            canvas.line((x + dx - 1) * MM, (y + dy) * MM, (x + dx + 1) * MM, (y + dy) * MM)


def _line(canvas: Canvas, key: Key, x: float, middle: float, palette: Palette) -> None:
    style = palette.line[key.name]
    width = Width(style.width, style.least_mm, style.most_mm).at(5.5)
    canvas.setLineCap(1)
    for colour, wide in ((style.casing, width + 0.3), (style.colour, width)):
        canvas.setStrokeColor(HexColor(colour))
        canvas.setLineWidth(wide * MM)
        canvas.line(x * MM, middle, (x + _SWATCH_MM) * MM, middle)
    if key.look == "rail":
        canvas.setLineCap(0)
        canvas.setLineWidth(0.22 * MM)
        for k in range(6):
            at = (x + 0.8 + 1.5 * k) * MM
            canvas.line(at, middle - 0.55 * MM, at, middle + 0.55 * MM)


def _sign(canvas: Canvas, key: Key, x: float, middle: float, palette: Palette) -> None:
    canvas.setStrokeColor(HexColor(palette.ink[key.name]))
    canvas.setLineWidth(0.25 * MM)
    if key.look == "bridge":
        for dy in (-0.6, 0.6):
            at = middle + dy * MM
            canvas.lines([
                ((x + 2.5) * MM, at, (x + 6.5) * MM, at),
                ((x + 2.0) * MM, at + dy * MM, (x + 2.5) * MM, at),
                ((x + 6.5) * MM, at, (x + 7.0) * MM, at + dy * MM),
            ])  # fmt: skip
        return
    for k in range(8):
        at = (x + 0.6 + 1.1 * k) * MM
        canvas.line(at, middle + 0.9 * MM, at, middle + (0.9 - (1.8 if k % 2 else 1.2)) * MM)


def scale_bar(canvas: Canvas, x: float, y: float, mm_per_km: float, room_mm: float) -> None:
    """Draw a bar of kilometres and one of miles, as long as fits a room, standing on (x, y)."""
    for up, unit, mm in ((0.0, "km", mm_per_km), (7.5, "miles", mm_per_km * 1.609344)):
        step = next((s for s in _STEPS if 4 * s * mm <= room_mm - 14), _STEPS[-1])
        canvas.setStrokeColor(_INK)
        canvas.setFillColor(_INK)
        canvas.setLineWidth(0.15 * MM)
        for k in range(4):
            canvas.rect((x + k * step * mm) * MM, (y + up) * MM, step * mm * MM, 1.2 * MM, stroke=1, fill=k % 2)
        for k in (0, 2, 4):
            words(canvas, x + k * step * mm, y + up + 2.0, f"{k * step:g}", 2.4, anchor=0.5)
        words(canvas, x + 4 * step * mm + 3, y + up, unit, 2.6)


_STEPS = (100, 50, 25, 20, 10, 5, 2.5, 2, 1, 0.5, 0.25, 0.2, 0.1, 0.05, 0.025, 0.01)


def north(canvas: Canvas, x: float, y: float, rotation_deg: float) -> None:
    """Draw an arrow to grid north about (x, y); a grid that is turned has its north beside the top of the page."""
    canvas.saveState()
    canvas.translate(x * MM, y * MM)
    canvas.rotate(rotation_deg)
    canvas.setFillColor(_INK)
    canvas.setStrokeColor(_INK)
    canvas.setLineWidth(0.2 * MM)
    arrow = canvas.beginPath()
    arrow.moveTo(0, 6 * MM)
    for dx, dy in ((2.2, -4), (0, -2.4)):
        arrow.lineTo(dx * MM, dy * MM)
    arrow.close()
    canvas.drawPath(arrow, stroke=1, fill=1)
    other = canvas.beginPath()
    other.moveTo(0, 6 * MM)
    for dx, dy in ((-2.2, -4), (0, -2.4)):
        other.lineTo(dx * MM, dy * MM)
    other.close()
    canvas.drawPath(other, stroke=1, fill=0)
    words(canvas, 0, 7.2, "N", 4.0, face="text_bold", anchor=0.5)
    canvas.restoreState()


def ruler(canvas: Canvas, x: float, y: float) -> None:
    """Draw a ruler of 100 mm, so that whoever prints it can see that the printer kept the scale."""
    canvas.setStrokeColor(_INK)
    canvas.setLineCap(0)
    canvas.setLineWidth(0.5 * MM)
    canvas.line(x * MM, y * MM, (x + RULER_MM) * MM, y * MM)
    canvas.setLineWidth(0.2 * MM)
    for step in range(11):
        at = (x + step * RULER_MM / 10) * MM
        canvas.line(at, y * MM, at, (y + (2.2 if step % 5 == 0 else 1.2)) * MM)
    words(canvas, x + RULER_MM + 2, y - 0.8, "100 mm", 2.3)


def words(
    canvas: Canvas, x: float, y: float, text: str, size: float, *, face: str = "text", anchor: float = 0.0,
    colour: str = "",
) -> None:  # fmt: skip
    """Write a line whose base is at (x, y); ``size`` in millimetres, ``anchor`` 0 left, 0.5 middle, 1 right."""
    canvas.setFont(face, size * MM)
    canvas.setFillColor(HexColor(colour) if colour else _INK)
    canvas.drawString((x - anchor * width_mm(text, size, face)) * MM, y * MM, text)


def paragraphs(
    canvas: Canvas, lines: Iterable[str], x: float, y: float, wide: float, *, size: float = 3.3, face: str = "text"
) -> float:
    """Write paragraphs downwards from (x, y) in a column so many millimetres wide; give where they end."""
    for line in lines:
        for part in wrapped(line, wide, size, face):
            y -= 1.3 * size
            words(canvas, x, y, part, size, face=face)
        y -= 0.5 * size
    return y


def wrapped(text: str, wide: float, size: float, face: str = "text") -> Iterator[str]:
    """Break a text into lines of a width in millimetres; a word that is longer is broken too."""
    line = ""
    for word in text.split():
        rest = word
        while rest:
            longer = f"{line} {rest}".strip()
            if width_mm(longer, size, face) <= wide:
                line, rest = longer, ""
            elif line:
                yield line
                line = ""
            else:
                fits = max(1, math.floor(len(rest) * wide / width_mm(rest, size, face)))
                yield rest[:fits]
                rest = rest[fits:]
    if line:
        yield line
