"""
Play sides of a campaign by themselves: what they want next, and playing on until somebody must decide.

A side thinks from its own view. Its dice come from the campaign's seed, the side and the number of the
log entry to be written, so that the same log gives the same choice; the log says what it has thought of
already in a phase.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.engine.dice import dice_of_choice
from campaign.engine.ledger import Refusal
from campaign.engine.legal import has_orders
from campaign.engine.wanted import RULE as DICE
from campaign.model.notation import format_order
from campaign.model.verbs.activate import GoGiven
from campaign.model.verbs.clock import ClockAdvanced, EndPhase
from campaign.model.verbs.dice import SideChose
from campaign.model.verbs.opening import CampaignOpened
from campaign.solo.table.choosing import Automaton
from campaign.solo.table.chart import RULE
from campaign.store.faults import Stale
from campaign.store.history import live_seqs
from campaign.views import view_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from campaign.model.anyorder import AnyOrder
    from campaign.model.roll import Roll
    from campaign.store.entry import Entry
    from campaign.store.session import Session

__all__ = ["Choice", "Played", "give_choice", "may_act", "next_choice", "play_on"]

MOST_ORDERS = 400
"""Orders given in one go; after that whoever plays is asked again."""


class Choice(NamedTuple):
    """What a side that plays itself wants next."""

    order: AnyOrder | None
    """None: nothing more in this phase."""
    event: SideChose
    """As it goes into the log."""


class Played(NamedTuple):
    """What came of playing on."""

    orders: int
    phases: int
    refused: int
    waits_for: tuple[str, ...]
    """Sides that may still order; it stopped for them."""


def next_choice(session: Session, side: str, passed: Sequence[str] = ()) -> Choice:
    """
    Ask a side what it wants next.

    Parameters
    ----------
    passed
        Stands, formations and the like that it shall not think of now.
    """
    view = view_for(session.known(side), session.situation)
    automaton = Automaton(session.ruleset, side)
    automaton.recall(view, {*_thought_of(session, side), *passed})
    dice = dice_of_choice(session.setting.seed, side, len(passed), session.seq + 1)
    thought = automaton.think(view, dice)
    if thought is None:
        return Choice(None, SideChose(side=side, asked=automaton.asked, passed=len(passed), rule=RULE))
    told = SideChose(
        side=side, order=format_order(thought.order, session.hexmap), asked=automaton.asked,
        throws=_numbered(thought.rolls, dice.drawn), faces=thought.faces, passed=len(passed), why=thought.words,
        rule=RULE,
    )  # fmt: skip
    return Choice(thought.order, told)


def _numbered(rolls: Sequence[Roll], drawn: int) -> tuple[Roll, ...]:
    """Say of the last dice that were drawn which they were, so that each can be drawn again and checked."""
    numbered: list[Roll] = []
    for roll in reversed(rolls):
        drawn -= len(roll.dice)
        numbered.insert(0, msgspec.structs.replace(roll, number=drawn + 1))
    return tuple(numbered)


def give_choice(
    session: Session,
    choice: Choice,
    *,
    command_id: str | None = None,
    after: int | None = None,
    faces: Sequence[int] | None = None,
) -> Entry:
    """
    Give the order that a side chose, with its reason in the same entry.

    Raises
    ------
    Refusal
        If it wants nothing, or the rules forbid what it wants: it knows nothing of what it does not see.
    """
    if choice.order is None:
        raise Refusal(RULE, "it wants nothing more in this phase; end the phase, or order something yourself")
    return session.submit(
        choice.order, by=choice.event.side, command_id=command_id, after=after, faces=faces, preface=(choice.event,)
    )


def may_act(session: Session, side: str) -> bool:
    """Whether a side has any legal order now."""
    return has_orders(session.ruleset, session.situation, side)


def play_on(session: Session, sides: Sequence[str], *, turn: bool, names: Iterator[str]) -> Played:
    """
    Play sides by themselves until the phase, or the turn, is over, or another side may order.

    Parameters
    ----------
    turn
        Until the turn is over; else until the phase is.
    names
        Ids for the commands that are sent.

    Raises
    ------
    Refusal
        Where dice must be called in; what was given before that stays.
    """
    others = [side.key for side in session.setting.sides if side.key not in sides]
    begun, orders, phases, refused = _turn(session), 0, 0, 0
    while not session.state.ended and orders < MOST_ORDERS:
        for side in sides:
            given, not_taken = _play_phase(session, side, names)
            orders, refused = orders + given, refused + not_taken
        waiting = tuple(side for side in others if may_act(session, side))
        if waiting or session.state.ended:
            return Played(orders, phases, refused, waiting)
        session.submit(EndPhase(), command_id=next(names))
        phases += 1
        if not turn or _turn(session) != begun:
            break
    return Played(orders, phases, refused, ())


def _play_phase(session: Session, side: str, names: Iterator[str]) -> tuple[int, int]:
    """Give all that a side wants in this phase; count what was given, and what was refused."""
    given, refused = 0, 0
    passed: tuple[str, ...] = ()
    while given < MOST_ORDERS:
        seen = session.seq
        choice = next_choice(session, side, passed)
        if choice.order is None:
            break
        try:
            give_choice(session, choice, command_id=next(names), after=seen)
        except Stale:
            # Its dice belong to one entry: where somebody else wrote that, it thinks again.
            continue
        except Refusal as refusal:
            if refusal.rule == DICE:
                raise
            passed, refused = (*passed, *choice.event.asked), refused + 1
            continue
        given += 1
    return given, refused


def _turn(session: Session) -> tuple[int, int, bool]:
    clock = session.state.clock
    return clock.day, clock.turn, clock.night


def _thought_of(session: Session, side: str) -> set[str]:
    """Name those that a side has thought of since the phase, or the go, began."""
    chronicle, found = session.chronicle, set[str]()
    for seq in reversed(live_seqs(chronicle)):
        events = chronicle.entries[seq - 1].events
        if any(isinstance(event, ClockAdvanced | CampaignOpened | GoGiven) for event in events):
            break
        found |= _asked(event for event in events if isinstance(event, SideChose) and event.side == side)
    return found


def _asked(events: Iterable[SideChose]) -> set[str]:
    return {subject for event in events for subject in event.asked}
