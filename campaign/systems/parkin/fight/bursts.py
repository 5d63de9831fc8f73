"""Say where a miss bursts (GR 5.7) and what a hit does (5.7, 5.8): area of effect, cover, a die for every point."""

from fractions import Fraction
from math import sqrt

import numpy as np

from campaign.engine.ledger import Ledger
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.parkin.march.ground import cover_at
from campaign.systems.parkin.sheet import Sheet
from campaign.systems.parkin.space import is_dummy, on_top, parkin, ruler, sheet, whole_mp
from campaign.systems.parkin.status import expose, hurt
from campaign.systems.parkin.tables import ParkinTables
from maps.grid.hexgrid import NO_HEX
from maps.grid.layout import Layout

RULE = "GR 5.8"
DUD = "dud"
_FACES_A_ROW = 2
_EVEN = 1 / sqrt(2)
_COMPASS = {
    "N": (0.0, -1.0), "NE": (_EVEN, -_EVEN), "E": (1.0, 0.0), "SE": (_EVEN, _EVEN),
    "S": (0.0, 1.0), "SW": (-_EVEN, _EVEN), "W": (-1.0, 0.0), "NW": (-_EVEN, -_EVEN),
}  # fmt: skip
"""East and south of a step in each direction."""


def direction(tables: ParkinTables, first: int, second: int) -> str:
    """Read the table of scatter: the first D6 is the column, the second the row; "dud" in the middle."""
    return tables.scatter.table[(second - 1) // _FACES_A_ROW][(first - 1) // _FACES_A_ROW]


def scatter_mp(situation: Situation, firer: int, target: int, die: int) -> int:
    """Say how far off a miss bursts: the die, but at most half the range, rounded down (``scatter_half``)."""
    half = whole_mp(Fraction(ruler(situation).square(firer, target), 4))
    return min(die, max(half, int(parkin(situation).number("scatter_half"))))


def burst_hex(situation: Situation, target: int, way: str, far_mp: int) -> int:
    """Find the hex so many MP from another in a direction; ``NO_HEX`` off the map."""
    layout = situation.map.layout
    metres = far_mp / float(parkin(situation).mp_per_hex) * layout.width_m
    (u, v), (east, south) = _centre(layout, target), _COMPASS[way]
    index = int(layout.indices_under(np.array([[u + east * metres, v + south * metres]]))[0])
    return index if index != NO_HEX and situation.map.inside[index] else NO_HEX


def _centre(layout: Layout, index: int) -> tuple[float, float]:
    """Give the centre of one hex in grid coordinates, metres; a map may have a million."""
    row, col = divmod(index, layout.grid.cols)
    wide, long = layout.width_m, 1.5 * layout.radius_m
    if layout.grid.flat_top:
        return col * long, (row + 0.5 * (col & 1)) * wide
    return (col + 0.5 * (row & 1)) * wide, row * long


def damage_points(situation: Situation, weapon: Sheet, target: Stand, *, half: bool) -> int:
    """Count the points of a hit: half (rounded down, at least 1) first, then less cover, not below 0."""
    points = max(1, weapon.damage // 2) if half and weapon.damage else weapon.damage
    cover = "" if sheet(situation, target).flies else cover_at(situation, target.hex or 0)
    return max(0, points - parkin(situation).damage.cover.get(cover, 0))


def strike(ledger: Ledger, weapon: Sheet, key: str, *, half: bool, why: str) -> None:
    """Hit a unit: a die for every point, stopped at or below its ranged defence, else a step down."""
    situation, target = ledger.situation, ledger.state.stands[key]
    points = damage_points(situation, weapon, target, half=half)
    if points and is_dummy(target):
        expose(ledger, target, why)
    elif points:
        defence = sheet(situation, target).def_ranged
        roll = ledger.roll(f"Damage to {target.profile.short}", points, defence + 1, RULE, by=key)
        hurt(ledger, key, roll.hits, rule=RULE, why=why, rolls=(roll,))


def burst(ledger: Ledger, weapon: Sheet, centre: int, *, spared: str, why: str) -> None:
    """Give half damage to every unit within the area of effect of a burst, friend or foe, but for one."""
    situation = ledger.situation
    hit = [stand.id for stand in on_top(situation) if ruler(situation).within(centre, stand.hex or 0, weapon.aoe)]
    for key in hit:
        if key != spared and ledger.state.stands[key].on_map:
            strike(ledger, weapon, key, half=True, why=why)
