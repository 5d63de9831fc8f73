"""
Make a larger piece of ground by arithmetic: woods, a river system, roads, towns, heights.

Nothing here is real; it is there to look at every kind of line and mark, and
to have thousands of hexes.
"""

from __future__ import annotations

import heapq
import math
from itertools import pairwise

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES, Grid
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS, HexMap, Place, Shade
from maps.grid.layout import Layout

NAMES = (
    "open", "pasture", "heath", "woods_open", "woods_dense", "rough", "marsh",
    "bocage", "hills", "mountain", "town", "city", "water", "sea",
)
TOWN_NAMES = ("Arlon", "Bastogne", "Clervaux", "Diekirch", "Ettelbruck", "Florenville", "Gouvy", "Houffalize")


def big_ground(cols: int = 60, rows: int = 60, *, flat_top: bool = True, width_m: float = 2000.0) -> HexMap:
    """Build the map; equal arguments give an equal map."""
    grid = Grid(cols, rows, flat_top)
    layout = Layout(grid, "EPSG:32631", 700_000.0, 5_550_000.0, width_m)
    centres = layout.centres() / width_m
    height = 320 + 170 * _waves(centres, 15.0, 1) + 90 * _waves(centres, 5.0, 2) + 2.0 * centres[:, 1]
    woods = np.clip(0.5 + 0.75 * _waves(centres, 6.0, 3) + 0.25 * _waves(centres, 2.3, 4), 0, 1)
    places = _places(layout)
    columns = {name: np.zeros((len(grid), SIDES), np.uint8) for name in ("hexside", "crossing", "road", "rail")}
    table = grid.neighbour_table()
    _rivers(grid, layout, height, columns["hexside"])
    _roads(grid, table, height, places, columns)
    terrain = _terrain(height, woods, places)
    return HexMap(
        name="big ground", layout=layout, inside=np.ones(len(grid), bool), terrain=terrain, terrain_names=NAMES,
        elevation_m=height.astype(np.float32), low_m=(height - 30).astype(np.float32),
        high_m=(height + 30).astype(np.float32), relief_m=np.full(len(grid), 60, np.float32),
        cover=woods[:, None].astype(np.float32) * 0.95, cover_names=("forest",),
        rule=np.zeros(len(grid), np.uint8), rule_names=("drawn by arithmetic",),
        places=places, side_names={}, shade=_shade(layout), sources=("arithmetic",), **columns,
    )


def _waves(points: np.ndarray, long: float, salt: int) -> np.ndarray:
    lots = np.random.default_rng(salt)
    total = np.zeros(len(points))
    for _ in range(5):
        turn, phase, scale = lots.uniform(0, 2 * math.pi), lots.uniform(0, 6.3), lots.uniform(0.7, 1.4)
        along = points[:, 0] * math.cos(turn) + points[:, 1] * math.sin(turn)
        total += np.sin(along * 2 * math.pi / long * scale + phase)
    return total / 3


def _terrain(height: np.ndarray, woods: np.ndarray, places: tuple[Place, ...]) -> np.ndarray:
    code = np.full(len(height), NAMES.index("open"))
    code[woods > 0.3] = NAMES.index("pasture")
    code[woods > 0.52] = NAMES.index("woods_open")
    code[woods > 0.72] = NAMES.index("woods_dense")
    code[(height > 560) & (woods < 0.6)] = NAMES.index("heath")
    code[(height > 600) & (woods < 0.3)] = NAMES.index("rough")
    code[(height < 170) & (woods < 0.2)] = NAMES.index("marsh")
    code[height < 90] = NAMES.index("water")
    for place in places:
        if place.rank < 3:
            code[place.index] = NAMES.index("city" if place.rank == 1 else "town")
    return code.astype(np.uint8)


def _places(layout: Layout) -> tuple[Place, ...]:
    lots = np.random.default_rng(7)
    u0, v0, u1, v1 = layout.extent()
    found = []
    for n in range(len(layout.grid) // 9):
        uv = np.array([lots.uniform(u0, u1), lots.uniform(v0, v1)])
        x, y = layout.to_map(uv)
        index = layout.index_at(float(x), float(y))
        rank = 1 if n < 2 else 2 if n < 14 else 3 if n < 70 else 4
        if index != NO_HEX and all(place.index != index for place in found):
            name = TOWN_NAMES[n % len(TOWN_NAMES)] + ("" if n < len(TOWN_NAMES) else f" {n}")
            found.append(Place(name, index, float(x), float(y), (90_000, 9_000, 1_500, 300)[rank - 1], rank))
    return tuple(found)


def _rivers(grid: Grid, layout: Layout, height: np.ndarray, hexside: np.ndarray) -> None:
    """Let water run from corner to corner, always to the lowest, and count what comes together."""
    corners = layout.corners() / layout.width_m
    keys = np.round(corners * 100).astype(int)
    spots: dict[tuple[int, int], list[float]] = {}
    edges: dict[tuple[int, int], dict[tuple[int, int], tuple[int, int]]] = {}
    for index in range(len(grid)):
        for k in range(SIDES):
            a, b = tuple(keys[index, k] // 3), tuple(keys[index, (k + 1) % SIDES] // 3)
            spots.setdefault(a, []).append(height[index])
            edges.setdefault(a, {})[b] = edges.setdefault(b, {})[a] = (index, k)
    level = {spot: float(np.mean(heights)) for spot, heights in spots.items()}
    flow = dict.fromkeys(level, 1)
    down = {}
    for spot in sorted(level, key=level.__getitem__, reverse=True):
        lower = [near for near in edges[spot] if level[near] < level[spot]]
        if lower:
            down[spot] = min(lower, key=level.__getitem__)
            flow[down[spot]] += flow[spot]
    for spot, to in down.items():
        classes = (("major_river", 140), ("river", 38), ("stream", 13))
        kind = next((kind for kind, least in classes if flow[spot] > least), "")
        if kind:
            index, k = edges[spot][to]
            _both(grid, hexside, index, k, HEXSIDES.index(kind))


def _both(grid: Grid, column: np.ndarray, index: int, side: int, code: int) -> None:
    other = grid.neighbours(index)[side]
    if other != NO_HEX:
        column[index, side] = column[other, (side + 3) % SIDES] = code


def _roads(grid: Grid, table: np.ndarray, height: np.ndarray, places: tuple[Place, ...], columns: dict) -> None:
    towns = [place.index for place in places if place.rank < 3]
    villages = [place.index for place in places if place.rank == 3]
    for kind, stops, near in (("secondary", villages, 2), ("main", towns, 3)):
        for a in stops:
            for b in sorted(stops, key=lambda b, a=a: grid.distance(a, b))[1 : near + 1]:
                for here, there in pairwise(_way(table, height, a, b)):
                    side = int(np.flatnonzero(table[here] == there)[0])
                    _both(grid, columns["road"], here, side, ROADS.index(kind))
                    if kind == "main" and towns.index(a) < 3:
                        _both(grid, columns["rail"], here, side, 1)
                    if columns["hexside"][here, side]:
                        _both(grid, columns["crossing"], here, side, CROSSINGS.index("bridge"))


def _way(table: np.ndarray, height: np.ndarray, start: int, goal: int) -> list[int]:
    queue, came = [(0.0, start, -1)], {}
    while queue:
        cost, here, before = heapq.heappop(queue)
        if here in came:
            continue
        came[here] = before
        if here == goal:
            break
        for there in table[here]:
            if there != NO_HEX and there not in came:
                heapq.heappush(queue, (cost + 1 + abs(height[there] - height[here]) / 60, int(there), here))
    path = [goal]
    while came[path[-1]] != -1:
        path.append(came[path[-1]])
    return path


def _shade(layout: Layout) -> Shade:
    u0, v0, u1, v1 = layout.extent()
    cell = 200.0
    u, v = np.meshgrid(np.arange(u0, u1, cell), np.arange(v0, v1, cell))
    points = np.stack([u.ravel(), v.ravel()], axis=1) / layout.width_m
    height = 170 * _waves(points, 15.0, 1) + 90 * _waves(points, 5.0, 2) + 14 * _waves(points, 1.2, 9)
    down, right = np.gradient(height.reshape(u.shape), cell)
    light = (1 + 9 * right + 9 * down) / np.sqrt(1 + 60 * (right**2 + down**2)) * 180
    return Shade(np.clip(light, 0, 255).astype(np.uint8), u0, v0, cell)
