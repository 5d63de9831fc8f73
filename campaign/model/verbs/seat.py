"""Seat somebody: say who plays a side or a command, a person or the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.folding import change
from campaign.model.roles import CommandId, KindWord
from campaign.model.seats import seat_words
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from campaign.model.state import State
    from campaign.model.verbs.told import Teller

__all__ = ["ROWS", "SeatTaken", "TakeSeat"]


class TakeSeat(Order, frozen=True):
    """Say who plays a side, or a command of one, from now on: a person, a commander of the program, or the table."""

    who: CommandId
    player: KindWord


class SeatTaken(Event, frozen=True, kw_only=True):
    """A side or a command is played by a person, a commander of the program, or the table from now on."""

    who: CommandId
    player: KindWord


def _told(event: SeatTaken, teller: Teller) -> bool:
    """Tell the side itself: which commands another has is not known."""
    return event.who == teller.mask.side or event.who in teller.mask.commands


def _fold(event: SeatTaken, state: State) -> State:
    return change(state, seats={**state.seats, event.who: event.player})


ROWS = (
    Verb(
        TakeSeat,
        keys={"seat": Key("say who plays a side or a command: person, table, fast, commander:LEVEL:STYLE")},
        wants={"who": "a side or a command", "player": "person, table, fast or commander"},
        says=lambda order, _: f"{order.who} is played by {seat_words(order.player)}",
    ),
    Tale(
        SeatTaken,
        says=lambda event, _: f"{event.who} is played by {seat_words(event.player)} from now on",
        told=_told,
        apply=_fold,
    ),
)
