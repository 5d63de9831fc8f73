"""
Print the order of battle as a tree: formations with their bands, below each its units with symbol, place and strength.

The tree runs down a column and on at the top of the next. Each side begins on a page of its own.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.palette import shipped_palette
from scenarios.drawing.bands import ink_on
from scenarios.drawing.faces import width_mm
from scenarios.drawing.pdf import MM, blank, draw_scene
from scenarios.drawing.pencil import Pencil
from scenarios.drawing.unitsign import SIGN_SHAPE, draw_sign
from scenarios.formats.shown import plain
from scenarios.printshop.force import armies
from scenarios.printshop.tiling import PAPERS
from scenarios.symbols import echelon_mark

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenarios.drawing.counterface import Piece
    from scenarios.formats.shown import Body, Shown, Unit
    from scenarios.printshop.force import Army

__all__ = ["chart_pdf"]

_MARGIN, _HEAD, _FOOT, _GAP = 10.0, 14.0, 6.0, 5.0
_COLUMN_MM = 58.0
_LEAST_COLUMN_MM = 80.0
"""How far down the page a column goes at least before the next is begun."""
_STEP, _SIGN_MM = 3.2, 6.4
_UNIT_HIGH, _AGAIN_HIGH = 5.2, 4.6
_BODY_HIGH = {"army_group": 9.0, "army": 8.6, "corps": 8.2, "division": 7.4, "brigade": 7.4, "group": 7.4}
_LOW_HIGH = 5.6
_TYPE = {"army_group": 4.4, "army": 4.4, "corps": 3.9, "division": 3.5, "brigade": 3.5, "group": 3.5}
_LOW_TYPE = 2.9
_MOST_UNITS = 10_000
_INK, _SOFT = "ink.counter", "ink.rim"


class _Row(NamedTuple):
    """A row of the tree: a formation, or a unit with its piece."""

    depth: int
    runs: tuple[bool, ...]
    """For each level above, whether its line runs on below this row."""
    body: Body | None
    unit: Unit | None = None
    piece: Piece | None = None

    @property
    def high(self) -> float:
        """How high it is."""
        return _BODY_HIGH.get(self.body.size, _LOW_HIGH) if self.body else _UNIT_HIGH


class _Column(NamedTuple):
    rows: tuple[_Row, ...]
    above: str
    """Name of the formation that its first row belongs to, "" if it begins a tree."""


def chart_pdf(shown: Shown, *, points: str, paper_name: str = "A4") -> bytes:
    """
    Make the PDF of the orders of battle that a viewer knows.

    Parameters
    ----------
    points
        What the rules call the strength of a unit, in the plural.

    Raises
    ------
    ProblemsFound
        If there is no unit, or far too many.
    """
    forces = armies(shown, points, things="units", most=_MOST_UNITS)
    canvas, out = blank(f"{shown.name}: order of battle")
    paper = PAPERS[paper_name]
    canvas.setPageSize((paper[0] * MM, paper[1] * MM))
    for army in forces:
        palette = shipped_palette().with_inks(army.inks)
        across = max(1, int((paper[0] - 2 * _MARGIN + _GAP) // (_COLUMN_MM + _GAP)))
        columns = _balanced(tuple(_rows(army)), paper[1] - 2 * _MARGIN - _HEAD - _FOOT, across)
        pages = -(-len(columns) // across)
        for page in range(pages):
            pencil = Pencil(*paper)
            _frame(pencil, shown, army, f"{page + 1} of {pages}", points)
            wide = (paper[0] - 2 * _MARGIN - (across - 1) * _GAP) / across
            for n, column in enumerate(columns[page * across : (page + 1) * across]):
                _draw_column(pencil, shown, army, column, _MARGIN + n * (wide + _GAP), wide)
            draw_scene(canvas, pencil.scene(), 1.0, palette)
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def _rows(army: Army) -> Iterator[_Row]:
    """Give the tree row by row: below each formation its units, then the formations below it."""
    units: dict[str, list[tuple[Unit, Piece]]] = defaultdict(list)
    below: dict[str, list[Body]] = defaultdict(list)
    known = {body.id for _, body in army.bodies}
    for unit, piece in zip(army.units, army.pieces, strict=True):
        units[unit.formation if unit.formation in known else ""].append((unit, piece))
    for _, body in army.bodies:
        below[body.parent if body.parent in known else ""].append(body)
    held = _holding(army, below, units)

    def under(key: str, depth: int, runs: tuple[bool, ...]) -> Iterator[_Row]:
        bodies = [body for body in below[key] if body.id in held]
        for n, (unit, piece) in enumerate(units[key], 1):
            yield _Row(depth, (*runs, n < len(units[key]) or bool(bodies)), None, unit, piece)
        for n, body in enumerate(bodies, 1):
            here = (*runs, n < len(bodies))
            yield _Row(depth, here, body)
            yield from under(body.id, depth + 1, here)

    return under("", 0, ())


def _holding(army: Army, below: dict[str, list[Body]], units: dict[str, list[tuple[Unit, Piece]]]) -> set[str]:
    """Name the formations that have a unit, or hold one that has; from the lowest up."""
    held: set[str] = set()
    for _, body in reversed(army.bodies):
        if units[body.id] or any(one.id in held for one in below[body.id]):
            held.add(body.id)
    return held


def _balanced(rows: Sequence[_Row], most: float, across: int) -> list[_Column]:
    """Fill columns about alike on as few pages as there must be: none runs down the page where the others are empty."""
    full = list(_columns(rows, most))
    room = -(-len(full) // across) * across
    tried = (list(_columns(rows, high)) for high in np.arange(_LEAST_COLUMN_MM, most, _UNIT_HIGH))
    return next((columns for columns in tried if len(columns) <= room), full)


def _columns(rows: Iterable[_Row], high: float) -> Iterator[_Column]:
    """Fill columns; no formation stands alone at the foot of one."""
    taken: list[_Row] = []
    at, chain, above = 0.0, list[str](), ""
    for row in rows:
        chain = chain[: row.depth]
        room = row.high + (_UNIT_HIGH + _LOW_HIGH if row.body else 0.0)
        if taken and at + room > high:
            yield _Column(tuple(taken), above)
            taken, above = [], chain[-1] if chain else ""
            at = _AGAIN_HIGH if above else 0.0
        taken.append(row)
        at += row.high
        if row.body:
            chain.append(row.body.name)
    if taken:
        yield _Column(tuple(taken), above)


def _frame(pencil: Pencil, shown: Shown, army: Army, page: str, points: str) -> None:
    """Write the head and the foot of a page."""
    right, wide = pencil.wide - _MARGIN, pencil.wide - 2 * _MARGIN
    pencil.rect(_MARGIN, _MARGIN, wide, 9.0, army.pieces[0].look.fill)
    pencil.text(_MARGIN + 3.0, _MARGIN + 6.4, f"{plain(army.party.name)}: order of battle", 5.4,
                colour=army.pieces[0].look.ink, within=wide * 0.62)  # fmt: skip
    total = sum(unit.strength or 0 for unit in army.units)
    told = f"{len(army.units)} units, {total:,} {points}"
    pencil.text(right - 3.0, _MARGIN + 6.1, told, 3.2, face="text", colour=army.pieces[0].look.ink, anchor=1.0,
                within=wide * 0.34)  # fmt: skip
    foot = pencil.high - _MARGIN
    words = f"{plain(shown.name)}, {shown.when}"
    pencil.text(_MARGIN, foot, words, 2.5, face="text", colour=_SOFT, within=wide * 0.8)
    pencil.text(right, foot, page, 2.5, face="text", colour=_SOFT, anchor=1.0)


def _draw_column(pencil: Pencil, shown: Shown, army: Army, column: _Column, x: float, wide: float) -> None:
    y = _MARGIN + _HEAD
    if column.above:
        pencil.text(x, y + 2.8, f"{plain(column.above)}, continued", 2.4, face="text_italic", colour=_SOFT, within=wide)
        y += _AGAIN_HIGH
    top = y
    for row in column.rows:
        _branches(pencil, row, x, y, starts=y == top and bool(column.above))
        left = x + row.depth * _STEP
        if row.body:
            _draw_body(pencil, army, row.body, left, y, x + wide)
        elif row.unit and row.piece:
            _draw_unit(pencil, shown, row.unit, row.piece, (left, y, x + wide))
        y += row.high


def _branches(pencil: Pencil, row: _Row, x: float, y: float, *, starts: bool) -> None:
    """Draw the lines of the tree that lead to a row and past it."""
    lines = []
    middle = y + row.high * (0.56 if row.body else 0.5)
    for level in range(row.depth):
        at = x + level * _STEP + 1.3
        own = level == row.depth - 1
        if own:
            lines += [
                [(at, y), (at, y + row.high if row.runs[level + 1] else middle)],
                [(at, middle), (at + 1.6, middle)],
            ]
        elif row.runs[level + 1]:
            lines.append([(at, y), (at, y + row.high)])
    if starts:
        lines = [[(a, b - 0.6 if b == y else b) for a, b in line] for line in lines]
    if lines:
        pencil.lines(lines, _SOFT, 0.18)


def _draw_body(pencil: Pencil, army: Army, body: Body, x: float, y: float, right: float) -> None:
    """Draw a formation: on its band if it has one, else in bold, with the mark of its size."""
    high, size = _BODY_HIGH.get(body.size, _LOW_HIGH), _TYPE.get(body.size, _LOW_TYPE)
    band = army.bands.get(body.id)
    top, foot = y + 1.2, y + high - 0.4
    colour = _INK
    if band is not None:
        pencil.rect(x, top, right - x, foot - top, band.colour)
        if band.is_striped:
            pencil.rect(x, foot - 1.1, right - x, 1.1, band.stripe)
        colour = ink_on(shipped_palette().colour(band.colour))
    elif body.size in _BODY_HIGH:
        pencil.rect(x, top, right - x, foot - top, army.pieces[0].look.pale)
    base = (top + foot) / 2 + size * 0.35 - (0.5 if band and band.is_striped else 0.0)
    mark = echelon_mark(body.size)
    used = pencil.text(right - 1.2, base, mark, size * 0.8, face="counter", colour=colour, anchor=1.0) if mark else 0.0
    pencil.text(x + 1.2, base, plain(body.name), size, colour=colour, within=right - x - used - 3.6)


def _draw_unit(pencil: Pencil, shown: Shown, unit: Unit, piece: Piece, room: tuple[float, float, float]) -> None:
    """Draw a unit: symbol with the mark of its size, name, where it stands or when it comes, strength."""
    x, y, right = room
    high = _SIGN_MM / SIGN_SHAPE
    draw_sign(pencil, unit.symbol, x, y + _UNIT_HIGH - 0.5 - high, _SIGN_MM)
    base = y + _UNIT_HIGH - 1.1
    mark = pencil.text(x + _SIGN_MM + 0.8, base, echelon_mark(unit.size), 2.1, face="counter", colour=_SOFT)
    strength = "" if unit.full is None else unit.points
    used = width_mm(strength, 3.0, "counter_bold")
    left = x + _SIGN_MM + max(mark, 2.0) + 1.9
    name = pencil.text(left, base, piece.name, 2.9, within=(right - left - used) * 0.62)
    where = _where(shown, unit)
    free = right - used - 1.5 - (left + name + 1.5)
    if where and free > 5.0:
        pencil.text(right - used - 1.5, base, where, 2.2, face="text", colour=_SOFT, anchor=1.0, within=free)
    pencil.text(right, base, strength, 3.0, anchor=1.0)


def _where(shown: Shown, unit: Unit) -> str:
    """Say where a unit stands, as place and hex, or when it comes."""
    if unit.hex is not None:
        return f"{plain(unit.place)} {shown.hexmap.number(unit.hex)}".strip()
    if unit.arrives is not None:
        day, turn, hexagon = unit.arrives
        return f"day {day}, {shown.turn_word} {turn}: {shown.hexmap.number(hexagon)}"
    return ""
