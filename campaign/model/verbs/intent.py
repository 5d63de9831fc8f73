"""Keep a march to a far goal, so that it goes on turn after turn; drop it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from campaign.model.folding import change
from campaign.model.names import Names
from campaign.model.roles import Count, HexIndex, KindWord, Path, StandId
from campaign.model.things import Kept
from campaign.model.verbs.told import owner_of
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb
from campaign.model.words import Words

if TYPE_CHECKING:
    from campaign.model.state import State
    from maps.grid.hexmap import HexMap

__all__ = ["ROWS", "DropIntent", "Intend", "IntentDropped", "IntentGiven"]


class Intend(Order, frozen=True):
    """
    Keep a march to a goal that takes several turns; no rule asks for it.

    ``path`` is the way as it is meant now, from where the stand is, with the hexes that it is to pass; ``by`` is best,
    road or transport; it begins on day ``day``, turn ``turn``, or as soon as it may (0).
    """

    stand: StandId
    path: Path
    by: KindWord = "best"
    day: Count = 0
    turn: Count = 0


class DropIntent(Order, frozen=True):
    """Give up a march that was kept."""

    stand: StandId


class IntentGiven(Event, frozen=True, kw_only=True):
    """A march to a far goal is kept."""

    stand: StandId
    path: Path
    by: KindWord = "best"
    day: Count = 0
    turn: Count = 0


class IntentDropped(Event, frozen=True, kw_only=True):
    """A march that was kept is over, or given up."""

    stand: StandId
    goal: HexIndex


def _read(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"path": words.path(attack=False)}
    for by in ("road", "transport"):
        if words.flag(by):
            found["by"] = by
    if words.flag("day"):
        found["day"] = words.number("the day that it begins on")
    if words.flag("turn"):
        found["turn"] = words.number("the turn that it begins in")
    return found


def _write(order: Intend, hexmap: HexMap) -> list[str]:
    found = ["-".join(map(hexmap.number, order.path))]
    found += [order.by] if order.by != "best" else []
    found += ["day", str(order.day)] if order.day else []
    return [*found, *(["turn", str(order.turn)] if order.turn else [])]


def _say(order: Intend, names: Names) -> str:
    return f"March on to {names.hex(order.path[-1])}, over several turns"


def _tell(event: IntentGiven, names: Names) -> str:
    return f"{names.stand(event.stand)} is on its way to {names.hex(event.path[-1])}"


def _fold_given(event: IntentGiven, state: State) -> State:
    kept = Kept(event.path, event.by, event.day, event.turn)
    return change(state, intents={**state.intents, event.stand: kept})


def _fold_dropped(event: IntentDropped, state: State) -> State:
    kept = dict(state.intents)
    kept.pop(event.stand, None)
    return change(state, intents=kept)


ROWS = (
    Verb(Intend, keys={"I": Key("keep a march to a far goal")}, says=_say, read=_read, write=_write),
    Verb(
        DropIntent,
        keys={"IX": Key("give up a march that is kept")},
        says=lambda order, names: f"Give up the march of {names.stand(order.stand)}",
    ),
    Tale(IntentGiven, says=_tell, told=owner_of("stand"), apply=_fold_given, changes="intents"),
    Tale(
        IntentDropped,
        says=lambda event, names: f"{names.stand(event.stand)} goes on to {names.hex(event.goal)} no longer",
        told=owner_of("stand"),
        apply=_fold_dropped,
        changes="intents",
    ),
)
"""The rows of marches that are kept."""
