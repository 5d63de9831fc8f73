"""A long log is not held whole: what is old is read from the store again, and nothing is told otherwise for it."""

from __future__ import annotations

import itertools
import os
import tracemalloc

import msgspec
import pytest

from campaign.model.state import state_hash
from campaign.model.verbs.clock import EndPhase
from campaign.store.audiences import Audiences
from campaign.store.history import EMPTY, Chronicle, extended, live_events, state_at
from campaign.store.kept import written
from campaign.store.kept.written import PAGE, Written, spacing
from campaign.store.session import create_campaign, open_campaign
from tests.campaign.toyrules import toy_opening, toy_shelf

ENTRIES = 3 * PAGE + 5


def opened(path):
    opening = toy_opening()
    setting = msgspec.structs.replace(opening.setting, days=4000)
    return create_campaign(path, "toy", msgspec.structs.replace(opening, setting=setting), library=toy_shelf())


@pytest.fixture
def forgetful(monkeypatch):
    """Keep next to nothing in memory, as of a log of many years."""
    monkeypatch.setattr(written, "MOST_EVENTS", 6)


def played(path):
    session = opened(path)
    while session.seq < ENTRIES:
        session.submit(EndPhase())
        if session.seq % 19 == 0:
            session.undo(session.seq - 4, why="another way")
    return session


def held(session):
    return len(session.chronicle.entries._shelf.last.entries)


def test_old_entries_are_read_again_and_tell_the_same(tmp_path, forgetful):
    session = played(tmp_path / "long.db")
    whole = session.log.entries("toy")
    assert held(session) < 12 < len(whole)
    entries = session.chronicle.entries
    assert list(entries) == whole == list(reversed(list(reversed(entries))))
    assert entries[3:9] == tuple(whole[3:9])
    assert entries[-2] == whole[-2]
    assert entries[:PAGE] == whole[:PAGE]
    assert [entries.kinds(seq) for seq in range(1, len(whole) + 1)] == [frozenset(map(type, e.events)) for e in whole]
    with pytest.raises(IndexError):
        entries[len(whole)]


def test_every_moment_and_every_undo_are_what_a_log_in_memory_says(tmp_path, forgetful):
    session = played(tmp_path / "long.db")
    whole = extended(EMPTY, session.log.entries("toy"))
    for seq in range(1, session.seq + 1):
        assert session.as_of(seq).state == state_at(whole, seq)
        assert list(live_events(session.chronicle, seq)) == list(live_events(whole, seq))
    for goal in (40, 3, 21):
        session.undo(goal, why="back")
        assert state_hash(session.state) == state_hash(msgspec.structs.replace(state_at(whole, goal), seq=session.seq))
    assert session.verify() is None
    again = open_campaign(tmp_path / "long.db", "toy", toy_shelf())
    assert (again.state, again.chronicle.entries) == (session.state, session.chronicle.entries)


def test_what_was_known_long_ago_is_known_again(tmp_path, forgetful):
    session = played(tmp_path / "long.db")
    slow = Audiences(session.hexmap, session.ruleset)
    for seq in (2, 17, 33, session.seq):
        assert session.known("us", seq) == slow.known(session.chronicle, session.known("us", seq).viewer, seq)


def test_a_command_of_long_ago_that_is_sent_again_gives_its_entry(tmp_path, forgetful):
    session = opened(tmp_path / "long.db")
    first = session.submit(EndPhase(), command_id="the first")
    while session.seq < ENTRIES:
        session.submit(EndPhase())
    assert session.has_done("the first")
    assert session.submit(EndPhase(), command_id="the first") == first
    assert not session.has_done("never sent")


def test_two_that_go_on_from_one_past_do_not_see_each_other(tmp_path):
    one, two, three, four = opened_entries(tmp_path, 4)
    past = Written((one, two))
    left, right = past.plus((three,)), past.plus((four,))
    assert list(past) == [one, two]
    assert list(left) == [one, two, three]
    assert list(right) == [one, two, four]
    assert list(left.plus((four,))) == [one, two, three, four]
    assert list(EMPTY.entries) == []


def opened_entries(folder, count):
    session = opened(folder / "some.db")
    while session.seq < count:
        session.submit(EndPhase())
    return session.log.entries("toy")


@pytest.mark.parametrize(("least", "most"), [(40, 64), (50, 32), (1, 1)])
def test_there_are_never_more_of_what_is_kept_than_was_said(least, most):
    for seq in (1, least, least * most, least * most + 1, 9_999, 80_000):
        apart = spacing(seq, least, most)
        assert seq <= apart * most
        assert apart == least or seq > apart // 2 * most


def test_snapshots_grow_no_more(tmp_path):
    entries = opened_entries(tmp_path, 30)
    chronicle, most = Chronicle(), 0
    for seq in range(1, 6_001):
        again = msgspec.structs.replace(entries[0 if seq == 1 else 1], seq=seq, command_id=str(seq))
        chronicle = extended(chronicle, (again,))
        most = max(most, len(chronicle.snapshots))
    assert most < 100
    assert state_at(chronicle, 5_000) == extended(EMPTY, chronicle.entries[:5_000]).state


@pytest.mark.skipif(not os.environ.get("SANDTABLE_SOAK"), reason="minutes; make soak")
def test_soak_of_a_thousand_turns(tmp_path):
    """A game of a thousand turns holds hardly more at its end than after its first hundreds; each moment is there."""
    session = opened(tmp_path / "long.db")
    grown = {}
    tracemalloc.start()
    for turn in itertools.count(1):
        session.submit(EndPhase())
        if turn in {2_000, 6_000}:
            grown[turn] = tracemalloc.get_traced_memory()[0]
        if turn == 6_000:
            break
    tracemalloc.stop()
    each = (grown[6_000] - grown[2_000]) / 4_000
    assert each < 1_000, f"{each:.0f} bytes an entry"
    whole = session.log.entries("toy")
    for seq in (1, 77, 3_000, 5_999):
        assert session.chronicle.entries[seq - 1] == whole[seq - 1]
        assert session.as_of(seq).state == extended(EMPTY, whole[:seq]).state
