"""Write what a viewer may take away: map sheets, map files, the report of a day, his order of battle, his log."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import partial
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
from scenarios.formats.planmap import plan_picture, plan_svg
from scenarios.formats.relief import RELIEF_MM, Relief, relief_obj, relief_parts, relief_stl
from scenarios.formats.shown import file_name
from scenarios.reports.newspaper import newspaper_html
from scenarios.reports.sector import goals_in
from webui.desk.faults import BadRequest
from webui.desk.knowledge.contacts import contacts_csv
from webui.desk.moments import moments
from webui.desk.plandata import ways_of
from webui.desk.prints.printable import Export, Options, Source
from webui.desk.prints.registry import PRINTABLES, all_zipped, printed, printed_from
from webui.desk.reports.kept import MIMETYPES, kept_turn
from webui.desk.reports.newspaper import newspaper
from webui.desk.spoken.sheets import sheet_rows, sheet_title
from webui.desk.takeaway.forms import FORCES
from webui.desk.takeaway.showing import shown_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from campaign.store.session import Session
    from maps.grid.hexmap import HexMap
    from webui.desk.looks import Look

__all__ = ["EXPORTS", "HEADS", "MAPS", "Export", "Options", "Source", "export", "map_export"]


EXPORTS: Mapping[tuple[str, str], str] = {
    **{(key, "pdf"): one.words for key, one in PRINTABLES.items()},
    ("all", "zip"): "All that can be printed, a PDF each",
    ("map", "svg"): "Map as a drawing, for programs that draw",
    ("map", "zip"): "Map as a picture that knows where it lies",
    ("map", "gpkg"): "Map as GeoPackage, for QGIS",
    ("map", "geojson"): "Map as GeoJSON",
    ("relief", "stl"): "Relief to print in three dimensions",
    ("relief", "zip"): "Relief in parts that fit a printer's bed",
    ("relief", "obj"): "Relief for programs that show bodies",
    ("turn", "html"): "Report of a turn, with map and what comes",
    ("turn", "txt"): "Report of a turn as plain text",
    ("report", "html"): "Report of a day",
    ("newspaper", "html"): "Newspaper of the campaign, an issue a day",
    ("plan", "svg"): "Arrow map of what sides that plan mean to do",
    ("plan", "zip"): "The same as a picture that knows where it lies",
    ("orders", "csv"): "Orders sheet to fill in, as a table",
    ("orders", "xlsx"): "Orders sheet to fill in, as a workbook",
    ("orders", "html"): "Orders sheet to print",
    ("contacts", "csv"): "What is known of the enemy, as a table",
    ("log", "txt"): "Log as plain text",
    ("view", "json"): "What this viewer sees, as data",
    **{key: form.words for key, form in FORCES.items()},
}
"""What can be exported, its format, and what that is."""

HEADS: Mapping[str, tuple[str, ...]] = {
    "The map": ("map",),
    "Reports": ("turn", "report", "newspaper", "plan", "log"),
    "Orders and forces": ("orders", "oob", "contacts", "view"),
    "For other programs": ("relief", *dict.fromkeys(what for what, _ in FORCES if what != "oob")),
}
"""Under what head of the menu each stands; what goes on paper stands in the print shop."""


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
    if what in MAPS:
        return map_export(source.look.hexmap, what, form, replace(options, goals=goals_in(source.look.situation)))
    stem = f"{source.look.session.campaign}-{source.look.viewer}-{what}"
    if form == "pdf":
        return Export(f"{stem}.pdf", "application/pdf", printed(what, source, options))
    if (what, form) in FORCES:
        made = FORCES[what, form]
        return Export(f"{stem}.{form}", made.mimetype, made.write(shown_of(source.look, past=made.past), options))
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
    stem = file_name(hexmap.name)
    mimetype, maker = _MAPS[what, form]
    name = f"{stem}.{form}" if what == "map" else f"{stem}-{what}.{form}"
    return Export(name, mimetype, maker(hexmap, options))


def _svg(hexmap: HexMap, options: Options) -> bytes:
    wide = options.mm_per_hex if options.sized else None
    return map_svg(hexmap, mm_per_hex=wide, style=options.style, part=options.part, goals=options.goals)


def _picture(hexmap: HexMap, options: Options) -> bytes:
    wide = options.mm_per_hex if options.sized else None
    return map_picture(
        hexmap, file_name(hexmap.name), mm_per_hex=wide, style=options.style, part=options.part, goals=options.goals
    )


def _print(what: str) -> Callable[[HexMap, Options], bytes]:
    return partial(printed_from, PRINTABLES[what])


def _gpkg(hexmap: HexMap, options: Options) -> bytes:  # noqa: ARG001 - all makers are called alike
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "map.gpkg"
        geopackage.write(hexmap, path)
        return path.read_bytes()


def _geojson(hexmap: HexMap, options: Options) -> bytes:  # noqa: ARG001 - all makers are called alike
    return msgspec.json.encode(to_geojson(hexmap))


def _relief(options: Options) -> Relief:
    wide = options.mm_per_hex if options.sized else RELIEF_MM
    return Relief(wide, options.stretch, options.step_m, options.bed_mm)


_MAPS: Mapping[tuple[str, str], tuple[str, Callable[[HexMap, Options], bytes]]] = {
    ("poster", "pdf"): ("application/pdf", _print("poster")),
    ("map", "pdf"): ("application/pdf", _print("map")),
    ("map", "svg"): ("image/svg+xml", _svg),
    ("map", "zip"): ("application/zip", _picture),
    ("map", "gpkg"): ("application/geopackage+sqlite3", _gpkg),
    ("map", "geojson"): ("application/geo+json", _geojson),
    ("relief", "stl"): ("model/stl", lambda hexmap, options: relief_stl(hexmap, _relief(options))),
    ("relief", "zip"): ("application/zip", lambda hexmap, options: relief_parts(hexmap, _relief(options))),
    ("relief", "obj"): ("model/obj", lambda hexmap, options: relief_obj(hexmap, _relief(options))),
}


MAPS = frozenset(what for what, _ in _MAPS)
"""What is made of a map alone."""


def _plan(source: Source, form: str, options: Options) -> tuple[str, bytes]:
    look = source.look
    if form == "svg":
        return "image/svg+xml", plan_svg(look.situation, ways_of(look)).encode()
    wide, name = options.mm_per_hex if options.sized else None, f"{look.session.campaign}-{look.viewer}-plan"
    return "application/zip", plan_picture(
        look.situation, ways_of(look), name, mm_per_hex=wide, style=options.style
    )  # fmt: skip


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


def _contacts(source: Source, options: Options) -> tuple[str, bytes]:  # noqa: ARG001 - all makers are called alike
    return "text/csv", contacts_csv(source.look, source.looks)


def _log(source: Source, options: Options) -> tuple[str, bytes]:
    lines = []
    for report in source.diary.reports(source.look.seq):
        clock = report.clock
        if options.day in (None, clock.day):
            turn = "night" if clock.night else f"turn {clock.turn}"
            lines.append(f"{report.number}. Day {clock.day}, {turn}: {report.text}")
    return "text/plain", ("\n".join(lines) + "\n").encode()


def _view(source: Source, options: Options) -> tuple[str, bytes]:  # noqa: ARG001 - all makers are called alike
    return "application/json", msgspec.json.encode(source.look.state, order="deterministic")


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
    return "text/html", as_html(rows, title, when).encode()


def _all_zip(source: Source, options: Options) -> tuple[str, bytes]:
    return "application/zip", all_zipped(source, options)


_MAKERS: Mapping[str, Callable[[Source, Options], tuple[str, bytes]]] = {
    "report": _report,
    "contacts": _contacts,
    "log": _log,
    "view": _view,
    "all": _all_zip,
}


def _newspaper(source: Source, form: str, options: Options) -> tuple[str, bytes]:  # noqa: ARG001 - as all makers
    return "text/html", newspaper_html(newspaper(source.look, source.diary, source.looks)).encode()


_FORMS: Mapping[str, Callable[[Source, str, Options], tuple[str, bytes]]] = {
    "orders": _order_sheet, "turn": _turn, "newspaper": _newspaper, "plan": _plan,
}  # fmt: skip
"""What is made in several forms."""
