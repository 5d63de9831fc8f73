"""Draw a board's ground from its file, and say by line what cannot be drawn."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from campaign.engine.drawnmap import LETTERS, DrawnMap, side_words
from campaign.model.tokens import Token
from maps.grid.hexgrid import SIDES, Grid
from maps.ownhexsides import own_hexsides
from maps.ownterrain import own_terrain
from maps.problems import Problem
from maps.toml_lines import shown

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap
    from maps.toml_lines import KeyPath, TomlReader

__all__ = ["FEATURES", "Drawing"]

FEATURES = {
    # list in the file: word of the drawn map, mark between its hexes
    "roads": ("road", "-"), "tracks": ("track", "-"), "rivers": ("river", "/"), "streams": ("stream", "/"),
    "bridges": ("bridge", "/"), "fords": ("ford", "/"), "walls": ("steep", "/"), "hedges": ("steep", "/"),
}  # fmt: skip
"""What a board's file can lay on links and hexsides. Roads run over hexes, the rest lies between two."""

NOWHERE = "A board of this project: it lies nowhere on earth; its coordinates are only there to have metres."
_MOST = 60
_LETTER, _LAID = "letter", "sides"
"""What a board says of a kind of its own besides: the letter that draws it, the hexsides where it lies."""


class Drawing:
    """The ground of a board, being drawn; faults go to the reader."""

    def __init__(self, reader: TomlReader, name: str, width_km: float) -> None:
        """Read rows and features; wrong ones are noted and left out."""
        self._reader, self._name, self._width_km = reader, name, width_km
        self._own, (self._borders, _) = own_terrain(reader, (_LETTER,)), own_hexsides(reader, (_LAID,))
        self._letters = self._read_letters()
        self._rows = self._read_rows()
        self._grid = Grid(cols=len(self._rows[0]), rows=len(self._rows))
        self._laid = {key: self._read_feature(key, mark) for key, (_, mark) in FEATURES.items()}
        self._bordered = {one.key: self._read_sides(one.key) for one in self._borders}
        self._places = [self._read_place(k) for k in range(self.count("place"))]

    def count(self, key: str) -> int:
        """Count the tables of an array, ``[[place]]``."""
        tables = self._reader.raw(key)
        if tables is None:
            return 0
        if not isinstance(tables, list):
            self._reader.fault((key,), f"is {shown(tables)}", f"write [[{key}]] and its lines below")
            return 0
        return len(tables)

    def hex(self, *keys: str | int) -> int:
        """Take a printed number; 0, and a fault, if it is none."""
        return self._index(self._reader.text(*keys), *keys)

    def hexes(self, *keys: str | int) -> tuple[int, ...]:
        """Take a list of printed numbers."""
        return tuple(self._index(number, *keys) for number in self._reader.texts(*keys))

    def finish(self) -> HexMap:
        """Make the map."""
        ground = DrawnMap()
        ground.width(Token(str(self._width_km), 1))
        for row in self._rows:
            ground.row([Token("".join(self._played(mark) for mark in row), 1)])
        words = side_words()
        for key, (word, _) in FEATURES.items():
            for entry in self._laid[key]:
                ground.side(*words[word], Token(entry, 1))
        for number, name in self._places:
            ground.place(Token(number, 1), Token(name, 1))
        return self._with_own(replace(ground.finish(), name=self._name, notes=self._notes()))

    def _played(self, mark: str) -> str:
        """Give the letter of what ground of the board's own resembles; open, where that has none."""
        if mark in LETTERS:
            return mark
        like = self._own[self._letters[mark]].resembles
        return next((letter for letter, name in LETTERS.items() if name == like), ".")

    def _with_own(self, board: HexMap) -> HexMap:
        """Put the board's own ground and hexsides on it."""
        if not self._own and not self._borders:
            return board
        terrain, border = board.terrain.copy(), np.zeros((len(board), SIDES), np.uint8)
        first = len(board.terrain_names)
        for k, mark in enumerate("".join(self._rows)):
            if mark in self._letters:
                terrain[k] = first + self._letters[mark]
        for code, one in enumerate(self._borders, start=1):
            for entry in self._bordered[one.key]:
                here, there = (self._grid.index_of(number) for number in entry.split("/"))
                side = self._grid.side_towards(here, there)
                border[here, side] = border[there, (side + 3) % SIDES] = code
        names = (*board.terrain_names, *(one.resembles for one in self._own))
        return replace(board, terrain=terrain, terrain_names=names, own=self._own, border=border, borders=self._borders)

    def _notes(self) -> tuple[str, ...]:
        told = [f"{key.capitalize()}: {', '.join(self._laid[key])}." for key in ("walls", "hedges") if self._laid[key]]
        return (NOWHERE, *told)

    def _read_letters(self) -> dict[str, int]:
        """Read the letter that draws each kind of the board's own."""
        letters: dict[str, int] = {}
        for k, one in enumerate(self._own):
            letter = self._reader.text("kind", one.key, _LETTER)
            if len(letter) == 1 and letter.isprintable() and letter not in {*LETTERS, *letters}:
                letters[letter] = k
            elif letter:
                taken = " ".join((*LETTERS, *letters))
                what, remedy = f"is {letter!r}", f"take one letter that is none of {taken}"
                self._reader.fault(("kind", one.key, _LETTER), what, remedy)
        return letters

    def _read_sides(self, key: str) -> list[str]:
        place = ("hexside", key, _LAID)
        return [entry for entry in self._reader.texts(*place) if self._is_sound(place, entry, "/")]

    def _read_rows(self) -> list[str]:
        rows = ["".join(line.split()) for line in self._reader.text("rows").splitlines() if line.strip()]
        first = self._reader.lines.get(("rows",), 0)
        for k, row in enumerate(rows, start=1):
            known = (*LETTERS, *self._letters)
            strange = sorted(set(row) - set(known))
            if strange:
                self._fault(first + k, f"no terrain is drawn {strange[0]!r}", f"known are {' '.join(known)}")
            if len(row) != len(rows[0]):
                self._fault(first + k, f"this row has {len(row)} hexes", f"the first has {len(rows[0])}")
        if not rows or max(len(rows), len(rows[0])) > _MOST:
            self._reader.fault(("rows",), "is no board", f"draw 1 to {_MOST} rows of 1 to {_MOST} letters")
            return ["."]
        return rows

    def _fault(self, line: int, what: str, remedy: str) -> None:
        self._reader.problems.append(Problem(f"{self._reader.name}, line {line}", what, remedy))

    def _read_feature(self, key: str, mark: str) -> list[str]:
        return [entry for entry in self._reader.texts(key) if self._is_sound((key,), entry, mark)]

    def _is_sound(self, place: KeyPath, entry: str, mark: str) -> bool:
        numbers = entry.split(mark)
        example = "a road is written 0101-0102-0203" if mark == "-" else "a hexside is written 0101/0102"
        if len(numbers) < 2 or (mark == "/" and len(numbers) > 2):
            self._reader.fault(place, f"has {entry!r}", example)
            return False
        indices = [self._index(number, *place) for number in numbers]
        for (a, here), (b, there) in pairwise(zip(numbers, indices, strict=True)):
            if there not in self._grid.neighbours(here):
                self._reader.fault(place, f"has {entry!r}, and {a} and {b} are not neighbours", example)
                return False
        return True

    def _read_place(self, k: int) -> tuple[str, str]:
        self._reader.only("place", k, known=("name", "hex"))
        return self._grid.number(self.hex("place", k, "hex")), self._reader.text("place", k, "name")

    def _index(self, number: str, *keys: str | int) -> int:
        try:
            return self._grid.index_of(number)
        except ValueError as error:
            self._reader.fault(keys, f"names {number!r}", str(error))
            return 0
