"""
Make the tables beside the log that a store lacks.

A new group of tables is a module that defines them on ``beside.BESIDE``, and its name in ``TABLES_BESIDE``. A store of
an older version gets them when it is opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import inspect, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateTable

from campaign.store import letters, peopletables, sheettables, umpiring, veils
from campaign.store.beside import BESIDE
from campaign.store.faults import StoreFault
from campaign.store.kept import states as keptstates
from campaign.store.kept import tables as kepttables
from campaign.store.post import tables as posttables

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

    from campaign.store.eventlog import EventLog

__all__ = ["BESIDE_VERSION", "TABLES_BESIDE", "lay_out_beside"]

BESIDE_VERSION = 1
"""A table more needs no new version; a changed one does, and a step that changes it in older stores."""

TABLES_BESIDE = (keptstates, kepttables, letters, peopletables, posttables, sheettables, umpiring, veils)
"""The modules that define tables; each is loaded by being named here."""

_KEY = "beside_version"


def lay_out_beside(log: EventLog) -> None:
    """
    Make the tables that are not there yet.

    Raises
    ------
    StoreFault
        If they were made by a newer Sandtable.
    """
    with log.transaction() as db:
        lacking = _lacking(db)
        _check_version(log, db)
    if lacking and log.reads_only:
        log.lend_tables([_lent(table) for table in lacking])
    elif lacking:
        with log.transaction(write=True) as db:
            log.hold(db, "")
            # Another program may have made them meanwhile. To have each looked for takes longer than to make it.
            BESIDE.create_all(db, tables=_lacking(db), checkfirst=False)
            if _version(db) is None:
                db.execute(text("INSERT INTO meta (key, value) VALUES (:key, :value)"), _row())


def _lacking(db: Connection) -> list[Table]:
    there = set(inspect(db).get_table_names())
    return [table for table in BESIDE.sorted_tables if table.name not in there]


def _lent(table: Table) -> str:
    made = str(CreateTable(table).compile(dialect=sqlite.dialect())).strip()
    return made.replace("CREATE TABLE", "CREATE TEMPORARY TABLE IF NOT EXISTS", 1)


def _check_version(log: EventLog, db: Connection) -> None:
    version = _version(db)
    if version is not None and int(version) > BESIDE_VERSION:
        what = f"its tables of people and sheets are of a newer Sandtable (version {version})"
        raise StoreFault(log.place, what, "install the newer Sandtable; nothing was changed")


def _version(db: Connection) -> str | None:
    found: str | None = db.execute(text("SELECT value FROM meta WHERE key = :key"), {"key": _KEY}).scalar()
    return found


def _row() -> dict[str, str]:
    return {"key": _KEY, "value": str(BESIDE_VERSION)}
