"""Draw on the map where games are decided: where stands are lost, and who holds which objective in the end."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from maps.palette import shipped_palette
from scenarios.reports.situationsvg import situation_svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from scenarios.drawing.labels import Box
    from scenarios.trials.summary import Balance, PlaceFalls

    Floats = NDArray[np.float64]

__all__ = ["decided_map"]

_LEAST = 0.02
"""Stands lost in a hex in a game, on the mean, below which it is not drawn."""


def decided_map(balance: Balance, *, width_mm: float = 200.0) -> str:
    """Draw the map at the beginning, and over it the losses of all games and the ends of the fight for each place."""

    def over(centres: Floats, radius: float, _: Sequence[Box]) -> Iterator[str]:
        yield from _losses(balance, centres, radius)
        for place in balance.places():
            x, y = centres[place.hex].tolist()
            yield from _place(place, balance, x, y, radius)

    return situation_svg(balance.start, width_mm=width_mm, over=over)


def _losses(balance: Balance, centres: Floats, radius: float) -> Iterator[str]:
    """Draw for each hex and side a disc as large as its losses there; those of two sides lie beside each other."""
    sides, halo = balance.start.state.setting.sides, shipped_palette().halo
    most = max(balance.deaths().values(), default=1.0)
    size = max(radius, 1.3)
    for (index, key), mean in balance.deaths().items():
        if mean < _LEAST * min(1.0, most):
            continue
        place = next(number for number, side in enumerate(sides) if side.key == key)
        x, y = centres[index].tolist()
        x += (place - (len(sides) - 1) / 2) * radius * 0.5
        words = f"{sides[place].name} loses {mean:.2f} units a game at {balance.start.map.number(index)}"
        radius_mm, colour = size * 0.8 * math.sqrt(mean / most), sides[place].colour
        yield (
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius_mm:.2f}" fill="{colour}" fill-opacity=".55" '
            f'stroke="{halo}" stroke-width=".15"><title>{escape(words)}</title></circle>'
        )


def _place(place: PlaceFalls, balance: Balance, x: float, y: float, radius: float) -> Iterator[str]:
    """Draw a ring whose parts say in what share of the games each side holds the place at the end."""
    sides, palette = {side.key: side for side in balance.start.state.setting.sides}, shipped_palette()
    games, around = len(balance.counted), 2 * math.pi * max(radius * 0.95, 1.6)
    size, begun = around / (2 * math.pi), 0.0
    told = ", ".join(f"{sides[key].name if key else 'nobody'} {100 * n / games:.0f} %" for key, n in place.held.items())
    words = f"{place.name}: at the end {told}; changes hands {place.changes:.1f} times a game"
    yield f"<g><title>{escape(words)}</title>"
    for key, count in place.held.items():
        colour = sides[key].colour if key else palette.ink["around"]
        part = around * count / games
        yield (
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{size:.2f}" fill="none" stroke="{colour}" '
            f'stroke-width="{size * 0.3:.2f}" stroke-dasharray="{part:.3f} {around:.3f}" '
            f'stroke-dashoffset="{-begun:.3f}"/>'
        )
        begun += part
    label, tall = escape(place.name), max(2.4, size * 0.34)
    yield (
        f'<text class="place" x="{x:.2f}" y="{y + size + tall:.2f}" font-size="{tall:.2f}" text-anchor="middle" '
        f'fill="{palette.ink["name"]}" stroke="{palette.halo}" stroke-width="{tall * 0.18:.2f}" '
        f'paint-order="stroke">{label}</text></g>'
    )
