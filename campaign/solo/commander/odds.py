"""
Ask the rules what an order may bring: carry it out in thought, on what the side knows, with dice that fall evenly.

Every order compared is played with the same dice. Of the plays of one order each die shows each face equally often, so
that a few plays give the mean nearly as well as many do.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from campaign.engine.decide import close_phase, work_out
from campaign.engine.ledger import Ledger, Refusal
from campaign.model.planning import Expected
from campaign.model.verbs.declaring import OrderDeclared, OrderWithdrawn
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.solo.commander.nearby import nearby

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation

__all__ = ["EvenDice", "Odds", "Outlook"]

PLAYS = 12
"""Twice the faces of a die: each face comes up twice."""
_PATTERNS = 256


class EvenDice:
    """
    The dice of one of several plays: over all of them each die shows each face equally often.

    >>> sorted(EvenDice(play, 6).roll(1)[0] for play in range(6))
    [1, 2, 3, 4, 5, 6]
    """

    def __init__(self, play: int, of: int) -> None:
        """Take the play's number, from 0, and how many there are."""
        self._play, self._of, self._drawn = play, of, 0

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        """Roll ``count`` dice of ``faces`` faces."""
        return tuple(self._one(faces) for _ in range(count))

    def _one(self, faces: int) -> int:
        self._drawn += 1
        return 1 + _shuffled(self._drawn % _PATTERNS, self._of)[self._play] * faces // self._of


@lru_cache(maxsize=_PATTERNS * 4)
def _shuffled(number: int, of: int) -> tuple[int, ...]:
    """Shuffle the plays for a die, always alike."""
    order = list(range(of))
    random.Random(number * 1009 + of).shuffle(order)  # noqa: S311 - it shuffles thoughts
    return tuple(order)


class Outlook(NamedTuple):
    """What an order brought in so many plays, all plays added up."""

    points: Mapping[str, int]
    """Points taken off each stand."""
    gone: Mapping[str, int]
    """In how many plays each stand left play."""
    emptied: int
    """In how many plays no enemy was left in the target hex."""
    won: int
    """In how many plays it ended the game and won it; less those where it lost it."""
    plays: int

    def off(self, stand: str) -> float:
        """Give the mean of points taken off a stand."""
        return self.points[stand] / self.plays

    def expected(self, own: frozenset[str]) -> Expected:
        """Say it in hundredths of a point; ``own`` names the side's own stands."""
        taken = sum(points for key, points in self.points.items() if key in own)
        dealt = sum(points for key, points in self.points.items() if key not in own)
        each = self.plays
        return Expected(100 * dealt // each, 100 * taken // each, 100 * self.emptied // each, f"{each} plays")


class _Fell(NamedTuple):
    """What came of one play."""

    points: Counter[str]
    gone: Counter[str]
    emptied: bool
    won: int
    only_declared: bool


class Odds:
    """What orders may bring, kept as long as the moment lasts."""

    def __init__(self, ruleset: Ruleset, side: str, plays: int = PLAYS) -> None:
        """Begin with a side of a rule system, and how often an order is played."""
        self._ruleset, self._side, self._plays = ruleset, side, plays
        self._situation: Situation | None = None
        self._known: dict[AnyOrder | None, Outlook | None] = {}
        self._idle: dict[int, _Fell] = {}

    def of(self, situation: Situation, order: AnyOrder) -> Outlook | None:
        """Say what an order may bring; None if the rules refuse it."""
        if self._situation is None or situation.state is not self._situation.state:
            self._situation, self._known, self._idle = situation, {}, {}
        if order not in self._known:
            self._known[order] = self._played(situation, order)
        return self._known[order]

    def _played(self, situation: Situation, order: AnyOrder) -> Outlook | None:
        points, gone, emptied, won = Counter[str](), Counter[str](), 0, 0
        target = getattr(order, "target", None)
        part = situation if target is None else nearby(situation, target, order)
        for number in range(self._plays):
            try:
                fell = self._play(part, order, number)
            except Refusal:
                return None
            points.update(fell.points)
            gone.update(fell.gone)
            emptied, won = emptied + fell.emptied, won + fell.won
            if fell.only_declared:
                without = self._without(part, target if part is not situation else None, number)
                points.subtract(without.points)
                gone.subtract(without.gone)
        return Outlook(points, gone, emptied, won, self._plays)

    def _without(self, part: Situation, target: object, number: int) -> _Fell:
        """Give what the phase's end brings if the order is not given: others were declared before it."""
        if target is not None:
            return self._play(part, None, number)
        if number not in self._idle:
            self._idle[number] = self._play(part, None, number)
        return self._idle[number]

    def _play(self, situation: Situation, order: AnyOrder | None, number: int) -> _Fell:
        """Play once; an order that is only declared is carried out as the phase ends."""
        ledger = Ledger(situation, EvenDice(number, self._plays))
        if order is not None:
            work_out(self._ruleset, order, self._side, ledger)
        declared = all(isinstance(event, OrderDeclared | OrderWithdrawn) for event in ledger.events)
        if declared:
            close_phase(self._ruleset, ledger)
        points, gone = _counted(ledger)
        foes = [stand for stand in ledger.state.stands.values() if stand.side != self._side and stand.on_map]
        whole = self._situation is not None and situation.state is self._situation.state
        if whole and not (foes or declared or ledger.state.ended):
            close_phase(self._ruleset, ledger)  # with the last of them the game may end
        target = getattr(order, "target", None)
        emptied = target is not None and all(stand.hex != target for stand in foes)
        return _Fell(points, gone, emptied, self._won(ledger), declared)

    def _won(self, ledger: Ledger) -> int:
        """Say whether a play ended the game: 1 won, -1 lost, 0 neither."""
        if not (ledger.state.ended and ledger.state.winner):
            return 0
        return 1 if ledger.state.winner == self._side else -1


def _counted(ledger: Ledger) -> tuple[Counter[str], Counter[str]]:
    """Count the points that stands lost in a play, and the stands that left it."""
    points, gone = Counter[str](), Counter[str]()
    for event in ledger.events:
        if isinstance(event, LossesTaken):
            points[event.stand] += event.points
        elif isinstance(event, StandGone):
            gone[event.stand] += 1
    return points, gone
