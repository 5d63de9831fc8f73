"""The page where a scenario is built, as its script asks: steps, undo, files beside, pictures, check, games."""

import io
import re
import time

import pytest
from PIL import Image

from maps.problems import ProblemsFound
from scenarios.scenario import read_scenario, shipped_scenario
from tests.people.helpers import club_app, send, signed_in
from webui.desk.workshop.drafts import OwnDraft

BASE = "/scenarios/sedan-club/build/"


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    made = club_app(tmp_path_factory.mktemp("club"))
    copied = send(signed_in(made, "host"), "/scenarios", do="copy", model="sedan_1940", name="Ours", key="sedan-club")
    assert copied.status_code == 303, copied.text
    return made


@pytest.fixture
def client(app):
    client = signed_in(app, "host")
    client.token = re.search(r'data-token="([^"]+)"', client.get(BASE).get_data(as_text=True))[1]
    return client


def post(client, name, **body):
    sent = {"command_id": "a-command", "version": client.get(f"{BASE}state.json").json["version"], **body}
    return client.post(f"{BASE}{name}", json=sent, headers={"X-Sandtable-Token": client.token})


def step(client, **body):
    return post(client, "step", step=body)


def place(app):
    return app.extensions["sandtable"].store.folder / "scenarios" / "sedan-club"


def test_a_copy_has_all_that_the_other_has_under_its_own_name(app):
    scenario, other = read_scenario(place(app)), read_scenario(shipped_scenario("sedan_1940"))
    assert scenario.name == "Ours"
    assert len(scenario.orbat.stands) == len(other.orbat.stands) > 60
    assert scenario.plans.keys == ("history",)


def test_a_step_is_in_the_files_at_once_and_undo_takes_it_back(app, client):
    before = client.get(f"{BASE}state.json").json
    told = step(client, do="write", keys=["u2"], fields={"name": "Heavy guns"}).json
    assert told["changed"]["u2"]["name"] == "Heavy guns"
    assert list(told["changed"]) == ["u2"]
    assert "Heavy guns" in (place(app) / "orbat.csv").read_text("utf-8")
    back = post(client, "undo").json
    assert back["changed"]["u2"] == before["changed"]["u2"]
    assert back["redo"].endswith(": name")
    assert "Heavy guns" not in (place(app) / "orbat.csv").read_text("utf-8")
    assert post(client, "redo").json["changed"]["u2"]["name"] == "Heavy guns"
    post(client, "undo")


def test_what_cannot_be_read_is_kept_and_the_files_stay_as_they_were(app, client):
    step(client, do="write", keys=["u2"], fields={"name": "Heavy guns"})
    post(client, "undo")  # once written by the program, figures have no zeros at their end
    text = (place(app) / "orbat.csv").read_text("utf-8")
    told = step(client, do="add", what="unit", parent="f1", fields={"name": "Ghosts"}).json
    assert told["in_the_way"]
    assert (place(app) / "orbat.csv").read_text("utf-8") == text
    rows = client.get(f"{BASE}check.json").json["rows"]
    key = next(iter(told["changed"]))
    assert [(one["thing"], one["grade"]) for one in rows if one["what"] == "stands nowhere yet"] == [(key, "fault")]
    told = post(client, "place", keys=[key], hex="4011").json
    assert told["in_the_way"] == []
    assert told["changed"][key]["at"]
    assert "Ghosts" in (place(app) / "orbat.csv").read_text("utf-8")
    off = post(client, "place", keys=[key], hex="").json
    assert key not in off["hexes"]
    for _ in range(3):
        post(client, "undo")
    assert (place(app) / "orbat.csv").read_text("utf-8") == text


def test_a_window_that_is_behind_is_told_so(client):
    answer = post(client, "step", version=-1, step={"do": "drop", "keys": ["u2"]})
    assert answer.status_code == 409
    assert answer.json["error"]["rule"] == "stale"


def test_files_that_were_changed_by_hand_are_one_change(app, client):
    path = place(app) / "scenario.toml"
    text = path.read_text("utf-8")
    path.write_text(text.replace('name = "Ours"', 'name = "By hand"'), "utf-8")
    state = client.get(f"{BASE}state.json").json
    assert state["changed"]["head"]["name"] == "By hand"
    assert state["undo"] == "what was changed in its files"
    assert post(client, "undo").json["changed"]["head"]["name"] == "Ours"
    assert read_scenario(place(app)).name == "Ours"


def test_things_are_added_in_a_hex_and_called_after_its_place(app, client):
    told = post(client, "step", step={"do": "add", "what": "objective", "fields": {"side": "s1"}}, hex="4016").json
    (key,) = told["changed"]
    assert told["hexes"][key] >= 0
    assert told["changed"][key]["name"]
    mission = post(client, "goal", key="m1", hex="4016").json["changed"]["m1"]
    assert mission["goals"][-1]["name"] == told["changed"][key]["name"]
    assert post(client, "goal", key="u1", hex="4016").status_code == 404
    for _ in range(2):
        post(client, "undo")


def test_room_is_told_for_units_alone(client):
    room = client.get(f"{BASE}room.json?unit=u2").json
    assert room["fault"] == ""
    assert room["taken"]
    assert client.get(f"{BASE}room.json?unit=f1").status_code == 404


def test_room_is_told_by_the_readings_of_the_scenario(app, client):
    path = place(app) / "scenario.toml"
    text, usual = path.read_text("utf-8"), client.get(f"{BASE}room.json?unit=u2").json["taken"]
    path.write_text(f"{text}\n[overrides]\ninch_km = 4.0\n", "utf-8")
    assert set(client.get(f"{BASE}room.json?unit=u2").json["taken"]) > set(usual), "a hex is half an inch wide now"
    post(client, "undo")


def picture(size=(40, 30), kind="PNG"):
    made = io.BytesIO()
    Image.new("RGB", size, "#336699").save(made, kind)
    return made.getvalue()


def send_picture(client, body):
    return client.post(f"{BASE}picture", data=body, headers={"X-Sandtable-Token": client.token})


def test_a_picture_is_laid_beside_and_undo_gives_back_the_former_one(app, client):
    first = (place(app) / "picture.webp").read_bytes()
    name = send_picture(client, picture()).json["picture"]
    step(client, do="write", keys=["head"], fields={"picture": name})
    assert (place(app) / "picture.webp").read_bytes() != first
    assert client.get(f"{BASE}picture/{name}").mimetype == "image/webp"
    assert client.get(f"{BASE}picture/..%2Fhistory").status_code == 404
    post(client, "undo")
    assert (place(app) / "picture.webp").read_bytes() == first


@pytest.mark.parametrize("body", [b"<svg/>", picture()[:60], b"RIFF....WEBPVP8 "], ids=["svg", "cut", "lie"])
def test_what_is_no_picture_is_refused(client, body):
    assert send_picture(client, body).status_code == 400


def test_only_scenarios_of_ones_own_are_built_and_by_the_host_alone(app, client):
    assert client.get("/scenarios/sedan_1940/build/").status_code == 404
    assert client.get("/scenarios/..%2F..%2Fetc/build/").status_code == 404
    with pytest.raises(ProblemsFound, match="no scenario of your own"):
        OwnDraft(app.extensions["sandtable"].store, "sedan_1940")


def games(client, base, name, **body):
    sent = {"command_id": "a-command", **body}
    return client.post(f"{base}{name}", json=sent, headers={"X-Sandtable-Token": client.token})


def over(client, base):
    for _ in range(2400):
        job = client.get(f"{base}job.json").json
        if job["state"] != "running":
            return job
        time.sleep(0.1)
    raise AssertionError(job)


def test_games_of_rules_are_played_told_and_stopped(client):
    base = "/trials/rules/d3_one_hour/"
    grounds = [key for key, _ in client.get(f"{base}grounds.json").json["grounds"]]
    assert "board:harrow_green" in grounds
    assert games(client, base, "begin", games=1, ground="board:harrow_green").json["state"] == "running"
    assert games(client, "/trials/scenario/sedan-club/", "begin", games=1).status_code == 409, "one at a time"
    assert client.get("/trials/scenario/sedan-club/job.json").json == {"busy": "rules d3_one_hour"}
    job = over(client, base)
    assert (job["found"]["lost_in"], "busy" in job) == ("hits", False)
    assert (job["state"], job["done"], job["found"]["games"]) == ("done", 1, 1), job
    assert [one["key"] for one in job["found"]["sides"]] == ["red", "blue"]
    report = client.get(f"{base}report")
    assert "unsafe-inline" in report.headers["Content-Security-Policy"]
    assert "1 games" in report.get_data(as_text=True)
    games(client, base, "begin", games=900, ground="board:harrow_green")
    stopped = games(client, base, "stop").json
    assert stopped["state"] == "stopped"
    assert client.get(f"{base}report").status_code == 404
    assert games(client, base, "begin", games=0, ground="board:harrow_green").status_code == 400
    assert games(client, base, "begin", games=1, ground="board:nowhere").status_code == 404
    assert client.get("/trials/rules/nothing/job.json").status_code == 404
    assert client.get("/trials/scenario/sedan_1940/job.json").status_code == 404


def test_remarks_stay_where_they_stood_and_outlive_what_they_stood_at(app, client):
    path = place(app) / "scenario.toml"
    text = path.read_text("utf-8")
    said = text.replace("[[objective]]", "# Points are judgement.\n[[objective]]", 1).replace(
        'name = "Ours"', 'name = "Ours"  # or Sedan'
    )
    path.write_text("# Made by the club.\n" + said, "utf-8")
    step(client, do="write", keys=["head"], fields={"days": 3})
    first = next(key for key in client.get(f"{BASE}state.json").json["changed"] if key.startswith("o"))
    now = path.read_text("utf-8")
    own = [line for line in text.split("\n") if line.startswith("#")]
    assert own, "it has remarks of its own"
    assert now.startswith(f"# Made by the club.\n{own[0]}\n")
    assert [line for line in own if now.count(line) != 1] == []
    assert "# Points are judgement.\n[[objective]]" in now
    assert 'name = "Ours"  # or Sedan\n' in now
    step(client, do="drop", keys=[first])
    assert path.read_text("utf-8").count("# Points are judgement.\n") == 1
    for _ in range(2):
        post(client, "undo")
    assert read_scenario(place(app)).days == read_scenario(shipped_scenario("sedan_1940")).days
    path.write_text(text, "utf-8")


def test_the_check_tells_strength_and_points_of_each_side_as_the_files_have_them(app, client):
    scenario, told = read_scenario(shipped_scenario("sedan_1940")), client.get(f"{BASE}check.json").json
    names = {
        key: one["id"] for key, one in client.get(f"{BASE}state.json").json["changed"].items() if one["what"] == "side"
    }
    side_of = {one.id: one.side for one in scenario.orbat.formations}
    strength, points = dict.fromkeys(names.values(), 0), dict.fromkeys(names.values(), 0)
    for stand in scenario.orbat.stands:
        strength[side_of[stand.formation]] += stand.strength
    for one in scenario.objectives:
        points[one.side] += one.points
    assert {names[key]: value for key, value in told["strength"].items()} == strength
    assert {names[key]: value for key, value in told["points"].items()} == points
    assert min(strength.values()) > 50
    assert told["units"] == len(scenario.orbat.stands)
    assert told["nowhere"] == 0
