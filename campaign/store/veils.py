"""
Keep the secret of each campaign that the ids of masked enemies are made with.

It lies beside the log: nobody who reads the log, or guesses the seed of the dice, can tell a masked unit by its id.
A campaign of an older Sandtable gets one when it is opened.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Column, String, Table, select

from campaign.store.beside import BESIDE
from campaign.store.faults import StoreFault

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from campaign.engine.ruleset import Ruleset
    from campaign.store.eventlog import EventLog

__all__ = ["keep_veil", "veil_of", "veiled"]

_BYTES = 32
_VEIL = Table(
    "campaign_secret",
    BESIDE,
    Column("campaign", String(80), primary_key=True),
    Column("secret", String(2 * _BYTES), nullable=False),
)


def veiled(ruleset: Ruleset, log: EventLog, campaign: str) -> Ruleset:
    """Give a rule system with the secret of a campaign in its tables, for who masks a situation."""
    return replace(ruleset, tables=msgspec.structs.replace(ruleset.tables, veil=veil_of(log, campaign)))


def veil_of(log: EventLog, campaign: str) -> str:
    """Give a campaign's secret; one is drawn by lot if it has none."""
    with log.transaction() as db:
        found = _read(db, campaign)
    return found or _drawn(log, campaign)


def keep_veil(log: EventLog, campaign: str, veil: str) -> str:
    """Write a campaign's secret down, if it has none yet; give the one that it has then."""
    with log.transaction(write=True) as db:
        log.hold(db, campaign)
        found = _read(db, campaign)
        if found is None:
            db.execute(_VEIL.insert().values(campaign=campaign, secret=veil))
    return found or veil


def _drawn(log: EventLog, campaign: str) -> str:
    veil = secrets.token_hex(_BYTES)
    try:
        return keep_veil(log, campaign, veil)
    except StoreFault:
        # A store that can only be read is read all the same: the ids then hold for as long as it is open.
        return veil


def _read(db: Connection, campaign: str) -> str | None:
    found: str | None = db.execute(select(_VEIL.c.secret).where(_VEIL.c.campaign == campaign)).scalar()
    return found
