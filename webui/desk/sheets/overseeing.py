"""What the umpire sees of the sheets: who has sealed, not what; deadlines, what the silent do, closing."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.docket.delays import under_way_words
from campaign.model.commands import commands_of
from campaign.model.sheets import SILENCES, turn_key
from campaign.store.people import People, stamp
from campaign.store.sheets import MODES, Deadline, Mode, Sheet, Sheets
from webui.desk.faults import BadRequest
from webui.desk.moments import words_of
from webui.desk.umpire.stops import awaited

if TYPE_CHECKING:
    from campaign.store.session import Session

__all__ = ["Due", "closing_data", "due", "next_deadline", "sealing", "set_deadline", "set_silence", "unread"]

GRACE = dt.timedelta(seconds=5)
"""How long after the deadline a sheet that was on its way may still come in."""
AWAY = dt.timedelta(seconds=60)
"""If the program has not looked at the clock for so long when it finds a deadline passed, the umpire decides."""
_MOST_HOURS = 24 * 60


class Due(NamedTuple):
    """Whether a turn is to be closed now; ``missed``: the program was down when it was."""

    turn: str
    now: bool
    missed: bool


def closing_data(session: Session) -> dict[str, Any]:
    """Give the umpire's page: each command, who holds it, and whether its sheet is sealed; never what is in it."""
    kept, turn = Sheets(session.log), turn_key(session.state.clock)
    sheets, silence = kept.sheets(session.campaign, turn), kept.silence(session.campaign)
    held = People(session.log).appointments(campaign=session.campaign)
    holders: dict[str, list[str]] = {}
    for one in held:
        if one.role in {"command", "substitute", "side"}:
            holders.setdefault(one.key, []).append(one.name)
    deadline = kept.deadline(session.campaign)
    return {
        "turn": turn,
        "clock": words_of(session.state.clock, session.ruleset.tables),
        "ended": session.state.ended,
        "cut": session.state.closing is not None,
        "waits": len(awaited(session)) if session.state.closing is not None else 0,
        "mode": deadline.mode,
        "closes_at": deadline.closes_at if deadline.turn == turn else "",
        "hours": deadline.hours,
        "missed": bool(deadline.missed) and deadline.turn == turn,
        "commands": [
            _row(one.id, one.name, sheets.get(one.id), holders.get(one.id, []), silence.get(one.id, SILENCES[0]))
            | {"under_way": _under_way(session, one.id)}
            for one in commands_of(session.setting)
        ],
    }


def sealing(session: Session) -> str:
    """Give what changes when a sheet of this turn is begun, sealed or opened."""
    return Sheets(session.log).marks(session.campaign, turn_key(session.state.clock))


def _under_way(session: Session, command: str) -> list[str]:
    """List what a command ordered in earlier turns that has not come to its units yet."""
    situation = session.situation
    return [under_way_words(situation, one) for one in situation.state.under_way.get(command, ())]


def _row(key: str, name: str, sheet: Sheet | None, holders: list[str], silence: str) -> dict[str, Any]:
    state = "nothing yet" if sheet is None or not sheet.version else sheet.state
    sealed = sheet is not None and sheet.state == "sealed"
    return {
        "key": key, "name": name, "holders": holders, "state": state, "sealed": sealed, "silence": silence,
        "version": sheet.version if sheet else 0, "at": sheet.at if sheet else "", "code": sheet.code if sheet else "",
    }  # fmt: skip


def unread(session: Session) -> list[str]:
    """List the commands that have not sealed."""
    sheets = Sheets(session.log).sheets(session.campaign, turn_key(session.state.clock))
    return [one.id for one in commands_of(session.setting) if one.id not in sheets or sheets[one.id].state != "sealed"]


def set_deadline(
    session: Session, *, mode: str, closes_at: dt.datetime | None, hours: int, now: dt.datetime
) -> Deadline:
    """
    Set the deadline of the turn, and what closes it.

    Raises
    ------
    BadRequest
        If that is no way to close a turn, or the time is past or missing.
    """
    if mode not in MODES:
        raise BadRequest(400, "mode", f"{mode[:20]!r} closes no turn", f"take {', '.join(MODES)}")
    if mode == "clock" and closes_at is None:
        raise BadRequest(400, "closes_at", "the clock closes at a time, and none is given", "give day and time")
    if closes_at is not None and closes_at <= now:
        raise BadRequest(400, "closes_at", "that time is past", "give a later one, or close the turn now")
    if not 0 <= hours <= _MOST_HOURS:
        raise BadRequest(400, "hours", f"{hours} hours are too many", f"0 to {_MOST_HOURS}")
    chosen: Mode = next(one for one in MODES if one == mode)
    at = stamp(closes_at.astimezone(dt.UTC)) if closes_at else ""
    made = Deadline(turn_key(session.state.clock), chosen, at, hours, stamp(now), 0)
    Sheets(session.log).set_deadline(session.campaign, made)
    return made


def set_silence(session: Session, command: str, mode: str) -> None:
    """Say what a command does if it sends no orders; raises ``BadRequest``."""
    if command not in {one.id for one in commands_of(session.setting)}:
        raise BadRequest(404, "command", f"there is no command {command[:40]!r} here", "take one from the list")
    if mode not in SILENCES:
        raise BadRequest(400, "silence", f"a silent command does not {mode[:20]!r}", f"take {', '.join(SILENCES)}")
    Sheets(session.log).set_silence(session.campaign, command, mode)


def due(session: Session, now: dt.datetime) -> Due:
    """
    Say whether a turn is to be closed by the clock now, and note that the clock was looked at.

    A deadline that passed while the program was down closes nothing: the umpire is told, and closes.
    """
    kept, turn = Sheets(session.log), turn_key(session.state.clock)
    deadline = kept.deadline(session.campaign)
    if deadline.mode == "umpire" or deadline.turn != turn or session.state.ended or session.state.closing is not None:
        return Due(turn, now=False, missed=False)
    at = dt.datetime.fromisoformat(deadline.closes_at) if deadline.closes_at else None
    passed = at is not None and now >= at + GRACE
    watched = dt.datetime.fromisoformat(deadline.watched) if deadline.watched else now
    # However shortly before the deadline it went away: what matters is whether anybody still expects the closing.
    missed = bool(deadline.missed) or (passed and now - watched > AWAY)
    kept.watched(session.campaign, now, missed=missed)
    sealed = deadline.mode == "all_sealed" and not unread(session)
    return Due(turn, now=(passed or sealed) and not missed, missed=missed)


def next_deadline(session: Session, now: dt.datetime) -> None:
    """Set the next deadline after a closing, so many hours later, if it was set so; else the umpire sets it."""
    kept = Sheets(session.log)
    deadline = kept.deadline(session.campaign)
    if not deadline.turn or deadline.turn == turn_key(session.state.clock):
        return
    before = dt.datetime.fromisoformat(deadline.closes_at) if deadline.closes_at else now
    after = before + dt.timedelta(hours=deadline.hours)
    at = stamp(max(after, now)) if deadline.hours else ""
    mode: Mode = deadline.mode if at or deadline.mode == "all_sealed" else "umpire"
    kept.set_deadline(session.campaign, Deadline(turn_key(session.state.clock), mode, at, deadline.hours, stamp(now)))
