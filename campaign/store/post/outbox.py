"""
Keep what people are to be told, until they are told it.

A notice is written in the transaction of what it tells of, one row for each way that its reader has then; the feed is
a way that everybody has. Written again, it changes nothing. Whoever sends takes a row first, by moving the time when it
is due: if he dies, the row is due again two minutes later, under the same id.
"""

from __future__ import annotations

import datetime as dt
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import and_, func, select, update

from campaign.model.people.telling import ASKED, UMPIRES, Notice
from campaign.store.beside import is_any, stamp
from campaign.store.post.tables import OUTBOX, WAY
from campaign.store.post.wishes import wishes_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from sqlalchemy import Connection, Row
    from sqlalchemy.sql.elements import ColumnElement

    from campaign.store.eventlog import Also, EventLog

__all__ = ["FEED_WAY", "GRACE", "Outbox", "Posted"]

FEED_WAY = "feed"
GRACE = dt.timedelta(seconds=60)
"""So long a notice waits for its reader: who looks at the page meanwhile is not told again."""
_TAKEN = dt.timedelta(minutes=2)
_SHOWN_BY_LOOKING = ("turn", "letter", "withdrawn", "seat", *sorted(UMPIRES))
_MOST_FEED = 50
_MOST_FAULT = 300


class Posted(NamedTuple):
    """A row of the outbox: a notice on one way."""

    id: str
    notice: Notice
    way: str
    made: str
    state: str
    after: str
    tries: int
    fault: str
    sent: str


class Outbox:
    """The outbox of one store."""

    def __init__(self, log: EventLog) -> None:
        """Take the log; its database keeps it."""
        self._log = log

    # --- writing ------------------------------------------------------------------------------------------------

    def post(self, db: Connection, notices: Iterable[Notice], now: dt.datetime | None = None) -> int:
        """
        Write notices in a transaction that is open; count the rows that are new.

        Parameters
        ----------
        now
            The time of the wall; None: what the clock says.
        """
        made = now or dt.datetime.now(dt.UTC)
        return sum(_write(db, one, way, made) for one in notices for way in _ways(db, one))

    def post_now(self, notices: Sequence[Notice], now: dt.datetime) -> int:
        """Write notices that belong to no other writing; count the rows that are new."""
        if not notices:
            return 0
        with self._log.transaction(write=True) as db:
            self._log.hold(db, "outbox")
            return self.post(db, notices, now)

    def taking_back(self, campaign: str, live: Sequence[int], entry: int) -> Also:
        """
        Give what sees, in an undo's transaction, to what was told of entries that it takes back or brings to life.

        Parameters
        ----------
        live
            The numbers of the entries that count from now on.
        entry
            The number of the undo's entry.
        """
        return lambda db: self._take_back(db, campaign, frozenset(live), entry)

    def _take_back(self, db: Connection, campaign: str, live: Collection[int], entry: int) -> None:
        query = select(OUTBOX).where(OUTBOX.c.campaign == campaign, OUTBOX.c.seq > 0)
        rows = [_posted(row) for row in db.execute(query)]
        gone = [one for one in rows if one.notice.seq not in live and one.state in {"waiting", "sent", "kept"}]
        back = [one for one in rows if one.notice.seq in live and one.state in {"stale", "withdrawn"}]
        for one in gone:
            _set(db, one.id, state="stale" if one.state == "waiting" else "withdrawn")
        now = dt.datetime.now(dt.UTC)
        told = {_withdrawn(one.notice, entry): one.state == "sent" for one in gone if one.state == "kept"}
        told |= {_withdrawn(one.notice, entry): True for one in gone if one.state == "sent"}
        for notice, sent in sorted(told.items()):
            # Who was not told yet reads in his feed alone that it was taken back.
            for way in _ways(db, notice) if sent else [FEED_WAY]:
                _write(db, notice, way, now)
        for one in back:
            # What was sent before is told anew, for it was taken back meanwhile.
            if one.state == "stale":
                _set(db, one.id, state="waiting", after=stamp(now))
            elif one.way != FEED_WAY:
                _write(db, one.notice._replace(about=f"{one.notice.about} again {entry}"), one.way, now)
            else:
                _set(db, one.id, state="kept")

    def seen(self, person: str, campaign: str, viewer: str) -> None:
        """Note that somebody has looked: what waits to tell him so is not sent any more."""
        mine = (
            OUTBOX.c.person == person, OUTBOX.c.campaign == campaign, OUTBOX.c.state == "waiting",
            OUTBOX.c.viewer == viewer, OUTBOX.c.kind.in_(_SHOWN_BY_LOOKING),
        )  # fmt: skip
        with self._log.transaction() as db:
            if not is_any(db, *mine):
                return
        with self._log.transaction(write=True) as db:
            db.execute(update(OUTBOX).where(*mine).values(state="seen"))

    # --- sending ------------------------------------------------------------------------------------------------

    def waits(self, now: dt.datetime) -> bool:
        """Whether something is due."""
        with self._log.transaction() as db:
            return is_any(db, _due(now))

    def take(self, now: dt.datetime, most: int = 20) -> list[Posted]:
        """Take what is due, the oldest first; who does not say what became of it within two minutes loses it again."""
        due = _due(now)
        with self._log.transaction(write=True) as db:
            self._log.hold(db, "outbox")
            query = select(OUTBOX).where(due).order_by(OUTBOX.c.made, OUTBOX.c.id).limit(most)
            found = [_posted(row) for row in db.execute(query)]
            for one in found:
                _set(db, one.id, after=stamp(now + _TAKEN))
        return found

    def sent(self, row: str, now: dt.datetime) -> None:
        """Note that a row was sent; what only its mail said is forgotten."""
        self._change(row, state="sent", sent=stamp(now), body="", fault="")

    def dropped(self, row: str, state: str = "stale", fault: str = "") -> None:
        """Note that a row is not to be sent: it is so no longer ("stale"), or it never can be ("failed")."""
        # What only this mail said may be a secret, as the link of an invitation is: it is not kept.
        self._change(row, state=state, fault=fault[:_MOST_FAULT], body="")

    def later(self, row: str, when: dt.datetime, *, tries: int, fault: str = "") -> None:
        """Note when a row is tried again, and what kept it."""
        self._change(row, after=stamp(when), tries=tries, fault=fault[:_MOST_FAULT])

    def again(self, row: str, campaign: str, now: dt.datetime) -> bool:
        """Try a row of a campaign again that was given up; give whether there is one that still says something."""
        mine = (OUTBOX.c.id == row, OUTBOX.c.campaign == campaign, OUTBOX.c.state == "failed",
                OUTBOX.c.kind.not_in(ASKED))  # fmt: skip
        with self._log.transaction(write=True) as db:
            done = db.execute(update(OUTBOX).where(*mine).values(state="waiting", after=stamp(now), tries=0))
            return done.rowcount == 1

    def sweep(self, before: dt.datetime) -> None:
        """Forget what was settled before a time."""
        old = and_(OUTBOX.c.state != "waiting", OUTBOX.c.made < stamp(before))
        with self._log.transaction() as db:
            if not is_any(db, old):
                return
        with self._log.transaction(write=True) as db:
            db.execute(OUTBOX.delete().where(old))

    def _change(self, row: str, **values: Any) -> None:
        with self._log.transaction(write=True) as db:
            _set(db, row, **values)

    # --- reading ------------------------------------------------------------------------------------------------

    def rows(
        self, *, campaign: str | None = None, person: str = "", states: Collection[str] = (), most: int = 200
    ) -> list[Posted]:
        """List rows, newest first; of a campaign, of a person, in some states. Feeds are left away."""
        wanted = [
            OUTBOX.c.way != FEED_WAY, *([OUTBOX.c.campaign == campaign] if campaign is not None else []),
            *([OUTBOX.c.person == person] if person else []), *([OUTBOX.c.state.in_(states)] if states else []),
        ]  # fmt: skip
        query = select(OUTBOX).where(*wanted).order_by(OUTBOX.c.made.desc(), OUTBOX.c.id).limit(most)
        with self._log.transaction() as db:
            return [_posted(row) for row in db.execute(query)]

    def fed(self, person: str, campaign: str, viewer: str) -> list[Posted]:
        """List what a feed holds, newest first."""
        mine = (
            OUTBOX.c.person == person, OUTBOX.c.campaign == campaign, OUTBOX.c.viewer == viewer,
            OUTBOX.c.way == FEED_WAY,
        )  # fmt: skip
        query = select(OUTBOX).where(*mine).order_by(OUTBOX.c.made.desc(), OUTBOX.c.id).limit(_MOST_FEED)
        with self._log.transaction() as db:
            return [_posted(row) for row in db.execute(query)]

    def newest(self, row: Posted) -> bool:
        """Whether a row is the last of its kind that its reader was to be told on its way."""
        told = row.notice
        same = (
            OUTBOX.c.person == told.person, OUTBOX.c.campaign == told.campaign, OUTBOX.c.viewer == told.viewer,
            OUTBOX.c.kind == told.kind, OUTBOX.c.way == row.way,
        )  # fmt: skip
        with self._log.transaction() as db:
            last = db.execute(select(func.max(OUTBOX.c.seq)).where(*same)).scalar() or 0
        return told.seq >= last


def _withdrawn(told: Notice, entry: int) -> Notice:
    return Notice(told.campaign, told.person, told.viewer, "withdrawn", told.turn, f"entry {entry}")


def _due(now: dt.datetime) -> ColumnElement[bool]:
    return and_(OUTBOX.c.state == "waiting", OUTBOX.c.after <= stamp(now))


def _ways(db: Connection, notice: Notice) -> list[str]:
    """List the ways that a notice takes."""
    if notice.kind == "test":
        return [notice.about.partition(" ")[0]]
    if notice.kind in ASKED:
        return ["mail"] if notice.address else []
    refused = wishes_of(db, notice.person).refused
    query = select(WAY.c.way).where(WAY.c.person == notice.person, WAY.c.confirmed != "").order_by(WAY.c.way)
    return [FEED_WAY, *(row.way for row in db.execute(query) if (notice.kind, row.way) not in refused)]


def _write(db: Connection, notice: Notice, way: str, made: dt.datetime) -> int:
    told = notice._asdict() | {"way": way}
    same = [OUTBOX.c[name] == told[name] for name in ("campaign", "person", "viewer", "kind", "turn", "about", "way")]
    if db.execute(select(OUTBOX.c.id).where(*same)).first() is not None:
        return 0
    after = made if notice.kind not in _SHOWN_BY_LOOKING else made + GRACE
    state = "kept" if way == FEED_WAY else "waiting"
    row = {"id": secrets.token_hex(16), "made": stamp(made), "state": state, "after": stamp(after), "fault": ""}
    db.execute(OUTBOX.insert().values(**told, **row, tries=0, sent=""))
    return 1


def _set(db: Connection, row: str, **values: Any) -> None:
    db.execute(update(OUTBOX).where(OUTBOX.c.id == row).values(**values))


def _posted(row: Row[Any]) -> Posted:
    notice = Notice(*(getattr(row, name) for name in Notice._fields))
    return Posted(row.id, notice, row.way, row.made, row.state, row.after, row.tries, row.fault, row.sent)
