"""Collect the tables beside the log: what may change, and is no part of a campaign's history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import MetaData

if TYPE_CHECKING:
    import datetime as dt

__all__ = ["BESIDE", "stamp"]

BESIDE = MetaData()
"""Each group of tables is a module that defines them on this; ``layout`` names the modules."""


def stamp(now: dt.datetime) -> str:
    """Write a moment down so that texts compare as moments do; moments are those of UTC."""
    return now.isoformat(timespec="milliseconds")
