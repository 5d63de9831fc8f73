"""
Garrison: the weakest stand that is there stays in a place that was taken, as long as the enemy could come back.

A place is one that a mission of the side has taken and passed on from, or that it gets points for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campaign.model.things import Stand
    from campaign.solo.commander.desk import Desk

__all__ = ["garrison"]

_THREATENED = 6
"""An enemy so many hexes from a place could come back to it."""


def garrison(desk: Desk) -> None:
    """Keep one stand in each place that was taken."""
    for place in _places(desk):
        there = [stand for stand in desk.picture.fighters if desk.planned.at[stand.id] == place]
        if not there or any(stand.id in desk.planned.used for stand in there):
            continue
        if _is_threatened(desk, place):
            weakest = min(there, key=lambda stand: _weight(desk, stand))
            desk.planned.keep(weakest.id)
            desk.garrisons[weakest.id] = place


def _places(desk: Desk) -> list[int]:
    passed = {
        goal.hex
        for aim in desk.aims.values()
        if aim is not None and aim.attacks
        for goal in aim.mission.goals[: aim.step]
        if not goal.via
    }
    prizes = {one.hex for one in desk.picture.view.state.setting.objectives if one.side == desk.picture.side}
    still = {goal for aim in desk.aims.values() if aim is not None for goal in aim.goals}
    mine = desk.picture.mine
    return sorted(place for place in (passed | prizes) - still if mine[place])


def _is_threatened(desk: Desk, place: int) -> bool:
    grid = desk.picture.grid
    return any(grid.distance(foe.hex, place) <= _THREATENED for foe in desk.picture.foes)


def _weight(desk: Desk, stand: Stand) -> tuple[int, int, str]:
    play, view = desk.picture.ruleset.play, desk.picture.view
    return round(desk.picture.power(stand.id).close * 100), play.strength(view, stand.id), stand.id
