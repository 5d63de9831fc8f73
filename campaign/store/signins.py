"""Keep who is signed in, how often something was tried, and who did what: as hashes, counts and lines."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, select, text, update

from campaign.model.people import Appointment, Person, Visitor
from campaign.store.people import stamp
from campaign.store.peopletables import APPOINTMENT, ATTEMPT, AUDIT, PERSON, SESSION

if TYPE_CHECKING:
    from campaign.store.eventlog import EventLog

__all__ = ["SESSION_DAYS", "Line", "SignIns"]

SESSION_DAYS = 30
"""So long a visitor who does not come back stays signed in."""

_SLIDES_AFTER = dt.timedelta(hours=1)
_MOST_NAME = 200
_COUNTED = text(
    "INSERT INTO attempt (key, slot, until, count) VALUES (:key, :slot, :until, 1) "
    "ON CONFLICT (key, slot) DO UPDATE SET count = attempt.count + 1 RETURNING count"
)

# These two are asked with every request: they are put together once.
_SIGNED_IN = select(PERSON, SESSION.c.seen, SESSION.c.by_link).where(
    SESSION.c.token_hash == bindparam("token"), SESSION.c.person == PERSON.c.id, PERSON.c.removed == "",
    SESSION.c.seen > bindparam("long_ago"),
)  # fmt: skip
_HELD = (
    select(APPOINTMENT)
    .where(APPOINTMENT.c.person == bindparam("person"), APPOINTMENT.c.until == "")
    .order_by(APPOINTMENT.c.since, APPOINTMENT.c.campaign, APPOINTMENT.c.role, APPOINTMENT.c.key, APPOINTMENT.c.id)
)


class Line(NamedTuple):
    """A line of the audit; ``name`` is the person's at that time."""

    number: int
    at: str
    person: str
    name: str
    campaign: str
    what: str
    detail: str


class SignIns:
    """The sessions, attempts and audit of one store."""

    def __init__(self, log: EventLog) -> None:
        """Take the log; its database keeps them."""
        self._log = log

    def begin(self, token_hash: str, person: str, now: dt.datetime, *, by_link: bool = False) -> None:
        """Sign a person in; ``by_link``: with a link instead of a password, which opens no umpire's page."""
        row = {"token_hash": token_hash, "person": person, "made": stamp(now), "seen": stamp(now)}
        with self._log.transaction(write=True) as db:
            db.execute(SESSION.delete().where(SESSION.c.seen < stamp(now - dt.timedelta(days=SESSION_DAYS))))
            db.execute(SESSION.insert().values(**row, by_link=int(by_link)))

    def visitor(self, token_hash: str, now: dt.datetime) -> Visitor:
        """Give who is signed in with a token, and what he holds; nobody if none is."""
        with self._log.transaction() as db:
            long_ago = stamp(now - dt.timedelta(days=SESSION_DAYS))
            row = db.execute(_SIGNED_IN, {"token": token_hash, "long_ago": long_ago}).first()
            if row is None:
                return Visitor()
            held = db.execute(_HELD, {"person": row.id})
            seats = tuple(Appointment(*found)._replace(name=row.name) for found in held)
        if row.seen < stamp(now - _SLIDES_AFTER):
            self._slide(token_hash, now)
        person = Person(row.id, row.name, bool(row.is_host), bool(row.password), row.mail, row.made)
        if row.by_link:
            seats = tuple(one for one in seats if one.role != "umpire")
            person = person._replace(is_host=False)
        return Visitor(person, seats)

    def _slide(self, token_hash: str, now: dt.datetime) -> None:
        with self._log.transaction(write=True) as db:
            db.execute(update(SESSION).where(SESSION.c.token_hash == token_hash).values(seen=stamp(now)))

    def end(self, token_hash: str) -> None:
        """Sign out."""
        with self._log.transaction(write=True) as db:
            db.execute(SESSION.delete().where(SESSION.c.token_hash == token_hash))

    def end_all(self, person: str) -> None:
        """Sign a person out everywhere."""
        with self._log.transaction(write=True) as db:
            db.execute(SESSION.delete().where(SESSION.c.person == person))

    # --- attempts -----------------------------------------------------------------------------------------------

    def count(self, key: str, seconds: int, now: dt.datetime) -> tuple[int, int]:
        """
        Count an attempt.

        One statement counts and reads, so that no two workers give the same number.

        Returns
        -------
        count, wait
            How many there were in this span of so many seconds, and how many seconds are left of it.
        """
        moment = int(now.timestamp())
        slot = moment // seconds
        until = (slot + 1) * seconds
        values = {"key": f"{seconds}/{key}"[:_MOST_NAME], "slot": slot, "until": until}
        with self._log.transaction(write=True) as db:
            found = db.execute(_COUNTED, values).scalar_one()
            if found == 1:
                db.execute(ATTEMPT.delete().where(ATTEMPT.c.until < moment))
        return int(found), until - moment

    def forget(self, key: str) -> None:
        """Count from nothing again: it was the right one."""
        with self._log.transaction(write=True) as db:
            db.execute(ATTEMPT.delete().where(ATTEMPT.c.key.like(f"%/{_inert(key)}"[:_MOST_NAME], escape="!")))

    # --- audit --------------------------------------------------------------------------------------------------

    def note(self, who: Visitor, what: str, now: dt.datetime, *, campaign: str = "", detail: str = "") -> None:
        """Write down who did what."""
        person = "" if who.person is None else who.person.id
        row = {"at": stamp(now), "person": person, "name": who.name, "campaign": campaign[:80], "what": what[:80]}
        with self._log.transaction(write=True) as db:
            db.execute(AUDIT.insert().values(**row, detail=detail[:500]))

    def audit(self, *, campaign: str = "", most: int = 200, before: int = 0) -> tuple[Line, ...]:
        """List who did what, newest first: in a campaign, or in all; ``before``: lines of smaller numbers only."""
        wanted = [
            *([AUDIT.c.campaign == campaign] if campaign else []), *([AUDIT.c.number < before] if before else []),
        ]  # fmt: skip
        with self._log.transaction() as db:
            query = select(AUDIT).where(*wanted).order_by(AUDIT.c.number.desc()).limit(most)
            return tuple(Line(*row) for row in db.execute(query))


def _inert(key: str) -> str:
    return key.replace("!", "!!").replace("%", "!%").replace("_", "!_")
