"""
Take a mail's text as the orders of a seat: by the code that it carries, once, with an answer to the seat's address.

The sheet is written first, under a name that follows from the mail; then, in one transaction, that the mail was read,
and its answer. Whoever dies between does it again: the sheet knows the name, and nothing counts twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.model.commands import command_named
from campaign.model.people import PLAYING, Visitor
from campaign.model.people.telling import Notice
from campaign.model.sheets import turn_key, turn_words
from campaign.store.beside import stamp
from campaign.store.faults import StoreFault
from campaign.store.people import People
from campaign.store.post.inmail import CameIn, InMail
from campaign.store.post.wishes import WishBook
from campaign.store.sheets import OtherVersion, TooLate
from campaign.store.signins import SignIns
from webui.desk.faults import BadRequest
from webui.desk.looks import Looks
from webui.desk.moments import moments
from webui.desk.sheets.writing import MOST_TEXT, Sent, checked, lines_data, sheet_of, write
from webui.post.codes import code_of, codes_in
from webui.post.incoming import parsed
from webui.post.words import body_of
from webui.post.writing import ABOVE

if TYPE_CHECKING:
    import datetime as dt

    from campaign.model.things import Command
    from campaign.store.session import Session
    from campaign.store.sheets import Sheet
    from webui.desk.library import CampaignStore
    from webui.post.incoming import Incoming
    from webui.post.settings import PostSettings

__all__ = ["Received", "receive"]

_TRIES = 5
_ADDS = frozenset({"add", "also", "dazu", "zusatz", "hinzu"})
NO_CODE = "it carries no code of a seat for a turn; copy the code from the last mail, or from the page of orders"
AUTOMATIC = "a program answered by itself; nobody wrote it"
LATE = "the orders of that turn are closed; nothing of it was kept"
EMPTY = "nothing was found above the quoted text; write your orders at the top of the mail"


class Received(NamedTuple):
    """What became of a mail: "taken", "late", "empty", "refused", "unknown", "automatic", or "again"."""

    state: str
    words: str
    command: str = ""
    lines: tuple[dict[str, Any], ...] = ()


class _Seat(NamedTuple):
    session: Session
    person: str
    command: Command
    turn: str


class _Taken(NamedTuple):
    """The sheet that was made of a mail, and what was on it before, if that was other orders."""

    sheet: Sheet
    before: str


def receive(store: CampaignStore, raw: bytes, settings: PostSettings, now: dt.datetime, campaign: str = "") -> Received:
    """
    Take a mail.

    Parameters
    ----------
    campaign
        The only campaign that it may be for; "": any.
    """
    mail = parsed(raw, "" if settings.imap is None else settings.imap.address)
    known = InMail(store.log).known(mail.name)
    if known is not None:
        return Received("again", f"this mail was read before: {known.words}", known.command)
    if mail.automatic:
        return _noted(store, mail, None, Received("automatic", AUTOMATIC), now)
    seat = _seat_of(store, codes_in(mail.whole), campaign)
    if seat is None:
        return _noted(store, mail, None, Received("unknown", NO_CODE), now)
    done, taken = _done(seat, mail, now)
    return _noted(store, mail, seat, done, now, taken)


def _seat_of(store: CampaignStore, codes: list[str], campaign: str) -> _Seat | None:
    """Find the seat and the turn of a code; a code of a turn that is over finds them, too."""
    if not codes:
        return None
    held = [one for one in People(store.log).appointments(campaign=campaign) if one.role in PLAYING]
    for one in held:
        try:
            session = store.session(one.campaign)
        except StoreFault:
            continue
        command = command_named(session.setting, one.key)
        turns = {turn_key(moment.clock) for moment in moments(session)} if command is not None else set()
        for turn in turns:
            if command is not None and code_of(store.log, one.campaign, one.person, one.key, turn) in codes:
                return _Seat(session, one.person, command, turn)
    return None


def _done(seat: _Seat, mail: Incoming, now: dt.datetime) -> tuple[Received, _Taken | None]:
    name, text = seat.command.name, mail.text
    if not text:
        return Received("empty", EMPTY, name), None
    try:
        taken = _written(seat, mail, now)
    except (TooLate, BadRequest) as fault:
        late = isinstance(fault, TooLate) or fault.status == 409
        return Received("late" if late else "refused", LATE if late else str(fault), name), None
    look = Looks().look(seat.session, seat.command.id)
    lines = tuple(lines_data(look, checked(look, seat.command, taken.sheet.text)))
    words = f"sealed as version {taken.sheet.version}, to read out {taken.sheet.code}"
    return Received("taken", words, name, lines), taken


def _written(seat: _Seat, mail: Incoming, now: dt.datetime) -> _Taken:
    """Seal the sheet; what is written at the same time elsewhere is looked at again."""
    for left in reversed(range(_TRIES)):
        kept = sheet_of(seat.session, seat.command.id)
        text, before = _text(kept, mail.text)
        if len(text) > MOST_TEXT:
            raise BadRequest(400, "text", f"the orders are longer than {MOST_TEXT} characters", "shorten them")
        try:
            if kept.state == "sealed":
                _write(seat, "open", "", kept, mail, now)
                kept = sheet_of(seat.session, seat.command.id)
            return _Taken(_write(seat, "seal", text, kept, mail, now), before)
        except OtherVersion:
            if not left:
                raise
    raise AssertionError(seat)


def _write(seat: _Seat, do: str, text: str, kept: Sheet, mail: Incoming, now: dt.datetime) -> Sheet:
    sent = Sent(do, text, kept.version, f"mail-{mail.name[:40]}-{do}", seat.turn)
    return write(seat.session, seat.command.id, sent, seat=seat.person, now=now)


def _text(kept: Sheet, text: str) -> tuple[str, str]:
    """Give what the sheet is to say, and what it takes the place of: a mail that begins with "add" adds lines."""
    before = kept.text.strip() if kept.state != "closed" else ""
    first, _, rest = text.partition("\n")
    if first.strip().rstrip(":").casefold() in _ADDS:
        return f"{before}\n{rest.strip()}".strip(), ""
    return text, before if before != text.strip() else ""


# --- the answer -----------------------------------------------------------------------------------------------------


def _noted(
    store: CampaignStore, mail: Incoming, seat: _Seat | None, done: Received, now: dt.datetime,
    taken: _Taken | None = None,
) -> Received:  # fmt: skip
    campaign, person = ("", "") if seat is None else (seat.session.campaign, seat.person)
    row = CameIn(mail.name, stamp(now), campaign, person, done.command, done.state, done.words)
    answers = [] if seat is None else _answers(store, mail, seat, done, taken)
    InMail(store.log).note(row, answers, now)
    if seat is not None:
        who = Visitor(People(store.log).person(seat.person))
        detail = f"{seat.command.id}: {done.state}"
        SignIns(store.log).note(who, "sent orders by mail", now, campaign=campaign, detail=detail)
    return done


def _answers(
    store: CampaignStore, mail: Incoming, seat: _Seat, done: Received, taken: _Taken | None
) -> list[Notice]:  # fmt: skip
    """Answer to the seat's own address, whoever it came from; to nobody, if there is none that counts."""
    reached = WishBook(store.log).reached(seat.person).get("mail")
    if reached is None or not reached.confirmed:
        return []
    session, turn = seat.session, turn_key(seat.session.state.clock)
    code = code_of(store.log, session.campaign, seat.person, seat.command.id, turn)
    heading = f"{session.name}: {_SAYS.get(done.state, 'refused')}, {turn_words(seat.turn)} [{code}]"
    body = body_of(heading, _answer(mail, seat, done, taken), mail.id)
    return [Notice(session.campaign, seat.person, seat.command.id, "receipt", seat.turn, mail.name[:40],
                   address=reached.address, body=body)]  # fmt: skip


_SAYS = {"taken": "your orders are sealed", "late": "too late", "empty": "no orders found"}


def _answer(mail: Incoming, seat: _Seat, done: Received, taken: _Taken | None) -> str:
    head = f"{ABOVE}\n\n{seat.command.name}, {turn_words(seat.turn)}: {done.words}."
    if taken is None:
        return f"{head}\n\nYour mail said:\n\n{mail.text[:5000]}\n"
    unsound = sum(one["state"] in {"ask", "refused"} for one in done.lines)
    told = [head, "\n".join(_line(one) for one in done.lines)]
    if unsound:
        told.append(f"{unsound} of the lines will not be carried out as they are: see ? and no above.")
    told.append('Answer with all your orders, and they take the place of these; begin with a line "add" to add some.')
    if taken.before:
        told.append(f"They take the place of what was on the sheet:\n\n{taken.before}")
    return "\n\n".join(told) + "\n"


_MARKS = {"sound": "ok", "doubt": "in doubt", "refused": "no", "ask": "?", "note": "note"}


def _line(line: dict[str, Any]) -> str:
    said = [line["understood"], *line["words"], line["why"], *(f"assumed: {one}" for one in line["assumed"])]
    if line["choices"]:
        said.append(f"did you mean {' or '.join(line['choices'])}?")
    return "\n".join([f"[{_MARKS[line['state']]}] {line['text']}", *(f"      {one}" for one in said if one)])
