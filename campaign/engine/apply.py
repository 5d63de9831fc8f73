"""
Fold events into state.

No rule lives here: an event holds all that it changed, and its verb's module says how that is written down. The fold
sees no map, no table and no dice, so a log replays for ever to the same state, whatever the rules have become since.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.model.anyevent import TALES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.model.anyevent import AnyEvent
    from campaign.model.state import State

__all__ = ["SHARED", "apply", "fold", "folded"]

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
    tale = TALES[type(event)]
    if not tale.changes:
        return tale.apply(event, state)
    before = getattr(state, tale.changes)
    kept = _kept(event, before)
    if kept is not None:
        return msgspec.structs.replace(state, **{tale.changes: kept})
    after = tale.apply(event, state)
    _keep(event, before, getattr(after, tale.changes))
    return after


def folded(event: AnyEvent, state: State, before: Any) -> Any:
    """
    Give the one field that an event changes as it is after it.

    Parameters
    ----------
    state
        One that the event can be written into; of it no other field is asked.
    before
        That field as it was, whatever stands in ``state``.
    """
    made = _kept(event, before)
    if made is None:
        tale = TALES[type(event)]
        is_there = getattr(state, tale.changes) is before
        whole = state if is_there else msgspec.structs.replace(state, **{tale.changes: before})
        made = getattr(tale.apply(event, whole), tale.changes)
        _keep(event, before, made)
    return made


def _kept(event: AnyEvent, before: Any) -> Any:
    for what, was, made in _LAST[0]:
        if was is before and (what is event or what == event):
            return made
    return None


def _keep(event: AnyEvent, before: Any, made: Any) -> None:
    _LAST[0] = ((event, before, made), *_LAST[0])[:_MOST_KEPT]
