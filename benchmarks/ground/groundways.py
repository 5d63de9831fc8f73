"""Ask of the ground what a map wants to know, by this package; ``groundusual`` asks the same by the usual tools."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyogrio.raw
import shapely

from maps.derive.terrain.ground import heights
from maps.grid.graph import HexGraph, components, distances, reaches
from maps.grid.hexgrid import NO_HEX, Grid
from maps.grid.kernels import Rings, polygon_amounts
from maps.grid.layout import SQRT3, Layout
from maps.grid.walk import lengths_per_hex, walk_lines
from maps.sources.raster.elevation import read_elevation

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from maps.grid.walk import Walk

    Floats = NDArray[np.float64]

SIZE_M = 200_000.0
EAST_M, SOUTH_M = 400_000.0, 5_400_000.0
CRS = "EPSG:32633"
CLASSES = 4
UNITS, SOURCES, ALLOWANCE = 500, 20, 150


def layout_for(hexes: int) -> Layout:
    """Lay pointy-top hexes over the ground, about so many; the first centre is its north-west corner."""
    width = (SIZE_M**2 / hexes * 2 / SQRT3) ** 0.5
    cols, rows = int(np.ceil(SIZE_M / width)) + 1, int(np.ceil(SIZE_M / (width * SQRT3 / 2))) + 1
    return Layout(Grid(cols, rows, flat_top=False), CRS, EAST_M, SOUTH_M + SIZE_M, width)


def heights_for(hexes: int) -> str:
    """Name the file of heights for a map: the fine one for half a million hexes and more."""
    return "heights_fine.tif" if hexes >= 500_000 else "heights.tif"


class Layer(NamedTuple):
    """Shapes in the CRS of the ground (m,), and a number for the kind of each."""

    shapes: NDArray[np.object_]
    kinds: NDArray[np.int32]


def read_layer(path: Path) -> Layer:
    """Read a file that ``groundinputs`` wrote."""
    _, _, shapes, fields = pyogrio.raw.read(path, columns=["kind"])
    return Layer(shapely.from_wkb(shapes), fields[0])


def hex_table(layout: Layout) -> tuple[Floats, NDArray[np.int32]]:
    """Give centres and neighbours as arrays; no polygon is made."""
    return layout.centres(), layout.grid.neighbour_table()


def cover_cut(cover: Layer, layout: Layout) -> Floats:
    """Cut polygons along the hexsides; square metres of each class in each hex."""
    shapes, of = cover.shapes, np.arange(len(cover.shapes))
    if (shapely.get_type_id(shapes) != shapely.GeometryType.POLYGON).any():
        shapes, of = shapely.get_parts(shapes, return_index=True)
    _, points, (rings, polygons) = shapely.to_ragged_array(shapes)
    classes = (cover.kinds[of][:, None] == np.arange(CLASSES)).astype(np.float64)
    return polygon_amounts(Rings(layout.to_grid(points), rings, polygons), classes, layout)


def heights_read(path: Path, layout: Layout) -> Floats:
    """Take the mean of each hex by the public functions, the file read first; the usual tool gives no slopes either."""
    return heights(read_elevation([path], layout).raster, layout, slopes=False).mean_m


def lines_walked(lines: Layer, layout: Layout) -> tuple[Walk, Floats]:
    """Walk the lines, which also tells the sides crossed; and add up metres of each kind in each hex."""
    _, points, (starts,) = shapely.to_ragged_array(lines.shapes)
    walk = walk_lines(layout.to_grid(points), starts, layout)
    return walk, lengths_per_hex(walk, lines.kinds, 3, len(layout.grid))


def _smooth(noise: Floats, sigma: float) -> Floats:
    """Blur noise by a Gaussian, the edges joined; both pipelines pay for it, and neither for a library."""
    down, across = np.fft.fftfreq(noise.shape[0])[:, None], np.fft.rfftfreq(noise.shape[1])
    blur = np.exp(-2 * (np.pi * sigma) ** 2 * (down**2 + across**2))
    return np.fft.irfft2(np.fft.rfft2(noise) * blur, noise.shape).ravel()


@dataclass
class Ground:
    """Costs of steps, with enemies, units and sources of supply, all sown."""

    neighbour: NDArray[np.int32]
    entered: NDArray[np.int32]
    cost: NDArray[np.int32]
    zone: NDArray[np.bool_]
    units: list[int]
    sources: list[int]

    @classmethod
    def sown(cls, layout: Layout) -> Ground:
        """Sow open ground, woods and marsh (10, 20, 30), roads (5), and enemies on 2 % of the hexes."""
        grid, seed = layout.grid, np.random.default_rng(5)
        shape, neighbour = (grid.rows, grid.cols), grid.neighbour_table()
        woods, wet, road = (_smooth(seed.standard_normal(shape), grid.cols / part) for part in (60, 120, 300))
        entered = np.select(
            [road > 1.2 * road.std(), wet > 1.3 * wet.std(), woods > 0.5 * woods.std()], [5, 30, 20], 10
        )
        enemy = seed.choice(len(grid), len(grid) // 50, replace=False)
        zone = np.zeros(len(grid), bool)
        zone[enemy] = True
        near = neighbour[enemy]
        zone[near[near != NO_HEX]] = True
        entered = entered.astype(np.int32)
        cost = np.where(neighbour == NO_HEX, 0, entered[neighbour])
        free = seed.permutation(np.flatnonzero(~zone)).tolist()
        return cls(neighbour, entered, cost, zone, free[:UNITS], free[-SOURCES:])


def graph_of_arrays(layout: Layout, ground: Ground) -> HexGraph:
    """Make neighbours and costs, two tables."""
    neighbour = layout.grid.neighbour_table()
    return HexGraph(neighbour, np.where(neighbour == NO_HEX, 0, ground.entered[neighbour]))


def reach_sums(graph: HexGraph, ground: Ground) -> tuple[int, int]:
    """Count the hexes reached by all units, and sum up their costs."""
    found = reaches(graph, ground.units, ALLOWANCE)
    return len(found.hexes), int(found.cost.sum(dtype=np.int64))


def supply_sums(graph: HexGraph, ground: Ground) -> tuple[int, int]:
    """Count the hexes in supply, past no enemy zone, and sum up their costs."""
    cost = distances(graph.without(ground.zone), ground.sources).cost
    met = cost[cost != 2**31 - 1]
    return len(met), int(met.sum(dtype=np.int64))


def parts(graph: HexGraph, ground: Ground) -> int:
    """Count the parts that the zones leave."""
    return int(components(graph.without(ground.zone)).max()) + 1


def costs_of(neighbour: NDArray[np.int32], cover: Floats, mean_m: Floats, road: Any, river: Any) -> NDArray[np.int32]:
    """Price steps by cover, climb, roads from hex to hex, and rivers; for both pipelines."""
    entered = np.array([10, 20, 30, 10])[cover.argmax(axis=1)]
    cost = np.where(road[:, None] & road[neighbour], 5, entered[neighbour])
    cost = cost + 20 * (river[neighbour] & ~road[neighbour]) + 5 * (mean_m[neighbour] - mean_m[:, None] > 30)
    return np.where(neighbour == NO_HEX, 0, cost).astype(np.int32)
