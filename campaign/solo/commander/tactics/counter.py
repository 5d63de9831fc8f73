"""
Counter-attack: reserves retake a place that was lost, or cut off a spearhead behind its head.

A lost place is one that a mission in force holds and the enemy has. A spearhead is cut where enemies believed ahead
would have no way left to where the enemy's ground meets the edge of the map. Either is tried only with more than is
believed there, near enough to come in time, and kept to for some turns.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec.structs import replace

from campaign.model.planning import Promise
from campaign.solo.commander.bids import turns
from campaign.solo.commander.sightings import turn_number
from campaign.solo.commander.tactics.shift import threat
from maps.grid.graph import NO_LIMIT, HexGraph, distances
from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from campaign.model.missions import Goal
    from campaign.solo.commander.desk import Desk
    from campaign.solo.commander.missions import Aim
    from campaign.solo.commander.sightings import Foe

__all__ = ["counter_attack", "cut_off_by"]

_KEPT = 6
"""Turns that a reserve keeps to its counter-attack."""
_SOON = 300
"""A reserve further off than so many hundredths of a turn comes too late."""
_GOES_ON = 2
"""A counter-attack that was begun goes on at odds so many times worse."""
_PLACES = 6
"""So many hexes are looked at where most ways back meet."""
_WIDE = 10
"""Hexes; nobody looks for a spearhead further off."""
_SPEARHEAD = 2
"""So many enemies ahead make a spearhead."""
_HUNDRED = 100


class _Blow(NamedTuple):
    """What a reserve goes for, and why, in words."""

    hex: int
    name: str
    why: str


def counter_attack(desk: Desk) -> None:
    """Send reserves against places that were lost, else against the tail of a spearhead; each goes for its own."""
    taken: set[int] = set()
    for group, aim in sorted(desk.aims.items()):
        if aim is None or aim.mission.kind != "reserve" or not desk.members(group):
            continue
        blow = _begun(desk, aim) or _lost(desk, aim, taken) or _tail(desk, aim, taken)
        if blow is not None:
            taken.add(blow.hex)
            mission = replace(aim.mission, kind="take", posture="attack", reserve=0)
            new = aim._replace(mission=mission, step=0, goals=(blow.hex,), name=blow.name, counters=blow.why)
            desk.aims[group] = new
            desk.promises.append(Promise(group, "counter", blow.hex, until=_until(desk, group, blow.hex)))


def _begun(desk: Desk, aim: Aim) -> _Blow | None:
    """Give what a reserve counter-attacks already, until it is ours, hopeless or too old."""
    now, ours = turn_number(desk.picture.view), _ours(desk, aim) * _GOES_ON * _HUNDRED
    for one in desk.dossier.promises:
        live = (one.stand, one.what) == (aim.group, "counter") and one.until >= now and not desk.picture.mine[one.hex]
        if live and ours >= _theirs(desk, one.hex) * desk.prices.attack_off_axis:
            return _Blow(one.hex, _name(desk, one.hex), f"as begun, {_odds(desk, aim, one.hex)}")
    return None


def _lost(desk: Desk, aim: Aim, taken: set[int]) -> _Blow | None:
    """Find the lost place that a reserve is strong enough for, the nearest first."""
    places = {goal.hex for other in desk.aims.values() if other is not None for goal in _to_hold(other)}
    lost = sorted(place for place in places - taken if desk.picture.theirs[place])
    able = [(_away(desk, aim, place), place) for place in lost if _can(desk, aim, place)]
    if not able:
        return None
    left, place = min(able)
    why = f"to retake it, {turns(left)} turns off, {_odds(desk, aim, place)}"
    return _Blow(place, _name(desk, place), why)


def _odds(desk: Desk, aim: Aim, place: int) -> str:
    return f"with {turns(_ours(desk, aim))} points a turn against {turns(_theirs(desk, place))} believed there"


def _to_hold(aim: Aim) -> list[Goal]:
    """List what a group is to hold, or a reserve is kept for."""
    return [goal for goal in aim.mission.goals if not goal.via] if aim.mission.kind in {"hold", "reserve"} else []


def _tail(desk: Desk, aim: Aim, taken: set[int]) -> _Blow | None:
    """Find where a reserve cuts off most, if that is more than threatens the places it is kept for."""
    able = (place for place in _crossroads(desk, aim) if place not in taken and _can(desk, aim, place))
    rated = [(_power(desk, cut), -place, len(cut)) for place, cut in _cuts(desk, islice(able, _PLACES))]
    worth, minus, count = max(rated, default=(0, 0, 0))
    danger = max((threat(desk, goal.hex) for goal in aim.mission.goals), default=0)
    if worth <= max(0, danger):
        return None
    why = f"which cuts off {count} enemies of {turns(worth)} points a turn, {_odds(desk, aim, -minus)}"
    return _Blow(-minus, _name(desk, -minus), why)


def _cuts(desk: Desk, places: Iterable[int]) -> Iterator[tuple[int, list[Foe]]]:
    """List whom each of some hexes would cut off, where that is a spearhead."""
    found = ((place, cut_off_by(desk, place)) for place in places)
    return ((place, cut) for place, cut in found if len(cut) >= _SPEARHEAD)


def _can(desk: Desk, aim: Aim, place: int) -> bool:
    """Whether a reserve is near enough to a hex, and stronger than who is believed there."""
    enough = _ours(desk, aim) * _HUNDRED >= _theirs(desk, place) * desk.prices.attack_off_axis
    return enough and _away(desk, aim, place) <= _SOON


def _ours(desk: Desk, aim: Aim) -> int:
    return sum(round(desk.picture.power(one.id).close * _HUNDRED) for one in desk.members(aim.group))


def _theirs(desk: Desk, place: int) -> int:
    """Count what the enemies believed in a hex and next to it can do, in hundredths of a point a turn."""
    return desk.picture.seen_power(frozenset({place, *desk.picture.ring(place)}))


def _away(desk: Desk, aim: Aim, place: int) -> int:
    """Give the hundredths of a turn that most of a reserve needs to a hex."""
    ways = ((one.hex or 0, desk.fields.to((place,), one.id, afraid=False)) for one in desk.members(aim.group))
    far = sorted(int(left[here]) for here, left in ways)
    return far[len(far) // 2]


def _power(desk: Desk, foes: list[Foe]) -> int:
    return sum(round(desk.picture.power(foe.id).close * foe.weight) for foe in foes)


def _name(desk: Desk, place: int) -> str:
    names = {goal.hex: goal.name for aim in desk.aims.values() if aim is not None for goal in aim.mission.goals}
    return names.get(place) or desk.picture.number(place)


def _until(desk: Desk, group: str, place: int) -> int:
    now = turn_number(desk.picture.view)
    wanted = (group, "counter", place)
    old = [one.until for one in desk.dossier.promises if (one.stand, one.what, one.hex) == wanted and one.until >= now]
    return old[0] if old else now + _KEPT


def _ways_back(desk: Desk, closed: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Count the hexes from each to the edge of the map where the enemy has it, by ground that is not ours (n,)."""
    picture = desk.picture
    inside, near = picture.view.map.inside, picture.near
    edge = inside & ((near == NO_HEX) | ~inside[near]).any(axis=1)
    shut = (picture.mine & ~picture.held) | ~inside | closed
    homes = np.flatnonzero(edge & picture.theirs & ~shut).tolist()
    graph = HexGraph(near, np.where(near == NO_HEX, 0, 1).astype(np.int32), shut)
    if not homes:
        return np.full(picture.size, NO_LIMIT, np.int64)
    return distances(graph, homes, NO_LIMIT).cost.astype(np.int64)


def cut_off_by(desk: Desk, place: int) -> list[Foe]:
    """List the enemies believed ahead who would have no way back, if we stood in a hex."""
    picture = desk.picture
    closed = np.zeros(picture.size, bool)
    now = _ways_back(desk, closed)
    closed[[place, *picture.ring(place)]] = True
    then = _ways_back(desk, closed)
    ahead = [foe for foe in picture.foes if not closed[foe.hex]]
    return [foe for foe in ahead if now[foe.hex] < NO_LIMIT <= then[foe.hex]]


def _crossroads(desk: Desk, aim: Aim) -> list[int]:
    """List the hexes near a reserve where the shortest ways back of most enemies believed ahead meet."""
    picture, ours = desk.picture, [one.hex or 0 for one in desk.members(aim.group)]
    left = _ways_back(desk, np.zeros(picture.size, bool))
    met: Counter[int] = Counter()
    for foe in picture.foes:
        here = foe.hex
        while 0 < left[here] < NO_LIMIT:
            here = min(picture.ring(here), key=lambda index: (int(left[index]), index))
            met[here] += 1
    rated = sorted((-count, index) for index, count in met.items() if count >= _SPEARHEAD)
    return [index for _, index in rated if any(picture.grid.distance(index, here) <= _WIDE for here in ours)]
