"""Say whose something is, and what of the common things a side knows."""

from __future__ import annotations

import msgspec

from campaign.model.orders import AirRecon, AirStrike, AnyOrder, NavalFire, Ruling
from campaign.model.state import NO_SIDE, Setting, State
from maps.grid.hexmap import HexMap

__all__ = ["knows_place", "order_side", "own_control", "own_setting"]


def order_side(order: AnyOrder, state: State) -> str | None:
    """Say whose order it is; None for those of the umpire, and of stands that are unknown."""
    if isinstance(order, Ruling):
        return None
    if isinstance(order, AirStrike | AirRecon | NavalFire):
        return order.side
    stand = state.stands.get(getattr(order, "stand", ""))
    formation = state.formations.get(getattr(order, "formation", ""))
    if stand is not None:
        return stand.side
    return formation.side if formation is not None else None


def own_setting(setting: Setting, side: str) -> Setting:
    """Give the setting without the seed and without what is the other sides' own."""
    return msgspec.structs.replace(
        setting,
        seed="",
        sources=tuple(source for source in setting.sources if source.side == side),
        objectives=tuple(objective for objective in setting.objectives if objective.side == side),
        air=tuple(row for row in setting.air if row[0] == side),
    )


def own_control(control: bytes, code: int) -> bytes:
    """Keep the hexes that the side of this code holds; all others look alike."""
    return bytes(held if held == code else NO_SIDE for held in control)


def knows_place(state: State, hexmap: HexMap, side: str, place: str) -> bool:
    """Whether a side knows what stands at a place: it holds it, or has a stand in it or next to it."""
    grid = hexmap.layout.grid
    index, _, hexside = place.partition("/")
    hexes = {int(index)}
    if hexside:
        hexes.add(grid.neighbours(int(index))[int(hexside)])
    hexes = {here for here in hexes if here >= 0}
    code = state.side_code(side)
    if any(here < len(state.control) and state.control[here] == code for here in hexes):
        return True
    near = {close for here in hexes for close in grid.within(here, 1)}
    return any(stand.side == side and stand.on_map and stand.hex in near for stand in state.stands.values())
