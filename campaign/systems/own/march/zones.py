"""Say which hexes stands control, and what bonds between them close."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from campaign.kit.ground import Same
from campaign.kit.groups import grouped
from campaign.kit.ruler import around
from campaign.model.places import places
from campaign.model.situation import Situation, ground_at, stands_of
from campaign.model.things import Stand
from campaign.systems.own.fight.asked import holds
from campaign.systems.own.march.pricing import carried, kinds_for
from campaign.systems.own.shape.moving import Zone
from campaign.systems.own.stands import body, is_any
from campaign.systems.own.tables import OwnTables, own
from campaign.systems.own.words.conditions import Test
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.kinds import Kinds

Held = Mapping[int, tuple[str, ...]]
Bonds = tuple[frozenset[int], frozenset[tuple[int, int]]]
_NOBODY: Held = {}
_NOTHING: Mapping[str, str] = {}
_UNBOUND: Bonds = frozenset(), frozenset()


def zones(situation: Situation, side: str) -> Held:
    """Map each hex in a zone of a side to the stands that hold it; the very same as long as none of them changes."""
    return _NOBODY if own(situation).rules.zone is None else _zones(_asked(situation, side))


def zones_for(situation: Situation, side: str, what: str) -> Held:
    """Do the same for one purpose: a friend of the other side in a hex may take the zone away there."""
    zone, held = own(situation).rules.zone, zones(situation, side)
    if zone is None or what not in zone.friends_cancel:
        return held
    return _cancelled(Same(held), Same(places(situation.state.stands).against(side)))


@lru_cache(maxsize=64)
def _cancelled(held: Same[Held], others: Same[frozenset[int]]) -> Held:
    return held.value.without(others.value) if isinstance(held.value, Holding) else held.value


@dataclass(unsafe_hash=True, slots=True)
class _Asked:
    """The zones of a side, looked up by all that they hang on."""

    key: tuple[object, ...]
    situation: Situation = field(compare=False, hash=False)
    side: str


def _asked(situation: Situation, side: str) -> _Asked:
    """Key the zones of a side: by its stands, and by what conditions may ask besides, the hour and what was built."""
    state, tests = situation.state, [one for one in _tests(own(situation)) if one.word not in _OF_IT_ALONE]
    clock, stores = state.clock, Same(state.formations) if any(one.word == "short of" for one in tests) else None
    moment = (clock.night, clock.turn, clock.phase, state.weather) if tests else ()
    there = Same(situation.map), Same(own(situation)), Same(state.ground or _NOTHING)
    return _Asked((body(situation, side), moment, stores, *there), situation, side)


def _tests(tables: OwnTables) -> tuple[Test, ...]:
    return tables.rules.zone.not_if if tables.rules.zone is not None else ()


@lru_cache(maxsize=256)
def _zones(asked: _Asked) -> Held:
    situation = asked.situation
    zone = own(situation).rules.zone
    assert zone is not None
    kinds, known = kinds_for(situation), _known(*asked.key[-3:])
    alone = all(test.word in _OF_IT_ALONE for test in zone.not_if)
    found = []
    for stand in stands_of(situation, asked.side):
        was, hexes = known.get(id(stand), _UNKNOWN)
        if was is not stand:
            hexes = _about(known, situation, stand, zone, kinds) if has_zone(situation, stand, zone) else ()
            if alone:
                known[id(stand)] = stand, hexes
        found.append((stand.id, hexes))
    return Holding(found)


def _about(known: "_Known", situation: Situation, stand: Stand, zone: Zone, kinds: Kinds) -> tuple[int, ...]:
    """Give the hexes about a stand that holds them, found once for a hex and a way to look: many views have it."""
    place = stand.hex or 0, stand.facing if zone.front_only else None
    if place not in known:
        known[place] = None, tuple(_reached(situation, stand, zone, kinds))
    return known[place][1]


class Holding(Held):
    """The hexes that stands hold; who holds each is found for those who ask."""

    def __init__(self, each: Sequence[tuple[str, tuple[int, ...]]]) -> None:
        """Take the stands with the hexes of each."""
        self._each, self.hexes = each, frozenset[int]().union(*(hexes for _, hexes in each))

    @cached_property
    def _by_hex(self) -> dict[int, tuple[str, ...]]:
        return grouped((index, key) for key, hexes in self._each for index in hexes)

    def __getitem__(self, index: int) -> tuple[str, ...]:
        """Name those who hold a hex."""
        return self._by_hex[index]

    def __contains__(self, index: object) -> bool:
        """Whether anybody holds a hex."""
        return index in self.hexes

    def without(self, hexes: frozenset[int]) -> "Holding":
        """Give the same without some hexes."""
        return Holding([(key, tuple([index for index in mine if index not in hexes])) for key, mine in self._each])

    def __iter__(self) -> Iterator[int]:
        """List the hexes that are held."""
        return iter(self._by_hex)

    def __len__(self) -> int:
        """Count them."""
        return len(self.hexes)


def hexes_of(held: Held) -> frozenset[int]:
    """Give the hexes of zones alone."""
    return held.hexes if isinstance(held, Holding) else frozenset(held)


@lru_cache(maxsize=64)
def _known(*there: object) -> "_Known":  # noqa: ARG001 - the key
    """
    Keep what is held on a map with these rules and works, by two keys.

    By the place in memory of a stand, which is held too; and by hex and way to look, whoever stands there.
    """
    return {}


_Known = dict[int | tuple[int, int | None], tuple[Stand | None, tuple[int, ...]]]
_UNKNOWN: tuple[Stand | None, tuple[int, ...]] = (None, ())
_OF_IT_ALONE = frozenset({"is", "in", "at", "reduced", "over"})
"""The words of conditions that ask of nothing but the stand, its hex and what was built there."""


def has_zone(situation: Situation, stand: Stand, zone: Zone) -> bool:
    """Whether a stand has a zone now."""
    return is_any(own(situation), stand, zone.kinds) and not any(holds(test, situation, stand) for test in zone.not_if)


def _reached(situation: Situation, stand: Stand, zone: Zone, kinds: Kinds) -> Iterator[int]:
    here, move, ends = stand.hex or 0, own(situation).rules.move, frozenset(zone.ends)
    beyond = zip(around(situation.map.layout.grid, here), kinds.code[here].tolist(), strict=True)
    for over, (near, code) in enumerate(beyond):
        kind = kinds.kinds[code]
        # Off the map there is no kind of ground.
        if near == NO_HEX or not kind.there or not _faces(situation, stand, zone, over):
            continue
        if kind.there in zone.grounds or {kind.slope, kind.border} & ends:
            continue
        if kind.water not in zone.ends:
            yield near
            continue
        played = ground_at(situation, here, over) if situation.state.ground else ""
        if carried(move, kind._replace(played=played)):
            yield near


def _faces(situation: Situation, stand: Stand, zone: Zone, over: int) -> bool:
    """Whether a stand holds what lies over a side: with zones to the front alone, not what is behind it."""
    facing = own(situation).rules.facing
    if not zone.front_only or facing is None or stand.facing is None:
        return True
    return (over - stand.facing) % SIDES in facing.front


def bonds(situation: Situation, side: str) -> Bonds:
    """Give the hexes, and the steps, that lie between two stands of a side which hold the ground between them."""
    zone = own(situation).rules.zone
    return _bonds(_asked(situation, side)) if zone is not None and zone.bonds else _UNBOUND


@lru_cache(maxsize=256)
def _bonds(asked: _Asked) -> Bonds:
    situation, side = asked.situation, asked.side
    zone, grid = own(situation).rules.zone, situation.map.layout.grid
    assert zone is not None
    holders = [stand for stand in stands_of(situation, side) if has_zone(situation, stand, zone)]
    near = {stand.hex or 0: set(around(grid, stand.hex or 0)) - {NO_HEX} for stand in holders}
    hexes, steps = set[int](), set[tuple[int, int]]()
    for one, beside in near.items():
        for other in {far for middle in beside for far in around(grid, middle)} & near.keys():
            between = beside & near[other]
            if other <= one or other in beside:
                continue
            if len(between) == 1:
                hexes |= between
            elif len(between) == 2:
                first, second = sorted(between)
                steps |= {(first, second), (second, first)}
    return frozenset(hexes), frozenset(steps)
