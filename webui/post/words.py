"""Say a notice in words: public facts and a link, and nothing that only one command knows."""

from __future__ import annotations

import datetime as dt
import json
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from campaign.model.commands import command_named
from campaign.model.people import PLAYING
from campaign.model.people.telling import UMPIRES
from campaign.model.sheets import turn_key, turn_words
from campaign.model.viewer import UMPIRE
from campaign.store.people import People
from campaign.store.sheets import Sheets

if TYPE_CHECKING:
    from campaign.model.people import Appointment
    from campaign.model.people.telling import Notice, Wishes
    from campaign.store.session import Session

__all__ = ["Said", "body_of", "moment_words", "said", "said_of_body"]


class Said(NamedTuple):
    """A notice in words: its heading, what it says, and where to look."""

    heading: str
    text: str
    path: str = "/seats"
    answers: str = ""


def said(session: Session, told: Notice, wishes: Wishes, now: dt.datetime | None = None) -> Said:
    """Say a notice of a campaign; with ``now`` also when orders are due."""
    name, turn = session.name, turn_words(told.turn) if told.turn else ""
    teller = _TELLERS[told.kind]
    heading, text = teller(session, told, turn)
    due = _due(session, told, wishes, now) if now and told.kind in {"turn", "reminder", "nudge"} else ""
    path = f"/c/{told.campaign}/{told.viewer}/{_PLACES.get(told.kind, '')}"
    if told.kind == "seat" or told.kind in UMPIRES or (told.viewer == UMPIRE and told.kind in {"turn", "withdrawn"}):
        path = "/seats" if told.kind == "seat" else f"/c/{told.campaign}/umpire/day"
    return Said(f"{name}: {heading}", " ".join(filter(None, (text, due))), path)


def body_of(heading: str, text: str, answers: str = "") -> str:
    """Write down what a mail says that goes to one address, with the id of the mail that it answers."""
    return json.dumps({"heading": heading, "text": text, "answers": answers})


def said_of_body(body: str) -> Said:
    """Read what ``body_of`` wrote; nothing, if it was forgotten."""
    found = json.loads(body or "{}")
    return Said(found.get("heading", ""), found.get("text", ""), "", found.get("answers", ""))


def moment_words(moment: dt.datetime, zone: str, now: dt.datetime) -> str:
    """
    Say when something is, on the wall of the reader's place, and how long that is yet.

    >>> at = dt.datetime(2026, 3, 5, 19, 0, tzinfo=dt.UTC)
    >>> moment_words(at, "Europe/Berlin", at - dt.timedelta(days=2, hours=4, minutes=10))
    'Thu 5 March, 20:00 CET (in 2 d 4 h)'
    """
    there = moment.astimezone(ZoneInfo(zone))
    minutes = int((moment - now).total_seconds()) // 60
    days, hours = divmod(minutes // 60, 24)
    left = f"{days} d {hours} h" if days else f"{hours} h" if hours else f"{minutes} min"
    when = f"{there:%a} {there.day} {there:%B, %H:%M} {there.tzname()}"
    return f"{when} (in {left})" if minutes > 0 else when


_PLACES = {"reminder": "day", "nudge": "day", "turn": "", "letter": "letters"}


def _turn(_: Session, told: Notice, turn: str) -> tuple[str, str]:
    if told.viewer == UMPIRE:
        return f"{turn} is closed", f"{turn.capitalize()} is closed. Look at what needs you."
    return f"{turn} is closed", f"{turn.capitalize()} is closed, and your report is there."


def _reminder(_: Session, __: Notice, turn: str) -> tuple[str, str]:
    return f"orders for {turn} are wanted", f"Orders for {turn} are wanted."


def _nudge(_: Session, __: Notice, turn: str) -> tuple[str, str]:
    return f"the umpire asks for orders for {turn}", f"The umpire asks for your orders for {turn}."


def _letter(_: Session, __: Notice, turn: str) -> tuple[str, str]:
    return "a letter has arrived", f"With {turn} a letter has arrived." if turn else "A letter has arrived."


def _withdrawn(_: Session, __: Notice, turn: str) -> tuple[str, str]:
    if not turn:
        text = "What you were told last was taken back by the umpire, and does not hold. Look at your page."
        return "something was taken back", text
    text = f"The end of {turn} was taken back by the umpire: what you were told of it does not hold. Look at your page."
    return f"{turn} was taken back", text


def _matter(_: Session, told: Notice, turn: str) -> tuple[str, str]:
    return f"{turn}: {told.about}", f"{turn.capitalize()}: {told.about}."


def _need(_: Session, __: Notice, turn: str) -> tuple[str, str]:
    # A channel or a feed may be read by players: what it is stands in the mail and on the page alone.
    return f"something needs you in {turn}", f"Something in {turn} needs you. Look at your day."


def _seat(session: Session, told: Notice, _: str) -> tuple[str, str]:
    what, _, key = told.about.partition(" ")
    held = People(session.log).appointments(campaign=session.campaign, ended=True)
    seat = next((one for one in held if one.id == key), None)
    if seat is None:
        return "a seat changed hands", "A seat of this campaign changed hands."
    whose = _seat_words(session, seat)
    if seat.person == told.person:
        return "your seat has ended", f"You are no longer {whose}."
    return "a seat changed hands", f"{seat.name} is {whose if what == 'began' else f'no longer {whose}'}."


def _seat_words(session: Session, seat: Appointment) -> str:
    command = command_named(session.setting, seat.key)
    return seat.words if command is None else seat._replace(key=command.name).words


_TELLERS = {
    "turn": _turn, "reminder": _reminder, "nudge": _nudge, "letter": _letter, "withdrawn": _withdrawn, "seat": _seat,
    "matter": _matter, "surrender": _need, "silent": _need,
}  # fmt: skip


def _due(session: Session, told: Notice, wishes: Wishes, now: dt.datetime) -> str:
    """Say when the orders of the turn that is open are due, to those who write some."""
    deadline = Sheets(session.log).deadline(session.campaign)
    writes = any(
        one.key == told.viewer and (one.role in PLAYING or one.role == UMPIRE)
        for one in People(session.log).appointments(campaign=session.campaign, person=told.person)
    )  # fmt: skip
    if not writes or not deadline.closes_at or deadline.turn != turn_key(session.state.clock) or session.state.ended:
        return ""
    when = moment_words(dt.datetime.fromisoformat(deadline.closes_at), wishes.zone, now)
    return f"They are due {when}." if told.kind != "turn" else f"The next orders are due {when}."
