"""
Read how each terrain looks and stands, and the colours of map, counters and overlays.

One table, ``palette.toml``, serves the screen, the print and QGIS, so that a sheet on
the table and the map in the browser look alike. What terrain there is, its rows say.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from maps.greys import grey
from maps.problems import Problem, did_you_mean, raise_any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    T = TypeVar("T")

__all__ = [
    "COLOUR",
    "MARK_KINDS",
    "LineStyle",
    "Palette",
    "Scheme",
    "SideStyle",
    "Tint",
    "darker",
    "lighter",
    "luminance",
    "read_palette",
    "shipped_palette",
]

ON_DEMAND = ("contours", "bands")
"""Layers that a scheme draws only if it says so."""

MARK_KINDS = ("none", "tree", "tuft", "hachure", "marsh", "hedge")
PATTERNS = ("bars", "dots", "teeth", "plain")
COLOUR = re.compile(r"#[0-9a-f]{6}")
_SAME_COLOUR = 40
_LEAST_STEP = 0.09
_TOP = ("paper", "halo", "grid", "number")


@dataclass(frozen=True, slots=True)
class Tint:
    """How a terrain looks and stands: its ground colour, what is scattered on it, what rises from it."""

    tint: str
    mark: str = ""
    mark_kind: str = "none"
    letter: str = ""
    """How it is drawn in a map of text."""
    stands_m: float = 0.0
    """How high what stands on it rises."""
    woods: tuple[float, float] = (0.0, 0.34)
    """The least and the most of it that is drawn as woods."""
    water: bool = False
    drawn_m: float = 0.0
    """How much higher it is drawn than what is about it, in a map of text."""
    floor: str = ""
    """The ground beneath what stands on it; the tint if not given."""
    layer: int = 5
    """When it is painted: what has a greater number lies over what has a smaller one."""

    def __post_init__(self) -> None:
        """Keep the two shares as a pair, whatever they were read from."""
        object.__setattr__(self, "woods", tuple(self.woods))

    @property
    def is_wood(self) -> bool:
        """Whether it is a wood, and not ground with some trees."""
        return self.woods[0] > 0


@dataclass(frozen=True, slots=True)
class LineStyle:
    """How a river or road is drawn; ``width`` is a share of the hex's radius."""

    colour: str
    casing: str
    width: float
    least_mm: float = 0.1
    most_mm: float = 10.0
    """Within what limits it is drawn, on paper and at the paper's measure on a screen."""


@dataclass(frozen=True, slots=True)
class SideStyle:
    """
    How a side's counters look; ``pattern`` tells it apart without colour.

    ``meant`` is the colour that scenarios write for it, where the fill is another
    for the sake of contrast.
    """

    fill: str
    line: str
    pattern: str
    meant: str = ""


@dataclass(frozen=True, slots=True)
class Scheme:
    """A scheme of colours: how much of the ground's ink is kept, which layers are left out, what has another colour."""

    words: str
    keep: float = 1.0
    without: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    """Layers that others draw on demand alone."""
    greys: bool = False
    """Whether the colours of a map's own ground and hexsides become greys."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """By the place of a colour in the palette, as ``line.main.colour``."""

    @property
    def hidden(self) -> tuple[str, ...]:
        """Name the layers that are not drawn, unless somebody demands them."""
        return (*self.without, *(layer for layer in ON_DEMAND if layer not in self.shows))


@dataclass(frozen=True)
class Palette:
    """All colours by name."""

    paper: str
    halo: str
    grid: str
    grid_share: float
    number: str
    terrain: Mapping[str, Tint]
    line: Mapping[str, LineStyle]
    ink: Mapping[str, str]
    side: Mapping[str, SideStyle]
    scheme: Mapping[str, Scheme] = field(default_factory=dict)
    band: Mapping[str, str] = field(default_factory=dict)
    """Colours of formations, in the order that they are given in."""
    keep: float = 1.0
    """How much of the ground's ink its scheme keeps."""
    greys: bool = False
    """Whether its scheme has greys in place of a map's own colours."""

    @property
    def height_inks(self) -> tuple[str, ...]:
        """Name the inks of bands of height, the lowest first."""
        return tuple(name for name in self.ink if name.startswith("height_"))

    def in_scheme(self, name: str) -> Palette:
        """
        Give the palette of another scheme of colours.

        Raises
        ------
        ProblemsFound
            If there is none of that name.

        >>> shipped_palette().in_scheme("black").line["main"].colour
        '#ffffff'
        """
        if name not in self.scheme:
            raise_any([Problem("style", f"there is no style {name!r}", did_you_mean(name, self.scheme))])
        chosen = self.scheme[name]
        terrain = {key: _tinted(key, row, chosen) for key, row in self.terrain.items()}
        line = {key: _coloured(f"line.{key}", row, chosen) for key, row in self.line.items()}
        ink = {key: chosen.colours.get(f"ink.{key}", _inked(key, colour, chosen)) for key, colour in self.ink.items()}
        top = {key: chosen.colours.get(key, getattr(self, key)) for key in _TOP}
        return replace(self, **top, terrain=terrain, line=line, ink=ink, keep=chosen.keep, greys=chosen.greys)

    def colour(self, name: str) -> str:
        """
        Give a colour by its place in the palette, as a drawing names it.

        A colour in figures, such as that of a side, is itself. Behind "own." it is ground of a map's own, and a scheme
        takes its part of that ink.

        >>> shipped_palette().colour("terrain.open.floor") == shipped_palette().terrain["open"].tint
        True
        """
        if name.startswith("#"):
            return name
        group, _, rest = name.partition(".")
        if group == "own":
            return grey(rest) if self.greys else lighter(rest, 1 - self.keep)
        if not rest:
            return str(getattr(self, name))
        if group in {"ink", "band"}:
            return str(getattr(self, group)[rest])
        key, _, part = rest.partition(".")
        row = getattr(self, group)[key]
        return str(getattr(row, part) or row.tint)

    def with_inks(self, inks: Mapping[str, str]) -> Palette:
        """
        Give the palette with more inks, such as the colours of a campaign's sides.

        >>> shipped_palette().with_inks({"mine": "#102030"}).colour("ink.mine")
        '#102030'
        """
        return replace(self, ink={**self.ink, **inks})

    def side_style(self, colour: str, place: int = 0) -> SideStyle:
        """
        Give the style of a side by the colour its scenario names.

        ``colour`` is a name of this palette or any ``#rrggbb``. A colour close to
        one of the palette becomes that one; another gets an outline darkened from
        it and the pattern of its place among the sides.

        >>> shipped_palette().side_style("navy").pattern
        'bars'
        >>> shipped_palette().side_style("#c0c0ff", 1).pattern
        'dots'
        """
        if colour in self.side:
            return self.side[colour]
        shade = colour.lower()
        if not COLOUR.fullmatch(shade):
            return list(self.side.values())[place % len(self.side)]
        nearest = min(self.side.values(), key=lambda style: _apart(style.meant or style.fill, shade))
        if _apart(nearest.meant or nearest.fill, shade) <= _SAME_COLOUR:
            return nearest
        return SideStyle(shade, darker(shade, 0.5), PATTERNS[place % len(PATTERNS)])

    def side_styles(self, colours: Sequence[str]) -> tuple[SideStyle, ...]:
        """
        Give the styles of all sides of a campaign, no two alike.

        Sides with the same pattern, or nearly the same lightness, are told apart:
        the later one takes another pattern and a lighter fill.
        """
        found: list[SideStyle] = []
        for place, colour in enumerate(colours):
            style = self.side_style(colour, place)
            taken = {known.pattern for known in found}
            if style.pattern in taken:
                style = replace(style, pattern=next((p for p in PATTERNS if p not in taken), style.pattern))
            if any(abs(luminance(known.fill) - luminance(style.fill)) < _LEAST_STEP for known in found):
                style = replace(style, fill=lighter(style.fill, 0.38))
            found.append(style)
        return tuple(found)


def luminance(colour: str) -> float:
    """
    Measure how light a colour is, 0 black to 1 white (WCAG 2 relative luminance).

    >>> round(luminance("#ffffff"), 3)
    1.0
    """
    red, green, blue = (_linear(int(colour[k : k + 2], 16) / 255) for k in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def darker(colour: str, share: float) -> str:
    """
    Mix a colour with black; 1 leaves it as it is.

    >>> darker("#804020", 0.5)
    '#402010'
    """
    return "#" + "".join(f"{int(part * share):02x}" for part in _parts(colour))


def lighter(colour: str, share: float) -> str:
    """
    Mix a colour with white; 0 leaves it as it is.

    >>> lighter("#000000", 0.5)
    '#7f7f7f'
    """
    return "#" + "".join(f"{int(part + (255 - part) * share):02x}" for part in _parts(colour))


@cache
def shipped_palette() -> Palette:
    """Give the palette that comes with the package."""
    return read_palette((files("maps") / "palette.toml").read_text("utf-8"), "palette.toml")


def read_palette(text: str, place: str) -> Palette:
    """
    Read a palette.

    Raises
    ------
    ProblemsFound
        With every colour that is none, every key that is unknown or missing.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise_any([Problem(place, f"is no TOML: {error}", "mend the line it names")])
    problems = [*_top_problems(data, place), *_colour_problems(data, place)]
    terrain = _group(data, "terrain", Tint, place, problems)
    line = _group(data, "line", LineStyle, place, problems)
    side = _group(data, "side", SideStyle, place, problems)
    problems += [*_word_problems(terrain, side, place), *_terrain_problems(terrain, place)]
    scheme = _group(data, "scheme", Scheme, place, problems)
    problems += _scheme_problems(data, scheme, place)
    raise_any(problems)
    return Palette(
        **{key: data[key] for key in (*_TOP, "grid_share")},
        terrain=MappingProxyType(terrain),
        line=MappingProxyType(line),
        ink=MappingProxyType(dict(data["ink"])),
        side=MappingProxyType(side),
        scheme=MappingProxyType(scheme),
        band=MappingProxyType(dict(data["band"])),
    )


def _top_problems(data: Mapping[str, Any], place: str) -> list[Problem]:
    wanted = (*_TOP, "grid_share", "terrain", "line", "ink", "side", "scheme", "band")
    missing = [
        Problem(place, f"{key!r} is missing", "write it as in the shipped palette") for key in wanted if key not in data
    ]
    unknown = [
        Problem(f"{place}, {key}", "is no key of a palette", did_you_mean(key, wanted))
        for key in data
        if key not in wanted
    ]
    return missing + unknown


def _colour_problems(data: Mapping[str, Any], place: str) -> list[Problem]:
    return [
        Problem(f"{place}, {where}", f"{value!r} is no colour", 'write it as "#rrggbb" in small letters')
        for where, value in _colours(data, "")
        if not COLOUR.fullmatch(value)
    ]


def _colours(data: Mapping[str, Any], where: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in data.items():
        here = f"{where}.{key}" if where else key
        if isinstance(value, dict):
            found += _colours(value, here)
        elif isinstance(value, str) and key not in ("mark_kind", "pattern", "letter", "words"):
            found.append((here, value))
    return found


def _group(
    data: Mapping[str, Any], group: str, make: Callable[..., T], place: str, problems: list[Problem]
) -> dict[str, T]:
    found = {}
    for key, value in data.get(group, {}).items():
        try:
            found[key] = make(**value)
        except TypeError as error:
            why = str(error).removeprefix(f"{getattr(make, '__name__', '')}.__init__() ")
            problems.append(Problem(f"{place}, {group}.{key}", why, "write it as in the shipped palette"))
    return found


def _word_problems(terrain: Mapping[str, Tint], side: Mapping[str, SideStyle], place: str) -> list[Problem]:
    marks = [
        Problem(
            f"{place}, terrain.{key}.mark_kind",
            f"{tint.mark_kind!r} is no kind of mark",
            did_you_mean(tint.mark_kind, MARK_KINDS),
        )
        for key, tint in terrain.items()
        if tint.mark_kind not in MARK_KINDS
    ]
    return marks + [
        Problem(
            f"{place}, side.{key}.pattern", f"{style.pattern!r} is no pattern", did_you_mean(style.pattern, PATTERNS)
        )
        for key, style in side.items()
        if style.pattern not in PATTERNS
    ]


def _terrain_problems(terrain: Mapping[str, Tint], place: str) -> list[Problem]:
    """List letters that are none or drawn twice, shares of woods that are none, heights below the ground."""
    found, letters = [], [tint.letter for tint in terrain.values() if tint.letter]
    for key, tint in terrain.items():
        where = f"{place}, terrain.{key}"
        if tint.letter and (len(tint.letter) > 1 or letters.count(tint.letter) > 1):
            what = f"the letter {tint.letter!r} is no single one, or another terrain's"
            found.append(Problem(where, what, "give it one that no other terrain has, or none"))
        if len(tint.woods) != 2 or not 0 <= tint.woods[0] <= tint.woods[1] <= 1:
            found.append(Problem(where, "woods is no pair of shares", "write the least and the most, as [0.0, 0.34]"))
        if min(tint.stands_m, tint.drawn_m) < 0:
            found.append(Problem(where, "a height is less than 0", "write metres above the ground, or leave it out"))
    return found


def _scheme_problems(data: Mapping[str, Any], schemes: Mapping[str, Scheme], place: str) -> list[Problem]:
    """List colours of schemes that stand nowhere in the palette, and shares that are none."""
    rows = {group: data.get(group, {}) for group in ("terrain", "line", "ink")}
    known = {where for where, _ in _colours({**rows, **{key: data.get(key, "") for key in _TOP}}, "")}
    known |= {f"terrain.{key}.{part}" for key in rows["terrain"] for part in ("floor", "mark")}
    found = [
        Problem(f"{place}, scheme.{name}", f"{colour!r} is no colour of the palette", did_you_mean(colour, known))
        for name, scheme in schemes.items()
        for colour in scheme.colours
        if colour not in known
    ]
    return found + [
        Problem(f"{place}, scheme.{name}", f"keep is {scheme.keep}", "write a share from 0 to 1")
        for name, scheme in schemes.items()
        if not 0 <= scheme.keep <= 1
    ]


_GROUND_INKS = frozenset(("wood", "tree_shade", "tree_crown", "tree_light", *(f"height_{n}" for n in range(1, 9))))


def _inked(key: str, colour: str, scheme: Scheme) -> str:
    return lighter(colour, 1 - scheme.keep) if key in _GROUND_INKS else colour


def _tinted(key: str, row: Tint, scheme: Scheme) -> Tint:
    """Colour a terrain anew: what the scheme names, else its own with part of the ink taken away."""
    tint, floor = (lighter(colour, 1 - scheme.keep) for colour in (row.tint, row.floor or row.tint))
    return _coloured(f"terrain.{key}", replace(row, tint=tint, floor=floor), scheme)


def _coloured(where: str, row: T, scheme: Scheme) -> T:
    named = {part: scheme.colours.get(f"{where}.{part}") for part in ("tint", "floor", "mark", "colour", "casing")}
    return replace(row, **{part: colour for part, colour in named.items() if colour})  # type: ignore[type-var]


def _linear(share: float) -> float:
    return float(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)


def _apart(one: str, other: str) -> int:
    return sum(abs(a - b) for a, b in zip(_parts(one), _parts(other), strict=True))


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
