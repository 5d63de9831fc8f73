"""Define the tables of what is kept of whole campaigns: which are put aside or deleted, and the reports sent."""

from __future__ import annotations

from sqlalchemy import Column, String, Table, Text

from campaign.store.beside import BESIDE

__all__ = ["PUT_AWAY"]

PUT_AWAY = Table(
    "campaign_put_away", BESIDE,
    Column("campaign", String(80), primary_key=True),
    Column("state", String(20), nullable=False),
    Column("since", String(40), nullable=False),
    Column("by", Text, nullable=False),
)  # fmt: skip
