"""Choose where stands go: fighters nearest to the goal first, so that the way clears from the head; the HQ last."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from campaign.model.verbs.march import Move
from campaign.solo.commander.boards.blows import is_blow, judged
from campaign.solo.commander.boards.places import weighed
from campaign.solo.commander.boards.scene import is_hq

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.model.anyorder import AnyOrder
    from campaign.model.planning import Reason
    from campaign.model.things import Stand
    from campaign.solo.commander.boards.blows import Blow
    from campaign.solo.commander.boards.places import Places
    from campaign.solo.commander.boards.scene import Scene

__all__ = ["Step", "steps_of"]

_LEAST_GAIN = 5
_LEAST_CLOSING = 20


class Step(NamedTuple):
    """A move of a stand, or a closing with the enemy, and why."""

    stand: Stand
    order: Move
    worth: int
    reasons: tuple[Reason, ...]
    goal: int
    """The hex that it is on its way to; -1: none."""
    left: int
    """Hexes from there to it, after the move."""
    blow: Blow | None = None


def steps_of(scene: Scene, offers: Mapping[str, Sequence[AnyOrder]]) -> list[Step]:
    """Choose the moves of all stands that gain by one, in the order in which they are given."""
    planned = {stand.id: stand.hex for stand in scene.own if stand.hex is not None}
    movers = [stand for stand in scene.own if any(isinstance(order, Move) for order in offers.get(stand.id, ()))]
    found: list[Step] = []
    for stand in sorted(movers, key=lambda stand: _rank(scene, stand)):
        orders = [order for order in offers[stand.id] if isinstance(order, Move)]
        step = _closing(scene, stand, orders) or _going(scene, stand, orders, planned)
        if step is not None:
            found.append(step)
            if step.blow is not None:
                break  # what came of it is looked at before anybody else goes
            planned[stand.id] = step.order.path[-1]
    return found


def _rank(scene: Scene, stand: Stand) -> tuple[bool, int, str]:
    far = weighed(scene, stand, [stand.hex or 0], []).far[0]
    return is_hq(stand), int(far), stand.id


def _closing(scene: Scene, stand: Stand, orders: Sequence[Move]) -> Step | None:
    blows = [blow for order in orders if is_blow(order) and (blow := judged(scene, order)) is not None]
    best = max(blows, key=lambda blow: blow.worth, default=None)
    if best is None or best.worth < _LEAST_CLOSING or not isinstance(best.order, Move):
        return None
    return Step(stand, best.order, best.worth, best.reasons, best.order.path[-1], 0, best)


def _going(scene: Scene, stand: Stand, orders: Sequence[Move], planned: Mapping[str, int]) -> Step | None:
    """Choose the best place among those that a stand can go to and that nobody else is going to."""
    others = [index for key, index in planned.items() if key != stand.id]
    shut = set(others)
    plain = [order for order in orders if not order.attack and (order.path[-1] not in shut)]
    if not plain:
        return None
    hexes = [stand.hex or 0, *(order.path[-1] for order in plain)]
    places = weighed(scene, stand, hexes, others)
    at = _best(places, plain)
    gain = int(places.total[at] - places.total[0])
    if gain < _LEAST_GAIN:
        return None
    order = plain[at - 1]
    return Step(stand, order, gain, places.reasons(at, 0), int(places.goal[at]), int(places.far[at]))


def _best(places: Places, plain: Sequence[Move]) -> int:
    """Pick the position of the best place; of equals no transport, then the shorter path, then the lower hexes."""
    return max(
        range(1, len(places.hexes)),
        key=lambda k: (int(places.total[k]), not plain[k - 1].transport, -len(plain[k - 1].path), [-i for i in plain[k - 1].path]),
    )
