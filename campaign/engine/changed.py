"""
Find what an order may have changed of who sees whom: the stands near those that are no longer what they were.

A rule system says how far off a stand may matter, and what else does (``Play.sight``); all that lies further off, and
looked the same before, looks the same now.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from campaign.model.known.dummies import as_stands
from campaign.model.ownership import nearby

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from campaign.engine.ruleset import Sight
    from campaign.model.situation import Situation
    from campaign.model.state import State
    from maps.grid.hexgrid import Grid

__all__ = ["Part", "all_of", "changed_part"]

_MANY = 100
"""If more stands have changed, all are looked at: that is quicker than to look near each, where one looks far."""


@dataclass(frozen=True, slots=True)
class Part:
    """A situation, or the part of it that must be looked at anew."""

    situation: Situation
    """It holds those asked for, all who may see them or stand in the way, and whom they touch."""
    asked: frozenset[str] | None = None
    """The stands that may look otherwise now, or to others; None: any."""
    dummies: frozenset[str] = frozenset()
    """Those among the stands that are dummies."""


def all_of(situation: Situation) -> Part:
    """Give a whole situation to be looked at anew, its dummies among the stands."""
    return Part(situation.with_state(as_stands(situation.state)), dummies=frozenset(situation.state.dummies))


def changed_part(before: Situation | None, after: Situation, sight: Callable[[Situation], Sight | None]) -> Part | None:
    """Give the part of a situation that may look otherwise than before; None if that may be all of it."""
    if before is None or before.map is not after.map or before.tables is not after.tables:
        return None
    now, was = sight(after), sight(before)
    if now is None or now != was or not _is_alike(before.state, after.state):
        return None
    dummies = frozenset(after.state.dummies)
    before, after = (one.with_state(as_stands(one.state)) for one in (before, after))
    if not _is_same_army(before.state, after.state):
        return None
    changed = _changed_stands(before.state, after.state, open_postures=after.tables.open_postures)
    if now.hexes and len(changed) > _MANY:
        return None
    return replace(_around(before, after, changed, now.hexes), dummies=dummies)


def _is_alike(before: State, after: State) -> bool:
    """Whether enemies are mistaken as often as before, and by the same light."""
    is_lit_alike = before.clock.night == after.clock.night or not after.fog.mistaken
    return before.fog.mistaken == after.fog.mistaken and is_lit_alike


def _is_same_army(before: State, after: State) -> bool:
    """Whether the same stands and formations are there, in the same hands."""
    if before.setting is not after.setting or before.handed is not after.handed:
        return False
    if before.stands.keys() != after.stands.keys():
        return False
    is_same = before.formations is after.formations
    return is_same or {k: f.parent for k, f in before.formations.items()} == {
        k: f.parent for k, f in after.formations.items()
    }


def _changed_stands(before: State, after: State, *, open_postures: bool) -> set[str]:
    """Name the stands that are not what they were, touch others than before, or have other orders that lie open."""
    was = before.stands
    changed = {key for key, stand in after.stands.items() if was[key] is not stand}
    if before.contacts is not after.contacts:
        changed.update(key for pair in before.contacts ^ after.contacts for key in pair if key in was)
    if open_postures and before.formations is not after.formations:
        ordered = {k for k, f in after.formations.items() if f.posture != before.formations[k].posture}
        changed.update(key for key, stand in after.stands.items() if stand.formation in ordered)
    return changed


def _around(before: Situation, after: Situation, changed: set[str], hexes: int) -> Part:
    """Cut out what lies about some stands: whom they may matter to, and who may matter to those."""
    grid, state, was = after.map.layout.grid, after.state, before.state
    held = {side.stands[key].hex for key in changed for side in (was, state)} - {None}
    near, far = (_within(grid, held, reach) for reach in (hexes, 2 * hexes))
    far.update(_about_changed_places(before, after))
    there = {key: stand for key, stand in state.stands.items() if stand.hex in far or key in changed}
    asked = changed.union(key for key, stand in there.items() if stand.hex in near)
    contacts = frozenset(pair for pair in state.contacts if pair[0] in asked or pair[1] in asked)
    there |= {key: state.stands[key] for pair in contacts for key in pair if key in state.stands}
    cut = msgspec.structs.replace(state, stands=there, contacts=contacts)
    return Part(after.with_state(cut), frozenset(asked))


def _about_changed_places(before: Situation, after: Situation) -> set[int]:
    was, now = before.state.ground, after.state.ground
    places = () if was is now else [place for place in {*was, *now} if was.get(place) != now.get(place)]
    return {index for place in places for index in nearby(after.map, place)}


def _within(grid: Grid, hexes: Iterable[int | None], reach: int) -> set[int]:
    return {near for index in hexes if index is not None for near in _disc(grid, index, reach)}


@lru_cache(maxsize=1000)
def _disc(grid: Grid, index: int, reach: int) -> tuple[int, ...]:
    return tuple(grid.within(index, reach))
