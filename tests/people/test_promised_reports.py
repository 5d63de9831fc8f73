"""The reports of a turn are made when it is closed, once each, whoever dies between; who opens one gets those bytes."""

from __future__ import annotations

import datetime as dt
import hashlib

import pytest

from campaign.store.kept.reports import Reports
from campaign.store.people import People
from tests.people.helpers import CAMPAIGN, NOW, PEOPLE, club_app, club_store, signed_in
from tests.people.test_closing import Cut, reopened
from webui.desk.looks import Looks
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


def test_the_printer_makes_them_while_the_server_runs(store, monkeypatch):
    monkeypatch.setattr(making, "EVERY_S", 0.001)
    monkeypatch.setattr(making, "BETWEEN_S", 0)
    close_turn(store.session(CAMPAIGN), "1.1")
    printer = Printer(store, lambda: NOW)
    printer.start()
    while Reports(store.log).promised():
        assert printer._thread.is_alive()
    printer.stop()
    assert set(kept(store)) == {(viewer, 1, 1, form) for viewer in VIEWERS for form in MIMETYPES}
    assert tick(store, "x", NOW) == []
