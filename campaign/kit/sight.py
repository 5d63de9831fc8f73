"""Draw lines of sight from hex to hex.

The line runs from centre to centre. Where it runs along a hexside it may be read to pass on either side; the first
course is that of ``Grid.line``.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache

from maps.grid.hexgrid import Grid, Hex


@lru_cache(maxsize=100_000)
def courses(grid: Grid, a: int, b: int) -> tuple[tuple[int, ...], ...]:
    """List the hexes of the line between two, both ends included; two courses if it runs along hexsides.

    >>> from maps.grid.hexgrid import Grid
    >>> courses(Grid(9, 9), 0, 27)
    ((0, 9, 18, 27),)
    >>> len(courses(Grid(9, 9), 36, 38))
    2
    """
    first, other = _course(grid, a, b, 1), _course(grid, a, b, -1)
    return (first,) if first == other else (first, other)


def clear(lines: Iterable[tuple[int, ...]], blocks: Callable[[tuple[int, ...], int], bool]) -> list[tuple[int, ...]]:
    """Give the lines that nothing blocks between their ends; ``blocks`` says so of a line and a hex."""
    return [line for line in lines if not any(blocks(line, index) for index in line[1:-1])]


def _course(grid: Grid, a: int, b: int, lean: int) -> tuple[int, ...]:
    start, end, steps = grid.hex_of(a), grid.hex_of(b), grid.distance(a, b)
    if not steps:
        return (a,)
    return tuple(grid.index_at(_nearest(start, end, k, steps, lean)) for k in range(steps + 1))


def _nearest(start: Hex, end: Hex, k: int, steps: int, lean: int) -> Hex:
    """Find the hex at ``k`` of ``steps``, in whole numbers; a tie leans to one side or the other."""
    # In units of 1/(1000 steps), a hair off the middle to whichever side is asked for.
    unit = 1000 * steps
    q = 1000 * (start.q * (steps - k) + end.q * k) + lean
    r = 1000 * (start.r * (steps - k) + end.r * k) + 2 * lean
    s = -q - r
    whole = [(2 * value + unit) // (2 * unit) for value in (q, r, s)]
    off = [abs(unit * near - value) for near, value in zip(whole, (q, r, s), strict=True)]
    worst = off.index(max(off))
    if worst == 0:
        return Hex(-whole[1] - whole[2], whole[1])
    return Hex(whole[0], -whole[0] - whole[2]) if worst == 1 else Hex(whole[0], whole[1])
