"""A closing waits at the kinds of matter that the umpire wants to decide, and goes on once he has."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest

from campaign.model.verbs.sheets import OrderCarried, SheetsClosed, TurnClosed
from campaign.store.people import People
from campaign.store.sheets import Sending, Sheets
from campaign.store.umpiring import Umpiring
from tests.people.helpers import CAMPAIGN, NOW, club_app, club_store, later, send_json, signed_in
from webui.desk.sheets.closing import close_turn, go_on_closing
from webui.desk.umpire import stops
from webui.desk.umpire.stops import awaited, lines_of

BASE = "/c/toy/umpire"
COUNT = itertools.count(1)
SHEETS = {"us-1": "1/110 attack 0403\nthe moon is blue tonight over Bastogne", "ge": "I/26 to 0503"}


def seal(store):
    session, kept = store.session(CAMPAIGN), Sheets(store.log)
    for command, text in SHEETS.items():
        kept.seal(Sending(CAMPAIGN, command, "1.1", 0, f"sheet-of-{command}", session.seq, "x", NOW), text)
    return session


@pytest.fixture
def app(tmp_path):
    made = club_app(tmp_path)
    seal(made.extensions["sandtable"].store)
    return made


@pytest.fixture
def umpire(app):
    return signed_in(app, "umpire")


def post(client, name, **body):
    return send_json(client, f"{BASE}/{name}", command_id=f"post-{next(COUNT):06}", **body)


def inbox(client):
    return client.get(f"{BASE}/matters.json").json


def test_a_closing_waits_until_the_umpire_has_decided_and_then_goes_on(umpire):
    assert post(umpire, "accepting", kind="ask", on=True, stops=True).status_code == 200
    told = post(umpire, "go-on", turn="1.1").json
    assert told["closing"]
    assert told["waits_for"]
    assert {key.split("/")[0] for key in told["waits_for"]} == {"ask"}
    page = umpire.get(f"{BASE}/closing").text
    assert f"The closing waits for you to decide {len(told['waits_for'])} matter" in page
    again = post(umpire, "go-on", turn="1.1").json
    assert again["version"] == told["version"], "asked again it waits all the same"
    for _ in range(20):
        choices = [{"key": key, "choice": "accept"} for key in told["waits_for"]]
        done = post(umpire, "matters", seq=told["version"], choices=choices).json
        assert done["waits_for"] == []
        told = post(umpire, "go-on", turn="1.1").json
        if not told["closing"]:
            break
    assert (told["closing"], told["turn"]) == (False, "1.2")


def test_where_it_waits_everything_is_carried_out_once(tmp_path):
    plain, stops = (club_store(tmp_path / name) for name in ("plain", "stops"))
    sessions = [seal(store) for store in (plain, stops)]
    Umpiring(stops.log).stop_at(CAMPAIGN, "fight", on=True)
    close_turn(sessions[0], "1.1")
    close_turn(sessions[1], "1.1")
    for _ in range(50):
        if sessions[1].state.closing is None:
            break
        Umpiring(stops.log).accept(CAMPAIGN, "fight", on=True)
        go_on_closing(sessions[1])
    lists = [[(e.command, e.line, e.stand, e.words) for e in one.live_events() if isinstance(e, OrderCarried)]
             for one in sessions]  # fmt: skip
    assert lists[0] == lists[1]
    assert lists[0]
    for one in sessions:
        ends = [type(event) for event in one.live_events() if isinstance(event, SheetsClosed | TurnClosed)]
        assert ends == [SheetsClosed, TurnClosed]
        assert one.verify() is None


def test_without_such_kinds_a_closing_goes_through(umpire):
    told = post(umpire, "go-on", turn="1.1").json
    assert (told["closing"], told["turn"], told["waits_for"]) == (False, "1.2", [])
    assert post(umpire, "go-on", turn="1.1").json["turn"] == "1.2", "asked twice it is closed once"


def test_a_silent_command_is_nothing_to_wait_at(umpire):
    refused = post(umpire, "accepting", kind="silent", on=True, stops=True)
    assert refused.status_code == 409
    assert "does in silence" in refused.json["error"]["remedy"]


def test_lines_that_were_not_understood_and_orders_barred_are_matters_of_the_next_turn(app, umpire):
    told = post(umpire, "go-on", turn="1.1").json
    asked = [one for one in told["matters"] if one["kind"] == "ask"]
    assert [one["what"] for one in asked] == ["28th Division, line 2: 'the moon is blue tonight over Bastogne'"]
    assert asked[0]["does"] == "nothing is ordered by it"
    assert asked[0]["why"]
    session = app.extensions["sandtable"].store.session("toy")
    barred = {(one.command, one.stand) for one in lines_of(session) if one.stand}
    shown = {one["units"][0] for one in told["matters"] if one["kind"] == "barred"}
    assert shown == {stand for _, stand in barred}


def test_a_sheet_that_was_understood_whole_is_not_read_again(app, monkeypatch):
    session, read = app.extensions["sandtable"].store.session(CAMPAIGN), []
    close_turn(session, "1.1")
    before, reads = lines_of(session), stops.read_kept
    monkeypatch.setattr(stops, "read_kept", lambda *what: read.append(what[2]) or reads(*what))
    assert lines_of(session) == before
    assert read == ["us-1"], "of the other sheet every line was understood"


def test_a_closing_waits_at_a_line_that_was_not_understood(app):
    store = app.extensions["sandtable"].store
    Umpiring(store.log).stop_at(CAMPAIGN, "ask", on=True)
    session = store.session(CAMPAIGN)
    close_turn(session, "1.1")
    assert [one.kind for one in awaited(session)] == ["ask"]
    assert session.state.clock.turn == 1


def test_two_umpires_see_what_the_other_looks_at_for_five_minutes(app, umpire):
    people = People(app.extensions["sandtable"].store.log)
    host = signed_in(app, "host")
    post(host, "go-on", turn="1.1")
    key = inbox(host)["matters"][0]["key"]
    assert post(host, "claim", key=key).status_code == 200
    assert inbox(umpire)["claims"] == {key: "host"}
    assert inbox(host)["claims"] == {}, "his own is no news to him"
    assert inbox(umpire)["umpires"] == sum(one.role == "umpire" for one in people.appointments(campaign="toy"))
    post(host, "claim", key=inbox(host)["matters"][1]["key"])
    assert key not in inbox(umpire)["claims"], "who looks at another lets go of the first"
    later(app, minutes=6)
    assert inbox(umpire)["claims"] == {}
    assert post(umpire, "claim", key="").status_code == 400


def test_the_claim_ends_by_the_clock_alone(tmp_path):
    kept = Umpiring(club_store(tmp_path).log)
    kept.claim("toy", "ann", "fight/1.1/7", NOW)
    assert kept.claims("toy", NOW + dt.timedelta(minutes=4, seconds=59)) == {"fight/1.1/7": "ann"}
    assert kept.claims("toy", NOW + dt.timedelta(minutes=5)) == {}
