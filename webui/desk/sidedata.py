"""Say what a side may order as a whole: postures, whose go it is, aircraft, stores; and what is sealed already."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from campaign.engine.legal import has_orders
from campaign.model.verbs.activate import Activate
from campaign.model.verbs.posture import SetPosture
from campaign.model.verbs.recover import Recover
from campaign.model.verbs.table import VERBS
from campaign.model.viewer import UMPIRE
from webui.desk.orderwords import order_data

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.model.anyorder import AnyOrder
    from campaign.model.things import Formation
    from webui.desk.looks import Look

__all__ = ["sealed_posture", "side_orders_data"]


MOST_LISTED = 60
"""How many orders of a kind that is aimed at hexes are listed; of more the hex is asked for."""


def side_orders_data(look: Look, sides: Iterable[str], *, live: bool, at: int | None = None) -> dict[str, Any]:
    """
    Give the orders that belong to no single stand, side by side.

    A side is told nothing of an enemy; and nobody but the umpire, who looks at what is so now, is offered orders.
    Aircraft may fly to every hex of a map: such orders are not listed but counted, and listed for one hex (``at``).
    """
    offers = live and look.is_umpire
    shown = [key for key in sides if look.is_umpire or key == look.side]
    return {"version": look.version, "sides": [_side(look, key, at, offers=offers) for key in shown]}


def sealed_posture(look: Look, formation: str) -> str:
    """Give the posture that waits face down for a formation; "" if none does, or the viewer may not know."""
    found = [one for one in look.state.declared if isinstance(one, SetPosture) and one.formation == formation]
    return found[-1].posture if found else ""


def _side(look: Look, key: str, at: int | None, *, offers: bool) -> dict[str, Any]:
    offered = list(look.play.side_orders(look.situation, key)) if offers and not look.state.ended else []
    names = {side.key: side.name for side in look.state.setting.sides} | {UMPIRE: "Umpire"}
    told = [order for order in _telling(offered) if not isinstance(order, SetPosture | Activate)]
    others, asked = _listed(told, at)
    return {
        "key": key,
        "name": names[key],
        "may_act": bool(offered) or (offers and has_orders(look.session.ruleset, look.situation, key)),
        "postures": _postures(look, key, offered),
        "goes": [_go(look, order) for order in offered if isinstance(order, Activate)],
        "others": [order_data(look, order) for order in others],
        "asked": [{"kind": kind, "count": count} for kind, count in asked.items()],
    }


def _telling(orders: list[AnyOrder]) -> list[AnyOrder]:
    """Leave out the spread of no points for a formation that has none to spread: as a button it would do nothing."""
    some = {order.formation for order in orders if isinstance(order, Recover) and order.points}
    return [order for order in orders if not isinstance(order, Recover) or order.formation in some]


def _listed(orders: list[AnyOrder], at: int | None) -> tuple[list[AnyOrder], dict[str, int]]:
    """List the orders to show, those at one hex alone if it is named; and count the kinds whose hex is to be named."""
    aimed = [order for order in orders if VERBS[type(order)].target(order) is not None]
    if at is not None:
        return [order for order in aimed if VERBS[type(order)].target(order) == at], {}
    counts = Counter(type(order).__name__ for order in aimed)
    asked = {kind: count for kind, count in counts.items() if count > MOST_LISTED}
    return [order for order in orders if type(order).__name__ not in asked], asked


def _postures(look: Look, key: str, offered: Sequence[AnyOrder]) -> list[dict[str, Any]]:
    """List the formations that are or can be under a posture, with the one sealed and those to choose from."""
    if not look.tables.postures:
        return []
    choices: dict[str, list[dict[str, Any]]] = {}
    for order in offered:
        if isinstance(order, SetPosture):
            choices.setdefault(order.formation, []).append(order_data(look, order) | {"posture": order.posture})
    own = [one for one in look.state.formations.values() if one.side == key]
    return [_posture(look, one, choices.get(one.id, [])) for one in own if one.id in choices or _has(look, one)]


def _has(look: Look, formation: Formation) -> bool:
    return bool(formation.posture or sealed_posture(look, formation.id))


def _posture(look: Look, formation: Formation, choices: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "formation": formation.id, "name": formation.name, "now": formation.posture,
        "sealed": sealed_posture(look, formation.id), "choices": choices,
    }  # fmt: skip


def _go(look: Look, order: Activate) -> dict[str, Any]:
    stands = (one for one in look.state.stands.values() if one.formation == order.formation and one.on_map)
    formation = look.state.formations[order.formation]
    named = {"name": formation.name, "posture": formation.posture, "stands": [stand.id for stand in stands]}
    return order_data(look, order) | named
