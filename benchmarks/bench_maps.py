"""
Time the making of the Ardennes map, step by step, and its exchange.

``python -m benchmarks.bench_maps`` prints a table. Kernels are compiled before
anything is timed; their slow twins are timed beside them and must agree.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from maps.area.area import Area, layout_of
from maps.area.reader import read_area, shipped_area
from maps.explain import explain
from maps.geojson import to_geojson
from maps.gpkg.writer import read, write
from maps.grid.kernels import polygon_amounts
from maps.grid.rasterkernels import raster_statistics, upright_net
from maps.making.build import build
from maps.sources.raster.cells import cell_quads, onto_grid
from maps.sources.raster.elevation import read_elevation

if TYPE_CHECKING:
    from collections.abc import Callable

    from maps.grid.hexmap import HexMap
    from maps.grid.layout import Layout

_FINE_CELL_M = 50.0


def timed_ms(ask: Callable[[], Any], runs: int = 5) -> float:
    """Time a call: the least of several runs, wall clock, in milliseconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        ask()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def line(name: str, took_ms: float, target: str = "", twin_ms: float | None = None) -> str:
    """Write a line of the table."""
    ratio = f"{twin_ms:11.1f}{twin_ms / took_ms:9.0f}x" if twin_ms is not None else " " * 21
    return f"{name:44}{took_ms:11.1f}{ratio}{target:>12}"


def _step_times(area: Area) -> list[str]:
    """Time each step of one build: from its announcement to the next one's."""
    marks: list[tuple[str, float]] = []
    build(area, progress=lambda step: marks.append((step, time.perf_counter())))
    marks.append(("", time.perf_counter()))
    return [line(f"  {step}", 1000 * (end - start)) for (step, start), (_, end) in pairwise(marks)]


def _kernels(area: Area, layout: Layout) -> list[str]:
    """Time both raster kernels beside their twins on the same cells."""
    raster = read_elevation(area.sources["elevation"], layout).raster
    fine = onto_grid(raster, layout, _FINE_CELL_M, smooth=False)
    centres = np.indices(fine.values.shape)[::-1].reshape(2, -1).T * _FINE_CELL_M + _FINE_CELL_M / 2
    xy = layout.to_map(centres + np.array([fine.u0_m, fine.v0_m]))
    values = fine.values.ravel()

    def by_cell() -> Any:
        index = layout.indices_at(xy)
        here = (index >= 0) & ~np.isnan(values)
        return np.bincount(index[here], values[here], minlength=len(layout.grid))

    def by_run() -> Any:
        net = upright_net(fine.u0_m, fine.v0_m, _FINE_CELL_M, fine.values.shape)
        return raster_statistics(fine.values, net, layout).total

    rings, one = cell_quads(raster, layout), np.ones((raster.values.size, 1))

    def by_cut() -> Any:
        return polygon_amounts(rings, one, layout)[:, 0]

    hexes = shapely.polygons(layout.corners())
    cells = shapely.polygons(rings.points.reshape(-1, 4, 2))

    def by_overlay() -> Any:
        pairs = shapely.STRtree(cells).query(hexes, predicate="intersects")
        parts = shapely.area(shapely.intersection(hexes[pairs[0]], cells[pairs[1]]))
        return np.bincount(pairs[0], parts, minlength=len(hexes))

    for fast, slow in ((by_run, by_cell), (by_cut, by_overlay)):
        if not np.allclose(fast(), slow()):
            sys.exit("a kernel differs from its twin")
    return [
        line(f"statistics of {values.size:,} cells", timed_ms(by_run), twin_ms=timed_ms(by_cell, 2)),
        line(f"exact cover by {len(cells):,} polygons", timed_ms(by_cut), twin_ms=timed_ms(by_overlay, 2)),
    ]


def _exchange(hexmap: HexMap) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "map.gpkg"
        writing, reading = timed_ms(lambda: write(hexmap, path), 3), timed_ms(lambda: read(path), 3)
    return [
        line("write GeoPackage", writing),
        line("read GeoPackage", reading),
        line("GeoJSON text", timed_ms(lambda: json.dumps(to_geojson(hexmap)), 3)),
        line("explain a hex", timed_ms(lambda: explain(hexmap, len(hexmap) // 2), 20)),
    ]


def main() -> None:
    """Print the table."""
    area = read_area(shipped_area("ardennes_1944"))
    start = time.perf_counter()
    hexmap = build(area)
    first_ms = 1000 * (time.perf_counter() - start)
    lines = [
        f"{len(hexmap)} hexes of {hexmap.layout.width_m:g} m. Milliseconds, least of several runs.",
        "",
        f"{'':44}{'ms':>11}{'slow twin':>11}{'':10}{'target':>12}",
        line("first build of this process", first_ms),
        line("build of the demonstration map", timed_ms(lambda: build(area)), "< 1000"),
        *_step_times(area),
        *_kernels(area, layout_of(area)),
        *_exchange(hexmap),
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
