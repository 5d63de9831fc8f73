"""Read hexes by their printed numbers, as people write them: what is no hex of the map is said with the way out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maps.grid.hexmap import HexMap

__all__ = ["hex_named", "hexes_named"]


def hex_named(hexmap: HexMap, number: str) -> int:
    """Read one printed number; raises ``ProblemsFound`` if it is no hex of the map."""
    return hexes_named(hexmap, [number])[0]


def hexes_named(hexmap: HexMap, numbers: Iterable[str]) -> list[int]:
    """Read printed numbers; raises ``ProblemsFound`` with all that are no hexes of the map."""
    found, problems = [], []
    for number in numbers:
        try:
            found.append(int(hexmap.index_of(number)))
        except ValueError as error:
            problems.append(Problem("hex", str(error), "take a number that is printed on the map"))
    if problems:
        raise ProblemsFound(problems)
    return found
