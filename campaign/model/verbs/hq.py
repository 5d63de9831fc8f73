"""Lose a headquarters, and set it up again; check who is in command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.folding import change, changed_formation, marked, with_stand
from campaign.model.names import Names
from campaign.model.roles import Count, FormationId, StandId, StandIds, WholeStand
from campaign.model.verbs.told import Teller, owner_of
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "CommandChecked", "HqLost", "HqReplaced", "ReplaceHq"]


class ReplaceHq(Order, frozen=True):
    """Name the stand that replaces a lost headquarters."""

    formation: FormationId
    with_stand: StandId


class HqLost(Event, frozen=True, kw_only=True):
    """A formation lost its headquarters."""

    formation: FormationId
    day: Count
    turn: Count


class HqReplaced(Event, frozen=True, kw_only=True):
    """A headquarters was set up again."""

    formation: FormationId
    stand: WholeStand


class CommandChecked(Event, frozen=True, kw_only=True):
    """Command was checked: these stands are out of command, all others in."""

    out: StandIds


_OUT = "out_of_command"


def _tell_replaced(event: HqReplaced, names: Names) -> str:
    where = "" if event.stand.hex is None else f" in {names.hex(event.stand.hex)}"
    return f"{names.formation(event.formation)} set up its headquarters again{where}"


def _tell_checked(event: CommandChecked, names: Names) -> str:
    return f"out of command: {names.stands(event.out)}" if event.out else "all units are in command"


def _own_out(event: CommandChecked, teller: Teller) -> tuple[str, ...]:
    return tuple(key for key in event.out if teller.mask.own(key))


def _told_checked(event: CommandChecked, teller: Teller) -> bool:
    """Tell a side that has a stand out of command, or had one."""
    stands = teller.state.stands.values()
    was_out = any(_OUT in stand.marks for stand in stands if teller.mask.own(stand.id))
    return was_out or bool(_own_out(event, teller))


def _lose(event: HqLost, state: State) -> State:
    return changed_formation(state, event.formation, {"hq_lost": (event.day, event.turn)}, hq=None)


def _replace(event: HqReplaced, state: State) -> State:
    return changed_formation(with_stand(state, event.stand), event.formation, {"hq_lost": None}, hq=event.stand.id)


def _check(event: CommandChecked, state: State) -> State:
    out = set(event.out)
    stands = {
        key: marked(stand, on=(_OUT,) if key in out else (), off=() if key in out else (_OUT,))
        for key, stand in state.stands.items()
    }
    return change(state, stands=stands)


ROWS = (
    Verb(
        ReplaceHq,
        keys={"hq": Key("where a lost headquarters comes back")},
        wants={"with_stand": "the unit to set it up with"},
        says=lambda order, names: f"Set the headquarters up with {names.stand(order.with_stand)}",
    ),
    Tale(
        HqLost,
        says=lambda event, names: f"{names.formation(event.formation)} lost its headquarters",
        told=owner_of("formation"),
        apply=_lose,
    ),
    Tale(HqReplaced, says=_tell_replaced, told=owner_of("formation"), apply=_replace),
    Tale(
        CommandChecked, says=_tell_checked, told=_told_checked, masked={"out": _own_out}, apply=_check, changes="stands"
    ),
)
