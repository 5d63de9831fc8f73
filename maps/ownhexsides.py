"""
Hold the kinds of hexside that a map maker adds to those of the program: walls, hedges, embankments, sunken roads.

They lie beside water and slopes, not in their place: a hedge may run along a stream. Rules of play know the kinds of
the program alone; to them a hexside of one's own is what it resembles. How they look is data, as is what draws them.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from maps.grid.hexmap import CROSSINGS, HEXSIDES, SLOPES
from maps.owntables import is_key, keyed, named_tables, sound_rows
from maps.palette import COLOUR
from maps.problems import did_you_mean
from maps.toml_lines import is_number, shown

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from maps.toml_lines import KeyPath, TomlReader

__all__ = ["LINES", "RESEMBLED", "SYMBOLS", "LineRule", "OwnHexside", "hexsides_of_rows",
           "own_hexsides", "resembling_sides", "rows_of_hexsides"]  # fmt: skip

RESEMBLED = (*HEXSIDES, *SLOPES[1:])
"""What a kind of hexside of one's own can be to rules of play; none: nothing."""
LINES = ("line", "dashes", "dots", "double")
"""How the line along a hexside is drawn."""
SYMBOLS = ("none", "ticks", "teeth", "crosses", "bushes")
"""What stands along it."""

_TAKEN = frozenset((*HEXSIDES, *SLOPES, *CROSSINGS))
_TABLE, _EXAMPLE = "hexside", "sunken_road"
_COLOUR, _WIDTH, _WIDEST = "#5b4a3a", 0.06, 0.3
_LOOKS = ("resembles", "colour", "width", "pattern", "symbol")
_FROM, _SHARE, _METRES, _MOST_FROM = "from", "share_at_least", "metres_at_least", 20
_USUAL_SHARE, _MOST_M = 0.5, 50_000


@dataclass(frozen=True, slots=True)
class OwnHexside:
    """One kind of hexside of one's own."""

    key: str
    resembles: str
    colour: str = _COLOUR
    width: float = _WIDTH
    """Of its line, as a share of the hex's radius."""
    pattern: str = "line"
    symbol: str = "none"


@dataclass(frozen=True, slots=True)
class LineRule:
    """Which lines of the vector sources are of a kind of one's own, and when they make a hexside so."""

    key: str
    has: tuple[Mapping[str, frozenset[str]], ...]
    """Tags and their values, in small letters; all of a row must hold, and one row is enough. No value: any but no."""
    share: float
    """What part of a hexside must be lined, 0 to 1; 0: as many metres as ``metres`` says."""
    metres: float = 0.0

    def least_m(self, side_m: float) -> float:
        """
        Say how many metres of a hexside must be lined.

        >>> LineRule("hedge", (), 0.5).least_m(300), LineRule("hedge", (), 0, 80).least_m(300)
        (150.0, 80)
        """
        return self.share * side_m if self.share else self.metres


def own_hexsides(reader: TomlReader, also: Collection[str] = ()) -> tuple[tuple[OwnHexside, ...], tuple[LineRule, ...]]:
    """
    Read the kinds of hexside out of a file, each under ``[hexside.NAME]``; faults are noted with the reader.

    Parameters
    ----------
    also
        What else may stand with a kind, for somebody else to read.
    """
    table = named_tables(reader, _TABLE, "wall")
    kinds = tuple(one for key in table if (one := _own(reader, key, also)))
    return kinds, tuple(rule for key in table if (rule := _lines(reader, key)))


def _own(reader: TomlReader, key: str, also: Collection[str]) -> OwnHexside | None:
    place = (_TABLE, key)
    if not keyed(reader, _TABLE, key, _TAKEN, _EXAMPLE):
        return None
    before = len(reader.problems)
    reader.only(*place, known=(*_LOOKS, _FROM, _SHARE, _METRES, *also))
    resembles = reader.text(*place, "resembles")
    if resembles and resembles not in RESEMBLED:
        reader.fault((*place, "resembles"), f"is {resembles!r}", did_you_mean(resembles, RESEMBLED))
    colour = reader.text(*place, "colour", default=_COLOUR)
    if not COLOUR.fullmatch(colour):
        reader.fault((*place, "colour"), f"is {colour!r}, no colour", 'write it as "#rrggbb" in small letters')
    width = reader.number(*place, "width", low=0.0, high=_WIDEST, default=_WIDTH)
    pattern = reader.choice(*place, "pattern", known=LINES, default="line")
    symbol = reader.choice(*place, "symbol", known=SYMBOLS, default="none")
    return None if len(reader.problems) > before else OwnHexside(key, resembles, colour, float(width), pattern, symbol)


def _lines(reader: TomlReader, key: str) -> LineRule | None:
    """Read what draws a kind; None if it is put down by hand alone."""
    place = (_TABLE, key, _FROM)
    rows = reader.raw(*place)
    share, metres = _least(reader, key)
    if rows is None:
        return None
    rows = rows if isinstance(rows, list) else [rows]
    found = [_row(reader, place, row) for row in rows[:_MOST_FROM]]
    if not rows or len(rows) > _MOST_FROM:
        reader.fault(place, f"has {len(rows)} rows", f"write 1 to {_MOST_FROM} of them")
    return LineRule(key, tuple(row for row in found if row), share, metres)


def _least(reader: TomlReader, key: str) -> tuple[float, float]:
    """Read how much of a hexside must be lined, as a share or in metres: one of the two, the other is 0."""
    metres = reader.number(_TABLE, key, _METRES, low=1, high=_MOST_M, default=0.0)
    if not metres:
        return float(reader.number(_TABLE, key, _SHARE, low=0.01, high=1.0, default=_USUAL_SHARE)), 0.0
    if reader.raw(_TABLE, key, _SHARE) is not None:
        remedy = f"give one of the two, {_SHARE} or {_METRES}"
        reader.fault((_TABLE, key, _METRES), "stands beside a share", remedy)
    return 0.0, float(metres)


def _row(reader: TomlReader, place: KeyPath, row: object) -> Mapping[str, frozenset[str]]:
    """Read tags that a line must have, as ``{ barrier = ["wall"] }``; true stands for any value."""
    if not isinstance(row, dict) or not row:
        reader.fault(place, f"has {shown(row)}", 'write the tags, as { barrier = ["wall", "city_wall"] }')
        return {}
    wanted = {}
    for name, value in row.items():
        words = [] if value is True else [value] if isinstance(value, str) else value
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words) or (value is False):
            reader.fault(place, f"asks {name} for {shown(value)}", 'give values, as ["wall"], or true for any')
            continue
        wanted[name.casefold()] = frozenset(word.strip().casefold() for word in words)
    return MappingProxyType(wanted)


def resembling_sides(own: Sequence[OwnHexside]) -> str:
    """
    Say what hexsides of one's own are played as, where their own look cannot be shown.

    >>> resembling_sides([OwnHexside("wall", "steep"), OwnHexside("sunken_road", "none")])
    'of the hexsides of this map, programs and boards that do not know them show wall as steep, sunken road as nothing'
    """
    pairs = [f"{one.key} as {one.resembles if one.resembles != 'none' else 'nothing'}" for one in own]
    head = "of the hexsides of this map, programs and boards that do not know them show "
    return head + ", ".join(pairs).replace("_", " ") if pairs else ""


def rows_of_hexsides(own: Sequence[OwnHexside]) -> list[dict[str, Any]]:
    """Write kinds of hexside of one's own as rows of words."""
    return [asdict(one) for one in own]


def hexsides_of_rows(rows: object) -> tuple[OwnHexside, ...] | None:
    """Read rows that a stranger may have written; None if they mean nothing."""
    return sound_rows(rows, _of_row)


def _of_row(row: object) -> OwnHexside | None:
    if not isinstance(row, dict) or row.keys() != {field.name for field in fields(OwnHexside)}:
        return None
    texts: Mapping[str, Any] = {key: value for key, value in row.items() if key != "width"}
    width = row["width"]
    if not all(isinstance(value, str) for value in texts.values()) or not is_number(width) or not 0 <= width <= _WIDEST:
        return None
    one = OwnHexside(**texts, width=float(width))
    sound = is_key(one.key, _TAKEN) and one.resembles in RESEMBLED
    painted = COLOUR.fullmatch(one.colour) and one.pattern in LINES and one.symbol in SYMBOLS
    return one if sound and painted else None
