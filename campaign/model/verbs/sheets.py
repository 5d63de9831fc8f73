"""Close the orders of a turn: what each command had written, and what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from campaign.model.folding import change
from campaign.model.names import Names
from campaign.model.roles import Code, CommandId, CommandIds, Count, Flag, HexIndex, KindWord, Role, StandId
from campaign.model.sheets import ClosedLine, Closing, Standing, UnderWay, turn_words
from campaign.model.verbs.told import Addressed, public
from campaign.model.verbs.verb import Event, Tale

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = [
    "ROWS", "OrderBarred", "OrderCarried", "OrderLeft", "OrderWaits", "SheetClosed", "SheetsClosed", "TurnClosed",
]  # fmt: skip

# They stand in events that are told to their own command alone.
_OWN = Role("", lambda value, _: value)
Standings = Annotated[tuple[Standing, ...], _OWN]
ClosedLines = Annotated[tuple[ClosedLine, ...], _OWN]
UnderWays = Annotated[tuple[UnderWay, ...], _OWN]


class SheetsClosed(Event, frozen=True, kw_only=True):
    """The orders of a turn are closed; ``drawn`` lists the commands in the order of carrying out, drawn by lot."""

    turn: Code
    key: Code
    drawn: CommandIds = ()


class SheetClosed(Event, frozen=True, kw_only=True):
    """The orders of a command for the turn, as they were when it was closed."""

    command: CommandId
    source: KindWord
    version: Count = 0
    text: Code = ""
    code: Code = ""
    lines: ClosedLines = ()
    standing: Standings = ()
    silence: KindWord = ""
    """What it does in silence: go_on, stand_fast or automaton; "" if it sent orders."""
    share: Code = ""
    """Its share in the dice of the turn, where they are committed and it sealed one."""
    under_way: UnderWays = ()
    """Its orders, of this turn and of earlier ones, that have not come to their units yet."""


class OrderCarried(Event, frozen=True, kw_only=True):
    """A line of a command's orders was begun by a unit."""

    command: CommandId
    line: Count
    stand: StandId
    words: Code = ""
    standing: Flag = False


class OrderBarred(Event, frozen=True, kw_only=True):
    """A unit set about a line of its orders, and was kept from it by what its command had not known."""

    command: CommandId
    line: Count
    stand: StandId
    words: Code = ""
    standing: Flag = False
    halted: HexIndex | None = None
    """How far it is going all the same."""


class OrderLeft(Event, frozen=True, kw_only=True):
    """A line of a command's orders came to nothing for a unit in the whole turn."""

    command: CommandId
    line: Count
    stand: StandId
    words: Code = ""


class OrderWaits(Event, frozen=True, kw_only=True):
    """A line of a command's orders waits for a unit: its front stands still. It is orders of the next turn too."""

    command: CommandId
    line: Count
    stand: StandId


class TurnClosed(Event, frozen=True, kw_only=True):
    """All orders of a turn were carried out; the next may be written."""

    turn: Code


_own = Addressed("command")


def _fold_closed(event: SheetsClosed, state: State) -> State:
    return change(state, closing=Closing(event.turn, event.key))


def _fold_sheet(event: SheetClosed, state: State) -> State:
    standing = {**state.standing, event.command: event.standing}
    if not event.under_way and event.command not in state.under_way:
        return change(state, standing=standing)
    return change(state, standing=standing, under_way={**state.under_way, event.command: event.under_way})


def _sheet_words(event: SheetClosed, names: Names) -> str:
    count = f"{len(event.lines)} line{'s' if len(event.lines) != 1 else ''}"
    late = f"; {len(event.under_way)} on the way to their units" if event.under_way else ""
    if event.source == "silent":
        come = f", {count} of earlier orders have come" if event.lines else ""
        return f"{names.command(event.command)} sent no orders: {event.silence.replace('_', ' ')}{come}{late}"
    return f"orders of {names.command(event.command)}: {count}, {event.source}, version {event.version}{late}"


def _who(event: Any, names: Names) -> str:
    """Name the unit, and the line of the sheet if it is one of this turn."""
    return names.stand(event.stand) + (f", line {event.line}" if event.line else "")


def _barred_words(event: OrderBarred, names: Names) -> str:
    how_far = f"goes as far as {names.hex(event.halted)}, " if event.halted is not None else ""
    return f"{_who(event, names)}: {how_far}is kept from what was ordered ({event.words})"


ROWS = (
    Tale(
        SheetsClosed,
        says=lambda event, _: f"the orders for {turn_words(event.turn)} are closed",
        told=public,
        apply=_fold_closed,
    ),
    Tale(SheetClosed, says=_sheet_words, told=_own, apply=_fold_sheet),
    Tale(
        OrderCarried,
        says=lambda event, names: f"{_who(event, names)}: {event.words}",
        told=_own,
        quiet=True,
    ),
    Tale(
        OrderBarred,
        says=_barred_words,
        told=_own,
    ),
    Tale(
        OrderLeft,
        says=lambda event, names: f"{_who(event, names)}: nothing came of it ({event.words})",
        told=_own,
    ),
    Tale(
        OrderWaits,
        says=lambda event, names: f"{_who(event, names)}: it waits, for all stand still there",
        told=_own,
    ),
    Tale(
        TurnClosed,
        says=lambda event, _: f"{turn_words(event.turn)} is over for all commands",
        told=public,
        apply=lambda _, state: change(state, closing=None),
    ),
)
"""The rows of closing a turn."""
