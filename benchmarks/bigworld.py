"""
Make a world to be slow on: half a million hexes, and ten thousand units of two armies along a front.

Nothing of it is real; it is all drawn by lot from one seed. Divisions of
thirteen stands lie close together, some of them cut off behind the enemy's
lines; railheads lie among them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from campaign.model.calendar import Clock
from campaign.model.situation import Situation
from campaign.model.things import Formation, Profile, Setting, Side, Stand, SupplySource
from campaign.model.verbs.opening import CampaignOpened, opening_state
from campaign.systems.catalogue import ruleset
from maps.grid.hexgrid import NO_HEX, SIDES, Grid
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS, HexMap
from maps.grid.layout import Layout

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from campaign.engine.ruleset import Ruleset

__all__ = ["World", "big_map", "big_world", "fresh", "front_between"]

NAMES = ("open", "woods_open", "woods_dense", "rough", "marsh", "town")
_SHARES = (0.62, 0.78, 0.88, 0.94, 0.97, 1.0)
_ROAD_EVERY, _RIVER_EVERY = 7, 23
_KINDS = ("hq", *["infantry"] * 8, "armour", "artillery", "recon", "engineer")
_MOVERS = {"infantry": "foot", "armour": "tracked", "recon": "recce", "engineer": "foot"}


class World(NamedTuple):
    """A map, forces on it, and the rules they are played by."""

    situation: Situation
    rules: Ruleset


def big_map(cols: int = 700, rows: int = 700, *, width_m: float = 2000.0) -> HexMap:
    """Draw a map by lot, with roads along every seventh row and column and rivers that they bridge."""
    grid, lots = Grid(cols, rows, flat_top=False), np.random.default_rng(11)
    layout = Layout(grid, "EPSG:32631", 0.0, 5_000_000.0, width_m)
    coarse = lots.random((rows // 4 + 1, cols // 4 + 1)).repeat(4, 0).repeat(4, 1)[:rows, :cols]
    wild = 0.7 * coarse + 0.3 * lots.random((rows, cols))
    terrain = np.searchsorted(np.quantile(wild, _SHARES[:-1]), wild).astype(np.uint8).ravel()
    heights = (200 + 300 * coarse).astype(np.float32).ravel()
    n, table = len(grid), grid.neighbour_table()
    hexside, crossing, road = (np.zeros((n, SIDES), np.uint8) for _ in range(3))
    row, col = np.divmod(np.arange(n), cols)
    for side in range(SIDES):
        there = table[:, side]
        on_row = (row % _ROAD_EVERY == 0) & (there != NO_HEX) & (there // cols == row)
        on_col = (col % _ROAD_EVERY == 0) & (there != NO_HEX) & (there % cols == col)
        road[on_row | on_col, side] = ROADS.index("secondary")
        wet = (there != NO_HEX) & (col // _RIVER_EVERY != (there % cols) // _RIVER_EVERY)
        hexside[wet, side] = HEXSIDES.index("river")
        crossing[wet & (road[:, side] > 0), side] = CROSSINGS.index("bridge")
    return HexMap(
        name="a world drawn by lot", layout=layout, inside=np.ones(n, bool), terrain=terrain, terrain_names=NAMES,
        elevation_m=heights, low_m=heights - 20, high_m=heights + 20, relief_m=np.full(n, 40, np.float32),
        cover=np.zeros((n, 1), np.float32), cover_names=("forest",), hexside=hexside, crossing=crossing, road=road,
        rail=np.zeros((n, SIDES), np.uint8), rule=np.zeros(n, np.uint8), rule_names=("drawn by lot",),
        sources=("lots",),
    )  # fmt: skip


def big_world(
    hexmap: HexMap, units: int = 10_000, *, rules: str = "zen_operational", depth: int = 40, cut_off: float = 0.03
) -> World:
    """Set two armies up on a map, half of the units each, some share of their divisions behind the enemy's front."""
    lots, cols = np.random.default_rng(12), hexmap.layout.grid.cols
    stands, formations, sources = [], [], []
    for side, facing in (("west", -1), ("east", 1)):
        found = _army(hexmap, side, facing, units // 2, (depth, cut_off), lots)
        stands += found[0]
        formations += found[1]
        sources += found[2]
    table = ruleset(rules)
    setting = Setting(
        scenario="big", name="A world drawn by lot", ruleset=rules, map_key=hexmap.key, start="1944-06-01", days=3,
        latitude=50.0, longitude=6.0, utc_offset_h=1.0, seed="big", sources=tuple(sources),
        sides=(Side("west", "West", "#8f8a4a", "allied"), Side("east", "East", "#7d8a7a", "axis")),
    )  # fmt: skip
    control = (np.arange(len(hexmap)) % cols >= front_between(hexmap)).astype(np.uint8).tobytes()
    opening = CampaignOpened(
        setting=setting, clock=Clock(1, 1, table.tables.phases[0].key), stands=tuple(stands),
        formations=tuple(formations), control=control, weather="fine",
    )  # fmt: skip
    return World(Situation(opening_state(opening), hexmap, table.tables), table)


def fresh(situation: Situation) -> Situation:
    """Give the same situation, of which nothing is known yet."""
    return situation.with_state(msgspec.structs.replace(situation.state))


def front_between(hexmap: HexMap) -> int:
    """Give the column where the east begins."""
    return hexmap.layout.grid.cols // 2


def _army(
    hexmap: HexMap, side: str, facing: int, units: int, laid: tuple[int, float], lots: np.random.Generator
) -> tuple[list[Stand], list[Formation], list[SupplySource]]:
    grid, front, (depth, cut_off) = hexmap.layout.grid, front_between(hexmap), laid
    divisions = units // len(_KINDS) + 1
    stands: list[Stand] = []
    formations = [Formation(f"{side}-army", side, f"Army of the {side}", "Army", "army", "army")]
    for number in range(divisions):
        corps, key = f"{side}-{number // 4}", f"{side}-{number // 4}-{number}"
        if number % 4 == 0:
            formations.append(Formation(corps, side, f"Corps {corps}", corps, "corps", "corps", f"{side}-army"))
        named = Formation(
            key, side, f"Division {key}", key, "division", "infantry", corps, hq=f"{key}.0",
            stores={"LOG": 5, "POL": 5}, facts={"limits": {"LOG": 9, "POL": 9}},
        )  # fmt: skip
        formations.append(named)
        ahead = -facing if lots.random() < cut_off else facing
        middle = np.array([lots.integers(grid.rows), front + ahead * (3 + lots.integers(depth))])
        places = _places(grid, middle, len(_KINDS), lots)
        stands += [_stand(key, k, side, index) for k, index in enumerate(places)]
    rows = range(5, grid.rows, 10)
    railheads = [SupplySource(f"{side} {row}", side, f"railhead {row}", row * grid.cols + front + facing * (depth // 2))
                 for row in rows]  # fmt: skip
    return stands[:units], formations, railheads


def _places(grid: Grid, middle: NDArray[np.int64], count: int, lots: np.random.Generator) -> list[int]:
    spread = lots.integers(-4, 5, (count, 2))
    rows, cols = np.clip(middle + spread, 0, (grid.rows - 1, grid.cols - 1)).T
    return [int(index) for index in rows * grid.cols + cols]


def _stand(formation: str, number: int, side: str, index: int) -> Stand:
    kind = _KINDS[number]
    profile = Profile(
        f"{formation} battalion {number}", f"{formation}.{number}", side, kind, "battalion", 1 if kind == "hq" else 4,
        _MOVERS.get(kind, "wheeled"), band="standard" if kind == "artillery" else None,
    )  # fmt: skip
    return Stand(f"{formation}.{number}", formation, profile, hex=index)
