"""Print what is filled in by hand: message slips and result forms, with a code to the page where it is entered."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from maps.palette import shipped_palette
from scenarios.drawing.pdf import MM, blank, draw_scene
from scenarios.drawing.pencil import Pencil, fitted
from scenarios.printshop.furniture import wrapped
from scenarios.printshop.qr import draw_qr
from scenarios.printshop.tiling import PAPERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.pdfgen.canvas import Canvas

__all__ = ["Fight", "Fighter", "Slip", "message_slips", "result_forms"]

_MARGIN, _PAD = 10.0, 6.0
_INK, _SOFT, _BAR = "ink.counter", "ink.rim", "ink.name"
_QR_MM = 24.0
_LINE_MM = 8.0
_MOST_BOXES, _ROWS_A_PAGE, _MOST_RECEIVERS = 24, 14, 7


class Fighter(NamedTuple):
    """A unit in a fight, as the printer of its form knows it."""

    name: str
    what: str
    where: str
    strength: int | None
    """Points that it has now; None where that is not known."""


class Fight(NamedTuple):
    """A fight: where it is, and who is in it, side by side."""

    where: str
    sides: tuple[tuple[str, tuple[Fighter, ...]], ...]
    address: str = ""
    """Of the page where its own result is entered; "": of that of all."""


class Slip(NamedTuple):
    """What stands on a message slip; the lists are ticked: of many receivers the one is written instead."""

    sender: str
    when: str
    receivers: tuple[str, ...]
    means: tuple[str, ...]
    kinds: tuple[str, ...]
    address: str
    """Of the page where it is entered; "": no code is printed."""


def message_slips(slip: Slip, paper_name: str = "A4") -> bytes:
    """Make a page of four slips for messages, to cut apart."""
    wide, high = PAPERS[paper_name]
    pencil = Pencil(wide, high)
    for row in range(2):
        for column in range(2):
            _slip(pencil, (column * wide / 2, row * high / 2, wide / 2, high / 2), slip)
    pencil.lines([[(wide / 2, 0), (wide / 2, high)], [(0, high / 2), (wide, high / 2)]], _SOFT, 0.1)
    return _printed([pencil], f"{slip.sender}: messages")


def _slip(pencil: Pencil, at: tuple[float, float, float, float], slip: Slip) -> None:
    left, top, wide, high = at[0] + _PAD, at[1] + _PAD, at[2] - 2 * _PAD, at[3] - 2 * _PAD
    pencil.rect(left, top, wide, 7.5, _BAR)
    pencil.text(left + 2, top + 5.5, "MESSAGE", 5.0, colour="ink.box")
    pencil.text(left + wide - 2, top + 5.2, slip.when, 3.0, face="text", colour="ink.box", anchor=1.0, within=wide - 32)
    room = wide - (_QR_MM + 2 if slip.address else 0)
    y = _ticks(pencil, left, top + 13, room, "", slip.kinds)
    pencil.text(left, y + 1, "From", 3.0, face="text_bold")
    pencil.text(left + 14, y + 1, slip.sender, 3.6, face="text", within=room - 14)
    y = _to(pencil, left, y + 7.5, room, slip.receivers)
    if slip.address:
        draw_qr(pencil, left + wide - _QR_MM, top + 8.5, _QR_MM, slip.address)
        y = max(y, top + 8.5 + _QR_MM + 2.5)
    y = _ticks(pencil, left, y + 0.5, wide, "By", slip.means)
    for words, x in (("Sent", left), ("Received", left + wide / 2)):
        pencil.text(x, y + 1.5, words, 3.0, face="text_bold")
        pencil.lines([[(x + 16, y + 2), (x + wide / 2 - 3, y + 2)]], _INK, 0.15)
    _ruled(pencil, left, y + _LINE_MM + 3, wide, top + high - 1)


def _to(pencil: Pencil, left: float, y: float, room: float, receivers: Sequence[str]) -> float:
    if len(receivers) <= _MOST_RECEIVERS:
        return _ticks(pencil, left, y, room, "To", receivers)
    pencil.text(left, y + 1, "To", 3.0, face="text_bold")
    pencil.lines([[(left + 14, y + 1.5), (left + room, y + 1.5)]], _INK, 0.15)
    return y + 6.5


def _ruled(pencil: Pencil, left: float, y: float, wide: float, low: float) -> None:
    """Rule lines to write on."""
    while y < low:
        pencil.lines([[(left, y), (left + wide, y)]], _SOFT, 0.12)
        y += _LINE_MM


def _ticks(pencil: Pencil, left: float, y: float, wide: float, head: str, choices: Sequence[str]) -> float:
    """Draw boxes to tick, in lines, behind a word; give where the next line stands."""
    if head:
        pencil.text(left, y + 1, head, 3.0, face="text_bold")
    x = start = left + (14 if head else 0)
    for words in choices:
        said, size = fitted(words, 3.2, "text", left + wide - start - 5, 2.2)
        needs = 5 + Pencil(1, 1).text(0, 0, said, size, face="text") + 3
        if x > start and x + needs - 3 > left + wide:
            x, y = start, y + 5.2
        pencil.frame(x, y - 2, 3.2, 3.2, _INK, 0.2)
        pencil.text(x + 4.6, y + 0.8, said, size, face="text")
        x += needs
    return y + 6.5


def result_forms(
    title: str, when: str, fights: Sequence[Fight], points: str, address: str, paper_name: str = "A4"
) -> bytes:
    """
    Make a form for each fight: who is in it with a box for each point, and what came of it; else an empty one.

    Parameters
    ----------
    points
        What the rules call what a unit loses, in the plural.
    address
        Of the page where results are entered; "": no code is printed.
    """
    wide, high = PAPERS[paper_name]
    pages = []
    for fight in fights or [Fight("", ())]:
        rows = [(side, one) for side, units in fight.sides for one in units]
        parts = [rows[k : k + _ROWS_A_PAGE] for k in range(0, len(rows), _ROWS_A_PAGE)] or [[]]
        for number, part in enumerate(parts, 1):
            pencil = Pencil(wide, high)
            said = fight.where + (f", sheet {number} of {len(parts)}" if len(parts) > 1 else "")
            _result(pencil, (title, when, said, points, fight.address or address), part)
            pages.append(pencil)
    return _printed(pages, f"{title}: results")


def _result(pencil: Pencil, about: tuple[str, str, str, str, str], rows: Sequence[tuple[str, Fighter]]) -> None:
    title, when, where, points, address = about
    wide = pencil.wide - 2 * _MARGIN
    pencil.rect(_MARGIN, _MARGIN, wide, 9, _BAR)
    pencil.text(_MARGIN + 2.5, _MARGIN + 6.6, "RESULT OF A FIGHT", 6.0, colour="ink.box")
    pencil.text(_MARGIN + wide - 2.5, _MARGIN + 6.2, title, 3.6, face="text", colour="ink.box", anchor=1.0, within=90)
    room = wide - (_QR_MM + 4 if address else 0)
    pencil.text(_MARGIN, _MARGIN + 16, where or "Where: ", 5.0, face="names_bold", within=room)
    pencil.text(_MARGIN, _MARGIN + 21.5, when, 3.4, face="text", within=room)
    if address:
        draw_qr(pencil, _MARGIN + wide - _QR_MM, _MARGIN + 10, _QR_MM, address)
    for k, words in enumerate(("Began at", "Ended at", "Held by")):
        x = _MARGIN + k * room / 3
        pencil.text(x, _MARGIN + 31, words, 3.2, face="text_bold")
        pencil.lines([[(x + 17, _MARGIN + 31.5), (x + room / 3 - 3, _MARGIN + 31.5)]], _INK, 0.15)
    y = _rows(pencil, _MARGIN + 38, rows, points)
    _notes(pencil, y + 5, coded=bool(address))


_COLUMNS = (("unit", 0.0), ("in", 0.25), ("cross off what it loses", 0.36), ("went to hex", 0.72), ("or", 0.85))


def _rows(pencil: Pencil, y: float, rows: Sequence[tuple[str, Fighter]], points: str) -> float:
    wide, high = pencil.wide - 2 * _MARGIN, 10.5
    pencil.rect(_MARGIN, y, wide, 5.5, "ink.rim")
    for words, share in _COLUMNS:
        said = f"{words} ({points})" if share == _COLUMNS[2][1] else words
        pencil.text(_MARGIN + 1.5 + share * wide, y + 3.9, said, 3.0, face="text_bold", colour="ink.box")
    y += 5.5
    side = ""
    for name, one in rows or [("", Fighter("", "", "", None))] * _ROWS_A_PAGE:
        if name != side:
            side = name
            pencil.text(_MARGIN + 1.5, y + 4.6, side, 3.8, face="names_bold", within=wide)
            y += 6.2
        _row(pencil, y, wide, one)
        y += high
        pencil.lines([[(_MARGIN, y), (_MARGIN + wide, y)]], _SOFT, 0.12)
    return y


def _row(pencil: Pencil, y: float, wide: float, one: Fighter) -> None:
    at = [_MARGIN + 1.5 + share * wide for _, share in _COLUMNS]
    pencil.text(at[0], y + 4.4, one.name, 3.6, face="text_bold", within=at[1] - at[0] - 2)
    pencil.text(at[0], y + 8.4, one.what, 2.8, face="text", colour=_SOFT, within=at[1] - at[0] - 2)
    pencil.text(at[1], y + 4.4, one.where, 3.4, face="text", within=at[2] - at[1] - 2)
    room = at[3] - at[2] - 4
    if one.strength is None or one.strength > _MOST_BOXES:
        told = "" if one.strength is None else f"of {one.strength}"
        pencil.lines([[(at[2], y + 7), (at[2] + room - 18, y + 7)]], _INK, 0.15)
        pencil.text(at[2] + room - 16, y + 6.6, told, 3.2, face="text")
    else:
        size = min(4.2, (room + 0.9) / 12 - 0.9)
        for k in range(one.strength):
            pencil.frame(at[2] + k % 12 * (size + 0.9), y + 0.8 + k // 12 * (size + 0.7), size, size, _INK, 0.22)
    pencil.lines([[(at[3], y + 7), (at[4] - 3, y + 7)]], _INK, 0.15)
    for k, words in enumerate(("destroyed", "captured")):
        pencil.frame(at[4], y + 1.2 + 4.4 * k, 3.0, 3.0, _INK, 0.2)
        pencil.text(at[4] + 4.2, y + 3.7 + 4.4 * k, words, 2.9, face="text")


def _notes(pencil: Pencil, y: float, *, coded: bool) -> None:
    """Leave room for what else came of it, and say how it is entered."""
    wide, low = pencil.wide - 2 * _MARGIN, pencil.high - _MARGIN
    pencil.text(_MARGIN, y, "Bridges, stores, prisoners, what else", 3.2, face="text_bold")
    how = "Hand the form to your umpire."
    if coded:
        how += " The code leads to the page of the campaign where it is entered."
    foot = list(wrapped(how, wide, 2.8))
    _ruled(pencil, _MARGIN, y + _LINE_MM, wide, low - 4 * len(foot) - 3)
    for k, line in enumerate(reversed(foot)):
        pencil.text(_MARGIN, low - 4 * k, line, 2.8, face="text", colour=_SOFT)


def _printed(pages: Sequence[Pencil], title: str) -> bytes:
    canvas, out = blank(title)
    for pencil in pages:
        _page(canvas, pencil)
    canvas.save()
    return out.getvalue()


def _page(canvas: Canvas, pencil: Pencil) -> None:
    canvas.setPageSize((pencil.wide * MM, pencil.high * MM))
    draw_scene(canvas, pencil.scene(), 1.0, shipped_palette())
    canvas.showPage()
