"""
Time reach, supply, isolation and paths beside plain networkx, on the same ground in one run.

``python -m benchmarks.bench_graph [HEXES]`` prints a table, for 4,032 hexes
unless told otherwise. Each row's answers are compared before they are timed;
a difference ends the run.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from scipy.ndimage import gaussian_filter

from maps.grid.graph import HexGraph, components, distances, least_path, path_cost, reach
from maps.grid.hexgrid import NO_HEX, Grid

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

UNITS, SOURCES = 150, 20
ALLOWANCE = 3000
"""A day's fragments; a hex of open ground costs 300."""


@dataclass(frozen=True)
class Ground:
    """Seeded ground with enemies on it: as arrays, and as plain networkx."""

    graph: HexGraph
    plain: nx.DiGraph
    zone: NDArray[np.bool_]
    units: list[int]
    sources: list[int]

    @classmethod
    def sown(cls, hexes: int) -> Ground:
        """Lay out about so many hexes: open, woods and marsh, with roads along the ridges."""
        side = max(10, round(hexes**0.5))
        grid, seed = Grid(side, -(-hexes // side)), np.random.default_rng(1944)
        neighbour = grid.neighbour_table()
        height = gaussian_filter(seed.standard_normal((grid.rows, grid.cols)), 2.0).ravel()
        order = np.argsort(np.argsort(height)) / len(grid)
        entered = np.select([order < 0.1, order < 0.4, order < 0.9], [1200, 600, 300], 150)
        cost = np.where(neighbour == NO_HEX, 0, entered[neighbour])
        enemy = np.zeros(len(grid), bool)
        enemy[seed.choice(len(grid), len(grid) // 50, replace=False)] = True
        zone = np.zeros(len(grid), bool)
        near = neighbour[enemy]
        zone[near[near != NO_HEX]] = True
        graph = HexGraph(neighbour, cost).without(enemy)
        free = seed.permutation(np.flatnonzero(~enemy & ~zone))
        return cls(graph, graph.to_networkx(), zone, free[:UNITS].tolist(), free[-SOURCES:].tolist())


@dataclass(frozen=True)
class Contest:
    """One question, asked three ways."""

    name: str
    kernel: Callable[[Ground], Any]
    dispatched: Callable[[Ground], Any]
    plain: Callable[[Ground], Any]
    target_ms: float | None = None


def _reach_by_kernel(ground: Ground) -> dict[int, int]:
    found = reach(ground.graph, ground.units[0], ALLOWANCE)
    rows = found.hexes()
    return dict(zip(rows.tolist(), found.cost[rows].tolist(), strict=True))


def _reach_by(graph: Any) -> Callable[[Ground], dict[int, int]]:
    return lambda ground: dict(
        nx.single_source_dijkstra_path_length(getattr(ground, graph), ground.units[0], cutoff=ALLOWANCE)
    )


def _supply_by_kernel(ground: Ground) -> list[int]:
    costs: list[int] = distances(ground.graph.without(ground.zone), ground.sources).cost[ground.units].tolist()
    return costs


def _supply_by_backend(ground: Ground) -> list[int]:
    costs = nx.multi_source_dijkstra_path_length(ground.graph.without(ground.zone), ground.sources)
    return [costs.get(unit, 2**31 - 1) for unit in ground.units]


def _supply_by_networkx(ground: Ground) -> list[int]:
    shut = ground.zone.tolist()
    costs = nx.multi_source_dijkstra_path_length(
        ground.plain, ground.sources, weight=lambda _, there, facts: None if shut[there] else facts["weight"]
    )
    return [costs.get(unit, 2**31 - 1) for unit in ground.units]


def _isolation_by_kernel(ground: Ground) -> int:
    return int(components(ground.graph.without(ground.zone)).max()) + 1


def _isolation_by_backend(ground: Ground) -> int:
    return sum(1 for _ in nx.weakly_connected_components(ground.graph.without(ground.zone)))


def _isolation_by_networkx(ground: Ground) -> int:
    shut = set(np.flatnonzero(ground.zone).tolist())
    return sum(1 for _ in nx.weakly_connected_components(nx.restricted_view(ground.plain, shut, ())))


def _path_by_kernel(ground: Ground) -> int:
    return path_cost(ground.graph, least_path(ground.graph, ground.units[0], ground.units[1]))


def _path_by(graph: str) -> Callable[[Ground], int]:
    return lambda ground: nx.dijkstra_path_length(getattr(ground, graph), ground.units[0], ground.units[1])


def _all_reaches(ground: Ground) -> int:
    return sum(len(reach(ground.graph, unit, ALLOWANCE).hexes()) for unit in ground.units)


def _all_reaches_by(graph: str) -> Callable[[Ground], int]:
    return lambda ground: sum(
        len(nx.single_source_dijkstra_path_length(getattr(ground, graph), unit, cutoff=ALLOWANCE))
        for unit in ground.units
    )


CONTESTS = (
    Contest("reach of one unit", _reach_by_kernel, _reach_by("graph"), _reach_by("plain"), 5.0),
    Contest(f"reach of {UNITS} units", _all_reaches, _all_reaches_by("graph"), _all_reaches_by("plain")),
    Contest(f"supply of {UNITS} units", _supply_by_kernel, _supply_by_backend, _supply_by_networkx, 50.0),
    Contest("isolation: parts", _isolation_by_kernel, _isolation_by_backend, _isolation_by_networkx, 50.0),
    Contest("one path", _path_by_kernel, _path_by("graph"), _path_by("plain")),
)


def timed_ms(ask: Callable[[Ground], Any], ground: Ground) -> float:
    """Time a question: the least of several runs, in milliseconds of this thread's processor time."""
    runs: list[float] = []
    while len(runs) < 3 or (sum(runs) < 300 and len(runs) < 50):
        start = time.thread_time_ns()
        ask(ground)
        runs.append((time.thread_time_ns() - start) / 1e6)
    return min(runs)


HEADS = ("kernel", "nx, ours", "nx, plain", "kernel", "nx, ours", "target")


def row(contest: Contest, ground: Ground) -> str:
    """Ask, compare and time one question three ways."""
    asks = (contest.kernel, contest.dispatched, contest.plain)
    by_kernel, by_ours, by_plain = (ask(ground) for ask in asks)
    if not by_kernel == by_ours == by_plain:
        sys.exit(f"{contest.name}: the answers differ from those of plain networkx")
    kernel, ours, plain = (timed_ms(ask, ground) for ask in asks)
    target = "" if contest.target_ms is None else f"< {contest.target_ms:g}"
    times, ratios = f"{kernel:11.3f}{ours:11.3f}{plain:11.3f}", f"{plain / kernel:10.0f}x{plain / ours:10.0f}x"
    return f"{contest.name:24}{times}{ratios}{target:>11}"


def main(hexes: int = 4032) -> None:
    """Print the table."""
    ground = Ground.sown(hexes)
    lines = [
        f"{len(ground.graph)} open hexes, {UNITS} units, {SOURCES} sources. Milliseconds, least of several runs;",
        "then how many times faster than plain networkx.",
        "",
        " " * 24 + "".join(f"{head:>11}" for head in HEADS),
        *(row(contest, ground) for contest in CONTESTS),
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
