"""Say who finds room in a hex."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from campaign.kit.ground import Same
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.own.march.pricing import admits, enters, skies_of
from campaign.systems.own.stands import by_hex, here, is_any, mover_of
from campaign.systems.own.tables import OwnTables, own
from maps.grid.hexmap import HexMap


def why_no_room(situation: Situation, stand: Stand, index: int) -> str:
    """Say why a stand cannot be in a hex: closed ground, an enemy, or too many friends; "" if it can."""
    tables, number = own(situation), situation.map.number
    if not enters(situation, mover_of(tables, stand), index):
        return f"{number(index)} is closed to {stand.id}"
    others = [one for one in here(situation, index) if stand.id not in {one.id, one.attached_to}]
    if any(one.side != stand.side for one in others):
        return f"the enemy is in {number(index)}"
    stack = tables.rules.stack
    counted = [one for one in (*others, stand) if not (stack.free and is_any(tables, one, stack.free))]
    if stand not in counted:
        return ""
    size = sum(
        one.points if stack.counts == "steps" else 1 for one in counted if one.attached_to is None or one is stand
    )
    if size > stack.most:
        return f"{number(index)} would hold {size} {stack.counts}, and {stack.most} are the most"
    if stack.together and len(counted) > 1 and not all(is_any(tables, one, stack.together) for one in counted):
        return f"in {number(index)} stand others, and only {', '.join(stack.together)} share a hex"
    return ""


def without_room(situation: Situation, stand: Stand, hexes: Mapping[int, int]) -> set[int]:
    """List those of some hexes where a stand finds no room, its own aside; what is the same for all is asked once."""
    held, tables = by_hex(situation), own(situation)
    stack, mine = tables.rules.stack, _size(tables, stand)
    found = _closed_among(situation, mover_of(tables, stand), hexes)
    for index in (hexes.keys() & held.keys()) - {stand.hex}:
        if stack.together:
            if why_no_room(situation, stand, index):
                found.add(index)
        elif any(one.side != stand.side for one in held[index]) or (
            mine and mine + _filled(tables, held[index]) > stack.most
        ):
            found.add(index)
    return found - {stand.hex or 0}


def _closed_among(situation: Situation, mover: str, hexes: Mapping[int, int]) -> set[int]:
    """List those of some hexes whose ground is closed to a mover: a road leads through, and nobody stays there."""
    closed = _closed(Same(situation.map), Same(own(situation)), mover, skies_of(situation))
    if not closed.any():
        return set()
    places = np.fromiter(hexes, np.int64, len(hexes))
    return set(places[closed[situation.map.terrain[places]]].tolist())


@lru_cache(maxsize=64)
def _closed(hexmap: Same[HexMap], tables: Same[OwnTables], mover: str, skies: tuple[str, ...]) -> NDArray[np.bool_]:
    """Mark the grounds of a map, by their code, that are closed to a mover."""
    return np.array([not admits(tables.value, mover, name, skies) for name in hexmap.value.terrain_names], bool)


def _filled(tables: OwnTables, stands: Iterable[Stand]) -> int:
    """Say how much of a hex's room some stands take; who is carried takes none."""
    return sum(_size(tables, one) for one in stands if one.attached_to is None)


def _size(tables: OwnTables, stand: Stand) -> int:
    """Say how much of a hex's room a stand takes."""
    stack = tables.rules.stack
    if stack.free and is_any(tables, stand, stack.free):
        return 0
    return stand.points if stack.counts == "steps" else 1


def fits(situation: Situation, stand: str, index: int) -> bool:
    """Whether a stand may be set up in a hex."""
    return not why_no_room(situation, situation.state.stands[stand], index)
