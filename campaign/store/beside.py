"""Collect the tables beside the log: what may change, and is no part of a campaign's history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import MetaData, exists, select

if TYPE_CHECKING:
    import datetime as dt

    from sqlalchemy import ColumnElement, Connection

__all__ = ["BESIDE", "is_any", "stamp"]

BESIDE = MetaData()
"""Each group of tables is a module that defines them on this; ``layout`` names the modules."""


def stamp(now: dt.datetime) -> str:
    """Write a moment down so that texts compare as moments do; moments are those of UTC."""
    return now.isoformat(timespec="milliseconds")


def is_any(db: Connection, *where: ColumnElement[bool]) -> bool:
    """Tell whether a table has a row that meets all conditions."""
    return bool(db.scalar(select(exists().where(*where))))
