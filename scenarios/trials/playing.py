"""Play one game of a setup to its end, and note what came of it."""

from __future__ import annotations

import time
import traceback
from typing import TYPE_CHECKING

from campaign.solo.playing import Game, play_out
from scenarios.trials.noting import Notes
from scenarios.trials.setups import opened, opening_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.seats import Seat
    from scenarios.trials.records import GameRecord
    from scenarios.trials.setups import Setup

__all__ = ["play_game"]


def play_game(setup: Setup, seats: Mapping[str, Seat], seed: str) -> GameRecord:
    """
    Play a game; whatever goes wrong in the program is in the record, and counts as no result.

    Raises
    ------
    ProblemsFound
        If the setup itself is not right.
    """
    begun = time.perf_counter()
    event, hexmap, ruleset = opened(setup, seed)
    game = Game.opened(event, hexmap, ruleset, seed)
    notes = Notes(game)
    fault = ""
    try:
        for step in play_out(game, seats):
            notes.take(step)
            if setup.days and game.situation.state.clock.day > setup.days:
                break
    except Exception:
        fault = traceback.format_exc(limit=-6)
    return notes.record(setup.words, seed, seats, fault, time.perf_counter() - begun, opening_of(setup))
