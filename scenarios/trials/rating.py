"""
Judge by games: shares with their intervals, paired duels, and a test that stops as soon as it knows.

Shares have the interval of Wilson (1927), ``engine.simulate.share_of``. The sequential test is Wald's (1945), in the
form with an estimated spread over pairs of games that chess programs are tested by: each pair is played with the same
seed and exchanged chairs, so that an unfair board cancels out.
"""

from __future__ import annotations

import math
from statistics import fmean, variance
from typing import TYPE_CHECKING, NamedTuple

from campaign.engine.simulate import Estimate, share_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenarios.trials.records import GameRecord

__all__ = [
    "Duel",
    "Verdict",
    "change_of",
    "duel_of",
    "elo_of",
    "mean_difference",
    "score_of",
    "sequential",
    "won_share",
]

_Z = 1.959963984540054
BOUND = 2.94
"""Of the likelihood ratio's logarithm: 5 % of wrong verdicts either way."""
_LEAST_PAIRS = 4
_USUAL_PAIRS, _USUAL_SPREAD = 4, 0.125
"""Pairs reckoned in besides, and their variance: that of two games that are won or lost by even chances."""


def score_of(record: GameRecord, side: str) -> float:
    """Count a game for a side: 1 won, a half drawn, 0 lost; a game that nobody won is a draw."""
    return 1.0 if record.winner == side else 0.0 if record.winner else 0.5


def won_share(scores: Sequence[float]) -> Estimate:
    """Estimate how large a share of games is won, draws by half; the interval takes each draw as half a game won."""
    if not scores:
        return Estimate(0.5, 0.0, 1.0)
    found = share_of(math.floor(sum(scores)), len(scores))
    return Estimate(fmean(scores), found.low, share_of(math.ceil(sum(scores)), len(scores)).high)


def elo_of(share: float) -> float:
    """
    Give the difference in rating that a share of games stands for; infinite where all were won or lost.

    >>> round(elo_of(0.75))
    191
    """
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else 400 * math.log10(share / (1 - share))


class Duel(NamedTuple):
    """How one player did against another, over pairs of games."""

    games: int
    share: Estimate
    """Of the games won by the first."""
    elo: Estimate
    pairs: tuple[float, ...]
    """The mean score of the first in each pair."""


def duel_of(pairs: Sequence[tuple[float, float]]) -> Duel:
    """
    Sum up pairs of games, each with the first player's score on either chair.

    Raises
    ------
    ValueError
        If there is no pair.
    """
    if not pairs:
        msg = "there is no pair of games to judge by"
        raise ValueError(msg)
    scores = [score for pair in pairs for score in pair]
    share = won_share(scores)
    elo = Estimate(elo_of(share.value), elo_of(share.low), elo_of(share.high))
    return Duel(len(scores), share, elo, tuple(fmean(pair) for pair in pairs))


def mean_difference(first: Sequence[float], second: Sequence[float]) -> Estimate:
    """
    Estimate by how much a figure differs between two versions that were played with the same seeds, one by one.

    Raises
    ------
    ValueError
        If the two are not of one length, or empty.
    """
    if len(first) != len(second) or not first:
        msg = f"games must be paired by their seeds: {len(first)} of one and {len(second)} of the other"
        raise ValueError(msg)
    found = [a - b for a, b in zip(first, second, strict=True)]
    mean = fmean(found)
    half = _Z * math.sqrt(variance(found) / len(found)) if len(found) > 1 else math.inf
    return Estimate(mean, mean - half, mean + half)


def change_of(with_it: float, without: float) -> float:
    """Put what a side scores in a pair of games, with a change and without it, between 0 and 1; even is a half."""
    return (1 + with_it - without) / 2


class Verdict(NamedTuple):
    """What a sequential test says so far."""

    ratio: float
    """The logarithm of the likelihood ratio."""
    says: str
    """"better", "no better", or "" while it does not know yet."""


def sequential(pairs: Sequence[float], *, gain: float = 20.0) -> Verdict:
    """
    Test whether a player is better by so many points of rating, against that he is as good.

    Parameters
    ----------
    pairs
        His mean score in each pair of games.
    """
    if len(pairs) < _LEAST_PAIRS:
        return Verdict(0.0, "")
    even, better = 0.5, 1 / (1 + 10 ** (-gain / 400))
    # A few pairs that happened to end alike say nothing of how far pairs spread: some of a usual spread go with them.
    spread = ((len(pairs) - 1) * variance(pairs) + _USUAL_PAIRS * _USUAL_SPREAD) / (len(pairs) - 1 + _USUAL_PAIRS)
    ratio = len(pairs) * (better - even) * (2 * fmean(pairs) - even - better) / (2 * spread)
    return Verdict(ratio, "better" if ratio >= BOUND else "no better" if ratio <= -BOUND else "")
