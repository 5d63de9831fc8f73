"""
Time the systems that are one file of data each: orders of 60 units, 10,000 fights, reach on half a million hexes.

``python -m benchmarks.bench_own`` prints a table, in the processor's time; no system is named here.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import msgspec

from benchmarks.bench_walk import BLOWN_MS, SMALL, TIMES, laid_out, timed
from benchmarks.bigworld import big_map
from campaign.engine.cases import read_cases
from campaign.engine.given import situation_of
from campaign.engine.legal import legal_orders
from campaign.engine.simulate import simulate
from campaign.systems.catalogue import coded, keys, ruleset
from campaign.systems.files import case_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from campaign.engine.cases import Case
    from campaign.model.situation import Situation

ORDERS_MS, FIGHTS_S, RATIO = 50.0, 5.0, 1.1
FIGHTS, RUNS = 10_000, 3
ROW = "{:18}{:44}{:>10}{:>12}{:>6}"


def taken_ms(ask: Callable[[], object]) -> float:
    """Give the least of three times of a question, in ms of the processor."""
    found = []
    for _ in range(RUNS):
        start = time.process_time_ns()
        ask()
        found.append((time.process_time_ns() - start) / 1e6)
    return min(found)


def field(key: str, phase: str) -> Situation:
    """Put sixty infantry a side on a front in the open, on 3,600 hexes."""
    rows = []
    for side, first in (("red", 24), ("blue", 30)):
        places = [(2 + 2 * (number % 20), first + number // 20 * 2) for number in range(60)]
        rows += [f"{side} infantry {side[0]}{k} {col:02d}{row:02d}" for k, (col, row) in enumerate(places)]
    return situation_of("\n".join(["map 60x60", *rows, f"clock phase={phase} side=red"]), ruleset(key))


def orders(key: str) -> Iterator[tuple[str, float, float]]:
    """Time the listing of a side's orders in each phase that takes them, as asked anew after a change."""
    rules = ruleset(key)
    for phase in (row for row in rules.tables.phases if not row.automatic):
        situation = field(key, phase.key)
        list(legal_orders(rules, situation, "red"))

        def ask(situation: Situation = situation) -> int:
            fresh = situation.with_state(msgspec.structs.replace(situation.state))
            return len(list(legal_orders(rules, fresh, "red")))

        yield f"orders of 60 units, {phase.name}: {ask()}, ms", taken_ms(ask), ORDERS_MS


def fight_of(key: str) -> Case:
    """Give the first of a file's own cases that is an attack with dice."""
    cases = read_cases(case_file(key)).of(key)
    return next(case for case in cases if case.dice and case.when and " K " in case.when[0])


def fights(key: str) -> tuple[str, float, float]:
    """Time ten thousand plays of a fight."""
    case = fight_of(key)
    start = time.process_time()
    simulate(case, key, ruleset, times=FIGHTS, seed="1")
    return f"10,000 fights, {case.id}, s", time.process_time() - start, FIGHTS_S


def main() -> int:
    """Print the table."""
    say = sys.stdout.write
    say(ROW.format("system", "", "took", "target", "met") + "\n")
    tile = big_map(SMALL, SMALL, width_m=600.0)
    wide = laid_out(tile, TIMES)
    usual = timed(coded()[0], wide)
    say(f"{coded()[0]} reaches {usual.hexes:.0f} of {len(wide)} hexes in {usual.reach_ms:.3f} ms\n")
    for key in (key for key in keys() if key not in coded()):
        rows = [*orders(key), fights(key)]
        found = timed(key, wide)
        rows.append((f"reach of {found.hexes:.0f} of {len(wide)} hexes, ms", found.reach_ms, RATIO * usual.reach_ms))
        rows.append(("  the first after a bridge is blown, ms", found.blown_ms, BLOWN_MS))
        for what, took, most in rows:
            say(ROW.format(key, what, f"{took:.3f}", f"< {most:.3g}", "yes" if took < most else "NO") + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
