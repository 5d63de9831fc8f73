"""See the enemy as a mover does: hexes that he holds, zones of control, how far off he is (ZN 4.5, 4.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from campaign.model.situation import Moment, Situation, stands_of
from campaign.model.things import Stand
from campaign.systems.zen.march.zones import in_enemy_zones, zone_of
from campaign.systems.zen.space import fielded, zen
from maps.grid.layout import Layout

_MANY = 200
"""So many enemies' zones are laid over the whole map at once; fewer are looked at one by one, whatever its size."""


@dataclass(frozen=True, eq=False)
class EnemyGround:
    """
    What a side's enemies bar to a mover.

    Attributes
    ----------
    stands
        The enemy stands, by the hexes that they hold.
    zone
        Hexes in their zones of control.
    """

    stands: Mapping[int, tuple[Stand, ...]]
    zone: frozenset[int]
    layout: Layout
    inch_km: float

    @cached_property
    def held(self) -> frozenset[int]:
        """The hexes that the enemy holds."""
        return frozenset(self.stands)

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
    return _enemy_ground(Moment(situation), stand.side, half_base(situation, stand))


@lru_cache(maxsize=16)
def _enemy_ground(moment: Moment, side: str, half: float) -> EnemyGround:
    situation = moment.situation
    found: dict[int, list[Stand]] = {}
    for enemy in stands_of(situation):
        if enemy.side != side and enemy.hex is not None:
            found.setdefault(enemy.hex, []).append(enemy)
    held = {index: tuple(there) for index, there in found.items()}
    return EnemyGround(held, _zone(situation, side, half, held), situation.map.layout, zen(situation).inch_km())


def _zone(situation: Situation, side: str, half: float, held: Mapping[int, tuple[Stand, ...]]) -> frozenset[int]:
    if len(held) > _MANY:
        return frozenset(np.flatnonzero(in_enemy_zones(situation, side, mover_half_base=half)).tolist())
    each = (zone_of(situation, enemy, mover_half_base=half) for there in held.values() for enemy in there)
    return frozenset().union(*each)


def enemy_codes(situation: Situation, side: str) -> frozenset[int]:
    """Give the codes in ``State.control`` of the other sides."""
    return frozenset(range(len(situation.state.setting.sides))) - {situation.state.side_code(side)}


def half_base(situation: Situation, stand: Stand) -> float:
    """Give half the width of a stand's base in inches."""
    return zen(situation).base_of(fielded(stand)).width / 2


@lru_cache(maxsize=8)
def _centres(layout: Layout) -> NDArray[np.float64]:
    centres = layout.centres()
    centres.flags.writeable = False
    return centres
