"""Say which of a side's stands see which enemies, whatever makes them seen."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping

from campaign.kit.discs import pairs_within
from campaign.model.known.sightings import Sightings
from campaign.model.masks import contacts_of
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from maps.grid.hexmap import HexMap


def open_to_all(enemies: Iterable[Stand]) -> Sightings:
    """Show some enemies to every stand of a side: they lie open."""
    return {stand.id: frozenset() for stand in enemies}


def in_touch(situation: Situation, side: str) -> dict[str, set[str]]:
    """Give the enemies in contact with a side, each with the stands that he touches."""
    return {key: set(own) for key, own in contacts_of(situation.state, side).items()}


def looked_about(
    watchers: Collection[Stand], targets: Iterable[Stand], sees: Callable[[Stand, Stand], bool]
) -> Sightings:
    """Ask of every pair whether one sees the other."""
    found = {target.id: frozenset(eye.id for eye in watchers if sees(eye, target)) for target in targets}
    return {key: eyes for key, eyes in found.items() if eyes}


def seen_from(
    eyes: Mapping[tuple[int, float], Collection[str]],
    hexes: Collection[int],
    disc: Callable[[int, float], Iterable[int]],
) -> dict[int, set[str]]:
    """Find which of some hexes lie in sight, and who sees each.

    ``eyes``: who looks out, by hex and by how far he sees there. ``disc``: the hexes within a distance of one.

    >>> disc = lambda here, reach: range(here - reach, here + reach + 1)
    >>> found = seen_from({(3, 1): ["A"], (5, 1): ["B"]}, {4, 9}, disc)
    >>> {index: sorted(who) for index, who in found.items()}
    {4: ['A', 'B']}
    """
    found: dict[int, set[str]] = {}
    wanted = frozenset(hexes)
    for (here, reach), who in eyes.items():
        for index in wanted.intersection(disc(here, reach)):
            found.setdefault(index, set()).update(who)
    return found


def seen_within(
    hexmap: HexMap, eyes: Mapping[tuple[int, float], Collection[str]], hexes: Collection[int]
) -> dict[int, set[str]]:
    """Find which of some hexes lie in sight, and who sees each, for many eyes at once.

    ``eyes``: who looks out, by hex and by how far he sees there in metres, centre to centre.
    """
    found: dict[int, set[str]] = {}
    for reach in sorted({reach for _, reach in eyes}):
        looking = [here for here, far in eyes if far == reach]
        for here, there in pairs_within(hexmap, looking, hexes, reach):
            found.setdefault(there, set()).update(eyes[here, reach])
    return found


def steps_within(hexmap: HexMap, limit_m: float) -> int:
    """Give how many steps away a hex may be at most whose centre lies within a distance."""
    return int(limit_m / (hexmap.layout.width_m * math.sqrt(3) / 2)) + 1


def told_apart(situation: Situation, side: str) -> tuple[list[Stand], list[Stand]]:
    """Give the stands on the map that are of a side, and those that are not."""
    own: list[Stand] = []
    others: list[Stand] = []
    for stand in stands_of(situation):
        (own if stand.side == side else others).append(stand)
    return own, others
