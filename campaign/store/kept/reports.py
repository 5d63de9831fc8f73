"""
Keep the reports of turns as they were made: what was sent can be read again, byte for byte.

A report is kept when it is first made of a turn that is over; from then on it is not made again. An undo makes it
no other: the report of a turn that was taken back stays, and whoever lists them says that it is withdrawn.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import select

from campaign.store.kept.tables import REPORT

if TYPE_CHECKING:
    from campaign.store.eventlog import EventLog

__all__ = ["KeptReport", "ReportKey", "Reports"]


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


class Reports:
    """The reports of a store."""

    def __init__(self, log: EventLog) -> None:
        """Take the log; its database keeps them."""
        self._log = log

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
