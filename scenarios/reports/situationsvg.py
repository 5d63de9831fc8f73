"""Draw a whole map and what stands on it as one SVG picture, for reports and letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scenarios.drawing.drawing import Drawing
from scenarios.drawing.labels import Box
from scenarios.drawing.light.picture import light_ground, light_map
from scenarios.reports.sector import Sector, chits
from scenarios.reports.sectorscene import counter_items
from scenarios.reports.spreading import clear_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from campaign.model.situation import Situation
    from maps.grid.hexmap import HexMap

    Floats = NDArray[np.float64]
    Overlay = Callable[[Floats, float, Sequence[Box]], Iterable[str]]

__all__ = ["ground_svg", "situation_svg"]


def situation_svg(
    situation: Situation, *, width_mm: float = 180.0, under: Overlay | None = None, over: Overlay | None = None,
    ground: str = "",
) -> str:  # fmt: skip
    """
    Draw what a situation shows: hand in a viewer's own.

    Parameters
    ----------
    under, over
        Draw beneath the names and counters, and on top of all, as SVG. Each gets the middle of each hex and the radius
        of a hex, in millimetres, and the boxes that counters take, y upwards.
    ground
        The id that ``ground_svg`` gave the ground on the same page; "": it is drawn.
    """
    drawing, layout = _whole(situation.map, width_mm), situation.map.layout
    laid = chits(Sector(situation, frozenset(situation.state.stands), {}), drawing)
    clear = clear_of(laid, drawing.mm_per_m)
    right, down = drawing.box[0] * drawing.mm_per_m, drawing.box[1] * drawing.mm_per_m
    taken = [Box(room.left - right, room.low + down, room.right - right, room.high + down) for room in clear]
    middles = (layout.centres() - np.array(drawing.box[:2])) * drawing.mm_per_m
    told = middles, layout.radius_m * drawing.mm_per_m, taken
    below, above = ((draw(*told) if draw else ()) for draw in (under, over))
    return light_map(drawing, clear, over=counter_items(laid, drawing), below=below, above=above, ground=ground)


def ground_svg(hexmap: HexMap, *, width_mm: float, key: str) -> str:
    """Draw the ground of a map once, under an id, for pictures of the same width on one page."""
    return light_ground(_whole(hexmap, width_mm), key)


def _whole(hexmap: HexMap, width_mm: float) -> Drawing:
    """Hold the whole map on a picture so many millimetres wide."""
    u0, _, u1, _ = hexmap.layout.extent()
    return Drawing(hexmap, width_mm / (u1 - u0) * hexmap.layout.width_m)
