"""The host's page of scenarios: an order of battle is sent, mapped, told all that is wrong with it, kept, begun."""

import html
import io
import re

import pytest

from campaign.spoken.cells import csv_of, workbook_of
from maps.problems import ProblemsFound
from scenarios.handing.beside import ground_of
from scenarios.scenario import read_scenario
from tests.people.helpers import club_app, send, signed_in
from webui.desk.keeping.backups import restore_store, write_backup
from webui.desk.keeping.ownscenarios import own_scenarios, scenario_path
from webui.desk.mapprojects import MapShelf
from webui.desk.takeaway.sent import MOST_SENT_BYTES

PAGE = "/scenarios"
HEAD = ("Unit", "Belongs to", "Army", "Art", "Echelon", "Points", "Länge", "Breite")
ROWS = (
    ("1st Club Division", "", "Allies", "inf", "div", "", 6.0, 50.05),
    ("1/1 Club", "1st Club Division", "Allies", "rifles", "bn", 4, 6.01, 50.06),
    ("Club Panzer Division", "", "Axis", "armour", "div", "", 6.2, 50.1),
    ("I/Club Pz", "Club Panzer Division", "Axis", "panzer", "bn", 5, 6.21, 50.11),
)
MAPPED = {"column:side": "Army", "side:Allies": "us", "side:Axis": "german"}
NAMED = {"name": "The club's Bulge <b>", "key": "club-bulge"}


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


def store_of(app):
    return app.extensions["sandtable"].store


def sent(app, body, name="club.csv", person="host", **form):
    client = signed_in(app, person)
    page = client.get(PAGE)
    token = re.search(r'name="token" value="([^"]+)"', page.get_data(as_text=True))
    filled = {"token": token[1] if token else "", "do": "look", "model": "ardennes_1944", **form}
    return client.post(PAGE, data={**filled, "file": (io.BytesIO(body), name)}, content_type="multipart/form-data")


def words(answer):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True))).split())


def kept_key(answer):
    return re.search(r'name="kept" value="([0-9a-f]{32})"', answer.get_data(as_text=True))[1]


def again(app, answer, **form):
    filled = {"do": "look", "model": "ardennes_1944", "kept": kept_key(answer), **form}
    return send(signed_in(app, "host"), PAGE, **filled)


def chosen(answer):
    """Give what the page takes each field to be, by the field's name on it."""
    found = re.findall(r'<select name="(column:\w+)"[^>]*>(.*?)</select>', answer.get_data(as_text=True), re.DOTALL)
    return {name: re.search(r'value="([^"]*)" selected', options)[1] for name, options in found}


WRITERS = {"club.csv": csv_of, "club.xlsx": lambda rows: workbook_of([("OOB", rows)])}


@pytest.mark.parametrize(("name", "write"), WRITERS.items())
def test_columns_are_guessed_shown_and_changed_and_what_is_kept_is_begun(app, name, write):
    body = write([HEAD, *ROWS])
    first = sent(app, body, name)
    assert chosen(first)["column:strength"] == "Points"
    assert chosen(first)["column:side"] == "-", "nobody calls a side an army"
    assert "has no side (and 3 more)" in words(first)
    assert "Keep it as a scenario" not in words(first)
    mapped = again(app, first, **{"column:side": "Army"})
    assert "the side 'Allies' is none of the scenario's" in words(mapped)
    mapped = again(app, mapped, **MAPPED)
    assert "Nothing is in the way" in words(mapped)
    answer = again(app, mapped, do="keep", **MAPPED, **NAMED)
    assert (answer.status_code, answer.location) == (303, "/scenarios?kept=club-bulge#kept")
    (made,), broken = own_scenarios(store_of(app))
    assert broken == []
    assert (made.name, made.folder.name) == ("The club's Bulge <b>", "club-bulge")
    assert {stand.name for stand in made.orbat.stands} >= {"1/1 Club", "I/Club Pz"}
    assert made.plans.plans == (), "the model's plans speak of its own units"
    page = signed_in(app, "host").get("/?scenario=club-bulge").get_data(as_text=True)
    assert '<option value="club-bulge" selected>The club&#39;s Bulge &lt;b&gt; (club-bulge)</option>' in page


def test_all_faults_are_told_by_row_and_with_those_of_the_names(app):
    rows = [*ROWS, ("II/Club Pz", "Club Panzer Division", "Axis", "panther", "bn", "five", 6.2, 500),
            ("Lost", "Nobody", "Axis", "inf", "bn", 3, 6.2, 50.1)]  # fmt: skip
    first = sent(app, csv_of([HEAD, *rows]), **MAPPED)
    told = words(first)
    for fault in ("row 6 : 'panther' is no kind", "row 6 : strength is 'five'", "row 6 : lon '6.2' and lat '500'",
                  "row 7 : 'Nobody', above Lost, is not there"):  # fmt: skip
        assert fault in told, fault
    answer = again(app, first, do="keep", **MAPPED, key="No good", name="")
    assert answer.status_code == 409
    told = words(answer)
    assert "'No good' cannot name a scenario" in told
    assert "name: has 0 characters" in told
    assert "'panther' is no kind" in told
    assert own_scenarios(store_of(app)) == ([], [])


def test_a_missing_column_and_what_is_wrong_in_the_rows_are_told_together(app):
    head = [("Was" if name == "Art" else name) for name in HEAD]
    told = words(sent(app, csv_of([head, *ROWS, ("X", "", "Axis", "inf", "bn", 99, 6.2, 50.1)]), **MAPPED))
    assert "no column is the kind" in told
    assert "row 6 : strength is '99'" in told


@pytest.mark.parametrize(
    ("body", "name", "why"),
    [
        (b"", "club.csv", "none came, or an empty one"),
        (b"PK\x03\x04" + b"\x00" * 400, "club.xlsx", ""),
        (b"%PDF-1.4 and so on", "club.xlsx", ""),
        (b'{"type": "ORBAT-mapper", "sides": 7}', "club.json", ""),
        (b"<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>", "club.xml", ""),
        (b"\xff\xfe\x00\xd8\x00", "club.csv", ""),
        (b"=cmd|' /C calc'!A0,kind\n" * 3, "club.csv", ""),
    ],
)
def test_hostile_files_end_in_a_message(app, body, name, why):
    answer = sent(app, body, name)
    assert answer.status_code in {200, 409}
    told = words(answer)
    assert why in told
    assert "in the way" in told or "none came" in told
    assert "root:" not in told
    assert own_scenarios(store_of(app)) == ([], [])


def test_one_that_is_too_large_is_told(app):
    client = signed_in(app, "host")
    token = re.search(r'name="token" value="([^"]+)"', client.get(PAGE).get_data(as_text=True))[1]
    part = '--x\r\nContent-Disposition: form-data; name="{}"{}\r\n\r\n'
    head = f"{part.format('token', '')}{token}\r\n{part.format('file', '; filename=a.csv')}".encode()
    body = head + b"x" * (MOST_SENT_BYTES + 100_000) + b"\r\n--x--\r\n"
    answer = client.post(PAGE, data=body, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 413
    assert "leave out what is no order of battle" in words(answer)


def test_a_large_one_is_taken(app):
    """Larger than what is read at a time, with the end of a line in each part of it."""
    rows = [(f"{n}/1 Club", "1st Club Division", "Allies", "rifles", "bn", 4, 6.01, 50.06) for n in range(2, 6000)]
    body = csv_of([HEAD, *ROWS, *rows])
    assert len(body) > 200_000
    answer = sent(app, body, **MAPPED)
    assert answer.status_code == 200
    assert "6002 units" in words(answer)


@pytest.mark.parametrize("person", ["umpire", "ann", "sid", "oscar", "olga"])
def test_it_is_the_hosts_alone(app, person):
    assert signed_in(app, person).get(PAGE).status_code == 404
    assert sent(app, csv_of([HEAD, *ROWS]), person=person, **MAPPED).status_code in {403, 404}
    assert own_scenarios(store_of(app)) == ([], [])


def test_an_id_is_no_way_out_of_the_folder(app):
    first = sent(app, csv_of([HEAD, *ROWS]), **MAPPED)
    for key in ("../out", "..", "a/b", ".begun", "ardennes_1944"):
        assert again(app, first, do="keep", **MAPPED, name="x", key=key).status_code == 409
    assert again(app, first, model="../../etc", **MAPPED).status_code == 409
    assert own_scenarios(store_of(app)) == ([], [])


def test_what_is_kept_goes_into_a_backup_and_comes_out_of_it(app, tmp_path):
    first = sent(app, csv_of([HEAD, *ROWS]), **MAPPED)
    assert again(app, first, do="keep", **MAPPED, **NAMED).status_code == 303
    write_backup(store_of(app), tmp_path / "all.zip")
    restore_store(tmp_path / "all.zip", tmp_path / "back")
    assert read_scenario(tmp_path / "back" / "scenarios" / "club-bulge").name == NAMED["name"]


BLANK = {"do": "blank", "ground": "ardennes_1944", "rules": "zen_operational", "start": "1944-12-17", "days": "2",
         "red": "Germans", "blue": "Americans", "name": "Clervaux", "key": "clervaux"}  # fmt: skip


def begun_blank(app, **told):
    return send(signed_in(app, "host"), PAGE, **(BLANK | told))


def test_a_blank_one_is_begun_filled_and_played(app):
    made = begun_blank(app)
    assert (made.status_code, made.location) == (303, "/scenarios?kept=clervaux#kept")
    store = store_of(app)
    assert "no units yet" in words(signed_in(app, "host").get(made.location))
    with pytest.raises(ProblemsFound, match="this scenario has no units; put an order of battle into it"):
        store.create(scenario_path(store, "clervaux"), "too-soon", seed="s")
    assert "too-soon" not in [row.id for row in store.campaigns()]
    sides = {"column:side": "Army", "side:Allies": "blue", "side:Axis": "red"}
    looked = sent(app, csv_of([HEAD, *ROWS]), model="clervaux", **sides)
    assert 'name="key" maxlength="40" value="clervaux"' in looked.get_data(as_text=True)
    filled = again(app, looked, do="keep", model="clervaux", key="clervaux", name="Clervaux", **sides)
    assert filled.status_code == 303
    assert [one.folder.name for one in own_scenarios(store)[0]] == ["clervaux"]
    session, _ = store.create(scenario_path(store, "clervaux"), "begun", seed="s")
    assert {stand.profile.name for stand in session.state.stands.values()} >= {"1/1 Club", "I/Club Pz"}
    # It is blank no more: another order of battle makes a copy.
    twice = again(app, looked, do="keep", model="clervaux", key="clervaux", name="Clervaux", **sides)
    assert twice.status_code == 409
    assert "there is a scenario 'clervaux' already" in words(twice)


def test_the_ground_may_be_a_map_of_the_store(app):
    store = store_of(app)
    hexmap = ground_of(read_scenario(scenario_path(store, "ardennes_1944")))
    MapShelf(store.folder).begin("corrected", hexmap)
    assert begun_blank(app, ground="corrected").status_code == 303
    found = read_scenario(scenario_path(store, "clervaux"))
    assert (found.folder / "map.gpkg").is_file()
    assert ground_of(found).key == hexmap.key


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"ground": "../maps"}, "there is no ground '../maps'"),
        ({"days": "1e9"}, "days: is 0"),
        ({"days": "٣"}, "days: is 0"),
        ({"key": "../out"}, "cannot name a scenario"),
        ({"key": "ardennes_1944"}, "there is a scenario 'ardennes_1944' already"),
        ({"name": ""}, "cannot be a name"),
    ],
)
def test_what_is_wrong_with_a_blank_one_is_told(app, told, why):
    answer = begun_blank(app, **told)
    assert answer.status_code == 409
    assert why in words(answer).replace("Days:", "days:").replace("There is no", "there is no")
    assert own_scenarios(store_of(app)) == ([], [])
