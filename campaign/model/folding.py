"""
Change one thing in a state; what orders and events do to a state is made of these.

A state's stands are a new mapping after each event, with one of a thousand changed. What each was made from is
remembered for those made last, so that what differs between two need not be sought in both: an answer is sure, or none
is given. They are held as long, so that no other mapping comes to lie in the place in memory of one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from campaign.model.facts import with_facts
from campaign.model.things import Stand

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["change", "changed_formation", "changed_since", "changed_stand", "marked", "put_in", "with_stand"]

change = msgspec.structs.replace
T = TypeVar("T")
_MOST_HELD = 40
_MOST_STEPS = 32


class _Step(NamedTuple):
    """A mapping that was made of another, and the key that was put in."""

    made: Mapping[str, Any]
    of: Mapping[str, Any]
    key: str


_LAST: list[_Step | None] = [None] * _MOST_HELD
_BY_PLACE: dict[int, _Step] = {}
_numbers = count()


def put_in(mapping: Mapping[str, T], key: str, thing: T) -> dict[str, T]:
    """Give a mapping with one thing put in, new or in place of another, and remember what it was made of."""
    made = {**mapping, key: thing}
    at = next(_numbers) % _MOST_HELD
    gone = _LAST[at]
    if gone is not None:
        _BY_PLACE.pop(id(gone.made), None)
    _LAST[at] = _BY_PLACE[id(made)] = _Step(made, mapping, key)
    return made


def changed_since(before: Mapping[str, Any], after: Mapping[str, Any]) -> set[str] | None:
    """Name the keys that alone may differ between two mappings; None if that is not remembered."""
    keys, here = set[str](), after
    for _ in range(_MOST_STEPS):
        if here is before:
            return keys
        step = _BY_PLACE.get(id(here))
        if step is None or step.made is not here:
            return None
        keys.add(step.key)
        here = step.of
    return keys if here is before else None


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
