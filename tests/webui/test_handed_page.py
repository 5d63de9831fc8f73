"""The host's page writes a scenario as one file, and shows what is in another club's before it keeps it."""

import html
import re

import pytest

from campaign.systems import catalogue
from scenarios.handing.beside import RULES_FILE
from scenarios.handing.receiving import MOST_BYTES, received
from scenarios.scenario import read_scenario
from tests.people.helpers import club_app, signed_in
from webui.desk.keeping.backups import restore_store, write_backup
from webui.desk.keeping.ownscenarios import own_scenarios, scenario_path
from webui.desk.library import open_store

PAGE, OPEN = "/scenarios", "/scenarios/open"
ASKED = {"scenario": "ardennes_1944", "by": "The Umpires' Club <b>", "licence": "CC BY 4.0"}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The club's application; each test keeps under a name of its own."""
    return club_app(tmp_path_factory.mktemp("handed"))


@pytest.fixture(scope="module")
def file(made):
    """The file that the page writes of the shipped scenario."""
    answer = signed_in(made, "host").get(f"{PAGE}/file", query_string=ASKED)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == "attachment; filename=ardennes_1944.sandtable"
    return answer.data


def test_a_file_for_a_player_holds_his_side_alone(made):
    asked = ASKED | {"scenario": "clervaux_1944", "side": "us"}
    answer = signed_in(made, "host").get(f"{PAGE}/file", query_string=asked)
    assert answer.headers["Content-Disposition"] == "attachment; filename=clervaux_1944-us.sandtable"
    rows = received(answer.data).files["orbat.csv"].decode()
    assert ",us," in rows
    assert ",german," not in rows
    page = signed_in(made, "host").get(PAGE).get_data(as_text=True)
    # The page's list says both in one word; what it offers for a side is what its address gives.
    assert '<option value="clervaux_1944:us">' in page
    assert "for a player of" in page
    chosen = ASKED | {"scenario": "clervaux_1944:us"}
    again = signed_in(made, "host").get(f"{PAGE}/file", query_string=chosen)
    assert again.headers["Content-Disposition"] == answer.headers["Content-Disposition"]
    assert received(again.data).files["orbat.csv"].decode() == rows
    wrong = signed_in(made, "host").get(f"{PAGE}/file", query_string=ASKED | {"side": "uk"})
    assert "there is no 'uk'" in words(wrong)


def store_of(app):
    return app.extensions["sandtable"].store


def words(answer):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True))).split())


def posted(client, body=None, **form):
    """Send the form as bytes: a large one would lie in a file that the test's client leaves open."""
    token = re.search(r'name="token" value="([^"]+)"', client.get(PAGE).get_data(as_text=True))
    fields = {"token": token[1] if token else "", "do": "look", **form}
    parts = [f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n' for name, text in fields.items()]
    sent = "".join(parts).encode()
    if body is not None:
        sent += b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.sandtable"\r\n\r\n' + body + b"\r\n"
    return client.post(OPEN, data=sent + b"--x--\r\n", content_type="multipart/form-data; boundary=x")


def kept_key(answer):
    return re.search(r'name="kept" value="([0-9a-f]{32})"', answer.get_data(as_text=True))[1]


def test_it_is_looked_into_kept_and_begun(made, file):
    client = signed_in(made, "host")
    looked = posted(client, file)
    told = words(looked)
    assert looked.status_code == 200
    for part in ("480 in 130 formations", "The Umpires' Club <b>; licence: CC BY 4.0", "4,130 hexes", "Sound:", "ODbL"):
        assert part in told
    assert 'value="ardennes_1944-2"' in looked.get_data(as_text=True)
    assert "<b>;" not in looked.get_data(as_text=True)
    kept = posted(client, kept=kept_key(looked), do="keep", key="theirs")
    assert (kept.status_code, kept.location) == (303, "/scenarios?kept=theirs#kept")
    assert "Ardennes, 16 December 1944 (theirs)" in words(client.get("/"))
    store = store_of(made)
    session, _ = store.create(scenario_path(store, "theirs"), "of-theirs", seed="a seed")
    assert session.hexmap.key == received(file).manifest.ground.key
    again = received(client.get(f"{PAGE}/file", query_string=ASKED | {"scenario": "theirs"}).data)
    assert again.manifest.ground == received(file).manifest.ground
    assert {**again.files, "map.gpkg": b""} == {**received(file).files, "map.gpkg": b""}


def test_a_name_that_is_taken_is_told_beside_what_it_holds(made, file):
    answer = posted(signed_in(made, "host"), file, do="keep", key="ardennes_1944")
    assert answer.status_code == 409
    assert "there is a scenario 'ardennes_1944' already" in words(answer)
    assert "480 in 130 formations" in words(answer)


@pytest.mark.parametrize(
    ("form", "body", "status", "why"),
    [
        ({}, b"no zip at all", 409, "it is damaged"),
        ({}, b"", 409, "none came, or an empty one"),
        ({"do": "burn"}, b"x", 400, "nothing is done by 'burn'"),
        ({"kept": "0" * 32}, None, 409, "is not kept any more"),
        ({"kept": "../../etc/passwd"}, None, 409, "is not kept any more"),
    ],
)
def test_what_cannot_be_opened_is_told_and_nothing_kept(made, form, body, status, why):
    before = sorted(one.folder.name for one in own_scenarios(store_of(made))[0])
    answer = posted(signed_in(made, "host"), body, **form)
    assert answer.status_code == status
    assert why in words(answer).lower()
    assert sorted(one.folder.name for one in own_scenarios(store_of(made))[0]) == before


def test_a_damaged_file_is_told(made, file):
    body = bytearray(file)
    body[len(body) // 2] ^= 255
    answer = posted(signed_in(made, "host"), bytes(body))
    assert answer.status_code == 409
    assert "it is damaged; ask for the file again" in words(answer)


def test_one_that_is_too_large_is_told(made):
    answer = posted(signed_in(made, "host"), bytes(MOST_BYTES + 100_000))
    assert answer.status_code == 413
    assert "a map of fewer hexes" in words(answer)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"by": ""}, "by: is missing; write your name or your club's"),
        ({"licence": " "}, "licence: is missing"),
        ({"scenario": "../secret"}, "there is no scenario '../secret'"),
    ],
)
def test_nothing_is_written_without_a_name_a_licence_and_a_scenario(made, asked, why):
    answer = signed_in(made, "host").get(f"{PAGE}/file", query_string=ASKED | asked)
    assert answer.status_code == 409
    assert why in words(answer).replace("By:", "by:").replace("Licence:", "licence:").replace("There", "there")


@pytest.mark.parametrize("person", ["umpire", "ann", "sid", "oscar", "olga"])
def test_it_is_the_hosts_alone(made, file, person):
    client = signed_in(made, person)
    for address in (f"{PAGE}/file?scenario=ardennes_1944&by=x&licence=y", f"{PAGE}/picture?scenario=ardennes_1944"):
        assert client.get(address).status_code == 404
    assert posted(client, file, do="keep", key=f"of-{person}").status_code in {403, 404}
    assert not (store_of(made).folder / "scenarios" / f"of-{person}").exists()


def test_its_picture_is_on_the_start_page(made, file):
    client, store = signed_in(made, "host"), store_of(made)
    assert posted(client, file, do="keep", key="pictured").status_code == 303
    assert client.get(f"{PAGE}/picture?scenario=pictured").status_code == 404
    (store.folder / "scenarios" / "pictured" / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n a picture")
    assert 'src="/scenarios/picture?scenario=pictured"' in client.get("/").get_data(as_text=True)
    sent = client.get(f"{PAGE}/picture?scenario=pictured")
    assert (sent.mimetype, sent.data[:4]) == ("image/png", b"\x89PNG")
    assert sent.headers["X-Content-Type-Options"] == "nosniff"


def test_a_campaign_is_played_by_the_rules_that_came_with_it(made, file, tmp_path):
    store = store_of(made)
    posted(signed_in(made, "host"), file, do="keep", key="ruled")
    folder = store.folder / "scenarios" / "ruled"
    text = (folder / "scenario.toml").read_text("utf-8")
    text = re.sub(r"(?ms)^\[overrides\].*?(?=^\[|\Z)", "", text).replace('"zen_operational"', '"club_rules"')
    (folder / "scenario.toml").write_text(text, "utf-8")
    (folder / RULES_FILE).write_text(catalogue.begun("club_rules", "What we play"), "utf-8")
    session, _ = store.create(folder, "by-their-rules", seed="a seed")
    assert session.ruleset.tables.name == "What we play"
    assert session.setting.ruleset == "club_rules"
    # The rules are in the log: the campaign goes on where the file is gone, and in another store.
    write_backup(store, tmp_path / "all.zip")
    restore_store(tmp_path / "all.zip", tmp_path / "back")
    restored = open_store(tmp_path / "back")
    assert read_scenario(tmp_path / "back" / "scenarios" / "ruled").ruleset == "club_rules"
    assert restored.session("by-their-rules").ruleset.tables.name == "What we play"
    restored.close()
