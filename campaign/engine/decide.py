"""Decide what an order does: events, or a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.engine.deploying import deploy
from campaign.engine.handing import hand_over, take_seat
from campaign.engine.ledger import Ledger, Refusal
from campaign.engine.missioning import change_mission
from campaign.model.verbs.clock import ClockAdvanced, EndPhase
from campaign.model.verbs.deploy import Deploy
from campaign.model.verbs.handing import GiveCommand
from campaign.model.verbs.mission import DropMission, SetMission
from campaign.model.verbs.seat import TakeSeat

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.engine.dice import Dice
    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyevent import AnyEvent
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation

__all__ = ["close_phase", "decide", "open_phase", "work_out"]

UMPIRE = "umpire"
_OVER = "orders"
_STAFF: dict[type, Callable[[Any, str, Ledger], None]] = {
    GiveCommand: hand_over, SetMission: change_mission, DropMission: change_mission, TakeSeat: take_seat,
}  # fmt: skip
"""Orders of the staff, which no rule system decides."""


def decide(ruleset: Ruleset, situation: Situation, order: AnyOrder, dice: Dice, *, by: str = UMPIRE) -> list[AnyEvent]:
    """
    Work an order out.

    Parameters
    ----------
    by
        The key of a side, or "umpire", who may order for all.

    Returns
    -------
    events
        What happened, in order, with the dice in it.

    Raises
    ------
    Refusal
        If the rules forbid it; nothing has changed then.
    """
    ledger = Ledger(situation, dice)
    work_out(ruleset, order, by, ledger)
    return ledger.events


def work_out(ruleset: Ruleset, order: AnyOrder, by: str, ledger: Ledger) -> None:
    """Work an order out on a ledger, as ``decide`` does; the caller keeps the ledger."""
    before = ledger.state
    staff = _STAFF.get(type(order))
    if isinstance(order, EndPhase):
        close_phase(ruleset, ledger)
        open_phase(ruleset, ledger)
    elif staff is not None:
        staff(order, by, ledger)
    elif isinstance(order, Deploy):
        deploy(order, by, ledger, ruleset.play)
    else:
        ruleset.play.carry_out(order, by, ledger)
    ledger.check_facts(before)


def close_phase(ruleset: Ruleset, ledger: Ledger) -> None:
    """End the phase: the first half of ``EndPhase``."""
    if ledger.state.ended:
        raise Refusal(_OVER, "the campaign is over; go back to an earlier turn to play on from there")
    ruleset.play.end_phase(ledger)


def open_phase(ruleset: Ruleset, ledger: Ledger) -> None:
    """Begin the next phase, passing through those where nobody decides; the last day's end ends it."""
    while not ledger.state.ended:
        clock = ruleset.play.next_clock(ledger.situation)
        row = ruleset.tables.phase(clock.phase)
        ledger.record(ClockAdvanced(clock=clock, new_day=clock.day != ledger.state.clock.day, rule=row.rule))
        ruleset.play.begin_phase(ledger)
        if not row.automatic:
            return
        ruleset.play.end_phase(ledger)
