"""
Time play by the Zen rules on the Ardennes campaign: reach, supply, orders, a whole day.

``python -m benchmarks.bench_play`` builds the map, opens the scenario and plays
a day from dawn to dawn: in each move phase every other unit on the map is given
a march or an assault. It prints the times, and the targets beside them.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from benchmarks.bigworld import fresh
from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.engine.legal import legal_orders
from campaign.model.situation import Situation, stands_of
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.march import Move, StandMoved
from campaign.model.verbs.opening import opening_state
from campaign.store.library import Shelf
from campaign.store.session import create_campaign
from campaign.systems.catalogue import ruleset
from campaign.systems.zen.supply.lines import isolated_stands, supply_states
from maps.area.reader import read_area, shipped_area
from maps.making.build import build
from scenarios.opening import open_scenario
from scenarios.scenario import read_scenario, shipped_scenario

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyorder import AnyOrder
    from campaign.model.verbs.opening import CampaignOpened
    from maps.grid.hexmap import HexMap

SCENARIO = "ardennes_1944"
MOVE_PHASES = ("move", "night_move")


@dataclass
class Table:
    """The campaign as it is played, and the milliseconds that it took."""

    hexmap: HexMap
    rules: Ruleset
    opening: CampaignOpened
    situation: Situation
    entries: int = 0
    moves: int = 0
    spent_ms: float = 0.0

    def give(self, order: AnyOrder) -> float:
        """Give an order, take in what comes of it, and say how long both took."""
        self.entries += 1
        start = time.perf_counter()
        events = decide(self.rules, self.situation, order, SeededDice("bench", self.entries))
        self.situation = self.situation.with_state(fold(self.situation.state, events))
        took = (time.perf_counter() - start) * 1e3
        self.spent_ms += took
        self.moves += sum(isinstance(event, StandMoved) for event in events)
        return took

    def units(self) -> list[str]:
        """Name the stands on the map."""
        return [stand.id for stand in stands_of(self.situation)]


def laid() -> Table:
    """Build the map, open the scenario, and go on to the first move phase."""
    hexmap = build(read_area(shipped_area(SCENARIO)))
    rules = ruleset("zen_operational")
    opening = open_scenario(read_scenario(shipped_scenario(SCENARIO)), hexmap, rules, seed="bench").event
    table = Table(hexmap, rules, opening, Situation(opening_state(opening), hexmap, rules.tables))
    while table.situation.state.clock.phase != "move":
        table.give(EndPhase())
    return table


def day(table: Table) -> tuple[float, float, float]:
    """Play until the next morning's move phase; give the ms of it all, of the longest order and the longest phase."""
    choose, first = random.Random(16), table.situation.state.clock.day  # noqa: S311 - the same day each time
    table.spent_ms, table.moves, longest_order, longest_phase = 0.0, 0, 0.0, 0.0
    while table.situation.state.clock.day == first or table.situation.state.clock.phase != "move":
        if table.situation.state.clock.phase in MOVE_PHASES:
            for unit in table.units()[::2]:
                moves = [o for o in table.rules.play.orders(table.situation, unit) if isinstance(o, Move)]
                if moves:
                    longest_order = max(longest_order, table.give(choose.choice(moves)))
        longest_phase = max(longest_phase, table.give(EndPhase()))
    return table.spent_ms, longest_order, longest_phase


def stored_order_ms(table: Table) -> float:
    """Time an order's way through a session: checked, written to disk, folded; the mean of fifty."""
    shelf = Shelf((table.hexmap,), ruleset)
    with tempfile.TemporaryDirectory() as folder:
        session = create_campaign(f"sqlite:///{Path(folder) / 'bench.db'}", "bench", table.opening, library=shelf)
        while session.state.clock.phase != "move":
            session.submit(EndPhase())
        orders: list[AnyOrder] = []
        for unit in table.units()[:50]:
            orders += [o for o in table.rules.play.orders(session.situation, unit) if isinstance(o, Move)][:1]
        start = time.perf_counter()
        for order in orders:
            session.submit(order)
        return (time.perf_counter() - start) * 1e3 / len(orders)


def mean_ms(ask: Callable[[str], object], units: list[str]) -> float:
    """Time a question put for each of some units: the mean."""
    ask(units[0])
    start = time.perf_counter()
    for unit in units:
        ask(unit)
    return (time.perf_counter() - start) * 1e3 / len(units)


def once_ms(ask: Callable[[], object]) -> float:
    """Time a question: the least of three."""
    runs = []
    for _ in range(3):
        start = time.perf_counter()
        ask()
        runs.append((time.perf_counter() - start) * 1e3)
    return min(runs)


def dense_field_ms(key: str, phase: str) -> tuple[float, float]:
    """
    Time the listing of a side's orders with sixty guns a side in the open, most of them in range of all.

    Returns
    -------
    again, moved
        Where it has been asked before, and the first time after all have moved.
    """
    places = [(number, 2 + 2 * (number % 10), 1 + 2 * (number // 10)) for number in range(60)]
    red = [f"red artillery r{number} {col:02d}{row:02d}" for number, col, row in places]
    blue = [f"blue artillery b{number} {col:02d}{row + 17:02d}" for number, col, row in places]
    rules = ruleset(key)
    situation = situation_of("\n".join(["map 24x30", *red, *blue, f"clock phase={phase} side=red"]), rules)
    again = once_ms(lambda: list(legal_orders(rules, situation, "red")))
    start = time.perf_counter()
    list(legal_orders(rules, _moved(situation), "red"))
    return again, (time.perf_counter() - start) * 1e3


def _moved(situation: Situation) -> Situation:
    """Put all reds a row further south, all blues a row further north."""
    row, state = situation.map.layout.grid.cols, situation.state
    stands = {
        key: msgspec.structs.replace(stand, hex=(stand.hex or 0) + (row if stand.side == "red" else -row))
        for key, stand in state.stands.items()
    }
    return situation.with_state(msgspec.structs.replace(state, stands=stands))


DENSE = (("Zen", "zen_operational", "move"), ("Parkin", "parkin_generic", "fire"), ("Parkin", "parkin_generic", "move"))


def dense_rows() -> list[tuple[str, float, str]]:
    """Give the rows of the table for sixty guns a side."""
    rows = []
    for name, key, phase in DENSE:
        again, moved = dense_field_ms(key, phase)
        rows += [(f"orders of 60, {name}, {phase}", again, "< 50"), ("  the first time after all moved", moved, "< 50")]
    return rows


def main() -> None:
    """Print the table."""
    table = laid()
    play, situation, units = table.rules.play, table.situation, table.units()
    rows: list[tuple[str, float, str]] = [
        ("reach of one unit", mean_ms(lambda unit: play.reach(situation, unit), units), "< 5"),
        ("all legal orders of one unit", mean_ms(lambda unit: list(play.orders(situation, unit)), units), ""),
        ("supply of all units", once_ms(lambda: supply_states(fresh(situation))), "< 50"),
        ("isolation of all units", once_ms(lambda: isolated_stands(fresh(situation))), "< 50"),
        *dense_rows(),
        ("order's round trip, on disk", stored_order_ms(table), "< 100"),
    ]
    whole, order, phase = day(table)
    rows += [
        ("longest order of a day", order, "< 100"),
        ("longest phase of a day", phase, ""),
        (f"whole day, {table.moves} marches", whole, "< 2000"),
    ]
    lines = [
        f"{SCENARIO}: {len(table.hexmap)} hexes, {len(units)} units on the map. Milliseconds.",
        "",
        f"{'':34}{'ms':>10}{'target':>10}",
        *(f"{name:34}{took:10.2f}{target:>10}" for name, took, target in rows),
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
