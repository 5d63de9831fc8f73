"""
Read tables of kinds of a map's own, wherever they stand: in a legend, an area file, a board.

What terrain and hexsides of one's own have in common is here; what each of them is, stands with it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from maps.toml_lines import TomlReader

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from maps.toml_lines import KeyPath

__all__ = [
    "MOST_OWN",
    "TABLES",
    "JoinedReader",
    "OwnTables",
    "is_key",
    "keyed",
    "named_tables",
    "own_tables",
    "sound_rows",
]

MOST_OWN = 40
"""So many kinds of terrain of one's own a map may have, and as many of hexside."""
TABLES = ("kind", "hexside")
"""Where kinds of terrain and of hexside stand, each under its name."""
_KEY = re.compile(r"[a-z][a-z0-9_]{1,30}")


class Keyed(Protocol):
    """A kind with a name."""

    @property
    def key(self) -> str:
        """The name."""
        ...


One = TypeVar("One", bound=Keyed)


@dataclass(frozen=True)
class OwnTables:
    """The tables of kinds in a file that is no legend, and where each line of them stands."""

    name: str
    data: Mapping[str, Mapping[str, Any]]
    """By table and name."""
    lines: Mapping[KeyPath, int]


def own_tables(reader: TomlReader) -> OwnTables | None:
    """Take the tables of kinds out of a file that holds other things too; None if it has none."""
    found = {table: reader.raw(table) for table in TABLES}
    data = {table: rows for table, rows in found.items() if isinstance(rows, dict)}
    return OwnTables(reader.name, data, reader.lines) if data else None


class JoinedReader(TomlReader):
    """Reads a legend with the kinds that another file adds; a fault is told where it stands."""

    def __init__(self, legend: TomlReader, own: OwnTables) -> None:
        """Join the two; a kind that both have counts as the legend has it, and is a fault."""
        data = dict(legend.data)
        for table, rows in own.data.items():
            known = data.get(table, {})
            data[table] = {**rows, **known} if isinstance(known, dict) else known
        super().__init__(legend.name, data, legend.lines)
        self._legend, self._own = legend, own
        for table, key in self._twice():
            what = f"stands in {legend.name} too"
            self.fault((table, key), what, "take it out of one of the two")

    def place(self, *keys: str | int) -> str:
        """Say where a key is: in the legend, or in the file that adds kinds to it."""
        if len(keys) > 1 and keys[1] in self._own.data.get(str(keys[0]), {}):
            return TomlReader(self._own.name, self._own.data, self._own.lines).place(*keys)
        return super().place(*keys)

    def _twice(self) -> Iterator[tuple[str, str]]:
        for table, rows in self._own.data.items():
            known = self._legend.raw(table)
            yield from ((table, key) for key in rows if isinstance(known, dict) and key in known)


def named_tables(reader: TomlReader, table: str, example: str) -> tuple[str, ...]:
    """Name the kinds under ``[table.NAME]``; none, and a fault, if it is no table of tables or has too many."""
    found = reader.raw(table)
    if found is None:
        return ()
    if not isinstance(found, dict) or not all(isinstance(row, dict) for row in found.values()):
        reader.fault((table,), "is no table of kinds", f"write each under [{table}.NAME], as [{table}.{example}]")
        return ()
    if len(found) > MOST_OWN:
        reader.fault((table,), f"has {len(found)} kinds", f"a map has room for {MOST_OWN}; take some away")
        return ()
    return tuple(found)


def keyed(reader: TomlReader, table: str, key: str, taken: Collection[str], example: str) -> bool:
    """Say whether a name can be that of a kind of one's own; if not, that is a fault."""
    if is_key(key, taken):
        return True
    what = "is a kind of the program already" if key in taken else "is no name for a kind"
    reader.fault((table, key), what, f"take another name, in small letters, as {example}")
    return False


def is_key(key: str, taken: Collection[str]) -> bool:
    """
    Say whether a name can be that of a kind of one's own, beside those that are taken.

    >>> is_key("hop_gardens", {"river"}), is_key("river", {"river"}), is_key("Hop", ())
    (True, False, False)
    """
    return _KEY.fullmatch(key) is not None and key not in taken


def sound_rows(rows: object, of_row: Callable[[object], One | None]) -> tuple[One, ...] | None:
    """Read rows that a stranger may have written; None if they, or one of them, mean nothing, or a name comes twice."""
    if not isinstance(rows, list) or len(rows) > MOST_OWN:
        return None
    found = [of_row(row) for row in rows]
    sound = tuple(one for one in found if one is not None)
    return sound if len(sound) == len(found) and len({one.key for one in sound}) == len(sound) else None
