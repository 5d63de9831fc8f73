"""Find where a stand that plays itself is heading: the enemy, one of his flanks, away from him, anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from campaign.model.situation import stands_of
from campaign.solo.table.chart import STEPS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from campaign.engine.ruleset import Ruleset
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

    Place = NDArray[np.float64]

__all__ = ["aim_of", "enemy_place", "place_of"]

_FLANK = 0.75
"""How far out from the enemy a flank is aimed at, in parts of the way to him."""
_FAR_HEXES = 10


def place_of(situation: Situation, index: int) -> Place:
    """Give the middle of a hex in grid coordinates."""
    place: Place = situation.map.layout.centres()[index]
    return place


def enemy_place(ruleset: Ruleset, situation: Situation, stand: Stand) -> Place | None:
    """
    Say where the enemy is for a stand: the nearest that its side sees, else what it wants or should guard.

    Without either it is the middle of the stands of the other sides as far as they may be
    known: nobody's; then None.
    """
    if stand.hex is None:
        return None
    here = place_of(situation, stand.hex)
    seen = ruleset.play.sightings(situation, stand.side)
    state = situation.state
    spots = [state.stands[key].hex for key in seen if key in state.stands]
    if not any(index is not None for index in spots):
        spots = [spot.hex for spot in state.setting.objectives if spot.side == stand.side]
        spots += [] if spots else [spot.hex for spot in state.setting.sources if spot.side != stand.side]
    places = [place_of(situation, index) for index in spots if index is not None]
    if not places:
        return None
    return min(places, key=lambda place: (float(np.hypot(*(place - here))), *place.tolist()))


def aim_of(situation: Situation, stand: Stand, enemy: Place | None, aim: str, direction: str) -> Place | None:
    """
    Give the point that a stand heads for; None: it stays where it is.

    Parameters
    ----------
    aim
        Adv, OfL, OfR, Ret or Rnd.
    direction
        That of a random move; "" if it stays.
    """
    if stand.hex is None:
        return None
    here = place_of(situation, stand.hex)
    if aim == "Rnd":
        return None if not direction else here + np.array(STEPS[direction]) * _FAR_HEXES * situation.map.layout.width_m
    if enemy is None:
        return _own_middle(situation, stand) if aim == "Ret" else None
    ahead = enemy - here
    if aim == "Adv":
        return enemy
    if aim == "Ret":
        return here - ahead
    # In grid coordinates v runs down, so left of (du, dv) is (dv, -du).
    left = np.array([ahead[1], -ahead[0]]) * _FLANK
    return np.asarray(enemy + (left if aim == "OfL" else -left))


def _own_middle(situation: Situation, stand: Stand) -> Place | None:
    spots = [place_of(situation, one.hex) for one in stands_of(situation, stand.side) if one.hex is not None]
    return np.asarray(np.mean(spots, axis=0)) if spots else None
