"""Keep which mails came in and what became of each, so that none counts twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from campaign.store.beside import stamp
from campaign.store.post.outbox import Outbox
from campaign.store.post.tables import INMAIL

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from campaign.model.people.telling import Notice
    from campaign.store.eventlog import EventLog

__all__ = ["CameIn", "InMail"]

_BOX = "mailbox"


class CameIn(NamedTuple):
    """A mail that came in; ``message`` is a hash of what names it."""

    message: str
    at: str
    campaign: str
    person: str
    command: str
    state: str
    words: str


class InMail:
    """The mails that came to one store."""

    def __init__(self, log: EventLog) -> None:
        """Take the log; its database keeps them."""
        self._log = log

    def known(self, message: str) -> CameIn | None:
        """Give what became of a mail that was read before; None if it is new."""
        with self._log.transaction() as db:
            row = db.execute(select(INMAIL).where(INMAIL.c.message == message)).first()
        return None if row is None else CameIn(*row)

    def note(self, mail: CameIn, answers: Sequence[Notice], now: dt.datetime) -> None:
        """Write down what became of a mail, and its answers, in one transaction; nothing if that was done before."""
        with self._log.transaction(write=True) as db:
            self._log.hold(db, "outbox")
            if db.execute(select(INMAIL.c.message).where(INMAIL.c.message == mail.message)).first() is None:
                db.execute(INMAIL.insert().values(**mail._asdict()))
                Outbox(self._log).post(db, answers, now)

    def listed(self, campaign: str, most: int = 20) -> list[CameIn]:
        """List the mails of a campaign, newest first."""
        query = select(INMAIL).where(INMAIL.c.campaign == campaign).order_by(INMAIL.c.at.desc()).limit(most)
        with self._log.transaction() as db:
            return [CameIn(*row) for row in db.execute(query)]

    # --- the mailbox --------------------------------------------------------------------------------------------

    def box_fault(self) -> str:
        """Say what kept the mailbox from being read the last time; "" if nothing did."""
        found = self.known(_BOX)
        return "" if found is None else f"{found.words} ({found.at[:16].replace('T', ' ')} UTC)"

    def set_box_fault(self, words: str, now: dt.datetime) -> None:
        """Keep what kept the mailbox from being read; "": nothing."""
        if not words and self.known(_BOX) is None:
            return
        with self._log.transaction(write=True) as db:
            db.execute(INMAIL.delete().where(INMAIL.c.message == _BOX))
            if words:
                db.execute(INMAIL.insert().values(CameIn(_BOX, stamp(now), "", "", "", "fault", words[:300])._asdict()))
