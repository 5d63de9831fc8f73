"""Take off what has had its time: pins (3.9), smoke (3.11), and that a car has retired (3.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.situation import stands_of
from campaign.model.verbs.marking import StandMarked
from campaign.systems.d3.units import d3

if TYPE_CHECKING:
    from campaign.engine.ledger import Ledger

__all__ = ["end_move", "end_shoot"]


def end_move(ledger: Ledger) -> None:
    """Take the pins off the side that has moved."""
    if d3(ledger.situation).readings["pin_lasts"] == "next_own_move":
        _take_off(ledger, "pinned", "D3 3.9", own=True)


def end_shoot(ledger: Ledger) -> None:
    """Let the smoke on the side drift off, and let the enemy's cars retire again."""
    _take_off(ledger, "smoked", "D3 3.11", own=True)
    _take_off(ledger, "retired", "D3 3.11", own=False)


def _take_off(ledger: Ledger, mark: str, rule: str, *, own: bool) -> None:
    side = ledger.state.clock.side
    for stand in list(stands_of(ledger.situation)):
        if mark in stand.marks and (stand.side == side) == own:
            ledger.record(StandMarked(stand=stand.id, off=(mark,), rule=rule))
