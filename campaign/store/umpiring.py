"""Keep beside the log what only the umpire is shown: the minutes he spends, and which matters accept themselves."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from sqlalchemy import Column, Integer, String, Table, select, text

from campaign.store.beside import BESIDE

if TYPE_CHECKING:
    from campaign.store.eventlog import EventLog

__all__ = ["CLAIM_FOR", "MATTER_CLAIM", "MATTER_FRONT", "MATTER_RULE", "MATTER_STOP", "MINUTES", "Umpiring"]

CLAIM_FOR = dt.timedelta(minutes=5)
"""So long a matter is somebody's who looks at it."""

MINUTES = Table(
    "umpire_minutes", BESIDE,
    Column("campaign", String(80), primary_key=True),
    Column("day", Integer, primary_key=True),
    Column("person", String(200), primary_key=True),
    Column("seconds", Integer, nullable=False),
)  # fmt: skip
MATTER_RULE = Table(
    "matter_rule", BESIDE,
    Column("campaign", String(80), primary_key=True),
    Column("kind", String(40), primary_key=True),
)  # fmt: skip
MATTER_STOP = Table(
    "matter_stop", BESIDE,
    Column("campaign", String(80), primary_key=True),
    Column("kind", String(40), primary_key=True),
)  # fmt: skip
MATTER_FRONT = Table(
    "matter_front", BESIDE,
    Column("campaign", String(80), primary_key=True),
    Column("kind", String(40), primary_key=True),
)  # fmt: skip
MATTER_CLAIM = Table(
    "matter_claim", BESIDE,
    Column("campaign", String(80), primary_key=True),
    Column("person", String(200), primary_key=True),
    Column("matter", String(200), nullable=False),
    Column("until", String(40), nullable=False),
)  # fmt: skip

_SPENT = text(
    "INSERT INTO umpire_minutes (campaign, day, person, seconds) VALUES (:campaign, :day, :person, :seconds) "
    "ON CONFLICT (campaign, day, person) DO UPDATE SET seconds = umpire_minutes.seconds + :seconds"
)


class Umpiring:
    """What the umpires of a store do besides ruling."""

    def __init__(self, log: EventLog) -> None:
        """Take the log; its database keeps it."""
        self._log = log

    def spend(self, campaign: str, day: int, person: str, seconds: int) -> None:
        """Add seconds that an umpire sat over a day of a campaign."""
        row = {"campaign": campaign, "day": day, "person": person, "seconds": seconds}
        with self._log.transaction(write=True) as db:
            db.execute(_SPENT, row)

    def seconds(self, campaign: str) -> dict[int, int]:
        """Give the seconds that all umpires spent, by day of the campaign."""
        found: dict[int, int] = {}
        with self._log.transaction() as db:
            for row in db.execute(select(MINUTES).where(MINUTES.c.campaign == campaign)):
                found[row.day] = found.get(row.day, 0) + row.seconds
        return found

    def accepted(self, campaign: str) -> frozenset[str]:
        """Name the kinds of matter that are accepted by themselves."""
        return self._kinds(MATTER_RULE, campaign)

    def accept(self, campaign: str, kind: str, *, on: bool) -> None:
        """Say whether a kind of matter is accepted by itself."""
        self._set(MATTER_RULE, campaign, kind, on=on)

    def stops(self, campaign: str) -> frozenset[str]:
        """Name the kinds of matter that a closing waits at until the umpire has decided."""
        return self._kinds(MATTER_STOP, campaign)

    def stop_at(self, campaign: str, kind: str, *, on: bool) -> None:
        """Say whether a closing waits at a kind of matter."""
        self._set(MATTER_STOP, campaign, kind, on=on)

    def fronts(self, campaign: str) -> frozenset[str]:
        """Name the kinds of matter where only the front waits, and the closing goes on."""
        return self._kinds(MATTER_FRONT, campaign)

    def front_waits(self, campaign: str, kind: str, *, on: bool) -> None:
        """Say whether only the front waits at a kind of matter."""
        self._set(MATTER_FRONT, campaign, kind, on=on)

    def claim(self, campaign: str, person: str, matter: str, now: dt.datetime) -> None:
        """Note that an umpire looks at a matter; the one that he looked at before is free again."""
        here = (MATTER_CLAIM.c.campaign == campaign) & (MATTER_CLAIM.c.person == person)
        row = {"campaign": campaign, "person": person, "matter": matter, "until": (now + CLAIM_FOR).isoformat()}
        with self._log.transaction(write=True) as db:
            self._log.hold(db, campaign)
            db.execute(MATTER_CLAIM.delete().where(here))
            db.execute(MATTER_CLAIM.insert().values(row))

    def claims(self, campaign: str, now: dt.datetime) -> dict[str, str]:
        """Give who looks at a matter now, by the matter's key."""
        with self._log.transaction() as db:
            rows = list(db.execute(select(MATTER_CLAIM).where(MATTER_CLAIM.c.campaign == campaign)))
        return {row.matter: row.person for row in rows if dt.datetime.fromisoformat(row.until) > now}

    def _kinds(self, table: Table, campaign: str) -> frozenset[str]:
        with self._log.transaction() as db:
            return frozenset(row.kind for row in db.execute(select(table.c.kind).where(table.c.campaign == campaign)))

    def _set(self, table: Table, campaign: str, kind: str, *, on: bool) -> None:
        here = (table.c.campaign == campaign) & (table.c.kind == kind)
        with self._log.transaction(write=True) as db:
            self._log.hold(db, campaign)
            db.execute(table.delete().where(here))
            if on:
                db.execute(table.insert().values(campaign=campaign, kind=kind))
