"""
Retell an event as one side lived it, or not at all.

What befell a side's own stands it knows; of the enemy it knows whom it fought,
masked. Free text that names another side's units is left out, and dice that
others rolled are not shown. Who is told, and how, stands with each event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.anyevent import TALES
from campaign.model.verbs.told import Teller

if TYPE_CHECKING:
    from campaign.model.anyevent import AnyEvent
    from campaign.model.masks import Mask
    from campaign.model.state import State
    from maps.grid.hexmap import HexMap

__all__ = ["retold"]


def retold(event: AnyEvent, state: State, hexmap: HexMap, mask: Mask) -> AnyEvent | None:
    """
    Give an event as a side may read it; None if it may not know of it.

    Parameters
    ----------
    state
        The state before the event.
    mask
        The side's mask in that state.
    """
    return TALES[type(event)].retold(event, Teller(state, hexmap, mask))
