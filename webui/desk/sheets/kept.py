"""
Keep what sheets were read as, and what was found to become of their lines.

While people write the log stands still, so a sheet that was checked or sealed is read the same when the turn is closed,
and its lines come to the same. Only the readings of the present entry are kept; what was found of lines is kept for as
long as the command knows the same.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from campaign.docket.reading import read_sheet

if TYPE_CHECKING:
    from campaign.docket.reading import Read
    from campaign.model.situation import Situation
    from campaign.spoken.verdicts import Kept
    from campaign.store.session import Session

__all__ = ["found_kept", "read_kept"]

_MOST = 200
"""Readings of a campaign that are kept: those of all commands, and of some drafts."""
_MOST_LINES = 400
"""When more lines of a command were looked at, what was found of them is forgotten."""
_OF_ORDERING = frozenset({"seq", "closing", "standing", "under_way", "letters"})
"""What closing a turn writes first, and no rule asks for: how the orders are given, and how far the log has come."""


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


class _Found(NamedTuple):
    """What was found of a command's lines, and what the command knew then."""

    view: Situation
    lines: Kept


_FOUND: WeakKeyDictionary[Session, dict[str, _Found]] = WeakKeyDictionary()


def found_kept(session: Session, view: Situation, command: str) -> Kept:
    """
    Give what was found of a command's lines from this view, to be added to: a line that stays costs nothing.

    It is that of a view before, where a rule can tell no difference: when a turn is closed, its first phase goes on
    from what the page has shown.
    """
    with _LOCK:
        kept = _FOUND.setdefault(session, {})
        known = kept.get(command)
        if known is None or len(known.lines) > _MOST_LINES or not _is_alike(known.view, view):
            known = kept[command] = _Found(view, {})
        return known.lines


def _is_alike(before: Situation, after: Situation) -> bool:
    """Whether two views are the same to the rules."""
    if before.map is not after.map or before.tables is not after.tables:
        return False
    asked = (name for name in before.state.__struct_fields__ if name not in _OF_ORDERING)
    return all(getattr(before.state, name) == getattr(after.state, name) for name in asked)
