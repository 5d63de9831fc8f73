"""Draw on the map where games are decided: where stands are lost, and who holds which objective in the end."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from scenarios.drawing.mapdrawing import radius_mm
from scenarios.drawing.scene import Lines, Spots, Stamp, Width, Words, lines_of
from scenarios.reports.situationsvg import situation_svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenarios.drawing.drawing import Drawing
    from scenarios.drawing.labels import Box
    from scenarios.drawing.scene import Item
    from scenarios.trials.summary import Balance, PlaceFalls

__all__ = ["decided_map"]

_LEAST = 0.02
"""Stands lost in a hex in a game, on the mean, below which it is not drawn."""
_PALE, _RIM_MM, _LEAST_MM = 0.55, 0.3, 1.3
_RING_MM, _RING, _STEPS = 1.6, 0.3, 60
"""The least radius of a ring, its width as a share of that, and the points of a whole one."""
_NAME_MM, _FACE, _HALO = 2.4, "names_bold", 0.12
_LAYER = "decided"


def decided_map(balance: Balance, *, width_mm: float = 200.0) -> str:
    """Draw the map at the beginning, and over it the losses of all games and the ends of the fight for each place."""
    return situation_svg(balance.start, width_mm=width_mm, over=partial(_decided, balance))


def _decided(balance: Balance, drawing: Drawing, _: Sequence[Box]) -> Iterator[Item]:
    yield from _losses(balance, drawing)
    yield from (_place(place, balance, drawing) for place in balance.places())


def _losses(balance: Balance, drawing: Drawing) -> Iterator[Item]:
    """Draw for each hex and side a disc as large as its losses there; those of two sides lie beside each other."""
    sides, layout = balance.start.state.setting.sides, balance.start.map.layout
    most = max(balance.deaths().values(), default=1.0)
    size = max(radius_mm(drawing), _LEAST_MM)
    for (index, key), mean in balance.deaths().items():
        if mean < _LEAST * min(1.0, most):
            continue
        place = next(number for number, side in enumerate(sides) if side.key == key)
        u, v = (layout.centres()[index] / layout.radius_m).tolist()
        words = f"{sides[place].name} loses {mean:.2f} units a game at {balance.start.map.number(index)}"
        wide = 2 * size * 0.8 * math.sqrt(mean / most)
        looks = ("halo", wide + _RIM_MM), (sides[place].colour, wide)
        disc = tuple(Spots(_LAYER, ink, Width(0.0, mm, mm), np.zeros((1, 2), np.float32)) for ink, mm in looks)
        yield Stamp(_LAYER, disc, u + (place - (len(sides) - 1) / 2) * 0.5, v, alpha=_PALE, title=words)


def _place(place: PlaceFalls, balance: Balance, drawing: Drawing) -> Stamp:
    """Draw a ring whose parts say in what share of the games each side holds the place at the end."""
    sides, layout = {side.key: side for side in balance.start.state.setting.sides}, balance.start.map.layout
    games, size = len(balance.counted), max(radius_mm(drawing) * 0.95, _RING_MM)
    told = ", ".join(f"{sides[key].name if key else 'nobody'} {100 * n / games:.0f} %" for key, n in place.held.items())
    words = f"{place.name}: at the end {told}; changes hands {place.changes:.1f} times a game"
    begun = 0.0
    drawn: list[Item] = []
    for key, count in place.held.items():
        part = count / games
        drawn.append(_arc(begun, begun + part, size, sides[key].colour if key else "ink.around"))
        begun += part
    tall = max(_NAME_MM, size * 0.34)
    name = Words(_LAYER, "ink.name", place.name, 0.0, size + tall, Width(0.0, tall, tall), _FACE, halo=_HALO)
    u, v = (layout.centres()[place.hex] / layout.radius_m).tolist()
    return Stamp(_LAYER, (*drawn, name), u, v, title=words)


def _arc(begun: float, ended: float, radius: float, colour: str) -> Lines:
    """Draw a part of a ring, from one share of the whole turn to another, clockwise from the right."""
    at = 2 * math.pi * np.linspace(begun, ended, max(2, math.ceil(_STEPS * (ended - begun)) + 1))
    ring = radius * np.stack([np.cos(at), np.sin(at)], axis=1)
    return Lines(_LAYER, colour, Width(0.0, radius * _RING, radius * _RING), *lines_of([ring]), round_ends=False)
