"""Say all about one hex as data: what it is and why, who holds it, who stands in it, what may be ordered there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.model.facts import fact_of
from campaign.model.situation import stands_at
from campaign.model.things import NO_SIDE
from campaign.model.verbs.air import AirRecon, AirStrike
from maps.explain import explain
from webui.desk.orderwords import order_data

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.model.anyorder import AnyOrder
    from webui.desk.looks import Look

__all__ = ["hex_data"]

_NO_DICE: dict[str, int] = {}


def hex_data(look: Look, index: int, *, live: bool) -> dict[str, Any]:
    """Explain a hex to a viewer: the ground from the map, the rest from what he knows."""
    found = explain(look.hexmap, index)
    told = found.to_dict() | {"shares": found.covers_told, "evidence": [bearing.words for bearing in found.evidence]}
    state = look.state
    holder = state.control[index] if index < len(state.control) else NO_SIDE
    sides = state.setting.sides
    return told | {
        "index": index,
        "place": look.hexmap.place_of(index) or "",
        "held_by": sides[holder].name if holder < len(sides) else None,
        "stands": [stand.id for stand in stands_at(look.situation, index)],
        "works": _works(look, index),
        "zones": {side: _exerted(look, side, index) for side in look.zones if index in look.zones[side]},
        "objectives": [
            {"name": spot.name, "side": spot.side, "points": spot.points, "by_day": spot.by_day}
            for spot in state.setting.objectives if spot.hex == index
        ],
        "supply_sources": [
            {"name": spot.name, "side": spot.side} for spot in state.setting.sources if spot.hex == index
        ],
        "orders": [order_data(look, order) for order in _air_orders(look, index)] if live and look.is_umpire else [],
    }  # fmt: skip


def _works(look: Look, index: int) -> list[str]:
    mine = [(place, what) for place, what in look.state.ground.items() if place.partition("/")[0] == str(index)]
    words = []
    for place, what in sorted(mine):
        _, _, side = place.partition("/")
        across = int(look.hexmap.neighbour[index, int(side)]) if side else -1
        words.append(what + (f" towards {look.hexmap.number(across)}" if across >= 0 else ""))
    return words


def _exerted(look: Look, side: str, index: int) -> list[str]:
    """Name the stands whose zone of control it is."""
    exerted = look.play.zones(look.situation, side).get(index, ())
    found = (look.state.stands.get(key) for key in exerted)
    return [stand.profile.short or "an unidentified unit" for stand in found if stand is not None]


def _air_orders(look: Look, index: int) -> Iterator[AnyOrder]:
    """List the orders from the air on this hex that the rules would take now."""
    for side in look.state.setting.sides:
        dice = fact_of(look.state, "air_dice", _NO_DICE).get(side.key, 0)
        orders: list[AnyOrder] = [AirStrike(side.key, index, count) for count in range(dice, 0, -1)]
        for order in (*orders, AirRecon(side.key, index)):
            if look.session.preview(order).allowed:
                yield order
