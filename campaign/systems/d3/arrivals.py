"""Bring on units that come later (3.13, by scenario): on their hex as their side's movement begins, then they throw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.kit.control import take_ground
from campaign.model.situation import stands_at
from campaign.model.verbs.land import StandArrived

if TYPE_CHECKING:
    from campaign.engine.ledger import Ledger

__all__ = ["begin_move"]

RULE = "D3 3.13"


def begin_move(ledger: Ledger) -> None:
    """Put on the map whoever is due and finds his hex free; who does not waits a turn."""
    clock = ledger.state.clock
    for stand in list(ledger.state.stands.values()):
        if stand.arrives is None or stand.gone is not None or stand.hex is not None or stand.side != clock.side:
            continue
        day, turn, index = stand.arrives
        if (day, turn) <= (clock.day, clock.turn) and not stands_at(ledger.situation, index):
            ledger.record(StandArrived(stand=stand.id, hex=index, rule=RULE))
            take_ground(ledger, stand.side, (index,), rule=RULE)
