"""
Fold events into state.

No rule lives here: an event holds all that it changed, and its verb's module says how that is written down. The fold
sees no map, no table and no dice, so a log replays for ever to the same state, whatever the rules have become since.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import msgspec

from campaign.model.anyevent import TALES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.model.anyevent import AnyEvent
    from campaign.model.state import State

__all__ = ["SHARED", "apply", "fold"]

SHARED = tuple(sorted({tale.changes for tale in TALES.values()} - {""}))
"""The fields of a state that are changed one by one."""
_MOST_KEPT = 4
_LAST: list[tuple[tuple[AnyEvent, object, object], ...]] = [()]
"""What was folded last, of two sides by turns: the event, a field as it was before and as it is after."""


def fold(state: State, events: Iterable[AnyEvent]) -> State:
    """Apply events one after another."""
    return reduce(apply, events, state)


def apply(state: State, event: AnyEvent) -> State:
    """
    Write one event down.

    Many who are told the same know the same of it: what comes of the event and the field that it changes is made once,
    and is one thing for them all, in time and in memory.
    """
    tale, last = TALES[type(event)], _LAST[0]
    if not tale.changes:
        return tale.apply(event, state)
    before = getattr(state, tale.changes)
    for what, was, made in last:
        if was is before and (what is event or what == event):
            return msgspec.structs.replace(state, **{tale.changes: made})
    after = tale.apply(event, state)
    _LAST[0] = ((event, before, getattr(after, tale.changes)), *last[: _MOST_KEPT - 1])
    return after
