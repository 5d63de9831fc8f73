"""
Time where a stand can go on 3,600 and on 490,000 hexes, in every rule system.

``python -m benchmarks.bench_walk`` lays the same ground of 60 by 60 hexes out
once and a hundred and forty times over, and the same eighty units in the
middle of it. It prints the time of a reach, of the first after a bridge is
blown, and what a map and a mover take of the memory, with the goals beside
them. It fails if a reach differs on the two maps: the ground is the same.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
import tracemalloc
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from benchmarks.bigworld import big_map, big_world
from campaign.engine.given import situation_of
from campaign.kit.ground import Step, ground
from campaign.model.situation import Situation, hexside_place, stands_of
from campaign.systems.catalogue import ruleset
from maps.grid.hexgrid import Grid
from maps.grid.hexmap import CROSSINGS
from maps.grid.kinds import kinds_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from campaign.engine.ruleset import Reach, Ruleset
    from maps.grid.hexmap import HexMap

SMALL, TIMES, UNITS = 60, 12, 40
SYSTEMS = ("three_star_general", "two_star_general", "d3_one_hour", "parkin_generic", "zen_operational")
REACH_MS, BLOWN_MS, RATIO = 0.3, 3.0, 1.5
LAID = ("terrain", "elevation_m", "low_m", "high_m", "relief_m", "cover", "hexside", "crossing", "road", "rail", "rule")


class Timed(NamedTuple):
    """How many hexes a reach has, in the middle; ms of one, of the first ever, of the first after a bridge is blown."""

    hexes: float
    reach_ms: float
    first_ms: float
    blown_ms: float
    answers: list[dict[int, int]]


def laid_out(tile: HexMap, times: int) -> HexMap:
    """Lay the same square of ground out so many times each way."""
    side = tile.layout.grid.cols
    columns = {}
    for name in LAID:
        column = getattr(tile, name)
        square = column.reshape(side, side, *column.shape[1:])
        columns[name] = np.tile(square, (times, times, *(1 for _ in column.shape[1:]))).reshape(-1, *column.shape[1:])
    grid = Grid(side * times, side * times, tile.layout.grid.flat_top)
    inside = np.ones(len(grid), bool)
    return replace(
        tile, layout=replace(tile.layout, grid=grid), inside=inside, slope=np.zeros((0, 6), np.uint8),
        slope_deg=np.zeros(0, np.float32), **columns,
    )  # fmt: skip


def placed(system: str, rules: Ruleset, hexmap: HexMap) -> Situation:
    """Put units of both sides on a front in the middle of the map, the same whatever its size."""
    lots, cols, taken = np.random.default_rng(3), hexmap.layout.grid.cols, set[int]()
    corner = cols // SMALL // 2 * SMALL
    lines = [
        "map 9x7",
        *(["formation A hq=r0 posture=move", "formation B hq=b0 posture=move"] if "star" in system else []),
    ]
    more = {"d3_one_hour": " marks=allowance_18"}.get(system, "")
    for side in ("red", "blue"):
        of = f" of={'A' if side == 'red' else 'B'}" if "star" in system else ""
        lines += [f"{side} infantry {side[0]}{k} 0101{of}{more}" for k in range(UNITS)]
    lines.append(f"clock day=1 turn=1 phase={'go' if 'star' in system else 'move'} side=red")
    small = situation_of("\n".join(lines), rules)
    stands = {}
    for stand in small.state.stands.values():
        index = None
        while index is None or index in taken:
            row, col = int(lots.integers(18, 29)) + (13 if stand.side == "blue" else 0), int(lots.integers(18, 42))
            index = (corner + row) * cols + corner + col
        taken.add(index)
        stands[stand.id] = msgspec.structs.replace(stand, hex=index)
    state = msgspec.structs.replace(small.state, stands=stands, control=bytes([255]) * len(hexmap))
    return Situation(state, hexmap, small.tables)


def blown(now: Situation) -> Situation:
    """Blow a bridge in the middle of the map."""
    bridges = np.argwhere(now.map.crossing == CROSSINGS.index("bridge"))
    here, side = bridges[len(bridges) // 2].tolist()
    ground = {hexside_place(now.map, here, side): "blown"}
    return now.with_state(msgspec.structs.replace(now.state, ground=ground))


def told(found: Reach, hexmap: HexMap) -> dict[int, int]:
    """Give the costs of a reach by where the hexes lie in their square of the map."""
    cols = hexmap.layout.grid.cols
    return {divmod(index, cols)[0] % SMALL * SMALL + index % cols % SMALL: cost for index, cost in found.cost.items()}


def ms_of(ask: Callable[[str], object], stands: Sequence[str]) -> float:
    """Give the middle time of a question, in ms of the processor: others use this machine too."""
    taken = []
    for stand in stands:
        start = time.process_time_ns()
        ask(stand)
        taken.append((time.process_time_ns() - start) / 1e6)
    return statistics.median(taken)


def timed(system: str, hexmap: HexMap) -> Timed:
    """Time the reach of a side's units on a map."""
    rules = ruleset(system)
    now = placed(system, rules, hexmap)
    stands = [stand.id for stand in stands_of(now, "red")]
    first = ms_of(lambda stand: rules.play.reach(now, stand), stands[:1])
    after = blown(now)
    blown_ms = ms_of(lambda stand: rules.play.reach(after, stand), stands[:1])
    found = [rules.play.reach(now, stand) for stand in stands]
    reach_ms = ms_of(lambda stand: rules.play.reach(now, stand), stands * 3)
    hexes = statistics.median(len(reach.cost) for reach in found)
    return Timed(hexes, reach_ms, first, blown_ms, [told(reach, hexmap) for reach in found])


def crowded(system: str, hexmap: HexMap) -> str:
    """Time the reach of some of ten thousand units, and the first after an event."""
    world = big_world(hexmap, rules=system)
    side, phase = world.situation.state.setting.sides[0].key, "go" if "star" in system else "move"
    clock = msgspec.structs.replace(world.situation.state.clock, phase=phase, side=side)
    now = world.situation.with_state(msgspec.structs.replace(world.situation.state, clock=clock))
    stands = [stand.id for stand in stands_of(now, side)][::50]
    for stand in stands:
        world.rules.play.reach(now, stand)
    reach_ms = ms_of(lambda stand: world.rules.play.reach(now, stand), stands)
    after = now.with_state(msgspec.structs.replace(now.state))
    first_ms = ms_of(lambda stand: world.rules.play.reach(after, stand), stands[:1])
    return f"{system:20}among 10,000 units {reach_ms:.3f} ms a reach, {first_ms:.1f} ms the first after an event"


def memory(hexmap: HexMap) -> Iterator[str]:
    """Say what a map's kinds of step and a mover's prices take."""
    kinds = kinds_of(hexmap)
    yield f"{len(kinds.kinds)} kinds of step; a map keeps {kinds.code.nbytes / len(hexmap):.0f} bytes a hex"
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    over = ground(kinds, lambda kind: Step(1 + len(kind.there)), object())
    assert over.prices.gauge
    yield f"a mover keeps {(tracemalloc.get_traced_memory()[0] - before) / 1024:.0f} kB, whatever the size of the map"
    tracemalloc.stop()


def main() -> int:
    """Print the tables; say whether a reach differs on the two maps."""
    say, tile = sys.stdout.write, big_map(SMALL, SMALL, width_m=600.0)
    maps = [laid_out(tile, times) for times in (1, TIMES)]
    say(f"{'system':20}{'hexes':>9}{'reached':>9}{'reach ms':>10}{'first ever':>12}{'bridge blown':>14}\n")
    differ = 0
    for system in SYSTEMS:
        rows = [timed(system, hexmap) for hexmap in maps]
        for hexmap, (hexes, reach_ms, first_ms, blown_ms, _) in zip(maps, rows, strict=True):
            say(f"{system:20}{len(hexmap):9d}{hexes:9.0f}{reach_ms:10.3f}{first_ms:12.1f}{blown_ms:14.2f}\n")
        ratio = rows[1].reach_ms / rows[0].reach_ms
        say(f"{'':20}goal {REACH_MS} ms, {RATIO} times the smaller map's (here {ratio:.2f}), {BLOWN_MS:g} ms\n")
        differ += rows[0].answers != rows[1].answers
        gc.collect()
    say("\n".join(memory(maps[1])) + "\n")
    wide = big_map()
    say("\n".join(crowded(system, wide) for system in ("three_star_general", "zen_operational")) + "\n")
    say(
        "every reach is the same on both maps\n"
        if not differ
        else f"{differ} systems REACH OTHERWISE on the larger map\n"
    )
    return differ


if __name__ == "__main__":
    sys.exit(main())
