"""
Compare courses of action: the same phase is planned in several tempers, and one yardstick judges where each leads.

A course is worth what its fights should bring, and where its fighters will then be: how near to their goals, in what
danger, in or out of command. What that is worth the commander's own prices say, not those that a course was made by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.solo.commander.desk import Desk
    from campaign.solo.commander.levels import Prices, Style

__all__ = ["best_course", "courses_of"]

_HUNDRED = 100
_MOST_LEFT = 6_000
_CAREFUL, _DARING = (-20, 150), (20, 60)
"""Aggression added, and per cent of his caution, of a more careful and of a more daring course than his own."""


def courses_of(style: Style) -> tuple[Style, ...]:
    """List the tempers that courses are planned in: his own, a more careful and a more daring one."""
    others = [
        replace(
            style,
            aggression=min(_HUNDRED, max(0, style.aggression + more)),
            caution=style.caution * share // _HUNDRED,
        )
        for more, share in (_CAREFUL, _DARING)
    ]
    return style, *others


def best_course(desks: Sequence[Desk], prices: Prices) -> Desk:
    """Find the planned course that is worth most by some prices; of equals the first."""
    if len(desks) == 1:
        return desks[0]
    return max(desks, key=lambda desk: _worth(desk, prices))


def _worth(desk: Desk, prices: Prices) -> int:
    return _fights(desk) - _places(desk, prices)


def _fights(desk: Desk) -> int:
    """
    Add up what the fights should take off the enemy, less what they should cost: each blow once.

    A hundredth of a point is worth a hundredth of a turn.
    """
    blows = {
        tuple(sorted((bid.subject, *bid.needs))): bid.expected.inflicted - bid.expected.taken
        for bid in desk.bids
        if bid.expected is not None
    }
    return sum(blows[key] for key in sorted(blows))


def _places(desk: Desk, prices: Prices) -> int:
    """Add up what is wrong with where the fighters will be."""
    found = 0
    for stand in desk.picture.fighters:
        there, aim = desk.planned.at[stand.id], desk.aims.get(desk.group_of(stand))
        found += int(desk.picture.danger[there]) * prices.danger // _HUNDRED
        if desk.astray(stand)[there]:
            found += prices.leash_ahead if aim is not None and aim.mission.bypass else prices.leash
        if aim is not None and aim.goals:
            found += min(int(desk.fields.to(aim.goals, stand.id, afraid=False)[there]), _MOST_LEFT)
    return found
