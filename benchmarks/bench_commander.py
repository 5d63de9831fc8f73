"""
Time a side that plans: a move phase of campaigns of 100, 300 and 500 units, and whole battles in every rule system.

``python -m benchmarks.bench_commander`` prints processor seconds of thought a turn and, beside them, those of the table
of chances in the same position or battle; then what a game of a hundred turns holds in memory at every twentieth turn.
"""

from __future__ import annotations

import gc
import sys
import time
import tracemalloc
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from benchmarks.bigworld import big_map, big_world
from campaign.engine.dice import SeededDice
from campaign.model.planning import Dossier
from campaign.model.seats import Seat
from campaign.model.verbs.opening import CampaignOpened
from campaign.solo.commander.staff import Commander
from campaign.solo.playing import Game, play_out
from campaign.solo.table.choosing import Automaton
from campaign.systems.catalogue import keys
from scenarios.trials.setups import Setup, opened

if TYPE_CHECKING:
    from campaign.engine.ruleset import Ruleset
    from campaign.model.situation import Situation
    from campaign.solo.choosing import Chosen

SIZES = (100, 300, 500)
MOST_S, MOST_BOARD_S = 3.0, 0.3
FORCE = "infantry x4, armour x2, artillery, antitank"
BOARD = "harrow_green"
TURNS, EVERY = 100, 20


def campaign_view(units: int) -> tuple[Ruleset, Situation]:
    """Give what one side knows on the first morning of a campaign of so many units."""
    situation, rules = big_world(big_map(90, 60), units, depth=12)
    state = situation.state
    opening = CampaignOpened(
        setting=state.setting, clock=msgspec.structs.replace(state.clock, phase="move"),
        stands=tuple(state.stands.values()), formations=tuple(state.formations.values()), control=state.control,
        weather=state.weather,
    )  # fmt: skip
    return rules, Game.opened(opening, situation.map, rules, "bench").view("west")


def planned_s(rules: Ruleset, view: Situation) -> tuple[float, int]:
    """Time a plan of a move phase: the second of two, on a view of its own; and count its orders."""
    for _ in range(2):
        again = view.with_state(msgspec.structs.replace(view.state))
        start = time.process_time()
        plan = Commander(rules, "west").plan(again, Dossier(), SeededDice("bench", 1))
        took = time.process_time() - start
    return took, len(plan.thoughts)


def by_table_s(rules: Ruleset, view: Situation) -> tuple[float, int]:
    """Time the table of chances on the same position: one stand after another, until all were thought of."""
    again = view.with_state(msgspec.structs.replace(view.state))
    automaton, dice, orders = Automaton(rules, "west"), SeededDice("bench", 1), 0
    start = time.process_time()
    while automaton.think(again, dice) is not None:
        orders += 1
    return time.process_time() - start, orders


class TimedGame(Game):
    """A game that counts the processor seconds of thought of each side and turn."""

    def __init__(self, *args: object, **more: object) -> None:
        """Begin with nothing spent."""
        super().__init__(*args, **more)  # type: ignore[arg-type]
        self.spent: dict[tuple[str, int, int], float] = defaultdict(float)

    def choose(self, seat: Seat, side: str, passed: tuple[str, ...] = ()) -> Chosen:
        """Ask a side, and note how long it thought."""
        clock, start = self.situation.state.clock, time.process_time()
        chosen = super().choose(seat, side, passed)
        self.spent[side, clock.day, clock.turn] += time.process_time() - start
        return chosen


class Thought(NamedTuple):
    """Seconds of thought in a battle: the mean of a turn, and the longest."""

    mean: float
    most: float
    turns: int


def battle(key: str, seat: Seat) -> Thought:
    """Play a battle to its end, both sides alike."""
    event, hexmap, rules = opened(Setup(rules=key, board=BOARD, red=FORCE, blue=FORCE), "bench")
    game = TimedGame.opened(event, hexmap, rules, "bench")
    assert isinstance(game, TimedGame)
    for _ in play_out(game, {"red": seat, "blue": seat}):
        pass
    spent = [game.spent[key] for key in sorted(game.spent)]
    return Thought(sum(spent) / len(spent), max(spent), len(spent) // 2)


def memory_kb() -> list[tuple[int, int]]:
    """Play a hundred turns under Zen; give the kilobytes in use at every twentieth turn."""
    setup = Setup(rules="zen_operational", board=BOARD, red=FORCE, blue=FORCE, days=30)
    event, hexmap, rules = opened(setup, "bench")
    game, turns, found = Game.opened(event, hexmap, rules, "bench"), 0, []
    clock = game.situation.state.clock
    tracemalloc.start()
    for step in play_out(game, {"red": Seat(), "blue": Seat()}):
        now = step.situation.state.clock
        if (now.day, now.turn) != (clock.day, clock.turn):
            clock, turns = now, turns + 1
            if turns % EVERY == 0:
                gc.collect()
                found.append((turns, tracemalloc.get_traced_memory()[0] // 1024))
        if turns >= TURNS:
            break
    tracemalloc.stop()
    return found


def main() -> int:
    """Print the tables; fail if a turn takes too long."""
    wrong, write = 0, sys.stdout.write
    write("Seconds of processor time to plan a move phase (Zen, one side of a campaign of so many units).\n\n")
    write(f"{'units':>8}{'plan s':>10}{'orders':>8}{'table s':>10}{'orders':>8}{'target':>8}\n")
    for units in SIZES:
        rules, view = campaign_view(units)
        (took, orders), (usual, others) = planned_s(rules, view), by_table_s(rules, view)
        wrong += took > MOST_S
        write(f"{units:8}{took:10.2f}{orders:8}{usual:10.2f}{others:8}{'< 3':>8}\n")
    write(f"\nSeconds of thought a turn in a battle ({BOARD}, {FORCE}, both sides alike).\n\n")
    write(f"{'':22}{'mean':>8}{'longest':>9}{'turns':>7}{'table':>8}{'longest':>9}{'target':>8}\n")
    for key in keys():
        planned, usual_ = battle(key, Seat()), battle(key, Seat("table"))
        wrong += planned.mean > MOST_BOARD_S
        write(f"{key:22}{planned.mean:8.3f}{planned.most:9.3f}{planned.turns:7}{usual_.mean:8.3f}{usual_.most:9.3f}")
        write(f"{'< 0.3':>8}\n")
    held = ", ".join(f"{kb} kB after turn {turn}" for turn, kb in memory_kb())
    write(f"\nMemory of a game that plans: {held}\n")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
