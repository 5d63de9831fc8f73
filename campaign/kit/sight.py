"""Draw lines of sight from hex to hex.

The line runs from centre to centre. Where it runs along a hexside it may be read to pass on either side; the first
course is that of ``Grid.line``.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache

from maps.grid.hexgrid import Grid


@lru_cache(maxsize=100_000)
def courses(grid: Grid, a: int, b: int) -> tuple[tuple[int, ...], ...]:
    """List the hexes of the line between two, both ends included; two courses if it runs along hexsides.

    >>> from maps.grid.hexgrid import Grid
    >>> courses(Grid(9, 9), 0, 27)
    ((0, 9, 18, 27),)
    >>> len(courses(Grid(9, 9), 36, 38))
    2
    """
    first, other = (tuple(grid.line(a, b, lean)) for lean in (1, -1))
    return (first,) if first == other else (first, other)


def clear(lines: Iterable[tuple[int, ...]], blocks: Callable[[tuple[int, ...], int], bool]) -> list[tuple[int, ...]]:
    """Give the lines that nothing blocks between their ends; ``blocks`` says so of a line and a hex."""
    return [line for line in lines if not any(blocks(line, index) for index in line[1:-1])]
