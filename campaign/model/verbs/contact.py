"""Come into contact with an enemy, and out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.folding import change
from campaign.model.names import Names
from campaign.model.roles import StandId, StandPair, StandPairs
from campaign.model.verbs.told import Teller, part_of
from campaign.model.verbs.verb import Event, Tale

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "ContactBroken", "ContactMade"]


class ContactMade(Event, frozen=True, kw_only=True):
    """Two enemies came into contact."""

    pair: StandPair
    attacker: StandId = ""


class ContactBroken(Event, frozen=True, kw_only=True):
    """Enemies are no longer in contact: these pairs."""

    pairs: StandPairs


def _tell_made(event: ContactMade, names: Names) -> str:
    first, second = event.pair
    if event.attacker:
        other = second if event.attacker == first else first
        return f"{names.stand(event.attacker)} came into contact with {names.stand(other)}"
    return f"{names.stand(first)} and {names.stand(second)} are in contact"


def _tell_broken(event: ContactBroken, names: Names) -> str:
    pairs = [f"{names.stand(a)} and {names.stand(b)}" for a, b in event.pairs]
    return "no longer in contact: " + ("; ".join(pairs) or "none")


def _told_broken(event: ContactBroken, teller: Teller) -> bool:
    return any(teller.mask.mine(key) for pair in event.pairs for key in pair)


def _make(event: ContactMade, state: State) -> State:
    first, second = sorted(event.pair)
    assaults = state.assaults
    if event.attacker:
        assaults |= {(event.attacker, second if event.attacker == first else first)}
    return change(state, contacts=state.contacts | {(first, second)}, assaults=assaults)


def _break(event: ContactBroken, state: State) -> State:
    return change(state, contacts=state.contacts - set(event.pairs))


ROWS = (
    Tale(ContactMade, says=_tell_made, told=part_of("pair"), apply=_make),
    Tale(ContactBroken, says=_tell_broken, told=_told_broken, apply=_break),
)
