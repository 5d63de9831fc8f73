"""Put formations under orders, and choose whose go it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.model.planning import Reason
from campaign.model.verbs.activate import Activate
from campaign.model.verbs.posture import SetPosture
from campaign.solo.commander.boards.scene import FAR

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.model.anyorder import AnyOrder
    from campaign.model.things import Stand
    from campaign.solo.commander.boards.scene import Scene

__all__ = ["Ordered", "go_of", "postures_of"]

_BEATEN = 75
"""Per cent of its strength that a formation has lost when it retreats."""
_GUARDS = 3
"""Hexes within which an enemy keeps a formation on a goal that it has."""


class Ordered(NamedTuple):
    """An order for a formation, and why."""

    order: AnyOrder
    formation: str
    task: str
    why: str
    reasons: tuple[Reason, ...]


def postures_of(scene: Scene, orders: Iterable[AnyOrder]) -> list[Ordered]:
    """Give every formation an order, if it has none in this round yet or another one."""
    choices: dict[str, dict[str, SetPosture]] = {}
    for order in orders:
        if isinstance(order, SetPosture):
            choices.setdefault(order.formation, {})[order.posture] = order
    declared = {one.formation for one in scene.view.state.declared if isinstance(one, SetPosture)}
    found = []
    for key in sorted(choices.keys() - declared):
        members = [stand for stand in scene.own if stand.formation == key]
        if members:
            ordered = _posture(scene, key, choices[key], members)
            found += [ordered] if ordered is not None else []
    return found


def _posture(scene: Scene, key: str, choices: dict[str, SetPosture], members: Sequence[Stand]) -> Ordered | None:
    goals = scene.goals_of[key]
    spots = [s for s in sorted(goals.worth) if not goals.hidden]
    hexes = [stand.hex for stand in members if stand.hex is not None]
    far = int(scene.apart(hexes, spots).min()) if spots else FAR
    foe = min(scene.nearest_foe(index) for index in hexes)
    full = sum(scene.ruleset.play.full_strength(scene.view, stand.id) for stand in members)
    lost = 100 * sum(stand.losses for stand in members) // max(1, full)
    wanted = _wanted(far, foe, lost, scene.view.state.formations[key].posture, holds=goals.holds)
    order = next((choices[name] for name in wanted if name in choices), None)
    if order is None:
        return None
    why = f"{key} {order.posture}: {far} hexes from its goal, the enemy {_off(foe)}, {lost} % lost"
    return Ordered(order, key, "posture", why, (Reason("progress", 100 * min(far, 9), why),))


def _wanted(far: int, foe: int, lost: int, now: str, *, holds: bool) -> tuple[str, ...]:
    if lost > _BEATEN:
        return "retreat", "hold", "move"
    if far == 0 and foe <= _GUARDS:
        return "hold", "move"
    if holds and far <= 1:
        return ("dig_in", "hold") if foe > _GUARDS or now == "dig_in" else ("hold", "dig_in")
    return "move", "hold"


def _off(foe: int) -> str:
    return "is not known" if foe >= FAR else f"{foe} off"


def go_of(scene: Scene, orders: Iterable[AnyOrder]) -> Ordered | None:
    """Choose whose go it is: the formation nearest to the enemy."""
    goes = [order for order in orders if isinstance(order, Activate)]
    if not goes:
        return None
    near = {order.formation: _nearest(scene, order.formation) for order in goes}
    best = min(goes, key=lambda order: (near[order.formation], order.formation))
    off = near[best.formation]
    why = f"{best.formation} goes first: the enemy is {off} hexes off" if off < FAR else f"{best.formation} goes"
    return Ordered(best, best.formation, "go", why, (Reason("exchange", max(0, 100 * (10 - off)), why),))


def _nearest(scene: Scene, key: str) -> int:
    return min((scene.nearest_foe(stand.hex) for stand in scene.own if stand.formation == key), default=FAR)
