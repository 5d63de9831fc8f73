"""Define the tables of the post: how each person is told, what waits to be sent, feeds, and mails that came in."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, String, Table, Text, UniqueConstraint

from campaign.store.beside import BESIDE

__all__ = ["FEED", "INMAIL", "OUTBOX", "WAY", "WISHES"]

_NAME = String(80)
_TIME = String(40)

WISHES = Table(
    "post_wishes", BESIDE,
    Column("person", String(40), primary_key=True),
    Column("zone", String(60), nullable=False),
    Column("quiet_from", Integer, nullable=False),
    Column("quiet_to", Integer, nullable=False),
    Column("hours", String(80), nullable=False),
    Column("report", String(10), nullable=False),
    Column("refused", Text, nullable=False),
)  # fmt: skip
WAY = Table(
    "post_way", BESIDE,
    Column("person", String(40), primary_key=True),
    Column("way", String(10), primary_key=True),
    Column("address", Text, nullable=False),
    Column("confirmed", _TIME, nullable=False, default=""),
    Column("code_hash", String(64), nullable=False, default=""),
    Column("expires", _TIME, nullable=False, default=""),
    Column("tries", Integer, nullable=False, default=0),
)  # fmt: skip
"""An address of mail counts once its owner has typed in the code that was sent there."""

OUTBOX = Table(
    "outbox", BESIDE,
    Column("id", String(40), primary_key=True),
    Column("campaign", _NAME, nullable=False),
    Column("person", String(40), nullable=False),
    Column("viewer", _NAME, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("turn", String(20), nullable=False),
    Column("about", String(160), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("way", String(10), nullable=False),
    Column("address", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("made", _TIME, nullable=False),
    Column("state", String(10), nullable=False),
    Column("after", _TIME, nullable=False),
    Column("tries", Integer, nullable=False, default=0),
    Column("fault", Text, nullable=False, default=""),
    Column("sent", _TIME, nullable=False, default=""),
    UniqueConstraint("campaign", "person", "viewer", "kind", "turn", "about", "way"),
    Index("outbox_due", "state", "after"),
    Index("outbox_of_person", "person", "campaign", "state"),
)  # fmt: skip
"""
``state``: waiting, sent, failed; kept (a feed has it); seen (its reader was there first); stale (it is so no longer);
withdrawn (it was sent, and taken back).
"""
FEED = Table(
    "post_feed", BESIDE,
    Column("secret_hash", String(64), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("person", String(40), nullable=False),
    Column("campaign", _NAME, nullable=False),
    Column("viewer", _NAME, nullable=False),
    Column("made", _TIME, nullable=False),
)  # fmt: skip
INMAIL = Table(
    "inmail", BESIDE,
    Column("message", String(64), primary_key=True),
    Column("at", _TIME, nullable=False),
    Column("campaign", _NAME, nullable=False, index=True),
    Column("person", String(40), nullable=False),
    Column("command", _NAME, nullable=False),
    Column("state", String(12), nullable=False),
    Column("words", Text, nullable=False),
)  # fmt: skip
"""``message``: a hash of what names the mail, so that none counts twice; ``words``: what came of it."""
