"""
Say what an order and an event are, and what is said of each: one row for an order, one for an event.

What follows from the fields alone (notation, whose an order is, its target, what a side is shown) is worked out here
from their roles; a row adds what no field tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from campaign.model.names import Names
from campaign.model.roles import FLAG, FORMATION, HEX, HIT, SIDE, STAND, Role, roles_of
from campaign.model.roll import Roll
from campaign.model.tokens import quoted
from campaign.model.words import Words

if TYPE_CHECKING:
    from campaign.model.state import State
    from campaign.model.verbs.told import Teller
    from maps.grid.hexmap import HexMap

__all__ = ["Event", "Key", "Order", "Tale", "Verb"]

O = TypeVar("O", bound="Order")  # noqa: E741 - an order
E = TypeVar("E", bound="Event")


# Listed by ten thousands. They hold words and numbers, no rings of references: the collector need not look at them.
class Order(msgspec.Struct, frozen=True, tag=True, omit_defaults=True, gc=False):
    """The base of all orders: imperative values, hexes as indices."""


class Event(msgspec.Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """
    The base of all events: values in the past tense.

    An event holds all that it changed, the rule paragraph that made it, and the dice; its fold looks at no rule, no map
    and no dice.
    """

    rule: str = ""
    why: str = ""
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True)
class Key:
    """One way to write an order: in capitals it stands after the unit, in small letters at the head of the line."""

    does: str
    """In a few words, for lists of orders."""
    sets: Mapping[str, Any] = field(default_factory=dict)
    """Fields that it fixes by itself; they are not written."""


@dataclass(frozen=True, eq=False)
class Verb(Generic[O]):
    """An order: how it is written, and how it is said."""

    order: type[O]
    keys: Mapping[str, Key]
    says: Callable[[O, Names], str] | None = None
    """In a few words, for the page; None: as it is written."""
    wants: Mapping[str, str] = field(default_factory=dict)
    """What a field is called to whoever left it out."""
    read: Callable[[Words, Mapping[str, Any]], Mapping[str, Any]] | None = None
    """Read the fields after the first, where their roles do not say how; gets what the key fixes."""
    write: Callable[[O, HexMap], Sequence[str]] | None = None
    """Write what ``read`` reads."""

    def __post_init__(self) -> None:
        """See that every field has a role, and can be read."""
        for name, role in self.roles.items():
            if role.read is None and (self.read is None or self.write is None):
                msg = f"{self.order.__name__}.{name} cannot be written by its role; give the verb read and write"
                raise TypeError(msg)

    @cached_property
    def roles(self) -> dict[str, Role]:
        """The role of each field, in order."""
        return roles_of(self.order, beyond=Order)

    @cached_property
    def subject(self) -> str | None:
        """The field that says whose the order is: the first, if it names a stand, a formation or a side."""
        first = next(iter(self.roles), None)
        return first if first is not None and self.roles[first] in {STAND, FORMATION, SIDE} else None

    def owner(self, order: O, state: State) -> str | None:
        """Say which side's order it is; None for the umpire's, and for those of a unit that is unknown."""
        if self.subject is None:
            return None
        key = getattr(order, self.subject)
        if self.roles[self.subject] is SIDE:
            return str(key)
        known: Mapping[str, Any] = state.stands if self.roles[self.subject] is STAND else state.formations
        return known[key].side if key in known else None

    def target(self, order: O) -> int | None:
        """Give the hex that an order is about: the first that it names; None if it names none."""
        if self.subject is None:
            return None
        return next((getattr(order, name) for name, role in self.roles.items() if role in {HEX, HIT}), None)

    def parse(self, key: str, words: Words, subject: str | None = None) -> O:
        """Read what follows a key, and the unit that stood before it if one did."""
        found = dict(self.keys[key].sets)
        if self.subject is not None:
            found[self.subject] = self._word(self.subject, words) if subject is None else subject
        if self.read is not None:
            return self.order(**found, **self.read(words, found))
        rest = (name for name in self.roles if name not in found)
        return self.order(**found, **{name: self._word(name, words) for name in rest})

    def _word(self, name: str, words: Words) -> Any:
        role = self.roles[name]
        assert role.read is not None, name
        return role.read(words, name if role is FLAG else self.wants.get(name, ""))

    def format(self, order: O, hexmap: HexMap, keywords: frozenset[str]) -> str:
        """Write an order so that it is read back; ``keywords`` are words that begin other orders."""
        key = self._key_of(order)
        if key.isupper() and self.subject is not None:
            head = [quoted(getattr(order, self.subject), keywords=keywords), key]
        else:
            head = [key, *([] if self.subject is None else [self._written(self.subject, order, hexmap)])]
        if self.write is not None:
            return " ".join([*head, *self.write(order, hexmap)])
        fixed = self.keys[key].sets
        rest = (n for n in self.roles if n != self.subject and not (n in fixed and fixed[n] == getattr(order, n)))
        return " ".join([*head, *filter(None, (self._written(name, order, hexmap) for name in rest))])

    def _key_of(self, order: O) -> str:
        """Find the key whose fixed fields fit an order, or fit it best."""
        if len(self.keys) == 1:
            return next(iter(self.keys))
        fits = {key: [getattr(order, n) == v for n, v in row.sets.items()] for key, row in self.keys.items()}
        return max(fits, key=lambda key: (all(fits[key]), sum(fits[key])))

    def _written(self, name: str, order: O, hexmap: HexMap) -> str:
        role, value = self.roles[name], getattr(order, name)
        if role is FLAG:
            return name if value else ""
        return "" if value is None else role.write(value, hexmap)

    def form(self) -> dict[str, Any]:
        """Tell the page what an order asks for, so that it need know no verb by name."""
        asks = {name: role.asks for name, role in self.roles.items() if role.asks}
        return {"kind": self.order.__name__, "keys": {key: row.does for key, row in self.keys.items()}, "asks": asks}


def _nobody(_: Event, __: Teller) -> bool:
    """Tell no side."""
    return False


def _unchanged(_: Any, state: State) -> State:
    """Leave the state alone: the event only tells how something came about."""
    return state


@dataclass(frozen=True, eq=False)
class Tale(Generic[E]):
    """An event: its words, its hearers, and what it writes down."""

    event: type[E]
    says: Callable[[E, Names], str]
    told: Callable[[E, Teller], bool] = _nobody
    """Whether a side hears of it; the umpire always does."""
    apply: Callable[[E, State], State] = _unchanged
    changes: str = ""
    """The one field of a state that ``apply`` reads and changes; "": it reads or changes others too."""
    masked: Mapping[str, Callable[[E, Teller], Any]] = field(default_factory=dict)
    """Fields that a side reads otherwise than their role says."""
    open_dice: bool = False
    """Whether dice that nobody threw for himself are shown to all."""
    says_why: bool = False
    """Whether the line holds the reason already."""
    quiet: bool = False
    """Whether it is a step by the way, which the page leaves out unless it is asked for all."""

    def __post_init__(self) -> None:
        """See that every field has a role, and that what is masked is a field."""
        if unknown := set(self.masked) - set(self.roles):
            msg = f"{self.event.__name__} has no field {', '.join(sorted(unknown))} to mask"
            raise TypeError(msg)

    @property
    def leaves_all(self) -> bool:
        """Whether a state is the same after it: it only tells how something came about."""
        return self.apply is _unchanged

    @cached_property
    def roles(self) -> dict[str, Role]:
        """The role of each field, in order."""
        return roles_of(self.event, beyond=Event)

    def retold(self, event: E, teller: Teller) -> E | None:
        """Give an event as a side may read it; None if it may not know of it."""
        if not self.told(event, teller):
            return None
        fields = {name: self._shown(name, event, teller) for name in self._veiled}
        if not event.rolls and not event.why and all(getattr(event, name) is value for name, value in fields.items()):
            return event
        rolls = tuple(teller.roll(roll) for roll in event.rolls if teller.shows(roll, open_dice=self.open_dice))
        return msgspec.structs.replace(event, why=teller.mask.silenced(event.why), rolls=rolls, **fields)

    @cached_property
    def _veiled(self) -> tuple[str, ...]:
        """The fields that a side may read otherwise than they are."""
        return tuple(name for name, role in self.roles.items() if name in self.masked or not role.is_open)

    def _shown(self, name: str, event: E, teller: Teller) -> Any:
        if name in self.masked:
            return self.masked[name](event, teller)
        value = getattr(event, name)
        return value if value is None or value is msgspec.UNSET else self.roles[name].shown(value, teller.mask)
