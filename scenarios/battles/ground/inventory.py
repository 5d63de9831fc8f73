"""Read which pieces of terrain a club owns: a TOML file, a table for each kind of piece."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from maps.problems import did_you_mean, raise_any
from maps.toml_lines import TomlReader, load_toml
from scenarios.battles.ground.tables import read_lengths

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["AREAS", "LINES", "Piece", "read_inventory"]

AREAS: Mapping[str, tuple[str, ...]] = {
    "woods": ("woods_dense", "woods_open"), "orchard": ("orchard", "vineyard"), "bocage": ("bocage",),
    "houses": ("town", "city", "village"), "hill": ("hills", "mountain"), "rough": ("rough",), "marsh": ("marsh",),
    "water": ("water", "sea"), "sand": ("sand", "beach"),
}  # fmt: skip
"""What pieces stand for, by kind: terrain of the map."""
LINES = ("road", "track", "rail", "river", "stream", "bridge")
"""Kinds of piece that are laid along lines; their longer side counts, of bridges their number."""

_KEYS = ("kind", "name", "size", "count")
_MOST_KINDS, _MOST_COUNT, _MOST_IN = 60, 200, 100.0


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of piece that a club owns: what it stands for, its sides in inches, and how many there are."""

    name: str
    kind: str
    wide: float
    high: float
    count: int

    @property
    def longer(self) -> float:
        """Its longer side, inches."""
        return max(self.wide, self.high)


def read_inventory(path: Path) -> tuple[Piece, ...]:
    """
    Read an inventory.

    Raises
    ------
    ProblemsFound
        With every fault, by line.
    """
    data, lines = load_toml(path)
    reader = TomlReader(path.name, data, lines)
    reader.only(known=("piece",))
    rows = data.get("piece")
    if not isinstance(rows, list) or not 1 <= len(rows) <= _MOST_KINDS:
        reader.fault(("piece",), "are not told", f"write 1 to {_MOST_KINDS} tables [[piece]] with {', '.join(_KEYS)}")
        rows = []
    pieces = [_piece(reader, k) for k in range(len(rows))]
    names = [piece.name for piece in pieces]
    for k, name in enumerate(names):
        if name in names[:k]:
            reader.fault(("piece", k, "name"), f"is {name!r} again", "give each piece its own name")
    raise_any(reader.by_line())
    return tuple(pieces)


def _piece(reader: TomlReader, k: int) -> Piece:
    reader.only("piece", k, known=_KEYS)
    kind, size = reader.text("piece", k, "kind"), reader.text("piece", k, "size")
    known = (*AREAS, *LINES)
    if kind not in known:
        reader.fault(("piece", k, "kind"), f"is {kind!r}", did_you_mean(kind, known))
    sides = read_lengths(size, 2)
    if sides is None or not all(0 < side <= _MOST_IN for side in sides):
        reader.fault(("piece", k, "size"), f"is {size!r}", "write 6x8 in or 15x20 cm")
        sides = (1.0, 1.0)
    count = int(reader.number("piece", k, "count", low=1, high=_MOST_COUNT, default=1))
    name = reader.text("piece", k, "name", default=f"{kind} {size}")
    return Piece(name, kind, sides[0], sides[1], count)
