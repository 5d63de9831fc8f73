"""
Draw a map and what stands on it as one SVG picture.

It is the plain picture: for reports and letters, without script or fonts of
its own. Layers are groups (terrain, water, roads, units, names), and
lengths are millimetres.
"""

from __future__ import annotations

from collections import defaultdict
from html import escape
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from campaign.model.situation import stands_of
from maps.palette import shipped_palette
from scenarios.drawing.labels import Box, Wanted, place_labels
from scenarios.formats.svg_lines import bezier, river_lines, road_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from campaign.model.situation import Situation
    from campaign.model.things import Stand
    from maps.grid.hexmap import HexMap
    from scenarios.drawing.drawing import Drawing
    from scenarios.formats.svg_lines import Line

    Floats = NDArray[np.float64]
    Place = Callable[[Floats], Floats]
    Overlay = Callable[[Floats, float], Iterable[str]]

__all__ = ["ground_svg", "part_svg", "situation_svg"]

_NAMED_RANKS = 2
_NAME_MM = (3.0, 2.3)
_LETTER = 0.56
"""Width of a letter as a share of its size, on the average of a plain sans."""


class _Sheet(NamedTuple):
    """Where a map comes to lie on a picture of some width."""

    hexmap: HexMap
    width: float
    height: float
    radius: float
    place: Place

    @classmethod
    def of(cls, hexmap: HexMap, width_mm: float) -> _Sheet:
        """Lay a map on a picture so many millimetres wide."""
        u0, v0, u1, v1 = hexmap.layout.extent()
        scale = width_mm / (u1 - u0)

        def to_mm(uv: Floats) -> Floats:
            scaled: Floats = (uv - np.array([u0, v0])) * scale
            return scaled

        return cls(hexmap, width_mm, (v1 - v0) * scale, hexmap.layout.radius_m * scale, to_mm)

    def ground(self) -> list[tuple[str, Iterable[str]]]:
        """Draw what is there whoever stands on it."""
        return [
            ("terrain", _terrain(self.hexmap, self.place(self.hexmap.layout.corners()))),
            ("water", _lines(river_lines(self.hexmap), self.place, self.radius)),
            ("roads", _lines(road_lines(self.hexmap), self.place, self.radius)),
        ]

    def names(self) -> tuple[str, Iterable[str]]:
        """Draw the names of places."""
        return "names", _names(self.hexmap, self.place, Box(0, -self.height, self.width, 0))


def situation_svg(
    situation: Situation, *, width_mm: float = 180.0, over: Overlay | None = None, ground: str = ""
) -> str:
    """
    Draw what a situation shows: hand in a viewer's own.

    Parameters
    ----------
    over
        Draws on top of it; it gets the middle of each hex and the radius of a hex, in millimetres.
    ground
        The id that ``ground_svg`` gave the ground on the same page; "": it is drawn.
    """
    hexmap, sheet = situation.map, _Sheet.of(situation.map, width_mm)
    centres = sheet.place(hexmap.layout.centres())
    units = ("units", _units(situation, centres, sheet.radius))
    lines = ("over", over(centres, sheet.radius) if over else ())
    if ground:
        drawn = "".join(units[1]), "".join(lines[1])
        body = f'<use href="#{ground}"/>\n{drawn[0]}\n<use href="#{ground}-names"/>\n{drawn[1]}'
    else:
        body = _groups([*sheet.ground(), units, sheet.names(), lines])
    height = sheet.height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width_mm:.1f}mm" height="{height:.1f}mm" '
        f'viewBox="0 0 {width_mm:.2f} {height:.2f}" role="img" aria-label="{escape(hexmap.name)}">\n{body}\n</svg>'
    )


def ground_svg(hexmap: HexMap, *, width_mm: float, key: str) -> str:
    """Draw the ground of a map once, under an id, for pictures of the same width on one page."""
    sheet = _Sheet.of(hexmap, width_mm)
    ground = "".join(shape for _, shapes in sheet.ground() for shape in shapes)
    names = "".join(sheet.names()[1])
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute"><defs>'
        f'<g id="{key}">{ground}</g><g id="{key}-names">{names}</g></defs></svg>'
    )


def part_svg(
    drawing: Drawing, over: Callable[[Place], Iterable[str]], taken: Callable[[Place], Iterable[Box]] = lambda _: ()
) -> str:
    """
    Draw a part of a map, small enough for a letter: coordinates to a tenth of a millimetre, the small lines left out.

    Parameters
    ----------
    over
        Draws what lies on it; it gets what turns grid coordinates into millimetres.
    taken
        Gives where no name of a place may stand, y upwards in millimetres.
    """
    (wide, high), (u0, v0, _, _) = drawing.size_mm, drawing.box

    def to_mm(uv: Floats) -> Floats:
        scaled: Floats = (uv - np.array([u0, v0])) * drawing.mm_per_m
        return scaled

    radius = drawing.hexmap.layout.radius_m * drawing.mm_per_m
    named = _names(drawing.hexmap, to_mm, Box(0, -high, wide, 0), taken(to_mm))
    body = [*_tinted(drawing, to_mm), *_main_lines(drawing, to_mm, radius), *named, *over(to_mm)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.1f} {high:.1f}" role="img" '
        f'aria-label="{escape(drawing.hexmap.name)}">\n{"".join(body)}\n</svg>'
    )


def _tinted(drawing: Drawing, to_mm: Place) -> Iterable[str]:
    """Fill the hexes, the ground that most of them have as one sheet below the others."""
    hexmap, palette = drawing.hexmap, shipped_palette()
    counts = np.bincount(hexmap.terrain[drawing.shown], minlength=len(hexmap.terrain_names))
    most = int(counts.argmax())
    tint = palette.terrain[hexmap.terrain_names[most]].tint
    yield f'<rect width="100%" height="100%" fill="{tint}"/>'
    corners = np.rint(to_mm(hexmap.layout.corners()) * 10).astype(int)
    for code, name in enumerate(hexmap.terrain_names):
        chosen = np.flatnonzero((hexmap.terrain == code) & drawing.shown)
        if chosen.size and code != most:
            tint = palette.terrain[name].tint
            path = _relative(corners[chosen])
            yield f'<path transform="scale(.1)" fill="{tint}" stroke="{tint}" stroke-width="2" d="{path}"/>'


def _relative(polygons: NDArray[np.int64]) -> str:
    """Write polygons as a path of steps, which takes half the room of places."""
    starts = np.diff(polygons[:, 0], axis=0, prepend=np.zeros((1, 2), int)).tolist()
    steps = np.diff(polygons, axis=1).tolist()
    return "".join(
        f"m{x} {y}l" + " ".join(f"{dx} {dy}" for dx, dy in ring) + "z"
        for (x, y), ring in zip(starts, steps, strict=True)
    )


_SMALL_LINES = {"stream", "track"}
_SMALL_HEX_MM = 12.0
"""On hexes smaller than this the small lines only make it grey."""


def _main_lines(drawing: Drawing, to_mm: Place, radius: float) -> Iterable[str]:
    """Draw rivers and roads as straight pieces."""
    palette, paths = shipped_palette(), defaultdict[str, str](str)
    small = _SMALL_LINES if drawing.mm_per_hex < _SMALL_HEX_MM else set()
    for line in [*river_lines(drawing.hexmap), *road_lines(drawing.hexmap)]:
        if line.kind not in small and drawing.crosses(line.points):
            paths[line.kind] += _relative_line(np.rint(to_mm(line.points) * 10).astype(int))
    for kind, path in paths.items():
        width = max(2.5, palette.line[kind].width * radius * 10)
        yield (
            f'<path transform="scale(.1)" fill="none" stroke="{palette.line[kind].colour}" '
            f'stroke-width="{width:.0f}" d="{path}"/>'
        )


def _relative_line(points: NDArray[np.int64]) -> str:
    (x, y), *_ = points.tolist()
    return f"M{x} {y}l" + " ".join(f"{dx} {dy}" for dx, dy in np.diff(points, axis=0).tolist())


def _groups(groups: Sequence[tuple[str, Iterable[str]]]) -> str:
    drawn = ((name, "".join(shapes)) for name, shapes in groups)
    return "\n".join(f'<g id="{name}">{shapes}</g>' for name, shapes in drawn if shapes or name != "over")


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


def _names(hexmap: HexMap, to_mm: Place, within: Box, taken: Iterable[Box] = ()) -> Iterable[str]:
    ink, halo = shipped_palette().ink["name"], shipped_palette().halo
    wanted = []
    for place in hexmap.places:
        if place.rank <= _NAMED_RANKS:
            x, y = to_mm(hexmap.layout.to_grid(np.array([place.x_m, place.y_m]))).tolist()
            size = _NAME_MM[place.rank - 1]
            wanted.append(Wanted(place.name, x, -y, size, place.rank * 10_000_000 - place.population, clear=0.6))
    for label in place_labels(wanted, lambda text, size: len(text) * size * _LETTER, taken, within=within):
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
