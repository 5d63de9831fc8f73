"""
Know which stands lie in each hex, and which hexes each side holds.

``laid_out`` works that out from all stands. ``places`` gives the same sooner: from what was found last and the few
stands that have changed since, so that an order costs by what it moves and not by the army. A set that has not changed
is the very same again, and so is what others keep of it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import compress, islice
from operator import is_not
from typing import TYPE_CHECKING

from campaign.model.folding import changed_since

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from campaign.model.things import Stand

    Lies = Callable[[Stand], int | None]
    Stands = Mapping[str, Stand]

__all__ = ["Places", "laid_out", "on_the_map", "places"]

_MOST_KEPT = 64
_TRIED = 3
_FEW = 32
"""So many stands may have changed; where more have, all are gone through."""
_NOWHERE: frozenset[int] = frozenset()


class Body:
    """The stands of a side on the map, as a key: two are the same if all their stands are the very same ones."""

    __slots__ = ("_hash", "_ids", "stands")

    def __init__(self, stands: tuple[Stand, ...]) -> None:
        """Take the stands, and hold them: while it lives none of their places in memory is another's."""
        self.stands, self._ids = stands, tuple(map(id, stands))
        self._hash = hash(self._ids)

    def __hash__(self) -> int:
        """Hash by identity: a stand never changes, it is only written anew."""
        return self._hash

    def __eq__(self, other: object) -> bool:
        """Compare by identity."""
        return isinstance(other, Body) and self._ids == other._ids


@dataclass(frozen=True, eq=False)
class Places:
    """Where some stands lie."""

    stands: Stands
    there: Mapping[int, tuple[Stand, ...]]
    """The stands in each hex, in the order of ``stands``; the hexes in any order."""
    held: Mapping[str, frozenset[int]]
    """The hexes where stands of each side lie."""
    _lies: Lies = field(repr=False)
    _against: dict[str, frozenset[int]] = field(default_factory=dict, repr=False)
    _bodies: dict[str, Body] = field(default_factory=dict, repr=False)

    def of(self, side: str) -> frozenset[int]:
        """Give the hexes where stands of a side lie."""
        return self.held.get(side, _NOWHERE)

    def against(self, side: str) -> frozenset[int]:
        """Give the hexes where stands of other sides lie."""
        if side not in self._against:
            others = [hexes for key, hexes in self.held.items() if key != side]
            self._against[side] = others[0] if len(others) == 1 else _NOWHERE.union(*others)
        return self._against[side]

    def body(self, side: str) -> Body:
        """Give the stands of a side that lie anywhere; the very same again while none of them has changed."""
        if side not in self._bodies:
            lies, found = self._lies, [one for one in self.stands.values() if one.profile.side == side]
            self._bodies[side] = Body(tuple([one for one in found if lies(one) is not None]))
        return self._bodies[side]


def on_the_map(stand: Stand) -> int | None:
    """Give the hex where a stand lies; None if it is not on the map."""
    return stand.hex if stand.gone is None else None


_LAST: dict[Lies, list[Places]] = {}
"""The places that were asked for last, by who is counted."""


def places(stands: Stands, lies: Lies = on_the_map) -> Places:
    """
    Say where stands lie.

    Parameters
    ----------
    lies
        Gives the hex where a stand lies for the asker; None if it is not counted. It looks at the stand alone.
    """
    last = _LAST.get(lies, [])
    for known in last:
        if known.stands is stands:
            return known
    found = next((one for known in last[:_TRIED] if (one := _moved(known, stands, lies))), None)
    found = found or laid_out(stands, lies)
    _LAST[lies] = [found, *last][:_MOST_KEPT]
    return found


def laid_out(stands: Stands, lies: Lies = on_the_map) -> Places:
    """Say where stands lie, going through them all."""
    there: dict[int, tuple[Stand, ...]] = {}
    held: dict[str, set[int]] = defaultdict(set)
    # Asked of all stands of many views: who is on the map is read without a call for each.
    plain = lies is on_the_map
    for stand in stands.values():
        index = (stand.hex if stand.gone is None else None) if plain else lies(stand)
        if index is not None:
            there[index] = (*there[index], stand) if index in there else (stand,)
            held[stand.profile.side].add(index)
    return Places(stands, there, {side: frozenset(hexes) for side, hexes in held.items()}, lies)


def _moved(known: Places, stands: Stands, lies: Lies) -> Places | None:
    """Say where stands lie, from where they lay; None if too many have changed."""
    if len(known.stands) != len(stands):
        return None
    changed = _changed(known.stands, stands)
    if len(changed) > _FEW or any(a.id != b.id or a.side != b.side for a, b in changed):
        return None
    hexes = {index for pair in changed for stand in pair if (index := lies(stand)) is not None}
    fresh = {b.id: b for _, b in changed}
    there = dict(known.there)
    for index in hexes:
        stay = [one for one in there.pop(index, ()) if one.id not in fresh]
        come = [one for one in fresh.values() if lies(one) == index]
        if stay or come:
            there[index] = _in_order([*stay, *come], stands)
    sides = {stand.side for _, stand in changed}
    # A side of which nobody has changed is the same body; who alone has changed has the same before it.
    bodies = {side: body for side, body in known._bodies.items() if side not in sides}
    against = {side: held for side, held in known._against.items() if sides <= {side}}
    return Places(stands, there, _held(known, there, hexes), lies, against, bodies)


def _changed(before: Stands, after: Stands) -> list[tuple[Stand, Stand]]:
    """Pair the stands that are not the same in two mappings of one length; of many some."""
    keys = changed_since(before, after)
    if keys is not None:
        return [(before[key], after[key]) for key in keys if before[key] is not after[key]]
    was, now = before.values(), after.values()
    return list(islice(compress(zip(was, now, strict=True), map(is_not, was, now)), _FEW + 1))


def _in_order(found: list[Stand], stands: Stands) -> tuple[Stand, ...]:
    if len(found) < 2:
        return tuple(found)
    ids = {one.id for one in found}
    return tuple(stand for key, stand in stands.items() if key in ids)


def _held(known: Places, there: Mapping[int, tuple[Stand, ...]], hexes: set[int]) -> dict[str, frozenset[int]]:
    """Give the hexes that each side holds, looking at some hexes only."""
    sides = {stand.side for index in hexes for place in (known.there, there) for stand in place.get(index, ())}
    found = dict(known.held)
    for side in sides:
        before = known.of(side)
        mine = frozenset(index for index in hexes if any(one.side == side for one in there.get(index, ())))
        if mine != before & hexes:
            found[side] = before - hexes | mine
    return {side: hexes for side, hexes in found.items() if hexes}
