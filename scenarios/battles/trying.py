"""Play a planned battle out in memory: once, for a result, or many times, for the odds before a shot."""

from __future__ import annotations

import time
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from campaign.model.seats import seat_of
from campaign.solo.playing import Game, play_out
from scenarios.battles.length import turns_begun
from scenarios.battles.opening import open_on_table
from scenarios.battles.settling import fates_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.engine.ruleset import Ruleset
    from campaign.model.situation import Situation
    from campaign.model.state import State
    from scenarios.battles.opening import Board
    from scenarios.battles.plan import TablePlan

__all__ = ["Odds", "Simulated", "odds_of", "simulated"]

_COMMANDER = "commander"
_MOST_PHASES = 600


class Simulated(NamedTuple):
    """A battle as it was played out: how it began, how it ended, and the turns that were played."""

    begun: State
    ended: State
    turns: int


class Odds(NamedTuple):
    """What came of many plays: how many there were, who won how often, and the share of its steps that a side lost."""

    plays: int
    won: Mapping[str, int]
    lost: Mapping[str, float]

    @property
    def drawn(self) -> int:
        """The plays that nobody won."""
        return self.plays - sum(self.won.values())


def simulated(plan: TablePlan, board: Board, situation: Situation, table: Ruleset, *, seed: str) -> Simulated:
    """
    Play a battle out by commanders on both sides; nothing is written.

    Raises
    ------
    ProblemsFound
        If a unit finds no room to set up.
    """
    event = open_on_table(plan, board, situation, table, seed=seed).event
    game = Game.opened(event, board.ground.board, table, seed)
    begun = game.situation.state
    seats = {side.key: seat_of(_COMMANDER) for side in plan.sides}
    events = chain.from_iterable(step.events for step in play_out(game, seats, phases=_MOST_PHASES))
    turns = turns_begun(event.clock, events)
    return Simulated(begun, game.situation.state, min(turns, plan.turns))


def odds_of(
    plan: TablePlan, board: Board, situation: Situation, table: Ruleset, *, plays: int = 20, most_seconds: float = 8.0
) -> Odds:
    """
    Play a battle out many times, for so many seconds at most, once at least.

    Raises
    ------
    ProblemsFound
        If a unit finds no room to set up.
    """
    until, won, lost, done = time.monotonic() + most_seconds, Counter[str](), Counter[str](), 0
    while done < plays and (not done or time.monotonic() < until):
        played = simulated(plan, board, situation, table, seed=f"{plan.seed}/odds/{done}")
        done += 1
        won.update([played.ended.winner] if played.ended.winner else [])
        for side, share in _lost(plan, played.ended).items():
            lost[side] += share  # type: ignore[assignment]
    return Odds(done, dict(won), {side.key: lost[side.key] / done for side in plan.sides})


def _lost(plan: TablePlan, ended: State) -> dict[str, float]:
    """Give the share of its steps that each side has lost."""
    fates, found = fates_in(plan, ended), {}
    for side in plan.sides:
        mine = [unit for unit in plan.units if unit.profile.side == side.key]
        brought = sum(unit.profile.strength - unit.hits for unit in mine)
        gone = sum(
            unit.profile.strength - unit.hits if fates[unit.id].gone else max(0, fates[unit.id].hits - unit.hits)
            for unit in mine
        )
        found[side.key] = gone / brought if brought else 0.0
    return found
