"""Missions over the door and at the command line: listed, read with names of places, given, taken back."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from scenarios.scenario import read_scenario, shipped_scenario
from tests.webui.fog import toy_app
from tests.webui.test_door import post, token_of
from webui.cli import main
from webui.desk.faults import BadRequest
from webui.desk.looks import Looks
from webui.desk.missiondata import mission_order, missions_data, order_told


@pytest.fixture
def client(tmp_path):
    return toy_app(tmp_path / "store").test_client()


def give(client, words, formation="us-div", viewer="umpire", seq=None):
    url = f"/c/toy/{viewer}/missions"
    seq = client.get("/c/toy/umpire/view.json").get_json()["version"] if seq is None else seq
    return post(client, url, formation=formation, words=words, seq=seq, command_id=f"mission-{seq}-{formation}")


def listed(client, viewer, **asked):
    return client.get(f"/c/toy/{viewer}/missions.json", query_string=asked).get_json()


def test_a_mission_is_given_with_names_of_places_and_taken_back(client):
    done = give(client, "take via 0303 Town 0804 by 1 bypass")
    assert done.status_code == 200, done.text
    assert done.get_json()["notation"] == "mission us-div take via 0303 0804 by 1 bypass"
    (side,) = listed(client, "umpire", side="us")["sides"]
    (row,) = side["missions"]
    assert (row["formation"], row["by_hand"], row["origin"]) == ("us-div", True, "umpire")
    assert row["text"] == "take via 0303, Town 0804 by day 1; goes round what holds out"
    assert row["words"] == "take via 0303 0804 by 1 bypass"
    assert [(goal["number"], goal["via"], goal["by"]) for goal in row["parts"][0]["goals"]] == [
        ("0303", True, 0), ("0804", False, 1),
    ]  # fmt: skip
    assert give(client, "drop").status_code == 200
    assert [side["missions"] for side in listed(client, "umpire")["sides"]] == [[], []]


def test_a_side_reads_its_own_missions_and_of_no_others(client):
    give(client, "take 0804")
    give(client, "hold 0303 style bold", formation="ge-div")
    for viewer, own, other in (("us", "us-div", "ge-div"), ("ge", "ge-div", "us-div")):
        told = listed(client, viewer)
        assert [side["key"] for side in told["sides"]] == [viewer]
        assert [row["formation"] for row in told["sides"][0]["missions"]] == [own]
        assert other not in client.get(f"/c/toy/{viewer}/missions.json").text
        assert listed(client, viewer, side="xx")["sides"] == []


def test_what_a_form_needs_is_told(client):
    told = listed(client, "umpire")
    assert told["kinds"][:2] == ["take", "hold"]
    assert "Town 0804" in told["places"]
    assert told["styles"] == ["cautious", "steady", "bold"]
    assert [one["id"] for one in told["sides"][0]["formations"]] == ["us-div"]


def test_the_toy_plan_of_the_past_is_read_as_it_was(client):
    give(client, "take 0804")
    assert [side["missions"] for side in listed(client, "umpire", at=1)["sides"]] == [[], []]


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        ("take Twon 0804", 422, "there is no place 'Twon' on this map"),
        ("take 0303 0999", 422, "there is no hex '0999' here"),
        ("take 0804 style blod", 409, "there is no style 'blod'"),
        ("take", 409, "goals is missing a place to take"),
        ("sit 0804", 422, "there is no place 'sit'"),
        ("take 0804 by 99", 409, "by names day 99, after the last"),
        ("x" * 2000, 400, "the mission is longer than 1000 characters"),
        ('take "0804', 422, "this quotation mark is not closed"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_written(client, words, status, why):
    before = client.get("/c/toy/umpire/view.json").get_json()["version"]
    answer = give(client, words, seq=before)
    assert why in answer.get_json()["error"]["why"]
    assert answer.status_code == status, answer.text
    assert client.get("/c/toy/umpire/view.json").get_json()["version"] == before


def test_a_mission_is_tried_before_it_is_given(client):
    def tried(words):
        return client.get("/c/toy/umpire/mission.json", query_string={"formation": "us-div", "words": words}).get_json()

    assert tried("take 0804")["allowed"]
    told = tried("take via 0804")
    assert not told["allowed"]
    assert "name one that is not only via" in told["refusal"]["why"]
    assert [side["missions"] for side in listed(client, "umpire")["sides"]] == [[], []]


def test_a_side_s_page_gives_no_orders_in_this_version(client):
    token_of(client)
    assert give(client, "take 0804", viewer="us").status_code == 403




@pytest.fixture
def look(store):
    return Looks().look(store.session("ardennes"), "umpire")


def test_names_of_the_ardennes_are_read(look):
    def told(formation, words):
        return order_told(look, mission_order(look, formation, words))["notation"]

    assert told("7AD", "hold St. Vith until 6 then withdraw Vielsalm") == (
        "mission 7AD hold 4220 until 6 then withdraw 3321"
    )
    assert told("2Pz", "take clervaux by 2 via La Roche Road to the Meuse at Dinant by 9") == (
        "mission 2Pz take 3833 by 2 via 1927 0528 by 9"
    )
    assert told("PzL", 'take via "Wiltz" "Bastogne" with 2Pz') == "mission PzL take via 3539 2636 with 2Pz"
    with pytest.raises(BadRequest, match="'Dahlem' lies in 5914 and 6240"):
        told("2Pz", "take Dahlem")
    with pytest.raises(BadRequest) as caught:
        told("2Pz", "take Bastonge")
    assert caught.value.remedy == "did you mean 'Bastogne'?"


def test_the_shipped_plan_is_in_force_and_each_side_reads_its_own(store):
    session = store.session("ardennes")
    rows = {who: missions_data(Looks().look(session, who))["sides"] for who in ("umpire", "german", "us")}
    german, us = rows["umpire"]
    assert len(german["missions"]) > 30
    assert len(us["missions"]) > 30
    assert [side["key"] for side in rows["german"]] == ["german"]
    assert [row["text"] for row in rows["us"][0]["missions"]] == [row["text"] for row in us["missions"]]
    assert {row["origin"] for row in german["missions"]} == {"scenario"}
    text = {row["formation"]: row["text"] for row in german["missions"]}["2Pz"]
    assert text.startswith("take Clervaux by day 2, via Houffalize by day 4")


def test_commands_list_and_give_missions(store):
    store.close()

    def run(*words, code=0):
        done = CliRunner().invoke(main, ["campaign", *words, "--store", str(store.folder)])
        assert done.exit_code == code, done.output
        return done.output

    assert "7AD: hold St. Vith; until day 6, then withdraw Vielsalm; until day 8, then hold Manhay" in run(
        "missions", "--side", "us"
    )
    given = run("mission", "2Pz", "take", "via", "La", "Roche", "Marche", "by", "6", "--by", "german")
    assert given == (
        "2 Pz is to take via 1927 (La Roche), 1024 (Marche) by day 6 (mission 2Pz take via 1927 1024 by 6)\n"
    )
    assert "  2Pz (by hand): take via La Roche, Marche by day 6" in run("missions", "--side", "german")
    assert "there is no formation of this name" in run("mission", "2Pz", "hold", "--by", "us", code=1)
    sides = json.loads(run("missions", "--json"))["sides"]
    assert [row["by_hand"] for row in sides[0]["missions"] if row["formation"] == "2Pz"] == [True]
    assert json.loads(run("mission", "2Pz", "drop", "--json"))["notation"] == "drop 2Pz"
    assert "goes by the plan already" in run("mission", "2Pz", "drop", code=1)


def test_a_plan_is_chosen_on_the_start_page(app, store):
    client = app.test_client()
    page = client.get("/").text
    assert '<option value="small_solution">The small solution</option>' in page
    assert "What Rundstedt and Model proposed instead" in page
    token = client.get("/c/ardennes/umpire/token.json").get_json()["token"]
    form = {"scenario": "ardennes_1944", "campaign": "other", "token": token}
    refused = client.post("/new", data=form | {"plan": "smal_solution"})
    assert refused.status_code == 409
    assert "there is no plan &#39;smal_solution&#39;; did you mean &#39;small_solution&#39;?" in refused.text
    assert client.post("/new", data=form | {"plan": "none"}).status_code == 303
    assert store.session("other").setting.missions == ()


def test_the_list_of_scenarios_names_the_plans():
    told = json.loads(CliRunner().invoke(main, ["scenario", "list", "--json"]).output)
    assert {row["key"]: row["plan"] for row in told}["ardennes_1944"] == "history"
    assert "small_solution" in next(row["plans"] for row in told if row["key"] == "ardennes_1944")
    assert read_scenario(shipped_scenario("ardennes_1944")).plans.keys == ("history", "small_solution")
