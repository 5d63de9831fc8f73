"""What everybody knew after each entry: which of it is kept, and what an observer is told."""

from __future__ import annotations

import msgspec
import pytest

from campaign.engine.watch import begun, due
from campaign.model.verbs.clock import ClockAdvanced, EndPhase
from campaign.model.viewer import Viewer
from campaign.store import audiences
from campaign.store.audiences import Audiences
from campaign.store.kept import observed
from campaign.store.session import create_campaign
from tests.campaign.toyrules import toy_opening, toy_shelf

EVERY, MOST = audiences._KEEP_EVERY, audiences._MOST_KEPT


def played(folder, entries, delay=0):
    opening = toy_opening()
    opening = msgspec.structs.replace(opening, setting=msgspec.structs.replace(opening.setting, delay=delay, days=60))
    session = create_campaign(folder / "toy.db", "toy", opening, library=toy_shelf())
    while session.seq < entries:
        session.submit(EndPhase())
    return session


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    return played(tmp_path_factory.mktemp("long"), EVERY + 3)


@pytest.fixture
def folded(session, monkeypatch):
    """Say which entries are folded to know what was known after one."""
    made, after = Audiences(session.hexmap, session.ruleset), []
    fold = made._after
    monkeypatch.setattr(made, "_after", lambda *given: after.append(given[-1]) or fold(*given))

    def ask(seq):
        after.clear()
        made.at(session.chronicle, seq)
        return list(after)

    return ask


def test_of_what_was_asked_for_last_the_oldest_is_dropped_first(folded):
    first, last = 2, 2 + MOST
    for seq in range(first, last + 1):
        folded(seq)
    assert [folded(seq) for seq in range(first + 1, last + 1)] == [[]] * MOST
    assert folded(first) == [1, 2]


def test_what_is_asked_for_again_counts_as_asked_for_last(folded):
    for seq in (2, *range(10, 10 + MOST - 1), 2, 10 + MOST):
        folded(seq)
    assert folded(2) == []
    assert folded(10) == list(range(3, 11))


def test_every_so_manieth_entry_is_kept_whatever_else_is_asked_for(folded):
    assert folded(EVERY + 1) == list(range(1, EVERY + 2))
    for seq in range(2, 2 + MOST):
        folded(seq)
    assert folded(EVERY + 1) == [EVERY + 1]
    assert folded(EVERY) == []


@pytest.mark.parametrize("delay", [0, 1, 2])
def test_an_observer_knows_what_lies_so_many_turns_back(tmp_path, delay):
    """Without a delay he knows of the last clock; else of the last one before the turns of the delay."""
    session = played(tmp_path, 14, delay)
    for seq in (1, 7, 14):
        known = session.known(Viewer("observer"), seq)
        clocks = [session.as_of(1).state.clock]
        clocks += [event.clock for event in session.live_events(seq) if isinstance(event, ClockAdvanced)]
        turns = list(dict.fromkeys((clock.day, clock.turn) for clock in clocks))
        told = [clock for clock in clocks if (clock.day, clock.turn) in turns[: len(turns) - delay]] or clocks[:1]
        assert known.state.clock == told[-1], (seq, turns)


@pytest.mark.parametrize("delay", [0, 1, 2, 9])
def test_what_an_observer_knows_is_folded_on_and_is_what_the_whole_log_tells_him(tmp_path, delay, monkeypatch):
    """After each entry, and after each undo, he knows what he would who reads the log from its opening."""
    session, told = played(tmp_path, 2, delay), []
    who, hear = Viewer("observer"), observed.heard
    monkeypatch.setattr(observed, "heard", lambda start, events: told.extend(events) or hear(start, events))
    for number in range(24):
        if number in {9, 15, 16}:
            session.undo(session.seq - 3, why="a slip")
        else:
            session.submit(EndPhase())
        known = session.known(who)
        opening, *later = due(session.live_events(), delay)
        start = begun(opening, session.hexmap, session.ruleset.tables, (who,))
        assert as_bytes(known.state) == as_bytes(hear(start, later).known[who].state)
    told.clear()
    session.submit(EndPhase())
    session.known(who)
    assert len(told) <= len(session.chronicle.entries[-1].events) + 4 * delay, "he is told of what is new"


def as_bytes(state):
    return msgspec.json.encode(state, order="deterministic")
