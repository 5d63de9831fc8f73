"""What is written down of a step: who was lost and who only came home, what was ordered, and who fought."""

from __future__ import annotations

import pytest

from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.solo.playing import Game, Step
from scenarios.trials.noting import Notes
from scenarios.trials.setups import started
from tests.scenarios.trials.games import SMALL


@pytest.fixture
def notes():
    situation, rules = started(SMALL)
    game = Game.__new__(Game)
    game.ruleset, game.audience = rules, type("Audience", (), {"situation": situation})()
    return Notes(game)


def taken(notes, *events):
    """Note a step in which this happened."""
    notes.take(Step("", EndPhase(), None, events, notes.before))


def somebody(notes):
    """Give a stand on the map, and its strength."""
    state = notes.before.state
    key = next(key for key, stand in sorted(state.stands.items()) if stand.on_map)
    return key, state.stands[key].side, notes.game.ruleset.play.strength(notes.before, key)


def test_who_is_eliminated_loses_all_that_he_had_and_who_comes_home_nothing(notes):
    key, side, strength = somebody(notes)
    assert strength > 1
    taken(notes, StandGone(stand=key, how="rejoined"))
    assert (notes.lost[side], notes.deaths) == (0, [])
    taken(notes, StandGone(stand=key, how="eliminated"))
    assert notes.lost[side] == strength
    assert [death.stand for death in notes.deaths] == [key]


def test_what_was_lost_in_the_same_step_is_not_counted_twice(notes):
    key, side, strength = somebody(notes)
    taken(notes, LossesTaken(stand=key, points=1), StandGone(stand=key, how="eliminated"))
    assert notes.lost[side] == strength


def test_all_who_are_in_a_fight_have_fought(notes):
    key, *_ = somebody(notes)
    taken(notes, FightResolved(place=0, attackers=(key,), defenders=("X",), hits_on_attackers=0, hits_on_defenders=1))
    assert {key, "X"} <= notes.fought
