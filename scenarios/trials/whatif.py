"""
Play a moment of a campaign on many times with other dice, and count what comes of it; nothing is written anywhere.

Orders are worked out on the true situation, as the umpire gives them. A turn is played by sides that each know what
they know in the campaign, with what they remember of their own thoughts.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from campaign.engine.apply import apply
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.engine.simulate import Fates, Simulation, begun_count, count_end
from campaign.model.verbs.clock import EndPhase
from campaign.model.viewer import UMPIRE
from campaign.solo.playing import Game, play_out
from scenarios.trials.noting import holders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from campaign.engine.ruleset import Ruleset
    from campaign.engine.watch import Audience
    from campaign.model.anyorder import AnyOrder
    from campaign.model.seats import Seat
    from campaign.model.situation import Situation
    from campaign.solo.memory import Memory

__all__ = ["Moment", "WhatIf", "after_orders", "after_turns"]

_MOST_PHASES = 2_000


class Moment(NamedTuple):
    """Where a campaign is played on from: what is so, what each side knows and remembers, and who plays it."""

    ruleset: Ruleset
    audience: Audience
    seats: Mapping[str, Seat]
    memories: Mapping[str, Memory]


class WhatIf(NamedTuple):
    """What came of many plays of a moment."""

    found: Simulation
    """Losses and fates of sides and stands, and how the plays ended."""
    ground: dict[str, Counter[int]]
    """How many hexes more than before each side held in the end, by number of plays."""
    places: dict[str, Counter[str]]
    """The holders of each objective in the end, by number of plays."""
    refused: Refusal | None = None
    """Why the rules refuse an order, if they do in any play."""


def after_orders(
    moment: Moment, orders: Sequence[tuple[AnyOrder, str]], *, plays: int, seed: str, most_seconds: float = 0.0
) -> WhatIf:
    """
    Play orders, each with who gives it, and the end of the phase.

    Parameters
    ----------
    most_seconds
        No further play begins after so long; 0: all are played.
    """

    def play(number: int) -> tuple[Situation, Refusal | None]:
        situation = moment.audience.situation
        for k, (order, by) in enumerate((*orders, (EndPhase(), UMPIRE))):
            try:
                events = decide(moment.ruleset, situation, order, SeededDice(f"{seed}/{number}", k + 1), by=by)
            except Refusal as refusal:
                return situation, refusal
            state = situation.state
            for event in events:
                state = apply(state, event)
            situation = situation.with_state(state)
        return situation, None

    return _counted(moment, _within(plays, most_seconds), play, seed)


def after_turns(moment: Moment, turns: int, *, plays: int, seed: str, most_seconds: float = 0.0) -> WhatIf:
    """Play so many turns on with all sides playing themselves."""

    def play(number: int) -> tuple[Situation, Refusal | None]:
        game = Game(moment.ruleset, moment.audience, f"{seed}/{number}", moment.memories)
        left, at = turns, _turn(game.situation)
        for step in play_out(game, moment.seats, phases=_MOST_PHASES):
            now = _turn(step.situation)
            left, at = left - (now != at), now
            if not left:
                break
        return game.situation, None

    return _counted(moment, _within(plays, most_seconds), play, seed)


def _within(plays: int, most_seconds: float) -> Iterator[int]:
    """Count the plays; one is played however little time there is."""
    begun = time.perf_counter()
    for number in range(1, plays + 1):
        yield number
        if most_seconds and time.perf_counter() - begun > most_seconds:
            return


def _counted(
    moment: Moment, numbers: Iterator[int], play: Callable[[int], tuple[Situation, Refusal | None]], seed: str
) -> WhatIf:
    start = moment.audience.situation
    found = begun_count(Simulation("what if", "", start.state.setting.name, 0, seed), start)
    fates, refused = Fates(start), None
    ground: dict[str, Counter[int]] = {side.key: Counter() for side in start.state.setting.sides}
    places: dict[str, Counter[str]] = {name: Counter() for name in holders(start)}
    for number in numbers:
        end, why = play(number)
        refused = refused or why
        found.times += 1
        count_end(found, start, end, fates, refused=f"refused by {why.rule}" if why else "")
        for code, side in enumerate(ground):
            ground[side][end.state.control.count(code) - start.state.control.count(code)] += 1
        for name, holder in holders(end).items():
            places[name][holder] += 1
    return WhatIf(found, ground, places, refused)


def _turn(situation: Situation) -> tuple[int, int, bool]:
    clock = situation.state.clock
    return clock.day, clock.turn, clock.night
