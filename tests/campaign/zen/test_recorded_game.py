"""A whole campaign of three days, recorded: it replays to the same state, and the rules still play it the same."""

import pytest

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.model.formats import flat_hash
from campaign.model.state import state_hash
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.opening import opening_state
from tests.campaign.zen.marching import RULES
from tests.campaign.zen.recorded import FIXTURE, SEED, opening, play, read, written

HASH = "5dd23da6b7cb9e00d64feaeb4cb0e9e2337b98dc69d183dfde4bf53e86c13dc1"
OLDER = {"recorded_game_format_1.jsonl": "baa2732565b363c286649978848f2fd1040bf830cef05352b973d13fbed30b7a"}
"""Games recorded under rules that have been mended since: they fold to what they folded to."""


def events_of(log):
    return [event for entry in log for event in entry.events]


def folded(log):
    first, *rest = events_of(log)
    return fold(opening_state(first), rest)


@pytest.mark.parametrize("name", OLDER)
def test_older_games_replay_to_the_same_state(name):
    log = read(FIXTURE.with_name(name))
    assert flat_hash(folded(log), events_of(log)) == OLDER[name]


def test_the_recorded_game_replays_to_the_same_state():
    log = read()
    state = folded(log)
    assert state.ended
    assert flat_hash(state, events_of(log)) == HASH
    assert FIXTURE.stat().st_size < 200_000


def test_the_rules_still_play_the_recorded_game_as_they_did():
    """Where this fails the rules have changed: if on purpose, record it anew (``tests.campaign.zen.recorded``)."""
    log = read()
    first, situation = opening()
    assert first == log[0]
    for number, entry in enumerate(log[1:], start=1):
        events = decide(RULES, situation, entry.order, SeededDice(SEED, number), by=entry.by)
        assert tuple(events) == entry.events, (number, entry.by, entry.order)
        situation = situation.with_state(fold(situation.state, events))
    assert flat_hash(situation.state, events_of(log)) == HASH


def test_a_game_played_twice_is_the_same_game():
    once, end, _ = play("another")
    again, same, _ = play("another")
    assert written(once) == written(again)
    assert state_hash(end.state) == state_hash(same.state)
    assert end.state.ended


def test_the_recorded_game_has_something_of_everything():
    log = read()
    happened = {type(event).__name__ for entry in log for event in entry.events}
    assert {
        "StandMoved", "ContactMade", "FightResolved", "FireResolved", "LossesTaken", "StandGone", "StandArrived",
        "WeatherChanged", "StoresChanged", "LossesRecovered", "AirTasked", "AirReported", "HqReplaced", "WorkDone",
        "GunsHeard", "CampaignEnded",
    } <= happened  # fmt: skip
    assert {entry.by for entry in log if not isinstance(entry.order, EndPhase)} == {"red", "blue", "umpire"}
