"""A long log that must be gone through is told of while that goes on, and holds up nobody else."""

import threading

import pytest

from campaign.model.verbs.clock import EndPhase
from campaign.store.kept.states import KeptStates
from tests.people import helpers
from tests.people.helpers import CAMPAIGN, club_app, club_store, signed_in
from webui.commands.shared import the_campaign
from webui.desk.keeping import reading
from webui.desk.keeping.reading import Readings, unread
from webui.desk.library import CampaignStore
from webui.door import guard


@pytest.fixture
def slow(tmp_path, monkeypatch):
    """A club whose campaign is long and has no kept state, as after another version; its opening can be held up."""
    store = club_store(tmp_path / "club")
    session = store.session(CAMPAIGN)
    while session.seq < 12:
        session.submit(EndPhase())
    store.close()
    monkeypatch.setattr(reading, "LONG", 10)
    monkeypatch.setattr(reading, "_STEP", 4)
    monkeypatch.setattr(guard, "_PATIENCE", 0.01)
    may_go_on, opened = threading.Event(), CampaignStore._opened

    def held_up(one, campaign):
        if campaign == CAMPAIGN:
            assert may_go_on.wait(20)
        return opened(one, campaign)

    monkeypatch.setattr(CampaignStore, "_opened", held_up)
    monkeypatch.setattr(helpers, "club_store", helpers._open_club)
    made = club_app(tmp_path / "club")
    yield made, may_go_on
    may_go_on.set()


def test_a_page_says_that_a_long_log_is_being_read_and_comes_by_itself(slow):
    app, may_go_on = slow
    umpire = signed_in(app, "umpire")
    page = umpire.get(f"/c/{CAMPAIGN}/umpire/", headers={"Accept": "text/html"})
    assert page.status_code == 503
    assert page.headers["Retry-After"] == "2"
    assert "This campaign is being read: 0 of 12 entries." in page.text
    assert '<meta http-equiv="refresh" content="2">' in page.text
    data = signed_in(app, "ann").get(f"/c/{CAMPAIGN}/us-1/view.json")
    assert (data.status_code, data.json["error"]["rule"]) == (503, "reading")
    may_go_on.set()
    desk = app.extensions["sandtable"]
    assert desk.readings.awaited(CAMPAIGN, 20) is None
    page = umpire.get(f"/c/{CAMPAIGN}/umpire/", headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert "refresh" not in page.text


def test_who_asks_for_another_campaign_does_not_wait_and_a_stranger_is_told_nothing(slow):
    app, _ = slow
    assert signed_in(app, "umpire").get(f"/c/{CAMPAIGN}/umpire/").status_code == 503
    assert signed_in(app, "ann").get("/c/other/umpire/").status_code == 200
    stranger = signed_in(app, "")
    assert stranger.get(f"/c/{CAMPAIGN}/umpire/view.json").status_code == 401


def test_it_is_told_how_far_the_reading_is(slow, monkeypatch):
    app, may_go_on = slow
    may_go_on.set()
    store, told = app.extensions["sandtable"].store, []
    seen, wanted = threading.Event(), threading.Event()
    known_to = type(store.session("other")).known_to

    def stepping(session, who, seq=None):
        if session.campaign == CAMPAIGN and seq == 8:
            wanted.set()
            assert seen.wait(20)
        return known_to(session, who, seq)

    monkeypatch.setattr(type(store.session("other")), "known_to", stepping)
    readings = Readings(store)
    assert readings.awaited(CAMPAIGN, 0) is not None
    assert wanted.wait(20)
    told.append(readings.awaited(CAMPAIGN, 0))
    seen.set()
    told.append(readings.awaited(CAMPAIGN, 20))
    assert told == [(4, 12), None]


def test_what_is_kept_need_not_be_read(tmp_path, monkeypatch):
    monkeypatch.setattr("campaign.store.kept.states.EVERY", 5)
    store = club_store(tmp_path / "club")
    session = store.session(CAMPAIGN)
    assert unread(store, CAMPAIGN) == session.seq
    while session.seq < 12:
        session.submit(EndPhase())
    assert unread(store, CAMPAIGN) == session.seq - max(KeptStates(store.log, CAMPAIGN).seqs) < 5
    assert Readings(store).awaited("nowhere", 1) is None


def test_the_command_line_says_that_a_long_log_is_read(tmp_path, monkeypatch, capsys):
    store = club_store(tmp_path / "club")
    the_campaign(store, CAMPAIGN)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(reading, "LONG", 1)
    the_campaign(store, CAMPAIGN)
    told = capsys.readouterr()
    assert told.err.startswith("1 entries of 'toy' are read from the beginning")
    assert told.out == ""
