"""
Remember the enemies that a side saw, and put them where they may be still.

A sighting is kept until a stand of the side next to it finds nobody there, or so many turns have passed. The longer ago
it was, the less it weighs and the further round it counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.model.planning import Sighting
from campaign.model.situation import stands_of
from campaign.model.things import Profile, Stand

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.planning import Dossier
    from campaign.model.situation import Situation

__all__ = ["FULL", "Foe", "foes", "recalled", "turn_number", "with_recalled"]

FULL = 100
_FADES = 80
"""Per cent that a sighting keeps with every turn it is older."""
_DAY = 4
_HEX_EACH = 2
"""Somebody unseen may go a hex in so many turns."""


class Foe(NamedTuple):
    """An enemy whom a side sees or remembers."""

    id: str
    hex: int
    age: int
    """Turns since he was seen."""
    kind: str
    size: str
    strength: int
    """0: not known."""

    @property
    def weight(self) -> int:
        """Per cent that he still counts."""
        return int(FULL * _FADES**self.age // FULL**self.age)

    @property
    def spread(self) -> int:
        """Hexes that he may have gone since."""
        return self.age // _HEX_EACH


def turn_number(situation: Situation) -> int:
    """Give the present turn a number that grows from turn to turn; a day counts as four."""
    clock = situation.state.clock
    return (clock.day - 1) * _DAY + clock.turn


def recalled(view: Situation, side: str, dossier: Dossier, memory: int) -> dict[str, Sighting]:
    """Bring what a side remembers up to date: whom it sees now, and whom it saw and may still believe in."""
    now, seen = turn_number(view), {}
    for stand in stands_of(view):
        if stand.side != side and stand.hex is not None:
            seen[stand.id] = _sighting(stand, now)
    watched = _watched(view, side)
    for key, old in dossier.sightings.items():
        if key not in seen and old.hex not in watched and now - old.turn <= memory:
            seen[key] = old
    return dict(sorted(seen.items()))


def _sighting(stand: Stand, now: int) -> Sighting:
    profile = stand.profile
    left = max(0, profile.strength - stand.losses)
    return Sighting(stand.hex or 0, now, profile.kind, profile.size, left, identified=profile.strength > 0)


def _watched(view: Situation, side: str) -> frozenset[int]:
    """List the hexes where somebody would be seen: those of the side's stands and next to them; none by night."""
    if view.state.clock.night:
        return frozenset()
    near = view.map.neighbour
    found: set[int] = set()
    for stand in stands_of(view, side):
        if stand.hex is not None:
            found |= {stand.hex, *near[stand.hex].tolist()}
    return frozenset(found)


def foes(sightings: Mapping[str, Sighting], now: int) -> tuple[Foe, ...]:
    """List the enemies remembered, by id."""
    return tuple(
        Foe(key, one.hex, max(0, now - one.turn), one.kind, one.size, one.strength)
        for key, one in sorted(sightings.items())
    )


def with_recalled(view: Situation, side: str, known: tuple[Foe, ...]) -> Situation:
    """Put the enemies who are only remembered into a view, where they were seen last."""
    other = next((one.key for one in view.state.setting.sides if one.key != side), "")
    missing = {foe.id: _shadow(foe, other) for foe in known if foe.id not in view.state.stands}
    if not missing:
        return view
    return view.with_state(msgspec.structs.replace(view.state, stands={**view.state.stands, **missing}))


def _shadow(foe: Foe, side: str) -> Stand:
    profile = Profile("", "", side, foe.kind, foe.size, foe.strength, "foot")
    return Stand(id=foe.id, formation="", profile=profile, hex=foe.hex)
