"""Give the report of a turn as it was first made, and list those there are with what became of their turns."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from campaign.model.calendar import Clock
from campaign.store.faults import StoreFault
from campaign.store.history import live_seqs
from campaign.store.kept.reports import ReportKey, Reports
from scenarios.reports.turnpage import turn_html
from scenarios.reports.turnsheet import turn_sheet
from scenarios.reports.turntext import turn_text
from webui.desk.moments import moments, words_of
from webui.desk.reports.turn import ended_turn, turn_report

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenarios.reports.turnreport import TurnReport
    from webui.desk.logdata import Diary
    from webui.desk.looks import Look, Looks

__all__ = ["MIMETYPES", "kept_turn", "report_rows"]

MIMETYPES = {"html": "text/html", "pdf": "application/pdf", "txt": "text/plain"}
_WRITERS: dict[str, Callable[[TurnReport], bytes]] = {
    "html": lambda report: turn_html(report).encode(), "pdf": turn_sheet,
    "txt": lambda report: turn_text(report).encode(),
}  # fmt: skip


def kept_turn(look: Look, diary: Diary, looks: Looks, form: str, day: int | None, turn: int | None) -> bytes:
    """
    Give the report of a turn in a form; of a turn that is over it is kept, and given again as it was.

    Raises
    ------
    BadRequest
        If there is no such turn yet.
    """
    ended = ended_turn(look, day, turn)
    kept, key = Reports(look.session.log), None
    if ended is not None:
        clock, seq = ended
        key = ReportKey(look.session.campaign, look.viewer, clock.day, clock.turn, form, seq)
        found = kept.get(key)
        if found is not None:
            return found.body
    body = _WRITERS[form](turn_report(look, diary, looks, day, turn))
    if key is not None:
        # A store that can only be read gives reports all the same; they are made anew each time.
        with suppress(StoreFault):
            return kept.keep(key, body).body
    return body


def report_rows(look: Look) -> list[dict[str, Any]]:
    """List the reports that a viewer was given, the latest turn first; those of turns taken back are withdrawn."""
    live = set(live_seqs(look.session.chronicle))
    clocks = {(one.clock.day, one.clock.turn): one.clock for one in moments(look.session, last=look.seq)}
    found: dict[tuple[int, int, int], dict[str, Any]] = {}
    for one in Reports(look.session.log).listed(look.session.campaign, look.viewer):
        key = one.key
        if key.seq > look.seq:
            continue
        clock = clocks.get((key.day, key.turn), Clock(key.day, key.turn))
        words = words_of(replace(clock, phase=look.state.clock.phase), look.tables)
        row = found.setdefault((key.day, key.turn, key.seq), {
            "day": key.day, "turn": words["turn"], "withdrawn": key.seq not in live, "forms": [],
        })  # fmt: skip
        row["forms"].append({"form": key.form, "digest": one.digest})
    return list(reversed(found.values()))
