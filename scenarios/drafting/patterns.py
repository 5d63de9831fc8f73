"""Read the patterns: what a formation of a kind usually has, as a beginning of an order of battle."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

__all__ = ["Pattern", "pattern_units", "patterns"]


class Pattern(NamedTuple):
    """A formation of a kind: what it is called, and its rows of units."""

    key: str
    name: str
    formation: dict[str, str]
    rows: tuple[tuple[Any, ...], ...]

    @property
    def units(self) -> int:
        """How many units it has."""
        return sum(int(row[0]) for row in self.rows)


@lru_cache(maxsize=1)
def patterns() -> dict[str, Pattern]:
    """Give the patterns that come with the program, by key."""
    told = tomllib.loads(files("scenarios.drafting").joinpath("patterns.toml").read_text("utf-8"))
    rows = (
        Pattern(one["key"], one["name"], one["formation"], tuple(map(tuple, one["units"]))) for one in told["pattern"]
    )
    return {one.key: one for one in rows}


def pattern_units(pattern: Pattern) -> list[dict[str, Any]]:
    """Give the fields of a pattern's units, one each."""
    return [_unit(row, n) for row in pattern.rows for n in range(1, int(row[0]) + 1)]


def _unit(row: tuple[Any, ...], number: int) -> dict[str, Any]:
    _, kind, size, strength, mover, name, short, traits, band = row
    return {
        "kind": kind, "size": size, "strength": strength, "mover": mover, "name": name.format(n=number),
        "short": short.format(n=number), "traits": str(traits).split(), "band": band,
    }  # fmt: skip
