"""
Say which dice an order wants, before they are cast.

An order is worked out twice on trial, once as if all dice not yet cast showed
ones and once sixes: the pools that both ways ask for first are wanted
whatever falls. What comes after hangs on the dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from campaign.engine.decide import UMPIRE, work_out
from campaign.engine.dice import CalledDice, DiceShort
from campaign.engine.ledger import Ledger, Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.engine.ledger import PoolWanted
    from campaign.engine.ruleset import Ruleset
    from campaign.model.events import AnyEvent
    from campaign.model.orders import AnyOrder
    from campaign.model.situation import Situation

__all__ = ["RULE", "Wanted", "decide_called", "pools_wanted"]

RULE = "dice"
_FACES = 6


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
        told = ", ".join(f"{pool.dice} for {pool.what}" for pool in self.pools)
        after = "; more may be wanted as these fall" if self.open else ""
        return f"{_dice(self.count)} wanted: {told}{after}"


def pools_wanted(
    ruleset: Ruleset, situation: Situation, order: AnyOrder, *, by: str = UMPIRE, faces: Sequence[int] = ()
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
    low, high = (_asked(ruleset, situation, order, by, CalledDice(tuple(faces), rest=face)) for face in (1, _FACES))
    sure = []
    for one, other in zip(low, high, strict=False):
        if one != other:
            break
        sure.append(one)
    return Wanted(tuple(sure), open=len(sure) < max(len(low), len(high)))


def _asked(ruleset: Ruleset, situation: Situation, order: AnyOrder, by: str, dice: CalledDice) -> list[PoolWanted]:
    ledger = Ledger(situation, dice)
    work_out(ruleset, order, by, ledger)
    return ledger.pools


def decide_called(
    ruleset: Ruleset, situation: Situation, order: AnyOrder, faces: Sequence[int], *, by: str = UMPIRE
) -> list[AnyEvent]:
    """
    Work an order out with the dice of a real table.

    Raises
    ------
    Refusal
        If the rules forbid the order, or the dice called in are too few, too
        many, or show what no die shows; the message says which are wanted.
    """
    strange = [face for face in faces if not 1 <= face <= _FACES]
    if strange:
        raise Refusal(RULE, f"a die of {_FACES} faces cannot show {strange[0]}; call in what fell")
    dice = CalledDice(tuple(faces))
    ledger = Ledger(situation, dice)
    try:
        work_out(ruleset, order, by, ledger)
    except DiceShort:
        wanted = pools_wanted(ruleset, situation, order, by=by, faces=faces)
        raise Refusal(RULE, f"{wanted}; {_called_in(faces)}") from None
    if dice.left:
        wanted = Wanted(tuple(ledger.pools), open=False)
        raise Refusal(RULE, f"{wanted}; {_called_in(faces)}")
    return ledger.events


def _called_in(faces: Sequence[int]) -> str:
    return f"{_dice(len(faces)) if faces else 'none'} called in"


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"
