"""Battles are begun from the start page; what is wrong comes back into the form."""

from __future__ import annotations

import re

import pytest

from campaign.systems.catalogue import keys, ruleset
from scenarios.battle import usual_day
from tests.webui.fog import toy_app
from webui import create_app
from webui.desk.library import open_store
from webui.serving.shared import desk

FORCES = {"red": "infantry x2, armour", "blue": "infantry x3"}


@pytest.fixture
def client(tmp_path):
    app = create_app(open_store(tmp_path / "store"))
    app.testing = True
    return app.test_client()


def asked(client, **more):
    token = re.search(r'name="token" value="([^"]+)"', client.get("/").text)[1]
    plain = {"battle": "fight", "rules": "three_star_general", "board": "harrow_green", "days": "1", "dice": "seeded"}
    return client.post("/battles/new", data={"token": token, **plain, **FORCES, **more})


def cautions_of(client):
    with client.application.app_context():
        session = desk().store.session("fight")
    return session.ruleset.play.cautions(session.situation)


def test_the_form_offers_every_rule_system_board_and_role(client):
    page = client.get("/").text
    for word in (*keys(), "Harrow Green", "infantry, ", "real ones, called in"):
        assert word in page


@pytest.mark.parametrize("rules", keys())
def test_a_battle_begins_and_its_page_opens(client, rules):
    answer = asked(client, rules=rules)
    assert (answer.status_code, answer.location) == (303, "/c/fight/umpire/")
    view = client.get("/c/fight/umpire/view.json").json
    assert sum(stand["side"] == "red" for stand in view["stands"]) >= 3
    assert view["clock"]["days"] == 1
    assert all((stand["facing"] is not None) == ruleset(rules).tables.facing for stand in view["stands"])
    warned = "What to know of these rules here" in client.get("/c/fight/umpire/").text
    assert warned == bool(cautions_of(client))
    assert "What to know" not in client.get("/c/fight/red/").text


@pytest.mark.parametrize("date", ["", "1815-06-18"])
@pytest.mark.parametrize("rules", keys())
def test_a_battle_is_fought_on_the_day_that_is_named_or_in_the_wars_of_its_rules(client, rules, date):
    asked(client, rules=rules, date=date)
    with client.application.app_context():
        assert desk().store.session("fight").setting.start == (date or usual_day(ruleset(rules)))


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("red", "infantry, dragons", "&#39;dragons&#39; is no unit"),
        ("blue", "", "has 0 units"),
        ("battle", "No Name", "this cannot name a campaign"),
        ("rules", "chess", "there is no rule system"),
        ("board", "map ../../etc", "there is no board"),
        ("days", "0", "is no number from 1 to 30"),
        ("days", "x", "is no number from 1 to 30"),
        ("days", "0001999", "&#39;0001999&#39; is no number from 1 to 30"),
        ("red_air", "0001999", "&#39;0001999&#39; is no number from 0 to 30"),
        ("dice", "loaded", "is no source of dice"),
        ("red_air", "x", "is no number from 0 to 30"),
        ("defends", "green", "there is no side"),
        ("date", "Yorktown", "&#39;Yorktown&#39; is no date"),
        ("red", "sample tank", "did you mean &#39;tanks&#39;"),
    ],
)
def test_a_fault_brings_the_form_back_as_it_was(client, field, value, says):
    answer = asked(client, **{field: value})
    assert answer.status_code == 409
    assert says in answer.text
    if field in {"red", "blue", "battle"}:
        assert f'name="{field}" value="{value}"' in answer.text
    assert client.get("/c/fight/umpire/view.json").status_code == 404


def test_3s_s_20_samples_set_up_areas_and_air_dice_are_begun_from_the_form(client):
    page = client.get("/").text
    assert "sample divisional" in page
    more = {"red": "sample motorised, infantry, truck", "defends": "blue", "red_air": "6"}
    answer = asked(client, rules="two_star_general", **more)
    assert answer.status_code == 303
    red = [stand for stand in client.get("/c/fight/umpire/view.json").json["stands"] if stand["side"] == "red"]
    assert sum("truck" in stand["name"] for stand in red) == 4
    with client.application.app_context():
        session = desk().store.session("fight")
    assert session.setting.air == (("red", 1, 6),)
    columns = {s.hex % session.hexmap.layout.grid.cols for s in session.state.stands.values() if s.side == "red"}
    assert columns <= {0, 1, 2}


def test_all_faults_come_together(client):
    text = asked(client, red="dragons", blue="elves", dice="loaded").text
    assert all(word in text for word in ("dragons", "elves", "loaded"))


def test_a_map_of_the_store_is_a_board_too(tmp_path):
    client = toy_app(tmp_path / "store").test_client()
    page = client.get("/").text
    board = re.search(r'value="(map [^"]+)"', page)[1]
    assert 'label="Maps of this store"' in page
    assert board.startswith("map ")


def test_a_battle_without_a_name_is_called_after_its_board(client):
    begun = [asked(client, battle="").location for _ in range(2)]
    assert begun == ["/c/harrow_green/umpire/", "/c/harrow_green-2/umpire/"]


def test_a_campaign_without_a_name_is_called_after_its_scenario(client):
    token = re.search(r'name="token" value="([^"]+)"', client.get("/").text)[1]
    form = {"scenario": "first_steps", "campaign": "", "token": token}
    begun = [client.post("/new", data=form).location for _ in range(2)]
    assert begun == ["/c/first_steps/umpire/", "/c/first_steps-2/umpire/"]
