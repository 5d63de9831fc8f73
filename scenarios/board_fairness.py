"""Hold a board against what it claims: that it looks the same to both sides, turned by half or in a mirror."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maps.grid.hexgrid import SIDES
from maps.problems import Problem

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap
    from scenarios.board import Board

__all__ = ["unfairness"]

_COLUMNS = ("hexside", "slope", "border", "crossing", "road")


def unfairness(board: Board) -> list[Problem]:
    """List where a board is not what it claims in ``fair``; a board that claims nothing has none."""
    if not board.fair:
        return []
    hexmap, grid = board.hexmap, board.hexmap.layout.grid
    if (grid.cols % 2 == 0) != (board.fair == "turned"):
        even = "an even" if board.fair == "turned" else "an odd"
        return [
            Problem(board.key, f"cannot be {board.fair} with {grid.cols} columns", f"draw {even} number of columns")
        ]
    twins = [_twin(hexmap, index, board.fair) for index in range(len(grid))]
    return [*_ground(board, twins), *_zones(board, twins), *_objectives(board, twins)]


def _twin(hexmap: HexMap, index: int, fair: str) -> int:
    """Give the hex where one comes to lie; columns stand half a hex lower by turns, hence the even and odd numbers."""
    cols = hexmap.layout.grid.cols
    if fair == "turned":
        return len(hexmap) - 1 - index
    row, col = divmod(index, cols)
    return row * cols + cols - 1 - col


def _side(side: int, fair: str) -> int:
    return (side + SIDES // 2 if fair == "turned" else -side) % SIDES


def _ground(board: Board, twins: list[int]) -> list[Problem]:
    found, hexmap, number = [], board.hexmap, board.hexmap.number
    for index, twin in enumerate(twins):
        if hexmap.terrain_of(index) != hexmap.terrain_of(twin):
            what = f"{number(index)} is {hexmap.terrain_of(index)}, {number(twin)} is {hexmap.terrain_of(twin)}"
            found.append(Problem(board.key, what, "make them alike"))
        for name in _COLUMNS:
            column = getattr(hexmap, name)
            if any(column[index, side] != column[twin, _side(side, board.fair)] for side in range(SIDES)):
                found.append(
                    Problem(board.key, f"{name} of {number(index)} and {number(twin)} differ", "make them alike")
                )
    return found


def _zones(board: Board, twins: list[int]) -> list[Problem]:
    first, second = board.zones
    if {twins[index] for index in first} == set(second):
        return []
    return [Problem(board.key, "the zones of the two sides are not alike", "mirror one into the other")]


def _objectives(board: Board, twins: list[int]) -> list[Problem]:
    worth = {objective.hex: objective.points for objective in board.objectives}
    if {twins[index]: points for index, points in worth.items()} == worth:
        return []
    return [
        Problem(board.key, "the objectives are not alike for the two sides", "mirror them, or put them in the middle")
    ]
