"""What if: many plays of an order or of a turn, counted by what they came to."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import pytest

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.engine.watch import begun, noticed
from campaign.model.commands import commands_of
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.march import Move
from campaign.model.viewer import Viewer
from campaign.solo.playing import Game, play_out
from scenarios.trials import whatif
from scenarios.trials.noting import holders
from scenarios.trials.setups import opened
from scenarios.trials.whatif import Moment, after_orders, after_turns
from tests.scenarios.trials.games import SEATS, SMALL


@pytest.fixture(scope="module")
def moment():
    event, hexmap, ruleset = opened(SMALL, "tests/1")
    viewers = [Viewer("command", command.id) for command in commands_of(event.setting)]
    audience, _ = noticed(begun(event, hexmap, ruleset.tables, viewers), ruleset.play)
    return Moment(ruleset, audience, dict(SEATS), {})


def turn_of(situation):
    clock = situation.state.clock
    return clock.day, clock.turn, clock.night


def played_alone(moment, turns, number):
    """Play one of the plays by hand, until so many turns have passed."""
    game, met = Game(moment.ruleset, moment.audience, f"w/{number}", moment.memories), set()
    start = turn_of(game.situation)
    for step in play_out(game, moment.seats, phases=99):
        met |= {turn_of(step.situation)} - {start}
        if len(met) == turns:
            break
    return game.situation


@pytest.mark.parametrize("turns", [1, 2])
def test_plays_of_turns_are_counted_as_each_alone_ends(moment, turns):
    found = after_turns(moment, turns, plays=3, seed="w")
    ends = [played_alone(moment, turns, number) for number in (1, 2, 3)]
    start = moment.audience.situation
    assert found.refused is None
    assert found.found.times == sum(found.found.ends.values()) == 3
    for key, counted in found.found.stands.items():
        lost = [end.state.stands[key].losses - start.state.stands[key].losses for end in ends]
        assert counted.losses == {loss: lost.count(loss) for loss in lost}
    for code, side in enumerate(found.ground):
        gained = [end.state.control.count(code) - start.state.control.count(code) for end in ends]
        assert found.ground[side] == {more: gained.count(more) for more in gained}
    for name, holder in found.places.items():
        assert holder == {who: [holders(end)[name] for end in ends].count(who) for who in holder}


def before_a_shot(moment):
    """Play until somebody fires with dice; give the moment before it, and the shot with whose it is."""
    game, before = Game(moment.ruleset, moment.audience, "shot", {}), moment.audience
    for step in play_out(game, moment.seats, phases=99):
        rolls = [roll for event in step.events for roll in event.rolls]
        if isinstance(step.order, Fire) and step.refused is None and rolls:
            return moment._replace(audience=before), step.order, step.side
        before = game.audience
    pytest.fail("nobody fires in this game")


def test_orders_are_played_each_by_its_side_with_dice_of_its_own_then_the_phase_ends(moment):
    now, order, by = before_a_shot(moment)
    found = after_orders(now, [(order, by)], plays=30, seed="o")
    assert (found.refused, found.found.times) == (None, 30)
    start, losses = now.audience.situation, []
    for number in range(1, 31):
        end = start
        for k, (one, who) in enumerate(((order, by), (EndPhase(), "umpire")), start=1):
            events = decide(now.ruleset, end, one, SeededDice(f"o/{number}", k), by=who)
            end = end.with_state(fold(end.state, events))
        target = "blue" if by == "red" else "red"
        losses.append(sum(one.losses - start.state.stands[one.id].losses for one in stands_of_side(end, target)))
    assert found.found.sides[target].losses == Counter(losses)
    assert len(set(losses)) > 1


def stands_of_side(situation, side):
    return [one for one in situation.state.stands.values() if one.side == side]


def test_an_order_that_is_refused_is_told_and_counted_and_changes_nothing(moment):
    stand = next(key for key, one in moment.audience.situation.state.stands.items() if one.side == "red")
    order = Move(stand, (0, len(moment.audience.situation.map) - 1))
    found = after_orders(moment, [(order, "red")], plays=2, seed="r")
    assert isinstance(found.refused, Refusal)
    assert found.found.ends == {f"refused by {found.refused.rule}": 2}
    assert all(counted.losses == {0: 2} for counted in found.found.stands.values())


def test_no_play_begins_when_time_is_over_and_one_is_played_however_little_there_is(moment, monkeypatch):
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr(whatif, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    # A play takes ten seconds: that which begins after twenty is the last to begin within 25.
    assert after_orders(moment, [], plays=9, seed="t", most_seconds=25).found.times == 3
    assert after_orders(moment, [], plays=9, seed="t", most_seconds=20).found.times == 3
    assert after_orders(moment, [], plays=9, seed="t", most_seconds=0.5).found.times == 1
    assert after_orders(moment, [], plays=5, seed="t").found.times == 5
