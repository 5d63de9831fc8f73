"""
Time every step from ground to answers beside the usual tools, on the same inputs in one run.

``python -m benchmarks.bench_ground [--size 10k,100k,1M] [--whole]`` prints a
table. Inputs are made first, in a folder that is gone afterwards. Times are
processor seconds of all threads: the median of three calls after one that
warms up; of a call that takes more than two seconds, that one. The usual tools
are asked up to 100,000 hexes, and the quickest of them stands in the row.
"Growth" is the exponent with which our time grows from 10,000 to 1,000,000
hexes. All answers are compared: cover to 1e-9 of a hex, lengths to 1e-6 m,
searches exactly. Where one differs its row says so, and the run fails.

The whole pipelines run each in a process of its own and with its imports:
vectors and heights read, cover, heights, roads, rivers, graph, reach of 500
units, supply and isolation; the usual one by the quicker tool of each step.
``--whole`` runs these only.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
import warnings
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from benchmarks.contest import Outcome, Step, Tool, held, near
from benchmarks.ground import groundquick as quick
from benchmarks.ground import groundusual as usual
from benchmarks.ground import groundways as ours
from benchmarks.ground.groundinputs import GroundFiles, make
from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Self

    from maps.grid.layout import Layout

SIZES = {"10k": 10_000, "100k": 100_000, "1M": 1_000_000}
_MOST_USUAL = 100_000
_MOST_APART = {"classes": 0.0, "heights_m": 1e-3, "roads": 0.0, "rivers": 0.0, "costs": 1e-3, "found": 1e-3}
"""By what share the answers of whole pipelines may differ: some count the cells of heights otherwise."""


class Case:
    """One size of map with all that the steps need, made when first asked for and never timed."""

    def __init__(self, hexes: int, files: GroundFiles) -> None:
        self.hexes, self.files = hexes, files
        self.layout: Layout = ours.layout_for(hexes)

    @cached_property
    def polygons(self) -> Any:
        """Hexes as polygons."""
        return usual.hex_polygons(self.layout)

    @cached_property
    def shapes(self) -> Any:
        """The same as plain shapes."""
        return quick.hex_shapes(self.layout)

    @cached_property
    def cover(self) -> ours.Layer:
        """Land cover in small cells."""
        return ours.read_layer(self.files.cover)

    @cached_property
    def dissolved(self) -> ours.Layer:
        """Land cover in few and large polygons."""
        return ours.read_layer(self.files.cover_dissolved)

    @cached_property
    def lines(self) -> ours.Layer:
        """Roads and rivers together."""
        roads, rivers = ours.read_layer(self.files.roads), ours.read_layer(self.files.rivers)
        return ours.Layer(*(np.concatenate(columns) for columns in zip(roads, rivers, strict=True)))

    @cached_property
    def ground(self) -> ours.Ground:
        """Costs and enemies."""
        return ours.Ground.sown(self.layout)

    @cached_property
    def graph(self) -> Any:
        """Arrays to search."""
        return ours.graph_of_arrays(self.layout, self.ground)

    @cached_property
    def plain(self) -> Any:
        """The same as a plain networkx graph."""
        return usual.plain_graph(self.ground)

    @cached_property
    def sparse(self) -> Any:
        """The same as a sparse matrix."""
        return quick.sparse_graph(self.ground)

    def laid(self) -> Self:
        """Make what every step needs before the first is timed."""
        for part in ("cover", "dissolved", "lines", "ground", "graph"):
            getattr(self, part)
        return self


def _hexes_agree(case: Case, table: Any, other: Any) -> tuple[bool, str]:
    centres, pairs = other
    neighbour = table[1]
    here, side = np.nonzero(neighbour != NO_HEX)
    own = quick.as_pairs(np.stack([here, neighbour[here, side]], axis=1), len(neighbour))
    off = np.abs(case.layout.to_map(table[0]) - centres).max()
    return bool(off < 1e-3) and np.array_equal(own, pairs), f"centres {off:.0e} m, neighbours"


def _cover_agrees(case: Case, cut: Any, overlaid: Any) -> tuple[bool, str]:
    off = float(np.abs(cut - overlaid).max() / case.layout.hex_area_m2())
    return off < 1e-9, f"cover {off:.0e}"


def _heights_agree(_: Case, mean: Any, extracted: Any) -> tuple[bool, str]:
    off = np.abs(mean - extracted)
    # exactextract weighs cells by their share in the hex; ours counts cell centres where there are enough of them.
    return bool(np.nanmean(off) < 1.0), f"mean {np.nanmean(off):.2f} m off"


def _lengths_agree(case: Case, walked: Any, overlaid: Any) -> tuple[bool, str]:
    off = usual.length_error(case.lines, walked[0], overlaid)
    return off < 1e-6, f"lengths {off:.0e} m"


def _pieces_agree(case: Case, walked: Any, other: Any) -> tuple[bool, str]:
    met, metres = other
    pieces = pd.DataFrame({"line": met.shape, "hex": met.hex, "metres": metres})
    return _lengths_agree(case, walked, pieces)


def _edges_agree(_: Case, graph: Any, plain: Any) -> tuple[bool, str]:
    same = graph.number_of_edges() == plain.number_of_edges()
    paid = int(graph.cost[graph.neighbour != NO_HEX].sum(dtype=np.int64)) == plain.size("weight")
    return same and paid, "equal"


def _entries_agree(_: Case, graph: Any, sparse: Any) -> tuple[bool, str]:
    same = graph.number_of_edges() == sparse.nnz
    paid = int(graph.cost[graph.neighbour != NO_HEX].sum(dtype=np.int64)) == int(sparse.sum())
    return same and paid, "equal"


def _equal(_: Case, one: Any, other: Any) -> tuple[bool, str]:
    return one == other, "equal"


STEPS = (
    Step(
        "hex table and neighbours", lambda case: ours.hex_table(case.layout),
        (
            Tool("Polygon loop, STRtree", lambda case: usual.hexes_and_pairs(case.layout), _hexes_agree),
            Tool("shapely.polygons, cKDTree", lambda case: quick.hexes_and_pairs(case.layout), _hexes_agree),
        ),
        {"10k": 20, "100k": 20}, 1.05,
    ),
    Step(
        "land cover", lambda case: ours.cover_cut(case.cover, case.layout),
        (
            Tool("geopandas.overlay", lambda case: usual.cover_overlaid(case.cover, case.polygons), _cover_agrees,
                 "polygons"),
            Tool("shapely STRtree", lambda case: quick.cover_by_tree(case.cover, case.shapes), _cover_agrees, "shapes"),
        ),
        {"10k": 15, "100k": 20}, 0.5,
    ),
    Step(
        "land cover, dissolved", lambda case: ours.cover_cut(case.dissolved, case.layout),
        (
            Tool("geopandas.overlay", lambda case: usual.cover_overlaid(case.dissolved, case.polygons), _cover_agrees,
                 "polygons"),
            Tool("shapely STRtree", lambda case: quick.cover_by_tree(case.dissolved, case.shapes), _cover_agrees,
                 "shapes"),
        ),
        {"10k": 50},
    ),
    Step(
        "elevation, file read", lambda case: ours.heights_read(case.files.heights_fine, case.layout),
        (
            Tool("exactextract", lambda case: usual.heights_extracted(case.files.heights_fine, case.polygons),
                 _heights_agree, "polygons"),
            Tool("rasterize, bincount", lambda case: quick.heights_binned(case.files.heights_fine, case.shapes),
                 _heights_agree, "shapes"),
        ),
        {"10k": 10, "100k": 15}, 0.4,
    ),
    Step(
        "roads and rivers", lambda case: ours.lines_walked(case.lines, case.layout),
        (
            Tool("geopandas.overlay", lambda case: usual.lines_overlaid(case.lines, case.polygons), _lengths_agree,
                 "polygons"),
            Tool("shapely STRtree", lambda case: quick.lines_by_tree(case.lines, case.shapes), _pieces_agree, "shapes"),
        ),
        {"10k": 30, "100k": 30}, 0.5,
    ),
    Step(
        "graph", lambda case: ours.graph_of_arrays(case.layout, case.ground),
        (
            Tool("networkx build", lambda case: usual.plain_graph(case.ground), _edges_agree),
            Tool("scipy sparse build", lambda case: quick.sparse_graph(case.ground), _entries_agree),
        ),
        {"10k": 1, "100k": 1}, 1.05,
    ),
    Step(
        f"reach of {ours.UNITS} units", lambda case: ours.reach_sums(case.graph, case.ground),
        (
            Tool("nx, cutoff", lambda case: usual.plain_reach_sums(case.plain, case.ground), _equal, "plain"),
            Tool("scipy, limit", lambda case: quick.sparse_reach_sums(case.sparse, case.ground), _equal, "sparse"),
        ),
        {"10k": 3, "100k": 6}, 0.3,
    ),
    Step(
        f"supply from {ours.SOURCES} sources", lambda case: ours.supply_sums(case.graph, case.ground),
        (
            Tool("nx, weight function", lambda case: usual.plain_supply_sums(case.plain, case.ground), _equal, "plain"),
            Tool("scipy, min_only", lambda case: quick.sparse_supply_sums(case.ground), _equal),
        ),
        {"10k": 2, "100k": 2}, 1.05,
    ),
    Step(
        "isolation", lambda case: ours.parts(case.graph, case.ground),
        (
            Tool("nx, components of a view", lambda case: usual.plain_parts(case.plain, case.ground), _equal, "plain"),
            Tool("scipy components", lambda case: quick.sparse_parts(case.ground), _equal),
        ),
        {"10k": 2, "100k": 2},
    ),
)  # fmt: skip


HEADS = (
    "step",
    "hexes",
    "usual tool",
    "usual s",
    "ours s",
    "ratio",
    "target",
    "met",
    "growth",
    "most",
    "met",
    "answers",
)
ROW = "{:25}{:>6}  {:26}{:>9}{:>9}{:>8}{:>7}{:>5}{:>8}{:>6}{:>5}  {}"


def _asks_usual(step: Step, name: str) -> bool:
    # Large polygons at 100,000 hexes would keep overlay busy for many minutes.
    return SIZES[name] <= _MOST_USUAL and (name in step.targets)


def _line(step: Step, name: str, case: Case, first_s: float | None) -> tuple[str, Outcome]:
    found = held(step, case, against_usual=_asks_usual(step, name))
    usual_s, ratio, target, met = "", "", "", ""
    if found.tool:
        usual_s, ratio, target = f"{found.usual_s:.3f}", f"{found.ratio:.1f}x", f"{step.targets[name]}x"
        met = _word(found.ratio >= step.targets[name])
    growth, most, grew = "", "", ""
    if first_s and name == "1M":
        exponent = math.log10(found.took_s / first_s) / 2
        growth, most = f"{exponent:.2f}", f"{step.growth}" if step.growth else ""
        grew = _word(round(exponent, 2) <= step.growth) if step.growth else ""
    cells = (step.name, name, found.tool, usual_s, f"{found.took_s:.4f}", ratio, target, met, growth, most, grew)
    return ROW.format(*cells, found.words).rstrip(), found


def _word(met: bool | None) -> str:
    return {True: "yes", False: "NO", None: ""}[met]


def print_steps(cases: Mapping[str, Any], steps: Sequence[Step] = STEPS) -> bool:
    """Print the table of steps, by sizes, each row when it is known; say whether all answers agree."""
    _say(ROW.format(*HEADS))
    agree = True
    for step in steps:
        first_s = None
        for name, case in cases.items():
            line, found = _line(step, name, case, first_s)
            first_s = found.took_s if name == "10k" else first_s
            agree = agree and found.agrees
            _say(line)
    return agree


def _child(task: str, hexes: int, folder: Path) -> dict[str, Any]:
    program = [sys.executable, "-W", "ignore", "-m", "benchmarks.ground.groundpipeline", task, str(hexes), str(folder)]
    start = time.perf_counter()
    run = subprocess.run(program, stdout=subprocess.PIPE, text=True, check=True)
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer | {"wall_s": time.perf_counter() - start}


MEMORY_ROW = "{:25}{:>6}{:>12}{:>12}{:>9}{:>8}{:>5}"


def print_memory(names: list[str], folder: Path) -> None:
    """Print what memory the graphs keep, each made in a process of its own."""
    _say("\n" + MEMORY_ROW.format("memory kept, MB", "hexes", "networkx", "ours", "ratio", "target", "met"))
    for name in (name for name in names if SIZES[name] <= _MOST_USUAL):
        mine, theirs = (_child(task, SIZES[name], folder)["kept_mb"] for task in ("graph", "usual_graph"))
        ratio = theirs / max(mine, 0.1)
        cells = ("graph", name, f"{theirs:.1f}", f"{mine:.1f}", f"{ratio:.0f}x", "20x", _word(ratio >= 20))
        _say(MEMORY_ROW.format(*cells))


WHOLE_ROW = "{:25}{:>6}{:>9}{:>7}{:>8}{:>8}{:>7}{:>8}{:>13}{:>5}{:>14}  {}"
WHOLE_TARGETS = {"10k": 3, "100k": 6}
_RUNS = {"10k": (3, 7)}
"""How often the usual tools run, and ours."""
_MOST_S, _MOST_MB = 10, 2000
"""What the whole may take at 1,000,000 hexes."""


def print_whole(names: list[str], folder: Path) -> bool:
    """
    Print the whole pipelines: from files to answers, imports and all; say whether all answers agree.

    ``map build`` concludes more than the others do (rivers on hexsides, roads
    as links, terrain, slopes, evidence); the kernels answer the same as the
    usual tools. The last ratio is that of the time after all imports. Where a
    second is the whole of it, the median of several runs counts.
    """
    heads = ("usual s", "MB", "ours s", "wall s", "MB", "ratio", "target", "met", "less imports", "answers")
    _say("\n" + WHOLE_ROW.format("files to answers", "hexes", *heads))
    for task in ("built", "ours"):
        _child(task, 1000, folder)  # compiles what is not in numba's cache yet
    agree = True
    for name in names:
        usual_runs, runs = _RUNS.get(name, (1, 1))
        theirs = _median("usual", name, folder, usual_runs) if SIZES[name] <= _MOST_USUAL else None
        for label, task in (("map build, then searches", "built"), ("the same by the kernels", "ours")):
            line, same = whole_line(label, name, _median(task, name, folder, runs), theirs)
            agree = agree and same
            _say(line)
    return agree


def _median(task: str, name: str, folder: Path, runs: int) -> dict[str, Any]:
    found = sorted((_child(task, SIZES[name], folder) for _ in range(runs)), key=itemgetter("cpu_s"))
    return found[len(found) // 2]


def whole_line(label: str, name: str, mine: dict[str, Any], theirs: dict[str, Any] | None) -> tuple[str, bool]:
    """Write a row of the whole pipelines; say whether the answers agree."""
    usual_s, usual_mb, ratio, after, same, agrees = "", "", "", "", "", True
    if theirs is None:
        target = f"{_MOST_S} s, 2 GB" if "costs" in mine else ""
        met = mine["wall_s"] <= _MOST_S and mine["peak_mb"] <= _MOST_MB if target else None
    else:
        times = theirs["cpu_s"] / mine["cpu_s"]
        usual_s, usual_mb, ratio = f"{theirs['cpu_s']:.2f}", f"{theirs['peak_mb']:.0f}", f"{times:.1f}x"
        after = f"{(theirs['cpu_s'] - theirs['imports_s']) / (mine['cpu_s'] - mine['imports_s']):.1f}x"
        agrees, same = near(mine, theirs, _MOST_APART) if "costs" in mine else (True, "concludes more")
        # The target is for the same answers.
        target, met = (f"{WHOLE_TARGETS[name]}x", times >= WHOLE_TARGETS[name]) if "costs" in mine else ("", None)
    took = f"{mine['cpu_s']:.2f}", f"{mine['wall_s']:.2f}", f"{mine['peak_mb']:.0f}"
    row = WHOLE_ROW.format(label, name, usual_s, usual_mb, *took, ratio, target, _word(met), after, same)
    return row.rstrip(), agrees


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Make the inputs and print the tables; 1 if any answers differ."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--size", default="10k,100k,1M", help="sizes, of 10k, 100k and 1M")
    asked.add_argument("--whole", action="store_true", help="only the whole pipelines")
    options = asked.parse_args()
    names = options.size.split(",")
    if unknown := set(names) - SIZES.keys():
        asked.error(f"no such size: {', '.join(sorted(unknown))}")
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        files = make(Path(folder))
        _say(f"Inputs made in {time.perf_counter() - start:.0f} s. Processor seconds.\n")
        agree = True
        if not options.whole:
            agree = print_steps({name: Case(SIZES[name], files).laid() for name in names})
            print_memory(names, Path(folder))
        agree = print_whole(names, Path(folder)) and agree
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
