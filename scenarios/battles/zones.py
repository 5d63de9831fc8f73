"""Lay out where the sides of a battle set up on its table: where they stand in the campaign, or where they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.compass import WINDS, heading
from maps.grid.hexgrid import NO_HEX
from maps.grid.numbers import hexes_named
from maps.problems import Problem, ProblemsFound, raise_any

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from scenarios.battles.ground.marks import TableGround
    from scenarios.battles.plan import PlannedSide, TablePlan

__all__ = ["zones_of"]

_CLEAR = 2
"""Sides set up so many hexes apart, if there is room."""
_LEAST, _SHARE = 6, 6
"""A side whose own hexes lie off the table sets up in a sixth of it, the nearest."""
_THIRD = 1 / 3


def zones_of(plan: TablePlan, ground: TableGround, campaign: HexMap) -> dict[str, tuple[int, ...]]:
    """
    Give each side the hexes of the table where it sets up, the nearest to the enemy first.

    Raises
    ------
    ProblemsFound
        If the umpire named hexes that the table does not have, or the same for both, or left a side none.
    """
    board, told = ground.board, _told(plan, ground.board)
    there = {side.key: told.get(side.key) or _own(side, ground, told) for side in plan.sides}
    for side in plan.sides:
        if not there[side.key]:
            taken = {index for hexes in there.values() for index in hexes}
            there[side.key] = _nearest(side, board, campaign, taken)
    found = {}
    for side in plan.sides:
        mine, enemies = there[side.key], [k for key, hexes in there.items() if key != side.key for k in hexes]
        off = _distances(board, mine, enemies)
        clear = [k for k in range(len(mine)) if side.key in told or off[k] >= _CLEAR] or list(range(len(mine)))
        found[side.key] = tuple(mine[k] for k in sorted(clear, key=lambda k: (off[k], mine[k])))
    return found


def _own(side: PlannedSide, ground: TableGround, told: Mapping[str, Collection[int]]) -> list[int]:
    """Give the hexes of the table that lie in a side's own of the campaign, but for those that another is told."""
    taken = {index for hexes in told.values() for index in hexes}
    mine = np.flatnonzero(np.isin(ground.marks.parent, side.hexes) & ground.board.inside)
    return [int(index) for index in mine if index not in taken]


def _told(plan: TablePlan, board: HexMap) -> dict[str, list[int]]:
    """Read where the umpire has sides set up."""
    names = {side.key: side.name for side in plan.sides}
    found: dict[str, list[int]] = {}
    problems: list[Problem] = []
    for key, text in plan.zones:
        try:
            found[key] = _third(board, text) if text in WINDS else _named(board, text)
        except ProblemsFound as faults:
            problems += [Problem(f"where {names[key]} sets up", one.what, one.remedy) for one in faults.problems]
    both = set.intersection(*map(set, found.values())) if len(found) > 1 else set()
    if both:
        what = f"lies in both zones ({', '.join(map(board.number, sorted(both)[:6]))})"
        problems.append(Problem("where the sides set up", what, "give each side its own part of the table"))
    raise_any(problems)
    return found


def _named(board: HexMap, text: str) -> list[int]:
    """Read numbers of hexes; what is no hex, and is no direction either, is told with both ways to say it."""
    parts = text.replace(",", " ").split()
    if not any(part[:1].isdigit() for part in parts):
        remedy = f"write {', '.join(WINDS)}, or numbers of the table's hexes"
        raise ProblemsFound([Problem("zone", f"{text[:40]!r} is no part of the table", remedy)])
    blocks = [hexes_named(board, part.split("-", 1)) for part in parts]
    return list(dict.fromkeys(index for corners in blocks for index in _block(board, corners[0], corners[-1])))


def _block(board: HexMap, first: int, last: int) -> list[int]:
    """Give the hexes of the columns and rows from one hex to another."""
    cols = board.layout.grid.cols
    (y0, x0), (y1, x1) = divmod(first, cols), divmod(last, cols)
    rows, across = range(min(y0, y1), max(y0, y1) + 1), range(min(x0, x1), max(x0, x1) + 1)
    return [index for y in rows for x in across if board.inside[index := y * cols + x]]


def _third(board: HexMap, wind: str) -> list[int]:
    """Give the third of a table that lies in a direction."""
    inside = np.flatnonzero(board.inside)
    along = board.layout.to_map(board.layout.centres()[inside]) @ heading(board.layout, wind)
    least = along.max() - _THIRD * (along.max() - along.min())
    return [int(index) for index in inside[along >= least]]


def _nearest(side: PlannedSide, board: HexMap, campaign: HexMap, taken: Collection[int]) -> list[int]:
    """Give hexes of the table for a side whose own lie off it: the free ones that are nearest to them."""
    free = np.array([k for k in np.flatnonzero(board.inside).tolist() if k not in taken])
    if not len(free):
        what = f"has no room for {side.name}: the enemy's hexes fill it"
        raise ProblemsFound([Problem("table", what, "take a larger table, or fewer inches to the hex")])
    middle = campaign.layout.to_map(campaign.layout.centres()[list(side.hexes)]).mean(axis=0)
    off = np.linalg.norm(board.layout.to_map(board.layout.centres()[free]) - middle, axis=1)
    return [int(free[k]) for k in np.argsort(off, kind="stable")[: max(_LEAST, len(free) // _SHARE)]]


def _distances(board: HexMap, mine: Sequence[int], enemies: Sequence[int]) -> NDArray[np.int64]:
    """Count the hexes from each of mine to the nearest of the enemy's."""
    steps = np.full(len(board), len(board), np.int64)
    steps[list(enemies)] = 0
    edge = list(enemies)
    while edge:
        beside = board.neighbour[edge].ravel()
        beside = np.unique(beside[beside != NO_HEX])
        new = beside[steps[beside] == len(board)]
        steps[new] = steps[edge[0]] + 1
        edge = new.tolist()
    return steps[list(mine)]
