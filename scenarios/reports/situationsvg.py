"""Draw a whole map and what stands on it: as one light SVG picture for reports and letters, or as a scene."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scenarios.drawing.drawing import Drawing
from scenarios.drawing.light.picture import light_ground, light_map
from scenarios.drawing.mapdrawing import scene_of
from scenarios.drawing.scene import Scene
from scenarios.reports.sector import Sector, chits, goals_in
from scenarios.reports.sectorscene import Laid, counter_items
from scenarios.reports.spreading import clear_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from campaign.model.situation import Situation
    from maps.grid.hexmap import HexMap
    from scenarios.drawing.labels import Box
    from scenarios.drawing.scene import Item

    Overlay = Callable[[Drawing, Sequence[Box]], Iterable[Item]]

__all__ = ["ground_svg", "situation_scene", "situation_svg"]


def situation_svg(
    situation: Situation, *, width_mm: float = 180.0, under: Overlay | None = None, over: Overlay | None = None,
    ground: str = "",
) -> str:  # fmt: skip
    """
    Draw what a situation shows: hand in a viewer's own.

    Parameters
    ----------
    under, over
        Draw beneath the names and counters, and on top of all. Each gets the drawing, and the boxes that counters take,
        in millimetres of the whole map, y upwards.
    ground
        The id that ``ground_svg`` gave the ground on the same page; "": it is drawn.
    """
    drawing = replace(_whole(situation.map, width_mm), goals=goals_in(situation))
    laid = _laid(situation, drawing, under, over)
    return light_map(drawing, laid.clear, under=laid.under, over=laid.over, ground=ground)


def situation_scene(
    situation: Situation, drawing: Drawing, *, under: Overlay | None = None, over: Overlay | None = None
) -> Scene:
    """Draw the same as a scene for paper and pictures, the ground as every map has it."""
    laid = _laid(situation, drawing, under, over)
    ground = scene_of(replace(drawing, goals=goals_in(situation)), laid.clear, laid.under)
    return Scene(ground.box, (*ground.items, *laid.over))


def _laid(situation: Situation, drawing: Drawing, under: Overlay | None, over: Overlay | None) -> Laid:
    """Draw what lies on the ground."""
    laid = chits(Sector(situation, frozenset(situation.state.stands), {}), drawing)
    clear = clear_of(laid, drawing.mm_per_m)
    below, above = (tuple(draw(drawing, clear)) if draw else () for draw in (under, over))
    return Laid(below, (*counter_items(laid, drawing), *above), tuple(clear))


def ground_svg(hexmap: HexMap, *, width_mm: float, key: str) -> str:
    """Draw the ground of a map once, under an id, for pictures of the same width on one page."""
    return light_ground(_whole(hexmap, width_mm), key)


def _whole(hexmap: HexMap, width_mm: float) -> Drawing:
    """Hold the whole map on a picture so many millimetres wide."""
    u0, _, u1, _ = hexmap.layout.extent()
    return Drawing(hexmap, width_mm / (u1 - u0) * hexmap.layout.width_m)
