"""Draw what sides that plan mean to do: the ways of their formations as arrows over the picture of a situation."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from maps.palette import shipped_palette
from scenarios.drawing.faces import width_mm as wide_of
from scenarios.drawing.labels import Wanted, place_labels
from scenarios.drawing.mapdrawing import radius_mm
from scenarios.drawing.scene import Width, Words
from scenarios.reports.arrow import arrow
from scenarios.reports.situationsvg import situation_svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.model.situation import Situation
    from scenarios.drawing.drawing import Drawing
    from scenarios.drawing.labels import Box
    from scenarios.drawing.scene import Item

    Way = tuple[str, str, tuple[int, ...]]

__all__ = ["plan_svg"]

_WORDS_MM, _FACE, _HALO = 2.6, "text_bold", 0.16
_WIDE = Width(0.28, 0.6, 2.9)
_ALPHA = 0.8
"""Roads and woods are seen through an arrow."""


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


def _inks(situation: Situation) -> dict[str, str]:
    palette, known = shipped_palette(), situation.state.setting.sides
    return {side.key: palette.side_style(side.colour, place).line for place, side in enumerate(known)}


def _arrows(situation: Situation, ways: Sequence[Way], drawing: Drawing, _: Sequence[Box]) -> Iterator[Item]:
    """Draw each way, its words told by who can ask a picture for them."""
    inks, middles = _inks(situation), situation.map.layout.centres() * drawing.mm_per_m
    for side, words, way in ways:
        wide = _WIDE.at(radius_mm(drawing))
        yield arrow(middles[list(way)], inks[side], wide, layer="plans", title=words, alpha=_ALPHA)


def _words(
    situation: Situation, ways: Sequence[Way], drawing: Drawing, taken: Sequence[Box]
) -> Iterator[Item]:  # fmt: skip
    """Write the words of each way near where it begins, clear of counters and of each other."""
    inks, radius = _inks(situation), radius_mm(drawing)
    middles = situation.map.layout.centres() * drawing.mm_per_m
    wanted = []
    for number, (_, words, way) in enumerate(ways):
        x, y = middles[way[0]].tolist()
        wanted.append(Wanted(words, x, -y, _WORDS_MM, number, clear=radius, keeps=True))
    for label in place_labels(wanted, lambda text, size: wide_of(text, size, _FACE), taken):
        ink, size = inks[ways[label.wanted.rank][0]], Width(0.0, _WORDS_MM, _WORDS_MM)
        at = (label.x / radius, -label.y / radius)
        yield Words("plans", ink, label.wanted.text, *at, size, _FACE, anchor=0.0, halo=_HALO)
