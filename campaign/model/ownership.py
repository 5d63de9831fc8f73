"""Say whose something is, and what of the common things a side knows."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from campaign.model.things import NO_SIDE, Setting

if TYPE_CHECKING:
    from campaign.model.state import State
    from maps.grid.hexgrid import Grid
    from maps.grid.hexmap import HexMap

__all__ = ["known_control", "known_ground", "nearby", "onlookers", "own_setting", "witnesses"]


def own_setting(setting: Setting, side: str) -> Setting:
    """Give the setting without the seed and without what is the other sides' own."""
    return msgspec.structs.replace(
        setting,
        seed="",
        sources=tuple(source for source in setting.sources if source.side == side),
        objectives=tuple(objective for objective in setting.objectives if objective.side == side),
        air=tuple(row for row in setting.air if row[0] == side),
    )


def known_control(state: State, side: str) -> bytes:
    """Give who holds each hex, as far as a side knows; without any knowledge it knows its own."""
    known = state.known.get(side)
    if known is not None:
        return known
    if all(known.key != side for known in state.setting.sides):
        return bytes([NO_SIDE]) * len(state.control)
    code = state.side_code(side)
    return bytes(held if held == code else NO_SIDE for held in state.control)


def known_ground(state: State, hexmap: HexMap, side: str) -> dict[str, str]:
    """Give what stands where, as far as a side knows: next to its stands as it is, elsewhere as it was told."""
    told = state.known_ground.get(side, {})
    places = sorted({*told, *state.ground})
    near = {place for place in places if side in witnesses(state, hexmap, place)}
    known = {place: (state.ground if place in near else told).get(place, "") for place in places}
    return {place: what for place, what in known.items() if what}


def witnesses(state: State, hexmap: HexMap, place: str) -> tuple[str, ...]:
    """
    Name the sides that see what is done at a place: those with a stand in it or next to it.

    ``place`` is a hex or hexside as in ``State.ground``.
    """
    there = {state.stands[key].side for key in onlookers(state, hexmap, place)}
    return tuple(side.key for side in state.setting.sides if side.key in there)


def onlookers(state: State, hexmap: HexMap, place: str) -> tuple[str, ...]:
    """Name the stands in a place or next to it, which see what is done there."""
    near = nearby(hexmap, place)
    return tuple(stand.id for stand in state.stands.values() if stand.on_map and stand.hex in near)


def nearby(hexmap: HexMap, place: str) -> frozenset[int]:
    """List the hexes at a place and next to it."""
    return _nearby(hexmap.layout.grid, place)


@lru_cache(maxsize=20_000)
def _nearby(grid: Grid, place: str) -> frozenset[int]:
    index, _, hexside = place.partition("/")
    hexes = {int(index)}
    if hexside:
        hexes.add(grid.neighbours(int(index))[int(hexside)])
    return frozenset(close for here in hexes if here >= 0 for close in grid.within(here, 1))
