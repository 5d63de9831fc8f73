"""Read how large a table is, and how wide its hexes are, in the words that clubs use."""

from __future__ import annotations

import re

from maps.making.nested import Table
from maps.problems import Problem, raise_any

__all__ = ["read_lengths", "table_of"]

_INCHES = {"in": 1.0, '"': 1.0, "ft": 12.0, "'": 12.0, "mm": 1 / 25.4, "cm": 1 / 2.54, "m": 100 / 2.54}
_ALSO = {"inch": "in", "inches": "in", "feet": "ft", "foot": "ft", "": "in"}
_LENGTHS = re.compile(r"\s*(\d+(?:[.,]\d+)?)(?:\s*[xX*×]\s*(\d+(?:[.,]\d+)?))?\s*([a-z'\"]*)\s*")


def read_lengths(text: str, count: int) -> tuple[float, ...] | None:
    """
    Read a length, or two with an x between them, as inches; None if it is none.

    >>> read_lengths("6x4 ft", 2)
    (72.0, 48.0)
    >>> read_lengths("100 mm", 1)
    (3.937007874015748,)
    """
    found = _LENGTHS.fullmatch(text.lower())
    unit = _ALSO.get(found[3], found[3]) if found else None
    if found is None or unit not in _INCHES or (found[2] is not None) != (count == 2):
        return None
    numbers = (number for number in found.groups()[:2] if number is not None)
    return tuple(float(number.replace(",", ".")) * _INCHES[unit] for number in numbers)


def table_of(size: str, hex_wide: str, inch_m: float) -> Table:
    """
    Read a table: ``6x4 ft`` with hexes of ``3 in``, an inch being so many metres.

    Raises
    ------
    ProblemsFound
        With everything that cannot be read or cannot be.
    """
    sides, wide = read_lengths(size, 2), read_lengths(hex_wide, 1)
    problems = []
    if sides is None:
        problems.append(Problem("table", f"{size!r} is no size", "write 6x4 ft, 72x48 in or 180x120 cm"))
    if wide is None:
        problems.append(Problem("width of a hex", f"{hex_wide!r} is no length", "write 3 in, 10 cm or 100 mm"))
    raise_any(problems)
    assert sides is not None
    assert wide is not None
    table = Table(sides[0], sides[1], inch_m, wide[0])
    raise_any(table.problems())
    return table
