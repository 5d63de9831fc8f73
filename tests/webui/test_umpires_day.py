"""The umpire's day: his inbox, what he chooses as rulings with reasons, who is still to come."""

from __future__ import annotations

import itertools

import pytest
from msgspec.structs import replace

from campaign.engine.given import situation_of
from campaign.model.people import Appointment
from campaign.model.things import Command
from campaign.model.verbs.opening import CampaignOpened
from campaign.model.viewer import viewer_of
from campaign.store.library import Shelf
from campaign.store.people import People
from campaign.store.session import create_campaign
from campaign.systems.catalogue import ruleset
from campaign.views import view_for
from tests.people.helpers import NOW, ClubStore, club_app, send_json, signed_in
from webui.desk.library import open_store
from webui.desk.looks import Look
from webui.desk.reports.arrivals import arrival_rows

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

COUNT = itertools.count(1)
BASE = "/c/toy/umpire"
SILENT = 4


def day_opening():
    """Twelve commands of a division and a battalion each on both sides; two groups of reinforcements are due."""
    rows, commands = ["map 30x12", "weather fine"], []
    for side, row in (("us", 2), ("ge", 9)):
        for n in range(1, 13):
            rows += [
                f'formation {side}{n} name="{side.upper()} {n}" LOG=9',
                f"{side} infantry {side}-b{n} {n * 2:02d}{row:02d} of={side}{n}",
            ]
            commands.append(Command(f"{side}-{n}", side, f"{side.upper()} Command {n}", formations=(f"{side}{n}",)))
    found = situation_of("\n".join(rows), ruleset("zen_operational"))
    state, stands = found.state, list(found.state.stands.values())
    for n, number in ((0, "0101"), (12, "0112")):
        place = found.map.index_of(number)
        stands.append(
            replace(stands[n], id=f"late-{n}", hex=None, arrives=(state.clock.day, state.clock.turn + 1, place))
        )
    setting = replace(state.setting, scenario="toy", name="Toy", commands=tuple(commands), seed="s", start="1944-12-16")
    opening = CampaignOpened(
        setting=setting, clock=state.clock, stands=tuple(stands), control=state.control,
        formations=tuple(state.formations.values()), weather=state.weather, format=2,
    )  # fmt: skip
    return opening, found.map


def day_store(tmp_path):
    """Give a store with 24 commands, of which four are held by people who say nothing, until it is no longer wanted."""
    made = open_store(tmp_path / "store")
    made.__class__ = ClubStore
    opening, hexmap = day_opening()
    made.shelf = Shelf((hexmap,), ruleset)
    create_campaign(made.log, "toy", opening, library=made)
    people = People(made.log)
    for n in range(1, SILENT + 1):
        people.appoint(Appointment("", people.add(f"player {n}", NOW).id, "toy", "command", f"us-{n}"), NOW)
    yield made
    made.close()


@pytest.fixture
def store(tmp_path):
    yield from day_store(tmp_path)


@pytest.fixture
def umpire(tmp_path):
    return signed_in(club_app(tmp_path), "umpire")


def inbox(client):
    return client.get(f"{BASE}/matters.json").json


def choose(client, *choices, **more):
    body = {"command_id": f"choice-{next(COUNT):06}", "seq": inbox(client)["version"], **more}
    return send_json(client, f"{BASE}/matters", choices=list(choices), **body)


def test_each_is_told_of_his_own_who_are_still_to_come(store):
    """One comes to the first command of each side; the second commands are told of nobody."""
    session, told = store.session("toy"), {}
    for name in ("umpire", "us-1", "us-2", "ge-1", "ge-2"):
        viewer = viewer_of(session.setting, name)
        view = session.situation if name == "umpire" else view_for(session.known(viewer), session.situation)
        told[name] = [row.formation for row in arrival_rows(Look(session, name, session.seq, view))]
    assert told == {"umpire": ["US 1", "GE 1"], "us-1": ["US 1"], "us-2": [], "ge-1": ["GE 1"], "ge-2": []}


def test_what_he_accepts_is_a_ruling_with_a_reason_and_an_undo_brings_it_back(umpire):
    before = inbox(umpire)
    silent = [one for one in before["matters"] if one["kind"] == "silent"]
    assert {one["what"].split(" has ")[0] for one in silent} >= {"28th Division", "14th Cavalry"}
    done = choose(umpire, {"key": silent[0]["key"], "choice": "accept", "why": "on leave"})
    assert done.status_code == 200, done.text
    assert silent[0]["key"] not in [one["key"] for one in done.json["matters"]]
    assert [one["choice"] for one in done.json["settled"]] == [f"matter {silent[0]['key']}: accepted; on leave"]
    assert done.json["may_take_back"]
    undone = send_json(umpire, f"{BASE}/undo", command_id="undo-1234", seq=done.json["version"])
    assert undone.status_code == 200
    assert [one["key"] for one in inbox(umpire)["matters"]] == [one["key"] for one in before["matters"]]
    assert not inbox(umpire)["may_take_back"]


def test_many_are_accepted_as_one_entry_and_a_retry_does_nothing_twice(umpire):
    before = inbox(umpire)
    choices = [{"key": one["key"], "choice": "accept"} for one in before["matters"]]
    first = choose(umpire, *choices, command_id="the-same-id")
    again = choose(umpire, *choices, command_id="the-same-id")
    assert first.json == again.json
    assert first.json["matters"] == []
    assert first.json["version"] == before["version"] + 1


def test_a_change_is_carried_out_and_a_wrong_one_changes_nothing(umpire):
    matter = inbox(umpire)["matters"][0]
    wrong = choose(umpire, {"key": matter["key"], "choice": "change", "notation": "stand=nobody hex=0303"})
    nothing = choose(umpire, {"key": matter["key"], "choice": "change"})
    gone = choose(umpire, {"key": "fight/9.9/1", "choice": "accept"})
    stale = choose(umpire, {"key": matter["key"], "choice": "accept"}, seq=0)
    assert [one.status_code for one in (wrong, nothing, gone, stale)] == [422, 409, 404, 409]
    assert inbox(umpire)["matters"][0]["key"] == matter["key"]
    done = choose(
        umpire, {"key": matter["key"], "choice": "change", "notation": "weather=overcast", "why": 'a "front"'}
    )
    assert done.status_code == 200, done.text
    session = umpire.application.extensions["sandtable"].store.session("toy")
    assert session.state.weather == "overcast"
    assert matter["key"] in [one["key"] for one in done.json["settled"]]


def test_minutes_are_added_by_day_and_nobody_else_learns_of_them(umpire):
    for _ in range(2):
        assert send_json(umpire, f"{BASE}/minutes", command_id="minutes-1", seconds=45).status_code == 200
    assert send_json(umpire, f"{BASE}/minutes", command_id="minutes-1", seconds=900).status_code == 400
    data = inbox(umpire)
    assert data["minutes"] == {str(data["clock"]["day"]): 1.5}
    ann = signed_in(umpire.application, "ann")
    assert {ann.get(f"{BASE}/{name}").status_code for name in ("day", "matters.json")} == {404}


def test_a_kind_is_accepted_by_itself_from_now_on(umpire):
    told = {"command_id": "accept-123", "kind": "silent", "on": True}
    assert send_json(umpire, f"{BASE}/accepting", **told).status_code == 200
    assert inbox(umpire)["by_themselves"] == ["silent"]
    assert send_json(umpire, f"{BASE}/accepting", **{**told, "on": False}).status_code == 200
    assert inbox(umpire)["by_themselves"] == []
    assert send_json(umpire, f"{BASE}/accepting", **{**told, "kind": "x"}).status_code == 404


def test_a_moment_says_what_going_back_to_it_takes_back(umpire):
    for n in range(2):
        send_json(umpire, f"{BASE}/advance", command_id=f"advance-{n}", seq=inbox(umpire)["version"])
    moments = inbox(umpire)["moments"]
    assert [one["lost"] for one in moments] == [1, 2]
    sent = {"command_id": "back-1234", "seq": inbox(umpire)["version"], "to": moments[-1]["at"], "why": "again"}
    assert send_json(umpire, f"{BASE}/undo", **sent).status_code == 200
    assert inbox(umpire)["moments"] == []
