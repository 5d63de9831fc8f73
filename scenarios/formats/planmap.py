"""Draw what sides that plan mean to do: the ways of their formations as arrows over the picture of a situation."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from maps.palette import shipped_palette
from scenarios.drawing.labels import Wanted, place_labels
from scenarios.formats.svg import situation_svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from campaign.model.situation import Situation

    Way = tuple[str, str, tuple[int, ...]]

__all__ = ["plan_svg"]

_WORDS_MM = 2.6
_LETTER = 0.6
"""Width of a bold letter as a share of its size."""


def plan_svg(situation: Situation, ways: Sequence[Way], *, width_mm: float = 297.0, ground: str = "") -> str:
    """
    Draw the arrows of a plan, each as its side, the words at its head, and its hexes.

    Parameters
    ----------
    ground
        The id of the ground where it is drawn already on the same page.
    """
    return situation_svg(situation, width_mm=width_mm, over=partial(_arrows, situation, ways), ground=ground)


def _arrows(situation: Situation, ways: Sequence[Way], middles: NDArray[np.float64], radius: float) -> Iterator[str]:
    palette, known = shipped_palette(), situation.state.setting.sides
    inks = {side.key: palette.side_style(side.colour, place).line for place, side in enumerate(known)}
    wanted = []
    for number, (side, words, way) in enumerate(ways):
        points = middles[list(way)]
        (x, y), along = points[-1].tolist(), points[-1] - points[-2]
        dx, dy = (along / max(1e-9, float(np.hypot(*along))) * radius * 0.8).tolist()
        line = "M" + "L".join(f"{px:.2f} {py:.2f}" for px, py in points.tolist())
        head = f"M{x - dx - dy:.2f} {y - dy + dx:.2f}L{x:.2f} {y:.2f}L{x - dx + dy:.2f} {y - dy - dx:.2f}"
        yield (
            f'<path fill="none" stroke="{inks[side]}" stroke-width="{radius * 0.35:.2f}" stroke-linejoin="round" '
            f'stroke-opacity=".75" d="{line}{head}"/>'
        )
        # Words stand where a formation is: many want one place, and there they would lie on each other.
        tx, ty = points[0].tolist()
        wanted.append(Wanted(words, tx, -ty, _WORDS_MM, number, clear=radius))
    for label in place_labels(wanted, lambda text, size: len(text) * size * _LETTER):
        yield (
            f'<text x="{label.x:.2f}" y="{-label.y:.2f}" font-size="{_WORDS_MM}" font-family="sans-serif" '
            f'font-weight="bold" fill="{inks[ways[label.wanted.rank][0]]}" stroke="{palette.halo}" stroke-width=".7" '
            f'paint-order="stroke">{escape(label.wanted.text)}</text>'
        )
