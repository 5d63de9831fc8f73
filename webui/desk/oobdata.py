"""Give the order of battle as data: formations in their tree, and the stands of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.model.facts import fact_of
from webui.desk.placenames import place_names

if TYPE_CHECKING:
    from collections.abc import Collection

    from campaign.model.things import Formation, Stand
    from webui.desk.looks import Look

__all__ = ["oob_data"]


def oob_data(look: Look) -> dict[str, Any]:
    """
    Give the order of battle as far as the viewer knows it.

    Of an enemy he knows no formations; the enemy stands that he sees are
    listed by themselves.
    """
    state = look.state
    ordered = {getattr(order, "stand", "") for order in state.declared} | set(state.intents)
    return {
        "version": look.version,
        "sides": [
            {"key": side.key, "name": side.name,
             "formations": [_formation(look, item) for item in state.formations.values() if item.side == side.key]}
            for side in look.sides
        ],
        "stands": [_stand(look, stand, ordered) for stand in state.stands.values() if look.knows(stand)],
        "seen": [stand.id for stand in state.stands.values() if not look.knows(stand)],
    }  # fmt: skip


def _formation(look: Look, formation: Formation) -> dict[str, Any]:
    parent = formation.parent if formation.parent in look.state.formations else None
    return {
        "id": formation.id, "name": formation.name, "short": formation.short, "size": formation.size,
        "kind": formation.kind, "parent": parent, "hq": formation.hq, "stores": dict(formation.stores),
        "limits": dict(fact_of(formation, "limits", {})), "marks": sorted(formation.marks),
        "hq_lost": fact_of(formation, "hq_lost", None),
    }  # fmt: skip


def _stand(look: Look, stand: Stand, ordered: Collection[str]) -> dict[str, Any]:
    return {
        "id": stand.id, "formation": stand.formation, "side": stand.side, "short": stand.profile.short,
        "name": stand.profile.name, "kind": stand.profile.kind, "size": stand.profile.size,
        "mover": stand.profile.mover, "traits": sorted(stand.profile.traits),
        "strength": look.strength(stand) if stand.gone is None else 0, "full": look.full_strength(stand),
        "hex": stand.hex, "number": None if stand.hex is None else look.hexmap.number(stand.hex),
        "place": None if stand.hex is None else place_names(look.hexmap).get(stand.hex),
        "marks": sorted(stand.marks), "isolated": fact_of(stand, "isolated", 0), "gone": stand.gone,
        "arrives": _arrives(look, stand), "with": stand.attached_to, "ordered": stand.id in ordered,
    }  # fmt: skip


def _arrives(look: Look, stand: Stand) -> dict[str, Any] | None:
    if stand.arrives is None:
        return None
    day, turn, index = stand.arrives
    return {"day": day, "turn": turn, "number": look.hexmap.number(index), "place": place_names(look.hexmap).get(index)}
