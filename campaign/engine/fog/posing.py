"""Say who sees dummies as if they were units; they see nobody themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.model.known.sightings import Sightings
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["looked"]


def looked(
    situation: Situation, side: str, sightings: Callable[[Situation, str], Sightings], dummies: frozenset[str]
) -> Sightings:
    """
    Say which enemies a side sees, dummies among them as if they were units.

    Whom the side sees of the others is what it would be without any dummy: none looks, and none stands in the way.

    Parameters
    ----------
    situation
        With the dummies among the stands.
    dummies
        Which of them are dummies.
    """
    if not dummies:
        return sightings(situation, side)
    stands = situation.state.stands
    true = {key: stand for key, stand in stands.items() if key not in dummies}
    posing = true | {key: stands[key] for key in dummies if key in stands and stands[key].side != side}
    seen = dict(sightings(_with(situation, true), side))
    return seen | {key: by for key, by in sightings(_with(situation, posing), side).items() if key in dummies}


def _with(situation: Situation, stands: dict[str, Stand]) -> Situation:
    return situation.with_state(msgspec.structs.replace(situation.state, stands=stands))
