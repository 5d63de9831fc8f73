"""Print what is written: the rules' quick reference sheet, sheets of orders, reports, the newspaper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenarios.printshop.ordersheet import order_sheet
from scenarios.printshop.reference.sheet import reference_sheet
from scenarios.reports.newspaper import newspaper_pdf
from scenarios.reports.turnsheet import turn_sheet
from webui.desk.prints.printable import Printable, page_of
from webui.desk.reports.kept import kept_turn
from webui.desk.reports.newspaper import newspaper
from webui.desk.reports.turn import turn_report
from webui.desk.spoken.sheets import sheet_rows, sheet_title

if TYPE_CHECKING:
    from webui.desk.prints.printable import Options, RulesAsPlayed, Source

__all__ = ["PRINTABLES"]


def _reference(rules: RulesAsPlayed, options: Options) -> bytes:
    return reference_sheet(rules.tables, rules.title, options.paper)


def _orders(source: Source, options: Options) -> bytes:
    rows = sheet_rows(source.look, options.of, without_orders=options.without_orders)
    address = page_of(source.look, options, "/")
    return order_sheet(rows, *sheet_title(source.look, options.of), options.paper, address)


def _turn(source: Source, options: Options) -> bytes:
    asked = (source.look, source.diary, source.looks)
    if options.paper != _KEPT_ON:
        return turn_sheet(turn_report(*asked, options.day, options.turn), options.paper)
    return kept_turn(*asked, "pdf", options.day, options.turn)


def _newspaper(source: Source, options: Options) -> bytes:
    return newspaper_pdf(newspaper(source.look, source.diary, source.looks), options.paper)


_KEPT_ON = "A4"
"""Reports of turns that are over are kept as they were first made, on this paper; on others they are made anew."""

PRINTABLES = (
    Printable("sheet", "Quick reference sheet of the rules, two pages to laminate", "rules", _reference, "rules"),
    Printable("orders", "Orders sheet to print, as PDF", "orders", _orders, asks=frozenset({"of"})),
    Printable("turn", "Report of a turn to print, two pages at most", "reports", _turn,
              asks=frozenset({"day", "turn"})),
    Printable("newspaper", "Newspaper of the campaign to print", "reports", _newspaper),
)  # fmt: skip
