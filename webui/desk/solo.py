"""
Play sides of a campaign by themselves: what they want next, and playing on until somebody must decide.

A side thinks from its own view. What it remembers stands in the log, and its dice come from the campaign's seed, the
side and the number of the log entry to be written: the same log gives the same choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.engine.dice import dice_of_choice
from campaign.engine.ledger import Refusal
from campaign.engine.legal import has_orders
from campaign.engine.wanted import RULE as DICE
from campaign.model.seats import Seat, seat_of
from campaign.model.verbs.clock import EndPhase
from campaign.solo.choosing import STAFF, Chosen, Player
from campaign.solo.memory import Memory, recalled
from campaign.store.faults import Stale
from campaign.store.history import live_seqs
from campaign.views import view_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.model.anyevent import AnyEvent
    from campaign.model.planning import Plan
    from campaign.store.entry import Entry
    from campaign.store.session import Session

__all__ = [
    "Played",
    "advice",
    "give_choice",
    "may_act",
    "memory_of",
    "next_choice",
    "play_on",
    "play_phase",
    "player_of",
]

MOST_ORDERS = 5_000
"""Orders given in one go; after that whoever plays is asked again."""


class Played(NamedTuple):
    """What came of playing on."""

    orders: int
    phases: int
    refused: int
    waits_for: tuple[str, ...]
    """Sides that may still order; it stopped for them."""


def player_of(session: Session, side: str, seat: Seat | None = None) -> Player:
    """Say who plays a side: who is asked for, else who was seated, else a commander."""
    seated = session.state.seats.get(side)
    known = seat or (seat_of(seated) if seated else Seat())
    return Player(session.ruleset, side, known if known.plays_itself else Seat())


def memory_of(session: Session, player: Player) -> Memory:
    """Read from the log what a side has thought of."""
    chronicle = session.chronicle
    newest_first = (chronicle.entries[seq - 1].events for seq in reversed(live_seqs(chronicle)))
    return recalled(newest_first, player.side, planned=player.plans)


def next_choice(session: Session, player: Player, passed: Sequence[str] = ()) -> Chosen:
    """
    Ask a side what it wants next.

    Parameters
    ----------
    passed
        What it shall not think of now: orders as they are written; of the table stands, formations and the like.
    """
    view = view_for(session.known(player.side), session.situation)
    dice = dice_of_choice(session.setting.seed, player.side, len(passed), session.seq + 1)
    return player.choose(view, memory_of(session, player), dice, passed)


def advice(session: Session, player: Player) -> Plan:
    """Say what a commander would do for a side in this phase; nothing is written."""
    view = view_for(session.known(player.side), session.situation)
    dice = dice_of_choice(session.setting.seed, player.side, 0, session.seq + 1)
    return player.plan(view, memory_of(session, player), dice)


def give_choice(
    session: Session,
    choice: Chosen,
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
        raise Refusal(STAFF, "it wants nothing more in this phase; end the phase, or order something yourself")
    preface: Sequence[AnyEvent] = choice.preface
    return session.submit(
        choice.order, by=choice.told.side, command_id=command_id, after=after, faces=faces, preface=preface
    )


def may_act(session: Session, side: str) -> bool:
    """Whether a side has any legal order now."""
    return has_orders(session.ruleset, session.situation, side)


def play_on(session: Session, players: Sequence[Player], *, turn: bool, names: Iterator[str]) -> Played:
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
    sides = [player.side for player in players]
    others = [side.key for side in session.setting.sides if side.key not in sides]
    begun, orders, phases, refused = _turn(session), 0, 0, 0
    while not session.state.ended and orders < MOST_ORDERS:
        for player in players:
            given, not_taken = play_phase(session, player, names)
            orders, refused = orders + given, refused + not_taken
        waiting = tuple(side for side in others if may_act(session, side))
        if waiting or session.state.ended:
            return Played(orders, phases, refused, waiting)
        session.submit(EndPhase(), command_id=next(names))
        phases += 1
        if not turn or _turn(session) != begun:
            break
    return Played(orders, phases, refused, ())


def play_phase(session: Session, player: Player, names: Iterator[str]) -> tuple[int, int]:
    """Give all that a side wants in this phase; count what was given, and what was refused."""
    given, refused = 0, 0
    passed: tuple[str, ...] = ()
    while given + refused < MOST_ORDERS:
        seen = session.seq
        choice = next_choice(session, player, passed)
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
            passed, refused = (*passed, *choice.passes), refused + 1
            continue
        given += 1
    return given, refused


def _turn(session: Session) -> tuple[int, int, bool]:
    clock = session.state.clock
    return clock.day, clock.turn, clock.night
