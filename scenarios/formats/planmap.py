"""Draw what sides that plan mean to do: the ways of their formations as arrows over the picture of a situation."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from maps.palette import shipped_palette
from scenarios.drawing.faces import width_mm as wide_of
from scenarios.drawing.labels import Box as Room
from scenarios.drawing.labels import Wanted, place_labels
from scenarios.drawing.mapdrawing import radius_mm
from scenarios.drawing.scene import Width, Words
from scenarios.formats.picture import located, sized
from scenarios.printshop.onesheet import one_sheet
from scenarios.reports.arrow import PLAN_ALPHA, PLAN_WIDE, PLAN_WORDS, arrow
from scenarios.reports.situationsvg import situation_scene, situation_svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.model.situation import Situation
    from scenarios.drawing.drawing import Drawing
    from scenarios.drawing.labels import Box
    from scenarios.drawing.scene import Item, Scene

    Way = tuple[str, str, tuple[int, ...]]

__all__ = ["plan_pdf", "plan_picture", "plan_svg"]

_FACE, _WORDS_MM, _HALO, _CLEAR_MM = PLAN_WORDS
_EDGE_MM = 0.6
"""How far words stand from the edge of the map at least."""


def plan_svg(situation: Situation, ways: Sequence[Way], *, width_mm: float = 297.0, ground: str = "") -> str:
    """
    Draw the arrows of a plan, each as its side, the words at its head, and its hexes.

    Parameters
    ----------
    ground
        The id of the ground where it is drawn already on the same page.
    """
    under, over = partial(_arrows, situation, ways), partial(_words, situation, ways)
    return situation_svg(situation, width_mm=width_mm, under=under, over=over, ground=ground)


def plan_picture(situation: Situation, ways: Sequence[Way], name: str, *, mm_per_hex: float | None = None,
                 style: str = "full") -> bytes:  # fmt: skip
    """
    Write the same as a zip of a PNG and the two files that say where it lies.

    Parameters
    ----------
    name
        Of the files in the zip, without ending.
    mm_per_hex
        Printed hex from flat to flat; None: as large as the picture may be.

    Raises
    ------
    ProblemsFound
        If scale or style are none, or the picture would be too large.
    """
    drawing = sized(situation.map, mm_per_hex, style)
    return located(_scene(situation, ways, drawing), drawing, name)


def plan_pdf(
    situation: Situation, ways: Sequence[Way], title: str, told: Sequence[str], *, paper_name: str = "A4",
    style: str = "full",
) -> bytes:  # fmt: skip
    """
    Print the same on one sheet, the paper lying as the map becomes larger.

    Parameters
    ----------
    told
        What stands under the title: when it is.

    Raises
    ------
    ProblemsFound
        If there is no such style.
    """
    return one_sheet(situation.map, partial(_scene, situation, ways), title, told, paper_name=paper_name, style=style)


def _scene(situation: Situation, ways: Sequence[Way], drawing: Drawing) -> Scene:
    under, over = partial(_arrows, situation, ways), partial(_words, situation, ways)
    return situation_scene(situation, drawing, under=under, over=over)


def _inks(situation: Situation) -> dict[str, str]:
    palette, known = shipped_palette(), situation.state.setting.sides
    return {side.key: palette.side_style(side.colour, place).line for place, side in enumerate(known)}


def _arrows(situation: Situation, ways: Sequence[Way], drawing: Drawing, _: Sequence[Box]) -> Iterator[Item]:
    """Draw each way, its words told by who can ask a picture for them."""
    inks, middles = _inks(situation), situation.map.layout.centres() * drawing.mm_per_m
    for side, words, way in ways:
        wide = PLAN_WIDE.at(radius_mm(drawing))
        yield arrow(middles[list(way)], inks[side], wide, layer="plans", title=words, alpha=PLAN_ALPHA)


def _words(
    situation: Situation, ways: Sequence[Way], drawing: Drawing, taken: Sequence[Box]
) -> Iterator[Item]:  # fmt: skip
    """Write the words of each way near where it begins, clear of counters and of each other."""
    inks, radius = _inks(situation), radius_mm(drawing)
    middles = situation.map.layout.centres() * drawing.mm_per_m
    wanted = []
    for number, (_, words, way) in enumerate(ways):
        x, y = middles[way[0]].tolist()
        wanted.append(Wanted(words, x, -y, _WORDS_MM, number, clear=min(radius, _CLEAR_MM), keeps=True))
    left, top, right, foot = (edge * drawing.mm_per_m for edge in drawing.box)
    frame = Room(left + _EDGE_MM, _EDGE_MM - foot, right - _EDGE_MM, -top - _EDGE_MM)
    for label in place_labels(wanted, lambda text, size: wide_of(text, size, _FACE), taken, within=frame):
        ink, size = inks[ways[label.wanted.rank][0]], Width(0.0, _WORDS_MM, _WORDS_MM)
        at = (label.x / radius, -label.y / radius)
        yield Words("plans", ink, label.wanted.text, *at, size, _FACE, anchor=0.0, halo=_HALO)
