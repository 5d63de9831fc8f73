"""Write what a viewer may take away: map sheets, map files, the report of a day, his order of battle, his log."""

from __future__ import annotations

import csv
import io
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from campaign.spoken.sheetfile import as_csv, as_html, as_xlsx
from campaign.store.history import live_seqs
from maps.geojson import to_geojson
from maps.gpkg import writer as geopackage
from maps.problems import did_you_mean
from scenarios.dayreport import day_html
from scenarios.formats.picture import map_picture, map_svg
from scenarios.formats.planmap import plan_svg
from scenarios.printing.ordersheet import order_sheet
from scenarios.printing.playsheet import play_sheet
from scenarios.printshop.mapsheets import map_pdf
from scenarios.printshop.poster import poster_pdf
from scenarios.reports.newspaper import newspaper_html, newspaper_pdf
from webui.desk.faults import BadRequest
from webui.desk.knowledge.contacts import contacts_csv
from webui.desk.moments import moments
from webui.desk.oobdata import oob_data
from webui.desk.plandata import ways_of
from webui.desk.reports.kept import MIMETYPES, kept_turn
from webui.desk.reports.newspaper import newspaper
from webui.desk.spoken.sheets import sheet_rows, sheet_title

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from campaign.store.session import Session
    from maps.grid.hexmap import HexMap
    from webui.desk.logdata import Diary
    from webui.desk.looks import Look, Looks

__all__ = ["EXPORTS", "Export", "Options", "export", "map_export"]


@dataclass(frozen=True, slots=True)
class Export:
    """A file to send or to write."""

    name: str
    mimetype: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Options:
    """How it is wanted; what does not apply is not looked at."""

    paper: str = "A4"
    mm_per_hex: float = 100.0
    style: str = "full"
    part: tuple[str, str] | None = None
    day: int | None = None
    turn: int | None = None
    of: str = ""
    """A formation or a side: its units alone."""
    without_orders: bool = False
    sized: bool = False
    """Whether the width of a hex was asked for; a picture is else as large as fits."""


@dataclass(frozen=True, slots=True)
class Source:
    """The matter of an export: a viewer's look and log, and how to look at other moments."""

    look: Look
    diary: Diary
    looks: Looks


EXPORTS: Mapping[tuple[str, str], str] = {
    ("map", "pdf"): "Map sheets to print, at exact scale",
    ("poster", "pdf"): "Map as one poster, with legend and scale",
    ("map", "svg"): "Map as a drawing, for programs that draw",
    ("map", "zip"): "Map as a picture that knows where it lies",
    ("map", "gpkg"): "Map as GeoPackage, for QGIS",
    ("map", "geojson"): "Map as GeoJSON",
    ("sheet", "pdf"): "Play sheet of the rules: phases, figures, readings",
    ("turn", "html"): "Report of a turn, with map and what comes",
    ("turn", "pdf"): "Report of a turn to print, two pages at most",
    ("turn", "txt"): "Report of a turn as plain text",
    ("report", "html"): "Report of a day",
    ("newspaper", "html"): "Newspaper of the campaign, an issue a day",
    ("newspaper", "pdf"): "Newspaper of the campaign to print",
    ("plan", "svg"): "Arrow map of what sides that plan mean to do",
    ("orders", "csv"): "Orders sheet to fill in, as a table",
    ("orders", "xlsx"): "Orders sheet to fill in, as a workbook",
    ("orders", "html"): "Orders sheet to print",
    ("orders", "pdf"): "Orders sheet to print, as PDF",
    ("oob", "csv"): "Order of battle as a table",
    ("contacts", "csv"): "What is known of the enemy, as a table",
    ("log", "txt"): "Log as plain text",
    ("view", "json"): "What this viewer sees, as data",
}
"""What can be exported, its format, and what that is."""


def export(what: str, form: str, source: Source, options: Options) -> Export:
    """
    Make an export of a campaign for a viewer.

    Raises
    ------
    BadRequest
        If there is no such export.
    ProblemsFound
        If the options do not fit.
    """
    if (what, form) not in EXPORTS:
        known = [f"{name}.{ending}" for name, ending in EXPORTS]
        remedy = did_you_mean(f"{what}.{form}", known)
        raise BadRequest(404, "export", f"there is no export {what[:40]}.{form[:20]}", remedy)
    if what in {"map", "poster"}:
        return map_export(source.look.hexmap, what, form, options)
    stem = f"{source.look.session.campaign}-{source.look.viewer}-{what}"
    maker = _FORMS.get(what)
    mimetype, body = maker(source, form, options) if maker else _MAKERS[what](source, options)
    return Export(f"{stem}.{form}", mimetype, body)


def map_export(hexmap: HexMap, what: str, form: str, options: Options) -> Export:
    """
    Write a map, or a poster of it.

    Raises
    ------
    BadRequest
        If it is not written in that format; the message names those it is written in.
    ProblemsFound
        If the options do not fit.
    """
    if (what, form) not in _MAPS:
        forms = ", ".join(known for name, known in _MAPS if name == what)
        raise BadRequest(404, "format", f"a {what} is not written as {form[:20]}", f"take one of: {forms}")
    stem = _stem(hexmap)
    mimetype, maker = _MAPS[what, form]
    return Export(f"{stem}-poster.{form}" if what == "poster" else f"{stem}.{form}", mimetype, maker(hexmap, options))


def _stem(hexmap: HexMap) -> str:
    """Make the name of a map's files: letters, digits and strokes."""
    return "".join(c if c.isalnum() and c.isascii() else "-" for c in hexmap.name).strip("-").lower() or "map"


def _pdf(hexmap: HexMap, options: Options) -> bytes:
    return map_pdf(
        hexmap, mm_per_hex=options.mm_per_hex, paper_name=options.paper, style=options.style, part=options.part
    )


def _svg(hexmap: HexMap, options: Options) -> bytes:
    wide = options.mm_per_hex if options.sized else None
    return map_svg(hexmap, mm_per_hex=wide, style=options.style, part=options.part)


def _picture(hexmap: HexMap, options: Options) -> bytes:
    wide = options.mm_per_hex if options.sized else None
    return map_picture(hexmap, _stem(hexmap), mm_per_hex=wide, style=options.style, part=options.part)


def _poster(hexmap: HexMap, options: Options) -> bytes:
    return poster_pdf(hexmap, paper_name=options.paper, style=options.style, part=options.part)


def _gpkg(hexmap: HexMap, options: Options) -> bytes:  # noqa: ARG001 - all makers are called alike
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "map.gpkg"
        geopackage.write(hexmap, path)
        return path.read_bytes()


def _geojson(hexmap: HexMap, options: Options) -> bytes:  # noqa: ARG001 - all makers are called alike
    return msgspec.json.encode(to_geojson(hexmap))


_MAPS: Mapping[tuple[str, str], tuple[str, Callable[[HexMap, Options], bytes]]] = {
    ("poster", "pdf"): ("application/pdf", _poster),
    ("map", "pdf"): ("application/pdf", _pdf),
    ("map", "svg"): ("image/svg+xml", _svg),
    ("map", "zip"): ("application/zip", _picture),
    ("map", "gpkg"): ("application/geopackage+sqlite3", _gpkg),
    ("map", "geojson"): ("application/geo+json", _geojson),
}


def _plan(source: Source, options: Options) -> tuple[str, bytes]:  # noqa: ARG001 - all makers are called alike
    return "image/svg+xml", plan_svg(source.look.situation, ways_of(source.look)).encode()


def _report(source: Source, options: Options) -> tuple[str, bytes]:
    look = source.look
    day = options.day or _last_whole_day(look)
    if not 1 <= day <= look.state.clock.day:
        raise BadRequest(404, "day", f"there is no day {day} yet", f"days run from 1 to {look.state.clock.day}")
    evening = source.looks.look(look.session, look.viewer, _end_of_day(look.session, look.seq, day))
    page = day_html(evening.situation, source.diary.reports(look.seq), day, strength=evening.strengths)
    return "text/html", page.encode()


def _last_whole_day(look: Look) -> int:
    clock = look.state.clock
    return clock.day if clock.day == 1 or clock.turn > 1 or look.state.ended else clock.day - 1


def _end_of_day(session: Session, seq: int, day: int) -> int:
    """Give the last log entry before the next day begins."""
    later = [moment.seq for moment in moments(session) if moment.clock.day > day and moment.seq <= seq]
    if not later:
        return seq
    # The night's last command also begins the next day: its state is already that morning's.
    before = [number for number in live_seqs(session.chronicle) if number < later[0]]
    return before[-1]


def _sheet(source: Source, options: Options) -> tuple[str, bytes]:  # noqa: ARG001 - all makers are called alike
    session = source.look.session
    return "application/pdf", play_sheet(session.ruleset.tables, session.name)


def _oob(source: Source, options: Options) -> tuple[str, bytes]:  # noqa: ARG001 - all makers are called alike
    names = ("id", "formation", "side", "short", "name", "kind", "size", "strength", "full", "number", "place",
             "isolated", "gone")  # fmt: skip
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(names)
    for row in oob_data(source.look)["stands"]:
        table.writerow([_inert(row[name]) for name in names])
    return "text/csv", out.getvalue().encode()


def _contacts(source: Source, options: Options) -> tuple[str, bytes]:  # noqa: ARG001 - all makers are called alike
    return "text/csv", contacts_csv(source.look, source.looks)


def _inert(value: object) -> object:
    """Keep a spreadsheet from taking a text for a formula."""
    text = str(value)
    return f"'{text}" if isinstance(value, str) and text[:1] in {"=", "+", "-", "@", "\t", "\r"} else value


def _log(source: Source, options: Options) -> tuple[str, bytes]:
    lines = []
    for report in source.diary.reports(source.look.seq):
        clock = report.clock
        if options.day in (None, clock.day):
            turn = "night" if clock.night else f"turn {clock.turn}"
            lines.append(f"{report.number}. Day {clock.day}, {turn}: {report.text}")
    return "text/plain", ("\n".join(lines) + "\n").encode()


def _view(source: Source, options: Options) -> tuple[str, bytes]:  # noqa: ARG001 - all makers are called alike
    return "application/json", msgspec.json.encode(source.look.state)


def _turn(source: Source, form: str, options: Options) -> tuple[str, bytes]:
    return MIMETYPES[form], kept_turn(source.look, source.diary, source.looks, form, options.day, options.turn)


def _order_sheet(source: Source, form: str, options: Options) -> tuple[str, bytes]:
    """Write the units of a viewer as a sheet to fill in."""
    look = source.look
    rows = sheet_rows(look, options.of, without_orders=options.without_orders)
    title, when = sheet_title(look, options.of)
    if form == "csv":
        return "text/csv", as_csv(rows)
    if form == "xlsx":
        return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", as_xlsx(rows, title)
    if form == "html":
        return "text/html", as_html(rows, title, when).encode()
    return "application/pdf", order_sheet(rows, title, when)


_MAKERS: Mapping[str, Callable[[Source, Options], tuple[str, bytes]]] = {
    "plan": _plan,
    "report": _report,
    "sheet": _sheet,
    "oob": _oob,
    "contacts": _contacts,
    "log": _log,
    "view": _view,
}


def _newspaper(source: Source, form: str, options: Options) -> tuple[str, bytes]:  # noqa: ARG001 - as all makers
    paper = newspaper(source.look, source.diary, source.looks)
    return ("application/pdf", newspaper_pdf(paper)) if form == "pdf" else ("text/html", newspaper_html(paper).encode())


_FORMS: Mapping[str, Callable[[Source, str, Options], tuple[str, bytes]]] = {
    "orders": _order_sheet, "turn": _turn, "newspaper": _newspaper,
}  # fmt: skip
"""What is made in several forms."""
