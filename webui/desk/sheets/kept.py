"""
Keep what sheets were read as.

While people write the log stands still, so a sheet that was checked or sealed is read the same when the turn is closed.
Only the readings of the present entry are kept.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from campaign.docket.reading import read_sheet

if TYPE_CHECKING:
    from campaign.docket.reading import Read
    from campaign.model.situation import Situation
    from campaign.store.session import Session

__all__ = ["read_kept"]

_MOST = 200
"""Readings of a campaign that are kept: those of all commands, and of some drafts."""


class _Kept:
    """The readings of one campaign after one entry of its log."""

    def __init__(self) -> None:
        self.seq = 0
        self.found: dict[tuple[str, str], Read] = {}


_KEPT: WeakKeyDictionary[Session, _Kept] = WeakKeyDictionary()
_LOCK = threading.Lock()


def read_kept(session: Session, view: Situation, command: str, text: str, *, seq: int | None = None) -> Read:
    """
    Read a sheet, or give how it was read before.

    Parameters
    ----------
    view
        What the command knows after entry ``seq``; by default the last that was read.
    """
    number, key = session.seq_read if seq is None else seq, (command, text)
    with _LOCK:
        kept = _KEPT.setdefault(session, _Kept())
        if kept.seq == number and key in kept.found:
            return kept.found[key]
    found = read_sheet(text, view, command)
    with _LOCK:
        if kept.seq < number:
            kept.seq, kept.found = number, {}
        if kept.seq == number:
            kept.found[key] = found
            while len(kept.found) > _MOST:
                del kept.found[next(iter(kept.found))]
    return found
