"""
Price a stand's steps, and count its turn (ZN 4.7).

A step takes w / allowance of a turn, half of it for the hex left and half for
the hex entered, or the road's where a road joins the two and water between
them is bridged (4.22 ``moving``). A turn is 2400 fragments.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from campaign.kit.crossings import changed_crossings
from campaign.kit.movement import SHUT, Going, Steps, step_costs
from campaign.systems.zen.march.crossing import uses_railway_bridges
from campaign.systems.zen.march.transport import boarding_fragments, mover_of
from campaign.systems.zen.space import Moment, ground_class, hex_inches, present_at, zen
from campaign.systems.zen.supply.stores import lacks_fuel
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import HEXSIDES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["budget", "crosses_in_assault", "first_assaults", "first_steps", "going_of", "progress_of", "steps_of"]

_DRY_SHOD = frozenset(
    (water, crossing)
    for water in ("stream", "river", "major_river", "lake", "coast")
    for crossing in ("bridge", "tunnel", "dam")
) | {("stream", "ford")}
_ASSAULTED = ("river", "major_river")
_FAST = frozenset({"open", "road"})


def going_of(situation: Situation, stand: Stand, *, transport: bool = False) -> Going:
    """Say what steps cost a stand: by ground and road, and through streams (4.7); in transport mode a third (4.6)."""
    return _going(Moment(situation), mover_of(situation, stand, transport=transport), transport)


@lru_cache(maxsize=64)
def _going(moment: Moment, mover: str, transport: bool) -> Going:
    situation, tables = moment.situation, zen(moment.situation).movement
    factor = tables.transport_factor if transport else 1
    turn = tables.fragments_per_turn * hex_inches(situation)
    allowance = tables.allowance[mover]

    def half(ground: str) -> float:
        if ground == "none":
            return float(SHUT)
        if transport and ground not in _FAST:
            return 0.0
        return turn / (allowance[ground] * factor) / 2

    wades = mover in tables.foot_movers
    stream = tables.fragments_per_turn // tables.stream_share if wades else SHUT
    return Going(
        half=tuple(half(ground) for ground in _grounds(situation, mover)),
        road=turn / (allowance["road"] * factor),
        wade=tuple(0 if water == "none" else stream if water == "stream" else SHUT for water in HEXSIDES),
        bridged=_DRY_SHOD | _by_rail(situation, mover),
    )


def _by_rail(situation: Situation, mover: str) -> frozenset[tuple[str, str]]:
    """Say which waters a mover crosses by bridges that carry a railway only (``railway_bridge``)."""
    if not uses_railway_bridges(situation, mover):
        return frozenset()
    return frozenset((water, "railway_bridge") for water, crossing in _DRY_SHOD if crossing == "bridge")


def steps_of(situation: Situation, stand: Stand, *, transport: bool = False) -> Steps:
    """Price the steps of the map for a stand, with the bridges as they are now."""
    return _steps(Moment(situation), mover_of(situation, stand, transport=transport), transport)


@lru_cache(maxsize=64)
def _steps(moment: Moment, mover: str, transport: bool) -> Steps:
    changes = changed_crossings(moment.situation)
    return step_costs(moment.situation.map, _going(moment, mover, transport), changes)


def budget(situation: Situation, stand: Stand, *, transport: bool = False) -> int:
    """
    Count the fragments that a stand has for a move this turn.

    A turn's, less what getting on and off takes; half a turn without fuel
    where ``no_pol`` says so.
    """
    turn = zen(situation).movement.fragments_per_turn
    if lacks_fuel(situation, stand, transport=transport) and zen(situation).reading("no_pol") == "half_move":
        turn //= 2
    return max(0, turn - boarding_fragments(situation, stand, transport=transport))


def first_steps(situation: Situation, stand: Stand, *, transport: bool = False) -> dict[int, int]:
    """
    Say across which sides the first step costs a stand otherwise than the map says.

    Less where it has begun the step already (4.22 ``progress``); a full turn
    across a river without bridge where engineers help (``assault_crossing``).
    """
    steps = steps_of(situation, stand, transport=transport)
    found = {} if transport else _assault_crossings(situation, stand, steps)
    goal, spent = progress_of(situation, stand, transport=transport)
    for side, across in enumerate(situation.map.neighbour[stand.hex or 0].tolist()):
        cost = found.get(side, steps.cost(stand.hex or 0, side))
        if spent and across == goal and cost > 0:
            found[side] = max(1, cost - spent)
    return found


def progress_of(situation: Situation, stand: Stand, *, transport: bool = False) -> tuple[int, int]:
    """
    Give the hex that a stand has begun to enter and the fragments spent on that; none: ``NO_HEX`` and 0.

    They count for any path that begins with that hex, in the same mode (4.22 ``progress``).
    """
    march = stand.march
    if march is None or not march.path or stand.hex is None or march.transport != transport:
        return NO_HEX, 0
    if zen(situation).reading("progress") != "kept":
        return NO_HEX, 0
    return march.path[0], march.spent


def first_assaults(situation: Situation, stand: Stand) -> dict[int, int]:
    """Say across which sides a stand's assault from where it stands costs otherwise than the map says."""
    return _assault_crossings(situation, stand, steps_of(situation, stand))


def crosses_in_assault(situation: Situation, stand: Stand) -> bool:
    """Whether a stand may cross a river without bridge: infantry with an engineer unit in its hex."""
    tables = zen(situation)
    on_foot = stand.profile.mover in tables.movement.foot_movers and stand.profile.kind in ("infantry", "engineer")
    if stand.hex is None or not on_foot or not tables.reading("assault_crossing"):
        return False
    here = present_at(situation, stand.hex)
    return any(other.profile.kind in tables.engineers.kinds for other in here if other.side == stand.side)


def _assault_crossings(situation: Situation, stand: Stand, steps: Steps) -> dict[int, int]:
    if not crosses_in_assault(situation, stand):
        return {}
    assert stand.hex is not None
    codes = {HEXSIDES.index(name) for name in _ASSAULTED}
    neighbour, ground = situation.map.neighbour[stand.hex], zen(situation).movement.ground
    return {
        side: zen(situation).movement.fragments_per_turn
        for side in range(SIDES)
        if int(situation.map.hexside[stand.hex, side]) in codes
        and steps.cost(stand.hex, side) <= 0
        and neighbour[side] != NO_HEX
        and ground[situation.map.terrain_of(int(neighbour[side]))] != "none"
    }


def _grounds(situation: Situation, mover: str) -> list[str]:
    """Name the class of the ground of each terrain of the map, for a mover in today's weather."""
    samples, names = _samples(situation.map.terrain.tobytes()), situation.map.terrain_names
    return [ground_class(situation, samples[code], mover) if code in samples else "none" for code in range(len(names))]


@lru_cache(maxsize=8)
def _samples(terrain: bytes) -> Mapping[int, int]:
    """Find a hex of each terrain code that the map has."""
    codes, first = np.unique(np.frombuffer(terrain, np.uint8), return_index=True)
    return dict(zip(codes.tolist(), first.tolist(), strict=True))
