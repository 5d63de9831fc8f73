"""
Draw a map and what stands on it as one SVG picture.

It is the plain picture: for reports and letters, without script or fonts of
its own. Layers are groups (terrain, water, roads, units, names), and
lengths are millimetres.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

from campaign.model.situation import stands_of
from maps.palette import shipped_palette
from scenarios.printing.labels import Box, Wanted, place_labels
from scenarios.printing.lines import bezier, river_lines, road_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from campaign.model.situation import Situation
    from campaign.model.things import Stand
    from maps.grid.hexmap import HexMap
    from scenarios.printing.lines import Line

    Floats = NDArray[np.float64]
    Place = Callable[[Floats], Floats]
    Overlay = Callable[[Floats, float], Iterable[str]]

__all__ = ["situation_svg"]

_NAMED_RANKS = 2
_NAME_MM = (3.0, 2.3)
_LETTER = 0.56
"""Width of a letter as a share of its size, on the average of a plain sans."""


def situation_svg(situation: Situation, *, width_mm: float = 180.0, over: Overlay | None = None) -> str:
    """
    Draw what a situation shows: hand in a viewer's own.

    Parameters
    ----------
    over
        Draws on top of it; it gets the middle of each hex and the radius of a hex, in millimetres.
    """
    hexmap = situation.map
    u0, v0, u1, v1 = hexmap.layout.extent()
    scale = width_mm / (u1 - u0)
    height_mm = (v1 - v0) * scale

    def to_mm(uv: Floats) -> Floats:
        scaled: Floats = (uv - np.array([u0, v0])) * scale
        return scaled

    radius = hexmap.layout.radius_m * scale
    groups = (
        ("terrain", _terrain(hexmap, to_mm(hexmap.layout.corners()))),
        ("water", _lines(river_lines(hexmap), to_mm, radius)),
        ("roads", _lines(road_lines(hexmap), to_mm, radius)),
        ("units", _units(situation, to_mm(hexmap.layout.centres()), radius)),
        ("names", _names(hexmap, to_mm, Box(0, -height_mm, width_mm, 0))),
        ("over", over(to_mm(hexmap.layout.centres()), radius) if over else ()),
    )
    drawn = ((name, "".join(shapes)) for name, shapes in groups)
    body = "\n".join(f'<g id="{name}">{shapes}</g>' for name, shapes in drawn if shapes or name != "over")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width_mm:.1f}mm" height="{height_mm:.1f}mm" '
        f'viewBox="0 0 {width_mm:.2f} {height_mm:.2f}" role="img" aria-label="{escape(hexmap.name)}">\n{body}\n</svg>'
    )


def _terrain(hexmap: HexMap, corners: Floats) -> Iterable[str]:
    palette = shipped_palette()
    for code, name in enumerate(hexmap.terrain_names):
        chosen = np.flatnonzero((hexmap.terrain == code) & hexmap.inside)
        if chosen.size:
            path = "".join(_ring(corners[index]) for index in chosen.tolist())
            tint = palette.terrain[name].tint
            # The stroke in the same tint closes the hairlines between neighbours.
            yield f'<path fill="{tint}" stroke="{tint}" stroke-width=".1" d="{path}"/>'


def _ring(polygon: Floats) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in polygon.tolist()) + "Z"


def _lines(lines: Iterable[Line], to_mm: Place, radius: float) -> Iterable[str]:
    palette = shipped_palette()
    for line in lines:
        style = palette.line[line.kind]
        pieces = bezier(to_mm(line.points), closed=line.closed)
        start = "M{:.2f} {:.2f}".format(*pieces[0, 0])
        curve = "".join("C{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f}".format(*p[1], *p[2], *p[3]) for p in pieces)
        width = max(0.18, style.width * radius)
        yield (
            f'<path fill="none" stroke="{style.colour}" stroke-width="{width:.2f}" stroke-linecap="round" '
            f'd="{start}{curve}"/>'
        )


def _names(hexmap: HexMap, to_mm: Place, within: Box) -> Iterable[str]:
    ink, halo = shipped_palette().ink["name"], shipped_palette().halo
    wanted = []
    for place in hexmap.places:
        if place.rank <= _NAMED_RANKS:
            x, y = to_mm(hexmap.layout.to_grid(np.array([place.x_m, place.y_m]))).tolist()
            size = _NAME_MM[place.rank - 1]
            wanted.append(Wanted(place.name, x, -y, size, place.rank * 10_000_000 - place.population, clear=0.6))
    for label in place_labels(wanted, lambda text, size: len(text) * size * _LETTER, within=within):
        name = label.wanted
        yield (
            f'<text x="{label.x:.2f}" y="{-label.y:.2f}" font-size="{name.size}" font-family="sans-serif" '
            f'fill="{ink}" stroke="{halo}" stroke-width=".5" paint-order="stroke">{escape(name.text)}</text>'
        )


def _units(situation: Situation, centres: Floats, radius: float) -> Iterable[str]:
    palette, ink = shipped_palette(), shipped_palette().ink["counter"]
    sides = {side.key: (side, place) for place, side in enumerate(situation.state.setting.sides)}
    half = radius * 0.85
    for index, stand in sorted(_tops(situation).items()):
        side, place = sides[stand.side]
        style = palette.side_style(side.colour, place)
        x, y = centres[index].tolist()
        title = escape(f"{stand.profile.short or stand.profile.kind} at {situation.map.number(index)}")
        yield (
            f'<g><title>{title}</title><rect x="{x - half:.2f}" y="{y - half * 0.7:.2f}" width="{2 * half:.2f}" '
            f'height="{1.4 * half:.2f}" fill="{style.fill}" stroke="{ink}" stroke-width=".15"/>'
            f'<text x="{x:.2f}" y="{y + half * 0.36:.2f}" font-size="{half:.2f}" text-anchor="middle" '
            f'font-family="sans-serif" fill="{ink}">{escape(side.name[:1])}</text></g>'
        )


def _tops(situation: Situation) -> dict[int, Stand]:
    """Choose the strongest stand of each hex."""
    found: dict[int, Stand] = {}
    for stand in stands_of(situation):
        here = stand.hex if stand.hex is not None else -1
        if here not in found or stand.profile.strength > found[here].profile.strength:
            found[here] = stand
    return found
