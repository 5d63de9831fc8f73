"""
Demolish: engineers prepare the bridge on the enemy's shortest way to a place that is held, and blow it before he comes.

The bridge of that way is chosen whose loss costs him most, if it costs him half a turn and engineers can be there in
time. A bridge that the side needs itself is made ready and stands: one on the way of any of its stands to supply or to
what they go for, or on the way that an attack of its plan will take.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from campaign.model.missions import parts_of
from campaign.model.planning import Promise, Reason
from campaign.model.situation import ground_at, hexside_place
from campaign.model.verbs.work import SetToWork
from campaign.solo.commander.bids import Bid, turns
from campaign.solo.commander.fields import FAR
from campaign.solo.commander.forces import is_engineer, top_of
from campaign.solo.commander.missions import ATTACKS
from campaign.solo.commander.sightings import turn_number
from campaign.solo.commander.tactics.sending import send
from maps.grid.graph import NO_LIMIT, HexGraph, distances, least_path
from maps.grid.hexmap import HEXSIDES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from campaign.model.things import Stand
    from campaign.solo.commander.desk import Desk

__all__ = ["demolish", "is_needed"]

_WET = tuple(HEXSIDES.index(name) for name in ("stream", "river", "major_river"))
_ROLLS = ("wheeled", "tracked", "recce")
_SAVES = 50
"""A bridge is blown if the enemy loses so many hundredths of a turn by it."""
_SOON = 800
"""Nothing is prepared against an enemy who needs longer."""
_WORST = 1_000
"""What is counted at most, where no other way is left to him."""
_TURN = 100
_STRANGER = 100
_KEPT = 12
"""Turns that engineers stay with a bridge they have begun with."""
_SLACK = 10


class _Bridge(NamedTuple):
    """A bridge that the enemy will want: what he loses by it, how far off he is, and whom it serves."""

    delay: int
    comes: int
    group: str
    name: str
    near: int
    """The hex on his side, and that on ours."""
    far: int


def demolish(desk: Desk) -> None:
    """Set engineers to the bridges on the enemy's ways, those first that cost him most."""
    rider = _rider(desk)
    coming = np.flatnonzero((desk.picture.held | desk.picture.front) & desk.picture.view.map.inside).tolist()
    free = [one for one in desk.picture.own if is_engineer(one) and _can_work(desk, one)]
    if rider is None or not coming or not free:
        return
    ways = [_on_his_way(desk, rider, coming, place) for place in _held_places(desk)]
    wanted = {(one.far, one.near): one for way in reversed(ways) for one in reversed(way)}
    done = _go_on(desk, rider, wanted, free)
    for way in ways:
        # One bridge for each place: the best that somebody sees to.
        next((one for one in way if (one.far, one.near) in done or _see_to(desk, rider, one, free, done)), None)


def _go_on(
    desk: Desk, rider: str, wanted: Mapping[tuple[int, int], _Bridge], engineers: Sequence[Stand]
) -> set[tuple[int, int]]:
    """Have engineers go on with the bridges they began with; a bridge that is ready is watched, wanted now or not."""
    done: set[tuple[int, int]] = set()
    for stand in engineers:
        for one in _live(desk, stand):
            near = int(desk.picture.near[one.hex, one.side or 0])
            bridge = wanted.get((one.hex, near))
            ready = ground_at(desk.picture.view, one.hex, one.side) == "prepared" and stand.hex in {one.hex, near}
            if (bridge is not None and _work(desk, rider, bridge, stand)) or ready:
                done.add((one.hex, near))
            if bridge is None and ready:
                desk.planned.keep(stand.id)
                desk.promises.append(one)
    return done


def _live(desk: Desk, stand: Stand) -> list[Promise]:
    now = turn_number(desk.picture.view)
    mine = [one for one in desk.dossier.promises if one.stand == stand.id and one.what == "demolish"]
    return [one for one in mine if one.until >= now and one.side is not None][:1]


def _rider(desk: Desk) -> str | None:
    """Name a vehicle of the side: the ways of the enemy are judged by its own."""
    return next((one.id for one in desk.picture.own if one.profile.mover in _ROLLS), None)


def _can_work(desk: Desk, stand: Stand) -> bool:
    return stand.attached_to is None and stand.id not in desk.planned.used and not stand.facts.get("work")


def _held_places(desk: Desk) -> Iterator[tuple[str, int, str]]:
    """List the places that groups hold, each once: group, hex, name."""
    seen: set[int] = set()
    for group, aim in sorted(desk.aims.items()):
        if aim is None or aim.attacks:
            continue
        names = {goal.hex: goal.name for goal in aim.mission.goals}
        for place in aim.goals:
            if place not in seen and desk.picture.mine[place]:
                seen.add(place)
                yield group, place, names.get(place, aim.name)


def _on_his_way(desk: Desk, rider: str, coming: Sequence[int], wanted: tuple[str, int, str]) -> list[_Bridge]:
    """Give the bridges on the enemy's way to a place, those that cost him most first."""
    found = _bridges(desk, rider, coming, wanted)
    return sorted(found, key=lambda one: (-one.delay, one.comes, one.near, one.far))


def _bridges(desk: Desk, rider: str, coming: Sequence[int], wanted: tuple[str, int, str]) -> Iterator[_Bridge]:
    """Find the bridges on the enemy's shortest way to a place whose loss would cost him half a turn."""
    group, goal, name = wanted
    left = desk.fields.to((goal,), rider, afraid=False)
    start = min(coming, key=lambda index: (int(left[index]), index))
    if left[start] > _SOON:
        return
    graph = HexGraph.over(desk.picture.view.map, desk.fields.cost(rider, afraid=False).astype(np.int32))
    way = least_path(graph, start, goal)
    for near, far in pairwise(way):
        side = _side(desk, far, near)
        if int(desk.picture.view.map.played_hexside[far, side]) in _WET and not desk.picture.held[far]:
            delay = min(_WORST, int(_without(desk, rider, (goal,), far, side)[start] - left[start]))
            if delay >= _SAVES:
                yield _Bridge(delay, int(left[start] - left[near]), group, name, near, far)


def _side(desk: Desk, here: int, there: int) -> int:
    sides: list[int] = desk.picture.near[here].tolist()
    return sides.index(there)


def _without(desk: Desk, rider: str, goals: tuple[int, ...], index: int, side: int) -> NDArray[np.int64]:
    """Give the hundredths of a turn to some goals once a bridge is blown, by the rules' own steps (n,)."""
    view = desk.picture.view
    place = hexside_place(view.map, index, side)
    blown = view.with_state(msgspec.structs.replace(view.state, ground={**view.state.ground, place: "blown"}))
    steps = desk.picture.ruleset.play.steps(blown, rider)
    graph = HexGraph.over(view.map, np.asarray(steps.cost(), np.int32)).reversed()
    found = distances(graph, goals, NO_LIMIT).cost.astype(np.int64)
    return np.where(found >= NO_LIMIT, FAR, np.minimum(found * _TURN // max(1, steps.turn), FAR))


def is_needed(desk: Desk, rider: str, near: int, far: int) -> bool:
    """Whether the side's own ways lead over a bridge: to supply, to what its groups go for, or as its plan will."""
    sources = tuple(one.hex for one in desk.picture.view.state.setting.sources if one.side == desk.picture.side)
    ways = [(stand.hex, sources) for stand in desk.picture.own if stand.hex is not None]
    for group, stands in desk.groups.items():
        aim = desk.aims.get(group)
        ways += [(one.hex, aim.goals) for one in stands if aim is not None and one.hex is not None]
    for mission in desk.missions.values():
        for part in parts_of(mission):
            legs = [sources, *((goal.hex,) for goal in part.goals)] if part.kind in ATTACKS else []
            ways += [(start, after) for before, after in pairwise(legs) for start in before]
    pairs = sorted({(start, goals) for start, goals in ways if goals})
    return _leads_over(desk, rider, near, far, pairs) or _leads_over(desk, rider, far, near, pairs)


def _leads_over(desk: Desk, rider: str, here: int, there: int, ways: Sequence[tuple[int, tuple[int, ...]]]) -> bool:
    """Whether a shortest way of some leads from one end of a bridge to the other."""
    to_it, over = desk.fields.to((here,), rider, afraid=False), desk.fields.to((there,), rider, afraid=False)
    for start, goals in ways:
        left = desk.fields.to(goals, rider, afraid=False)
        if left[start] < FAR and left[start] + _SLACK >= to_it[start] + over[here] + left[there]:
            return True
    return False


def _see_to(desk: Desk, rider: str, bridge: _Bridge, engineers: Sequence[Stand], done: set[tuple[int, int]]) -> bool:
    """Have the engineers work at a bridge who are soonest there, if any are in time."""
    places, corps = (bridge.near, bridge.far), top_of(desk.formations, bridge.group)
    free = [one for one in engineers if one.id not in desk.planned.used]
    far = {one.id: int(desk.fields.to(places, one.id)[one.hex or 0]) for one in free}

    def bid_of(stand: Stand) -> tuple[int, str]:
        stranger = 0 if top_of(desk.formations, stand.formation) == corps else _STRANGER
        return far[stand.id] + stranger, stand.id

    in_time = [one for one in free if one.hex in places or far[one.id] + _TURN <= bridge.comes]
    best = min(in_time, key=bid_of, default=None)
    if best is None or not _work(desk, rider, bridge, best):
        return False
    done.add((bridge.far, bridge.near))
    return True


def _work(desk: Desk, rider: str, bridge: _Bridge, stand: Stand) -> bool:
    where = "/".join(map(desk.picture.number, (bridge.near, bridge.far)))
    costs = f"costs the enemy {turns(bridge.delay)} turns on his way to {bridge.name}"
    reasons = (Reason("demolition", bridge.delay, f"{turns(bridge.delay)} turns lost to the enemy"),)
    side = _side(desk, bridge.far, bridge.near)
    if stand.hex not in (bridge.near, bridge.far):
        words = "demolish", bridge.group, f"goes to the bridge at {where}: blown, it {costs}"
        return send(desk, stand, (bridge.far, bridge.far), words, reasons) and _promise(desk, stand, bridge, side)
    prepared = ground_at(desk.picture.view, bridge.far, side) == "prepared"
    if prepared and (not _is_due(desk, bridge) or is_needed(desk, rider, bridge.near, bridge.far)):
        desk.planned.keep(stand.id)
        return _promise(desk, stand, bridge, side)
    task, doing = ("blow", "blows") if prepared else ("prepare", "prepares")
    there = bridge.near if stand.hex == bridge.far else bridge.far
    order = SetToWork(stand.id, task, stand.hex, _side(desk, stand.hex, there))
    if not desk.accepts(order):
        return False
    why = f"{doing} the bridge at {where}: it {costs}; he is {turns(bridge.comes)} turns from it"
    desk.give(Bid("demolish", bridge.group, stand.id, order, why, reasons))
    return _promise(desk, stand, bridge, side)


def _is_due(desk: Desk, bridge: _Bridge) -> bool:
    """Whether the enemy can be at a bridge within a turn."""
    return bridge.comes <= _TURN or bool(desk.picture.away[bridge.near] <= 1)


def _promise(desk: Desk, stand: Stand, bridge: _Bridge, side: int) -> bool:
    until = turn_number(desk.picture.view) + _KEPT
    desk.promises.append(Promise(stand.id, "demolish", bridge.far, side, until))
    return True
