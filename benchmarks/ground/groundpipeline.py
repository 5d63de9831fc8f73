"""
Run one pipeline from files to answers, or make one graph, in a process of its own.

``python -m benchmarks.ground.groundpipeline TASK HEXES FOLDER`` takes the inputs that
``groundinputs`` wrote and prints one line of JSON: what it found, its
processor time in all and for imports, and its greatest memory. The tasks are
``ours``, ``built``, ``usual``, ``graph`` and ``usual_graph``. All load their
modules as the program does, the collector of garbage held back.
"""

# ruff: noqa: PLC0415 - each task pays for its own imports and for no other's

from __future__ import annotations

import gc
import json
import resource
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps.loading import uncollected

with uncollected():
    import numpy as np

    from benchmarks.ground import groundways as ways
    from benchmarks.ground.groundways import heights_for, layout_for
    from maps.grid.graph import HexGraph

if TYPE_CHECKING:
    from collections.abc import Callable


def memory_mb(field: str = "VmHWM") -> float:
    """Give the greatest memory of this process so far, or with ``VmRSS`` what it has now."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(field))


def ours(hexes: int, folder: Path) -> dict[str, Any]:
    """Cut, count, walk and search with arrays."""
    layout = layout_for(hexes)
    cover, roads, rivers = (ways.read_layer(folder / f"{name}.fgb") for name in ("cover", "roads", "rivers"))
    shares = ways.cover_cut(cover, layout)
    mean_m = ways.heights_read(folder / heights_for(hexes), layout)
    road, river = (ways.lines_walked(lines, layout)[1].sum(axis=1) > 1 for lines in (roads, rivers))
    ground = ways.Ground.sown(layout)
    cost = ways.costs_of(ground.neighbour, shares, mean_m, road, river)
    graph = HexGraph(ground.neighbour, cost)
    found = [*ways.reach_sums(graph, ground), *ways.supply_sums(graph, ground), ways.parts(graph, ground)]
    return _answers(shares, mean_m, road, river, cost, found)


def _answers(shares: Any, mean_m: Any, road: Any, river: Any, cost: Any, found: list[int]) -> dict[str, Any]:
    """Sum up what a pipeline found on its way, so that a wrong step shows whatever the searches say."""
    return {
        "classes": np.bincount(shares.argmax(axis=1), minlength=shares.shape[1]).tolist(),
        "heights_m": float(np.nanmean(mean_m)),
        "roads": int(road.sum()),
        "rivers": int(river.sum()),
        "costs": int(cost.sum(dtype=np.int64)),
        "found": found,
    }


_AREA = """
name = "Bench"
crs = "{crs}"

[hexes]
width_km = {width}
layout = "pointy"

[grid]
origin = [{x}, {y}]
columns = {cols}
rows = {rows}

[sources]
elevation = "{heights}"
features = ["cover.fgb", "roads.fgb", "rivers.fgb"]
"""


def area_file(hexes: int, folder: Path) -> Path:
    """
    Write an area file over the inputs of a folder.

    The width stands in it with all its figures: cut to a millimetre, hexes lie a hand's breadth off 340 columns on.
    """
    layout = layout_for(hexes)
    place = {"x": layout.origin_x_m, "y": layout.origin_y_m, "cols": layout.grid.cols, "rows": layout.grid.rows}
    facts = {"crs": layout.crs, "width": layout.width_m / 1000, "heights": heights_for(hexes)}
    path = folder / f"area_{hexes}.toml"
    path.write_text(_AREA.format(**facts, **place), encoding="utf-8")
    return path


def built(hexes: int, folder: Path) -> dict[str, Any]:
    """Build the map of an area file over the same inputs as ``map build --workers 2`` does, and search it."""
    from maps.area.reader import read_area
    from maps.grid.hexmap import ROADS
    from maps.making.build import build
    from maps.making.cluster import in_threads

    layout, path = layout_for(hexes), area_file(hexes, folder)
    with in_threads(2) as run:
        hexmap = build(read_area(path), run=run)
    dear = {"woods_open", "woods_dense", "marsh"}
    entered = np.array([20 if name in dear else 10 for name in hexmap.terrain_names])[hexmap.terrain]
    cost = np.where(hexmap.road > 0, 5, entered[hexmap.neighbour])
    ground = ways.Ground.sown(layout)
    graph = HexGraph.over(hexmap, np.where(hexmap.neighbour < 0, 0, cost))
    inside = [unit for unit in ground.units if unit in graph]
    ground.units, ground.sources = inside, [source for source in ground.sources if source in graph]
    found = [*ways.reach_sums(graph, ground), *ways.supply_sums(graph, ground), ways.parts(graph, ground)]
    return {"found": found, "hexes": len(graph), "roads": int((hexmap.road > 0).sum()), "classes": len(ROADS)}


def usual(hexes: int, folder: Path) -> dict[str, Any]:
    """Take the quicker of the usual tools for each step: shapely's tree, rasterio, scipy."""
    from benchmarks.ground import groundquick as quick

    layout = layout_for(hexes)
    cover, roads, rivers = (ways.read_layer(folder / f"{name}.fgb") for name in ("cover", "roads", "rivers"))
    shapes = quick.hex_shapes(layout)
    shares = quick.cover_by_tree(cover, shapes)
    mean_m = quick.heights_binned(folder / heights_for(hexes), shapes)
    met = [quick.lines_by_tree(lines, shapes) for lines in (roads, rivers)]
    road, river = (np.bincount(pairs.hex, metres, minlength=len(shapes)) > 1 for pairs, metres in met)
    ground = ways.Ground.sown(layout)
    ground.cost = ways.costs_of(ground.neighbour, shares, mean_m, road, river)
    reached, supplied = quick.sparse_reach_sums(quick.sparse_graph(ground), ground), quick.sparse_supply_sums(ground)
    return _answers(shares, mean_m, road, river, ground.cost, [*reached, *supplied, quick.sparse_parts(ground)])


def _kept(make: Callable[[], Any]) -> dict[str, Any]:
    gc.collect()
    before = memory_mb("VmRSS")
    kept = make()
    gc.collect()
    return {"kept_mb": memory_mb("VmRSS") - before, "nodes": len(kept)}


def graph(hexes: int, _: Path) -> dict[str, Any]:
    """Make the graph of arrays, and say what memory it keeps."""
    layout = layout_for(hexes)
    ground = ways.Ground.sown(layout)
    ways.graph_of_arrays(layout_for(10), ways.Ground.sown(layout_for(1000)))
    return _kept(lambda: ways.graph_of_arrays(layout, ground))


def usual_graph(hexes: int, _: Path) -> dict[str, Any]:
    """Make the plain graph, and say what memory it keeps."""
    from benchmarks.ground import groundusual

    ground = ways.Ground.sown(layout_for(hexes))
    return _kept(lambda: groundusual.plain_graph(ground))


TASKS = {task.__name__: task for task in (ours, built, usual, graph, usual_graph)}
_NEEDED = {"built": ("maps.area.reader", "maps.making.build"), "usual": ("benchmarks.ground.groundquick",)}
"""What a task needs besides what stands at the head of this module."""


def _used_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main(task: str, hexes: str, folder: str) -> None:
    """Print what came of one task."""
    with uncollected():
        for module in _NEEDED.get(task, ()):
            import_module(module)
    imports_s = _used_s()
    found = TASKS[task](int(hexes), Path(folder))
    found |= {"cpu_s": _used_s(), "imports_s": imports_s, "peak_mb": memory_mb()}
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:4])
