"""
Keep the maps that are being corrected in the browser: one folder each, in the store.

``base.gpkg`` is the map as it came and is never written again; ``history.json`` holds every
change since, numbered, and how many of them count, so that undo and redo survive a restart.
It is written whole, to the disk, before a change is acknowledged. Several programs may correct
one map: each reads what the others have written before it answers, and changes it alone.
"""

from __future__ import annotations

import os
import re
import threading
from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from maps.derive.hand.handwork import apply_corrections, describe
from maps.gpkg import reader, writer
from maps.problems import Problem, ProblemsFound, did_you_mean
from maps.record import Correction  # noqa: TC001 - msgspec reads it at run time
from maps.whole import write_whole

try:
    import fcntl
except ImportError:  # no such thing on Windows, where there is one worker
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from maps.derive.hand.sides import Laid
    from maps.grid.hexmap import HexMap

__all__ = ["Change", "History", "MapProject", "MapShelf", "held_folder"]

FOLDER = "maps-in-work"
_BASE, _HISTORY = "base.gpkg", "history.json"
_GOOD_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_MOST_OPEN = 4
_MOST_CHANGES = 20_000


class Change(msgspec.Struct, frozen=True):
    """One step that can be taken back: corrections put in, and ids of corrections taken out."""

    add: tuple[Correction, ...] = ()
    drop: tuple[str, ...] = ()

    def words(self) -> str:
        """Say it in a line."""
        if not self.add:
            return "a correction taken out" if len(self.drop) == 1 else f"{len(self.drop)} corrections taken out"
        more = f", and {len(self.add) - 1} more" if len(self.add) > 1 else ""
        return describe(self.add[0]) + more


class History(msgspec.Struct, frozen=True):
    """All changes of a map; the first ``at`` of them count, the rest can be done again."""

    name: str
    changes: tuple[Change, ...] = ()
    at: int = 0
    version: int = 0
    """Grows with every change, undo and redo."""

    def corrections(self) -> tuple[Correction, ...]:
        """List the corrections that count, in the order that they were made."""
        held: dict[str, Correction] = {}
        for change in self.changes[: self.at]:
            for gone in change.drop:
                held.pop(gone, None)
            held |= {one.id: one for one in change.add}
        return tuple(held.values())

    def with_change(self, change: Change) -> History:
        """Put a change after those that count; what was undone is forgotten."""
        changes = (*self.changes[: self.at], change)
        return History(self.name, changes, len(changes), self.version + 1)

    def moved(self, steps: int) -> History:
        """Undo (-1) or redo (1)."""
        return History(self.name, self.changes, self.at + steps, self.version + 1)


class MapProject:
    """One map in work. Its methods may be called from any thread."""

    def __init__(self, key: str, folder: Path) -> None:
        """
        Open it.

        Raises
        ------
        ProblemsFound
            If a file of it is missing or damaged.
        """
        self.key, self.folder = key, folder
        self.lock = threading.RLock()
        self._mark = _mark_of(folder / _HISTORY)
        self.history = _read_history(folder / _HISTORY)
        self.base = reader.read(folder / _BASE)
        # Where each line lies is found out once: with hundreds of corrections that is most of the work.
        self._laid: Laid = {}
        self.applied = apply_corrections(self.base, self.history.corrections(), laid=self._laid)

    def freshen(self) -> None:
        """Take over what another program has written since; raises ``ProblemsFound`` if it cannot be read."""
        with self.lock:
            mark = _mark_of(self.folder / _HISTORY)
            if mark != self._mark:
                history = _read_history(self.folder / _HISTORY)
                self.applied = apply_corrections(self.base, history.corrections(), laid=self._laid)
                self.history, self._mark = history, mark

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep all others from changing the map, also those in other programs; it is as fresh as they left it."""
        with self.lock, held_folder(self.folder):
            self.freshen()
            yield

    @property
    def hexmap(self) -> HexMap:
        """The map as it is corrected now."""
        return self.applied.hexmap

    def undo_words(self) -> str:
        """Say what undo would take back; empty if there is nothing."""
        return self.history.changes[self.history.at - 1].words() if self.history.at else ""

    def redo_words(self) -> str:
        """Say what redo would do again; empty if there is nothing."""
        left = self.history.changes[self.history.at :]
        return left[0].words() if left else ""

    def change(self, add: Sequence[Correction] = (), drop: Sequence[str] = ()) -> None:
        """
        Put corrections in, or take them out.

        Raises
        ------
        ProblemsFound
            If one that is to be taken out is not there, or there have been too many changes.
        """
        held = {one.id for one in self.history.corrections()}
        for gone in drop:
            if gone not in held:
                raise ProblemsFound(
                    [Problem(f"correction {gone[:60]}", "is not on this map", did_you_mean(gone, held))]
                )
        if self.history.at >= _MOST_CHANGES:
            remedy = "export the map, and go on with it as a new one"
            raise ProblemsFound([Problem(self.key, f"has had {_MOST_CHANGES:,} changes", remedy)])
        self._take(self.history.with_change(Change(tuple(add), tuple(drop))))

    def undo(self) -> None:
        """Take back the last change; raises ``ProblemsFound`` if there is none."""
        if not self.history.at:
            raise ProblemsFound([Problem("undo", "there is nothing to take back", "go on")])
        self._take(self.history.moved(-1))

    def redo(self) -> None:
        """Do again what was taken back; raises ``ProblemsFound`` if there is nothing."""
        if self.history.at == len(self.history.changes):
            raise ProblemsFound([Problem("redo", "there is nothing to do again", "go on")])
        self._take(self.history.moved(1))

    def fresh_ids(self, corrections: Sequence[Correction]) -> list[Correction]:
        """Give corrections ids that no other one on this map has, keeping theirs where they can."""
        taken = {one.id for one in (*self.base.corrections, *self.history.corrections())}
        found = []
        for one in corrections:
            stem = one.id or f"{one.what}-{self.history.at + 1}"
            name, k = stem, 1
            while name in taken:
                k += 1
                name = f"{stem}.{k}"
            taken.add(name)
            found.append(replace(one, id=name))
        return found

    def _take(self, history: History) -> None:
        applied = apply_corrections(self.base, history.corrections(), laid=self._laid)
        write_whole(self.folder / _HISTORY, msgspec.json.encode(history))
        self.history, self.applied, self._mark = history, applied, _mark_of(self.folder / _HISTORY)


class MapShelf:
    """The maps in work of one store."""

    def __init__(self, store_folder: Path) -> None:
        """Name the store's folder; that of the maps is made when the first one is begun."""
        self.folder = store_folder / FOLDER
        self._open: OrderedDict[str, MapProject] = OrderedDict()
        self._lock = threading.Lock()

    def histories(self) -> list[tuple[str, History | None]]:
        """List the maps by id, each with its history; None if that cannot be read."""
        found: list[tuple[str, History | None]] = []
        for path in sorted(self.folder.glob(f"*/{_HISTORY}")) if self.folder.is_dir() else ():
            try:
                found.append((path.parent.name, _read_history(path)))
            except ProblemsFound:
                found.append((path.parent.name, None))
        return found

    def holds(self, key: str) -> bool:
        """Say whether there is a map of that id."""
        return _GOOD_ID.fullmatch(key) is not None and (self.folder / key / _HISTORY).is_file()

    def open(self, key: str) -> MapProject:
        """
        Give a map in work, which ``holds`` says is there.

        Raises
        ------
        ProblemsFound
            If a file of it is damaged.
        """
        with self._lock:
            if key not in self._open:
                self._open[key] = MapProject(key, self.folder / key)
                while len(self._open) > _MOST_OPEN:
                    self._open.popitem(last=False)
            self._open.move_to_end(key)
            project = self._open[key]
        project.freshen()
        return project

    def begin(self, key: str, hexmap: HexMap) -> None:
        """
        Begin a map in work.

        Raises
        ------
        ProblemsFound
            If the id cannot be used or is taken, or the files cannot be written.
        """
        self.check_new(key)
        folder = self.folder / key
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with held_folder(folder):
                self.check_new(key)
                writer.write(hexmap, folder / _BASE)
                # The history comes last: without it there is no such map.
                write_whole(folder / _HISTORY, msgspec.json.encode(History(hexmap.name)))
        except OSError as error:
            problem = Problem(str(folder), f"cannot be written ({error.strerror})", "make the store's folder writable")
            raise ProblemsFound([problem]) from error

    def check_new(self, key: str) -> None:
        """See that a new map may have this id; raises ``ProblemsFound`` if not."""
        if not _GOOD_ID.fullmatch(key):
            remedy = "take small letters, digits, '-' and '_', at most 60, for example ardennes-north"
            raise ProblemsFound([Problem(repr(key[:80]), "cannot name a map", remedy)])
        if self.holds(key):
            raise ProblemsFound([Problem(key, "is the name of another map in work", "take another name")])


@contextmanager
def held_folder(folder: Path) -> Iterator[None]:
    """Wait until no other program holds a folder, and hold it; one that dies lets it go."""
    if fcntl is None:
        yield
        return
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def _mark_of(path: Path) -> tuple[int, int, int]:
    """Say what a file is known by: each that is written whole is another one."""
    try:
        told = path.stat()
    except OSError:
        return (0, 0, 0)
    return (told.st_ino, told.st_mtime_ns, told.st_size)


def _read_history(path: Path) -> History:
    try:
        return msgspec.json.decode(path.read_bytes(), type=History, strict=True)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        problem = Problem(str(path), f"cannot be read ({error})", "put it back from a backup of the store")
        raise ProblemsFound([problem]) from error
