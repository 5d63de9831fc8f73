"""Put formations under orders, choose whose go it is, and give a formation that lost its headquarters another."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.model.planning import Reason
from campaign.model.verbs.activate import Activate
from campaign.model.verbs.hq import ReplaceHq
from campaign.model.verbs.posture import SetPosture
from campaign.model.verbs.recover import Recover
from campaign.model.verbs.supply import Resupply
from campaign.solo.commander.boards.scene import FAR

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.model.anyorder import AnyOrder
    from campaign.model.things import Stand
    from campaign.solo.commander.boards.goals import Goals
    from campaign.solo.commander.boards.scene import Scene

__all__ = ["Ordered", "cares_of", "go_of", "postures_of"]

_BEATEN = 75
"""Per cent of its strength that a formation has lost when it retreats, for a steady commander."""
_GUARDS = 3
"""An enemy who is so many hexes off or less keeps a formation on a goal that it has."""
_OUTNUMBERED = 115
"""A holder of a place digs in under the enemy's eyes too, if the enemy has no more per cent of the side's strength."""
_SURELY = 500


class Ordered(NamedTuple):
    """An order for a formation or a stand, and why."""

    order: AnyOrder
    subject: str
    group: str
    task: str
    why: str
    reasons: tuple[Reason, ...]

    @property
    def worth(self) -> int:
        """What its reasons add up to."""
        return sum(reason.worth for reason in self.reasons)


def postures_of(scene: Scene, orders: Iterable[AnyOrder]) -> list[Ordered]:
    """Put every formation under an order that was given none in this round."""
    choices: dict[str, dict[str, SetPosture]] = {}
    for order in orders:
        if isinstance(order, SetPosture):
            choices.setdefault(order.formation, {})[order.posture] = order
    declared = {one.formation for one in scene.view.state.declared if isinstance(one, SetPosture)}
    members = {key: [stand for stand in scene.own if stand.formation == key] for key in choices.keys() - declared}
    found = [_posture(scene, key, choices[key], members[key]) for key in sorted(members) if members[key]]
    return [one for one in found if one is not None]


def _posture(scene: Scene, key: str, choices: dict[str, SetPosture], members: Sequence[Stand]) -> Ordered | None:
    goals = scene.goals_by[key]
    hexes = [stand.hex for stand in members if stand.hex is not None]
    far = int(scene.apart(hexes, goals.places).min()) if goals.places else FAR
    foe = min(scene.nearest_foe(index) for index in hexes)
    full = sum(scene.ruleset.play.full_strength(scene.view, stand.id) for stand in members)
    lost = 100 * sum(stand.losses for stand in members) // max(1, full)
    beaten = lost * scene.style.caution > _BEATEN * 100
    now, even = scene.view.state.formations[key].posture, scene.ratio <= _OUTNUMBERED
    wanted = ("retreat", "hold", "move") if beaten else _wanted(far, foe, goals, now, even=even)
    order = next((choices[name] for name in wanted if name in choices), None)
    if order is None:
        return None
    away = "no goal" if far >= FAR else "on its goal" if far == 0 else f"{far} hexes from its goal"
    why = f"{order.posture.replace('_', ' ')}: {away}, the enemy {_off(foe)}, {lost} % lost"
    reasons = (Reason("danger", lost, f"{lost} % lost"), Reason("progress", 100 * min(far, _GUARDS), away))
    return Ordered(order, key, key, "posture", why, reasons)


def _wanted(far: int, foe: int, goals: Goals, now: str, *, even: bool) -> tuple[str, ...]:
    if goals.holds and far <= 1:
        waits = foe > _GUARDS or now == "dig_in" or (even and far == 0)
        return ("dig_in", "hold", "move") if waits else ("hold", "dig_in", "move")
    if far == 0 and foe <= _GUARDS:
        return "hold", "move"
    return "move", "hold"


def _off(foe: int) -> str:
    return "is not known" if foe >= FAR else f"is {foe} off"


def go_of(scene: Scene, orders: Iterable[AnyOrder]) -> list[Ordered]:
    """Choose whose go it is: the formation nearest to the enemy."""
    goes = [order for order in orders if isinstance(order, Activate)]
    if not goes:
        return []
    near = {order.formation: _nearest(scene, order.formation) for order in goes}
    best = min(goes, key=lambda order: (near[order.formation], order.formation))
    off = near[best.formation]
    why = f"goes first of {len(goes)}: the enemy {_off(off)}"
    reasons = (Reason("exchange", max(0, 100 * (FAR - off)) // FAR, f"the enemy {_off(off)}"),)
    return [Ordered(best, best.formation, best.formation, "go", why, reasons)]


def _nearest(scene: Scene, key: str) -> int:
    return min((scene.nearest_foe(stand.hex) for stand in scene.own if stand.formation == key), default=FAR)


def cares_of(scene: Scene, orders: Iterable[AnyOrder]) -> list[Ordered]:
    """Look after formations: a new headquarters, stores, strength given back; one order each."""
    given = {(type(order), getattr(order, "formation", "")) for order in scene.view.state.declared}
    found: dict[tuple[type, str], list[AnyOrder]] = {}
    for order in orders:
        if isinstance(order, ReplaceHq | Resupply | Recover):
            found.setdefault((type(order), order.formation), []).append(order)
    best = [max(some, key=lambda order: _care(scene, order)) for key, some in sorted(found.items(), key=_named)
            if key not in given]  # fmt: skip
    return [_cared(scene, order) for order in best if _care(scene, order) > 0]


def _named(item: tuple[tuple[type, str], list[AnyOrder]]) -> tuple[str, str]:
    (kind, formation), _ = item
    return kind.__name__, formation


def _care(scene: Scene, order: AnyOrder) -> int:
    """Weigh an order of care: the most stores or strength, the headquarters furthest from the enemy."""
    if isinstance(order, ReplaceHq):
        stand = scene.view.state.stands[order.with_stand]
        return 1 + scene.nearest_foe(stand.hex) - (FAR if scene.is_gun(stand) else 0)
    amounts = order.stores if isinstance(order, Resupply) else order.points if isinstance(order, Recover) else {}
    return sum(amounts.values())


def _cared(scene: Scene, order: AnyOrder) -> Ordered:
    formation, amount = str(getattr(order, "formation", "")), _care(scene, order)
    if isinstance(order, ReplaceHq):
        off = scene.nearest_foe(scene.view.state.stands[order.with_stand].hex)
        why = f"{order.with_stand} leads from now on: the enemy {_off(off)}"
        return Ordered(order, formation, formation, "lead", why, (Reason("lead", _SURELY, why),))
    why = f"takes as much as it can: {amount}"
    return Ordered(order, formation, formation, "stores", why, (Reason("exchange", 100 * amount, why),))
