"""Say in words how each group stands with its mission, and what it does in this turn."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from campaign.model.planning import Estimate, Task
from campaign.solo.commander.bids import turns
from campaign.solo.commander.fields import FAR
from campaign.solo.commander.forces import is_fighter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.model.things import Stand
    from campaign.solo.commander.desk import Desk
    from campaign.solo.commander.missions import Aim

__all__ = ["estimates", "tasks"]

_NEAR_GOAL = 3
_LONGEST_WAY = 60
_HUNDRED = 100


def estimates(desk: Desk) -> tuple[Estimate, ...]:
    """Say how each group with a mission stands with it."""
    return tuple(_estimate(desk, aim) for _, aim in sorted(desk.aims.items()) if aim is not None)


def _estimate(desk: Desk, aim: Aim) -> Estimate:
    fighters = [stand for stand in desk.groups[aim.group] if is_fighter(stand)]
    head = _head(desk, aim, fighters)
    text = aim.words(desk.picture.view.state)
    if head is None:
        return Estimate(aim.group, aim.mission.kind, aim.goals[0], f"{text}; no fighter of it is on the map.")
    near = frozenset(desk.picture.grid.within(aim.goals[0], _NEAR_GOAL))
    ours = sum(round(desk.picture.power(one.id).close * _HUNDRED) for one in fighters)
    theirs = desk.picture.seen_power(near)
    text += (
        f"; {head.profile.short} {_far(desk, aim, head)}. Believed there: {theirs / _HUNDRED:.1f} points a turn,"
        f" ours {ours / _HUNDRED:.1f}."
    )
    return Estimate(aim.group, aim.mission.kind, aim.goals[0], text, _way(desk, aim, head))


def _far(desk: Desk, aim: Aim, head: Stand) -> str:
    """Say how far the goal is; where no way leads there, what would open one."""
    left = int(desk.fields.to(aim.goals, head.id)[head.hex or 0])
    if left < FAR:
        return f"is {turns(left)} turns away"
    bridged = int(desk.fields.to(aim.goals, head.id, bridged=True)[head.hex or 0])
    return "finds no way there until there is a bridge" if bridged < FAR else "finds no way there on this ground"


def _head(desk: Desk, aim: Aim, fighters: list[Stand]) -> Stand | None:
    """Find the fighter of a group that is nearest to its goal."""
    far = {stand.id: int(desk.fields.to(aim.goals, stand.id)[stand.hex or 0]) for stand in fighters}
    return min(fighters, key=lambda stand: (far[stand.id], stand.id), default=None)


def _way(desk: Desk, aim: Aim, head: Stand) -> tuple[int, ...]:
    """Follow the field downhill from the head of a group to its goal."""
    left, way = desk.fields.to(aim.goals, head.id), [head.hex or 0]
    while way[-1] not in aim.goals and len(way) < _LONGEST_WAY:
        after = min(desk.picture.ring(way[-1]), key=lambda index: (int(left[index]), index))
        if left[after] >= left[way[-1]]:
            break
        way.append(after)
    return tuple(way)


def tasks(desk: Desk) -> Iterator[Task]:
    """Say what each group does in this turn: a line for each kind of task."""
    done: dict[tuple[str, str], list[str]] = defaultdict(list)
    for bid in desk.bids:
        done[bid.group, bid.task].append(bid.why)
    for (group, kind), whys in sorted(done.items()):
        aim = desk.aims.get(group)
        first = Counter(whys).most_common(1)[0][0]
        more = f", and {len(whys) - 1} more" if len(whys) > 1 else ""
        yield Task(group, kind, None if aim is None else aim.goals[0], f"{desk.short(group)}: {first}{more}")
