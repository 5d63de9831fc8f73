"""Choose where stands go: fighters nearest to the goal first, so that the way clears from the head; the HQ last."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.model.planning import Reason
from campaign.solo.commander.boards.blows import LEAST, best_blow, is_blow, judged
from campaign.solo.commander.boards.going import goes
from campaign.solo.commander.boards.leashes import Leashes
from campaign.solo.commander.boards.picking import picked
from campaign.solo.commander.boards.places import weighed
from campaign.solo.commander.boards.prospects import Prospects

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.model.anyorder import AnyOrder
    from campaign.model.things import Stand
    from campaign.solo.commander.boards.blows import Blow
    from campaign.solo.commander.boards.going import Going
    from campaign.solo.commander.boards.places import Places
    from campaign.solo.commander.boards.scene import Scene

__all__ = ["Step", "choices_of", "steps_of"]

_LEAST_GAIN = 5
_LEAST_CLOSING = 20
_LOOKED_AT = 3
"""So many of the best places are looked at for what can be hit from them."""


class Step(NamedTuple):
    """A move of a stand, or a closing with the enemy, and why."""

    stand: Stand
    order: Going
    worth: int
    reasons: tuple[Reason, ...]
    goal: int = -1
    """The hex that it is on its way to; -1: none."""
    left: int = 0
    """Hundredths of a hex from there to it, after the move."""
    blow: Blow | None = None


def steps_of(scene: Scene, offers: Mapping[str, Sequence[AnyOrder]]) -> list[Step]:
    """Choose the moves of all stands that gain by one, those first that are given first."""
    planned = {stand.id: stand.hex for stand in scene.own if stand.hex is not None}
    movers = [stand for stand in scene.own if any(goes(order) for order in offers.get(stand.id, ()))]
    ahead, found = _Ahead(scene, Prospects(scene), Leashes(scene, offers)), list[Step]()
    for stand in sorted(movers, key=lambda stand: _rank(scene, stand)):
        if _fires_first(scene, stand, offers[stand.id]):
            continue
        orders = [order for order in offers[stand.id] if goes(order)]
        step = _closing(scene, stand, orders) or _going(ahead, stand, orders, planned)
        if step is None:
            continue
        found.append(step)
        if step.blow is not None:
            break  # what came of it is looked at before anybody else goes
        planned[stand.id] = step.order.path[-1]
    return found


def choices_of(scene: Scene, offers: Mapping[str, Sequence[AnyOrder]], stand: Stand) -> list[Step]:
    """List the best places that a stand could go to, gain or loss, the best first."""
    planned = {one.id: one.hex for one in scene.own if one.hex is not None}
    ahead = _Ahead(scene, Prospects(scene), Leashes(scene, offers))
    orders = [order for order in offers.get(stand.id, ()) if goes(order)]
    return _choices(ahead, stand, orders, planned)


class _Ahead(NamedTuple):
    """What moves are weighed by."""

    scene: Scene
    prospects: Prospects
    leashes: Leashes


def _rank(scene: Scene, stand: Stand) -> tuple[bool, int, str]:
    far = weighed(scene, stand, [stand.hex or 0], {}).far[0]
    return scene.is_hq(stand), int(far), stand.id


def _fires_first(scene: Scene, stand: Stand, orders: Sequence[AnyOrder]) -> bool:
    """Whether a gun that can fire or go fires: it does not do both."""
    return scene.is_gun(stand) and best_blow(scene, [order for order in orders if is_blow(order)]) is not None


def _closing(scene: Scene, stand: Stand, orders: Sequence[Going]) -> Step | None:
    blows = [blow for order in orders if is_blow(order) and (blow := judged(scene, order)) is not None]
    best = max(blows, key=lambda blow: blow.worth, default=None)
    if best is None or best.worth < _LEAST_CLOSING or not goes(best.order):
        return None
    return Step(stand, best.order, best.worth, best.reasons, best.order.path[-1], 0, best)


def _going(ahead: _Ahead, stand: Stand, orders: Sequence[Going], planned: Mapping[str, int]) -> Step | None:
    """Choose the best place for a stand, if it is better than where it is."""
    better = [step for step in _choices(ahead, stand, orders, planned) if step.worth >= _LEAST_GAIN]
    ranks = [(step.worth, step) for step in better]
    return picked(ahead.scene.level, ahead.scene.dice, ranks) if ranks else None


def _choices(ahead: _Ahead, stand: Stand, orders: Sequence[Going], planned: Mapping[str, int]) -> list[Step]:
    """List the best places among those that a stand can go to and that nobody else is going to."""
    shut = {index for key, index in planned.items() if key != stand.id}
    plain = [order for order in orders if not order.attack and order.path[-1] not in shut]
    if not plain:
        return []
    hexes = [stand.hex or 0, *(order.path[-1] for order in plain)]
    places = weighed(ahead.scene, stand, hexes, planned, ahead.leashes)
    ranked = sorted(range(1, len(places.hexes)), key=lambda at: _order_of(places, plain, at))
    steps = [_step(ahead, stand, plain[at - 1], places, at) for at in ranked[:_LOOKED_AT]]
    return sorted(steps, key=lambda step: -step.worth)


def _step(ahead: _Ahead, stand: Stand, order: Going, places: Places, at: int) -> Step:
    """Say what a move is worth, with what the stand can hit after it and what it could hit without it."""
    gain = int(places.total[at] - places.total[0])
    reasons = places.reasons(at, 0)
    shots = ahead.prospects.gained(stand, order) if ahead.scene.is_near(stand) else 0
    if abs(shots) >= LEAST:
        gain, reasons = gain + shots, (*reasons, Reason("exchange", shots, "what it can hit from there, and from here"))
    return Step(stand, order, gain, reasons, int(places.goal[at]), int(places.far[at]))


def _order_of(places: Places, plain: Sequence[Going], at: int) -> tuple[int, bool, int, tuple[int, ...]]:
    """Rank places: the best first; of equals no transport, then the shorter path, then the lower hexes."""
    order = plain[at - 1]
    return -int(places.total[at]), order.transport, len(order.path), order.path
