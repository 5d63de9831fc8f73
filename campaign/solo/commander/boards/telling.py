"""Say in words how each formation on a board stands with what it wants, once a turn, and what it does now."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from campaign.model.planning import Estimate, Promise, Task
from campaign.solo.commander.sightings import turn_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.model.planning import Dossier, Thought
    from campaign.model.things import Stand
    from campaign.solo.commander.boards.scene import Scene

__all__ = ["estimates", "news", "tasks"]

_AROUND = 3
"""Hexes round a goal where stands of both sides are counted."""
_LONGEST_WAY = 60
_TOLD = "told of"
_DAYS = 1_000


def news(scene: Scene, dossier: Dossier) -> tuple[Promise, ...]:
    """Note that this turn was told of; nothing, if it was before."""
    clock = scene.view.state.clock
    now = clock.day * _DAYS + clock.turn
    if any(one.what == _TOLD and one.hex == now for one in dossier.promises):
        return ()
    return (Promise(scene.side, _TOLD, now, until=turn_number(scene.view)),)


def estimates(scene: Scene) -> tuple[Estimate, ...]:
    """Say how each formation that has fighters on the map stands with what it wants."""
    groups: dict[str, list[Stand]] = defaultdict(list)
    for stand in scene.own:
        if stand.formation in scene.view.state.formations and not scene.is_hq(stand) and not scene.is_gun(stand):
            groups[stand.formation].append(stand)
    return tuple(_estimate(scene, key, groups[key]) for key in sorted(groups))


def _estimate(scene: Scene, key: str, fighters: Sequence[Stand]) -> Estimate:
    goals, short = scene.goals(fighters[0]), scene.view.state.formations[key].short
    verb = "look for" if goals.kind == "enemy" else goals.kind
    # Of many enemies the nearest counts, found by one look at all of them.
    wanted: list[tuple[int, ...]] = [(goal,) for goal in goals.places]
    if goals.worth and not wanted:
        wanted = [tuple(sorted(goals.worth))]
    far = {
        (int(scene.ways.to(spots, one)[one.hex or 0]) - max(goals.worth[spot] for spot in spots), one.id, spots): one
        for spots in wanted
        for one in fighters
    }
    if not far:
        return Estimate(key, goals.kind, None, f"{short}: {verb} the enemy; 0 of him are known.")
    nearest = min(far)
    head, spots = far[nearest], nearest[2]
    left, way = int(scene.ways.to(spots, head)[head.hex or 0]), _way(scene, spots, head)
    goal = spots[0] if len(spots) == 1 else way[-1]
    theirs, ours = _near(scene, goal, scene.foe_hexes), _near(scene, goal, [one.hex or 0 for one in fighters])
    text = (
        f"{short}: {verb} {goals.names.get(goal, scene.number(goal))}; {head.profile.short} is {left / 100:.1f} hexes"
        f" away, {scene.ways.turns(left, head):.1f} turns. Known near it: {theirs} hexes of the enemy, {ours} of ours."
    )
    return Estimate(key, goals.kind, goal, text, way)


def _near(scene: Scene, goal: int, hexes: Sequence[int]) -> int:
    return int((scene.apart([goal], hexes) <= _AROUND).sum()) if hexes else 0


def _way(scene: Scene, goals: tuple[int, ...], head: Stand) -> tuple[int, ...]:
    """Follow the ways downhill from a stand to the nearest of some goals."""
    left, way = scene.ways.to(goals, head), [head.hex or 0]
    while way[-1] not in goals and len(way) < _LONGEST_WAY:
        ring = [index for index in scene.view.map.neighbour[way[-1]].tolist() if index >= 0]
        after = min(ring, key=lambda index: (int(left[index]), index))
        if left[after] >= left[way[-1]]:
            break
        way.append(after)
    return tuple(way)


def tasks(scene: Scene, thoughts: Sequence[Thought]) -> Iterator[Task]:
    """Say what each formation does now: a line for each kind of task."""
    done: dict[tuple[str, str], list[Thought]] = defaultdict(list)
    for one in thoughts:
        if one.group in scene.view.state.formations:
            done[one.group, one.task].append(one)
    for (group, kind), some in sorted(done.items()):
        short, goals = scene.view.state.formations[group].short, scene.goals_by.get(group)
        more = f", and {len(some) - 1} more" if len(some) > 1 else ""
        place = goals.places[0] if goals is not None and len(goals.places) == 1 else None
        yield Task(group, kind, place, f"{short}: {some[0].why}{more}")
