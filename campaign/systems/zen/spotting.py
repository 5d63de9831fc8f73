"""Say what guns may fire at, what a side sees, and what it hears (ZN 4.11, 4.15, 4.18).

The text implies spotting and does not give it; what is used here stands among the interpretations of those paragraphs.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import itemgetter

from campaign.engine.dice import SeededDice
from campaign.engine.ruleset import Sight
from campaign.kit.groups import grouped
from campaign.kit.watching import in_touch, seen_within, steps_within, told_apart
from campaign.model.known.sightings import Sightings
from campaign.model.masks import in_contact
from campaign.model.situation import Moment, Situation, stands_at, stands_of
from campaign.model.things import Stand
from campaign.systems.zen.facts import REPORTED
from campaign.systems.zen.space import HAIR, dice_ground, enemies, inches, is_company, ruler, zen
from maps.grid.hexgrid import NO_HEX


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who looks out from a hex, and how far he sees there."""

    name: str
    hex: int
    reach: float


def spotter(
    target: int, watchers: Iterable[Watcher], distance: Callable[[int, int], float], *, share: float = 1.0
) -> Watcher | None:
    """Find who spots a target, the first that does; ``None`` if nobody.

    ``share``: what the target leaves of every reach: 0.5 for one that is seen half as far.

    >>> ahead = [Watcher("1/110", hex=3, reach=6.0)]
    >>> spotter(9, ahead, lambda a, b: abs(a - b)).name
    '1/110'
    >>> spotter(9, ahead, lambda a, b: abs(a - b), share=0.5) is None
    True
    """
    near = (watcher for watcher in watchers if distance(watcher.hex, target) <= watcher.reach * share + HAIR)
    return next(near, None)


def nearest(target: int, places: Iterable[int], distance: Callable[[int, int], float]) -> int | None:
    """Find which of some hexes is nearest; of equals the one with the least index.

    >>> nearest(5, (1, 8, 2), lambda a, b: abs(a - b))
    2
    """
    return min(places, key=lambda place: (distance(place, target), place), default=None)


def turned(u: float, v: float, degrees: float) -> tuple[float, float]:
    """Turn a bearing, v growing downwards: a positive angle turns clockwise.

    >>> [round(part, 6) for part in turned(1.0, 0.0, 90)]
    [0.0, 1.0]
    """
    angle = math.radians(degrees)
    return u * math.cos(angle) - v * math.sin(angle), u * math.sin(angle) + v * math.cos(angle)


_DETACHMENT_SHARE = 0.5
_COVER_SHARE = 0.5
_RECCE_SIGHT = 2
_FACES = 6


def spotted_by(situation: Situation, side: str, index: int) -> str:
    """Say how a side has spotted the enemy in a hex for its guns and ships, "" if it has not (4.11).

    He stands within 6 inches of a friendly unit in command (12 of recce), or in contact with a friend, or was reported
    from the air this turn in fine weather. Overcast halves the distances.
    """
    there = [stand for stand in stands_at(situation, index) if stand.side != side]
    if not there:
        return ""
    met = _met(Moment(situation), side)
    if any(stand.id in met for stand in there):
        return "in contact"
    watcher = spotter(index, _watchers_near(situation, side, index), partial(inches, situation))
    if watcher is not None:
        return f"within {watcher.reach:g} inches of {watcher.name}"
    if situation.state.weather == "fine" and (side, index) in REPORTED(situation.state):
        return "reported from the air"
    return ""


def spotted(situation: Situation, side: str) -> tuple[int, ...]:
    """List the hexes with enemies that a side has spotted for its guns, by index."""
    held = sorted({stand.hex for stand in enemies(situation, side) if stand.hex is not None})
    return tuple(index for index in held if spotted_by(situation, side, index))


def sees(situation: Situation, side: str) -> frozenset[str]:
    """Name the enemy stands that a side sees now (4.18)."""
    return frozenset(sightings(situation, side))


def sightings(situation: Situation, side: str) -> Sightings:
    """Say which enemy stands a side sees now, and which of its stands see each (4.18).

    Battalions within 6 inches of its units in the open (12 of recce), 3 (6) in broken or rough ground or towns;
    detachments at half; by night only those in contact. What was reported from the air this turn it sees as well, and
    by day who stands in the hex next to one of its own (``sees_next_hex``).
    """
    found = in_touch(situation, side)
    if not situation.state.clock.night:
        own, others = told_apart(situation, side)
        shares = {stand.id: _share(situation, stand) for stand in others}
        for share in set(shares.values()):
            targets = [stand for stand in others if shares[stand.id] == share]
            seen = _in_sight(situation, own, {stand.hex or 0 for stand in targets}, share)
            for stand in targets:
                if stand.hex in seen:
                    found.setdefault(stand.id, set()).update(seen[stand.hex])
        for key, eyes in _next_door(situation, own, others):
            found.setdefault(key, set()).update(eyes)
        reported = {index for who, index in REPORTED(situation.state) if who == side}
        # What is reported from the air is told to the whole side.
        found |= {stand.id: set() for stand in others if stand.hex in reported}
    return {key: frozenset(eyes) for key, eyes in found.items()}


def sight(situation: Situation) -> Sight:
    """Say that a side sees as far as recce in the open, and what else its sight depends on (4.18)."""
    furthest_km = _sight_inches(situation) * _RECCE_SIGHT * zen(situation).inch_km()
    state = situation.state
    besides = (state.clock.night, state.weather, REPORTED(state))
    return Sight(steps_within(situation.map, furthest_km * 1000.0), besides)


def visible_from(situation: Situation, side: str, index: int, reach_inches: float) -> tuple[str, ...]:
    """Name the enemies of a side that can be seen from over a hex within a reach, by the shares of 4.18."""
    eye, measure = [Watcher("", index, reach_inches)], partial(inches, situation)
    found = (s for s in enemies(situation, side) if spotter(s.hex or 0, eye, measure, share=_share(situation, s)))
    return tuple(sorted(stand.id for stand in found))


def heard(
    situation: Situation, side: str, guns: Collection[str] | None = None, *, listeners: frozenset[str] | None = None
) -> tuple[int, ...]:
    """List the hexes where a side, or some stands of it, hear enemy guns that they do not see (4.18).

    ``situation``: the full situation, not a side's view of it. ``guns``: ids of the guns that fired; those marked
    "fired" unless told. ``listeners``: ids of the stands; all of the side unless told. Gives hexes: where they seem to
    be, sorted: the distance is right, the bearing from the nearest listener is off by up to ``heard_error`` degrees,
    the same for a gun all turn long. Who is further than ``heard_inches`` from all is not heard.
    """
    fired = [s for s in enemies(situation, side) if (s.id in guns if guns is not None else "fired" in s.marks)]
    seen = sightings(situation, side)
    own = [stand for stand in stands_of(situation, side) if listeners is None or stand.id in listeners]
    if listeners is not None:
        seen = {key: eyes for key, eyes in seen.items() if not eyes or eyes & listeners}
    ears = sorted({stand.hex for stand in own if stand.hex is not None})
    found = {_sound_of(situation, stand, ears) for stand in fired if stand.id not in seen}
    return tuple(sorted(index for index in found if index is not None))


@lru_cache(maxsize=4)
def _met(moment: Moment, side: str) -> frozenset[str]:
    return in_contact(moment.situation.state, side)


def _watchers_near(situation: Situation, side: str, index: int) -> list[Watcher]:
    """List those of a side who may spot for guns in a hex, in the order of its stands; nobody who is too far off."""
    watchers = _gun_watchers(Moment(situation), side)
    # An inch more: how far they see exactly is for ``spotter`` to say.
    near = watchers.keys() & ruler(situation).disc(index, _widest(situation) + 1.0)
    return [watcher for _, watcher in sorted((place for there in near for place in watchers[there]), key=itemgetter(0))]


def _widest(situation: Situation) -> float:
    read = zen(situation).reading
    return max(float(read("spot_inches")), float(read("spot_recce_inches"))) * max(1.0, _weather_share(situation))


@lru_cache(maxsize=4)
def _gun_watchers(moment: Moment, side: str) -> Mapping[int, Sequence[tuple[int, Watcher]]]:
    """Give those of a side who may spot for guns by their hexes, each with the stand's place in the order."""
    situation, table = moment.situation, zen(moment.situation)
    plain, recce = float(table.reading("spot_inches")), float(table.reading("spot_recce_inches"))
    found: dict[int, list[tuple[int, Watcher]]] = {}
    for place, stand in enumerate(stands_of(situation, side)):
        if "out_of_command" not in stand.marks:
            reach = (recce if _is_recce(stand) else plain) * _weather_share(situation)
            found.setdefault(stand.hex or 0, []).append((place, Watcher(stand.profile.short, stand.hex or 0, reach)))
    return found


def _in_sight(situation: Situation, own: list[Stand], hexes: set[int], share: float) -> dict[int, set[str]]:
    """Find the hexes that some stands see with this share of their sight, and which of them see each."""
    plain_m = _sight_inches(situation) * share * zen(situation).inch_km() * 1000.0
    eyes = grouped(((s.hex or 0, plain_m * (_RECCE_SIGHT if _is_recce(s) else 1)), s.id) for s in own)
    return seen_within(situation.map, eyes, hexes)


def _sight_inches(situation: Situation) -> float:
    return float(zen(situation).reading("sight_inches")) * _weather_share(situation)


def _next_door(situation: Situation, own: list[Stand], others: list[Stand]) -> Iterator[tuple[str, set[str]]]:
    """Give the enemies in the hex of a side's stands or next to it, with those stands, by ``sees_next_hex`` (4.18)."""
    if not zen(situation).reading("sees_next_hex"):
        return
    near = ((stand.id, (stand.hex or 0, *situation.map.neighbour[stand.hex or 0].tolist())) for stand in own)
    watched = grouped((index, key) for key, hexes in near for index in hexes)
    yield from ((enemy.id, {*watched[enemy.hex]}) for enemy in others if enemy.hex in watched)


def _is_recce(stand: Stand) -> bool:
    return stand.profile.kind == "recon"


def _share(situation: Situation, stand: Stand) -> float:
    ground = dice_ground(situation, stand.hex or 0)
    cover = 1.0 if ground in {"open", "none"} else _COVER_SHARE
    return cover * (_DETACHMENT_SHARE if is_company(stand) else 1.0)


def _weather_share(situation: Situation) -> float:
    overcast = situation.state.weather == "overcast"
    return float(zen(situation).reading("overcast_spotting")) if overcast else 1.0


def _sound_of(situation: Situation, gun: Stand, ears: list[int]) -> int | None:
    layout, clock = situation.map.layout, situation.state.clock
    assert gun.hex is not None
    ear = nearest(gun.hex, ears, partial(inches, situation))
    if ear is None or inches(situation, ear, gun.hex) > float(zen(situation).reading("heard_inches")):
        return None
    centres = layout.centres()
    (u0, v0), (u1, v1) = centres[ear].tolist(), centres[gun.hex].tolist()
    dice = SeededDice(f"{situation.state.setting.seed}/heard/{gun.id}", clock.day * 10 + clock.turn)
    share = (2 * dice.roll(1)[0] - _FACES - 1) / (_FACES - 1)
    u, v = turned(u1 - u0, v1 - v0, share * float(zen(situation).reading("heard_error")))
    x, y = layout.to_map([u0 + u, v0 + v]).tolist()
    index = layout.index_at(x, y)
    return index if index != NO_HEX and situation.map.inside[index] else None
