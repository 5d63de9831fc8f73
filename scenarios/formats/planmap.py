"""Draw what sides that plan mean to do: the ways of their formations as arrows over the picture of a situation."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from maps.palette import shipped_palette
from scenarios.formats.svg import situation_svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from campaign.model.situation import Situation

    Way = tuple[str, str, tuple[int, ...]]

__all__ = ["plan_svg"]


def plan_svg(situation: Situation, ways: Sequence[Way], *, width_mm: float = 297.0) -> str:
    """Draw the arrows of a plan, each as its side, the words at its head, and its hexes."""
    return situation_svg(situation, width_mm=width_mm, over=partial(_arrows, situation, ways))


def _arrows(situation: Situation, ways: Sequence[Way], middles: NDArray[np.float64], radius: float) -> Iterator[str]:
    palette, known = shipped_palette(), situation.state.setting.sides
    inks = {side.key: palette.side_style(side.colour, place).line for place, side in enumerate(known)}
    for side, words, way in ways:
        points = middles[list(way)]
        (x, y), along = points[-1].tolist(), points[-1] - points[-2]
        dx, dy = (along / max(1e-9, float(np.hypot(*along))) * radius * 0.8).tolist()
        line = "M" + "L".join(f"{px:.2f} {py:.2f}" for px, py in points.tolist())
        head = f"M{x - dx - dy:.2f} {y - dy + dx:.2f}L{x:.2f} {y:.2f}L{x - dx + dy:.2f} {y - dy - dx:.2f}"
        yield (
            f'<path fill="none" stroke="{inks[side]}" stroke-width="{radius * 0.35:.2f}" stroke-linejoin="round" '
            f'stroke-opacity=".75" d="{line}{head}"/><text x="{x:.2f}" y="{y - radius:.2f}" font-size="2.2" '
            f'font-family="sans-serif" fill="{inks[side]}" stroke="{palette.halo}" stroke-width=".5" '
            f'paint-order="stroke">{escape(words)}</text>'
        )
