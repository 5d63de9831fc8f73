"""
Make missions of the objectives alone, where a scenario has no plan.

Each objective goes to the corps that would be there first, with a handicap for each that it has already; a corps takes
its own by distance, then up to two further on. One whose places are all in its hands holds them.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from campaign.model.missions import Goal, Mission
from campaign.model.things import chain_of
from campaign.solo.commander.forces import top_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.model.things import Objective, Stand
    from campaign.solo.commander.fields import Fields
    from campaign.solo.commander.picture import Picture

__all__ = ["derived"]

_HANDICAP = 150
_UNKNOWN = 3_000
_FURTHER = 2
_HELPS = 400
"""One that holds its own helps to take others that are so few hundredths of a turn off; a garrison stays."""


def derived(picture: Picture, fields: Fields) -> dict[str, Mission]:
    """Make the missions of a side: by corps, and for formations above them that of their first corps."""
    goals: dict[int, Objective] = {}
    for objective in picture.view.state.setting.objectives:
        if objective.side == picture.side:
            goals.setdefault(objective.hex, objective)
    if not goals or not picture.own:
        return {}
    corps = _corps(picture)
    turns = {key: _turns(picture, fields, stands, goals) for key, stands in corps.items()}
    won = _won(corps, turns, goals)
    found = {key: _mission(picture, key, won[key], turns[key], goals) for key in corps}
    return {**found, **_above(picture, found)}


def _corps(picture: Picture) -> dict[str, list[Stand]]:
    """List the fighters of each corps; those still to come have none yet."""
    formations = picture.view.state.formations
    found: dict[str, list[Stand]] = defaultdict(list)
    for stand in picture.fighters:
        found[top_of(formations, stand.formation)].append(stand)
    for one in formations.values():
        if one.side == picture.side and one.size == "corps":
            found.setdefault(one.id, [])
    return dict(sorted(found.items()))


def _turns(picture: Picture, fields: Fields, stands: Sequence[Stand], goals: Mapping[int, Objective]) -> dict[int, int]:
    """Give the hundredths of a turn from a corps to each goal: what its nearest quarter needs."""
    walker = stands[0] if stands else picture.own[0]
    found = {}
    for goal in goals:
        field = fields.to((goal,), walker.id, afraid=False)
        at = sorted(int(field[stand.hex]) for stand in stands if stand.hex is not None) or [_UNKNOWN]
        found[goal] = at[len(at) // 4]
    return found


def _won(
    corps: Mapping[str, Sequence[Stand]], turns: Mapping[str, Mapping[int, int]], goals: Mapping[int, Objective]
) -> dict[str, list[int]]:
    won: dict[str, list[int]] = {key: [] for key in corps}
    bidders = [key for key, stands in corps.items() if stands]
    for goal in goals:
        if bidders:
            won[min(bidders, key=lambda key: (turns[key][goal] + _HANDICAP * len(won[key]), key))].append(goal)
    return won


def _mission(
    picture: Picture, corps: str, won: Sequence[int], turns: Mapping[int, int], goals: Mapping[int, Objective]
) -> Mission:
    def far(goal: int) -> tuple[int, int]:
        return turns[goal], goal

    chain = sorted(won or [min(goals, key=far)], key=far)
    holds = all(picture.mine[goal] for goal in chain)
    others = sorted((goal for goal in goals if not picture.mine[goal] and turns[goal] <= _HELPS), key=far)
    if holds and others:
        chain, holds = others, False
    elif holds:
        chain += sorted((goal for goal in goals if goal not in chain and turns[goal] <= _HELPS), key=far)
    else:
        last = turns[chain[-1]]
        chain += sorted((goal for goal in goals if goal not in chain and turns[goal] > last), key=far)[:_FURTHER]
    rows = tuple(Goal(goal, goals[goal].name, by_day=goals[goal].by_day) for goal in chain)
    return Mission(corps, picture.side, kind="hold" if holds else "take", goals=rows, origin="derived")


def _above(picture: Picture, found: Mapping[str, Mission]) -> dict[str, Mission]:
    """Give those above the corps the mission of their first corps."""
    formations = picture.view.state.formations
    missions: dict[str, Mission] = {}
    for key, mission in sorted(found.items()):
        for one in chain_of(formations, key):
            if one.id not in found:
                missions.setdefault(one.id, mission)
    return missions
