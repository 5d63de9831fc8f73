"""
Say which dice an order wants, before they are cast.

An order is worked out on trial as if all dice not yet cast showed ones, then
sixes, then this and that: the pools that all ways ask for first are wanted
whatever falls. What comes after hangs on the dice.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from campaign.engine.decide import UMPIRE, work_out
from campaign.engine.dice import CalledDice, DiceShort, SeededDice, StrangeFace
from campaign.engine.ledger import Ledger, Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.engine.decide import Orders
    from campaign.engine.dice import Dice
    from campaign.engine.ledger import PoolWanted
    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyevent import AnyEvent
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation

__all__ = ["RULE", "Wanted", "decide_called", "pools_wanted"]

RULE = "dice"
_FACES = 6
_TRIALS = 6
_MOST_TRIED = 2000


@dataclass(frozen=True, slots=True)
class Wanted:
    """The dice that an order asks for, in order, as far as that is sure."""

    pools: tuple[PoolWanted, ...]
    open: bool
    """Whether more may be wanted, as these fall."""

    @property
    def count(self) -> int:
        """How many dice that is."""
        return sum(pool.dice for pool in self.pools)

    def __str__(self) -> str:
        """
        Say it in words.

        >>> from campaign.engine.ledger import PoolWanted
        >>> print(Wanted((PoolWanted("the attack", 3, "T 1"), PoolWanted("the defence", 2, "T 1")), False))
        5 dice wanted: 3 for the attack, 2 for the defence
        """
        if not self.pools:
            return "no dice wanted"
        told = ", ".join(f"{_pool(pool)} for {pool.what}{pool.more}" for pool in self.pools)
        after = "; more may be wanted as these fall" if self.open else ""
        return f"{_dice(self.count)} wanted: {told}{after}"


def pools_wanted(
    ruleset: Ruleset, situation: Situation, order: AnyOrder | Orders, *, by: str = UMPIRE, faces: Sequence[int] = ()
) -> Wanted:
    """
    Find the pools of an order.

    Parameters
    ----------
    faces
        Dice that have fallen already; what hangs on them is then sure.

    Raises
    ------
    Refusal
        If the rules forbid the order.
    """
    rests: list[Dice] = [_Same(1), _Same(_FACES), *(SeededDice("trial", number) for number in range(_TRIALS))]
    ways = [_asked(ruleset, situation, order, by, _TrialDice(faces, rest)) for rest in rests]
    sure = []
    for asked in zip(*ways, strict=False):
        if len(set(asked)) > 1:
            break
        sure.append(asked[0])
    return Wanted(tuple(sure), open=len(sure) < max(map(len, ways)))


def _asked(
    ruleset: Ruleset, situation: Situation, order: AnyOrder | Orders, by: str, dice: _TrialDice
) -> list[PoolWanted]:
    ledger = Ledger(situation, dice)
    with contextlib.suppress(DiceShort):
        work_out(ruleset, order, by, ledger)
    return ledger.pools


class _Same:
    """Dice that all show one face."""

    def __init__(self, face: int) -> None:
        self._face = face

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        return ((1 if self._face == 1 else faces),) * count


class _TrialDice:
    """Dice with a known beginning; the others are tried face by face, and stop if a tie would be rolled for ever."""

    def __init__(self, fallen: Sequence[int], rest: Dice) -> None:
        self._fallen, self._rest, self._cast = tuple(fallen), rest, 0

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        taken = self._fallen[self._cast : self._cast + count]
        self._cast += count
        if self._cast > len(self._fallen) + _MOST_TRIED:
            msg = "this goes on for ever"
            raise DiceShort(msg)
        strange = [face for face in taken if not 1 <= face <= faces]
        if strange:
            raise Refusal(RULE, f"a die of {faces} faces cannot show {strange[0]}; call in what fell")
        return (*taken, *self._rest.roll(count - len(taken), faces))


def decide_called(
    ruleset: Ruleset, situation: Situation, order: AnyOrder | Orders, faces: Sequence[int], *, by: str = UMPIRE
) -> list[AnyEvent]:
    """
    Work an order out with the dice of a real table.

    Raises
    ------
    Refusal
        If the rules forbid the order, or the dice called in are too few, too
        many, or show what no die shows; the message says which are wanted.
    """
    dice = CalledDice(tuple(faces))
    ledger = Ledger(situation, dice)
    try:
        work_out(ruleset, order, by, ledger)
    except StrangeFace as error:
        raise Refusal(RULE, f"{error}; call in what fell") from None
    except DiceShort:
        wanted = pools_wanted(ruleset, situation, order, by=by, faces=faces)
        raise Refusal(RULE, f"{wanted}; {_called_in(faces)}") from None
    if dice.left:
        strange = [face for face in faces[-dice.left :] if not 1 <= face <= _FACES]
        if strange:
            raise Refusal(RULE, f"a die of {_FACES} faces cannot show {strange[0]}; call in what fell")
        wanted = Wanted(tuple(ledger.pools), open=False)
        raise Refusal(RULE, f"{wanted}; {_called_in(faces)}")
    return ledger.events


def _called_in(faces: Sequence[int]) -> str:
    return f"{_dice(len(faces)) if faces else 'none'} called in"


def _pool(pool: PoolWanted) -> str:
    return str(pool.dice) if pool.faces == _FACES else f"{pool.dice} of {pool.faces} faces"


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"
