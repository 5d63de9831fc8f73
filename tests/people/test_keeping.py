"""Campaigns are renamed, put aside, deleted and brought back; a branch goes on whatever becomes of what it left."""

from __future__ import annotations

import datetime as dt
import re

import msgspec
import pytest
from click.testing import CliRunner

from campaign.store.eventlog import EventLog
from campaign.store.faults import NoSuchCampaign, PutAway, StoreFault
from campaign.store.kept.campaigns import ARCHIVED, DELETED, Campaigns
from campaign.store.people import People
from campaign.store.session import create_campaign, open_campaign
from campaign.store.sheets import Deadline, Sheets
from maps.problems import ProblemsFound
from tests.campaign.toyrules import toy_opening, toy_shelf
from tests.people.helpers import NOW, club_app, club_store, later, send, send_json, signed_in
from webui.cli import main
from webui.desk.battles import outplaying
from webui.desk.battles.outplaying import outplay_of
from webui.desk.keeping.removing import remove_old
from webui.desk.library import open_store
from webui.desk.sheets.clock import tick
from webui.desk.takeaway.sent import kept_file, sent_file

KEEPING = "/c/toy/umpire/keeping"


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


@pytest.fixture
def host(app):
    return signed_in(app, "host")


@pytest.fixture(params=["seed", "committed"])
def toy(request, tmp_path):
    """A campaign of the toy rules with dice of both kinds, and a branch of it."""
    shelf, opening = toy_shelf(), toy_opening()
    setting = msgspec.structs.replace(opening.setting, dice=request.param)
    create_campaign(tmp_path / "toy.db", "toy", msgspec.structs.replace(opening, setting=setting), library=shelf)
    session = open_campaign(tmp_path / "toy.db", "toy", shelf)
    session.branch(1, "branch")
    return session, open_campaign(session.log, "branch", shelf)


def test_a_new_name_is_on_every_page_and_in_the_list(app, host):
    assert send(host, KEEPING, do="rename", name="  Herbst  im   Nebel ").status_code == 303
    ann = signed_in(app, "ann")
    pages = [host.get("/").text, ann.get("/seats").text, ann.get("/c/toy/us-1/").text, ann.get("/c/toy/us-1/day").text]
    assert all("Herbst im Nebel" in text for text in pages)
    assert ann.get("/c/toy/us-1/view.json").json["campaign"]["name"] == "Herbst im Nebel"
    assert "Herbst im Nebel" in host.get("/c/toy/umpire/day").text


@pytest.mark.parametrize("name", ["", "   ", "x" * 121, "a\x07b"])
def test_a_name_that_cannot_be_shown_is_refused_and_changes_nothing(host, name):
    answer = send(host, KEEPING, do="rename", name=name)
    assert answer.status_code == 409
    assert "this is no name for a campaign" in answer.text
    assert "<h1>Toy</h1>" in answer.text


def test_a_hostile_name_is_harmless(host):
    send(host, KEEPING, do="rename", name='"><script>alert(1)</script>')
    for url in ("/", KEEPING, "/c/toy/umpire/day", "/c/toy/umpire/"):
        assert "<script>alert" not in host.get(url).text


def test_what_is_archived_is_read_and_nothing_is_written_to_it(app, host):
    assert send(host, KEEPING, do="archive").status_code == 303
    assert "Archived (1)" in host.get("/").text
    assert host.get("/c/toy/umpire/view.json").status_code == 200
    pages = [f"/c/toy/umpire/{page}" for page in ("day", "closing", "keeping")]
    told = [page for page in pages if "This campaign is archived: it can be read" in host.get(page).text]
    assert told == pages
    step = {"command_id": "advance-1234", "seq": 1}
    refused = send_json(host, "/c/toy/umpire/advance", **step)
    assert refused.status_code == 409
    assert "it is archived, and nothing is written to it" in refused.json["error"]["why"]
    assert app.extensions["sandtable"].store.log.last_seq("toy") == 1
    assert send(host, KEEPING, do="bring_back").status_code == 303
    assert send_json(host, "/c/toy/umpire/advance", **step).status_code == 200
    assert "Archived (" not in host.get("/").text
    assert not any("is archived" in host.get(page).text for page in pages)


def test_what_is_deleted_is_seen_by_nobody_and_comes_back_as_it_was(app, host):
    before = [line.hash for line in app.extensions["sandtable"].store.log.lines("toy")]
    meant_no = send(host, KEEPING, do="delete", meant="Toy")
    assert meant_no.status_code == 409
    assert "write its short name, toy" in meant_no.text
    assert send(host, KEEPING, do="delete", meant="toy").status_code == 303
    ann = signed_in(app, "ann")
    urls = ("/c/toy/us-1/", "/c/toy/us-1/day", "/c/toy/us-1/view.json")
    assert {ann.get(url).status_code for url in urls} == {404}
    assert host.get("/c/toy/umpire/").status_code == 404
    listed = host.get("/").text
    assert "Deleted (1)" in listed
    assert "kept until 2026-03-31" in listed
    assert "Nobody sees it" in host.get(KEEPING).text
    assert send(host, KEEPING, do="bring_back").status_code == 303
    assert ann.get("/c/toy/us-1/day").status_code == 200
    assert [line.hash for line in app.extensions["sandtable"].store.log.lines("toy")] == before


def test_only_the_umpire_keeps_a_campaign(app):
    for name in ("ann", "sid", "oscar", "olga"):
        client = signed_in(app, name)
        assert client.get(KEEPING).status_code == 404
        assert send(client, KEEPING, do="delete", meant="toy").status_code == 404
    assert app.extensions["sandtable"].store.away.now() == {}


def test_no_deadline_closes_a_turn_of_what_is_put_away(tmp_path):
    store = club_store(tmp_path)
    past = (NOW - dt.timedelta(minutes=1)).isoformat()
    Sheets(store.log).set_deadline("toy", Deadline("1.1", "clock", past, 0, (NOW).isoformat()))
    store.away.put("toy", ARCHIVED, NOW, "umpire")
    assert tick(store, "me", NOW) == []
    store.away.bring_back("toy")
    assert tick(store, "me", NOW + dt.timedelta(seconds=1)) == ["toy"]


def test_after_thirty_days_it_is_removed_with_all_that_lies_beside_it(tmp_path):
    store = club_store(tmp_path)
    other = [line.hash for line in store.log.lines("other")]
    store.away.put("toy", DELETED, NOW, "umpire")
    outplaying._keep(store, "toy", plays=False, steps=3, why="you stopped it")
    outplaying._keep(store, "other", plays=False, steps=4)
    sent = [sent_file(store.folder, f"c/{key}", "a.vsav", b"x", NOW) for key in ("toy", "other")]
    assert remove_old(store, NOW + dt.timedelta(days=29)) == []
    assert outplay_of(store, "toy").steps == 3, "it may be brought back"
    assert remove_old(store, NOW + dt.timedelta(days=30)) == ["toy"]
    assert (outplay_of(store, "toy"), outplay_of(store, "other").steps) == (None, 4)
    assert kept_file(store.folder, "c/other", sent[1].key).body == b"x"
    with pytest.raises(ProblemsFound):
        kept_file(store.folder, "c/toy", sent[0].key)
    assert [row.id for row in store.log.campaigns()] == ["other"]
    assert People(store.log).appointments(campaign="toy") == ()
    with pytest.raises(NoSuchCampaign):
        store.log.entries("toy")
    assert [line.hash for line in store.log.lines("other")] == other
    assert store.log.verify("other") is None
    with pytest.raises(StoreFault, match="append-only"), store.log.transaction(write=True) as db:
        db.exec_driver_sql("DELETE FROM entry")


def test_a_branch_of_what_was_deleted_goes_on_and_its_dice_are_checked(toy):
    session, branch = toy
    Campaigns(session.log).put("toy", DELETED, NOW, "umpire")
    with pytest.raises(PutAway, match="it is deleted"):
        session.undo(0, why="x") if session.seq > 1 else session.submit((), preface=())
    assert branch.submit((), command_id="goes on").seq == branch.seq
    assert branch.dice_report().problems == []
    assert branch.verify() is None
    assert Campaigns(session.log).remove_old(NOW + dt.timedelta(days=99)) == [], "its branch wants its keys"


def test_a_branch_whose_origin_is_gone_is_checked_all_the_same(toy):
    session, branch = toy
    session.log.forget("toy", [])
    assert branch.dice_report().problems == []
    assert branch.verify() is None
    assert open_campaign(EventLog(session.log.path), "branch", toy_shelf()).state == branch.state


def test_a_branch_begins_at_any_moment_and_takes_the_seats_only_if_asked(app, host):
    base = "/c/toy/umpire"
    for n in range(3):
        seq = host.get(f"{base}/matters.json").json["version"]
        send_json(host, f"{base}/advance", command_id=f"advance-{n}", seq=seq)
    moments = host.get(f"{base}/matters.json").json["moments"]
    made = send_json(host, f"{base}/branch", command_id="branch-1234", id="toy-2", at=moments[-1]["at"])
    assert made.json == {"id": "toy-2", "name": "Toy, from entry 1", "at": "/c/toy-2/umpire/day"}
    store = app.extensions["sandtable"].store
    assert store.session("toy-2").state == store.session("toy").as_of(1).state
    assert People(store.log).appointments(campaign="toy-2") == ()
    form = {"id": "toy-3", "name": "What if it snows", "seats": "1"}
    assert send(host, f"{base}/branch.html", **form).headers["Location"] == "/c/toy-3/umpire/day"
    assert len(People(store.log).appointments(campaign="toy-3")) == len(People(store.log).appointments(campaign="toy"))
    assert [one["name"] for one in host.get(f"{base}/matters.json").json["branches"]] == [
        "Toy, from entry 1", "What if it snows",
    ]  # fmt: skip
    taken = send(host, f"{base}/branch.html", id="toy-3")
    assert taken.status_code == 409
    assert "there is one already" in taken.text


def test_who_begins_a_branch_is_its_umpire_and_nobody_else_sees_it(app):
    umpire = signed_in(app, "umpire")
    made = send_json(umpire, "/c/toy/umpire/branch", command_id="branch-1234", id="toy-2", at=1)
    assert umpire.get(made.json["at"]).status_code == 200
    assert signed_in(app, "ann").get("/c/toy-2/us-1/").status_code == 404
    held = People(app.extensions["sandtable"].store.log).appointments(campaign="toy-2")
    assert [one.role for one in held] == ["umpire"]


def test_the_command_line_keeps_campaigns(tmp_path):
    club_store(tmp_path).close()

    def run(*words):
        return CliRunner().invoke(main, ["campaign", *words, "--store", str(tmp_path)])

    assert "other is called Ghost front now." in run("rename", "other", "Ghost front").output
    assert "other is put aside" in run("archive", "other").output
    assert re.search(r"toy is deleted. Until \d{4}-\d\d-\d\d: sandtable campaign bring-back toy",
                     run("delete", "toy", "--yes").output)  # fmt: skip
    store = open_store(tmp_path)
    assert [row.id for row in store.campaigns()] == ["other"]
    assert {key: one.state for key, one in store.away.now().items()} == {"other": ARCHIVED, "toy": DELETED}
    store.close()
    assert "it was deleted on" in run("advance", "--campaign", "toy").output
    assert "toy, Toy, is in the list again." in run("bring-back", "toy").output
    assert "is in the list already: it was neither put aside nor deleted." in run("bring-back", "toy").output
    gone = run("archive", "nothing")
    assert gone.exit_code == 1
    assert "there is no campaign 'nothing'" in gone.output


def test_a_deleted_campaign_is_in_backups(tmp_path, app, host):
    send(host, KEEPING, do="delete", meant="toy")
    later(app, days=1)
    store = app.extensions["sandtable"].store
    assert [row.id for row in store.log.campaigns()] == ["toy", "other"]
    assert store.any_session("toy").seq == 1
