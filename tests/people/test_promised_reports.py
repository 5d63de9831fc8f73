"""The reports of a turn are made when it is closed, once each, whoever dies between; who opens one gets those bytes."""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import io
import json
import os
import sys
import time
from pathlib import Path

import pytest

from campaign.store.kept.reports import Reports
from campaign.store.people import People
from maps.gpkg import writer
from tests.people.helpers import CAMPAIGN, NOW, PEOPLE, club_app, club_store, signed_in
from tests.people.test_closing import Cut, reopened
from webui.desk.looks import Looks
from webui.desk.reports import kept as reports_kept
from webui.desk.reports import making
from webui.desk.reports.kept import MIMETYPES
from webui.desk.reports.making import Printer, make_promised
from webui.desk.sheets.clock import tick
from webui.desk.sheets.closing import close_turn

VIEWERS = {"us-1", "us-2", "ge", "us"}
"""The commands and the side that somebody holds."""
LATER = NOW + dt.timedelta(minutes=3)


def make(store, holder="a", now=NOW, **more):
    return make_promised(store, Looks(), holder, lambda: now, **more)


def kept(store):
    found = [one for viewer in (*VIEWERS, "umpire") for one in Reports(store.log).listed(CAMPAIGN, viewer)]
    return {(one.key.viewer, one.key.day, one.key.turn, one.key.form): one.digest for one in found}


@pytest.fixture
def store(tmp_path):
    return club_store(tmp_path)


def test_a_closing_promises_them_and_each_is_made_once(store):
    assert make(store) == 0
    close_turn(store.session(CAMPAIGN), "1.1")
    assert [(one.campaign, one.turn) for one in Reports(store.log).promised()] == [(CAMPAIGN, "1.1")]
    assert kept(store) == {}, "the answer does not wait for them"
    assert make(store) == len(VIEWERS) * len(MIMETYPES)
    assert set(kept(store)) == {(viewer, 1, 1, form) for viewer in VIEWERS for form in MIMETYPES}
    assert Reports(store.log).promised() == []
    assert make(store) == 0


def test_who_opens_a_report_gets_the_bytes_that_were_kept(tmp_path):
    app = club_app(tmp_path)
    store = app.extensions["sandtable"].store
    close_turn(store.session(CAMPAIGN), "1.1")
    make(store)
    before = kept(store)
    body = signed_in(app, "ann").get("/c/toy/us-1/export/turn.txt").data
    assert hashlib.sha256(body).hexdigest() == before["us-1", 1, 1, "txt"]
    assert kept(store) == before
    assert "us-1" in PEOPLE["ann"]


@pytest.fixture
def printed_once(monkeypatch):
    """Print equal reports once: a hundred sheets are made to see who makes them, and not how they look."""
    sheets, write = [], reports_kept._WRITERS["pdf"]

    def sheet(report):
        found = next((body for one, body in sheets if one == report), None)
        if found is None:
            sheets.append((report, found := write(report)))
        return found

    monkeypatch.setitem(reports_kept._WRITERS, "pdf", sheet)
    yield
    assert len(sheets) == len(VIEWERS), "a viewer's report is equal in every store"


@pytest.mark.usefixtures("printed_once")
def test_whoever_is_cut_off_at_any_report_leaves_the_rest_to_the_next_and_nothing_is_made_twice(tmp_path, monkeypatch):
    whole = club_store(tmp_path / "whole")
    close_turn(whole.session(CAMPAIGN), "1.1")
    count, wanted, made = make(whole), kept(whole), making.kept_turn
    for step in range(count):
        store = club_store(tmp_path / str(step))
        close_turn(store.session(CAMPAIGN), "1.1")
        passed = []

        def cut(*args, passed=passed, step=step):
            if len(passed) == step:
                raise Cut
            passed.append(1)
            return made(*args)

        monkeypatch.setattr(making, "kept_turn", cut)
        with pytest.raises(Cut):
            make(store, "dead")
        monkeypatch.setattr(making, "kept_turn", made)
        first = kept(store)
        assert len(first) == step
        again = reopened(store)
        assert make(again, "next") == 0, "the lease of the dead one still runs"
        make(again, "next", LATER)
        assert kept(again) == wanted
        assert Reports(again.log).promised() == []
        again.close()


def test_who_is_stopped_leaves_the_rest_for_later(store):
    close_turn(store.session(CAMPAIGN), "1.1")
    asked = iter([False, False, True])
    assert make(store, is_over=lambda: next(asked)) == 2
    assert len(kept(store)) == 2
    assert len(Reports(store.log).promised()) == 1
    assert make(store) > 2
    assert Reports(store.log).promised() == []


def test_of_a_turn_that_was_taken_back_none_is_made(store):
    session = store.session(CAMPAIGN)
    close_turn(session, "1.1")
    session.undo(1, why="a slip")
    assert make(store) == 0
    assert (kept(store), Reports(store.log).promised()) == ({}, [])


def test_a_report_made_later_tells_its_own_turn_and_no_more(tmp_path):
    stores = [club_store(tmp_path / name) for name in ("at once", "later")]
    for store in stores:
        close_turn(store.session(CAMPAIGN), "1.1")
    make(stores[0])
    for store in stores:
        close_turn(store.session(CAMPAIGN), "1.2")
    make(stores[1])
    first, second = (
        {key: value for key, value in kept(one).items() if key[2] == 1 and key[3] != "pdf"} for one in stores
    )
    assert first == second
    assert first


def test_a_campaign_that_cannot_be_read_keeps_no_other(store, monkeypatch):
    from campaign.store.faults import StoreFault

    close_turn(store.session(CAMPAIGN), "1.1")
    close_turn(store.session("other"), "1.1")
    people, whole = People(store.log), type(store).session
    assert people.appointments(campaign="other")

    def session(self, campaign):
        if campaign == "other":
            raise StoreFault("other", "its map is gone", "put it back")
        return whole(self, campaign)

    monkeypatch.setattr(type(store), "session", session)
    make(store)
    assert len(kept(store)) == len(VIEWERS) * len(MIMETYPES)


class Toy:
    """A process of the printer's that is a toy: what it does is done when it is begun."""

    count = 0

    def __init__(self, store):
        type(self).count += 1
        self.ended = False
        self.work(store)

    def work(self, store):
        make(store)

    def is_done(self):
        return True

    def end(self, _wait_s):
        self.ended = True


def test_the_printer_begins_one_process_for_all_that_is_promised_and_none_without_need(store):
    class Once(Toy):
        count = 0

    printer = Printer(store, Once)
    assert (printer._look(), Once.count) == (making.EVERY_S, 0)
    close_turn(store.session(CAMPAIGN), "1.1")
    close_turn(store.session(CAMPAIGN), "1.2")
    assert (printer._look(), Once.count) == (making.EVERY_S, 1)
    assert Reports(store.log).promised() == []
    assert {key[2] for key in kept(store)} == {1, 2}
    assert (printer._look(), Once.count) == (making.EVERY_S, 1)


def test_where_a_process_comes_to_nothing_the_printer_waits_longer(store):
    class Idle(Toy):
        count = 0

        def work(self, store):
            pass

    close_turn(store.session(CAMPAIGN), "1.1")
    assert (Printer(store, Idle)._look(), Idle.count) == (making.AGAIN_S, 1)
    store.away.put(CAMPAIGN, "archived", NOW, "umpire")
    assert (Printer(store, Idle)._look(), Idle.count) == (making.EVERY_S, 1), "of one that is put away none is made"


def test_a_printer_that_is_stopped_lets_its_process_end_the_report_that_it_makes(store):
    begun = []

    class Long(Toy):
        def work(self, _store):
            begun.append(self)

        def is_done(self):
            return False

    close_turn(store.session(CAMPAIGN), "1.1")
    printer = Printer(store, Long)
    printer._over.set()
    printer._look()
    assert [one.ended for one in begun] == [True]


def test_the_process_steps_back_and_makes_them_and_ends(tmp_path):
    """The true process, on a store whose map lies beside it as that of any campaign does."""
    store = club_store(tmp_path)
    hexmap = store.session(CAMPAIGN).hexmap
    store.map_file(hexmap.key).parent.mkdir(exist_ok=True)
    writer.write(hexmap, store.map_file(hexmap.key))
    close_turn(store.session(CAMPAIGN), "1.1")
    printer, others = Printer(store), set(children())
    printer.start()
    nice = set()
    while Reports(store.log).promised():
        assert printer._thread.is_alive()
        nice |= {os.getpriority(os.PRIO_PROCESS, pid) for pid in set(children()) - others}
        # The process has stepped back for everybody, and so for who waits for it without a pause.
        time.sleep(0.02)
    printer.stop()
    assert nice <= {os.nice(0), making.NICENESS + os.nice(0), 19}
    assert max(nice) > os.nice(0) or os.nice(0) == 19
    assert set(kept(store)) == {(viewer, 1, 1, form) for viewer in VIEWERS for form in MIMETYPES}
    assert set(children()) <= others
    assert tick(store, "x", NOW) == []


def children():
    """List the processes that this one began and that have not ended."""
    found = []
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):
            found += (task / "children").read_text().split()
    return [int(one) for one in found if runs(one)]


def runs(pid):
    """Whether a process is there that has not ended; it may end while it is looked at."""
    with contextlib.suppress(OSError):
        return not Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].startswith(" Z")
    return False


def test_a_process_whose_server_dies_makes_no_further_report(tmp_path, monkeypatch):
    """The end of its standard input tells it; here there is nothing behind the first line."""
    store = club_store(tmp_path)
    close_turn(store.session(CAMPAIGN), "1.1")
    read, told = io.StringIO(json.dumps([store.log.address, str(store.folder)]) + "\n"), []
    monkeypatch.setattr(sys, "stdin", read)

    def promised(found, _looks, _holder, _now, is_over):
        while not is_over():
            assert found.folder == store.folder
        told.append(found.log.place)
        return 0

    monkeypatch.setattr(making, "make_promised", promised)
    making.beside()
    assert told == [store.log.place]
