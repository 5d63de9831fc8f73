"""
Play sides of a campaign by themselves: what they want next, and playing on until somebody must decide.

A side thinks from its own view. What it remembers stands in the log, and its dice come from the campaign's seed, the
side and the number of the log entry to be written: the same log gives the same choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.engine.dice import dice_of_choice
from campaign.engine.ledger import Refusal
from campaign.engine.legal import has_orders, legal_orders
from campaign.engine.wanted import RULE as DICE
from campaign.model.anyorder import subject_of
from campaign.model.commands import command_named, commands_of
from campaign.model.seats import Seat, seat_of
from campaign.model.verbs.clock import EndPhase
from campaign.solo.choosing import STAFF, Chosen, Player
from campaign.solo.memory import Memory, recalled
from campaign.store.faults import Stale
from campaign.store.history import live_seqs
from campaign.views import view_for
from maps.problems import did_you_mean
from webui.desk.faults import BadRequest
from webui.desk.spoken.lines import carry_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.model.anyevent import AnyEvent
    from campaign.model.anyorder import AnyOrder
    from campaign.model.planning import Plan, Thought
    from campaign.store.entry import Entry
    from campaign.store.session import Session

__all__ = [
    "Called",
    "CastFor",
    "Played",
    "advice",
    "give_choice",
    "may_act",
    "memory_of",
    "next_choice",
    "play_on",
    "play_phase",
    "player_of",
    "seat_at",
    "seated",
    "why_not",
]

MOST_ORDERS = 5_000
"""Orders given in one go; after that whoever plays is asked again."""


class Played(NamedTuple):
    """What came of playing on."""

    orders: int
    phases: int
    refused: int
    waits_for: tuple[str, ...]
    """Sides and commands that may still order; it stopped for them."""
    dice: str = ""
    """What dice must be called in before it can go on; "" if none."""


def player_of(session: Session, who: str, seat: Seat | None = None) -> Player:
    """
    Say who plays a side or a command: who is asked for, else who was seated, else a commander.

    Raises
    ------
    BadRequest
        If there is no side or command of that name.
    """
    setting = session.setting
    command = command_named(setting, who)
    if command is None and who not in {side.key for side in setting.sides}:
        known = [*(side.key for side in setting.sides), *(one.id for one in setting.commands)]
        raise BadRequest(404, "side", f"there is no side or command {who[:40]!r} here", did_you_mean(who, known))
    side = who if command is None else command.side
    known_seat = seat or seat_at(session, who) or Seat()
    named = "" if side == who else who
    return Player(session.ruleset, side, known_seat if known_seat.plays_itself else Seat(), named)


def seat_at(session: Session, who: str) -> Seat | None:
    """Say who was seated at a side or a command; a command without a seat of its own is played as its side is."""
    seats, command = session.state.seats, command_named(session.setting, who)
    found = seats.get(who) or (seats.get(command.side) if command is not None else None)
    return seat_of(found) if found else None


def seated(session: Session) -> list[Player]:
    """
    List all that play themselves, as they were seated.

    A side of several commands is one player if none of them has a seat of its own.
    """
    found: list[Player] = []
    seats = session.as_of(session.seq_read).state.seats
    for side in session.setting.sides:
        commands = [one.id for one in commands_of(session.setting) if one.side == side.key]
        single = len(commands) > 1 and any(one in seats for one in commands)
        for who in commands if single else [side.key]:
            seat = seat_at(session, who)
            if seat is not None and seat.plays_itself:
                found.append(player_of(session, who, seat))
    return found


def memory_of(session: Session, player: Player) -> Memory:
    """Read from the log what a side has thought of."""
    chronicle = session.chronicle
    newest_first = (chronicle.entries[seq - 1].events for seq in reversed(live_seqs(chronicle)))
    return recalled(newest_first, player.who, planned=player.plans)


def next_choice(session: Session, player: Player, passed: Sequence[str] = ()) -> Chosen:
    """
    Ask a side what it wants next.

    Parameters
    ----------
    passed
        What it shall not think of now: orders as they are written; of the table stands, formations and the like.
    """
    view = view_for(session.known(player.who), session.situation)
    dice = dice_of_choice(session.setting.seed, player.who, len(passed), session.seq + 1)
    return player.choose(view, memory_of(session, player), dice, passed)


def why_not(session: Session, player: Player, stand: str) -> tuple[Thought, ...]:
    """Say what else was weighed for a stand, and what spoke against it; nothing is written."""
    view = view_for(session.known(player.who), session.situation)
    dice = dice_of_choice(session.setting.seed, player.who, 0, session.seq + 1)
    return player.why_not(view, memory_of(session, player), stand, dice)


def advice(session: Session, player: Player) -> Plan:
    """Say what a commander would do for a side in this phase; nothing is written."""
    view = view_for(session.known(player.who), session.situation)
    dice = dice_of_choice(session.setting.seed, player.who, 0, session.seq + 1)
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


def may_act(session: Session, who: str) -> bool:
    """Whether a side, or a command with what it holds, has any legal order now."""
    side = player_of(session, who).side
    if side == who:
        return has_orders(session.ruleset, session.situation, side)
    held = player_of(session, who).holds(session.situation)
    return any(subject_of(order)[1] in held for order in legal_orders(session.ruleset, session.situation, side))


def _silent(session: Session, players: Sequence[Player]) -> list[str]:
    """List the sides and commands that none of these plays."""
    played: set[str] = {player.who for player in players}
    found: list[str] = []
    for side in session.setting.sides:
        commands = [one.id for one in commands_of(session.setting) if one.side == side.key]
        if side.key not in played:
            found += [side.key] if played.isdisjoint(commands) else [one for one in commands if one not in played]
    return found


def play_on(
    session: Session,
    players: Sequence[Player],
    *,
    turn: bool,
    names: Iterator[str],
    faces: Sequence[int] | None = None,
) -> Played:
    """
    Play sides and commands by themselves until the phase, or the turn, is over, or another may order.

    Parameters
    ----------
    turn
        Until the turn is over; else until the phase is.
    names
        Ids for the commands that are sent.
    faces
        Dice cast by hand for the first order that wants any.

    Raises
    ------
    Refusal
        Where dice must be called in before anything can be given. If something was given, it stays, and is said with
        the dice that are wanted next.
    """
    others, called = _silent(session, players), Called(faces)
    begun, first, phases, refused, waiting = _turn(session), session.seq, 0, 0, tuple[str, ...]()
    try:
        while not session.state.ended and session.seq - first < MOST_ORDERS:
            refused += sum(play_phase(session, player, names, called)[1] for player in players)
            waiting = tuple(side for side in others if may_act(session, side))
            if waiting or session.state.ended:
                break
            if session.submit(EndPhase(), command_id=next(names), faces=called.faces).cast_dice:
                called.used()
            carry_on(session, names)
            phases += 1
            if not turn or _turn(session) != begun:
                break
    except Refusal as refusal:
        if refusal.rule != DICE or session.seq == first:
            raise
        return Played(session.seq - first - phases, phases, refused, (), refusal.why)
    return Played(session.seq - first - phases, phases, refused, waiting)


class Called:
    """Dice that were cast by hand for the next order that wants any."""

    def __init__(self, faces: Sequence[int] | None = None) -> None:
        """Take what fell; None: nothing was cast."""
        self.faces = faces

    def used(self) -> None:
        """Note that they are on the table now."""
        self.faces = None


class CastFor(Refusal):
    """Dice are wanted for an order of a side that plays itself."""

    def __init__(self, refusal: Refusal, order: AnyOrder, by: str) -> None:
        """Note whose order it is."""
        super().__init__(refusal.rule, refusal.why)
        self.order, self.by = order, by


def play_phase(session: Session, player: Player, names: Iterator[str], called: Called | None = None) -> tuple[int, int]:
    """
    Give all that a side wants in this phase; count what was given, and what was refused.

    Raises
    ------
    CastFor
        Where dice must be called in; what was given before that stays.
    """
    called = called or Called()
    given, refused = 0, 0
    passed: tuple[str, ...] = ()
    while given + refused < MOST_ORDERS:
        seen = session.seq
        choice = next_choice(session, player, passed)
        if choice.order is None:
            break
        try:
            entry = give_choice(session, choice, command_id=next(names), after=seen, faces=called.faces)
        except Stale:
            # Its dice belong to one entry: where somebody else wrote that, it thinks again.
            continue
        except Refusal as refusal:
            if refusal.rule == DICE:
                raise CastFor(refusal, choice.order, player.side) from refusal
            passed, refused = (*passed, *choice.passes), refused + 1
            continue
        if entry.cast_dice:
            called.used()
        given += 1
    return given, refused


def _turn(session: Session) -> tuple[int, int, bool]:
    clock = session.state.clock
    return clock.day, clock.turn, clock.night
