"""Two workers look at one clock: at a deadline exactly one closing is written, whoever of them dies on the way."""

from __future__ import annotations

import datetime as dt
import threading

import pytest

from campaign.model.sheets import turn_key
from campaign.model.verbs.sheets import SheetsClosed, TurnClosed
from campaign.store import eventlog
from campaign.store.sheets import Deadline, Sending, Sheets
from tests.people.helpers import CAMPAIGN, NOW, club_store
from tests.people.test_closing import Cut
from webui.desk.library import open_store
from webui.desk.sheets.clock import tick

PAST = (NOW - dt.timedelta(minutes=1)).isoformat()
LATER = NOW + dt.timedelta(minutes=1)
"""When a lease that somebody took and did not give back is over."""


@pytest.fixture
def both(place):
    """Two workers' stores on one place, with a sheet, and a deadline that has just passed."""
    first = club_store(place)
    kept = Sheets(first.log)
    kept.seal(Sending(CAMPAIGN, "us-1", "1.1", 0, "sheet-of-us-1", 1, "x", NOW), "1/110 to 0302")
    kept.set_deadline(CAMPAIGN, Deadline("1.1", "clock", PAST, 0, NOW.isoformat()))
    second = open_store(place)
    second.__class__, second.shelf = first.__class__, first.shelf
    return first, second


def closings(store):
    """Count the closings that were begun and ended, and say which turn it is."""
    session = store.session(CAMPAIGN)
    events = list(session.live_events())
    ends = [sum(isinstance(event, kind) for event in events) for kind in (SheetsClosed, TurnClosed)]
    assert session.verify() is None
    return *ends, turn_key(session.state.clock)


def test_of_two_workers_who_see_a_deadline_pass_one_closes_the_turn(both):
    closed, ready = [], threading.Barrier(2)

    def look(store, name):
        ready.wait()
        closed.append(tick(store, name, NOW))

    looking = [threading.Thread(target=look, args=(store, name)) for store, name in zip(both, "ab", strict=True)]
    for one in looking:
        one.start()
    for one in looking:
        one.join()
    assert sorted(closed) == [[], [CAMPAIGN]]
    assert [closings(store) for store in both] == [(1, 1, "1.2")] * 2


def test_where_the_worker_that_closes_dies_the_other_ends_what_it_began(both, monkeypatch):
    first, second = both
    insert, passed = eventlog._insert, []

    def cut(db, line):
        insert(db, line)
        passed.append(line)
        if len(passed) == 3:
            raise Cut

    monkeypatch.setattr(eventlog, "_insert", cut)
    with pytest.raises(Cut):
        tick(first, "a", NOW)
    monkeypatch.setattr(eventlog, "_insert", insert)
    assert closings(second)[:2] == (1, 0)
    assert tick(second, "b", NOW) == []  # the lease of the dead one still runs
    assert tick(second, "b", LATER) == [CAMPAIGN]
    assert closings(second) == (1, 1, "1.2")
    assert tick(first, "a", LATER) == []
