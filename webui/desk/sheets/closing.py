"""
Close a turn: the sheets are frozen, carried out phase by phase, and the turn is over.

Each step is one entry of the log, with an id that follows from where the log stands. So whoever comes second (another
umpire, a retry, the program after it was killed) finds what is done, and goes on from there. Once the sheets are
frozen, nothing but the log is read.
"""

from __future__ import annotations

import hashlib
import hmac
from bisect import bisect_right
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from campaign.docket.compile import Orders, attempts_of, left_of
from campaign.docket.delays import sent_off
from campaign.docket.dummylines import attempted
from campaign.engine.ledger import Refusal
from campaign.model.commands import commands_of
from campaign.model.seats import Seat
from campaign.model.sheets import ClosedLine, turn_key
from campaign.model.verbs.clock import ClockAdvanced, EndPhase
from campaign.model.verbs.letter import DeliverLetters
from campaign.model.verbs.sheets import (
    OrderBarred,
    OrderCarried,
    OrderLeft,
    OrderWaits,
    SheetClosed,
    SheetsClosed,
    TurnClosed,
)
from campaign.store.faults import CommandClash, Stale
from campaign.store.history import live_seqs
from campaign.store.letters import LettersMoved
from campaign.store.sheets import Sheet, Sheets, SheetsMoved
from campaign.views import played_for
from maps.loading import unhurried
from webui.desk.faults import BadRequest
from webui.desk.letters.going import departing, from_sheets
from webui.desk.sheets.kept import found_kept, read_kept
from webui.desk.sheets.mixing import mixing
from webui.desk.sheets.telling import telling
from webui.desk.sheets.waiting import free, waited, waiting, with_waited
from webui.desk.solo import give_choice, next_choice, player_of, seat_at
from webui.desk.umpire.accepting import accepts_any, accepts_now
from webui.desk.umpire.calledoff import renewed
from webui.desk.umpire.holding import holds_any, holds_now
from webui.desk.umpire.stops import awaited, stops_anywhere

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from campaign.engine.decide import Attempt
    from campaign.model.anyevent import AnyEvent
    from campaign.model.sheets import Closing
    from campaign.model.situation import Situation
    from campaign.model.things import Command
    from campaign.store.session import Session

__all__ = ["Closed", "close_turn", "go_on_closing", "has_nothing", "next_step"]

MOST_STEPS = 20_000
_TRIES = 20
_UMPIRE = "umpire"
_GIVEN = "/given"
"""Ends the id of an entry that holds what is attempted in a phase, where the closing may wait before the phase ends."""
GO_ON, STAND_FAST, AUTOMATON = "go_on", "stand_fast", "automaton"


class Closed(NamedTuple):
    """What a closing did."""

    turn: str
    steps: int
    """Entries that this call wrote; 0 if somebody else had closed the turn already."""


def close_turn(session: Session, turn: str) -> Closed:
    """
    Close a turn: freeze the sheets, carry them out, and begin the next.

    Parameters
    ----------
    turn
        The turn as whoever closes it saw it, so that nobody closes the next one by asking twice.

    Raises
    ------
    BadRequest
        If the turn was closed before, or its dice must be called in by hand.
    """
    if session.state.closing is None:
        _check(session, turn)
        for left in reversed(range(_TRIES)):
            try:
                with unhurried():
                    _freeze(session, turn)
                break
            except (LettersMoved, SheetsMoved, Stale):
                # A sheet, a letter or another umpire was quicker: look again.
                if session.state.closing is not None:
                    break
                if not left:
                    raise
                _check(session, turn)
    return Closed(turn, go_on_closing(session))


def go_on_closing(session: Session) -> int:
    """Finish a closing that has begun, if there is one; count the entries that were written."""
    for steps in range(MOST_STEPS):
        try:
            with unhurried():
                is_done = not next_step(session)
            if is_done:
                return steps
        except (Stale, CommandClash):
            # Somebody else wrote the step; the next one follows from what is there now.
            continue
    raise BadRequest(
        500, "closing", f"it is not over after {MOST_STEPS} steps", "undo to before it, and tell the makers"
    )


def _check(session: Session, turn: str) -> None:
    state = session.state
    now = turn_key(state.clock)
    if state.ended:
        raise BadRequest(409, "closing", "the campaign is over", "go back to an earlier turn to play on from there")
    if turn != now:
        raise BadRequest(409, "closing", f"turn {turn} is closed already; it is {now} now", "load the page again")
    if session.setting.dice == "called":
        why = "the dice of this campaign are called in by hand, and a closing would want them all at once"
        raise BadRequest(409, "closing", why, "play the turn at the umpire's desk, or open it with other dice")


# --- freezing -------------------------------------------------------------------------------------------------------


def _freeze(session: Session, turn: str) -> None:
    """Write down what everybody has ordered, and take no more for this turn: one transaction."""
    kept, seq = Sheets(session.log), session.seq
    found = kept.sheets(session.campaign, turn)
    commands = commands_of(session.setting)
    sheets = {one.id: found.get(one.id, Sheet(one.id, turn)) for one in commands}
    silence, views = kept.silence(session.campaign), _views(session, [one.id for one in commands])
    key, shares = f"close/{turn}/{seq}", kept.shares(session.campaign, turn)
    waits = waited(session)
    closed = [
        replace(with_waited(sent, waits.get(sent.command, ())), share=shares.get(sent.command, ""))
        for sent in (_sent(session, views[one.id], one, sheets[one.id], silence) for one in commands)
    ]
    drawn = tuple(sorted((one.id for one in commands), key=lambda name: _lot(session, key, name)))
    letters = departing(session, turn)
    read = {one.id: read_kept(session, views[one.id], one.id, sheets[one.id].text) for one in commands}
    lines = [line.draft for one in read.values() for line in one.letters]
    written = from_sheets(session, turn, [draft for draft in lines if draft is not None])
    turns = sorted(commands, key=lambda one: drawn.index(one.id))
    tried = [attempted(line, one) for one in turns for line in read[one.id].dummies]

    def also(db: Any) -> None:
        letters.check(db)
        kept.freeze(db, session.campaign, turn, sheets, seq + 1)

    begun = SheetsClosed(turn=turn, key=key, drawn=drawn)
    preface = (begun, *mixing(session, key, closed), *closed, *letters.events, *written)
    deceits = tuple(one for one in tried if one is not None)
    session.submit(deceits, command_id=f"{key}/{seq + 1}", after=seq, preface=preface, also=also)


def _sent(session: Session, view: Situation, command: Command, sheet: Sheet, silence: Mapping[str, str]) -> SheetClosed:
    """Give a command's sheet as it counts, after its orders have left: some may come to their units later."""
    return sent_off(view, command, _closed(session, view, sheet, silence.get(command.id, GO_ON)))


def _lot(session: Session, key: str, command: str) -> bytes:
    """Draw a lot that hangs on the campaign's own secret and the turn, not on who sealed first."""
    root = session.log.dice_root(session.campaign)
    secret = root.root if root is not None else session.setting.seed.encode()
    return hmac.new(secret, f"{key}/{command}".encode(), hashlib.sha256).digest()


def _closed(session: Session, view: Situation, sheet: Sheet, silence: str) -> SheetClosed:
    """Give a command's sheet as it counts: sealed, or a draft that can be read, or none."""
    command = sheet.command
    if not sheet.text.strip():
        standing = tuple(one for one in view.state.standing.get(command, ()) if not one.ends)
        source = "sealed" if sheet.state == "sealed" else "silent"
        told = "" if source == "sealed" else silence
        return SheetClosed(
            command=command, source=source, version=sheet.version, standing=standing, silence=told, code=sheet.code
        )
    read = read_kept(session, view, command, sheet.text)
    lines = tuple(ClosedLine(one.number, one.text, one.intents) for one in read.lines if one.verdict == "give")
    source = "sealed" if sheet.state == "sealed" else "draft"
    silent = silence if source == "draft" and not lines and not read.standing else ""
    return SheetClosed(
        command=command, source=source, version=sheet.version, text=sheet.text, code=sheet.code, lines=lines,
        standing=read.standing, silence=silent,
    )  # fmt: skip


def has_nothing(session: Session, command: Command) -> bool:
    """Whether a closing would find no orders of a command now: its sheet is read as a closing reads it."""
    sheet = Sheets(session.log).sheet(session.campaign, command.id, turn_key(session.state.clock))
    found = _closed(session, _views(session, [command.id])[command.id], sheet, GO_ON)
    return found.source == "silent" or (found.source == "draft" and not found.lines and not found.standing)


def _views(session: Session, commands: Iterable[str], seq: int | None = None) -> dict[str, Situation]:
    """Give what commands know, each by its id."""
    whole = session.situation if seq is None else session.as_of(seq)
    return {name: played_for(known, whole) for name, known in session.known_to(commands, seq).items()}


# --- carrying out ---------------------------------------------------------------------------------------------------


class _Begun(NamedTuple):
    """A closing as the log tells of it."""

    closing: Closing
    drawn: tuple[str, ...]
    sheets: dict[str, SheetClosed]
    tried: dict[str, frozenset[tuple[int, str]]]


def next_step(session: Session) -> bool:
    """
    Write the next entry of a closing; give whether there was one to write.

    Raises
    ------
    Stale, CommandClash
        If somebody else wrote one in this moment.
    """
    seq = session.seq
    # Whoever writes meanwhile is found out by ``after``: the log is asked once in a step, not by each who reads it.
    with session.still():
        return _step(session, seq)


def _step(session: Session, seq: int) -> bool:
    state = session.state
    if state.closing is None:
        return False
    begun = _begun(session, state.closing)
    name = f"{state.closing.key}/{seq + 1}"
    if turn_key(state.clock) != state.closing.turn or state.ended:
        events = (*_left(session, begun), TurnClosed(turn=state.closing.turn))
        # Letters come in the entry that ends the turn: whether there are any, no number of an entry tells.
        told = telling(session, state.closing, seq + 1)
        session.submit((DeliverLetters(),), command_id=name, after=seq, preface=events, also=told)
        return True
    if _played(session, begun, name):
        return True
    if not (stops_anywhere(session) or accepts_any(session) or holds_any(session)):
        session.submit((*_attempts(session, begun), EndPhase()), command_id=name, after=seq)
        return True
    return _step_with_stops(session, begun, name)


def _step_with_stops(session: Session, begun: _Begun, name: str) -> bool:
    """Write what is attempted, wait for what the umpire is to decide, end the phase with what accepts itself."""
    seq = session.seq_read
    if not _is_given(session, begun):
        attempts = _attempts(session, begun)
        if attempts:
            session.submit(tuple(attempts), command_id=f"{name}{_GIVEN}", after=seq)
            return True
    if awaited(session):
        return False
    session.submit((*accepts_now(session), *holds_now(session), EndPhase()), command_id=name, after=seq)
    return True


def _is_given(session: Session, begun: _Begun) -> bool:
    """Whether what is attempted in this phase is written down: the umpire may have ruled since, and no phase ended."""
    chronicle = session.chronicle
    for seq in reversed(live_seqs(chronicle)):
        entry = chronicle.entries[seq - 1]
        if any(isinstance(event, ClockAdvanced | SheetsClosed) for event in entry.events):
            return False
        if entry.command_id.startswith(begun.closing.key) and entry.command_id.endswith(_GIVEN):
            return True
    return False


def _begun(session: Session, closing: Closing) -> _Begun:
    """Read from the log what was ordered, and what was begun of it: each entry once, as long as none is taken back."""
    live, first = live_seqs(session.chronicle), int(closing.key.rpartition("/")[2])
    chain = live[bisect_right(live, first) :]
    read, begun = _READ.get(session, ((), None))
    if begun is None or begun.closing.key != closing.key or chain[: len(read)] != read:
        read, begun = (), _Begun(closing, (), {}, {})
    found = _more(begun._replace(closing=closing), _events(session, chain[len(read) :]))
    _READ[session] = chain, found
    return found


_READ: WeakKeyDictionary[Session, tuple[tuple[int, ...], _Begun]] = WeakKeyDictionary()
"""What was read of the closing that is under way, and the entries where it stood."""
_OF_SHEETS = frozenset({SheetsClosed, SheetClosed, OrderCarried, OrderBarred})


def _more(begun: _Begun, events: Iterable[AnyEvent]) -> _Begun:
    """Add what further events tell of a closing."""
    drawn, sheets, tried = begun.drawn, dict(begun.sheets), dict[str, set[tuple[int, str]]]()
    for event in events:
        if isinstance(event, SheetsClosed):
            drawn = event.drawn
        elif isinstance(event, SheetClosed):
            sheets[event.command] = event
        elif isinstance(event, OrderCarried | OrderBarred) and (event.line or event.standing):
            tried.setdefault(event.command, set()).add((event.line, event.stand))
    more = {key: begun.tried.get(key, frozenset()) | found for key, found in tried.items()}
    return begun._replace(drawn=drawn, sheets=sheets, tried=begun.tried | more)


def _events(session: Session, seqs: Iterable[int]) -> list[AnyEvent]:
    """List what some entries tell of sheets and their orders; others are not read."""
    entries = session.chronicle.entries
    return [event for seq in seqs if entries.kinds(seq) & _OF_SHEETS for event in entries[seq - 1].events]


def _orders(session: Session, begun: _Begun, name: str) -> Orders:
    sheet = begun.sheets[name]
    command = next(one for one in commands_of(session.setting) if one.id == name)
    tried = begun.tried.get(name, frozenset())
    meant, goes_on = sheet.source == "sealed", sheet.silence != STAND_FAST
    return Orders(command, sheet.lines, sheet.standing, meant, goes_on, tried)


def _attempts(session: Session, begun: _Begun) -> list[Attempt]:
    """List what everybody attempts in this phase, in the order that was drawn."""
    found: list[Attempt] = []
    for name, view in _views(session, begun.drawn).items():
        found += attempts_of(_orders(session, begun, name), view, session.ruleset, found_kept(session, view, name))
    found += renewed(session, {one.stand for one in found})
    return free(found, session.state)


def _left(session: Session, begun: _Begun) -> list[OrderLeft | OrderWaits]:
    """List the lines that came to nothing; the reason is that of the last phase before the turn was over."""
    found: list[OrderLeft | OrderWaits] = []
    last = live_seqs(session.chronicle)[-2]
    pending = {name: orders for name in begun.drawn if (orders := _orders(session, begun, name)).pending}
    for name, view in _views(session, pending, last).items():
        waits = waiting(pending[name], session.as_of(last).state)
        found += waits
        still = {(one.line, one.stand) for one in waits}
        left = [one for one in left_of(pending[name], view, session.ruleset) if (one.line, one.stand) not in still]
        found += [OrderLeft(command=name, line=one.line, stand=one.stand, words=one.why) for one in left]
    return found


def _played(session: Session, begun: _Begun, name: str) -> bool:
    """Give one order for a command that the program plays; say whether there was one."""
    for who in begun.drawn:
        if not _plays_itself(begun.sheets[who]):
            continue
        player = player_of(session, who, _seat(session, who))
        passed: tuple[str, ...] = ()
        while len(passed) < MOST_STEPS:
            choice = next_choice(session, player, passed)
            if choice.order is None:
                break
            try:
                give_choice(session, choice, command_id=name, after=session.seq_read)
            except Refusal:
                passed = (*passed, *choice.passes)
                continue
            return True
    return False


def _plays_itself(sheet: SheetClosed) -> bool:
    return sheet.silence == AUTOMATON or any(one.posture == AUTOMATON for one in sheet.standing)


def _seat(session: Session, who: str) -> Seat:
    seat = seat_at(session, who)
    return seat if seat is not None and seat.plays_itself else Seat()


def silent_of(events: Sequence[AnyEvent]) -> list[str]:
    """List the commands that sent nothing, of a turn's events."""
    return [event.command for event in events if isinstance(event, SheetClosed) and event.source == "silent"]
