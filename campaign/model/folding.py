"""Change one thing in a state; what orders and events do to a state is made of these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.model.descent import put_in
from campaign.model.facts import with_facts
from campaign.model.things import Stand

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["change", "changed_formation", "changed_stand", "marked", "with_stand"]

change = msgspec.structs.replace


def with_stand(state: State, stand: Stand) -> State:
    """Put a stand into a state, new or in place of the same stand as it was."""
    return change(state, stands=put_in(state.stands, stand.id, stand))


def changed_stand(state: State, key: str, **fields: Any) -> State:
    """Change fields of a stand."""
    return with_stand(state, change(state.stands[key], **fields))


def changed_formation(state: State, key: str, facts: Mapping[str, Any] | None = None, **fields: Any) -> State:
    """Change fields of a formation, and facts of it."""
    formation = with_facts(change(state.formations[key], **fields), **(facts or {}))
    return change(state, formations={**state.formations, key: formation})


def marked(stand: Stand, *, on: Iterable[str], off: Iterable[str]) -> Stand:
    """Put marks on a stand and take some off."""
    marks = (stand.marks | set(on)) - set(off)
    return stand if marks == stand.marks else change(stand, marks=marks)
