"""Write for KMZ what lies on the ground between and about the units: the front turn by turn, and divisions' areas."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import shapely
from shapely.geometry.polygon import orient

from maps.lonlat import lonlat_of
from maps.palette import shipped_palette
from scenarios.drawing.bands import PLAIN, bands, division_of
from scenarios.drawing.frontline import front_lines
from scenarios.formats.shown import plain

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from scenarios.formats.shown import Party, Shown, Spell

    Floats = NDArray[np.float64]

__all__ = ["area_marks", "front_marks", "mark", "span", "text"]

_FRONT = "<Style><LineStyle><color>{}</color><width>4</width></LineStyle></Style>"
_AREA = (
    "<Style><LineStyle><color>{0}</color><width>2</width></LineStyle><PolyStyle><color>{1}</color></PolyStyle></Style>"
)


def front_marks(shown: Shown) -> Iterator[str]:
    """Give the front between each two sides, with its times; turns in a row that did not move it are one."""
    style = _FRONT.format(_colour(shipped_palette().ink["contact"], 0xFF))
    for control, same in itertools.groupby(shown.told, key=lambda spell: spell.control):
        held, lines = list(same), front_lines(shown.hexmap, control)
        lines.sort(key=lambda line: sorted((line.left, line.right)))
        for pair, pieces in itertools.groupby(lines, key=lambda line: sorted((line.left, line.right))):
            name = " and ".join(shown.parties[code].name for code in pair)
            radius = shown.hexmap.layout.radius_m
            found = "".join(
                f"<LineString><tessellate>1</tessellate>{_ring(lonlat_of(shown.hexmap.layout, one.points * radius))}"
                f"</LineString>"
                for one in pieces
            )
            yield mark(f"Front of {name}", span(held[0].begin, held[-1].end), style, _together(found))


def area_marks(shown: Shown, party: Party) -> Iterator[str]:
    """Give the areas of a side's divisions from when to when: what lies between the hexes of their units."""
    known = {body.id: body for body in shown.bodies if body.side == party.key}
    given = bands(known.values())
    of = {unit.id: division_of(unit.formation, known) for unit in shown.units if unit.side == party.key}
    for key in dict.fromkeys(filter(None, of.values())):
        colour = shipped_palette().colour(given.get(key, PLAIN).colour)
        style = _AREA.format(_colour(colour, 0xFF), _colour(colour, 0x50))
        units = [unit for unit, division in of.items() if division == key]
        for hexes, same in itertools.groupby(shown.told, key=lambda spell: _hexes(spell, units)):
            held = list(same)
            if hexes:
                ring = _ring(_hull(shown, hexes))
                area = f"<Polygon><tessellate>1</tessellate><outerBoundaryIs><LinearRing>{ring}</LinearRing>"
                body = f"{area}</outerBoundaryIs></Polygon>"
                yield mark(known[key].name, span(held[0].begin, held[-1].end), style, body)


def mark(name: str, when: str, style: str, shape: str, told: str = "", data: str = "") -> str:
    """Write a thing with its name, when it was, how it looks, its shape, and what is told of it."""
    return f"<Placemark><name>{text(name)}</name>{told}{when}{style}{data}{shape}</Placemark>\n"


def span(begin: dt.datetime, end: dt.datetime) -> str:
    """Write from when to when something was so."""
    return f"<TimeSpan><begin>{begin:%Y-%m-%dT%H:%M:%SZ}</begin><end>{end:%Y-%m-%dT%H:%M:%SZ}</end></TimeSpan>"


def text(words: str) -> str:
    """Write words so that markup in them stays words."""
    return plain(words).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _together(shapes: str) -> str:
    return f"<MultiGeometry>{shapes}</MultiGeometry>"


def _hexes(spell: Spell, units: list[str]) -> tuple[int, ...]:
    return tuple(sorted({spell.hexes[unit] for unit in units if unit in spell.hexes}))


def _hull(shown: Shown, hexes: tuple[int, ...]) -> Floats:
    """Draw the tightest line about hexes, in degrees, anticlockwise."""
    corners = lonlat_of(shown.hexmap.layout, shown.hexmap.layout.corners()[list(hexes)].reshape(-1, 2))
    hull = orient(shapely.convex_hull(shapely.multipoints(corners)))
    found: Floats = shapely.get_coordinates(hull)
    return found


def _ring(spots: Floats) -> str:
    told = " ".join(f"{lon:.6f},{lat:.6f}" for lon, lat in spots.tolist())
    return f"<coordinates>{told}</coordinates>"


def _colour(colour: str, alpha: int) -> str:
    """Turn a colour round for KML: opacity first, then blue, green, red."""
    return f"{alpha:02x}{colour[5:7]}{colour[3:5]}{colour[1:3]}".lower()
