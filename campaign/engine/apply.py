"""
Fold events into state.

No rule lives here: an event holds all that it changed, and its verb's module says how that is written down. The fold
sees no map, no table and no dice, so a log replays for ever to the same state, whatever the rules have become since.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from campaign.model.anyevent import TALES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.model.anyevent import AnyEvent
    from campaign.model.state import State

__all__ = ["apply", "fold"]


def fold(state: State, events: Iterable[AnyEvent]) -> State:
    """Apply events one after another."""
    return reduce(apply, events, state)


def apply(state: State, event: AnyEvent) -> State:
    """Write one event down."""
    return TALES[type(event)].apply(event, state)
