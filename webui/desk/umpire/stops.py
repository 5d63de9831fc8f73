"""Say what a closing waits for: the matters of the kinds that the umpire wants to decide before it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.docket.matters import Line, Matter, key_in, matters
from campaign.model.commands import commands_of
from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.declaring import Ruled
from campaign.model.verbs.sheets import OrderBarred, OrderLeft, SheetClosed, SheetsClosed
from campaign.store.history import live_seqs
from campaign.store.umpiring import Umpiring
from campaign.views import view_for
from webui.desk.sheets.kept import read_kept

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.model.anyevent import AnyEvent
    from campaign.store.entry import Entry
    from campaign.store.session import Session

__all__ = [
    "STOPPABLE",
    "awaited",
    "last_closing",
    "lines_of",
    "settled_by",
    "stops_anywhere",
    "this_turn",
]

_FAR = 12
"""Phases back; who plays without sheets is told nothing of those of long ago."""
STOPPABLE = frozenset({"surrender", "bridge", "unsupplied", "fight", "meeting", "ask", "barred", "arrival"})
"""A closing can wait at these; a command that is silent has what it does in silence."""


def this_turn(session: Session) -> Iterator[Entry]:
    """Yield the entries of this turn that count, the last first."""
    chronicle = session.chronicle
    now = session.state.clock
    for seq in reversed(live_seqs(chronicle)):
        entry = chronicle.entries[seq - 1]
        yield entry
        for event in entry.events if ClockAdvanced in chronicle.entries.kinds(seq) else ():
            if isinstance(event, ClockAdvanced) and (event.clock.day, event.clock.turn) != (now.day, now.turn):
                return


def settled_by(session: Session) -> dict[str, str]:
    """Give the reason of each ruling on a matter in this turn, by the matter's key."""
    events = (event for entry in this_turn(session) for event in entry.events)
    return {key_in(event.why): event.why for event in events if isinstance(event, Ruled) and key_in(event.why)}


def stops_anywhere(session: Session) -> bool:
    """Whether a closing waits at any kind of matter in this campaign."""
    return bool(Umpiring(session.log).stops(session.campaign))


def awaited(session: Session) -> list[Matter]:
    """List the matters that a closing waits at: not decided yet, and not of a kind that accepts itself."""
    kept = Umpiring(session.log)
    wanted = kept.stops(session.campaign)
    if not wanted:
        return []
    wanted = (wanted & STOPPABLE) - kept.accepted(session.campaign) - kept.fronts(session.campaign)
    lines = lines_of(session) if wanted & {"ask", "barred"} else []
    found = matters(session.situation, session.ruleset.play, lines=lines, kinds=wanted)
    settled = settled_by(session) if found else {}
    return [one for one in found if one.key not in settled]


def lines_of(session: Session) -> list[Line]:
    """List the lines of the sheets of the last closing, or of one under way, that nothing came of."""
    names = {one.id: one.name for one in commands_of(session.setting)}
    found: dict[tuple[str, int, str], Line] = {}
    for event in last_closing(session):
        if isinstance(event, SheetClosed) and event.text:
            for line in _not_understood(session, event):
                found[event.command, line.number, ""] = line._replace(name=names.get(event.command, event.command))
        elif isinstance(event, OrderBarred | OrderLeft):
            name = names.get(event.command, event.command)
            found[event.command, event.line, event.stand] = Line(
                event.command, name, event.line, "", event.words, event.stand, event.rule
            )
    return list(found.values())


def _not_understood(session: Session, sheet: SheetClosed) -> Iterator[Line]:
    given = {line.number for line in sheet.lines}
    if all(number in given or not text.strip() for number, text in enumerate(sheet.text.splitlines(), start=1)):
        # All of it was understood: a sheet of forty lines need not be read again in each phase.
        return
    view = view_for(session.known(sheet.command), session.situation)
    for line in read_kept(session, view, sheet.command, sheet.text).lines:
        if line.verdict == "ask":
            yield Line(sheet.command, sheet.command, line.number, line.text, line.why)


def last_closing(session: Session) -> list[AnyEvent]:
    """Give the events since sheets were closed last, oldest first; none if that is long ago."""
    chronicle = session.chronicle
    now = (session.state.clock.day, session.state.clock.turn)
    found: list[tuple[AnyEvent, ...]] = []
    phases = 0
    for seq in reversed(live_seqs(chronicle)):
        events = chronicle.entries[seq - 1].events
        found.append(events)
        if any(isinstance(event, SheetsClosed) for event in events):
            return [event for group in reversed(found) for event in group]
        clocks = [event.clock for event in events if isinstance(event, ClockAdvanced)]
        phases += any((clock.day, clock.turn) != now for clock in clocks)
        if phases > _FAR:
            break
    return []
