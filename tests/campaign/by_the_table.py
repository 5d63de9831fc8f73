"""Play sides by the table of chances on an open table, both told everything: as the recorded games were played."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.model.verbs.clock import EndPhase
from campaign.solo.table.choosing import Automaton, Thought

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyevent import AnyEvent
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation

__all__ = ["Step", "play_out"]

_MOST_ORDERS = 5_000


class Step(NamedTuple):
    """One order of a game that plays itself: who gave it and why (None: the phase ended), and what came of it."""

    side: str
    order: AnyOrder
    thought: Thought | None
    events: tuple[AnyEvent, ...]
    situation: Situation
    """After it."""


def play_out(
    ruleset: Ruleset, situation: Situation, sides: Sequence[str], seed: str, *, phases: int = 1_000
) -> Iterator[Step]:
    """
    Play phases with all sides automatic, until it is over or so many phases have passed.

    Parameters
    ----------
    seed
        Of the sides' own dice and of the rules' dice: the same seed plays the same game.
    """
    automata = {side: Automaton(ruleset, side) for side in sides}
    number = 0
    for _ in range(phases):
        for side, automaton in automata.items():
            while number < _MOST_ORDERS * phases:
                number += 1
                thought = automaton.think(situation, SeededDice(f"{seed}/{side}", number))
                if thought is None:
                    break
                try:
                    events = decide(ruleset, situation, thought.order, SeededDice(seed, number), by=side)
                except Refusal:
                    continue
                situation = situation.with_state(fold(situation.state, events))
                yield Step(side, thought.order, thought, tuple(events), situation)
        if situation.state.ended:
            return
        number += 1
        events = decide(ruleset, situation, EndPhase(), SeededDice(seed, number))
        situation = situation.with_state(fold(situation.state, events))
        yield Step("", EndPhase(), None, tuple(events), situation)
        if situation.state.ended:
            return
