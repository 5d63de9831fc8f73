"""Keep the working copy of a situation while one order is worked out."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress
from operator import is_not
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from campaign.engine.apply import apply
from campaign.engine.dice import CalledDice
from campaign.model.folding import changed_since
from campaign.model.roll import Roll

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from campaign.engine.dice import Dice
    from campaign.model.anyevent import AnyEvent
    from campaign.model.situation import Situation
    from campaign.model.state import State
    from campaign.model.things import Formation, Stand

__all__ = ["DIE", "Ledger", "PoolWanted", "Refusal", "UndeclaredFact"]

T = TypeVar("T", "Stand", "Formation")
DIE = 6
"""The faces of a plain die."""


class PoolWanted(NamedTuple):
    """Dice that a rule asked for."""

    what: str
    dice: int
    rule: str
    more: str = ""
    """The one who rolls, the hex that is fired at and the face that is needed, where ``what`` leaves them out."""
    faces: int = 6
    """How many faces each die has."""


class Refusal(Exception):  # noqa: N818 - the umpire's word
    """
    An order is against the rules; nothing was changed.

    ``rule`` is the paragraph, ``why`` names the thing and the way out.
    """

    def __init__(self, rule: str, why: str) -> None:
        """Keep both; the message joins them."""
        self.rule, self.why = rule, why
        super().__init__(f"{why} ({rule})")


class UndeclaredFact(Exception):  # noqa: N818 - it says what was found
    """A rule system noted what it never declared that it keeps."""

    def __init__(self, system: str, of: str, key: str) -> None:
        """Name the fact, and where it is to be declared."""
        super().__init__(f"{system} noted {key!r} of a {of} and declares no such fact; declare it in its facts.py")


def _changed(before: Mapping[str, T], after: Mapping[str, T]) -> Iterator[tuple[T, T]]:
    """Give the things that changed, each with its former value; a new one is its own past without facts."""
    keys = changed_since(before, after)
    if keys is None and len(before) == len(after):
        # Most stand in the same place as before and are the very same, and few need be looked at.
        was_all, now_all = before.values(), after.values()
        pairs = list(compress(zip(was_all, now_all, strict=True), map(is_not, was_all, now_all)))
        if all(was.id == now.id for was, now in pairs):
            yield from pairs
            return
    for key in after if keys is None else keys:
        was, now = before.get(key), after[key]
        if was is not now:
            yield was or msgspec.structs.replace(now, facts={}), now


@dataclass
class Ledger:
    """
    The only mutable thing in the core.

    It lives for one ``decide`` and is thrown away when a ``Refusal`` is raised.
    """

    situation: Situation
    dice: Dice
    events: list[AnyEvent] = field(default_factory=list)
    pools: list[PoolWanted] = field(default_factory=list)
    """What dice were asked for, in order."""

    @property
    def state(self) -> State:
        """The state after all that was recorded."""
        return self.situation.state

    def record(self, event: AnyEvent) -> None:
        """Note an event, and let the next rule see what it changed."""
        self.events.append(event)
        self.situation = self.situation.with_state(apply(self.situation.state, event))

    def check_facts(self, before: State) -> None:
        """
        See that all facts set since ``before`` are declared by the system in play.

        Raises
        ------
        UndeclaredFact
            If one is not: a fault of the program, not of the order.
        """
        tables, after = self.situation.tables, self.situation.state
        pairs: list[tuple[State | Stand | Formation, State | Stand | Formation]] = [(before, after)]
        pairs += _changed(before.stands, after.stands)
        pairs += _changed(before.formations, after.formations)
        for was, now in pairs:
            strange = [key for key in now.facts.keys() - was.facts.keys() if not tables.keeps(type(now), key)]
            if strange:
                raise UndeclaredFact(tables.key, type(now).__name__, strange[0])

    def roll(self, what: str, count: int, score: int, rule: str, *, by: str = "", at: int | None = None) -> Roll:
        """
        Roll a pool of D6; a die that shows ``score`` or more is a hit.

        Parameters
        ----------
        by, at
            Who rolls, and the hex that is fired at: both are said where dice of a real table are asked for.
        """
        needs = f" needing {score}" if score else ""
        number, dice = self._cast(what, count, rule, f"{self._firer(what, by)}{self._aimed(at)}{needs}")
        hits = sum(die >= score for die in dice)
        return Roll(what, dice, score, hits, rule, by=by, number=number, called=isinstance(self.dice, CalledDice))

    def roll_total(self, what: str, rule: str, modifiers: tuple[tuple[str, int], ...] = (), *, by: str = "") -> Roll:
        """Roll one D6 and add modifiers."""
        number, dice = self._cast(what, 1, rule, self._firer(what, by))
        total = dice[0] + sum(amount for _, amount in modifiers)
        called = isinstance(self.dice, CalledDice)
        return Roll(what, dice, 0, 0, rule, modifiers, total, by=by, number=number, called=called)

    def throw(
        self, what: str, dice: tuple[int, int], rule: str, modifiers: tuple[tuple[str, int], ...] = (), *,
        by: str = "", at: int | None = None,
    ) -> Roll:  # fmt: skip
        """
        Throw dice of any kind and add them up, and what is added to them: ``(2, 6)`` are two dice of six faces.

        ``by``, ``at``: as in ``roll``.
        """
        count, faces = dice
        number, fallen = self._cast(what, count, rule, f"{self._firer(what, by)}{self._aimed(at)}", faces)
        total = sum(fallen) + sum(amount for _, amount in modifiers)
        known: dict[str, Any] = {} if faces == DIE else {"faces": faces}
        called = isinstance(self.dice, CalledDice)
        return Roll(what, fallen, 0, 0, rule, modifiers, total, by=by, number=number, called=called, **known)

    def _aimed(self, at: int | None) -> str:
        return "" if at is None else f" at {self.situation.map.number(at)}"

    def _firer(self, what: str, by: str) -> str:
        """Say who rolls, if that is not said yet."""
        if not by:
            return ""
        stand = self.state.stands.get(by)
        names = (by, stand.profile.short) if stand is not None else (self._side_named(by),)
        return "" if not names[-1] or any(name in what for name in names) else f" by {names[-1]}"

    def _side_named(self, key: str) -> str:
        return next((side.name for side in self.state.setting.sides if side.key == key), "")

    def _cast(self, what: str, count: int, rule: str, more: str = "", faces: int = DIE) -> tuple[int, tuple[int, ...]]:
        """Ask for dice; give the number of the first in its stream, and the faces."""
        if count:
            self.pools.append(PoolWanted(what, count, rule, more, faces))
        drawn = getattr(self.dice, "drawn", None) if count else None
        return 0 if drawn is None else drawn + 1, self.dice.roll(count, faces)
