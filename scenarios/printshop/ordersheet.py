"""Print a sheet of orders to fill in by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.spoken.sheetfile import COLUMNS
from scenarios.printshop.tablesheet import TableSheet, table_sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.spoken.sheetfile import SheetRow

__all__ = ["order_sheet"]

_SHARES = (0.13, 0.13, 0.09, 0.17, 0.34, 0.14)
_ORDER, _STANCE = 4, 5
_TOLD = ("Write an order for each unit that shall do something.", "The code leads to the page where orders are given.")


def order_sheet(
    rows: Sequence[SheetRow], title: str, when: str, paper_name: str = "A4", address: str = ""
) -> bytes:  # fmt: skip
    """
    Make a sheet as a PDF, paper upright, with room to write in each row.

    Parameters
    ----------
    address
        Of the page where orders are given, printed as a code on the first page; "": none is.
    """
    sheet = TableSheet(title, when, COLUMNS, rows, _SHARES, written=(_ORDER, _STANCE), told=_TOLD if address else (),
                       address=address)  # fmt: skip
    return table_sheet(sheet, paper_name)
