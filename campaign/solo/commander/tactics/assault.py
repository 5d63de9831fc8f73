"""
Assault: several stands on one hex, from several hexsides, with guns promised to it.

What bars the axis of a group is attacked at poor odds, a goal at poorer ones, others only in a good exchange. The odds
are those of the rules.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from campaign.engine.chances import by_powers
from campaign.engine.ruleset import HasOdds
from campaign.model.planning import Expected, Reason
from campaign.model.verbs.march import Move
from campaign.solo.commander.bids import Bid, worthwhile
from campaign.solo.commander.bounds import kept_back

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.engine.ruleset import Exchange
    from campaign.model.things import Stand
    from campaign.solo.commander.desk import Desk

__all__ = ["assault", "exchange"]

_CLOSE = 5
"""A stand so many hexes from the enemy is asked whom it can attack."""
_SLACK = 25
_ON_AXIS, _ON_GOAL = 1, 2
_AXIS_WORTH = 45
_LEAST_TAKEN = 5
_SPARE_GUNS = 2
_HUNDRED = 100
_MOST = 7
_HARDER = 0.08
"""Points more that a stand must bring to join a blow."""


_Attacker: TypeAlias = "tuple[Stand, tuple[int, ...]]"
"""A stand and its path, the hex that is attacked last."""


class _Blow(NamedTuple):
    """An assault on one hex as it is put together."""

    target: int
    axis: int
    attackers: tuple[_Attacker, ...]
    guns: tuple[str, ...]
    odds: Exchange

    @property
    def ratio(self) -> int:
        """Points inflicted for points taken, in per cent."""
        taken = max(_LEAST_TAKEN, round(self.odds.taken * _HUNDRED))
        return round(self.odds.inflicted * _HUNDRED) * _HUNDRED // taken


def exchange(desk: Desk, target: int, attackers: Sequence[tuple[str, int]], guns: Sequence[str]) -> Exchange:
    """Reckon a fight by the rules' own odds; where they have none, by what each stand can do."""
    picture = desk.picture
    play = picture.ruleset.play
    if isinstance(play, HasOdds):
        return play.exchange(picture.view, target, attackers, guns)
    close, fire = [picture.power(key) for key, _ in attackers], [picture.power(key) for key in guns]
    theirs = [picture.power(foe.id) for foe in picture.at.get(target, ())]
    return by_powers(close, fire, theirs, float(picture.strength_at(target)))


def assault(desk: Desk) -> None:
    """Attack what bars the way, and what is worth it, the goals first."""
    can = _who_can(desk)
    rated = [(_axis(desk, target, stands), target) for target, stands in can.items()]
    spare = {gun.id for gun in desk.free_guns}
    for axis, target in sorted(rated, key=lambda one: (-one[0], desk.picture.strength_at(one[1]), one[1])):
        blow = _blow(desk, target, axis, can[target], spare)
        if blow is None:
            continue
        bids = _bids(desk, blow)
        need = _need(desk, blow)
        if blow.ratio < need:
            _weigh(desk, bids, blow.ratio - need)
            continue
        spare -= set(blow.guns)
        for gun in blow.guns:
            desk.planned.keep(gun)
        for bid in bids:
            desk.give(bid)


def _need(desk: Desk, blow: _Blow) -> int:
    """Say at what odds a blow is struck, in per cent: at poor ones on its axis, unless the group only probes."""
    first = blow.attackers[0][0]
    aim, prices = desk.aims.get(desk.group_of(first)), desk.prices_for(first)
    hard = blow.axis and (aim is None or aim.mission.posture == "attack" or not aim.attacks)
    return prices.attack_on_axis if hard else prices.attack_off_axis


def _who_can(desk: Desk) -> dict[int, list[Stand]]:
    """List by hex who can attack it this turn."""
    can: dict[int, list[Stand]] = defaultdict(list)
    for stand in desk.picture.fighters:
        close = desk.picture.away[stand.hex or 0] <= _CLOSE
        if close and stand.attached_to is None and stand.id not in desk.planned.used and not _stays_out(desk, stand):
            if _walks_in(desk, stand):
                continue
            for target in desk.reach(stand).contacts:
                can[target].append(stand)
    return can


def _walks_in(desk: Desk, stand: Stand) -> bool:
    """Whether a goal that nobody holds lies open to a stand this turn: it goes there, and fights for it when there."""
    aim, picture = desk.aims.get(desk.group_of(stand)), desk.picture
    if aim is None or not aim.attacks:
        return False
    open_goals = [goal for goal in aim.goals if not picture.mine[goal] and not picture.held[goal]]
    return any(goal in desk.reach(stand).cost and desk.planned.has_room(stand.id, goal) for goal in open_goals)


def _stays_out(desk: Desk, stand: Stand) -> bool:
    """Whether a stand attacks nobody: its group gives ground up now, or it is kept back."""
    aim = desk.aims.get(desk.group_of(stand))
    return aim is not None and (aim.falls_back or stand.id in kept_back(desk, aim))


def _axis(desk: Desk, target: int, stands: Sequence[Stand]) -> int:
    """Say whether a hex lies on the way of any of those who can attack it, or is the goal itself."""
    return max(_axis_of(desk, target, stand) for stand in stands)


def _axis_of(desk: Desk, target: int, stand: Stand) -> int:
    aim = desk.aims.get(desk.group_of(stand))
    if aim is None:
        return 0
    if target in aim.goals:
        return _ON_GOAL
    if not aim.attacks:
        return 0
    left = desk.fields.to(aim.goals, stand.id, afraid=False)
    return _ON_AXIS if left[target] <= left[stand.hex or 0] + _SLACK else 0


def _blow(desk: Desk, target: int, axis: int, stands: Sequence[Stand], spare: set[str]) -> _Blow | None:
    attackers = _attackers(desk, target, [stand for stand in stands if stand.id not in desk.planned.used])
    if not attackers:
        return None
    strength = desk.picture.strength_at(target)
    guns = tuple(_guns(desk, target, spare)[: _SPARE_GUNS + (2 + axis) * strength])
    blow = _Blow(target, axis, attackers, guns, _odds(desk, target, attackers, guns))
    taken = {stand.id for stand, _ in attackers}
    return _supported(desk, blow, [stand for stand in stands if stand.id not in taken | desk.planned.used])


def _odds(desk: Desk, target: int, attackers: Sequence[_Attacker], guns: Sequence[str]) -> Exchange:
    return exchange(desk, target, [(stand.id, path[-2]) for stand, path in attackers], guns)


def _supported(desk: Desk, blow: _Blow, others: Sequence[Stand]) -> _Blow:
    """Add those who make the blow harder from hexsides that others attack across already."""
    if desk.level.attackers == 1:
        return blow
    for stand in others:
        if len(blow.attackers) >= _MOST:
            break
        path = _path(desk, stand, blow.target, {})
        if path:
            attackers = (*blow.attackers, (stand, path))
            odds = _odds(desk, blow.target, attackers, blow.guns)
            if odds.inflicted >= blow.odds.inflicted + _HARDER:
                blow = blow._replace(attackers=attackers, odds=odds)
    return blow


def _attackers(desk: Desk, target: int, stands: Sequence[Stand]) -> tuple[_Attacker, ...]:
    """Bring the strongest who can come, each from a hexside of his own."""
    play, view = desk.picture.ruleset.play, desk.picture.view

    def best(stand: Stand) -> tuple[int, int, str]:
        return -round(desk.picture.power(stand.id).close * _HUNDRED), -play.strength(view, stand.id), stand.id

    found: dict[int, tuple[Stand, tuple[int, ...]]] = {}
    for stand in sorted(stands, key=best):
        path = _path(desk, stand, target, found)
        if path:
            found[path[-2]] = stand, path
        if len(found) >= desk.level.attackers:
            break
    return tuple(found.values())


def _path(desk: Desk, stand: Stand, target: int, taken: Mapping[int, object]) -> tuple[int, ...]:
    """Find how a stand comes at a hex from a side that nobody else comes from; its own place first."""
    reach = desk.reach(stand)
    origins = [index for index in desk.picture.ring(target) if index in reach.cost and index not in taken]
    for origin in sorted(origins, key=lambda index: (index != stand.hex, reach.cost[index], index)):
        path = (*reach.path_to(origin), target)
        if desk.planned.has_room(stand.id, origin) and desk.accepts(Move(stand.id, path, attack=True)):
            return path
    return ()


def _guns(desk: Desk, target: int, spare: set[str]) -> list[str]:
    """List the guns to spare that reach a hex, the nearest first."""
    grid = desk.picture.grid
    far = [(grid.distance(gun.hex or 0, target), gun.id) for gun in desk.free_guns if gun.id in spare]
    return [key for away, key in sorted(far) if away <= desk.picture.power(key).range]


def _bids(desk: Desk, blow: _Blow) -> list[Bid]:
    odds, names = blow.odds, " + ".join(stand.profile.short for stand, _ in blow.attackers)
    expected = Expected(
        round(odds.inflicted * _HUNDRED), round(odds.taken * _HUNDRED), round(odds.chance * _HUNDRED), odds.source
    )
    where = desk.picture.number(blow.target)
    sort = ("a good exchange", "on the axis", "the goal itself")[blow.axis]
    why = (
        f"assault {where} by {names} with {len(blow.guns)} guns: expects {odds.inflicted:.1f} SP"
        f" for {odds.taken:.1f} ({blow.ratio / _HUNDRED:.1f}:1, {sort})"
    )
    # An even exchange weighs nothing and is still the reason.
    exchange = (expected.inflicted - expected.taken) // 2
    reasons = (
        Reason("exchange", exchange, f"{blow.ratio / _HUNDRED:.1f} points for one"),
        *worthwhile(Reason("goal", blow.axis * _AXIS_WORTH, sort)),
    )
    everyone = tuple(sorted(stand.id for stand, _ in blow.attackers))
    return [
        Bid(
            "assault", desk.group_of(stand), stand.id, Move(stand.id, path, attack=True), why, reasons, expected,
            needs=tuple(key for key in everyone if key != stand.id), end=path[-2],
        )
        for stand, path in blow.attackers
    ]  # fmt: skip


def _weigh(desk: Desk, bids: Sequence[Bid], short: int) -> None:
    """Note an assault that was weighed and is not worth it, with what it lacks."""
    lack = Reason("odds", short, f"{-short / _HUNDRED:.1f} short of the odds that are asked for")
    for bid in bids:
        desk.weighed[bid.subject].append(bid._replace(reasons=(*bid.reasons, lack)))
