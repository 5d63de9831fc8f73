"""Lose strength, and leave play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.facts import with_facts
from campaign.model.folding import change, changed_stand, with_stand
from campaign.model.names import Names, count
from campaign.model.roles import Count, KindWord, StandId
from campaign.model.verbs.told import Teller, owner_of
from campaign.model.verbs.verb import Event, Tale

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "LossesTaken", "StandGone"]


class LossesTaken(Event, frozen=True, kw_only=True):
    """A stand lost strength points."""

    stand: StandId
    points: Count


class StandGone(Event, frozen=True, kw_only=True):
    """A stand left play: eliminated, surrendered, dispersed."""

    stand: StandId
    how: KindWord


def _tell_losses(event: LossesTaken, names: Names) -> str:
    words = names.losses
    done = words.healed if event.points < 0 else words.took
    return f"{names.stand(event.stand)} {done} {count(abs(event.points), words.one)}"


def _told_gone(event: StandGone, teller: Teller) -> bool:
    """Tell its own side, and those in contact with it."""
    return teller.mask.own(event.stand) or teller.mask.met(event.stand)


def _lose(event: LossesTaken, state: State) -> State:
    return changed_stand(state, event.stand, losses=state.stands[event.stand].losses + event.points)


def _leave(event: StandGone, state: State) -> State:
    stand = with_facts(state.stands[event.stand], work=None)
    return with_stand(state, change(stand, hex=None, gone=event.how, march=None))


ROWS = (
    Tale(LossesTaken, says=_tell_losses, told=owner_of("stand"), apply=_lose),
    Tale(
        StandGone,
        says=lambda event, names: f"{names.stand(event.stand)} left play, {event.how}",
        told=_told_gone,
        apply=_leave,
    ),
)
