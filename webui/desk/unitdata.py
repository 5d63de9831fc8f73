"""Say all about one stand as data: its card, its reach, its line of supply, what it may be ordered to do."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from campaign.engine.deploying import deployments
from campaign.engine.fronts.still import still_words
from campaign.model.facts import fact_of
from campaign.model.notation import format_order
from campaign.model.things import chain_of
from campaign.model.verbs.march import Move
from campaign.model.verbs.recover import Recover
from campaign.model.viewer import UMPIRE
from webui.desk.orderwords import order_data, side_words, verbs_data
from webui.desk.placenames import place_names
from webui.desk.sidedata import sealed_posture
from webui.desk.viewdata import stand_data

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.engine.ruleset import SupplyTrace
    from campaign.model.anyorder import AnyOrder
    from campaign.model.things import Stand
    from webui.desk.looks import Look

__all__ = ["orders_data", "reach_data", "source_name", "supplies_data", "supply_data", "unit_data"]

_NO_ROWS: tuple[tuple[int, int], ...] = ()

FRAGMENTS_PER_HOUR = 600
"""March time is kept in fragments of six seconds, in every rule system."""


def unit_data(look: Look, stand: Stand) -> dict[str, Any]:
    """Give a stand's card; of an enemy only what is seen of him."""
    told = stand_data(look, stand) | {"number": _number(look, stand.hex), "known": look.knows(stand)}
    if not look.knows(stand):
        return told
    attached = look.state.stands.get(stand.attached_to or "")
    formation = look.state.formations.get(stand.formation)
    return told | {
        "formation": stand.formation,
        "chain": _chain(look, stand.formation),
        "losses": stand.losses, "detached": stand.detached,
        "band": stand.profile.band,
        "condition": look.play.condition(look.situation, stand.id) if stand.gone is None else None,
        "posture": formation.posture if formation else "",
        "sealed": sealed_posture(look, stand.formation),
        "looks": None if stand.facing is None else side_words(look.hexmap, stand.facing),
        "shots": fact_of(stand, "shots", None),
        "carries": [other.profile.short for other in _carried(look, stand)],
        "attached_to": attached.profile.short if attached else None,
        "arrives": _arrival(look, stand),
        "march": _march(look, stand),
        "work": _work(look, stand),
        "returning": [{"day": day, "points": points} for day, points in fact_of(stand, "returning", _NO_ROWS)],
        "gone": stand.gone,
        "notices": _notices(look, stand) if stand.on_map else [],
        "command": command_data(look, stand) if stand.on_map else None,
        "contacts": _contacts(look, stand),
        "declared": [
            format_order(order, look.hexmap) for order in look.state.declared if getattr(order, "stand", "") == stand.id
        ],
    }  # fmt: skip


def _notices(look: Look, stand: Stand) -> list[str]:
    """Say what holds for a stand; that it stands still goes before all else."""
    still = still_words(look.situation, stand.id)
    return [*([still] if still else []), *look.play.notices(look.situation, stand.id)]


def _carried(look: Look, stand: Stand) -> list[Stand]:
    """List the supports and the like that stand with a stand."""
    others = look.state.stands.values()
    return [other for other in others if other.attached_to == stand.id and other.gone is None and look.knows(other)]


def command_data(look: Look, stand: Stand) -> dict[str, Any]:
    """Say which headquarters commands a stand, and how far away it is."""
    hq, distance_inches = look.play.command(look.situation, stand.id)
    leader = look.state.stands.get(hq or "")
    return {
        "ok": hq is not None,
        "hq": hq,
        "name": leader.profile.short if leader else None,
        "hex": leader.hex if leader else None,
        "far": "" if math.isinf(distance_inches) else _far(look, distance_inches),
    }


def _far(look: Look, distance: float) -> str:
    """Say a distance in the rules' own measure."""
    unit, number = look.play.scale(look.situation).unit, f"{round(distance, 1):g}"
    return f"{number} {_MANY.get(unit, unit) if number != '1' else unit}"


_MANY = {"inch": "inches", "hex": "hexes"}


def reach_data(look: Look, stand: Stand, *, transport: bool) -> dict[str, Any]:
    """Give where a stand can go this turn: hours and the path by hex, and who can be assaulted from there."""
    reach = look.reach(stand.id, transport=transport)
    scale = look.play.scale(look.situation)

    def told(fragments: int) -> float:
        return round(fragments / (scale.fragments or max(1, reach.limit) / 100), 2)

    return {
        "unit": scale.march,
        "stand": stand.id,
        "hex": stand.hex,
        "transport": transport,
        "limit": told(reach.limit),
        "costs": {str(index): told(cost) for index, cost in reach.cost.items()},
        "paths": {str(index): list(reach.path_to(index)) for index in reach.cost},
        "contacts": sorted(reach.contacts),
    }


def supply_data(look: Look, stand: Stand) -> dict[str, Any]:
    """Give a stand's line of supply, or why there is none."""
    trace = look.supplies.get(stand.id)
    if trace is None:
        return {"stand": stand.id, "to": "", "path": [], "hours": None, "cut_at": None, "cut_by": "", "why": ""}
    return _trace(look, trace)


def supplies_data(look: Look) -> dict[str, Any]:
    """Say of every stand that the viewer knows whether its line of supply serves."""
    return {
        "version": look.version,
        "supply_state": {key: "ok" if trace.hours is not None else "cut" for key, trace in look.supplies.items()},
        "why": {key: trace.why for key, trace in look.supplies.items() if trace.hours is None},
    }


def orders_data(look: Look, stand: Stand) -> dict[str, Any]:
    """
    Give what a stand may be ordered to do now.

    Marches and assaults are told by the hex they lead to, with their paths. ``verbs`` says of each kind of order that
    is offered how it is written and what it asks for; the page shows it by that, and knows it by no name.
    """
    offered = [*look.play.orders(look.situation, stand.id), *_umpires(look, stand), *_deployments(look, stand)]
    # The first offer for a goal stands; later ones are dearer.
    marches = [order for order in reversed(offered) if isinstance(order, Move)]
    others = [order for order in offered if not isinstance(order, Move)]
    return {
        "stand": stand.id,
        "march": {str(order.path[-1]): list(order.path) for order in marches if not (order.transport or order.attack)},
        "transport": {str(order.path[-1]): list(order.path) for order in marches if order.transport},
        "attacks": {str(order.path[-1]): list(order.path) for order in marches if order.attack},
        "orders": [order_data(look, order) for order in others],
        "verbs": verbs_data(others),
    }


def _deployments(look: Look, stand: Stand) -> Iterator[AnyOrder]:
    """List where a stand may begin instead, before the first turn."""
    return deployments(look.play, look.situation, stand.id)


def _umpires(look: Look, stand: Stand) -> Iterator[AnyOrder]:
    """List what only the umpire may order for a stand, and for it alone: points of recovery."""
    orders = look.play.side_orders(look.situation, UMPIRE) if look.is_umpire else ()
    return (order for order in orders if isinstance(order, Recover) and set(order.points) == {stand.id})


def _trace(look: Look, trace: SupplyTrace) -> dict[str, Any]:
    cutter = look.state.stands.get(trace.cut_by)
    return {
        "stand": trace.stand, "to": source_name(look, trace.to), "path": list(trace.path),
        "hours": None if trace.hours is None else round(trace.hours, 1), "cut_at": trace.cut_at,
        "cut_by": cutter.profile.short if cutter else trace.cut_by, "why": trace.why,
    }  # fmt: skip


def source_name(look: Look, key: str) -> str:
    """Name where a line of supply ends: a source, or a stand."""
    names = {source.id: source.name for source in look.state.setting.sources}
    stand = look.state.stands.get(key)
    return names.get(key) or (stand.profile.short if stand else key)


def _chain(look: Look, formation: str) -> list[dict[str, Any]]:
    return [
        {"id": link.id, "name": link.name, "short": link.short, "size": link.size, "stores": dict(link.stores),
         "limits": dict(fact_of(link, "limits", {})), "marks": sorted(link.marks), "hq": link.hq}
        for link in chain_of(look.state.formations, formation)
    ]  # fmt: skip


def _number(look: Look, index: int | None) -> str | None:
    return None if index is None else look.hexmap.number(index)


def _arrival(look: Look, stand: Stand) -> dict[str, Any] | None:
    if stand.arrives is None:
        return None
    day, turn, index = stand.arrives
    return {"day": day, "turn": turn, "hex": index, "number": look.hexmap.number(index),
            "place": place_names(look.hexmap).get(index, "")}  # fmt: skip


def _march(look: Look, stand: Stand) -> dict[str, Any] | None:
    if stand.march is None:
        return None
    hexes = [look.hexmap.number(index) for index in stand.march.path]
    return {"path": hexes, "hours": _hours(stand.march.spent), "transport": stand.march.transport}


def _work(look: Look, stand: Stand) -> dict[str, Any] | None:
    work: dict[str, Any] = fact_of(stand, "work", {})
    if not work:
        return None
    return {"task": work["task"], "number": look.hexmap.number(work["hex"]), "turns": work["turns"]}


def _contacts(look: Look, stand: Stand) -> list[str]:
    others = [b if a == stand.id else a for a, b in look.state.contacts if stand.id in (a, b)]
    found = (look.state.stands.get(key) for key in sorted(others))
    return [other.profile.short or "an unidentified unit" for other in found if other is not None]


def _hours(fragments: int) -> float:
    return round(fragments / FRAGMENTS_PER_HOUR, 2)
