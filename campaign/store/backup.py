"""Copy a store while it is in use to a file of its own, and check the copy."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.store.copying import copy_rows
from campaign.store.eventlog import EventLog
from campaign.store.faults import StoreFault, explained

if TYPE_CHECKING:
    from maps.problems import Problem

__all__ = ["copy_store", "store_fault"]


def copy_store(log: EventLog, path: str | Path, *, force: bool = False, damaged: bool = False) -> None:
    """
    Copy a store to an SQLite file, checked before it gets its name; ``damaged``: whatever logs are in it.

    Raises
    ------
    StoreFault
        If the file is there and not ``force``, is the store itself, cannot be written, or is not sound.
    """
    goal, source = Path(path).absolute(), log.path.absolute() if log.path else None
    _check_goal(goal, source, force=force)
    part = _companion(goal, ".part")
    _clear(part)
    try:
        # What is sealed in a store stays so in its copy: its rights are the store's, from the first byte on.
        part.touch(mode=0o600)
        _copy(log, part)
        _check(part, damaged=damaged)
        _settle(part)
        if source is not None:
            shutil.copymode(source, part)
        part.replace(goal)
    except OSError as error:
        raise StoreFault(str(goal), f"the copy cannot be written: {error.strerror}", "name another place") from error
    finally:
        _clear(part)


def store_fault(log: EventLog) -> Problem | None:
    """Find the first fault of the whole store: its pages, then each campaign's log."""
    return _file_fault(log) or next(filter(None, (log.verify(row.id) for row in log.campaigns())), None)


def _file_fault(log: EventLog) -> Problem | None:
    fault = "" if log.path is None else _page_fault(log.path)
    return StoreFault(log.place, f"the file is damaged ({fault})", "open the latest backup").problem if fault else None


def _check_goal(goal: Path, source: Path | None, *, force: bool) -> None:
    if goal == source:
        raise StoreFault(str(goal), "this is the store itself", "name another file")
    if not goal.parent.is_dir():
        raise StoreFault(str(goal), f"there is no folder {goal.parent}", "make the folder, or name a file in another")
    if goal.is_dir():
        raise StoreFault(str(goal), "this is a folder", "name a file in it")
    if goal.exists() and not force:
        raise StoreFault(str(goal), "there is a file of this name", "name another file, or force it to be replaced")
    if _companion(goal, "-wal").exists():
        raise StoreFault(str(goal), "this store is in use", "close it first, or name another file")


def _copy(log: EventLog, part: Path) -> None:
    if log.path is None:
        part.unlink()
        made = EventLog(part)
        part.chmod(0o600)
        with closing(made):
            copy_rows(log, made)
        return
    try:
        with closing(sqlite3.connect(log.path)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
    except sqlite3.DatabaseError as error:
        raise explained(error, str(part)) from error


def _check(part: Path, *, damaged: bool) -> None:
    copy = EventLog(part, create=False)
    try:
        fault = _file_fault(copy) if damaged else store_fault(copy)
    finally:
        copy.close()
    if fault is not None:
        raise StoreFault(str(part), f"the copy is not sound: {fault}", "verify the store itself")


def _settle(part: Path) -> None:
    """Make the copy one file without companions, and see it on the disk."""
    with closing(sqlite3.connect(part)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
    with part.open("rb") as file:
        os.fsync(file.fileno())


def _clear(part: Path) -> None:
    for name in ("", "-wal", "-shm", "-journal"):
        _companion(part, name).unlink(missing_ok=True)


def _companion(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _page_fault(path: Path) -> str:
    try:
        with closing(sqlite3.connect(path)) as db:
            found = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if found == "ok" else str(found)
