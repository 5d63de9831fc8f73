"""Send engineers to a place where they are to work: by the move that leaves the least way, and in room that is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.verbs.march import Move
from campaign.solo.commander.bids import Bid

if TYPE_CHECKING:
    from campaign.model.planning import Reason
    from campaign.model.things import Stand
    from campaign.solo.commander.desk import Desk

__all__ = ["send"]

_NEAR = 3
"""Nobody ends in transport mode so near the enemy."""


def send(
    desk: Desk, engineer: Stand, places: tuple[int, int], words: tuple[str, str, str], reasons: tuple[Reason, ...]
) -> bool:
    """
    Order an engineer towards the nearer of two hexes; say whether he goes.

    Parameters
    ----------
    words
        The task, the group that it is for, and why.
    """
    task, group, why = words
    left, here = desk.fields.to(places, engineer.id), engineer.hex or 0
    found = sorted(
        (int(left[index]), riding, index)
        for riding in (False, True)
        for index in desk.reach(engineer, transport=riding).cost
        if left[index] < left[here] and not (riding and desk.picture.away[index] < _NEAR)
    )
    for _, riding, index in found:
        order = Move(engineer.id, desk.reach(engineer, transport=riding).path_to(index), transport=riding)
        if desk.planned.has_room(engineer.id, index) and not desk.is_barred(order):
            desk.give(Bid(task, group, engineer.id, order, why, reasons, end=index))
            return True
    return False
