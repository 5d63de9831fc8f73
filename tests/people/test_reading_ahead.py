"""Sheets are read beside the pages once a program has started: a closing then reads none, and closes alike."""

from __future__ import annotations

import pytest

from campaign.docket.reading import read_sheet
from campaign.store.sheets import Sending, Sheets
from tests.people.helpers import CAMPAIGN, NOW, OTHER, club_app, club_store
from tests.people.test_closing import reopened, written
from webui.commands import serve_commands
from webui.desk.looks import Looks
from webui.desk.sheets import ahead
from webui.desk.sheets.ahead import Ahead
from webui.desk.sheets.closing import close_turn

SHEETS = {"us-1": "1/110 to 0302\n2/110 attack 0403", "ge": "I/26 to 0503"}


@pytest.fixture
def read(monkeypatch):
    """List the texts of sheets that are read, as they are."""
    found = []

    def reads(text, view, command):
        found.append(text)
        return read_sheet(text, view, command)

    monkeypatch.setattr("webui.desk.sheets.kept.read_sheet", reads)
    monkeypatch.setattr(ahead, "PAUSE_S", 0.0)
    return found


def sealed(place, campaign=CAMPAIGN):
    store = club_store(place)
    seal(store, SHEETS, campaign)
    return store


def seal(store, sheets, campaign=CAMPAIGN, version=0):
    seq = store.session(campaign).seq
    for command, text in sheets.items():
        sent = Sending(campaign, command, "1.1", version, f"{command}-{version}-{campaign}", seq, "x", NOW)
        Sheets(store.log).seal(sent, text)


def test_a_closing_after_a_start_reads_nothing_that_was_read_ahead(tmp_path, read):
    again = reopened(sealed(tmp_path))
    assert Ahead(again, Looks()).look() == [CAMPAIGN]
    assert sorted(read) == sorted(SHEETS.values())
    read.clear()
    close_turn(again.session(CAMPAIGN), "1.1")
    assert not [text for text in read if text]


def test_without_it_a_closing_reads_them_itself(tmp_path, read):
    close_turn(reopened(sealed(tmp_path)).session(CAMPAIGN), "1.1")
    assert set(SHEETS.values()) <= set(read)


def test_it_closes_as_it_does_without(tmp_path):
    plain, early = reopened(sealed(tmp_path / "plain")), reopened(sealed(tmp_path / "early"))
    Ahead(early, Looks()).look()
    for store in (plain, early):
        close_turn(store.session(CAMPAIGN), "1.1")
    assert written(plain) == written(early)


def test_what_stays_is_read_once_and_what_moves_once_it_stands_still(tmp_path, read):
    store = sealed(tmp_path)
    reader = Ahead(store, Looks())
    assert [reader.look(), reader.look()] == [[CAMPAIGN], []]
    read.clear()
    Sheets(store.log).unseal(Sending(CAMPAIGN, "ge", "1.1", 1, "open", store.session(CAMPAIGN).seq, "x", NOW))
    seal(store, {"ge": "I/26 to 0502"}, version=2)
    assert [reader.look(), read] == [[], []]
    assert reader.look() == [CAMPAIGN]
    assert read == ["I/26 to 0502"]


def test_a_campaign_that_cannot_be_read_keeps_no_other(tmp_path, read, monkeypatch):
    store = sealed(tmp_path)
    seal(store, SHEETS, OTHER)
    opens = store.session

    def broken(campaign):
        if campaign == CAMPAIGN:
            raise RuntimeError(campaign)
        return opens(campaign)

    monkeypatch.setattr(store, "session", broken)
    reader = Ahead(store, Looks())
    assert OTHER in reader.look()
    assert sorted(read) == sorted(SHEETS.values())
    assert reader.look() == []


class Server:
    """A server that ends as soon as it runs; and a thread that is not begun."""

    def run(self):
        pass

    start = stop = close = run


def test_a_server_reads_ahead_while_it_runs(tmp_path, monkeypatch):
    app, told = club_app(tmp_path), []
    for name in ("_clockwork", "_printer", "_postman"):
        monkeypatch.setattr(serve_commands, name, lambda _: Server())
    monkeypatch.setattr(serve_commands, "_listening", lambda *_: Server())
    for name in ("_tell", "load_kernels", "_stop_cleanly"):
        monkeypatch.setattr(serve_commands, name, lambda *_: None)
    monkeypatch.setattr(Ahead, "start", lambda one: told.append(("start", one._looks)))
    monkeypatch.setattr(Ahead, "stop", lambda one: told.append(("stop", one._looks)))
    serve_commands._run(app, "127.0.0.1", 0, path="", browse=False)
    looks = app.extensions["sandtable"].looks
    assert told == [("start", looks), ("stop", looks)]
