"""
Time a pasted block of sixty lines: read, with a path and an arrival for each, beside plain networkx.

``python -m benchmarks.bench_spoken`` prints what reading and judging take, and what finding the ways takes us and
Dijkstra's search of networkx, line by line over the same prices. The ways are compared: cost and turns of every line.
It fails if one differs. No enemy is known, so that both ask the same question.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import networkx as nx

from benchmarks.bigworld import big_map, big_world
from benchmarks.contest import Step, Tool, held, timed
from campaign.model.sheets.intents import Intent
from campaign.spoken.reader import read_block
from campaign.spoken.verdicts import verdicts
from campaign.spoken.ways import Way, Ways
from maps.grid.hexgrid import NO_HEX, SIDES

if TYPE_CHECKING:
    from campaign.engine.ruleset import Ruleset
    from campaign.model.situation import Situation

LINES, UNITS, MOST_S, NEAR, FAR = 60, 1_000, 0.5, 8, 25


class Case(NamedTuple):
    """A side's view, the rules, its marches, and the block that orders them."""

    view: Situation
    rules: Ruleset
    side: str
    goals: dict[str, int]
    plain: dict[str, nx.DiGraph]
    """The ground as networkx knows it, by the mover; made before it is timed."""

    @property
    def block(self) -> str:
        """The lines: who goes where."""
        return "\n".join(f"{key} to {self.view.map.number(goal)}" for key, goal in self.goals.items())


def case_of() -> Case:
    """Order units of one side to hexes from eight to two dozen steps off."""
    world = big_world(big_map(120, 90), UNITS, depth=20, cut_off=0.0)
    state = world.situation.state
    side = state.setting.sides[0].key
    own = {key: stand for key, stand in state.stands.items() if stand.side == side}
    view = world.situation.with_state(msgspec.structs.replace(state, stands=own))
    grid, goals = view.map.layout.grid, dict[str, int]()
    for number, key in enumerate(sorted(own)[:: len(own) // LINES][:LINES]):
        here = own[key].hex or 0
        far = NEAR + number % (FAR - NEAR)
        reached = world.rules.play.trek(view, key).cost
        goals[key] = next(index for index in reached if grid.distance(here, index) == far)
    plain: dict[str, nx.DiGraph] = {}
    for key in goals:
        plain.setdefault(own[key].profile.mover, _plain(view, world.rules, key))
    return Case(view, world.rules, side, goals, plain)


def _plain(view: Situation, rules: Ruleset, key: str) -> nx.DiGraph:
    cost, near, found = rules.play.steps(view, key).cost(), view.map.neighbour, nx.DiGraph()
    for here in range(len(view.map)):
        for side in range(SIDES):
            if near[here, side] != NO_HEX and cost[here, side] > 0:
                found.add_edge(here, int(near[here, side]), weight=int(cost[here, side]))
    return found


def _ours(case: Case) -> list[tuple[int, int]]:
    ways = Ways(case.rules, case.view)
    found = (ways.way(key, Intent((key,), "march", goal)) for key, goal in case.goals.items())
    return [(way.cost, way.turns) for way in found if isinstance(way, Way)]


def _usual(case: Case) -> list[tuple[int, int]]:
    found = []
    for key, goal in case.goals.items():
        stand = case.view.state.stands[key]
        cost = nx.dijkstra_path_length(case.plain[stand.profile.mover], stand.hex, goal)
        found.append((cost, -(-cost // case.rules.play.steps(case.view, key).turn)))
    return found


def _agree(_: Case, ours: list[tuple[int, int]], usual: list[tuple[int, int]]) -> tuple[bool, str]:
    return ours == usual, f"{len(ours)} costs and turns compared"


def _judged(case: Case) -> int:
    lines = read_block(case.block, case.view, case.side)
    return sum(one.state == "sound" for one in verdicts(lines, case.view, case.rules, case.side))


def main() -> int:
    """Print the rows; give 1 if a way differs, or not every line was understood."""
    case = case_of()
    taken, sound = timed(_judged, case, warm=True)
    sys.stdout.write(f"{LINES} lines read and judged, with path and arrival: {taken * 1e3:.0f} ms of the processor ")
    sys.stdout.write(f"(wanted: under {MOST_S * 1e3:.0f}), {sound} of {LINES} sound\n")
    found = held(Step("ways", _ours, [Tool("networkx Dijkstra, a line at a time", _usual, _agree)], {}), case)
    sys.stdout.write(f"their ways: {found.took_s * 1e3:.0f} ms; {found.tool}: {found.usual_s * 1e3:.0f} ms ")
    sys.stdout.write(f"({found.ratio:.1f} times as quick); {found.words}\n")
    return 0 if found.agrees and sound == LINES else 1


if __name__ == "__main__":
    sys.exit(main())
