"""
March: the hex of this turn that leaves least to do.

Each fighter of a group goes where the turns to its goal, the danger, leaving command, losing the line and riding near
the enemy cost least together. Those nearest the goal go first, so that a road clears from its head.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from campaign.model.planning import Reason
from campaign.model.verbs.march import Move
from campaign.solo.commander.bids import Bid, turns, worthwhile
from campaign.solo.commander.bounds import place_prices
from campaign.solo.commander.forces import is_fighter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from campaign.model.things import Stand
    from campaign.solo.commander.desk import Desk
    from campaign.solo.commander.missions import Aim

__all__ = ["Ground", "best_march", "ground_of", "leading", "march"]

_GAIN = 4
_RIDE = 2
_NEAR = 3
_MOST = 6_000
_TRIES = 12
_OTHERS = 3
"""So many marches that were not done are kept to say why not."""
_HUNDRED = 100
_SALIENT = 4
_BACK = 10
"""Every hex further from where a stand is led costs a tenth of leaving it: who is out of command comes back.

A spearhead does not: its headquarters comes after it.
"""
_TAKING = 100
"""What it is worth to come into the goal itself."""
_ROUND = 60
"""How much better a free hex next to the goal is than one where others stand already."""


class Ground(NamedTuple):
    """What the hexes are worth to one stand on the march: layers in hundredths of a turn (n,)."""

    left: NDArray[np.int64]
    """Turns left to the goal."""
    danger: NDArray[np.int64]
    leash: NDArray[np.int64]
    line: NDArray[np.int64]
    bounds: NDArray[np.int64]
    """What the mission forbids: past a phase line, across a boundary, a reserve within the enemy's reach."""

    def cost(self) -> NDArray[np.int64]:
        """Add the layers up."""
        return np.minimum(self.left, _MOST) + self.danger + self.leash + self.line + self.bounds


class _Option(NamedTuple):
    cost: int
    riding: bool
    fragments: int
    hex: int


def ground_of(desk: Desk, stand: Stand, left: NDArray[np.int64], astray: NDArray[np.int64], *, ahead: bool) -> Ground:
    """
    Price the hexes for a stand.

    Parameters
    ----------
    left
        Turns left to where it goes.
    astray
        How many hexes it would be from where it is in command.
    ahead
        Whether it may run ahead of its command.
    """
    picture, prices = desk.picture, desk.prices_for(stand)
    far = prices.leash + prices.leash * (astray - 1) // _BACK
    leash = np.where(astray > 0, prices.leash_ahead if ahead else far, 0)
    danger, bounds = picture.danger * prices.danger // _HUNDRED, place_prices(desk, desk.group_of(stand), stand.id)
    return Ground(left, danger, leash, _line(desk, stand), bounds)


def _line(desk: Desk, stand: Stand) -> NDArray[np.int64]:
    """Price the hexes that no way from a headquarters leads to, nor next to."""
    leaders = desk.leaders(stand)
    if not leaders or desk.is_last_day:
        return np.zeros(desk.picture.size, np.int64)
    linked = desk.planned.linked(desk.planned.at[leaders[0]])
    near = desk.picture.near
    close = linked | ((near >= 0) & linked[near]).any(axis=1)
    return np.where(close, 0, desk.prices.line)


def best_march(desk: Desk, stand: Stand, ground: Ground, task: str, group: str, words: str) -> Bid | None:
    """Find the best march of a stand over some ground; None if none is worth the while."""
    bids = _bids(desk, stand, ground, (task, group, words))
    better = [bid for bid in bids if bid.worth > _GAIN]
    chosen = desk.picked(better) if better else None
    desk.weighed[stand.id] += [bid for bid in bids if bid is not chosen]
    return chosen


def _bids(desk: Desk, stand: Stand, ground: Ground, words: tuple[str, str, str]) -> list[Bid]:
    """Make bids of the best marches of a stand that there is room for; of who stays, those that came nearest."""
    found: list[Bid] = []
    for option in _options(desk, stand, ground)[:_TRIES]:
        bid = _bid(desk, stand, ground, option, words)
        if desk.planned.has_room(stand.id, option.hex) and not desk.is_barred(bid.order):
            found.append(bid)
            if len(found) >= max(desk.level.among, _OTHERS):
                break
    return found


def others(desk: Desk, stand: Stand) -> list[Bid]:
    """Weigh the marches of any stand towards what its group goes for, whatever its task is."""
    group = desk.group_of(stand)
    aim = desk.aims.get(group)
    if aim is None or not aim.goals:
        return []
    ground = ground_of(desk, stand, desk.fields.to(aim.goals, stand.id), desk.astray(stand), ahead=False)
    return _bids(desk, stand, ground, ("march", group, f"goes towards {aim.name}"))


def _options(desk: Desk, stand: Stand, ground: Ground) -> list[_Option]:
    """List where a stand would better be than where it is, the best first; of who is asked about, worse places too."""
    cost, here = ground.cost(), stand.hex or 0
    near = desk.picture.away < _NEAR
    most = _MOST * _HUNDRED if stand.id == desk.asked else int(cost[here]) - _GAIN
    found = []
    for riding in (False, True):
        for index, fragments in desk.reach(stand, transport=riding).cost.items():
            price = int(cost[index]) + (_RIDE + (desk.prices.riding if near[index] else 0) if riding else 0)
            if price < most and index != here:
                found.append(_Option(price, riding, fragments, index))
    return sorted(found)


def _bid(desk: Desk, stand: Stand, ground: Ground, option: _Option, words: tuple[str, str, str]) -> Bid:
    task, group, doing = words
    here, there = stand.hex or 0, option.hex
    near = bool(desk.picture.away[there] < _NEAR)
    left, after = int(ground.left[here]), int(ground.left[there])
    reasons = worthwhile(
        Reason("progress", min(left, _MOST) - min(after, _MOST), f"{turns(left)} turns left, {turns(after)} after"),
        Reason("danger", int(ground.danger[here] - ground.danger[there]), "what the enemy there can do"),
        Reason("leash", int(ground.leash[here] - ground.leash[there]), "in or out of command"),
        Reason("line", int(ground.line[here] - ground.line[there]), "a way back to its headquarters"),
        Reason(
            "bounds", int(ground.bounds[here] - ground.bounds[there]), "line, boundaries and reserve of its mission"
        ),
        Reason("riding", -desk.prices.riding if option.riding and near else 0, "in transport mode near the enemy"),
    )
    path = desk.reach(stand, transport=option.riding).path_to(there)
    why = f"{doing}: {turns(left)} turns away, {turns(after)} after"
    return Bid(task, group, stand.id, Move(stand.id, path, transport=option.riding), why, reasons, end=there)


def march(desk: Desk, group: str, spots: Sequence[int]) -> None:
    """
    March the fighters of a group towards its goal.

    Parameters
    ----------
    spots
        Where its headquarters may go this turn.
    """
    aim = desk.aims[group]
    if aim is None:
        return
    fighters = [stand for stand in desk.free(group) if is_fighter(stand) and not desk.is_column(stand)]
    far = {stand.id: int(desk.fields.to(aim.goals, stand.id)[stand.hex or 0]) for stand in fighters}
    posts = {} if aim.attacks or len(aim.goals) == 1 else _posts(desk, aim)
    open_spots = list(spots)
    for stand in sorted(fighters, key=lambda one: (far[one.id], one.id)):
        own = aim if stand.id not in posts else aim._replace(goals=(posts[stand.id],))
        _one(desk, own, stand, open_spots)
        open_spots = leading(desk, stand, open_spots)


def leading(desk: Desk, stand: Stand, spots: list[int]) -> list[int]:
    """Keep the spots of a headquarters where it leads a stand as planned; all, if there are none such."""
    leash, leaders = desk.leash(stand), desk.leaders(stand)
    if leash is None or not leaders:
        return spots
    near = leash.within((desk.planned.at[stand.id],))
    if any(near[desk.planned.at[hq]] for hq in leaders[1:]):
        return spots
    return [index for index in spots if near[index]] or spots


def _posts(desk: Desk, aim: Aim) -> dict[str, int]:
    """Spread those who hold several places over them evenly, each to the nearest that is not full."""
    fighters = desk.members(aim.group)
    room = dict.fromkeys(aim.goals, -(-len(fighters) // len(aim.goals)))
    fields = {goal: {one.id: desk.fields.to((goal,), one.id) for one in fighters} for goal in aim.goals}
    far = sorted((int(fields[goal][one.id][one.hex or 0]), one.id, goal) for goal in aim.goals for one in fighters)
    found: dict[str, int] = {}
    for _, key, goal in far:
        if key not in found and room[goal]:
            found[key] = goal
            room[goal] -= 1
    return found


def _one(desk: Desk, aim: Aim, stand: Stand, spots: Sequence[int]) -> None:
    if _at_work(stand):
        return
    cut = _is_cut(desk, stand)
    if not aim.attacks and not cut and _stays(desk, aim, stand):
        return
    left, words = _where_to(desk, aim, stand, cut=cut)
    ground = ground_of(desk, stand, left, desk.astray(stand, spots), ahead=aim.mission.bypass)
    bid = best_march(desk, stand, ground, "march", aim.group, words)
    if bid is not None:
        desk.give(bid)


def _where_to(desk: Desk, aim: Aim, stand: Stand, *, cut: bool) -> tuple[NDArray[np.int64], str]:
    """Give the turns left to where a stand goes, and say it: on with its mission, or back to its line if it is cut."""
    left = desk.fields.to(aim.goals, stand.id)
    if not cut and aim.attacks:
        left = _round_the_goal(desk, aim, _into_the_goal(desk, aim, left))
    if not cut and aim.counters:
        return left, f"counter-attacks at {aim.name} {aim.counters}"
    if not cut:
        return left, f"advances on {aim.name}" if aim.attacks else f"moves to hold {aim.name}"
    if not aim.attacks:
        return left, f"breaks out towards {aim.name}"
    if left[stand.hex or 0] <= _HUNDRED:
        return left, f"seizes {aim.name}, though cut off"
    return desk.fields.to((desk.planned.at[desk.leaders(stand)[0]],), stand.id), "opens its line to its headquarters"


def _into_the_goal(desk: Desk, aim: Aim, left: NDArray[np.int64]) -> NDArray[np.int64]:
    """Make it worth something to stand in a goal that is not ours, not only next to it."""
    goal = aim.goals[0]
    if desk.picture.mine[goal] or aim.mission.kind == "follow":
        return left
    found = left + _TAKING
    found[goal] = left[goal]
    return found


def _round_the_goal(desk: Desk, aim: Aim, left: NDArray[np.int64]) -> NDArray[np.int64]:
    """Make the hexes next to a held goal better where none of ours will stand: attack from all sides."""
    goal = aim.goals[0]
    if not desk.picture.held[goal] or aim.mission.kind == "follow":
        return left
    taken = {desk.planned.at[stand.id] for stand in desk.picture.fighters}
    free = [index for index in desk.picture.ring(goal) if index not in taken]
    found = left.copy()
    found[free] = np.maximum(found[free] - _ROUND, 0)
    return found


def _at_work(stand: Stand) -> bool:
    return bool(stand.facts.get("work"))


def _is_cut(desk: Desk, stand: Stand) -> bool:
    leaders = desk.leaders(stand)
    return (
        bool(leaders) and not desk.is_last_day and not desk.planned.linked(desk.planned.at[leaders[0]])[stand.hex or 0]
    )


def _stays(desk: Desk, aim: Aim, stand: Stand) -> bool:
    """Whether a stand that is to hold is where it should be: at its goal, or facing the enemy."""
    picture, here = desk.picture, stand.hex or 0
    if min(picture.grid.distance(here, goal) for goal in aim.goals) <= 1:
        return True
    if aim.falls_back or _is_salient(desk, here):
        return False
    return bool(picture.danger[here]) or int(picture.away[here]) <= 2


def _is_salient(desk: Desk, index: int) -> bool:
    """Whether the enemy bars most of the ways out of a hex."""
    barred = desk.planned.barred()
    return sum(bool(barred[other]) for other in desk.picture.ring(index)) >= _SALIENT
