"""Say why a store cannot be used, and what to do about it."""

from __future__ import annotations

import sqlite3

from maps.problems import Problem

__all__ = ["CommandClash", "NoSuchCampaign", "PutAway", "Stale", "StoreFault", "explained"]


class StoreFault(Exception):  # noqa: N818 - it reads as what happened
    """A store could not be read or written; ``problem`` names place, fault and remedy."""

    def __init__(self, place: str, what: str, remedy: str) -> None:
        """Keep the three; the message joins them."""
        self.problem = Problem(place, what, remedy)
        super().__init__(str(self.problem))


class Stale(StoreFault):
    """The log has moved on since the order was thought out; nothing was written."""

    def __init__(self, campaign: str, after: int, seq: int) -> None:
        """Name the entry that the sender knew, and the last one."""
        super().__init__(
            place=f"campaign {campaign!r}",
            what=f"this was thought out after entry {after}, and the log is at {seq}",
            remedy="look at what has happened and order again",
        )


class NoSuchCampaign(StoreFault):
    """The store holds no campaign of that name."""


class PutAway(StoreFault):
    """The campaign was put aside, or deleted: nothing is written to it until it is taken up again."""

    def __init__(self, campaign: str, state: str) -> None:
        """Name it, and how it was put away."""
        remedy = f"take it up again on its page of keeping, or: sandtable campaign bring-back {campaign}"
        super().__init__(f"campaign {campaign!r}", f"it is {state}, and nothing is written to it", remedy)


class CommandClash(StoreFault):
    """Someone else has used this command id; nothing was written."""


_SQLITE = (
    ("SQLITE_READONLY", "the file or its disk cannot be written to", "make the file and its folder writable, or copy"
     " the store elsewhere"),
    ("SQLITE_FULL", "the disk is full; nothing of this command was written", "make room and send it again"),
    ("SQLITE_BUSY", "another program keeps the store locked", "close it, or wait and send the command again"),
    ("SQLITE_LOCKED", "another program keeps the store locked", "close it, or wait and send the command again"),
    ("SQLITE_CORRUPT", "the file is damaged", "keep it as it is and open the latest backup"),
    ("SQLITE_NOTADB", "this is no SQLite database", "name the campaign store, a file that `sandtable` made"),
    ("SQLITE_CANTOPEN", "the file cannot be opened", "check that folder and file are there and may be read and"
     " written"),
    ("SQLITE_IOERR", "the disk reports an error in reading or writing", "check the disk, and open the latest backup"),
    ("SQLITE_CONSTRAINT_TRIGGER", "the log is append-only", "order an undo or a ruling instead of changing the past"),
)  # fmt: skip


def explained(error: BaseException | None, place: str) -> StoreFault:
    """Turn what a database driver reports into a fault that an umpire can act on."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if isinstance(error, sqlite3.DatabaseError) and name:
        for prefix, what, remedy in _SQLITE:
            if name.startswith(prefix):
                return StoreFault(place, what, remedy)
    text = " ".join(str(error).split())
    return StoreFault(place, f"the database reports: {text}", "check that the store is reachable and not damaged")
