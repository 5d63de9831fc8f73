"""Define the tables of sheets, deadlines and leases, beside the log."""

from __future__ import annotations

from sqlalchemy import Column, Integer, String, Table, Text

from campaign.store.beside import BESIDE

__all__ = ["DEADLINE", "LEASE", "SENT", "SHARE", "SHEET", "SILENCE"]

_NAME = String(80)

SHEET = Table(
    "sheet",
    BESIDE,
    Column("campaign", _NAME, primary_key=True),
    Column("command", _NAME, primary_key=True),
    Column("turn", String(20), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("state", String(10), nullable=False),
    Column("text", Text, nullable=False),
    Column("seat", String(40), nullable=False, default=""),
    Column("at", String(40), nullable=False),
    Column("digest", String(64), nullable=False, default=""),
    Column("closed_at", Integer, nullable=False, default=0),
)
"""``closed_at``: the number of the log entry that closed it, 0 if none did."""

SHARE = Table(
    "sheet_share",
    BESIDE,
    Column("campaign", _NAME, primary_key=True),
    Column("command", _NAME, primary_key=True),
    Column("turn", String(20), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("share", String(80), nullable=False),
)
"""The share in the dice of the turn that was sealed with a version of a sheet."""

SENT = Table(
    "sheet_sent",
    BESIDE,
    Column("campaign", _NAME, primary_key=True),
    Column("command", _NAME, primary_key=True),
    Column("send_id", _NAME, primary_key=True),
    Column("turn", String(20), nullable=False),
    Column("version", Integer, nullable=False),
)
"""What was sent already: sent again, it changes nothing."""

DEADLINE = Table(
    "deadline",
    BESIDE,
    Column("campaign", _NAME, primary_key=True),
    Column("turn", String(20), nullable=False),
    Column("mode", String(12), nullable=False),
    Column("closes_at", String(40), nullable=False, default=""),
    Column("hours", Integer, nullable=False, default=0),
    Column("watched", String(40), nullable=False, default=""),
    Column("missed", Integer, nullable=False, default=0),
)
"""``hours``: how long after a closing the next one is; ``watched``: when the program looked at the clock last."""

SILENCE = Table(
    "silence",
    BESIDE,
    Column("campaign", _NAME, primary_key=True),
    Column("command", _NAME, primary_key=True),
    Column("mode", String(12), nullable=False),
)

LEASE = Table(
    "lease",
    BESIDE,
    Column("name", String(120), primary_key=True),
    Column("holder", _NAME, nullable=False),
    Column("until", String(40), nullable=False),
)
