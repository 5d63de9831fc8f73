"""Keep how people want to be told: addresses of mail and chat, quiet hours, and the addresses of their feeds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, select, update

from campaign.model.people.telling import Wishes
from campaign.store.beside import stamp
from campaign.store.post.tables import FEED, WAY, WISHES

if TYPE_CHECKING:
    import datetime as dt

    from sqlalchemy import Connection

    from campaign.store.eventlog import EventLog

__all__ = ["Feed", "Reached", "WishBook", "wishes_of"]

_MOST_TRIES = 5


class Reached(NamedTuple):
    """An address of a person; ``confirmed``: since when it counts, "" if it does not yet."""

    way: str
    address: str
    confirmed: str


class Feed(NamedTuple):
    """An address that a reader asks without signing in: a "feed" of a seat, or a person's "calendar"."""

    kind: str
    person: str
    campaign: str
    viewer: str
    made: str


class WishBook:
    """How the people of one store want to be told."""

    def __init__(self, log: EventLog) -> None:
        """Take the log; its database keeps it."""
        self._log = log

    def wishes(self, person: str) -> Wishes:
        """Give what a person wishes; what is usual if he never said."""
        with self._log.transaction() as db:
            return wishes_of(db, person)

    def set_wishes(self, person: str, wishes: Wishes) -> None:
        """Keep what a person wishes."""
        row = {
            "zone": wishes.zone, "quiet_from": wishes.quiet[0], "quiet_to": wishes.quiet[1], "report": wishes.report,
            "hours": " ".join(map(str, wishes.hours)), "refused": json.dumps(sorted(wishes.refused)),
        }  # fmt: skip
        with self._log.transaction(write=True) as db:
            self._log.hold(db, "")
            db.execute(WISHES.delete().where(WISHES.c.person == person))
            db.execute(WISHES.insert().values(person=person, **row))

    # --- addresses ----------------------------------------------------------------------------------------------

    def reached(self, person: str) -> dict[str, Reached]:
        """Give a person's addresses by way."""
        query = select(WAY.c.way, WAY.c.address, WAY.c.confirmed).where(WAY.c.person == person)
        with self._log.transaction() as db:
            return {row.way: Reached(*row) for row in db.execute(query)}

    def set_address(
        self, person: str, way: str, address: str, *, confirmed: str = "", code_hash: str = "", expires: str = ""
    ) -> None:
        """Keep an address; without ``confirmed`` it counts once the code is given whose hash this is. "": forget it."""
        with self._log.transaction(write=True) as db:
            self._log.hold(db, "")
            db.execute(WAY.delete().where(WAY.c.person == person, WAY.c.way == way))
            if address:
                row = {"person": person, "way": way, "address": address, "confirmed": confirmed}
                db.execute(WAY.insert().values(**row, code_hash=code_hash, expires=expires, tries=0))

    def confirm(self, person: str, way: str, code_hash: str, now: dt.datetime) -> bool:
        """Count an address from now on, if this is the code that was sent there; after five wrong ones none is."""
        mine = and_(WAY.c.person == person, WAY.c.way == way)
        right = and_(mine, WAY.c.code_hash == code_hash, WAY.c.code_hash != "", WAY.c.expires > stamp(now))
        with self._log.transaction(write=True) as db:
            fresh = and_(right, WAY.c.tries < _MOST_TRIES)
            done = db.execute(update(WAY).where(fresh).values(confirmed=stamp(now), code_hash="")).rowcount == 1
            if not done:
                db.execute(update(WAY).where(mine).values(tries=WAY.c.tries + 1))
        return done

    # --- feeds --------------------------------------------------------------------------------------------------

    def set_feed(self, secret_hash: str, feed: Feed) -> None:
        """Keep the address of a feed, by the hash of its secret; the one before answers no longer."""
        same = (FEED.c.kind == feed.kind, FEED.c.person == feed.person, FEED.c.campaign == feed.campaign,
                FEED.c.viewer == feed.viewer)  # fmt: skip
        with self._log.transaction(write=True) as db:
            db.execute(FEED.delete().where(*same))
            db.execute(FEED.insert().values(secret_hash=secret_hash, **feed._asdict()))

    def feed(self, secret_hash: str) -> Feed | None:
        """Find a feed by the hash of its secret."""
        with self._log.transaction() as db:
            row = db.execute(select(FEED).where(FEED.c.secret_hash == secret_hash)).first()
        return None if row is None else Feed(*row[1:])

    def feeds(self, person: str) -> list[Feed]:
        """List the feeds of a person."""
        with self._log.transaction() as db:
            return [Feed(*row[1:]) for row in db.execute(select(FEED).where(FEED.c.person == person))]


def wishes_of(db: Connection, person: str) -> Wishes:
    """Read what a person wishes, in a transaction that is open."""
    row = db.execute(select(WISHES).where(WISHES.c.person == person)).first()
    if row is None:
        return Wishes()
    refused = frozenset((kind, way) for kind, way in json.loads(row.refused))
    hours = tuple(int(word) for word in row.hours.split())
    return Wishes(row.zone, (row.quiet_from, row.quiet_to), hours, row.report, refused)
