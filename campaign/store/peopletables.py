"""Define the tables of people: who they are, what they hold, links and sessions as hashes, attempts, who did what."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, String, Table, Text

from campaign.store.beside import BESIDE

__all__ = ["APPOINTMENT", "ATTEMPT", "AUDIT", "LINK", "PERSON", "SESSION"]

PERSON = Table(
    "person", BESIDE,
    Column("id", String(40), primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", String(200), nullable=False, unique=True),
    Column("mail", Text, nullable=False, default=""),
    Column("password", Text, nullable=False, default=""),
    Column("is_host", Integer, nullable=False, default=0),
    Column("removed", String(40), nullable=False, default=""),
    Column("made", String(40), nullable=False),
)  # fmt: skip
APPOINTMENT = Table(
    "appointment", BESIDE,
    Column("id", String(40), primary_key=True),
    Column("person", String(40), nullable=False),
    Column("campaign", String(80), nullable=False),
    Column("role", String(20), nullable=False),
    Column("key", String(80), nullable=False),
    Column("delay", Integer, nullable=False, default=0),
    Column("since", String(40), nullable=False),
    Column("until", String(40), nullable=False, default=""),
    Index("appointment_of_person", "person"),
    Index("appointment_of_campaign", "campaign"),
)  # fmt: skip
LINK = Table(
    "link", BESIDE,
    Column("secret_hash", String(64), primary_key=True),
    Column("id", String(40), nullable=False, unique=True),
    Column("kind", String(10), nullable=False),
    Column("campaign", String(80), nullable=False),
    Column("role", String(20), nullable=False),
    Column("key", String(80), nullable=False),
    Column("delay", Integer, nullable=False, default=0),
    Column("person", String(40), nullable=False, default=""),
    Column("made", String(40), nullable=False),
    Column("expires", String(40), nullable=False),
    Column("used", String(40), nullable=False, default=""),
    Column("note", Text, nullable=False, default=""),
)  # fmt: skip
SESSION = Table(
    "session", BESIDE,
    Column("token_hash", String(64), primary_key=True),
    Column("person", String(40), nullable=False, index=True),
    Column("made", String(40), nullable=False),
    Column("seen", String(40), nullable=False),
    Column("by_link", Integer, nullable=False, default=0),
)  # fmt: skip
ATTEMPT = Table(
    "attempt", BESIDE,
    Column("key", String(200), primary_key=True),
    Column("slot", Integer, primary_key=True, autoincrement=False),
    Column("until", Integer, nullable=False, index=True),
    Column("count", Integer, nullable=False),
)  # fmt: skip
AUDIT = Table(
    "audit", BESIDE,
    Column("number", Integer, primary_key=True),
    Column("at", String(40), nullable=False),
    Column("person", String(40), nullable=False),
    Column("name", Text, nullable=False),
    Column("campaign", String(80), nullable=False, index=True),
    Column("what", String(80), nullable=False),
    Column("detail", Text, nullable=False),
)  # fmt: skip
