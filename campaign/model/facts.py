"""
Keep what one rule system alone knows: facts of stands, formations and the state, which that system declares.

What the core or the page reads whatever is played is a field; all else is a fact. A fact is kept as JSON would give it
back, and only while it is otherwise than unset, so that there is one way to write nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar, cast

import msgspec

__all__ = ["Fact", "FactValue", "Facts", "Shown", "fact_of", "shown_facts", "with_facts"]

Scalar: TypeAlias = bool | int | float | str | None
Row: TypeAlias = tuple[Scalar, ...]
FactValue: TypeAlias = Scalar | tuple[Scalar | Row, ...] | Mapping[str, Scalar]
"""What a fact can hold: a number, a word, a list of these or of rows of these, or a table of these by name."""
Facts: TypeAlias = Mapping[str, FactValue]
Shown: TypeAlias = Literal["owner", "open", "umpire"]
"""
The viewers that are shown a fact: the side whose thing it is, whoever sees the thing, or the umpire alone.

Of a fact of the whole state, "owner" gives each side its own share: in a table the row under the side's key, in a list
the rows that begin with it.
"""

T = TypeVar("T")
Thing = TypeVar("Thing", bound=msgspec.Struct)


@dataclass(frozen=True)
class Fact(Generic[T]):
    """A fact that a rule system declares: its bearer, key, type, value while unset, and the viewers that see it."""

    of: type[msgspec.Struct]
    key: str
    type: Any
    unset: T
    shown: Shown = "owner"

    def __call__(self, thing: Any) -> T:
        """Read the fact of a stand, a formation or a state."""
        facts: Facts = thing.facts
        if self.key not in facts:
            return self.unset
        value = facts[self.key]
        return cast("T", msgspec.convert(value, self.type) if self._is_struct else value)

    def put(self, thing: Thing, value: T) -> Thing:
        """Give the thing with the fact set."""
        return with_facts(thing, **{self.key: None if value == self.unset else packed(value)})

    @property
    def _is_struct(self) -> bool:
        return isinstance(self.type, type) and issubclass(self.type, msgspec.Struct)


def fact_of(thing: Any, key: str, unset: T) -> T:
    """Read a fact by its key: for the page, and others who know no rule system."""
    return cast("T", thing.facts.get(key, unset))


def packed(value: Any) -> FactValue:
    """Give a value as a fact keeps it."""
    return cast("FactValue", msgspec.to_builtins(value) if isinstance(value, msgspec.Struct) else value)


def with_facts(thing: Thing, **facts: Any) -> Thing:
    """Give a thing with these facts set; None unsets one. What is no plain value is packed."""
    if not facts:
        return thing
    known: Facts = thing.facts  # type: ignore[attr-defined]
    kept = {key: value for key, value in known.items() if key not in facts}
    kept |= {key: packed(value) for key, value in facts.items() if value is not None}
    return thing if kept == known else msgspec.structs.replace(thing, facts=kept)


def shown_facts(facts: Facts, declared: Iterable[Fact[Any]], of: type, *, owner: bool, side: str = "") -> Facts:
    """
    Give those facts of a thing that a viewer is shown.

    Parameters
    ----------
    declared
        What the rule system in play declares; a fact that it does not declare is shown to nobody.
    owner
        Whether the thing is the viewer's own. The state is everybody's: give ``side``, and he gets his share of it.
    """
    ways = {fact.key: fact.shown for fact in declared if fact.of is of}
    found = {key: value for key, value in facts.items() if ways.get(key) == "open"}
    mine = {key: value for key, value in facts.items() if ways.get(key) == "owner"} if owner else {}
    if side:
        mine = {key: share for key, value in mine.items() if (share := _share(value, side))}
    return {**found, **mine}


def _share(value: FactValue, side: str) -> FactValue:
    """Give a side's own part of a fact of the state."""
    if isinstance(value, Mapping):
        return {key: item for key, item in value.items() if key == side}
    if isinstance(value, tuple):
        return tuple(row for row in value if isinstance(row, tuple) and row[:1] == (side,))
    return None
