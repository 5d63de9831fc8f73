"""
Hold the one list of what can be printed.

A room that prints something new writes a module here with ``PRINTABLES`` and names it in ``_ROOMS``: it is then on the
page, on the command line and among the exports, and the tests of what viewers may know ask for it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from maps.problems import did_you_mean
from scenarios.reports.sector import goals_in
from webui.desk.faults import BadRequest
from webui.desk.prints import briefs, forces, ground, handwritten, written
from webui.desk.prints.printable import GROUPS, Printable, RulesAsPlayed
from webui.desk.prints.whole import whole_pdf, whole_zip

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webui.desk.looks import Look
    from webui.desk.prints.printable import Options, Source

__all__ = ["ALL", "PRINTABLES", "all_zipped", "listed", "printable", "printed", "printed_from"]

_ROOMS = (ground, forces, briefs, written, handwritten)


def _all(source: Source, options: Options) -> bytes:
    return whole_pdf(_for(source.look), _printed, source, options)


ALL = Printable("all", "All of the things below as one PDF, with a page that lists them", "all", _all)

PRINTABLES: Mapping[str, Printable] = {
    one.key: one for one in (ALL, *(one for room in _ROOMS for one in room.PRINTABLES))
}
"""All printables by key."""


def all_zipped(source: Source, options: Options) -> bytes:
    """Pack all that a viewer may print as a zip, a PDF each, with the list."""
    return whole_zip(_for(source.look), _printed, source, options if options.paper else replace(options, paper="A4"))


def _for(look: Look) -> list[Printable]:
    return [one for _, rows in listed(look) for one in rows if one is not ALL]


def _printed(one: Printable, source: Source, options: Options) -> bytes:
    return printed(one.key, source, options)


def printable(key: str) -> Printable:
    """
    Find a printable.

    Raises
    ------
    BadRequest
        If there is none of that key.
    """
    if key not in PRINTABLES:
        raise BadRequest(404, "print", f"nothing to print is called {key[:40]!r}", did_you_mean(key, PRINTABLES))
    return PRINTABLES[key]


def listed(look: Look) -> list[tuple[str, list[Printable]]]:
    """List what a viewer may print, group by group."""
    own = [one for one in PRINTABLES.values() if one.is_for(look) and one.there(look)]
    groups = [(group, [one for one in own if one.group == group]) for group in GROUPS]
    return [(group, rows) for group, rows in groups if rows]


def printed(key: str, source: Source, options: Options) -> bytes:
    """
    Print a thing for a viewer, as a PDF.

    Raises
    ------
    BadRequest
        If there is none of that key, or it is not for this viewer.
    ProblemsFound
        If the options do not fit.
    """
    found = printable(key)
    if not found.is_for(source.look):
        who = " or ".join(sorted(found.viewers))
        raise BadRequest(403, "print", f"{key} is not for {source.look.viewer}", f"it is printed for {who}")
    matters = {"map": source.look.hexmap, "rules": RulesAsPlayed.of(source.look.session), "viewer": source}
    return printed_from(found, matters[found.matter], replace(options, goals=goals_in(source.look.situation)))


def printed_from(found: Printable, matter: Any, options: Options) -> bytes:
    """Print a thing from its matter, on what it is usually printed on if no paper is asked for."""
    return found.make(matter, options if options.paper else replace(options, paper=found.papers[0]))
