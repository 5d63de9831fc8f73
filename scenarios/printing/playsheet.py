"""
Print what one needs at the table of a rule system: its phases, its figures, and how it is read.

It knows no system: figures are those of the system's own file, in the order
that they stand there, and every interpretation is listed.
"""

from __future__ import annotations

import io
from functools import partial
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph, Spacer, Table, TableStyle

from campaign.systems.checking import shipped_file
from scenarios.drawing.faces import fonts
from scenarios.printing.drawing import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Flowable

    from campaign.model.tables import Interpretation, Tables

__all__ = ["SOURCES", "play_sheet"]

SOURCES = {"text": "text", "reading": "reading", "default": "default", "house": "yours"}
"""What stands on the sheet for where a figure comes from."""

_PAPER = (210.0, 297.0)
_MARGIN, _GUTTER, _HEAD, _COLUMNS = 9.0, 4.0, 9.0, 3
_SIZES = (6.8, 6.4, 6.0, 5.6, 5.2)
"""Sizes of type, in points: the largest that fits the sheet on two pages is taken."""
_MOST_PAGES = 2
_MOST_COLUMNS, _MOST_CELL = 7, 10
_INK, _SOFT, _LINE, _TINT = HexColor("#222222"), HexColor("#666666"), HexColor("#bbbbbb"), HexColor("#eeeae0")
_NO_FIGURES = {"key", "name", "source", "phase", "interpretation", "marks", "formation_marks", "open_marks", "actions",
               "postures", "stores", "paragraphs"}  # fmt: skip


def play_sheet(tables: Tables, title: str = "") -> bytes:
    """
    Make the play sheet of a rule system as a PDF, A4 upright.

    Parameters
    ----------
    tables
        As they are played: readings that the umpire set otherwise are marked as his.
    title
        Of the campaign, if it is for one.
    """
    for size in _SIZES:
        body, pages = _built(tables, title, _Styles(size))
        if pages <= _MOST_PAGES:
            break
    return body


def _built(tables: Tables, title: str, styles: _Styles) -> tuple[bytes, int]:
    out = io.BytesIO()
    wide, high = (_PAPER[0] - 2 * _MARGIN - (_COLUMNS - 1) * _GUTTER) / _COLUMNS, _PAPER[1] - 2 * _MARGIN - _HEAD
    size = (_PAPER[0] * MM, _PAPER[1] * MM)
    document = BaseDocTemplate(out, pagesize=size, title=f"{tables.name}: play sheet", creator="Sandtable")
    bare = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}
    frames = [
        Frame((_MARGIN + k * (wide + _GUTTER)) * MM, _MARGIN * MM, wide * MM, high * MM, **bare)
        for k in range(_COLUMNS)
    ]
    document.addPageTemplates([PageTemplate(frames=frames, onPage=partial(_page_head, tables, title, styles))])
    document.build([*_phases(tables, styles), *_figures(tables, styles, wide), *_readings(tables, styles)])
    return out.getvalue(), document.page


def _page_head(tables: Tables, title: str, styles: _Styles, canvas: Canvas, _document: Any) -> None:
    top = (_PAPER[1] - _MARGIN - 3) * MM
    canvas.setFont(styles.bold, 11)
    canvas.setFillColor(_INK)
    canvas.drawString(_MARGIN * MM, top, tables.name + (f" · {title}" if title else ""))
    canvas.setFont(styles.plain, 6)
    canvas.setFillColor(_SOFT)
    source = f"{tables.source} · page {canvas.getPageNumber()}"
    canvas.drawRightString((_PAPER[0] - _MARGIN) * MM, top - 9, source)


class _Styles:
    """How text on the sheet is set."""

    def __init__(self, size: float) -> None:
        self.plain, self.bold, self.italic = fonts()
        self.text = ParagraphStyle("text", fontName=self.plain, fontSize=size, leading=size * 1.22, textColor=_INK)
        self.head = ParagraphStyle("head", fontName=self.bold, fontSize=size * 1.2, leading=size * 1.5, spaceBefore=3,
                                   spaceAfter=1, keepWithNext=1, textColor=_INK)  # fmt: skip

    def line(self, words: str, value: str = "") -> Paragraph:
        """Set a line: bold words, then what they are."""
        rest = f" {escape(value)}" if value else ""
        return Paragraph(f"<font name='{self.bold}'>{escape(words)}</font>{rest}", self.text)


def _phases(tables: Tables, styles: _Styles) -> Iterator[Flowable]:
    yield Paragraph("Phases", styles.head)
    for row in tables.phases:
        notes = [words for words, holds in (("at night", row.night), ("first turn of a day only", row.morning_only),
                                            ("by itself", row.automatic)) if holds]  # fmt: skip
        yield styles.line(row.name, " · ".join(filter(None, [row.rule, *notes])))


def _figures(tables: Tables, styles: _Styles, wide: float) -> Iterator[Flowable]:
    single: dict[str, Any] = {}
    for key, value in shipped_file(tables.key).items():
        if key in _NO_FIGURES:
            continue
        if isinstance(value, dict) or (isinstance(value, list) and value and isinstance(value[0], dict)):
            yield from _table((key,), value, styles, wide)
        else:
            single[key] = value
    if single:
        yield from _table(("figures",), single, styles, wide)


def _table(path: tuple[str, ...], value: Any, styles: _Styles, wide: float) -> Iterator[Flowable]:
    """Set a table of the file: as a grid where it is one, else line by line; tables of tables within it follow."""
    rows = dict(enumerate(value, 1)) if isinstance(value, list) else value
    yield Paragraph(escape(_words(" · ".join(path))), styles.head)
    if _is_grid(rows):
        yield _grid(rows, styles, wide, numbered=isinstance(value, list))
        return
    if isinstance(value, list):
        yield from (styles.line("·", _said(row)) for row in value)
        return
    inner = {key: row for key, row in rows.items() if _holds_tables(row)}
    plain = {str(key): row for key, row in rows.items() if not isinstance(row, dict | list)}
    yield from _plain_lines(plain, styles)
    for key, row in rows.items():
        if key not in inner and key not in plain:
            yield styles.line(_words(str(key)), _said(row))
    for key, row in inner.items():
        yield from _table((*path, str(key)), row, styles, wide)


def _holds_tables(row: Any) -> bool:
    return isinstance(row, dict) and any(isinstance(value, dict) for value in row.values())


def _plain_lines(plain: Mapping[str, Any], styles: _Styles) -> Iterator[Flowable]:
    """Set single figures in one run; words that many keys share, as terrain's classes, each with its keys."""
    by_word: dict[str, list[str]] = {}
    for key, value in plain.items():
        if isinstance(value, str):
            by_word.setdefault(value, []).append(_words(key))
    if sum(map(len, by_word.values())) > 2 * len(by_word):
        yield from (styles.line(_words(word), ", ".join(keys)) for word, keys in by_word.items())
        plain = {key: value for key, value in plain.items() if not isinstance(value, str)}
    if plain:
        told = " · ".join(f"{escape(_words(key))} <b>{escape(_said(value))}</b>" for key, value in plain.items())
        yield Paragraph(told.replace("<b>", f"<font name='{styles.bold}'>").replace("</b>", "</font>"), styles.text)


def _is_grid(rows: Mapping[Any, Any]) -> bool:
    if len(rows) < 2 or not all(isinstance(row, dict) and row for row in rows.values()):
        return False
    columns = dict.fromkeys(column for row in rows.values() for column in row)
    cells = [_said(cell) for row in rows.values() for cell in row.values()]
    return len(columns) <= _MOST_COLUMNS and all(len(cell) <= _MOST_CELL for cell in cells)


def _grid(rows: Mapping[Any, Mapping[str, Any]], styles: _Styles, wide: float, *, numbered: bool) -> Table:
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    body = [list(map(_words, columns)), *([_said(row.get(column, "")) for column in columns] for row in rows.values())]
    widths = [wide * MM / len(columns)] * len(columns)
    if not numbered:
        body = [[name, *row] for name, row in zip(["", *map(_words, map(str, rows))], body, strict=True)]
        widths = [0.3 * wide * MM, *(width * 0.7 for width in widths)]
    cells = [[Paragraph(escape(cell), styles.text) for cell in row] for row in body]
    grid = Table(cells, colWidths=widths, repeatRows=1)
    grid.setStyle(TableStyle([
        ("LINEBELOW", (0, 0), (-1, -1), 0.25, _LINE), ("BACKGROUND", (0, 0), (-1, 0), _TINT),
        ("TOPPADDING", (0, 0), (-1, -1), 0.4), ("BOTTOMPADDING", (0, 0), (-1, -1), 0.6),
        ("LEFTPADDING", (0, 0), (-1, -1), 1), ("RIGHTPADDING", (0, 0), (-1, -1), 1),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ]))  # fmt: skip
    return grid


def _readings(tables: Tables, styles: _Styles) -> Iterator[Flowable]:
    yield Spacer(0, 3)
    yield Paragraph("How it is read", styles.head)
    counts = ", ".join(
        f"{sum(item.source == source for item in tables.interpretations)} {words}"
        for source, words in SOURCES.items() if any(item.source == source for item in tables.interpretations)
    )  # fmt: skip
    words = f"reading: the text is unclear; default: it is silent; yours: the umpire wants it so ({counts})"
    yield Paragraph(f"<font name='{styles.italic}'>{words}</font>", styles.text)
    usual = {row["key"]: row["value"] for row in shipped_file(tables.key)["interpretation"]}
    for item in tables.interpretations:
        yield styles.line(f"{item.rule} {item.key} = {_said(item.value)}", _reason(item, usual[item.key]))


def _reason(item: Interpretation, usual: Any) -> str:
    if item.source == "house":
        return f"[{SOURCES['house']} instead of {_said(usual)}] {item.reason}"
    others: Sequence[Any] = () if item.fixed else item.alternatives
    instead = f" or {', '.join(map(_said, others))}" if others else " fixed" if item.fixed else ""
    return f"[{SOURCES.get(item.source, item.source)}{instead}] {item.reason}"


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{_words(str(key))} {_said(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_said, value))
    return f"{value:g}" if isinstance(value, float) else _words(str(value))


def _words(key: str) -> str:
    return key.replace("_", " ")
