"""
Hold the kinds of terrain that a map maker adds to those of the program: what they look like, and what they resemble.

Rules of play know the kinds of the program alone. To them ground of one's own is what it resembles; on the screen, on
paper, in QGIS and in words it is itself.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from maps.owntables import is_key, keyed, named_tables, sound_rows
from maps.palette import COLOUR, MARK_KINDS, shipped_palette
from maps.problems import did_you_mean
from maps.toml_lines import is_number

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from maps.palette import Palette, Tint
    from maps.toml_lines import TomlReader

__all__ = ["MOST_BAND_NAME", "OwnTerrain", "are_band_names", "is_bands", "own_of_rows", "own_palette",
           "own_terrain", "resembling_words", "rows_of_own"]  # fmt: skip

MOST_BAND_NAME = 40
"""So many letters the name of a band of height may have."""
_LOWEST_M, _HIGHEST_M = -1000, 9000
_TABLE, _EXAMPLE = "kind", "hop_gardens"
_KEYS = ("resembles", "tint", "floor", "mark", "mark_kind")


@dataclass(frozen=True, slots=True)
class OwnTerrain:
    """One kind of terrain of one's own; what of its looks is empty is as that of the kind which it resembles."""

    key: str
    resembles: str
    tint: str = ""
    floor: str = ""
    """The ground beneath its trees; the tint if neither it nor the kind that it resembles says another."""
    mark: str = ""
    mark_kind: str = ""

    def drawn(self, like: Tint) -> Tint:
        """Say how it looks, from how that looks which it resembles."""
        looks = {"tint": self.tint, "floor": self.floor or self.tint, "mark": self.mark, "mark_kind": self.mark_kind}
        changed: dict[str, Any] = {name: word for name, word in looks.items() if word}
        if self.tint:
            # Woods are drawn as trees in one green: over all of it they would hide its own colour.
            changed["woods"] = (0.0, 0.0)
        return replace(like, letter="", **changed)


def own_palette(palette: Palette, own: Sequence[OwnTerrain]) -> Palette:
    """Give a palette with the terrain of one's own, painted where what it resembles is."""
    if not own:
        return palette
    rows = {one.key: one.drawn(palette.terrain[one.resembles]) for one in own}
    return replace(palette, terrain={**palette.terrain, **rows})


def own_terrain(reader: TomlReader, also: Collection[str] | None = None) -> tuple[OwnTerrain, ...]:
    """
    Read the kinds of one's own out of a file, each under ``[kind.NAME]``; faults are noted with the reader.

    Parameters
    ----------
    also
        What else may stand with a kind; None: whatever somebody else reads, and says the faults of.
    """
    return tuple(one for key in named_tables(reader, _TABLE, _EXAMPLE) if (one := _own(reader, key, also)))


def _own(reader: TomlReader, key: str, also: Collection[str] | None) -> OwnTerrain | None:
    known, place = shipped_palette().terrain, (_TABLE, key)
    if not keyed(reader, _TABLE, key, known, _EXAMPLE):
        return None
    before = len(reader.problems)
    if also is not None:
        reader.only(*place, known=(*_KEYS, *also))
    resembles = reader.text(*place, "resembles")
    if resembles and resembles not in known:
        reader.fault((*place, "resembles"), f"is {resembles!r}", did_you_mean(resembles, known))
    for name in ("tint", "floor", "mark"):
        colour = reader.text(*place, name, default="")
        if colour and not COLOUR.fullmatch(colour):
            reader.fault((*place, name), f"is {colour!r}, no colour", 'write it as "#rrggbb" in small letters')
    reader.choice(*place, "mark_kind", known=("", *MARK_KINDS), default="")
    texts = {name: reader.raw(*place, name) or "" for name in _KEYS}
    return None if len(reader.problems) > before else OwnTerrain(key, **texts)


def resembling_words(own: Sequence[OwnTerrain]) -> str:
    """
    Say what ground of one's own is shown as where its own look cannot be, for boards and for files of other programs.

    >>> resembling_words([OwnTerrain("hop_gardens", "orchard")])
    'of the kinds of this map, programs and boards that do not know them show hop gardens as orchard'
    """
    pairs = [f"{one.key} as {one.resembles}".replace("_", " ") for one in own]
    head = "of the kinds of this map, programs and boards that do not know them show "
    return head + ", ".join(pairs) if pairs else ""


def rows_of_own(own: Sequence[OwnTerrain]) -> list[dict[str, str]]:
    """Write kinds of one's own as rows of words."""
    return [asdict(one) for one in own]


def own_of_rows(rows: object) -> tuple[OwnTerrain, ...] | None:
    """Read rows of words that a stranger may have written; None if they mean nothing."""
    return sound_rows(rows, _of_row)


def _of_row(row: object) -> OwnTerrain | None:
    names = {field.name for field in fields(OwnTerrain)}
    if not isinstance(row, dict) or row.keys() != names or not all(isinstance(value, str) for value in row.values()):
        return None
    texts: Mapping[str, Any] = row
    known, one = shipped_palette().terrain, OwnTerrain(**texts)
    sound = is_key(one.key, known) and one.resembles in known
    painted = all(not colour or COLOUR.fullmatch(colour) for colour in (one.tint, one.floor, one.mark))
    return one if sound and painted and one.mark_kind in ("", *MARK_KINDS) else None


def are_band_names(value: object) -> bool:
    """Say whether a value is a list of names of bands of height."""
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        return False
    return all(name.isprintable() and 0 < len(name) <= MOST_BAND_NAME for name in value)


def is_bands(value: object) -> bool:
    """Say whether a value is a list of heights, each greater than the one before."""
    if not isinstance(value, list) or not value or not all(is_number(height) for height in value):
        return False
    return value[0] >= _LOWEST_M and value[-1] <= _HIGHEST_M and all(a < b for a, b in pairwise(value))
