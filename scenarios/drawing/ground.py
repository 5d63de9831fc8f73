"""Draw the ground: classes that flow, relief, woods with their trees, and the marks of other ground."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from maps.shapes.rings import larger
from scenarios.drawing.contours import band_items
from scenarios.drawing.hexsides import cliff_edges, hachures
from scenarios.drawing.scene import Area, Lines, Relief, Spots, Width, holds, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from maps.grid.hexmap import Shade
    from maps.palette import Palette
    from maps.shapes.marks import Scatter
    from maps.shapes.rings import Rings
    from maps.shapes.shapes import Shapes
    from scenarios.drawing.levels import Level
    from scenarios.drawing.scene import Box, Item

__all__ = [
    "EDGE", "MARKS", "TREES", "ground_items", "relief_item", "shade_levels", "slope_items", "tree_items", "woods_about",
]  # fmt: skip

_AROUND = 1.0
"""How far areas run on beyond the box, in hex radii, so that two boxes side by side show no seam."""
_SHADE_SHARE = 0.34
EDGE = Width(0.016, 0.12, 0.3)
"""How wide the edge of a wood is drawn."""
_HACHURE, _CLIFF = Width(0.016, 0.1), Width(0.036, 0.18)

# Shadow, crown and lit side of a tree: colour, how far aside and how wide, as shares of the way from tree to tree.
TREES = (("ink.tree_shade", 0.08, 0.57), ("ink.tree_crown", 0.0, 0.50), ("ink.tree_light", -0.08, 0.25))
_GROWN = (0.8, 1.0, 1.15)

# Strokes of a mark, as shares of its size, and how many of the spots bear one.
_TUFT = (((-0.5, 0.0), (-0.75, -0.7)), ((0.0, 0.0), (0.0, -0.95)), ((0.5, 0.0), (0.75, -0.7)))
_HACH = (((-0.5, -0.5), (-0.75, 0.5)), ((0.0, -0.6), (-0.05, 0.7)), ((0.5, -0.5), (0.65, 0.5)))
_REED = (
    ((-1.0, 0.0), (1.0, 0.0)),
    ((-0.5, 0.5), (0.6, 0.5)),
    ((0.0, 0.0), (0.0, -0.8)),
    ((-0.4, 0.0), (-0.55, -0.55)),
    ((0.4, 0.0), (0.55, -0.55)),
)
_HEDGE = (((-1.0, 0.2), (-0.4, -0.1)), ((-0.4, -0.1), (0.3, 0.1)), ((0.3, 0.1), (1.0, -0.2)))
MARKS = {"tuft": (0.45, _TUFT), "hachure": (0.8, _HACH), "marsh": (0.9, _REED), "hedge": (0.9, _HEDGE)}
_MARK_SIZE, _MARK_WIDTH = 0.24, Width(0.012, 0.12, 0.3)


def woods_about(shapes: Shapes, level: Level, box: Box) -> Rings:
    """Outline the woods about a box."""
    return larger(shapes.woods(_wider(box, _AROUND), level.bend, level.per_hex), level.least_area)


def ground_items(shapes: Shapes, level: Level, box: Box, woods: Rings, *, banded: bool = True) -> Iterator[Item]:
    """Give the areas of the ground's classes, the bands of height with the waters over them, and the woods."""
    wide = _wider(box, _AROUND)
    corners = np.array([[wide[0], wide[1]], [wide[2], wide[1]], [wide[2], wide[3]], [wide[0], wide[3]]])
    yield Area("ground", shapes.colour(shapes.lowest, "floor"), *lines_of([corners]), curved=False)
    classes = [(name, rings) for name, rings in shapes.classes(wide, level.bend, level.per_hex) if len(rings)]
    for name, rings in classes:
        yield Area("ground", shapes.colour(name, "floor"), rings.points, rings.starts)
    if banded and shapes.band_floors:
        yield from band_items(shapes, level, box)
        for name, rings in classes:
            if shapes.palette.terrain[name].water:
                yield Area("bands", shapes.colour(name, "floor"), rings.points, rings.starts)
    if len(woods):
        yield Area("woods", "ink.wood", woods.points, woods.starts)


def tree_items(shapes: Shapes, level: Level, box: Box, woods: Rings) -> Iterator[Item]:
    """Give the edges of woods, their trees, and the marks of other ground."""
    if len(woods):
        yield Lines("woods", "ink.wood_edge", EDGE, woods.points, woods.starts, curved=True, closed=True)
    if level.trees:
        found = shapes.marks(level.trees, box, level.per_hex)
        yield from _trees(found, level.trees)
    if level.marks:
        yield from _marks(shapes, shapes.marks(level.marks, box, level.per_hex), level.marks)


def _trees(found: Scatter, apart: float) -> Iterator[Item]:
    spots = np.stack([found.u, found.v], axis=1).astype(np.float32)
    sized = [spots[(found.wooded == 1) & (found.size == size)] for size in range(len(_GROWN))]
    for colour, aside, share in TREES:
        for trees, grown in zip(sized, _GROWN, strict=True):
            if len(trees):
                beside = (aside * apart, 1.2 * aside * apart)
                yield Spots("marks", colour, Width(apart * share * grown), trees, beside)


def _marks(shapes: Shapes, found: Scatter, apart: float) -> Iterator[Item]:
    """Draw tufts, hachures, reeds and hedges, those of each terrain in its own colour."""
    names = np.array(shapes.order)[shapes.layer[found.hex]]
    for name in np.unique(names).tolist():
        tint = shapes.palette.terrain[name]
        share, strokes = MARKS.get(tint.mark_kind, (0.0, ()))
        here = (found.wooded == -1) & (names == name) & (found.chance < share)
        if strokes and here.any():
            spots = np.stack([found.u[here], found.v[here]], axis=1)[:, None, None, :]
            lines = (spots + _MARK_SIZE * apart * np.array(strokes)[None]).reshape(-1, 2, 2)
            starts = 2 * np.arange(len(lines) + 1, dtype=np.int64)
            points = lines.reshape(-1, 2).astype(np.float32)
            yield Lines("marks", shapes.colour(name, "mark"), _MARK_WIDTH, points, starts)


def slope_items(shapes: Shapes, box: Box) -> Iterator[Item]:
    """Give the strokes on the lower side of steep hexsides, and the edges of cliffs."""
    radius = shapes.hexmap.layout.radius_m
    near = shapes.hexes(box, 2.0)
    for strokes, width in ((hachures(shapes.hexmap, near), _HACHURE), (cliff_edges(shapes.hexmap, near), _CLIFF)):
        lines = strokes / radius
        here = lines[holds(box, lines[:, 0])]
        if len(here):
            starts = 2 * np.arange(len(here) + 1, dtype=np.int64)
            yield Lines("relief", "ink.slope", width, here.reshape(-1, 2).astype(np.float32), starts)


def relief_item(shapes: Shapes, box: Box) -> Iterator[Item]:
    """Give the light and shade of a box, if the map has any: only what the box shows, and a cell about it."""
    shade = shapes.hexmap.shade
    if shade is None:
        return
    radius = shapes.hexmap.layout.radius_m
    step, left, top = shade.cell_m / radius, shade.u0_m / radius, shade.v0_m / radius
    high, wide = shade.light.shape
    c0, c1 = _span(box[0] - left, box[2] - left, step, wide)
    r0, r1 = _span(box[1] - top, box[3] - top, step, high)
    if c1 > c0 and r1 > r0:
        lying = (left + c0 * step, top + r0 * step, left + c1 * step, top + r1 * step)
        yield Relief("relief", shade_levels(shade, shapes.palette)[shade.light[r0:r1, c0:c1]], lying)


def _span(near: float, far: float, step: float, most: int) -> tuple[int, int]:
    """Count the cells from one edge to another, and two more at each."""
    return max(0, math.floor(near / step) - 2), min(most, math.ceil(far / step) + 2)


def shade_levels(shade: Shade, palette: Palette) -> NDArray[np.uint8]:
    """Give the ink of each of the 256 steps from shade to light (256, 4); what is as light as most has none."""
    light = np.arange(256, dtype=np.float32) / 255.0
    middle = float(np.median(shade.light)) / 255.0
    dark = np.clip((middle - light) / max(middle, 1e-6), 0, 1)
    bright = np.clip((light - middle) / max(1 - middle, 1e-6), 0, 1)
    shadow, lit = (tuple(bytes.fromhex(palette.ink[name][1:])) for name in ("shadow", "light"))
    ink = np.empty((256, 4), np.uint8)
    ink[:, :3] = np.where((bright > 0)[:, None], np.array(lit), np.array(shadow))
    ink[:, 3] = np.rint(255 * _SHADE_SHARE * np.where(bright > 0, bright * 0.8, dark * 1.4)).clip(0, 255)
    return ink


def _wider(box: Box, by: float) -> Box:
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)
