"""Say whose something is, and what of the common things a side knows."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from campaign.model.things import Setting

if TYPE_CHECKING:
    from campaign.model.state import State
    from maps.grid.hexgrid import Grid
    from maps.grid.hexmap import HexMap

__all__ = ["nearby", "onlookers", "own_setting", "witnesses"]


def own_setting(setting: Setting, side: str) -> Setting:
    """Give the setting without the seed and without what is the other sides' own."""
    return msgspec.structs.replace(
        setting,
        seed="",
        introductions={key: text for key, text in setting.introductions.items() if key == side},
        umpire_notes="",
        sources=tuple(source for source in setting.sources if source.side == side),
        objectives=tuple(objective for objective in setting.objectives if objective.side == side),
        air=tuple(row for row in setting.air if row[0] == side),
        commands=tuple(command for command in setting.commands if command.side == side),
        missions=tuple(mission for mission in setting.missions if mission.side == side),
    )


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
