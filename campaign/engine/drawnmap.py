"""Draw a small map in text: rows of letters for terrain, a line for each road, river, bridge and height."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from maps.grid.hexgrid import SIDES, Grid
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS, SLOPES, HexMap, Place
from maps.grid.layout import Layout
from maps.palette import shipped_palette
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from campaign.model.tokens import Token

__all__ = ["LETTERS", "DrawnMap", "side_words"]

LETTERS = {row.letter: name for name, row in shipped_palette().terrain.items() if row.letter}
"""What a letter of a row of the map stands for."""

_HEIGHTS_M = {name: row.drawn_m for name, row in shipped_palette().terrain.items() if row.drawn_m}
"""A hill that is drawn is higher than what is about it; ``height`` says otherwise."""


class DrawnMap:
    """A map being drawn; ``finish`` gives it."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._rows: list[str] = []
        self._width_m, self._flat = 1000.0, True
        self._terrain: list[tuple[Token, Token]] = []
        self._lines: list[tuple[str, int, Token]] = []
        self._heights: list[tuple[Token, float]] = []
        self._places: list[tuple[Token, str]] = []

    def row(self, marks: list[Token]) -> None:
        """Add a row of hexes, from the north."""
        text = "".join(token.text for token in marks)
        for token in marks:
            for mark in token.text:
                if mark not in LETTERS:
                    raise token.wrong(what=f"no terrain is drawn so; known are {' '.join(LETTERS)}")
        if self._rows and len(text) != len(self._rows[0]):
            raise marks[0].wrong(what=f"this row has {len(text)} hexes, the first has {len(self._rows[0])}")
        self._rows.append(text)

    def blank(self, size: Token) -> None:
        """Draw open ground of so many columns and rows, ``9x7``."""
        cols, _, rows = size.text.partition("x")
        if not (cols.isdigit() and rows.isdigit() and 0 < int(cols) <= 60 and 0 < int(rows) <= 60):
            raise size.wrong(what="a map's size is written columns x rows, for example 9x7, up to 60x60")
        self._rows = ["." * int(cols)] * int(rows)

    def width(self, km: Token) -> None:
        """Set the width of a hex, kilometres."""
        self._width_m = 1000.0 * _number(km, 0.01, 50.0)

    def pointy(self) -> None:
        """Lay the hexes in rows."""
        self._flat = False

    def terrain(self, number: Token, name: Token) -> None:
        """Set a hex's terrain by its name."""
        known = shipped_palette().terrain
        if name.text not in known:
            raise name.wrong(what=f"there is no such terrain; {did_you_mean(name.text, known)}")
        self._terrain.append((number, name))

    def side(self, column: str, names: tuple[str, ...], name: str, place: Token) -> None:
        """Put something on a hexside ``0304/0305``, or on each link of a path ``0304-0305-0306``."""
        self._lines.append((column, names.index(name), place))

    def height(self, number: Token, metres: Token) -> None:
        """Set a hex's height."""
        self._heights.append((number, _number(metres, -500.0, 9000.0)))

    def place(self, number: Token, name: Token) -> None:
        """Name a place."""
        self._places.append((number, name.text))

    def finish(self) -> HexMap:
        """Make the map."""
        rows = self._rows or ["." * 9] * 7
        grid = Grid(cols=len(rows[0]), rows=len(rows), flat_top=self._flat)
        terrain = [LETTERS[mark] for row in rows for mark in row]
        for number, name in self._terrain:
            terrain[_index(grid, number)] = name.text
        names = tuple(dict.fromkeys([*LETTERS.values(), *terrain]))
        heights = np.array([_HEIGHTS_M.get(name, 0.0) for name in terrain], np.float32)
        for number, metres in self._heights:
            heights[_index(grid, number)] = metres
        columns: dict[str, Any] = {name: np.zeros((len(grid), SIDES), np.uint8) for name in _COLUMNS}
        for column, code, place in self._lines:
            for here, side in _sides(grid, place):
                there = grid.neighbours(here)[side]
                columns[column][here, side] = columns[column][there, (side + 3) % SIDES] = code
        return HexMap(
            name="drawn", layout=Layout(grid, "EPSG:32631", 500_000.0, 5_500_000.0, self._width_m),
            inside=np.ones(len(grid), bool), terrain=np.array([names.index(name) for name in terrain], np.uint8),
            terrain_names=names, elevation_m=heights, low_m=heights.copy(), high_m=heights.copy(),
            relief_m=np.zeros(len(grid), np.float32), cover=np.zeros((len(grid), 0), np.float32), cover_names=(),
            rule=np.zeros(len(grid), np.uint8), rule_names=("drawn by hand",),
            places=tuple(Place(name, _index(grid, number), 0.0, 0.0, 1000, 3) for number, name in self._places),
            **columns,
        )  # fmt: skip


_COLUMNS = {"hexside": HEXSIDES, "slope": SLOPES, "crossing": CROSSINGS, "road": ROADS, "rail": RAILS}


def _index(grid: Grid, number: Token) -> int:
    try:
        return grid.index_of(number.text)
    except ValueError as error:
        raise number.wrong(str(error)) from None


def _sides(grid: Grid, place: Token) -> list[tuple[int, int]]:
    mark = "/" if "/" in place.text else "-"
    indices = []
    for part in place.text.split(mark):
        try:
            indices.append(grid.index_of(part))
        except ValueError as error:
            raise place.wrong(str(error)) from None
    if len(indices) < 2 or (mark == "/" and len(indices) > 2):
        raise place.wrong(what="a hexside is written 0304/0305, a road 0304-0305-0306")
    try:
        return [(here, grid.side_towards(here, there)) for here, there in pairwise(indices)]
    except ValueError as error:
        raise place.wrong(str(error)) from None


def _number(token: Token, low: float, high: float) -> float:
    try:
        value = float(token.text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise token.wrong(what=f"give a number from {low:g} to {high:g}")
    return value


def side_words() -> dict[str, tuple[str, tuple[str, ...], str]]:
    """Name the words that lie on hexsides or links (river, bridge, road, rail, cliff ...): column, its names, name."""
    renamed = {"main": "road", "single": "rail"}
    return {renamed.get(name, name): (column, names, name) for column, names in _COLUMNS.items() for name in names[1:]}
