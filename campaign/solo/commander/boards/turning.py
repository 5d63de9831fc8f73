"""Turn stands that look over a hexside to the enemies who threaten them, and do what costs them nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.kit.facts import SHOTS
from campaign.model.planning import Reason
from campaign.model.verbs.act import Act
from campaign.model.verbs.face import Face
from campaign.solo.commander.boards.leading import Ordered
from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.model.anyorder import AnyOrder
    from campaign.model.things import Stand
    from campaign.solo.commander.boards.scene import Scene
    from maps.grid.hexgrid import Grid

__all__ = ["acts_of", "turns_of"]

_FREE = "roll"
_RELOAD, _REPAIR = "reload", "repair"
_SAFE = 3
"""Hexes to the nearest enemy where a stand takes its time."""
_AROUND = 6


def turns_of(scene: Scene, offers: Mapping[str, Sequence[AnyOrder]]) -> list[Ordered]:
    """Turn every stand that can turn to the side where most enemies are, the near ones first."""
    found = (_turned(scene, stand, [o for o in offers.get(stand.id, ()) if isinstance(o, Face)]) for stand in scene.own)
    return [one for one in found if one is not None]


def _turned(scene: Scene, stand: Stand, orders: Sequence[Face]) -> Ordered | None:
    if not orders or stand.facing is None or stand.hex is None or not scene.foe_hexes:
        return None
    threat = _threats(scene, stand.hex)
    best = max(orders, key=lambda order: (threat[order.facing], -order.facing))
    gain = threat[best.facing] - threat[stand.facing]
    if gain <= 0:
        return None
    off = scene.nearest_foe(stand.hex)
    why = f"turns to side {best.facing}: the nearest enemy is {off} off"
    return Ordered(best, stand.id, stand.formation, "face", why, (Reason("exchange", gain, why),))


def _threats(scene: Scene, here: int) -> list[int]:
    """Weigh what is to be seen over each hexside: enemies by nearness, straight ahead more than aslant."""
    grid, found = scene.view.map.layout.grid, [0] * _AROUND
    for foe in scene.foe_hexes:
        if foe == here:
            continue
        off = grid.distance(here, foe)
        side = _side_towards(grid, here, foe)
        for turn, share in ((0, 100), (1, 60), (-1, 60)):
            found[(side + turn) % _AROUND] += share * 4 // (off * off + 3)
    return found


def _side_towards(grid: Grid, here: int, foe: int) -> int:
    """Name the side of a hex that looks at an enemy; at the map's edge the straight way may lead off the map."""
    step = grid.line(here, foe)[1]
    if step == NO_HEX:
        there = [index for index in grid.neighbours(here) if index != NO_HEX]
        step = min(there, key=lambda index: (grid.distance(index, foe), index))
    return grid.side_towards(here, step)


def acts_of(scene: Scene, offers: Mapping[str, Sequence[AnyOrder]]) -> list[Ordered]:
    """Do what is free; reload who has no shot left; repair who is hurt, away from the enemy."""
    found = []
    for stand in scene.own:
        acts = {order.action: order for order in offers.get(stand.id, ()) if isinstance(order, Act)}
        name = next((name for name in (_FREE, _RELOAD, _REPAIR) if name in acts and _is_wanted(scene, stand, name)), "")
        if name:
            why = f"{name}: {_why(scene, stand, name)}"
            found.append(Ordered(acts[name], stand.id, stand.formation, name, why, (Reason("exchange", 100, why),)))
    return found


def _is_wanted(scene: Scene, stand: Stand, name: str) -> bool:
    if name == _FREE:
        return True
    if name == _RELOAD:
        return SHOTS(stand) == 0
    return stand.losses > 0 and scene.nearest_foe(stand.hex) > _SAFE


def _why(scene: Scene, stand: Stand, name: str) -> str:
    if name == _REPAIR:
        return f"{stand.losses} lost, and the enemy is {scene.nearest_foe(stand.hex)} off"
    return "0 shots are left" if name == _RELOAD else "it costs nothing"
