"""
Whole battles of every rule system, automatic against automatic, as they were once played.

A recording holds the events alone. It replays to the state it ended in, whatever the rules have
become since. ``python -m tests.campaign.test_recorded_games`` records them anew.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

import msgspec
import pytest

from campaign.engine.apply import fold
from campaign.model.formats import FORMAT, flat_hash, read_event, set_hash, stamped
from campaign.model.situation import Situation
from campaign.model.state import State
from campaign.model.verbs.opening import opening_state
from campaign.systems.catalogue import coded, keys, ruleset
from scenarios.battle import BattlePlan, default_zones, open_battle, read_force
from tests.campaign.by_the_table import play_out
from tests.scenarios.test_battle import BOARD

GAMES = Path(__file__).parent / "games"
FORCES = ("infantry x4, armour x2, artillery, antitank", "infantry x5, armour, artillery, antitank")


def play(key):
    """Play a battle out; give all its events, the first among them, and the hash of its end."""
    rules = ruleset(key)
    red, blue = (read_force(text, side) for text, side in zip(FORCES, ("red", "blue"), strict=True))
    plan = BattlePlan("Recorded", (red, blue), default_zones(BOARD, ("red", "blue")), days=4)
    opening = open_battle(plan, BOARD, rules, seed="recorded").event
    situation = Situation(opening_state(opening), BOARD, rules.tables)
    steps = list(play_out(rules, situation, ("red", "blue"), "recorded", phases=500))
    events = [opening, *(event for step in steps for event in step.events)]
    return events, set_hash(steps[-1].situation.state)


def record(key):
    """Write a recording of the present format: the hash, then an event a line. Never over one that is there."""
    events, last = play(key)
    lines = [last.encode(), *(msgspec.json.encode(stamped(event)) for event in events)]
    path = GAMES / f"{key}.{FORMAT}.jsonl.gz"
    assert not path.exists(), "record a game of a new format beside those that are there"
    path.write_bytes(gzip.compress(b"\n".join(lines), mtime=0))


def recorded(key, form=None):
    """Read a recording: its events, and the hash it ended in; the oldest unless a format is given."""
    form = form or (1 if key in coded() else 2)
    name = f"{key}.jsonl.gz" if form == 1 else f"{key}.{form}.jsonl.gz"
    last, *lines = gzip.decompress((GAMES / name).read_bytes()).split(b"\n")
    return [read_event(line) for line in lines], last.decode()


def test_every_rule_system_has_a_recording():
    assert {path.name.partition(".")[0] for path in GAMES.glob("*.jsonl.gz")} == set(keys())


@pytest.mark.parametrize(
    ("key", "form"), [(key, form) for key in keys() for form in ((1, 2) if key in coded() else (2,))]
)
def test_a_recorded_battle_replays_to_the_same_hash(key, form):
    events, last = recorded(key, form)
    state = fold(opening_state(events[0]), events[1:])
    assert events[0].format == form
    assert (flat_hash(state, events) if form == 1 else set_hash(state)) == last
    assert isinstance(state, State)
    assert state.ended
    # It was a battle, not two sides that looked at one another.
    kinds = {type(event).__name__ for event in events}
    assert "StandMoved" in kinds
    assert {"LossesTaken", "StandGone"} & kinds


@pytest.mark.parametrize("key", keys())
def test_the_dice_of_a_recording_are_in_its_events(key):
    events, _ = recorded(key)
    faces = [face for event in events for roll in event.rolls for face in roll.dice]
    assert len(faces) > 10
    assert set(faces) <= {1, 2, 3, 4, 5, 6}


if __name__ == "__main__":
    for name in sys.argv[1:] or keys():
        record(name)
