"""Draw what sides that plan mean to do: the ways of their formations as arrows over the picture of a situation."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from maps.palette import shipped_palette
from scenarios.drawing.labels import Wanted, place_labels
from scenarios.reports.situationsvg import situation_svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from campaign.model.situation import Situation
    from scenarios.drawing.labels import Box

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
    under, over = partial(_arrows, situation, ways), partial(_words, situation, ways)
    return situation_svg(situation, width_mm=width_mm, under=under, over=over, ground=ground)


def _inks(situation: Situation) -> dict[str, str]:
    palette, known = shipped_palette(), situation.state.setting.sides
    return {side.key: palette.side_style(side.colour, place).line for place, side in enumerate(known)}


def _arrows(
    situation: Situation, ways: Sequence[Way], middles: NDArray[np.float64], radius: float, _: Sequence[Box]
) -> Iterator[str]:
    """Draw each way with its head, on a pale rim so that it is seen over roads and woods."""
    inks, halo = _inks(situation), shipped_palette().halo
    for side, _words_of, way in ways:
        points = middles[list(way)]
        (x, y), along = points[-1].tolist(), points[-1] - points[-2]
        dx, dy = (along / max(1e-9, float(np.hypot(*along))) * radius * 0.8).tolist()
        line = "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points.tolist())
        head = f"M{x - dx - dy:.1f} {y - dy + dx:.1f}L{x:.1f} {y:.1f}L{x - dx + dy:.1f} {y - dy - dx:.1f}"
        for ink, wide in ((halo, 0.6), (inks[side], 0.35)):
            yield (
                f'<path fill="none" stroke="{ink}" stroke-width="{radius * wide:.2f}" stroke-linejoin="round" '
                f'stroke-opacity=".8" d="{line}{head}"/>'
            )


def _words(
    situation: Situation, ways: Sequence[Way], middles: NDArray[np.float64], radius: float, taken: Sequence[Box]
) -> Iterator[str]:
    """Write the words of each way near where it begins, clear of counters and of each other."""
    inks, halo = _inks(situation), shipped_palette().halo
    wanted = []
    for number, (_, words, way) in enumerate(ways):
        x, y = middles[way[0]].tolist()
        wanted.append(Wanted(words, x, -y, _WORDS_MM, number, clear=radius, keeps=True))
    for label in place_labels(wanted, lambda text, size: len(text) * size * _LETTER, taken):
        yield (
            f'<text x="{label.x:.1f}" y="{-label.y:.1f}" font-size="{_WORDS_MM}" font-family="Arial,sans-serif" '
            f'font-weight="bold" fill="{inks[ways[label.wanted.rank][0]]}" stroke="{halo}" stroke-width=".7" '
            f'paint-order="stroke">{escape(label.wanted.text)}</text>'
        )
