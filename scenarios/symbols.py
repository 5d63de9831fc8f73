"""
Draw the symbols of units as neutral strokes.

A symbol is a list of strokes in a box 48 wide and 28 high, y downwards; what
draws them (SVG here, a canvas in the browser, a PDF on paper) decides about
colour and size. The shapes follow the symbols that NATO took over from the
armies of the Second World War (APP-6, land units, plain frames).

A stroke is a tuple: ``("line", x1, y1, x2, y2, ...)`` an open line through
points; ``("shape", x1, y1, ...)`` a closed one, filled; ``("circle", x, y, r)``
filled; ``("ring", x, y, r)`` not; ``("oval", x, y, rx, ry)`` an ellipse, not
filled; ``("arc", x, y, r, from_deg, to_deg)`` clockwise from east;
``("text", x, y, size, words)`` centred on x, standing on y.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.things import Profile

__all__ = [
    "BOX_HIGH",
    "BOX_WIDE",
    "BY_MOVER",
    "BY_TRAIT",
    "ECHELONS",
    "FACE",
    "KINDS",
    "Stroke",
    "echelon_mark",
    "sign_of",
    "symbol",
]

Stroke = tuple[str | float, ...]

BOX_WIDE = 48.0
BOX_HIGH = 28.0

ECHELONS: Mapping[str, str] = MappingProxyType(
    {
        "squad": "•",
        "section": "••",
        "platoon": "•••",
        "company": "I",
        "battalion": "II",
        "regiment": "III",
        "brigade": "X",
        "division": "XX",
        "corps": "XXX",
        "army": "XXXX",
        "army_group": "XXXXX",
    }
)
"""The mark over the box that says how large a unit is."""

_CROSS: tuple[Stroke, ...] = (("line", 0, 0, 48, 28), ("line", 0, 28, 48, 0))
_WEDGE: tuple[Stroke, ...] = (("line", 0, 28, 24, 0, 48, 28),)
_SLASH: tuple[Stroke, ...] = (("line", 0, 28, 48, 0),)
_TRACK: tuple[Stroke, ...] = (("oval", 24, 14, 15, 7.5),)
_WHEELS: tuple[Stroke, ...] = (("ring", 16, 25, 2), ("ring", 32, 25, 2))
_GULL: tuple[Stroke, ...] = (("arc", 20.5, 27, 3.5, 180, 360), ("arc", 27.5, 27, 3.5, 180, 360))

KINDS: Mapping[str, tuple[Stroke, ...]] = MappingProxyType(
    {
        "infantry": _CROSS,
        "motorised": (*_CROSS, ("line", 24, 0, 24, 28)),
        "mechanised": (*_CROSS, *_TRACK),
        "parachute": (*_CROSS, *_GULL),
        "glider": (*_CROSS, ("line", 12, 27, 20, 23, 28, 23, 36, 27)),
        "mountain": (*_CROSS, ("shape", 18, 28, 24, 19, 30, 28)),
        "machine_guns": (("line", 24, 23, 24, 6), ("line", 18.5, 11.5, 24, 5, 29.5, 11.5), ("line", 18, 23, 30, 23)),
        "armour": _TRACK,
        "heavy_armour": (*_TRACK, ("text", 24, 18.6, 13, "H")),
        "light_armour": (*_TRACK, ("text", 24, 18.6, 13, "L")),
        "assault_gun": (*_TRACK, ("line", 24, 6.5, 24, 21.5)),
        "recon": (*_SLASH, *_WHEELS),
        "armoured_recon": (*_SLASH, *_TRACK),
        "cavalry": _SLASH,
        "artillery": (("circle", 24, 14, 4.6),),
        "armoured_artillery": (*_TRACK, ("circle", 24, 14, 3.4)),
        "mortar": (("ring", 24, 20.5, 3.4), ("line", 24, 17, 24, 5), ("line", 18.5, 10.5, 24, 4, 29.5, 10.5)),
        "rocket": (("circle", 24, 17, 3.4), ("line", 18, 10, 24, 4, 30, 10), ("line", 18, 14, 24, 8, 30, 14)),
        "antitank": _WEDGE,
        "armoured_antitank": (*_WEDGE, *_TRACK),
        "antiaircraft": (("arc", 24, 28, 19, 180, 360),),
        "engineer": (("line", 12, 22, 12, 8, 36, 8, 36, 22), ("line", 24, 8, 24, 18)),
        "signals": (("line", 0, 0, 27, 16, 21, 12, 48, 28),),
        "transport": (
            ("ring", 24, 14, 8),
            ("line", 24, 6, 24, 22),
            ("line", 16, 14, 32, 14),
            ("line", 18.3, 8.3, 29.7, 19.7),
            ("line", 18.3, 19.7, 29.7, 8.3),
        ),
        "supply": (("line", 0, 21, 48, 21),),
        "naval": (("line", 24, 5, 24, 23), ("line", 18, 9, 30, 9), ("arc", 24, 13, 10, 20, 160)),
        "aircraft": (("shape", 9, 8, 24, 14, 9, 20), ("shape", 39, 8, 24, 14, 39, 20)),
        "helicopter": (
            ("shape", 9, 11, 24, 17, 9, 23),
            ("shape", 39, 11, 24, 17, 39, 23),
            ("line", 24, 17, 24, 5),
            ("line", 14, 5, 34, 5),
        ),
        "works": (("line", 7, 20, 17, 20, 17, 10, 31, 10, 31, 20, 41, 20),),
        "hq": (("text", 24, 20.5, 18, "HQ"),),
        "unknown": (("text", 24, 22, 22, "?"),),
    }
)
"""The strokes inside the box for each kind of unit."""

FACE: Mapping[str, tuple[float, ...]] = MappingProxyType(
    {
        "edge": (7.0,),
        "box": (20.0, 31.0, 64.0, 36.0),
        "echelon": (52.0, 28.0, 13.0),
        "name": (53.0, 15.5, 14.5, 86.0),
        "strength": (14.0, 93.0, 27.0),
        "pips": (34.0, 76.0, 10.0, 5.0),
        "wheel": (88.0, 84.0, 7.5),
        "bar": (12.0, 97.0, 96.0, 4.0),
        "corner": (24.0,),
    }
)
"""
Where the parts of a counter lie, in hundredths of its side.

``edge``: width of the pattern strip at the left; ``box``: left, top, width,
height; ``echelon``: middle, foot, height of the letters; ``name``: middle,
foot, height, greatest width; ``strength``: left, foot, height; ``pips``: left,
top, distance, count in a row; ``wheel``: middle and radius; ``bar``: from, down,
to, thickness; ``corner``: the side of the corner that says "cut off".
"""

# A trait says more than the arm: an infantry battalion in half-tracks is no foot battalion.
BY_TRAIT: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("infantry", "armoured_infantry"): "mechanised",
        ("infantry", "motorised"): "motorised",
        ("infantry", "parachute"): "parachute",
        ("infantry", "glider"): "glider",
        ("infantry", "mountain"): "mountain",
        ("armour", "assault_gun"): "assault_gun",
        ("artillery", "rocket"): "rocket",
        ("infantry", "motorised_infantry"): "motorised",
        ("infantry", "machine_guns"): "machine_guns",
        ("armour", "heavy_armour"): "heavy_armour",
        ("armour", "heavy_tank"): "heavy_armour",
        ("armour", "light_armour"): "light_armour",
        ("armour", "light_tank"): "light_armour",
        ("recon", "armoured_cars"): "armoured_recon",
        ("recon", "heavy_armoured_car"): "armoured_recon",
        ("recon", "light_armoured_car"): "armoured_recon",
        ("artillery", "mortar"): "mortar",
        ("artillery", "mobile_artillery"): "armoured_artillery",
        ("antitank", "tank_destroyer"): "armoured_antitank",
    }
)
"""
By the arm of a unit and one of its traits, or the name of its line in the rule system's table of units.
"""
BY_MOVER: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("infantry", "tracked"): "mechanised",
        ("infantry", "wheeled"): "motorised",
        ("artillery", "tracked"): "armoured_artillery",
        ("antitank", "tracked"): "armoured_antitank",
        ("recon", "tracked"): "armoured_recon",
        ("recon", "recce"): "armoured_recon",
        ("missile", "motorised"): "rocket",
        ("boat", "sea"): "naval",
        ("ship", "sea"): "naval",
    }
)
_LINES = ("unit", "stand")
"""What rule systems call the attribute that names a unit's line in their table of units."""


def symbol(kind: str, mover: str = "", traits: frozenset[str] = frozenset()) -> str:
    """
    Choose the symbol of a unit, a key of ``KINDS``.

    The first trait in the alphabet that means anything counts, and traits
    come before the way of moving; a kind without a symbol of its own is
    "unknown", so that a new kind shows a question mark and no wrong arm.

    >>> symbol("infantry", "tracked")
    'mechanised'
    >>> symbol("infantry", "foot", frozenset({"parachute"}))
    'parachute'
    """
    for trait in sorted(traits):
        if (kind, trait) in BY_TRAIT:
            return BY_TRAIT[kind, trait]
    found = BY_MOVER.get((kind, mover), kind)
    return found if found in KINDS else "unknown"


def sign_of(profile: Profile) -> str:
    """
    Choose the symbol of a stand's profile, a key of ``KINDS``.

    Besides its traits counts the line of the rule system's table of units that it follows: a heavy tank is no tank.
    """
    lines = {str(profile.attributes[name]) for name in _LINES if name in profile.attributes}
    return symbol(profile.kind, profile.mover, profile.traits | lines)


def echelon_mark(size: str) -> str:
    """
    Give the mark of a unit's size; empty for an unknown size.

    >>> echelon_mark("battalion")
    'II'
    """
    return ECHELONS.get(size, "")
