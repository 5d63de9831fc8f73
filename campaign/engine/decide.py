"""Decide what an order does: events, or a refusal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from campaign.engine.battles.fighting import close_battle, open_battle
from campaign.engine.deploying import deploy
from campaign.engine.fog.deceiving import carry_dummy, uncover, without_dummies
from campaign.engine.fog.feigning import march_on
from campaign.engine.fog.prisoners import question
from campaign.engine.fog.telling import FOG_ORDERS
from campaign.engine.fronts.freezing import FRONT_ORDERS, thaw_due
from campaign.engine.handing import hand_over, move_rules, take_seat
from campaign.engine.ledger import Ledger, Refusal
from campaign.engine.letters.delivering import deliver_due
from campaign.engine.letters.keeping import LETTER_ORDERS
from campaign.engine.missioning import change_mission, drop_if_otherwise, intend
from campaign.model.known.dummies import dummies_of
from campaign.model.sheets import turn_key
from campaign.model.verbs.battle import CloseBattle, OpenBattle
from campaign.model.verbs.clock import ClockAdvanced, EndPhase
from campaign.model.verbs.deploy import Deploy
from campaign.model.verbs.dummy import DropDummy, MarchDummy, PlaceDummy
from campaign.model.verbs.handing import GiveCommand
from campaign.model.verbs.intent import DropIntent, Intend
from campaign.model.verbs.mission import DropMission, SetMission
from campaign.model.verbs.rules import MoveRules
from campaign.model.verbs.seat import TakeSeat
from campaign.model.verbs.sheets import OrderBarred, OrderCarried

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.engine.dice import Dice
    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyevent import AnyEvent
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation

__all__ = ["Attempt", "Orders", "close_phase", "decide", "open_phase", "work_out"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """
    Orders of one unit for one line of its command's sheet.

    Line 0: none of this turn; it goes on with a march, or (``standing``) by an order until further notice.
    """

    command: str
    side: str
    line: int
    stand: str
    orders: tuple[AnyOrder, ...]
    words: str = ""
    standing: bool = False


Orders: TypeAlias = "tuple[AnyOrder | Attempt, ...]"
"""Several orders, worked out one after the other as one; an attempt among them may come to nothing."""
UMPIRE = "umpire"
_OVER = "orders"
_STAFF: dict[type, Callable[[Any, str, Ledger], None]] = {
    GiveCommand: hand_over, SetMission: change_mission, DropMission: change_mission, TakeSeat: take_seat,
    Intend: intend, DropIntent: intend, **LETTER_ORDERS, **FOG_ORDERS, **FRONT_ORDERS,
    OpenBattle: open_battle,
}  # fmt: skip
"""Orders of the staff, which no rule system decides."""


def decide(
    ruleset: Ruleset, situation: Situation, order: AnyOrder | Orders, dice: Dice, *, by: str = UMPIRE
) -> list[AnyEvent]:
    """
    Work an order out, or several one after the other, all or none.

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


def work_out(ruleset: Ruleset, order: AnyOrder | Orders, by: str, ledger: Ledger) -> None:
    """Work an order out on a ledger, as ``decide`` does; the caller keeps the ledger."""
    for one in order if isinstance(order, tuple) else (order,):
        if isinstance(one, Attempt):
            _attempt(one, ledger, partial(_work_out, ruleset, by=one.side, ledger=ledger))
        else:
            _work_out(ruleset, one, by, ledger)


def _work_out(ruleset: Ruleset, order: AnyOrder, by: str, ledger: Ledger) -> None:
    before, already = ledger.state, len(ledger.events)
    given = without_dummies(order, by, ledger) if dummies_of(before) else order
    if given is not None:
        _carry_out(ruleset, given, by, ledger)
    ledger.check_facts(before)
    question(ledger, before, ledger.events[already:])
    uncover(ledger, ledger.events[already:])


def _carry_out(ruleset: Ruleset, order: AnyOrder, by: str, ledger: Ledger) -> None:
    staff = _STAFF.get(type(order))
    if isinstance(order, EndPhase):
        close_phase(ruleset, ledger)
        open_phase(ruleset, ledger)
        if ledger.state.closing is None:
            # Where a turn is closed, letters come when it is over for all.
            deliver_due(ledger)
    elif staff is not None:
        staff(order, by, ledger)
    elif isinstance(order, PlaceDummy | MarchDummy | DropDummy):
        carry_dummy(order, by, ledger, ruleset.play)
    elif isinstance(order, MoveRules):
        move_rules(order, by, ledger, ruleset.play)
    elif isinstance(order, Deploy):
        deploy(order, by, ledger, ruleset.play)
    elif isinstance(order, CloseBattle):
        close_battle(order, by, ledger, ruleset.play)
    else:
        ruleset.play.carry_out(order, by, ledger)
        drop_if_otherwise(order, ledger)


def close_phase(ruleset: Ruleset, ledger: Ledger) -> None:
    """End the phase: the first half of ``EndPhase``."""
    if ledger.state.ended:
        raise Refusal(_OVER, "the campaign is over; go back to an earlier turn to play on from there")
    ruleset.play.end_phase(ledger)


def open_phase(ruleset: Ruleset, ledger: Ledger) -> None:
    """Begin the next phase, passing through those where nobody decides; the last day's end ends it."""
    while not ledger.state.ended:
        clock = ruleset.play.next_clock(ledger.situation)
        if turn_key(clock) != turn_key(ledger.state.clock):
            march_on(ledger, ruleset.play)
        row = ruleset.tables.phase(clock.phase)
        ledger.record(ClockAdvanced(clock=clock, new_day=clock.day != ledger.state.clock.day, rule=row.rule))
        thaw_due(ledger)
        ruleset.play.begin_phase(ledger)
        if not row.automatic:
            return
        ruleset.play.end_phase(ledger)


def _attempt(one: Attempt, ledger: Ledger, give: Callable[[AnyOrder], None]) -> None:
    """
    Carry out what can be, and tell the command what became of it.

    Parameters
    ----------
    give
        Works an order out on the ledger, or raises ``Refusal``.
    """
    told: dict[str, Any] = {"command": one.command, "line": one.line, "stand": one.stand, "words": one.words}
    told["standing"] = one.standing
    for order in one.orders:
        refusal = _tried(order, ledger, give)
        if refusal is None:
            continue
        halted = _as_far_as(order, ledger, give) if not getattr(order, "attack", True) else None
        ledger.record(OrderBarred(**told, halted=halted, rule=refusal.rule, why=refusal.why))
        return
    if one.line or one.standing:
        ledger.record(OrderCarried(**told))


def _tried(order: AnyOrder, ledger: Ledger, give: Callable[[AnyOrder], None]) -> Refusal | None:
    """Work an order out; where it is refused, leave the ledger as it was, and say why."""
    situation, events, pools = ledger.situation, len(ledger.events), len(ledger.pools)
    try:
        give(order)
    except Refusal as refusal:
        ledger.situation = situation
        del ledger.events[events:], ledger.pools[pools:]
        # Without the way it came, which holds what it was found from, and goes in a ring.
        return refusal.with_traceback(None)
    return None


def _as_far_as(march: Any, ledger: Ledger, give: Callable[[AnyOrder], None]) -> int | None:
    """Go as far along a way as can be gone; give the hex where it ends, None if not a step can be."""
    for length in range(len(march.path) - 1, 1, -1):
        shorter = msgspec.structs.replace(march, path=march.path[:length])
        if _tried(shorter, ledger, give) is None:
            return int(shorter.path[-1])
    return None
