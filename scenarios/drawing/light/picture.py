"""Draw a part of a map as a light SVG picture, with what lies on it; a page may draw the ground once for all."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from maps.palette import shipped_palette
from maps.shapes.shapes import shapes_of
from scenarios.drawing.light.sketch import sketch_ground, sketch_names
from scenarios.drawing.light.writer import WIDER, light_body, named, short
from scenarios.drawing.mapdrawing import plane_box, radius_mm
from scenarios.drawing.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenarios.drawing.drawing import Drawing
    from scenarios.drawing.labels import Box as Room
    from scenarios.drawing.scene import Item

__all__ = ["light_ground", "light_map"]


def light_map(
    drawing: Drawing, clear: Iterable[Room] = (), *, under: Iterable[Item] = (), over: Iterable[Item] = (),
    ground: str = "",
) -> str:  # fmt: skip
    """
    Draw what a drawing holds.

    Parameters
    ----------
    clear
        Boxes in millimetres of the whole map, y upwards, that names keep out of: where things lie on them.
    under, over
        What lies beneath the names and on them.
    ground
        The id that ``light_ground`` gave the ground on the same page; "": it is drawn.
    """
    wide, high = (short(size, 1) for size in drawing.size_mm)
    lowest = f'<use href="#{ground}"/>' if ground else _ground(drawing)
    # The inner one cuts off what runs over the edge, where the page gives the outer one more room than it has shape.
    return named(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}" '
        f'role="img" aria-label="{escape(drawing.hexmap.name)}">\n<svg width="{wide}" height="{high}">\n{lowest}\n'
        f"{_lying(drawing, clear, under, over)}\n</svg></svg>"
    )


def light_ground(drawing: Drawing, key: str) -> str:
    """Draw the ground of a drawing once, under an id, for pictures of the same part at the same scale on one page."""
    return named(
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true">'
        f'<defs><g id="{key}">{_ground(drawing)}</g></defs></svg>'
    )


def _ground(drawing: Drawing) -> str:
    return _ground_of(drawing.hexmap.key, _Held(drawing))


class _Held:
    """A drawing that is one and the same to a cache as another of the same part and scale."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.key = (drawing.mm_per_hex, drawing.style, drawing.part)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and self.key == other.key


@lru_cache(maxsize=64)
def _ground_of(_key: str, held: _Held) -> str:
    """Write the ground; that of the last pictures is kept, since a turn has many viewers and a viewer many turns."""
    drawing = held.drawing
    scene = sketch_ground(shapes_of(drawing.hexmap), radius_mm(drawing), plane_box(drawing))
    return light_body(scene, radius_mm(drawing), shipped_palette().in_scheme(drawing.style))


def _lying(drawing: Drawing, clear: Iterable[Room], under: Iterable[Item], over: Iterable[Item]) -> str:
    """Write the names with what lies beneath them and on them."""
    shapes, radius, box = shapes_of(drawing.hexmap), radius_mm(drawing), plane_box(drawing)
    names = sketch_names(shapes, radius, box, clear, wider=WIDER, goals=drawing.goals)
    scene = Scene(plane_box(drawing), (*under, *names, *over))
    return light_body(scene, radius_mm(drawing), shipped_palette().in_scheme(drawing.style), part="n")
