"""Define the tables of the log itself: the campaigns, their entries, and what the store says of itself."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, MetaData, String, Table, Text, UniqueConstraint

__all__ = ["CAMPAIGN", "ENTRY", "META", "TABLES"]

TABLES = MetaData()
META = Table("meta", TABLES, Column("key", String(40), primary_key=True), Column("value", Text, nullable=False))
CAMPAIGN = Table(
    "campaign",
    TABLES,
    Column("id", String(80), primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", String(40), nullable=False),
    Column("branch_of", String(80), nullable=True),
    Column("branched_at", Integer, nullable=True),
)
ENTRY = Table(
    "entry",
    TABLES,
    Column("campaign", String(80), ForeignKey("campaign.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("command_id", String(120), nullable=False),
    Column("actor", String(80), nullable=False),
    Column("at", String(40), nullable=False),
    Column("order", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("prev_hash", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    UniqueConstraint("campaign", "command_id"),
)
