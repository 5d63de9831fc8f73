"""
Reckon dice without throwing them: carry the chances of all states from one throw to the next.

Two dice at a unit with two points; each die takes a point on a 6:

>>> def thrown(points):
...     return tuple((max(0, points - hits), chance) for hits, chance in enumerate(binomial(2, at_least(6))))
>>> [(points, round(chance, 3)) for points, chance in spread(((2, 1.0),), thrown)]
[(2, 0.694), (1, 0.278), (0, 0.028)]
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from campaign.engine.ruleset import Exchange, HasOdds
from campaign.model.situation import stands_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from campaign.engine.ruleset import Play, Power
    from campaign.model.situation import Situation

__all__ = ["Chances", "at_least", "binomial", "by_powers", "reckoned", "spread"]

State = TypeVar("State")
Chances: TypeAlias = tuple[tuple[State, float], ...]
"""What may be, each with how likely it is."""
_LEAST = 1e-7
"""What is less likely is left out."""


def at_least(face: int) -> float:
    """Give the chance that a D6 shows a face or more."""
    return (7 - face) / 6


@lru_cache(maxsize=256)
def binomial(count: int, chance: float) -> tuple[float, ...]:
    """Give how likely it is that none, one, two ... of so many come, each by the same chance."""
    return tuple(comb(count, k) * chance**k * (1 - chance) ** (count - k) for k in range(count + 1))


def spread(begun: Chances[State], then: Callable[[State], Chances[State]]) -> Chances[State]:
    """Carry chances one step on: ``then`` says what comes of each state; the same states are added up."""
    found = defaultdict[State, float](float)
    for state, chance in begun:
        for after, likely in then(state):
            found[after] += chance * likely
    return tuple((state, chance) for state, chance in found.items() if chance > _LEAST)


def reckoned(
    play: Play, situation: Situation, target: int, attackers: Sequence[tuple[str, int]], guns: Sequence[str]
) -> Exchange:
    """Reckon a fight for a hex by the rules' own odds; where they have none, by what each stand can do."""
    if isinstance(play, HasOdds):
        return play.exchange(situation, target, attackers, guns)
    firing = [key for key, _ in attackers] or list(guns)
    side = situation.state.stands[firing[0]].side if firing else ""
    foes = [stand.id for stand in stands_at(situation, target) if stand.side != side]
    close = [play.power(situation, key) for key, _ in attackers]
    fire = [play.power(situation, key) for key in guns]
    theirs = [play.power(situation, key) for key in foes] if attackers else []
    return by_powers(close, fire, theirs, float(sum(play.strength(situation, key) for key in foes)))


def by_powers(close: Iterable[Power], fire: Iterable[Power], theirs: Iterable[Power], left: float) -> Exchange:
    """Reckon a fight by what each stand can do: who closes, who fires, who is there, the points he has left."""
    inflicted = sum(power.close for power in close) + sum(power.fire for power in fire)
    taken = sum(power.close for power in theirs)
    return Exchange(min(inflicted, left), taken, min(1.0, inflicted / left) if left else 1.0, "powers")
