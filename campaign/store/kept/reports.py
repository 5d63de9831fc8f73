"""
Keep the reports of turns as they were made: what was sent can be read again, byte for byte.

A report of a turn that is over is kept when it is made, and not made again. The entry that ends a closing promises the
reports of its turn, in one transaction; what was promised is made right after it, or when the program runs again.
An undo makes a report no other: that of a turn that was taken back stays, and lists say that it is withdrawn.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import select

from campaign.store.kept.tables import REPORT, REPORT_DUE

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from campaign.store.eventlog import EventLog

__all__ = ["KeptReport", "Promised", "ReportKey", "Reports"]


class ReportKey(NamedTuple):
    """Names a report by viewer, turn and form, and by the log entry that ended the turn."""

    campaign: str
    viewer: str
    day: int
    turn: int
    form: str
    seq: int


class KeptReport(NamedTuple):
    """A report as it was made; ``digest`` is the SHA-256 of its bytes."""

    key: ReportKey
    digest: str
    body: bytes = b""


class Promised(NamedTuple):
    """A turn whose reports are to be made: the entry that ended its closing, and the turn as ``turn_key`` writes it."""

    campaign: str
    seq: int
    turn: str


class Reports:
    """The reports of a store."""

    def __init__(self, log: EventLog) -> None:
        """Take the log; its database keeps them."""
        self._log = log

    def promise(self, db: Connection, due: Promised) -> None:
        """Note, in the transaction that ends a closing, that the reports of its turn are to be made."""
        db.execute(REPORT_DUE.insert().values(**due._asdict()))

    def promised(self) -> list[Promised]:
        """List the turns whose reports are to be made, oldest first."""
        with self._log.transaction() as db:
            rows = db.execute(select(REPORT_DUE).order_by(REPORT_DUE.c.campaign, REPORT_DUE.c.seq))
            return [Promised(row.campaign, row.seq, row.turn) for row in rows]

    def fulfil(self, due: Promised) -> None:
        """Note that they are made, or no longer wanted."""
        with self._log.transaction(write=True) as db:
            db.execute(REPORT_DUE.delete().where(REPORT_DUE.c.campaign == due.campaign, REPORT_DUE.c.seq == due.seq))

    def get(self, key: ReportKey) -> KeptReport | None:
        """Give a report as it was made; None if it was not made yet."""
        with self._log.transaction() as db:
            row = db.execute(select(REPORT).where(*_is(key))).first()
        return None if row is None else KeptReport(key, row.digest, row.body)

    def keep(self, key: ReportKey, body: bytes) -> KeptReport:
        """Keep a report; if another was quicker, his is the report, and it is given back."""
        made = KeptReport(key, hashlib.sha256(body).hexdigest(), body)
        with self._log.transaction(write=True) as db:
            self._log.hold(db, key.campaign)
            found = db.execute(select(REPORT).where(*_is(key))).first()
            if found is not None:
                return KeptReport(key, found.digest, found.body)
            db.execute(REPORT.insert().values(**key._asdict(), digest=made.digest, body=body))
        return made

    def listed(self, campaign: str, viewer: str) -> list[KeptReport]:
        """List a viewer's reports without their bytes, by turn and form."""
        names = [REPORT.c[name] for name in ReportKey._fields]
        query = select(*names, REPORT.c.digest).where(REPORT.c.campaign == campaign, REPORT.c.viewer == viewer)
        with self._log.transaction() as db:
            rows = list(db.execute(query.order_by(REPORT.c.day, REPORT.c.turn, REPORT.c.seq, REPORT.c.form)))
        return [KeptReport(ReportKey(*row[:-1]), row[-1]) for row in rows]

    def of_digest(self, campaign: str, viewer: str, digest: str) -> KeptReport | None:
        """Give one of a viewer's reports by the hash of its bytes."""
        where = (REPORT.c.campaign == campaign, REPORT.c.viewer == viewer, REPORT.c.digest == digest)
        with self._log.transaction() as db:
            row = db.execute(select(REPORT).where(*where)).first()
        if row is None:
            return None
        return KeptReport(ReportKey(*(getattr(row, name) for name in ReportKey._fields)), row.digest, row.body)


def _is(key: ReportKey) -> list[Any]:
    return [REPORT.c[name] == value for name, value in key._asdict().items()]
