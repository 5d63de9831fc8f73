"""
Compare two players, or two versions of a setup, by pairs of games with the same seed.

Players exchange chairs within a pair, so an unfair board counts for neither. Versions keep their players, and a pair
says whether the first side does better in one of them.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from scenarios.trials.many import Task
from scenarios.trials.rating import sequential

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from campaign.model.seats import Seat
    from scenarios.trials.rating import Verdict
    from scenarios.trials.records import GameRecord
    from scenarios.trials.setups import Setup

__all__ = ["MOST_GAMES", "Pair", "Result", "chairs_exchanged", "played_pairs", "until_known", "versions"]

MOST_GAMES = 400
"""Games of a sequential test; it gives up if it does not know by then."""


class Pair(NamedTuple):
    """Two games with one seed, and which side counts in each."""

    tasks: tuple[Task, Task]
    counts: tuple[str, str]
    """The side in each game whose result is compared."""


class Result(NamedTuple):
    """What came of a pair."""

    pair: Pair
    records: tuple[GameRecord, GameRecord]

    @property
    def fault(self) -> bool:
        """Whether the program failed in either game; the pair then counts as none."""
        return any(record.fault for record in self.records)


def chairs_exchanged(
    setups: Sequence[tuple[Setup, Sequence[str]]], first: Seat, second: Seat, seed: str, pairs: int
) -> list[Pair]:
    """
    Pair games of two players: in the second of a pair they have exchanged chairs.

    Parameters
    ----------
    setups
        What is played, by turns, each with its sides.
    """
    found = []
    for number, (setup, sides) in zip(range(1, pairs + 1), itertools.cycle(setups), strict=False):
        tasks = [
            Task(setup, ((sides[0], a), *((side, b) for side in sides[1:])), f"{seed}/{number}")
            for a, b in ((first, second), (second, first))
        ]
        found.append(Pair((tasks[0], tasks[1]), (sides[0], sides[1])))
    return found


def versions(
    first: Setup, second: Setup, seats: tuple[tuple[str, Seat], ...], side: str, seed: str, pairs: int
) -> list[Pair]:
    """Pair games of two versions of a setup, with the same players; ``side`` is whom they are compared for."""
    names = [f"{seed}/{number}" for number in range(1, pairs + 1)]
    return [Pair((Task(first, seats, name), Task(second, seats, name)), (side, side)) for name in names]


def played_pairs(pairs: Sequence[Pair], play: Callable[[Sequence[Task]], Iterable[GameRecord]]) -> Iterator[Result]:
    """Play pairs, and give their results in this order."""
    records = iter(play([task for pair in pairs for task in pair.tasks]))
    for pair in pairs:
        yield Result(pair, (next(records), next(records)))


def until_known(
    pairs: Sequence[Pair],
    play: Callable[[Sequence[Task]], Iterable[GameRecord]],
    score: Callable[[Result], float],
    *,
    at_once: int = 4,
    gain: float = 20.0,
) -> Iterator[tuple[Result, Verdict]]:
    """
    Play pairs a few at a time until the sequential test knows; give each with what the test says after it.

    Parameters
    ----------
    score
        What a pair says for the version or player in question, from 0 to 1; even is a half.
    """
    scores: list[float] = []
    for begun in range(0, len(pairs), at_once):
        said = ""
        for result in played_pairs(pairs[begun : begun + at_once], play):
            if not result.fault:
                scores.append(score(result))
            verdict = sequential(scores, gain=gain)
            said = said or verdict.says
            yield result, verdict
        if said:
            return
