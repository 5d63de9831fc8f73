"""Keep beside the log what only the umpire is shown: the minutes he spends, and which matters accept themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Column, Integer, String, Table, select, text

from campaign.store.beside import BESIDE

if TYPE_CHECKING:
    from campaign.store.eventlog import EventLog

__all__ = ["MATTER_RULE", "MINUTES", "Umpiring"]

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
        with self._log.transaction() as db:
            rows = db.execute(select(MATTER_RULE.c.kind).where(MATTER_RULE.c.campaign == campaign))
            return frozenset(row.kind for row in rows)

    def accept(self, campaign: str, kind: str, *, on: bool) -> None:
        """Say whether a kind of matter is accepted by itself."""
        here = (MATTER_RULE.c.campaign == campaign) & (MATTER_RULE.c.kind == kind)
        with self._log.transaction(write=True) as db:
            db.execute(MATTER_RULE.delete().where(here))
            if on:
                db.execute(MATTER_RULE.insert().values(campaign=campaign, kind=kind))
