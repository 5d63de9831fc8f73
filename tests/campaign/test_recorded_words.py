"""
What was said of every order and event of the recorded campaigns, and what each side was told of it.

Recorded are, for each event, the umpire's line and for each side the event as it was retold and its line; for each
order that was given, declared, refused or ruled its notation, its words on the page, whose it is and which hex it is
about. Kept is a digest of each line. ``python -m tests.campaign.test_recorded_words`` records those that are missing;
after words were changed on purpose, name those to be recorded anew.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from campaign.engine.apply import apply
from campaign.model.anyorder import order_side
from campaign.model.formats import flat_thing
from campaign.model.notation import format_order, parse_order
from campaign.model.situation import Situation
from campaign.model.verbs.opening import opening_state
from campaign.store.history import live_seqs
from campaign.systems.catalogue import keys, ruleset
from campaign.views import UMPIRE, log_for
from tests.campaign import recorded_stores
from tests.campaign.test_recorded_games import recorded
from tests.scenarios.test_battle import BOARD
from webui.desk.orderwords import order_data

WORDS = Path(__file__).parent / "words"
NAMES = [*(f"game-{key}" for key in keys()), *(f"store-{name}" for name in recorded_stores.names())]


def entries(name, folder):
    """Give the situation that a recorded campaign opens with, and each order that counts with the events it made."""
    kind, _, key = name.partition("-")
    if kind == "game":
        events, _ = recorded(key)
        return Situation(opening_state(events[0]), BOARD, ruleset(key).tables), [(None, events)]
    session = recorded_stores.opened(key, folder)
    counts = set(live_seqs(session.chronicle))
    found = [(entry.order, entry.events) for entry in session.chronicle.entries if entry.seq in counts]
    # A store of that time has no secret and gets one by lot; the ids of masked enemies are to be the same each time.
    tables = msgspec.structs.replace(session.ruleset.tables, veil="")
    first = Situation(opening_state(found[0][1][0]), session.situation.map, tables)
    session.log.close()
    return first, found


def said_of_order(order, situation):
    """Say all that follows from an order; it is read back as it was written."""
    text = format_order(order, situation.map)
    assert parse_order(text, situation.map, situation.state) == order
    data = order_data(SimpleNamespace(state=situation.state, hexmap=situation.map), order)
    told = [data[name] for name in ("kind", "order", "notation", "words", "target")]
    return [*told, order_side(order, situation.state)]


def said_of_event(event, situation, sides, after):
    """Say what the umpire and each side read of an event."""
    told = [type(event).__name__]
    if (order := getattr(event, "order", None)) and not isinstance(order, str):
        told.append(said_of_order(order, situation))
    for viewer in (UMPIRE, *sides):
        reports = log_for([event], situation, viewer, after=after)
        told.append([[flat_thing(report.event), report.text] for report in reports])
    return told


def lines(name, folder):
    """Write a line for each order given and for each event."""
    situation, found = entries(name, folder)
    sides = [side.key for side in situation.state.setting.sides]
    state = None
    for order, events in found:
        if order is not None:
            yield written(said_of_order(order, situation))
        for event in events:
            yield written(said_of_event(event, situation, sides, state))
            state = opening_state(event) if state is None else apply(state, event)
            situation = situation.with_state(state)


def written(told):
    """Write what is told as text, the same each time."""
    return msgspec.json.encode(told, order="deterministic").decode()


def digest(line):
    """Cut a line down to what shows whether it is the same."""
    return hashlib.sha256(line.encode()).hexdigest()[:8]


def test_the_words_of_every_recording_are_written_down():
    assert {path.name for path in WORDS.glob("*.txt")} == {f"{name}.txt" for name in NAMES}
    kinds = set()
    for name in NAMES:
        kind, _, key = name.partition("-")
        if kind == "game":
            kinds |= {type(event).__name__ for event in recorded(key)[0]}
    assert len(kinds) > 20


@pytest.mark.parametrize("name", NAMES)
def test_what_was_said_and_told_is_said_and_told_still(name, tmp_path):
    then = (WORDS / f"{name}.txt").read_text(encoding="ascii").split()
    now = list(lines(name, tmp_path))
    changed = [
        f"line {at + 1}: {line}" for at, (line, was) in enumerate(zip(now, then, strict=True)) if digest(line) != was
    ]
    assert changed == []


def record(name):
    """Write down what is said now."""
    with tempfile.TemporaryDirectory() as folder:
        found = [digest(line) for line in lines(name, folder)]
    WORDS.mkdir(exist_ok=True)
    (WORDS / f"{name}.txt").write_text("\n".join(found) + "\n", encoding="ascii")


if __name__ == "__main__":
    for missing in sys.argv[1:] or [name for name in NAMES if not (WORDS / f"{name}.txt").exists()]:
        record(missing)
