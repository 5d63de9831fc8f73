"""Bring on units that come later (3.13, by scenario): on their hex as their side's movement begins, then they throw."""

from campaign.engine.ledger import Ledger
from campaign.kit.clock import arriving
from campaign.kit.control import take_ground
from campaign.model.situation import Situation, stands_at
from campaign.model.things import Stand

RULE = "D3 3.13"


def begin_move(ledger: Ledger) -> None:
    """Put on the map whoever is due and finds his hex free; who does not waits a turn."""
    for stand, index in arriving(ledger, _free, rule=RULE, side=ledger.state.clock.side):
        take_ground(ledger, stand.side, (index,), rule=RULE)


def _free(situation: Situation, stand: Stand, index: int) -> int | None:  # noqa: ARG001 - whoever comes
    return None if stands_at(situation, index) else index
