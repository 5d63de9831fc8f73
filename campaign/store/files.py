"""Find the database of a store, make a new one whole or not at all, and open it as its medium allows."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from uuid import uuid4

from sqlalchemy import Engine, QueuePool, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from campaign.store.faults import StoreFault, explained

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import URL, Connection

__all__ = ["address_of", "can_be_written", "empty_fault", "engine_of", "file_of", "made_whole"]

_MAGIC, _HEADER_BYTES = b"SQLite format 3\0", 100
_COMPANIONS = ("-wal", "-journal")
LASTING = "synchronous=FULL"
"""Whoever is told that his order is kept finds it again after a power cut: SQLite waits for the disk."""


def address_of(url: str | Path) -> URL:
    """Read the address of a store; raises ``StoreFault`` if it is none."""
    given = str(url)
    try:
        address = make_url(given if "://" in given else f"sqlite:///{Path(given).absolute()}")
        address.get_dialect()
    except (ArgumentError, NoSuchModuleError) as error:
        remedy = "give a file name, sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"
        raise StoreFault(given, "this is no address of a store", remedy) from error
    return address


def file_of(address: URL, *, create: bool) -> Path | None:
    """Name the file of an SQLite store, having seen that it can be there."""
    if address.get_backend_name() != "sqlite":
        return None
    name = (address.database or "").removeprefix("file:")
    if name in ("", ":memory:"):
        raise StoreFault(place=str(address), what="it would be lost with the program", remedy="name a file")
    path = Path(name)
    if not path.parent.is_dir():
        raise StoreFault(name, f"there is no folder {path.parent}", "make the folder, or name a file in another")
    if path.is_dir():
        raise StoreFault(name, "this is a folder", "name a file in it")
    if not path.exists():
        _check_gone(path)
        if not create:
            raise StoreFault(name, "there is no store here", "name the right file, or open a new campaign")
    elif _is_stump(path):
        raise empty_fault(name)
    return path


def empty_fault(place: str) -> StoreFault:
    """Say that a store which is there holds nothing: nobody is just making it, for a new one gets its name last."""
    remedy = "restore the latest backup (sandtable campaign restore); if nothing was ever in it, delete it"
    return StoreFault(place, "there is nothing in this file: it is empty, or was cut short", remedy)


def _is_stump(path: Path) -> bool:
    """Whether a file is empty or ends within a database's header; to open it would write one into it."""
    if path.stat().st_size >= _HEADER_BYTES:
        return False
    with path.open("rb") as file:
        return _MAGIC.startswith(file.read(len(_MAGIC)))


def _check_gone(path: Path) -> None:
    """See that no part of a store lies where a new one would be made."""
    left = [name for name in (path.name + ending for ending in _COMPANIONS) if _size(path.with_name(name))]
    if left:
        what = f"the store is gone, and a part of it is left ({left[0]})"
        raise StoreFault(str(path), what, "put the store back beside it, or restore the latest backup elsewhere")


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def can_be_written(path: Path) -> bool:
    """Whether a store can be written where it lies; SQLite writes beside its file, too."""
    return os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)


@contextmanager
def made_whole(path: Path) -> Iterator[Path]:
    """
    Give a file to make a new store in; it gets its name when it is whole.

    So a store that is there and empty has lost what it held: no program is just making it.
    """
    part = path.with_name(f".{path.name}.{uuid4().hex[:8]}.new")
    try:
        yield part
        _name_it(part, path)
    finally:
        for ending in ("", "-shm", *_COMPANIONS):
            part.with_name(part.name + ending).unlink(missing_ok=True)


def _name_it(part: Path, path: Path) -> None:
    """Give the new store its name, unless another program was quicker: then its store is the one."""
    try:
        os.link(part, path)
    except FileExistsError:
        return
    except OSError:
        # Some disks know no second name of a file.
        if not path.exists():
            part.replace(path)


def engine_of(address: URL, place: str, wait_s: float, *, reads_only: Path | None = None) -> Engine:
    """Make what gives connections to a store; ``reads_only`` names the file of one that cannot be written."""
    try:
        engine = create_engine(address) if reads_only is None else _reading_engine(reads_only)
    except ImportError as error:
        remedy = "install the driver: pip install 'sandtable[postgres]'"
        raise StoreFault(place, f"the driver for this database is missing ({error.name})", remedy) from error
    if engine.dialect.name == "sqlite":
        kept = ("temp_store=MEMORY",) if reads_only else ("journal_mode=WAL", LASTING)
        _settle_each(engine, (f"busy_timeout={round(wait_s * 1000)}", *kept, "foreign_keys=ON"))
    return engine


def _settle_each(engine: Engine, pragmas: tuple[str, ...]) -> None:
    @event.listens_for(engine, "connect")
    def _settle(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(db: Connection) -> None:
        # A writer takes its lock at once: what it reads is still true when it writes. One who reads needs no BEGIN:
        # each statement sees the store at one moment, and nothing that it has seen is ever taken out.
        if db.get_execution_options().get("write"):
            db.exec_driver_sql("BEGIN IMMEDIATE")


def _reading_engine(path: Path) -> Engine:
    uri = _readable(path)
    return create_engine(
        "sqlite://", poolclass=QueuePool, creator=lambda: sqlite3.connect(uri, uri=True, check_same_thread=False)
    )


def _readable(path: Path) -> str:
    """
    Find the way to read a store that cannot be written.

    Where another program has it open, its parts are there and are read. On a medium where no file can be made, the
    store is read as one that never changes; that is true only if no part of its log lies in another file.
    """
    uri = f"file:{quote(str(path.absolute()))}?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as db:
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as error:
        name = getattr(error, "sqlite_errorname", "")
        if not name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")):
            raise explained(error, str(path)) from error
        part = path.with_name(path.name + "-wal")
        if _size(part):
            what = f"its last entries lie in {part.name}, which cannot be read where nothing can be written"
            raise StoreFault(str(path), what, "copy the whole folder to a disk, and open it there") from error
        return f"{uri}&immutable=1"
    return uri
