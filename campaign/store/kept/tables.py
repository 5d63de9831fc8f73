"""Define the tables of what is kept of whole campaigns: which are put aside or deleted, and the reports sent."""

from __future__ import annotations

from sqlalchemy import Column, Integer, LargeBinary, String, Table, Text

from campaign.store.beside import BESIDE

__all__ = ["PUT_AWAY", "REPORT", "REPORT_DUE"]

PUT_AWAY = Table(
    "campaign_put_away", BESIDE,
    Column("campaign", String(80), primary_key=True),
    Column("state", String(20), nullable=False),
    Column("since", String(40), nullable=False),
    Column("by", Text, nullable=False),
)  # fmt: skip
REPORT = Table(
    "kept_report", BESIDE,
    Column("campaign", String(80), primary_key=True),
    Column("viewer", String(80), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("form", String(10), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("digest", String(64), nullable=False, index=True),
    Column("body", LargeBinary, nullable=False),
)  # fmt: skip
REPORT_DUE = Table(
    "kept_report_due", BESIDE,
    Column("campaign", String(80), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("turn", String(40), nullable=False),
)  # fmt: skip
