"""
Find where a unit can go (3.4 to 3.6): steps within its allowance, the cap of woods and walls, the stop near enemies.

A step that comes within 6 inches of an enemy ends the move. Who begins within
6 inches of one may not come closer to it (interpretation ``leave_6in``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from campaign.model.situation import stands_of
from campaign.systems.d3.march.allowance import allowance
from campaign.systems.d3.march.ground import ground_of
from campaign.systems.d3.space import measure
from campaign.systems.d3.units import d3

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.situation import Situation
    from campaign.model.things import Stand
    from campaign.systems.d3.march.ground import Ground
    from campaign.systems.d3.space import Measure

__all__ = ["Field", "Path", "field_of", "find_ways"]

Path = tuple[int, ...]


@dataclass(frozen=True)
class Field:
    """What a unit finds about it as it moves: ground, friends, enemies, and how many steps it has."""

    ground: Ground
    start: int
    friends: frozenset[int]
    enemies: frozenset[int]
    near: Mapping[int, Mapping[int, int]]
    """By hex the enemies' hexes within 6 inches of it, and how far they are."""
    most: int
    most_capped: int
    closer_barred: bool

    def stops(self, here: int, there: int, contact: frozenset[int]) -> bool | None:
        """
        Say whether a step ends the move: it comes within 6 inches of an enemy; ``None`` if it may not be made.

        Enemies in ``contact``, for whom the unit goes, do not count.
        """
        now = self.near.get(there)
        if now is None:
            return False
        before, stop = self.near.get(here, {}), False
        for enemy, gap in now.items():
            if enemy in contact:
                continue
            if enemy not in before:
                stop = True
            elif self.closer_barred and gap < before[enemy]:
                return None
        return stop


def field_of(situation: Situation, stand: Stand) -> Field:
    """Look about for a stand on the map; one that has not thrown has no steps."""
    assert stand.hex is not None
    tables, ruler, inches = d3(situation), measure(situation), allowance(stand) or 0
    where = {other.id: (other.hex, other.side == stand.side) for other in stands_of(situation)}
    friends = frozenset(index for index, own in where.values() if own and index is not None)
    held = frozenset(index for index, own in where.values() if not own and index is not None)
    return Field(
        ground=ground_of(situation),
        start=stand.hex,
        friends=friends - {stand.hex},
        enemies=held,
        near=_near(ruler, held, tables.movement.stop),
        most=ruler.steps(inches),
        most_capped=ruler.steps(min(inches, tables.movement.cap)),
        closer_barred=tables.readings["leave_6in"] == "not_closer",
    )


@lru_cache(maxsize=256)
def _near(ruler: Measure, enemies: frozenset[int], stop: int) -> dict[int, dict[int, int]]:
    found: dict[int, dict[int, int]] = {}
    for enemy in sorted(enemies):
        for index in ruler.disc(enemy, stop):
            found.setdefault(index, {})[enemy] = ruler.gap(index, enemy)
    return found


def find_ways(
    field: Field,
    *,
    contact: frozenset[int] = frozenset(),
    goal: int | None = None,
    no_front: frozenset[int] = frozenset(),
) -> dict[int, Path]:
    """
    Find a least path to each hex in reach, friends' hexes included.

    Parameters
    ----------
    contact
        Enemies' hexes that stop nobody, because the unit goes for contact.
    goal
        One of these that may be entered, as the last hex.
    no_front
        Hexes from which the goal may not be entered.
    """
    found = _spread(field, field.most, False, contact, goal, no_front)
    for index, path in _spread(field, field.most_capped, True, contact, goal, no_front).items():
        if index not in found or len(path) < len(found[index]):
            found[index] = path
    return found


def _spread(
    field: Field, most: int, capped: bool, contact: frozenset[int], goal: int | None, no_front: frozenset[int]
) -> dict[int, Path]:
    """Go out step by step over steps that are not capped, or (no farther than the cap) over all."""
    found: dict[int, Path] = {}
    going_on: set[int] = {field.start}
    front: list[Path] = [(field.start,)]
    for _ in range(most):
        further: list[Path] = []
        for path in front:
            here = path[-1]
            for there, cap, barred in field.ground.steps(here):
                if barred or (cap and not capped) or there == field.start:
                    continue
                if there in field.enemies and (there != goal or here in no_front):
                    continue
                stop = field.stops(here, there, contact)
                if stop is None:
                    continue
                found.setdefault(there, (*path, there))
                if not stop and there not in going_on and there != goal:
                    going_on.add(there)
                    further.append((*path, there))
        front = further
    return found
