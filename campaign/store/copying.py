"""Copy all that one store holds into another that was just made, whichever databases the two lie in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import MetaData, func, select, text

from campaign.store.dice.dicekeys import lay_out_roots
from campaign.store.faults import StoreFault

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

    from campaign.store.eventlog import EventLog

__all__ = ["copy_rows"]

_AT_ONCE = 500
_LOG = {"campaign", "entry"}
"""What is in these is never taken out again, and nothing is in a new store."""


def copy_rows(source: EventLog, goal: EventLog) -> None:
    """
    Copy each row of each table, as they all are at one moment, in one transaction of the goal.

    Raises
    ------
    StoreFault
        If there is a campaign in the goal already, or something cannot be read or written.
    """
    if goal.campaigns():
        raise StoreFault(goal.place, "there are campaigns in it already", "name an empty database")
    with source.moment() as old, goal.transaction(write=True) as new:
        lay_out_roots(new)
        for table in _tables(old):
            if table.name not in _LOG:
                new.execute(table.delete())
            # The order in which rows were made is kept where one was made from another.
            rows = old.execute(select(table).order_by(*table.primary_key.columns))
            for some in rows.mappings().partitions(_AT_ONCE):
                new.execute(table.insert(), [dict(row) for row in some])
            _count_on(new, table)


def _tables(db: Connection) -> list[Table]:
    found = MetaData()
    found.reflect(db)
    return found.sorted_tables


def _count_on(db: Connection, table: Table) -> None:
    """Tell PostgreSQL to number new rows from where the copied ones end."""
    if db.dialect.name != "postgresql":
        return
    for column in table.primary_key.columns:
        found = text("SELECT pg_get_serial_sequence(:table, :column)")
        sequence = db.execute(found, {"table": table.name, "column": column.name}).scalar()
        last = db.execute(select(func.max(column))).scalar() if sequence else None
        if last is not None:
            db.execute(text("SELECT setval(:sequence, :last)"), {"sequence": sequence, "last": last})
