"""Levels and styles are data, and say what is wrong when there is none of a name."""

from __future__ import annotations

import pytest

from campaign.solo.commander.levels import (
    Prices,
    UnknownTemper,
    level_named,
    levels,
    prices_of,
    style_named,
    styles,
)


def test_there_are_the_levels_and_styles_that_are_offered():
    assert list(levels()) == ["recruit", "regular", "veteran", "staff"]
    assert list(styles()) == ["cautious", "steady", "bold"]


def test_a_recruit_sends_one_attacker_and_errs_and_a_veteran_does_neither():
    recruit, veteran = level_named("recruit"), level_named("veteran")
    assert (recruit.attackers, recruit.among, recruit.night, recruit.bridges) == (1, 5, False, False)
    assert (veteran.attackers, veteran.among, veteran.night, veteran.bridges) == (4, 1, True, True)


def test_caution_makes_danger_dear_and_aggression_makes_odds_cheap():
    cautious, steady, bold = (prices_of(style_named(key)) for key in ("cautious", "steady", "bold"))
    assert isinstance(steady, Prices)
    assert steady.leash == 300
    assert steady.attack_on_axis == 45
    assert cautious.danger > steady.danger > bold.danger
    assert cautious.attack_on_axis > steady.attack_on_axis > bold.attack_on_axis
    # 30 instead of 50: a fifth more is asked for; 45 * 120 // 100.
    assert cautious.attack_on_axis == 54


def test_an_unknown_name_is_told_with_the_nearest():
    with pytest.raises(UnknownTemper, match="did you mean 'veteran'"):
        level_named("vetran")
    with pytest.raises(UnknownTemper, match="no style 'wild'"):
        style_named("wild")
