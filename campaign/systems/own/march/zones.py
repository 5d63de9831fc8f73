"""Say which hexes stands control, and what bonds between them close."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from campaign.kit.groups import grouped
from campaign.kit.ruler import around
from campaign.model.situation import Muster, Situation, ground_at, stands_of
from campaign.model.things import Stand
from campaign.systems.own.fight.asked import holds
from campaign.systems.own.march.pricing import carried, rises_of
from campaign.systems.own.shape.moving import Zone
from campaign.systems.own.stands import is_any
from campaign.systems.own.tables import own
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.kinds import Kinds, kinds_of

Held = Mapping[int, tuple[str, ...]]
_NOBODY: Held = {}


def zones(situation: Situation, side: str) -> Held:
    """Map each hex in a zone of a side to the stands that hold it."""
    return _NOBODY if own(situation).rules.zone is None else _zones(Muster(situation), side, moment_of(situation))


def zones_for(situation: Situation, side: str, what: str) -> Held:
    """Do the same for one purpose: a friend of the other side in a hex may take the zone away there."""
    zone, held = own(situation).rules.zone, zones(situation, side)
    if zone is None or what not in zone.friends_cancel:
        return held
    return _cancelled(Muster(situation), side, moment_of(situation))


def moment_of(situation: Situation) -> tuple[object, ...]:
    """Name what conditions may ask of a moment besides the stands: the hour, the weather, what was built."""
    state = situation.state
    return state.clock.night, state.clock.turn, state.weather, id(state.ground)


@lru_cache(maxsize=64)
def _cancelled(muster: Muster, side: str, moment: tuple[object, ...]) -> Held:
    held = _zones(muster, side, moment)
    others = {stand.hex for stand in stands_of(muster.situation) if stand.side != side}
    return {index: keys for index, keys in held.items() if index not in others}


@lru_cache(maxsize=64)
def _zones(muster: Muster, side: str, moment: tuple[object, ...]) -> Held:  # noqa: ARG001 - a part of the key
    situation = muster.situation
    zone = own(situation).rules.zone
    assert zone is not None
    kinds = kinds_of(situation.map, rises_of(own(situation)))
    holders = (stand for stand in stands_of(situation, side) if has_zone(situation, stand, zone))
    return grouped((near, stand.id) for stand in holders for near in _reached(situation, stand, zone, kinds))


def has_zone(situation: Situation, stand: Stand, zone: Zone) -> bool:
    """Whether a stand has a zone now."""
    return is_any(own(situation), stand, zone.kinds) and not any(holds(test, situation, stand) for test in zone.not_if)


def _reached(situation: Situation, stand: Stand, zone: Zone, kinds: Kinds) -> Iterator[int]:
    here, move = stand.hex or 0, own(situation).rules.move
    beyond = zip(around(situation.map.layout.grid, here), kinds.code[here].tolist(), strict=True)
    for over, (near, code) in enumerate(beyond):
        kind = kinds.kinds[code]
        # Off the map there is no kind of ground.
        if near == NO_HEX or not kind.there or not _faces(situation, stand, zone, over):
            continue
        if kind.there in zone.grounds or kind.slope in zone.ends:
            continue
        if kind.water not in zone.ends:
            yield near
            continue
        played = ground_at(situation, here, over) if situation.state.ground else ""
        if carried(move, kind._replace(played=played)):
            yield near


def _faces(situation: Situation, stand: Stand, zone: Zone, over: int) -> bool:
    """Whether a stand holds what lies over a side: with zones to the front alone, not what is behind it."""
    facing = own(situation).rules.facing
    if not zone.front_only or facing is None or stand.facing is None:
        return True
    return (over - stand.facing) % SIDES in facing.front


def bonds(situation: Situation, side: str) -> tuple[frozenset[int], frozenset[tuple[int, int]]]:
    """Give the hexes, and the steps, that lie between two stands of a side which hold the ground between them."""
    zone = own(situation).rules.zone
    if zone is None or not zone.bonds:
        return frozenset(), frozenset()
    return _bonds(Muster(situation), side, moment_of(situation))


@lru_cache(maxsize=64)
def _bonds(
    muster: Muster,
    side: str,
    moment: tuple[object, ...],  # noqa: ARG001 - a part of the key
) -> tuple[frozenset[int], frozenset[tuple[int, int]]]:
    situation = muster.situation
    zone, grid = own(situation).rules.zone, situation.map.layout.grid
    assert zone is not None
    holders = [stand for stand in stands_of(situation, side) if has_zone(situation, stand, zone)]
    near = {stand.hex or 0: set(around(grid, stand.hex or 0)) - {NO_HEX} for stand in holders}
    hexes, steps = set[int](), set[tuple[int, int]]()
    for one, beside in near.items():
        for other in {far for middle in beside for far in around(grid, middle)} & near.keys():
            between = beside & near[other]
            if other <= one or other in beside:
                continue
            if len(between) == 1:
                hexes |= between
            elif len(between) == 2:
                first, second = sorted(between)
                steps |= {(first, second), (second, first)}
    return frozenset(hexes), frozenset(steps)
