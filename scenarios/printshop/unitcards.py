"""
Print a card for each unit, nine on a sheet, of the size of playing cards.

It says who the unit is and what is above it, gives the figures of the rule system, and has a box for each point that it
can lose, and room to write.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from maps.palette import shipped_palette
from scenarios.drawing.bands import PLAIN, ink_on
from scenarios.drawing.pdf import MM, blank, draw_scene
from scenarios.drawing.pencil import CAP, Pencil
from scenarios.drawing.unitsign import SIGN_SHAPE, draw_sign
from scenarios.formats.shown import plain
from scenarios.printshop.force import armies
from scenarios.printshop.furniture import wrapped
from scenarios.printshop.tiling import PAPERS
from scenarios.symbols import echelon_mark

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenarios.drawing.counterface import Piece
    from scenarios.formats.shown import Shown, Unit
    from scenarios.printshop.force import Army

    Figures = Sequence[tuple[str, str]]

__all__ = ["CARD_MM", "cards_pdf"]

CARD_MM = (63.5, 88.9)
_ACROSS, _DOWN = 3, 3
_MOST_CARDS = 2000
_BLEED_MM, _KNIFE_MM = 1.0, 3.0
_BAND_MM, _STRIP_MM = 12.0, 3.6
_ROW_MM, _BOX_MM, _NOTE_MM = 4.3, 5.8, 5.5
_SOFT, _INK, _GROUND = "ink.rim", "ink.counter", "ink.box"


class _Card(NamedTuple):
    army: Army
    unit: Unit
    piece: Piece
    chain: tuple[str, ...]
    figures: Figures
    points: str


def cards_pdf(
    shown: Shown, figures: Mapping[str, Figures], *, points: str, paper_name: str = "A4", rules: str = ""
) -> bytes:
    """
    Make the PDF of the cards of all units that a viewer knows.

    Parameters
    ----------
    figures
        What the rules' tables say of each unit, by its id.
    points
        What the rules call what a unit can lose, in the plural.
    rules
        Name of the rule system.

    Raises
    ------
    ProblemsFound
        If there is no unit, or far too many.
    """
    forces = armies(shown, points, things="cards", most=_MOST_CARDS)
    cards = [card for army in forces for card in _cards(army, figures, points)]
    canvas, out = blank(f"{shown.name}: unit cards")
    paper = PAPERS[paper_name]
    canvas.setPageSize((paper[0] * MM, paper[1] * MM))
    inks = {key: colour for card in cards for key, colour in card.army.inks.items()}
    palette = shipped_palette().with_inks(inks)
    each = _ACROSS * _DOWN
    for first in range(0, len(cards), each):
        draw_scene(canvas, _page(cards[first : first + each], shown, rules, paper).scene(), 1.0, palette)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _cards(army: Army, figures: Mapping[str, Figures], points: str) -> list[_Card]:
    bodies = {body.id: body for _, body in army.bodies}
    cards = []
    for unit, piece in zip(army.units, army.pieces, strict=True):
        chain: list[str] = []
        at = unit.formation
        while at in bodies and len(chain) < len(bodies):
            chain.append(plain(bodies[at].name))
            at = bodies[at].parent
        cards.append(_Card(army, unit, piece, tuple(chain), figures.get(unit.id, ()), points))
    return cards


def _page(cards: Sequence[_Card], shown: Shown, rules: str, paper: tuple[float, float]) -> Pencil:
    pencil = Pencil(*paper)
    wide, high = CARD_MM
    left, top = (paper[0] - _ACROSS * wide) / 2, (paper[1] - _DOWN * high) / 2
    spots = [(card, left + n % _ACROSS * wide, top + n // _ACROSS * high) for n, card in enumerate(cards)]
    for card, x, y in spots:
        pencil.rect(x - _BLEED_MM, y - _BLEED_MM, wide + 2 * _BLEED_MM, high + 2 * _BLEED_MM, _GROUND)
        _band_over(pencil, card.piece, x, y)
    for card, x, y in spots:
        _draw(pencil, card, x, y)
        foot = f"{plain(shown.name)} · {rules}"
        pencil.text(x + _KNIFE_MM, y + high - 2.4, foot, 1.9, face="text", colour=_SOFT, within=wide - 2 * _KNIFE_MM)
    rows = -(-len(cards) // _ACROSS)
    _cuts(pencil, left, top, min(_ACROSS, len(cards)), rows)
    return pencil


def _band_over(pencil: Pencil, piece: Piece, x: float, y: float) -> None:
    """Draw the colours of band and strip over the cut, beside a card too."""
    left, wide = x - _BLEED_MM, CARD_MM[0] + 2 * _BLEED_MM
    pencil.rect(left, y - _BLEED_MM, wide, _BLEED_MM + _BAND_MM, piece.band.colour)
    pencil.rect(left, y + _BAND_MM, wide, _STRIP_MM, piece.look.fill)


def _cuts(pencil: Pencil, left: float, top: float, across: int, down: int) -> None:
    """Draw marks beside the cards that there are, and lines between them to cut along."""
    wide, high = CARD_MM
    right, foot = left + across * wide, top + down * high
    lines = []
    for n in range(across + 1):
        x = left + n * wide
        lines += [[(x, top - 4.5), (x, top - 1.5)], [(x, foot + 1.5), (x, foot + 4.5)]]
    for n in range(down + 1):
        y = top + n * high
        lines += [[(left - 4.5, y), (left - 1.5, y)], [(right + 1.5, y), (right + 4.5, y)]]
    pencil.lines(lines, _INK, 0.12)
    inner = [[(left + n * wide, top), (left + n * wide, foot)] for n in range(1, across)]
    inner += [[(left, top + n * high), (right, top + n * high)] for n in range(1, down)]
    if inner:
        pencil.lines(inner, _SOFT, 0.08)


def _draw(pencil: Pencil, card: _Card, x: float, y: float) -> None:
    """Draw a card with its left upper corner at (x, y)."""
    pencil.rect(x, y + _BAND_MM, CARD_MM[0], CARD_MM[1] - _BAND_MM, _GROUND)
    _band(pencil, card, x, y)
    foot = _heading(pencil, card, x + _KNIFE_MM, y + _BAND_MM + _STRIP_MM + 2.5)
    foot = _table(pencil, card, x + _KNIFE_MM, foot + 2.0)
    foot = _boxes(pencil, card, x + _KNIFE_MM, foot + 1.5)
    _notes(pencil, x + _KNIFE_MM, foot + 1.0, y + CARD_MM[1] - 5.0)


def _band(pencil: Pencil, card: _Card, x: float, y: float) -> None:
    """Draw the band of the division, with its name and the side's, over a strip in the side's colour."""
    band, look, wide = card.piece.band, card.piece.look, CARD_MM[0]
    pencil.rect(x, y, wide, _BAND_MM, band.colour)
    if band.is_striped:
        pencil.rect(x, y + _BAND_MM - 2.2, wide, 2.2, band.stripe)
    pencil.rect(x, y + _BAND_MM, wide, _STRIP_MM, look.fill)
    ink = ink_on(shipped_palette().colour(band.colour)) if band != PLAIN else _INK
    room = wide - 2 * _KNIFE_MM
    used = pencil.text(x + wide - _KNIFE_MM, y + 8.0, card.piece.name, 5.2, colour=ink, anchor=1.0, within=room * 0.56)
    pencil.text(x + _KNIFE_MM, y + 8.0, card.piece.group, 5.2, face="counter", colour=ink, within=room - used - 2.0)
    strip = y + _BAND_MM + 2.6
    pencil.text(x + _KNIFE_MM, strip, plain(card.army.party.name), 2.5, face="text_bold", colour=look.ink, within=room)


def _heading(pencil: Pencil, card: _Card, x: float, y: float) -> float:
    """Draw symbol, name and what is above it; give where that ends."""
    wide, unit = 21.0, card.unit
    mark = echelon_mark(unit.size)
    pencil.text(x + wide / 2, y + 2.6, mark, 3.8, anchor=0.5)
    draw_sign(pencil, card.piece.symbol, x, y + 3.4, wide)
    left, room = x + wide + 3.0, CARD_MM[0] - 2 * _KNIFE_MM - wide - 3.0
    at = y + 1.2
    names = list(wrapped(plain(unit.name) or card.piece.name, room, 3.9, "text_bold"))
    for line in names[:3]:
        at += 4.3
        pencil.text(left, at, line, 3.9, face="text_bold", within=room)
    kind = " · ".join(filter(None, [unit.size, unit.kind.replace("_", " "), card.piece.moves]))
    at += 3.6
    pencil.text(left, at, plain(kind), 2.5, face="text", colour=_SOFT, within=room)
    for above in card.chain[:2]:
        at += 3.2
        pencil.text(left, at, above, 2.5, face="text_italic", colour=_SOFT, within=room)
    return max(at + 0.8, y + 3.4 + wide / SIGN_SHAPE)


def _table(pencil: Pencil, card: _Card, x: float, y: float) -> float:
    """Set the strength large and the other figures in two columns; give where that ends."""
    wide = CARD_MM[0] - 2 * _KNIFE_MM
    pencil.rect(x, y, wide, 0.35, _INK)
    rows = [(words, told) for words, told in card.figures if told]
    traits = ", ".join(word.replace("_", " ") for word in card.unit.traits)
    at, column = y + 0.8, wide / 2 - 1.0
    for first in range(0, len(rows), 2):
        for n, (words, told) in enumerate(rows[first : first + 2]):
            left = x + n * (wide / 2 + 1.0)
            label = pencil.text(left, at + 3.3, words, 2.7, face="text", colour=_SOFT, within=column * 0.6)
            pencil.text(left + column, at + 3.4, told, 3.5, anchor=1.0, within=column - label - 1.0)
            pencil.rect(left, at + _ROW_MM, column, 0.1, _SOFT)
        at += _ROW_MM
    if traits:
        at += 3.2
        pencil.text(x, at, traits, 2.5, face="text_italic", within=wide)
    return at + 0.8


def _boxes(pencil: Pencil, card: _Card, x: float, y: float) -> float:
    """Draw a box for each point, those that it has lost filled; give where that ends."""
    full = card.piece.full or 0
    if not full:
        return y
    lost = full - (full if card.piece.strength is None else card.piece.strength)
    wide = CARD_MM[0] - 2 * _KNIFE_MM
    figure = pencil.text(x, y + 10.0 * CAP + 0.6, str(full), 10.0)
    pencil.text(x, y + 10.0 * CAP + 4.0, card.points, 2.3, face="text", colour=_SOFT, within=14.0)
    left = x + max(figure, 14.0) + 1.5
    across = max(1, int((x + wide - left) // _BOX_MM))
    for n in range(min(full, 4 * across)):
        row, place = divmod(n, across)
        at_x, at_y, side = left + place * _BOX_MM, y + row * _BOX_MM, _BOX_MM - 0.9
        gone = n >= full - lost
        pencil.rect(at_x, at_y, side, side, "ink.attack" if gone else "paper")
        pencil.frame(at_x, at_y, side, side, _INK, 0.18)
        if not gone:
            pencil.text(at_x + side / 2, at_y + side * 0.74, str(n + 1), 3.3, face="counter", anchor=0.5)
    return y + max(-(-full // across) * _BOX_MM, 10.0 * CAP + 4.6)


def _notes(pencil: Pencil, x: float, y: float, foot: float) -> None:
    """Rule what is left to write on."""
    lines, at = [], y + _NOTE_MM
    while at <= foot:
        lines.append([(x, at), (x + CARD_MM[0] - 2 * _KNIFE_MM, at)])
        at += _NOTE_MM
    if lines:
        pencil.lines(lines, _SOFT, 0.1, alpha=0.6)
