"""Say where zones of control reach, who is surrounded, and where a mover meets the enemy (ZN 4.5, 4.8, 4.22).

A zone covers the hexes whose centre lies within half the exerting unit's base, plus its depth (the base's width), plus
half the mover's base.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from campaign.kit.discs import within
from campaign.kit.groups import grouped
from campaign.model.places import places
from campaign.model.situation import Muster, Situation, stands_of
from campaign.model.things import Stand
from campaign.systems.zen.space import enemies, fielded, hexes_within, is_built_up, zen
from maps.grid.hexgrid import NO_HEX
from maps.grid.layout import Layout

_BATTALION_HALF_BASE = 1.0


def exerts_zone(situation: Situation, stand: Stand) -> bool:
    """Whether a stand has a zone of control: battalion-sized combat units outside built-up areas (4.8)."""
    tables, profile = zen(situation), fielded(stand)
    kinds = tables.zoc.kinds + (("artillery",) if tables.reading("artillery_zoc") else ())
    if not stand.on_map or profile.kind not in kinds or profile.size not in tables.zoc.sizes:
        return False
    return bool(tables.reading("zoc_in_built_up")) or not is_built_up(situation, stand.hex or 0)


def zone_of(situation: Situation, stand: Stand, *, mover_half_base: float = _BATTALION_HALF_BASE) -> frozenset[int]:
    """List the hexes in a stand's zone of control, its own not counted."""
    if stand.hex is None or not exerts_zone(situation, stand):
        return frozenset()
    reach = _reach(situation, stand, mover_half_base)
    into_towns = bool(zen(situation).reading("zoc_in_built_up"))
    return frozenset(
        index
        for index in hexes_within(situation, stand.hex, reach)
        if index != stand.hex and (into_towns or not is_built_up(situation, index))
    )


def _reach(situation: Situation, stand: Stand, mover_half_base: float = _BATTALION_HALF_BASE) -> float:
    width = zen(situation).base_of(fielded(stand)).width
    return width / 2 + width + mover_half_base


def zones(situation: Situation, side: str) -> dict[int, tuple[str, ...]]:
    """Map each hex in a zone of control of ``side`` to the stands that exert it."""
    return grouped((index, stand.id) for stand in stands_of(situation, side) for index in zone_of(situation, stand))


def enemy_zones(situation: Situation, side: str) -> dict[int, tuple[str, ...]]:
    """Map each hex in a zone of control of the enemies of ``side`` to the stands that exert it."""
    others = (zones(situation, other.key) for other in situation.state.setting.sides if other.key != side)
    return grouped((index, stand) for other in others for index, stands in other.items() for stand in stands)


def barred_to(situation: Situation, side: str) -> NDArray[np.bool_]:
    """Say which hexes a side's lines of communication may not enter (n,).

    Barred are hexes that the enemy holds, and hexes in his zones of control with no friend in them (4.22
    ``trace_hours``).
    """
    held, barred = places(situation.state.stands), in_enemy_zones(situation, side)
    barred[list(held.of(side))] = False
    barred[list(held.against(side))] = True
    return barred


@lru_cache(maxsize=16)
def _depths(muster: Muster, side: str) -> Mapping[str, float]:
    """Map each enemy of a side that exerts a zone to how far it reaches in inches, but for half the mover's base."""
    situation = muster.situation
    able = (stand for stand in enemies(situation, side) if exerts_zone(situation, stand))
    return {stand.id: _reach(situation, stand, 0.0) for stand in able}


def in_enemy_zones(
    situation: Situation, side: str, *, mover_half_base: float = _BATTALION_HALF_BASE
) -> NDArray[np.bool_]:
    """Say which hexes lie in a zone of control of the enemies of a side (n,): those that ``enemy_zones`` lists."""
    found = np.zeros(len(situation.map), bool)
    stands, depths = situation.state.stands, _depths(Muster(situation), side)
    by_reach = grouped((depth + mover_half_base, stands[key].hex or 0) for key, depth in depths.items())
    for reach, hexes in by_reach.items():
        found |= within(situation.map, hexes, reach * zen(situation).inch_km() * 1000.0, themselves=False)
    if not zen(situation).reading("zoc_in_built_up"):
        names = situation.map.terrain_names
        built_up = np.array([name in zen(situation).movement.built_up for name in names], bool)
        found &= ~built_up[situation.map.terrain]
    return found


class Exerting(NamedTuple):
    """The enemies of a side that exert a zone, to be asked who bars a hex without mapping all zones."""

    situation: Situation
    by_hex: Mapping[int, Sequence[tuple[int, Stand]]]
    """The stands in each hex, each with its place in the order of ``enemy_zones``."""
    widest: float

    @classmethod
    def against(cls, situation: Situation, side: str) -> Exerting:
        """List those whose zones bar a side."""
        order = {known.key: number for number, known in enumerate(situation.state.setting.sides)}
        known = enumerate(sorted(enemies(situation, side), key=lambda stand: order[stand.side]))
        depths = _depths(Muster(situation), side)
        able = ((stand.hex or 0, (number, stand)) for number, stand in known if stand.id in depths)
        return cls(situation, grouped(able), max(depths.values(), default=0.0) + _BATTALION_HALF_BASE)

    def first_at(self, index: int) -> str:
        """Name the first stand that ``enemy_zones`` lists for a hex; "" if it is in no zone."""
        near = (
            pair for there in hexes_within(self.situation, index, self.widest) for pair in self.by_hex.get(there, ())
        )
        found = [(number, stand.id) for number, stand in near if index in zone_of(self.situation, stand)]
        return min(found, default=(0, ""))[1]


def is_surrounded(situation: Situation, index: int, side: str, *, barred: NDArray[np.bool_] | None = None) -> bool:
    """Whether every way out of a hex is closed to a side (4.22 ``surrounded``).

    A neighbour is closed when the enemy holds it, or has it in his zone of control with no friend there, or when nobody
    can enter it, or it is off the map. Who asks for many hexes hands in what ``barred_to`` gave for the side.
    """
    barred = barred_to(situation, side) if barred is None else barred
    ground = zen(situation).movement.ground
    around = [int(other) for other in situation.map.neighbour[index]]
    return all(
        other == NO_HEX or bool(barred[other]) or ground[situation.map.terrain_of(other)] == "none" for other in around
    )


_MANY = 200
"""So many enemies' zones are laid over the whole map at once; fewer are looked at one by one, whatever its size."""


@dataclass(frozen=True, eq=False)
class EnemyGround:
    """What a side's enemies bar to a mover.

    ``stands``: the enemy stands, by the hexes that they hold. ``zone``: hexes in their zones of control. ``near``: the
    neighbours of each hex of the map (n, 6).
    """

    stands: Mapping[int, tuple[Stand, ...]]
    zone: frozenset[int]
    near: NDArray[np.int32]
    layout: Layout
    inch_km: float

    @cached_property
    def held(self) -> frozenset[int]:
        """The hexes that the enemy holds."""
        return frozenset(self.stands)

    @cached_property
    def rim(self) -> frozenset[int]:
        """The hexes next to those that the enemy holds."""
        return frozenset(self.near[list(self.stands)].ravel().tolist())

    def nearest_inches(self, hexes: Iterable[int]) -> NDArray[np.float64]:
        """Give the distance from each of some hexes to the nearest enemy; infinite if there is none on the map."""
        wanted = np.fromiter(hexes, np.int64)
        if not self.stands:
            return np.full(len(wanted), np.inf)
        centres = _centres(self.layout)
        apart = centres[wanted][:, None, :] - centres[list(self.stands)][None, :, :]
        nearest: NDArray[np.float64] = np.hypot(apart[..., 0], apart[..., 1]).min(axis=1) / 1000.0 / self.inch_km
        return nearest


def enemy_ground(situation: Situation, stand: Stand) -> EnemyGround:
    """Find what a stand's enemies bar to it; how far their zones reach depends on its own base (4.22 ``zoc``)."""
    return _enemy_ground(Muster(situation), stand.side, half_base(situation, stand))


@lru_cache(maxsize=16)
def _enemy_ground(muster: Muster, side: str, half: float) -> EnemyGround:
    situation = muster.situation
    held = grouped((enemy.hex or 0, enemy) for enemy in enemies(situation, side))
    zone, hexmap = _zone(situation, side, half, held), situation.map
    return EnemyGround(held, zone, hexmap.neighbour, hexmap.layout, zen(situation).inch_km())


def _zone(situation: Situation, side: str, half: float, held: Mapping[int, tuple[Stand, ...]]) -> frozenset[int]:
    if len(held) > _MANY:
        return frozenset(np.flatnonzero(in_enemy_zones(situation, side, mover_half_base=half)).tolist())
    each = (zone_of(situation, enemy, mover_half_base=half) for there in held.values() for enemy in there)
    return frozenset().union(*each)


def half_base(situation: Situation, stand: Stand) -> float:
    """Give half the width of a stand's base in inches."""
    return zen(situation).base_of(fielded(stand)).width / 2


@lru_cache(maxsize=8)
def _centres(layout: Layout) -> NDArray[np.float64]:
    centres = layout.centres()
    centres.flags.writeable = False
    return centres
