"""Pick among what was weighed: the best, or by dice one that is nearly as good, where the level errs on purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.engine.dice import Dice
    from campaign.solo.commander.levels import Level

__all__ = ["picked"]

Thing = TypeVar("Thing")


def picked(level: Level, dice: Dice, ranked: Sequence[tuple[int, Thing]]) -> Thing:
    """
    Pick one of some things with their worth, the best first.

    Those count that are worth no more than the level's per cent less than the best, but so many at most.
    """
    best = ranked[0][0]
    least = best - abs(best) * level.within // 100
    near = [thing for worth, thing in ranked[: level.among] if worth >= least]
    if len(near) < 2:
        return ranked[0][1]
    (face,) = dice.roll(1, len(near))
    return near[face - 1]
