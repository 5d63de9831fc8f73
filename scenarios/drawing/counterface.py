"""
Draw a counter's two faces at any size.

The front tells, from the top down, the division (the band), what it is (symbol and size), how strong it is, and its
name; the ground and the pattern at the edge are those of the side. The back is pale, tells the same of side and
division, and has a box for each point that it can lose. All words keep clear of the edge by what a knife may take.
"""

from __future__ import annotations

from typing import NamedTuple

from maps.palette import shipped_palette
from scenarios.drawing.bands import PLAIN, Band, ink_on
from scenarios.drawing.faces import width_mm
from scenarios.drawing.pencil import CAP, LEAST_TYPE_MM, Pencil
from scenarios.drawing.unitsign import SIGN_SHAPE, draw_sign
from scenarios.symbols import echelon_mark

__all__ = ["Look", "Piece", "band_mm", "draw_back", "draw_front", "knife_mm", "side_inks"]

_SMALL_MM = 15.0
_KNIFE_MM, _KNIFE_SMALL_MM = 1.2, 0.9
_EDGE = (1.6, 5.0)
"""Where the edge pattern lies: its left end and its width, in hundredths of the counter."""
_LEFT = 9.0
"""Where words begin that stand beside the edge pattern."""
_MOST_BOXES = 20


class Look(NamedTuple):
    """How a side's counters look, as names of inks: the ground, its paler back, its lines, what is read on it."""

    fill: str
    pale: str
    line: str
    ink: str
    pattern: str


class Piece(NamedTuple):
    """What stands on a counter."""

    name: str
    symbol: str
    size: str
    """Size of the unit, as battalion."""
    strength: int | None
    """Points that it has now; None where nobody counts them."""
    full: int | None
    moves: str
    """How it moves, in a word."""
    group: str
    """Short name of its division."""
    band: Band
    look: Look
    points: str = "points"
    """What the rules call what it can lose."""


def knife_mm(size: float) -> float:
    """Give how far from a counter's edge its words stay, so that the knife takes none of them."""
    return _KNIFE_MM if size >= _SMALL_MM else _KNIFE_SMALL_MM


def band_mm(size: float) -> float:
    """Give how high the band is on a counter of a size, from its upper edge."""
    return knife_mm(size) + 0.145 * size


def draw_front(pencil: Pencil, piece: Piece, x: float, y: float, size: float) -> None:
    """Draw the front of a counter of a size in millimetres, its left upper corner at (x, y)."""
    face = _Face(pencil, x, y, size)
    face.ground(piece, piece.look.fill)
    face.sign(piece, 53.5, 57.0)
    if piece.full is not None:
        face.words(face.left, face.low, str(piece.full), 33.0, piece.look.ink)
    face.name(piece, beside=_figure_wide(piece.full))


def draw_back(pencil: Pencil, piece: Piece, x: float, y: float, size: float) -> None:
    """Draw the back: the same unit, small, and a box for each point; those that it has lost are filled."""
    face = _Face(pencil, x, y, size)
    face.ground(piece, piece.look.pale)
    face.small_sign(piece)
    if piece.full:
        face.boxes(piece)
    else:
        face.name(piece, beside=0.0)


def side_inks(key: str, fill: str, line: str) -> tuple[Look, dict[str, str]]:
    """Name the inks of a side by its key, without a pattern yet, and give their colours."""
    box = shipped_palette().ink["box"]
    pale = "#" + "".join(
        f"{round(int(box[k : k + 2], 16) * 0.62 + int(fill[k : k + 2], 16) * 0.38):02x}" for k in (1, 3, 5)
    )
    names = {part: f"side {key} {part}" for part in ("fill", "pale", "line")}
    ground, back, lines = (f"ink.{names[part]}" for part in ("fill", "pale", "line"))
    look = Look(ground, back, lines, ink_on(fill), "plain")
    return look, {names["fill"]: fill, names["pale"]: pale, names["line"]: line}


class _Face:
    """A face under the pencil; places are hundredths of its side."""

    def __init__(self, pencil: Pencil, x: float, y: float, size: float) -> None:
        self.pencil, self.x, self.y, self.unit = pencil, x, y, size / 100.0
        self.knife = knife_mm(size) / self.unit
        self.low = 100.0 - self.knife
        self.right = 100.0 - self.knife
        self.left = max(self.knife, _LEFT)
        self.least = LEAST_TYPE_MM / self.unit
        self.band_foot = band_mm(size) / self.unit
        self.sign_top = self.band_foot + max(11.0, self.least) * CAP + 4.8

    def rect(self, x: float, y: float, wide: float, high: float, colour: str) -> None:
        """Fill a rectangle."""
        unit = self.unit
        self.pencil.rect(self.x + x * unit, self.y + y * unit, wide * unit, high * unit, colour)

    def words(
        self, x: float, y: float, words: str, size: float, colour: str, *, anchor: float = 0.0, within: float = 0.0,
        face: str = "counter_bold",
    ) -> None:  # fmt: skip
        """Write a line, never smaller than can be read."""
        unit = self.unit
        self.pencil.text(
            self.x + x * unit, self.y + y * unit, words, max(size, self.least) * unit, face=face, colour=colour,
            anchor=anchor, within=within * unit,
        )  # fmt: skip

    def ground(self, piece: Piece, fill: str) -> None:
        """Lay the ground, the band with the division's name, and the pattern of the side."""
        self.rect(0, 0, 100, 100, fill)
        self.pattern(piece.look)
        foot = self.band_foot
        self.rect(0, 0, 100, foot, piece.band.colour)
        if piece.band.is_striped:
            self.rect(0, foot - 3.2, 100, 3.2, piece.band.stripe)
        self.rect(0, foot, 100, 0.9, "ink.counter")
        ink = ink_on(shipped_palette().colour(piece.band.colour)) if piece.band != PLAIN else "ink.counter"
        base = foot - (4.2 if piece.band.is_striped else 2.6)
        room = self.right - self.left
        self.words(self.left + room / 2, base, piece.group, (base - self.knife) / CAP, ink, anchor=0.5, within=room)

    def pattern(self, look: Look) -> None:
        """Draw the strip at the left: it tells the side to who sees no colours."""
        left, wide = _EDGE
        tops = [self.band_foot + 5 + 9 * k for k in range(8) if self.band_foot + 5 + 9 * k < 93]
        if look.pattern == "bars":
            for top in tops:
                self.rect(left, top, wide, 4.6, look.line)
        elif look.pattern == "dots":
            middle = left + wide / 2
            spots = [(self.x + middle * self.unit, self.y + (top + 2.3) * self.unit) for top in tops]
            self.pencil.dots(spots, 4.8 * self.unit, look.line)
        elif look.pattern == "teeth":
            for top in tops:
                ring = [(left, top), (left + wide, top + 3.4), (left, top + 6.8)]
                self.pencil.shape([[(self.x + a * self.unit, self.y + b * self.unit) for a, b in ring]], look.line)

    def sign(self, piece: Piece, middle: float, wide: float) -> None:
        """Draw the symbol with the mark of its size over it."""
        top = self.sign_top
        self.words(middle, top - 2.2, echelon_mark(piece.size), 11.0, piece.look.ink, anchor=0.5)
        unit = self.unit
        draw_sign(
            self.pencil, piece.symbol, self.x + (middle - wide / 2) * unit, self.y + top * unit, wide * unit,
            max(wide * unit * 0.036, 0.16),
        )  # fmt: skip

    def name(self, piece: Piece, beside: float) -> None:
        """Write the unit's name beside its figure, and below it how it moves where there is room for it."""
        room = self.right - self.left - beside
        small = self.unit * 100 < _SMALL_MM
        if piece.moves and not small:
            size = max(9.0, self.least)
            self.words(self.right, self.low, piece.moves, size, piece.look.ink, anchor=1.0, within=room, face="counter")
            self.words(self.right, self.low - size * CAP - 3.2, piece.name, 13.5, piece.look.ink, anchor=1.0,
                       within=room)  # fmt: skip
        else:
            self.words(self.right, self.low, piece.name, 13.5, piece.look.ink, anchor=1.0, within=room)

    def small_sign(self, piece: Piece) -> None:
        """Draw the symbol small at the upper left, and the name beside it."""
        top, wide, unit = self.band_foot + 5.0, 30.0, self.unit
        draw_sign(
            self.pencil, piece.symbol, self.x + self.left * unit, self.y + top * unit, wide * unit,
            max(wide * unit * 0.04, 0.14),
        )  # fmt: skip
        start, size = self.left + wide + 3.5, max(9.0, self.least)
        room, lower = self.right - start, top + 8.8 + size * CAP + 2.6
        name = _in_two(piece.name, self.least, room)
        self.words(start, top + 8.8, name[0], 12.5, "ink.counter", within=room)
        # A name of two lines takes the place of the word for what the boxes are; the head of the sheet says it too.
        if len(name) > 1:
            self.words(start, lower, name[1], size, "ink.counter", within=room)
        else:
            self.words(start, lower, piece.points, size, "ink.attack", within=room, face="counter")

    def boxes(self, piece: Piece) -> None:
        """Draw a box for each point, as large as the room lets them be; too many are told as a figure."""
        full = piece.full or 0
        lost = full - (full if piece.strength is None else piece.strength)
        top = self.band_foot + 5.0 + 30.0 / SIGN_SHAPE + 5.0
        room_wide, room_high = self.right - self.left, self.low - top
        if full > _MOST_BOXES:
            words = f"{full - lost} of {full}"
            self.words(self.left, self.low, words, 26.0, "ink.attack", within=room_wide)
            return
        across, side = _boxed(full, room_wide, room_high)
        unit, pen = self.unit, max(0.12, self.unit * 0.9)
        for n in range(full):
            row, column = divmod(n, across)
            x, y = self.x + (self.left + column * side) * unit, self.y + (top + row * side) * unit
            inner = side * 0.84 * unit
            # Points are lost from the last box to the first, so that the first that is open tells what is left.
            gone = n >= full - lost
            self.pencil.rect(x, y, inner, inner, "ink.attack" if gone else "ink.box")
            self.pencil.frame(x, y, inner, inner, "ink.counter", pen)
            if not gone and inner * 0.72 >= LEAST_TYPE_MM:
                self.pencil.text(x + inner / 2, y + inner * 0.76, str(n + 1), inner * 0.72, face="counter",
                                 colour="ink.counter", anchor=0.5)  # fmt: skip


def _in_two(name: str, least: float, room: float) -> list[str]:
    """Break a name that has no room on a line at the gap that leaves the longer part shortest, if it has one."""
    gaps = [k for k, letter in enumerate(name) if letter == " "]
    if not gaps or width_mm(name, least, "counter_bold") <= room:
        return [name]
    best = min(gaps, key=lambda k: max(k, len(name) - k - 1))
    return [name[:best], name[best + 1 :]]


def _boxed(count: int, wide: float, high: float) -> tuple[int, float]:
    """Find how many boxes stand in a row, and their side, so that they are as large as a room lets them be."""
    ways = ((across, min(wide / across, high / -(-count // across), 20.0)) for across in range(1, count + 1))
    return max(ways, key=lambda way: (round(way[1], 6), -way[0]))


def _figure_wide(strength: int | None) -> float:
    """Give the room that the figure takes, in hundredths."""
    return 0.0 if strength is None else 4.0 + 15.5 * len(str(strength))
