"""Print who is still to come, day by day."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenarios.printshop.tablesheet import TableSheet, table_sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["ArrivalRow", "arrivals_pdf"]

_HEAD, _SHARES = ("Who", "Of", "Where, and from where"), (0.25, 0.3, 0.22)
_SIDED = (0.2, 0.25, 0.2)


class ArrivalRow(NamedTuple):
    """A line of the table, in words."""

    day: str
    turn: str
    side: str
    """"": all are of one side."""
    units: tuple[str, ...]
    formation: str
    where: str


def arrivals_pdf(
    rows: Sequence[ArrivalRow], title: str, when: str, *, turn_word: str, paper_name: str = "A4"
) -> bytes:  # fmt: skip
    """Make the table as a PDF, paper upright; where nobody comes any more it says so."""
    sided = any(row.side for row in rows)
    head = ("Day", turn_word.capitalize(), *(("Side",) if sided else ()), *_HEAD)
    shares = (0.15, 0.06, 0.14, *_SIDED) if sided else (0.16, 0.07, *_SHARES)
    cells = [
        (row.day, row.turn, *((row.side,) if sided else ()), ", ".join(row.units), row.formation, row.where)
        for row in rows
    ]
    told = () if rows else ("Nobody is still to come.",)
    sheet = TableSheet(title, when, head, cells, shares, row_mm=6.0, counts=[len(row.units) for row in rows],
                       grouped=True, told=told)  # fmt: skip
    return table_sheet(sheet, paper_name)
