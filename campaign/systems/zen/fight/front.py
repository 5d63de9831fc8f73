"""Say who of those in a hex can fight across a hexside (ZN 4.12, 4.22 ``front``).

As many bases as fit the hexside's length stand in front, at least one; armour
may support from behind infantry.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.zen.fight.firepower import dice_of, is_infantry, stand_rides
from campaign.systems.zen.space import fielded, hex_inches, strength, zen

_HAIR = 1e-9


@dataclass(frozen=True, slots=True)
class Line:
    """Those who fight: in front, and armour in support behind the infantry of the front."""

    front: tuple[str, ...] = ()
    support: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Name all who fight, the front first."""
        return (*self.front, *self.support)


def hexside_inches(situation: Situation) -> float:
    """Give the length of a hexside in inches of the rules."""
    return hex_inches(situation) / math.sqrt(3)


def line_up(situation: Situation, stands: Iterable[Stand], *, hexsides: int = 1) -> Line:
    """Draw up stands of one side in one hex to fight across some hexsides.

    Infantry goes in front, with armour in its support, one for one; then other
    arms, then guns, then whoever else is there. Who rides on lorries does not
    fight; the lorries take the hits.
    """
    order = sorted((s for s in stands if not stand_rides(situation, s)), key=lambda stand: _place(situation, stand))
    front: list[Stand] = []
    for _ in range(hexsides):
        front += _that_fit(situation, order[len(front) :])
    infantry = sum(is_infantry(situation, stand) for stand in front)
    behind = zen(situation).combat.support_behind
    support = [stand for stand in order[len(front) :] if stand.profile.kind in behind][:infantry]
    return Line(tuple(stand.id for stand in front), tuple(stand.id for stand in support))


def _place(situation: Situation, stand: Stand) -> tuple[int, int, int, str]:
    dice = zen(situation).combat.dice
    if is_infantry(situation, stand):
        rank = 0
    elif stand.profile.kind == "artillery":
        rank = 2
    else:
        rank = 1 if stand.profile.kind in dice else 3
    return rank, -dice_of(situation, stand), -strength(stand), stand.id


def _that_fit(situation: Situation, order: list[Stand]) -> list[Stand]:
    length = hexside_inches(situation) + _HAIR
    used, count = 0.0, 0
    for stand in order:
        used += _edge(situation, stand)
        if count and used > length:
            break
        count += 1
    return order[:count]


def _edge(situation: Situation, stand: Stand) -> float:
    # ``front_edge``: with its narrow side forward, so that two infantry detachments fit 2.15 inches.
    base = zen(situation).base_of(fielded(stand))
    narrow = zen(situation).reading("front_edge") == "narrow"
    return min(base.width, base.depth) if narrow else base.width
