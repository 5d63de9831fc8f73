"""What the umpire has set to be accepted by itself is accepted at the closing, whoever closes; the log says so."""

from __future__ import annotations

import datetime as dt

import pytest
from click.testing import CliRunner

from campaign.model.verbs.declaring import Ruled
from campaign.model.verbs.sheets import SheetsClosed, TurnClosed
from campaign.store import eventlog
from campaign.store.library import Shelf
from campaign.store.session import create_campaign
from campaign.store.sheets import Deadline, Sheets
from campaign.store.umpiring import Umpiring
from campaign.systems.catalogue import ruleset
from tests.people.helpers import CAMPAIGN, NOW, ClubStore, club_app, club_store, send_json, signed_in
from tests.people.test_closing import Cut, reopened
from tests.people.test_stops import seal
from tests.webui.test_umpires_day import day_opening
from webui.cli import main
from webui.desk.library import open_store
from webui.desk.sheets.clock import tick
from webui.desk.sheets.closing import close_turn
from webui.desk.umpire.accepting import is_by_itself, resolved

KINDS = ("ask", "silent", "meeting", "fight", "barred")
PAST = (NOW - dt.timedelta(minutes=1)).isoformat()


def ready(place, *kinds):
    store = club_store(place)
    seal(store)
    for kind in kinds or KINDS:
        Umpiring(store.log).accept(CAMPAIGN, kind, on=True)
    return store


def rulings(session):
    return [event.why for event in session.live_events() if isinstance(event, Ruled)]


def written(store):
    return [(one.seq, one.command_id, one.actor, one.order, one.events) for one in store.log.entries(CAMPAIGN)]


def by_hand(store):
    close_turn(store.session(CAMPAIGN), "1.1")


def by_the_clock(store):
    Sheets(store.log).set_deadline(CAMPAIGN, Deadline("1.1", "clock", PAST, 0, NOW.isoformat()))
    assert tick(store, "worker", NOW) == [CAMPAIGN]


@pytest.mark.parametrize("close", [by_hand, by_the_clock])
def test_whoever_closes_each_is_a_ruling_with_its_reason(tmp_path, close):
    store = ready(tmp_path)
    close(store)
    session = store.session(CAMPAIGN)
    found = rulings(session)
    assert len(found) == len(set(found)) > 0
    assert all(is_by_itself(why) for why in found)
    assert any("accepted by itself; 28th Division, line 2: 'the moon" in why for why in found)
    assert resolved(session) == [why.split("; ", 1)[1] for why in found]
    ends = [type(event) for event in session.live_events() if isinstance(event, SheetsClosed | TurnClosed)]
    assert ends == [SheetsClosed, TurnClosed]


def test_the_ruling_names_the_paragraph_that_decides_it(tmp_path):
    store = open_store(tmp_path)
    store.__class__ = ClubStore
    opening, hexmap = day_opening()
    store.shelf = Shelf((hexmap,), ruleset)
    create_campaign(store.log, CAMPAIGN, opening, library=store)
    Umpiring(store.log).accept(CAMPAIGN, "arrival", on=True)
    by_hand(store)
    found = rulings(store.session(CAMPAIGN))
    assert len(found) == 2
    assert all(why.endswith("they arrive (ZN 4.18)") for why in found)


def test_without_such_a_kind_nothing_is_ruled(tmp_path):
    store = club_store(tmp_path)
    seal(store)
    by_hand(store)
    assert rulings(store.session(CAMPAIGN)) == []


def test_only_those_kinds_accept_themselves(tmp_path):
    store = ready(tmp_path, "ask")
    by_hand(store)
    assert {why.split("/")[0] for why in rulings(store.session(CAMPAIGN))} == {"matter ask"}


def test_what_comes_of_the_orders_is_the_same_with_and_without(tmp_path):
    plain, own = club_store(tmp_path / "plain"), ready(tmp_path / "own")
    seal(plain)
    for store in (plain, own):
        by_hand(store)
    first, second = (store.session(CAMPAIGN) for store in (plain, own))
    assert [type(one) for one in first.live_events() if not isinstance(one, Ruled)] == [
        type(one) for one in second.live_events() if not isinstance(one, Ruled)
    ]


def test_what_he_decided_himself_is_not_accepted_again(tmp_path):
    app = club_app(tmp_path)
    store = app.extensions["sandtable"].store
    Umpiring(store.log).accept(CAMPAIGN, "silent", on=True)
    umpire = signed_in(app, "umpire")
    told = umpire.get("/c/toy/umpire/matters.json").json
    assert {one["kind"] for one in told["at_closing"]} == {"silent"}
    assert "silent" not in {one["kind"] for one in told["matters"]}
    key = told["at_closing"][0]["key"]
    choices = [{"key": key, "choice": "accept", "why": "on leave"}]
    send_json(umpire, "/c/toy/umpire/matters", command_id="choice-000001", seq=told["version"], choices=choices)
    told = send_json(umpire, "/c/toy/umpire/go-on", command_id="go-on-000001", turn="1.1").json
    assert told["turn"] == "1.2"
    found = rulings(store.session(CAMPAIGN))
    assert sum(why.startswith(f"matter {key}:") for why in found) == 1
    assert found[0].endswith("accepted; on leave")
    assert told["resolved"]
    assert not told["may_take_back"], "what accepted itself is no choice of his to take back by a key"


def test_the_command_line_closes_with_them_too(tmp_path, monkeypatch):
    store = ready(tmp_path)
    monkeypatch.setattr("webui.desk.library.open_store", lambda *_, **__: store)
    done = CliRunner().invoke(main, ["campaign", "close", "--campaign", CAMPAIGN])
    assert done.exit_code == 0, done.output
    assert any(is_by_itself(why) for why in rulings(reopened(store).session(CAMPAIGN)))


def test_cut_off_at_any_step_it_ends_in_the_same_log(tmp_path, monkeypatch):
    whole = ready(tmp_path / "whole")
    before = whole.log.last_seq(CAMPAIGN)
    by_hand(whole)
    insert, wanted = eventlog._insert, written(whole)
    for step in range(whole.log.last_seq(CAMPAIGN) - before):
        store = ready(tmp_path / str(step))
        passed = []

        def cut(db, line, passed=passed, step=step):
            insert(db, line)
            passed.append(line)
            if len(passed) == step + 1:
                raise Cut

        monkeypatch.setattr(eventlog, "_insert", cut)
        with pytest.raises(Cut):
            by_hand(store)
        monkeypatch.setattr(eventlog, "_insert", insert)
        again = reopened(store)
        by_hand(again)
        assert written(again) == wanted
        again.close()
