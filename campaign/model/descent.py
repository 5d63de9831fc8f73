"""
Remember which mapping was made of which, so that what differs between two of them need not be sought in both.

A state's stands are a new mapping after each event, with one of a thousand changed. What was made last is held here, so
that no other mapping comes to lie in its place in memory meanwhile: an answer is sure, or none is given.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

__all__ = ["changed_since", "put_in"]

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
