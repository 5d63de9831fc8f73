"""Put marks on stands and formations, and take them off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.model.facts import with_facts
from campaign.model.folding import change, changed_formation, marked, with_stand
from campaign.model.names import Names, count, listed, spaced
from campaign.model.roles import Count, FormationId, HexsideNumber, KindWords, MarchLeft, StandId, WorkLeft
from campaign.model.verbs.told import owner_of
from campaign.model.verbs.verb import Event, Tale

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "FormationMarked", "StandMarked"]


class StandMarked(Event, frozen=True, kw_only=True):
    """Marks were put on and taken off a stand; carrier, work, march, facing and shots may change with them."""

    stand: StandId
    on: KindWords = ()
    off: KindWords = ()
    attached_to: StandId | msgspec.UnsetType | None = msgspec.UNSET
    work: WorkLeft | msgspec.UnsetType | None = msgspec.UNSET
    march: MarchLeft | msgspec.UnsetType | None = msgspec.UNSET
    facing: HexsideNumber | msgspec.UnsetType | None = msgspec.UNSET
    shots: Count | msgspec.UnsetType | None = msgspec.UNSET


class FormationMarked(Event, frozen=True, kw_only=True):
    """Marks were put on and taken off a formation."""

    formation: FormationId
    on: KindWords = ()
    off: KindWords = ()


def _marks(event: StandMarked | FormationMarked) -> list[str]:
    on, off = map(spaced, event.on), map(spaced, event.off)
    return [f"is marked {mark}" for mark in on] + [f"is no longer {mark}" for mark in off]


def _tell_stand(event: StandMarked, names: Names) -> str:
    told = [*_marks(event), *_changes(event, names)]
    return f"{names.stand(event.stand)} " + (listed(told) or "is as it was")


def _changes(event: StandMarked, names: Names) -> Iterator[str]:
    if event.attached_to is not msgspec.UNSET:
        yield "is on its own" if event.attached_to is None else f"is with {names.stand(event.attached_to)}"
    if event.work is not msgspec.UNSET:
        yield "is no longer at work" if event.work is None else f"is at work: {spaced(event.work.task)}"
    if event.march is not msgspec.UNSET:
        left = None if event.march is None else event.march.path
        yield f"has {names.path(left)} still to go" if left else "has no march left"
    if event.facing is not msgspec.UNSET:
        yield "looks nowhere in particular" if event.facing is None else f"faces side {event.facing}"
    if event.shots is not msgspec.UNSET:
        yield "is short of nothing" if event.shots is None else f"has {count(event.shots, 'shot')} left"


def _tell_formation(event: FormationMarked, names: Names) -> str:
    return f"{names.formation(event.formation)} " + (listed(_marks(event)) or "is as it was")


def _mark_stand(event: StandMarked, state: State) -> State:
    stand = marked(state.stands[event.stand], on=event.on, off=event.off)
    if fields := _set(event, "attached_to", "march", "facing"):
        stand = change(stand, **fields)
    if facts := _set(event, "work", "shots"):
        stand = with_facts(stand, **facts)
    return with_stand(state, stand)


def _set(event: StandMarked, *names: str) -> dict[str, Any]:
    """Give those of an event's fields that it sets."""
    return {name: value for name in names if (value := getattr(event, name)) is not msgspec.UNSET}


def _mark_formation(event: FormationMarked, state: State) -> State:
    marks = (state.formations[event.formation].marks | set(event.on)) - set(event.off)
    return changed_formation(state, event.formation, marks=frozenset(marks))


ROWS = (
    Tale(StandMarked, says=_tell_stand, told=owner_of("stand"), apply=_mark_stand, changes="stands", quiet=True),
    Tale(
        FormationMarked,
        says=_tell_formation,
        told=owner_of("formation"),
        apply=_mark_formation,
        changes="formations",
        quiet=True,
    ),
)
