"""What games say of players, held against numbers worked by hand."""

from __future__ import annotations

import math
import random

import pytest

from scenarios.trials.rating import (
    BOUND,
    change_of,
    duel_of,
    elo_of,
    mean_difference,
    score_of,
    sequential,
    won_share,
)
from tests.scenarios.trials.games import game


def test_a_game_counts_one_a_half_or_nothing():
    assert [score_of(game(winner=winner), "red") for winner in ("red", "", "blue")] == [1.0, 0.5, 0.0]


def test_wilson_of_15_wins_in_16():
    """(15 + z²/2) / (16 + z²) = 0.8527; half the width is z / (16 + z²) * sqrt(15/16 + z²/4) = 0.1361."""
    share = won_share([1.0] * 15 + [0.0])
    assert (round(share.value, 4), round(share.low, 3), round(share.high, 3)) == (0.9375, 0.717, 0.989)


def test_a_draw_widens_the_interval_by_itself():
    """Of 10 games 5 won, 1 drawn: the low end is that of 5 won, the high end that of 6."""
    share = won_share([1.0] * 5 + [0.5] + [0.0] * 4)
    assert share.value == pytest.approx(0.55)
    assert (round(share.low, 3), round(share.high, 3)) == (0.237, 0.832)


def test_without_games_nothing_is_known():
    share = won_share([])
    assert (share.low, share.high) == (0.0, 1.0)


@pytest.mark.parametrize(("share", "elo"), [(0.5, 0), (0.75, 191), (0.25, -191), (10 / 11, 400)])
def test_elo_of_a_share(share, elo):
    assert round(elo_of(share)) == elo


def test_elo_has_no_end():
    assert elo_of(1.0) == math.inf
    assert elo_of(0.0) == -math.inf


def test_a_duel_of_two_pairs():
    duel = duel_of([(1.0, 0.5), (1.0, 0.0)])
    assert duel.games == 4
    assert duel.share.value == pytest.approx(0.625)
    assert duel.pairs == (0.75, 0.5)
    assert round(duel.elo.value, 1) == 88.7
    assert duel.elo.low < 0 < duel.elo.high
    with pytest.raises(ValueError, match="no pair"):
        duel_of([])


def test_a_difference_is_told_of_pairs():
    """2, 3, 4 less 1, 1, 1: 2 on the mean, variance 1, 1.96 / sqrt(3) = 1.13 either way."""
    found = mean_difference([2, 3, 4], [1, 1, 1])
    assert (found.value, round(found.low, 2), round(found.high, 2)) == (2.0, 0.87, 3.13)
    with pytest.raises(ValueError, match="2 of one and 1 of the other"):
        mean_difference([1, 2], [1])


def test_a_change_is_even_where_nothing_changes():
    assert [change_of(1, 1), change_of(1, 0), change_of(0, 1), change_of(0.5, 0)] == [0.5, 1.0, 0.0, 0.75]


def test_the_test_works_out_the_ratio():
    """
    Eight pairs, four won wholly and four by half: mean 0.75, variance 1/14.

    Better means 1 / (1 + 10^-0.05) = 0.52875. With four pairs of variance 1/8 besides, the spread is
    (7/14 + 4/8) / 11 = 1/11, and the ratio 8 * 0.02875 * (1.5 - 1.02875) / (2/11) = 0.596.
    """
    verdict = sequential([1.0, 0.5] * 4)
    assert verdict.says == ""
    assert verdict.ratio == pytest.approx(0.596, abs=0.001)


def test_a_few_pairs_that_end_alike_decide_nothing():
    assert sequential([0.5, 0.5]).says == ""
    assert sequential([0.5] * 8).says == ""
    assert sequential([1.0, 1.0, 1.0]).says == ""


def test_it_is_seldom_wrong():
    """Of 60 trials of even players and 60 of one who wins two games of three, each of at most 200 pairs."""
    luck = random.Random(11)

    def trial(share):
        pairs = []
        for _ in range(200):
            pairs.append(((luck.random() < share) + (luck.random() < share)) / 2)
            if said := sequential(pairs).says:
                return said
        return ""

    strong = [trial(2 / 3) for _ in range(60)]
    assert strong.count("better") >= 55
    assert "no better" not in strong
    assert [trial(0.5) for _ in range(60)].count("better") <= 6


def test_the_bound_is_that_of_five_wrong_verdicts_in_a_hundred():
    assert round(math.log(0.95 / 0.05), 2) == BOUND
