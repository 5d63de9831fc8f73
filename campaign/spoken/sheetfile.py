"""
Write the units of a command as a sheet to fill in, and read a filled one back as lines of orders.

The columns are ``unit,kind,strength,at,order,stance``. What a spreadsheet could take for a formula is written so that
it is a text, and read as one.
"""

from __future__ import annotations

import io
import re
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.spoken.cells import SheetFault, csv_of, numbered_rows, printable, undated
from campaign.spoken.names import Names, Unclear
from campaign.spoken.tokens import plain
from campaign.spoken.vocabulary import vocabulary
from campaign.spoken.wording import hex_named

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from campaign.engine.ruleset import Play
    from campaign.model.situation import Situation
    from campaign.model.things import Profile

__all__ = ["COLUMNS", "LETTER", "SheetFault", "SheetRow", "as_csv", "as_html", "as_xlsx", "lines_of", "rows_of"]

COLUMNS = ("unit", "kind", "strength", "at", "order", "stance")
MOST_ROWS = 2000
MOST_BYTES = 2_000_000
"""The largest sheet that is read back."""
LETTER = r"\s*(?:[-*•·]\s*)?(?:letter|message|brief|nachricht|meldung|schreiben)\s+(?:to|an)\b"
"""How a line begins that is a letter, not an order; in small letters or capitals."""
_WIDE = (18, 14, 10, 26, 44, 18)


class SheetRow(NamedTuple):
    """A unit on a sheet."""

    unit: str
    kind: str
    strength: str
    at: str
    order: str = ""
    stance: str = ""


def rows_of(view: Situation, own: Collection[str], play: Play, *, without_orders: bool = False) -> list[SheetRow]:
    """
    List units as rows of a sheet, each under a name that is read back as this one.

    Parameters
    ----------
    view
        What their commander knows.
    without_orders
        Whether to list only those that no order waits for and no march goes on of.
    """
    names = Names(view.state, sorted(own), vocabulary())
    ordered = {getattr(order, "stand", "") for order in view.state.declared} | set(view.state.intents)
    found = []
    for key in own:
        stand = view.state.stands[key]
        if not stand.on_map or (without_orders and key in ordered):
            continue
        kept = view.state.intents.get(key)
        order = "" if kept is None else f"to {view.map.number(kept.path[-1])}"
        found.append(
            SheetRow(
                _name(names, key, stand.profile.short),
                _kind(stand.profile),
                play.condition(view, key),
                hex_named(view, stand.hex or 0),
                order,
            )
        )
    return found


def _kind(profile: Profile) -> str:
    """Say what a unit is; a headquarters is one of something."""
    said = f"{profile.size} HQ" if profile.kind == "hq" else f"{profile.kind} {profile.size}"
    return said.replace("_", " ")


def _name(names: Names, key: str, short: str) -> str:
    """Give the short name of a unit if it is read back as this one, else its id."""
    try:
        named = names.find(plain(short)) if short else None
    except Unclear:
        named = None
    return short if named is not None and named.stands == (key,) and not named.formation else key


def as_csv(rows: Iterable[SheetRow]) -> bytes:
    """Write a sheet as CSV."""
    return csv_of([COLUMNS, *rows])


def as_xlsx(rows: Sequence[SheetRow], title: str) -> bytes:
    """Write a sheet as a workbook; every cell is a text."""
    from openpyxl import Workbook  # noqa: PLC0415 - most commands begin without it
    from openpyxl.styles import Alignment, Font  # noqa: PLC0415

    book = Workbook()
    page = book.active
    page.title = "".join(c if c.isalnum() or c in " -" else " " for c in title)[:28].strip() or "Orders"
    for number, row in enumerate((COLUMNS, *rows), start=1):
        for column, text in enumerate(row, start=1):
            cell = page.cell(number, column)
            cell.value, cell.data_type = printable(text), "s"
            cell.number_format = "@"
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            cell.font = Font(bold=number == 1)
    for column, wide in enumerate(_WIDE):
        page.column_dimensions["ABCDEF"[column]].width = wide
    page.freeze_panes = "B2"
    out = io.BytesIO()
    book.save(out)
    return undated(out.getvalue())


def as_html(rows: Iterable[SheetRow], title: str, when: str) -> str:
    """Write a sheet as a page to print: A4, with room to write."""
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    head = "".join(f"<th>{name}</th>" for name in COLUMNS)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>'
        "@page{size:A4;margin:12mm}body{font:10pt sans-serif;color:#222}table{border-collapse:collapse;width:100%}"
        "th,td{border:.3mm solid #999;padding:1.2mm;text-align:left;vertical-align:top}"
        "tr{page-break-inside:avoid;height:9mm}"
        "th:nth-child(5),td:nth-child(5){width:38%}h1{font-size:14pt;margin:0 0 1mm}p{margin:0 0 3mm;color:#555}"
        f"</style><h1>{escape(title)}</h1><p>{escape(when)}</p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></html>"
    )


def lines_of(body: bytes, name: str = "") -> str:
    """
    Read a filled sheet: a line of orders for each unit that has one.

    Raises
    ------
    SheetFault
        If it is no CSV or XLSX with the columns ``unit`` and ``order``.
    """
    rows = [cells for _, cells in numbered_rows(body, most_rows=MOST_ROWS + 1, most_bytes=MOST_BYTES)]
    if not rows:
        raise SheetFault(f"{name or 'the file'} is empty; fill in the sheet and send it back")
    head = [cell.strip().lower() for cell in rows[0]]
    if "unit" not in head or "order" not in head:
        raise SheetFault(
            "the first row must name the columns, unit and order among them; take the sheet as it was sent"
        )
    places = {column: head.index(column) for column in ("unit", "order", "stance") if column in head}
    return "\n".join(filter(None, (_line(row, places) for row in rows[1 : MOST_ROWS + 1])))


def _line(row: Sequence[str], places: Mapping[Any, int]) -> str:
    cells = {column: _cell(row, at) for column, at in places.items()}
    parts = [cells[column] for column in ("order", "stance") if cells.get(column)]
    if re.match(LETTER, cells["unit"], re.IGNORECASE) and ":" not in cells["unit"]:
        # What is written beside such a head is the letter.
        return f"{cells['unit']}: {', '.join(parts)}" if parts else cells["unit"]
    # An order without a unit becomes a question, or it is a letter: no row is dropped that says something.
    return f"{cells['unit']} {', '.join(parts)}".strip() if parts else ""


def _cell(row: Sequence[str], at: int) -> str:
    text = " ".join(row[at].split()) if at < len(row) else ""
    return text[1:] if text[:1] == "'" else text
