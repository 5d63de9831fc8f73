"""
Come to see an enemy, and to see him no longer; see what stands on the ground.

These events are made after each order, of what differs from what each command knows. They change nothing in the world:
who is told of them knows more, and the spells of sight are counted that make the ids of masked enemies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.model.known.sightings import watched
from campaign.model.names import Names, spaced
from campaign.model.roles import CommandIds, Face, Hexes, KindWord, SeenPlaces, StandId
from campaign.model.verbs.told import Addressed
from campaign.model.verbs.verb import Event, Tale

if TYPE_CHECKING:
    from campaign.model.state import State
    from campaign.model.things import Stand
    from campaign.model.verbs.told import Teller

__all__ = [
    "CONTACT", "GLIMPSED", "IDENTIFIED", "LEVELS", "ROWS", "SEEN", "GroundSeen", "Searched", "SightLost", "Sighted",
]  # fmt: skip

GLIMPSED, SEEN, IDENTIFIED, CONTACT = "glimpsed", "seen", "identified", "contact"
LEVELS = (GLIMPSED, SEEN, IDENTIFIED, CONTACT)
"""How well an enemy is seen, from least to best; who is glimpsed may be something else than he seems."""


class Sighted(Event, frozen=True, kw_only=True):
    """Commands came to see an enemy stand, or to see it otherwise than before; ``face`` is what is seen of it now."""

    stand: StandId
    face: Face
    level: KindWord
    by: CommandIds


class SightLost(Event, frozen=True, kw_only=True):
    """Commands no longer see an enemy stand; where it was last they still know."""

    stand: StandId
    by: CommandIds


class GroundSeen(Event, frozen=True, kw_only=True):
    """Commands saw what stands at some places now; "" is nothing."""

    places: SeenPlaces
    by: CommandIds


class Searched(Event, frozen=True, kw_only=True):
    """Commands looked at hexes where they had last known of an enemy, and nobody was there."""

    hexes: Hexes
    by: CommandIds


_told = Addressed("by")


def _tell_sighted(event: Sighted, names: Names) -> str:
    where = "nowhere" if event.face.hex is None else names.hex(event.face.hex)
    return f"{names.stand(event.stand)} is seen in {where}"


def _tell_ground(event: GroundSeen, names: Names) -> str:
    told = [f"{spaced(what) or 'nothing'} at {names.place(place)}" for place, what in event.places.items()]
    return "it is seen what stands there: " + ", ".join(told)


def _face_for(event: Sighted, teller: Teller) -> Stand:
    """Give what is seen under the id that the viewer knows the stand by; in the log it has none that counts."""
    return msgspec.structs.replace(event.face, id=teller.mask.key(event.stand))


def _come(event: Sighted, state: State) -> State:
    return watched(state, event.stand, event.by, seen=True)


def _go(event: SightLost, state: State) -> State:
    return watched(state, event.stand, event.by, seen=False)


ROWS = (
    Tale(Sighted, says=_tell_sighted, told=_told, apply=_come, masked={"face": _face_for}),
    Tale(SightLost, says=lambda event, names: f"{names.stand(event.stand)} is lost from sight", told=_told, apply=_go),
    Tale(GroundSeen, says=_tell_ground, told=_told),
    Tale(Searched, says=lambda event, names: f"nobody is in {names.hexes(event.hexes)} any more", told=_told),
)
