"""New ground: what is said of it is an area file, thresholds change the rules, files are looked into, maps saved."""

from __future__ import annotations

import itertools
import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.derive.legend import legend_text, parse_legend, shipped_legend
from maps.gpkg import reader
from maps.problems import ProblemsFound
from tests.webui.groundmaking import BOX, Making, heights_file, small_world, strange_roads
from webui.cli import main
from webui.desk.grounds.draft import Draft, Source, area_text, from_area
from webui.desk.grounds.shelf import GroundShelf, good_name
from webui.desk.grounds.thresholds import changed_legend, thresholds
from webui.desk.keeping.backups import restore_store, write_backup

DRAFT = Draft(
    "Süd \"x\"", box=(-3.5, 47.0, -3.0, 47.5), width_km=1.5, layout="pointy", date="1944-12", classes="corine",
    sources=(Source("a.osm", "features"), Source("h.tif", "elevation", "CC0"), Source("c.tif", "land_cover")),
    bias_m=-20, relief_factor=1.4, online=("overpass",), countries=("be", "lu"), cover_year=2018, rotation_deg=10,
    credits=({"name": "Z", "licence": "CC0", "attribution": "nobody"},), crs="EPSG:25832",
)  # fmt: skip
HELD = ("a.osm", "h.tif", "c.tif")


@pytest.fixture(scope="module")
def making(tmp_path_factory):
    """One process for all tests of this file; each begins a ground of its own."""
    made = Making(tmp_path_factory.mktemp("store"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def filled(making, tmp_path_factory):
    """A ground with heights and an extract."""
    folder = tmp_path_factory.mktemp("sent")
    making.begin(key="toy")
    assert making.send("toy.osm", small_world().write_xml(folder / "toy.osm").read_bytes()).status_code == 200
    assert making.send("heights.tif", heights_file(folder / "h.tif").read_bytes()).status_code == 200
    return making


@pytest.fixture
def toy(filled):
    """That ground as it was before any test: a kilometre a hex, without a date, no map of it saved."""
    filled.key = "toy"
    for name in ("map.gpkg", "before.gpkg"):
        (filled.folder / name).unlink(missing_ok=True)
    said = {"name": "Toy ground", "box": BOX, "width_km": 1.0, "date": "", "limits": {}, "classes": "igbp"}
    assert filled.say(**said).status_code == 200
    return filled


def test_a_draft_is_an_area_file_and_back():
    again = from_area(Draft("other"), area_text(DRAFT), HELD)
    assert {(one.name, one.kind) for one in again.sources} == {(one.name, one.kind) for one in DRAFT.sources}
    assert [one["name"] for one in again.credits] == ["Z", "h.tif"], "a licence of a file is a credit"
    assert msgspec.structs.replace(again, sources=DRAFT.sources, credits=DRAFT.credits) == DRAFT


@pytest.mark.parametrize("said", [
    {}, {"bias_m": 5.0}, {"relief_factor": 1.5}, {"rotation_deg": 10.0}, {"crs": "EPSG:32631"}, {"date": "1944-12"},
    {"countries": ("be", "lu")}, {"layout": "pointy"}, {"width_km": 0.5}, {"online": ("overpass",)}, {"box": None},
])  # fmt: skip
def test_each_thing_that_is_said_alone_comes_back(said):
    draft = Draft(**{"name": "Alone", "box": (6.0, 50.0, 6.5, 50.25), **said})
    assert from_area(Draft("other"), area_text(draft), ()) == draft


def test_files_that_an_area_file_names_and_that_are_not_there_are_missing():
    again = from_area(Draft("other"), area_text(DRAFT), ("a.osm",))
    assert again.missing == ("h.tif", "c.tif")
    assert [one.name for one in again.sources] == ["a.osm"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('name = "x"\nplace = "Bastogne"', "says its ground by 'place'; write it as [box]"),
        ("name = 'x'\n[hexes]\nwidth_km = 900", "width_km"),
        ("name = ", "area file"),
        ('name = "x"\ncolour = "red"', "has 'colour', which no area file has"),
        ('name = "x"\n[box]\nwest = "far"', "box"),
    ],
)
def test_an_area_file_that_the_page_cannot_show_is_refused(text, told):
    with pytest.raises(ProblemsFound, match=re.escape(told)):
        from_area(Draft("other"), text, ())


def test_a_threshold_changes_the_rule_and_its_name():
    hills = next(row for row in thresholds("", {}, 2.0) if row.terrain == "hills" and row.unit == "m of relief")
    assert (hills.usual, hills.value) == (400, 400)
    legend = parse_legend(changed_legend("", {hills.key: 250}), "legend.toml")
    number = int(hills.key.split(".")[1])
    rule = legend.rules[number]
    assert [limit.value for limit in rule.limits if limit.key == "relief_at_least_m"] == [250]
    assert rule.name == "hills: 400 m of relief and more (here from 250)"
    others = [k for k, one in enumerate(legend.rules) if one != shipped_legend().rules[k]]
    assert others == [number]


def test_thresholds_are_those_of_the_width_and_every_one_can_be_written():
    small, large = ({row.key for row in thresholds("", {}, km)} for km in (1.0, 8.0))
    assert small - large, "slopes decide in small hexes"
    assert large - small
    for row in thresholds("", {}, 2.0):
        changed = {row.key: round(min(row.most, row.usual + row.step), 6)}
        (mine,) = [one for one in thresholds("", changed, 2.0) if one.key == row.key]
        assert mine.value == changed[row.key] != row.usual
        assert parse_legend(changed_legend("", changed), "x") != shipped_legend()


@given(st.text(max_size=200))
def test_a_file_is_never_kept_outside_its_folder(name):
    kept = good_name(name)
    assert re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9._-]*|", kept)
    assert len(kept) <= 101


@pytest.mark.parametrize(
    ("key", "name", "told"),
    [
        ("../x", "A", "cannot name a ground"),
        ("", "A", "cannot name a ground"),
        ("cassino_1944", "A", "is the name of another ground"),
        ("good", "", "cannot be a name"),
    ],
)
def test_a_ground_that_cannot_be_begun_says_why(tmp_path, key, name, told):
    with pytest.raises(ProblemsFound, match=told):
        GroundShelf(tmp_path).begin(key, name)
    assert not list(tmp_path.iterdir())


def test_files_become_a_map_that_scenarios_are_made_on(toy, tmp_path):
    state = toy.state()
    assert [(one["name"], one["kind_now"], one["faults"]) for one in state["files"]] == [
        ("toy.osm", "features", []), ("heights.tif", "elevation", []),
    ]  # fmt: skip
    assert state["files"][0]["boxes"] == [[9.37, 47.07, 9.59, 47.24]]
    shown = toy.preview(0.5, 2.0)
    assert shown["state"] == "done", shown
    assert [one["width_km"] for one in shown["widths"]] == [1.0, 0.5, 2.0]
    assert all(toy.get(f"preview/{one['picture']}").data.startswith(b"\xff\xd8") for one in shown["widths"])
    assert shown["roads"] > 10
    assert shown["places"] == 1
    known = {one["file"]: one["covers"] for one in shown["cover"]["sources"]}
    assert known == {"toy.osm": 1.0, "heights.tif": 1.0}
    assert "no railways at all" in shown["cover"]["missing"]
    saved = toy.done(toy.post("save"))
    assert saved["saved"]["hexes"] == shown["widths"][0]["hexes"]
    hexmap = GroundShelf(toy.store.folder).open(toy.key).hexmap()
    assert hexmap.key == saved["saved"]["key"]
    made = toy.client.post("/scenarios", data={
        "do": "blank", "ground": f"grounds/{toy.key}", "rules": "zen_operational", "start": "1944-12-16", "days": "3",
        "red": "Red", "blue": "Blue", "name": "On toy ground", "key": "on-toy", **toy.token,
    })  # fmt: skip
    assert made.status_code == 303, made.text
    assert reader.read(toy.store.folder / "scenarios/on-toy/map.gpkg").key == hexmap.key
    folder = tmp_path / "by-command"
    command = ["scenario", "new", str(folder), "--blank", toy.key, "--store", str(toy.store.folder)]
    with pytest.raises(SystemExit) as ended:
        main(command)
    assert ended.value.code == 0
    assert reader.read(folder / "map.gpkg").key == hexmap.key
    start = toy.client.get("/").get_data(as_text=True)
    assert f'href="/grounds/{toy.key}/"' in start
    corrected = {"area": f"grounds/{toy.key}", "map": "toy-by-hand", **toy.token}
    assert toy.client.post("/m/new", data=corrected).status_code == 303


def test_the_area_file_and_its_files_make_the_same_map_by_command(toy, tmp_path):
    toy.say(date="1944", limits={"places.large_village_from": 500})
    saved = toy.done(toy.post("save"))["saved"]
    out = tmp_path / "out.gpkg"
    with pytest.raises(SystemExit) as ended:
        main(["map", "build", str(toy.folder / "area.toml"), "--out", str(out)])
    assert ended.value.code == 0
    assert reader.read(out).key == saved["key"]
    assert toy.get("area.toml").data == (toy.folder / "area.toml").read_bytes()


def test_a_saved_map_is_compared_with_the_one_before(toy):
    first = toy.done(toy.post("save"))
    assert first["compared"] is None
    assert toy.done(toy.post("save"))["compared"]["count"] == 0
    wooded = dict(toy.preview()["widths"][0]["terrain"])["woods_dense"]
    rule = next(row for row in toy.state()["thresholds"] if row["terrain"] == "woods_dense")
    toy.say(limits={rule["key"]: 0.99})
    told = toy.done(toy.post("save"))["compared"]
    assert told["same_grid"]
    fewer = sum(number for old, _, number in told["terrain"] if old == "woods_dense")
    assert 0 < fewer < wooded
    assert told["hexes"] == fewer


def test_a_slider_and_a_date_change_the_preview(toy):
    before = toy.preview()
    rule = next(row for row in toy.state()["thresholds"] if row["terrain"] == "woods_dense")
    toy.say(limits={rule["key"]: 0.99})
    after = toy.preview()
    counts = [dict(one["widths"][0]["terrain"]) for one in (before, after)]
    assert counts[1].get("woods_dense", 0) < counts[0]["woods_dense"]
    toy.say(date="1944")
    dated = toy.preview()
    assert dated["date"] == "1944-01-01"
    assert ("motorway A 13", "removed") in [(row["words"], row["verdict"]) for row in dated["audit"]]
    assert dated["roads"] < after["roads"]


def test_a_row_of_the_audit_is_ruled_on_and_the_ground_is_seen_as_today(toy):
    toy.say(date="1944")
    before = toy.preview()
    (row,) = [one for one in before["audit"] if one["words"] == "motorway A 13"]
    assert before["today"]["roads"] > before["roads"]
    assert toy.get(f"preview/{before['today']['picture']}").status_code == 200
    told = {"feature": row["feature"], "verdict": "keep"}
    assert toy.post("rule", **told).json["error"]["why"] == "a ruling has no reason"
    assert toy.post("rule", **{**told, "verdict": "perhaps"}, why="x").status_code == 400
    try:
        sent = toy.post("rule", **told, why="built as a military road in 1939; town archive")
        assert ("rulings.toml", "rulings") in [(one["name"], one["kind_now"]) for one in sent.json["files"]]
        ruled = toy.preview()
        (row,) = [one for one in ruled["audit"] if one["words"] == "motorway A 13"]
        assert (row["verdict"], row["why"]) == ("kept", "ruled: built as a military road in 1939; town archive")
        assert ruled["roads"] == before["today"]["roads"]
        path = toy.folder / "files" / "rulings.toml"
        path.write_text("# By the archive.\n" + path.read_text("utf-8"), "utf-8")
        toy.post("rule", feature="osm:way/999", verdict="remove", why="never built")
        assert path.read_text("utf-8").startswith("# By the archive.\n[[ruling]]\n")
        toy.post("rule", feature=row["feature"], verdict="")
        assert toy.preview()["roads"] == before["roads"]
        assert toy.get("job.json").json["cover"]["sources"], "the file of rulings is read"
    finally:
        assert toy.post("drop", file="rulings.toml").status_code == 200
        toy.say(date="")
    assert "today" not in toy.preview()


def test_rules_with_terrain_of_ones_own_are_a_file_like_any_other(toy):
    """Its kinds are in the preview, its rules have sliders, the saved map has it, and the map editor offers it."""
    at = legend_text().index("\n[[rule]]") + 1
    kind = '[kind.oak_wood]\nresembles = "woods_open"\ntint = "#8c9a50"\n'
    rule = '[[rule]]\nname = "oaks"\nterrain = "oak_wood"\nshare_of = ["forest"]\nshare_at_least = 0.3\n'
    kind += rule + "height_at_least_m = -400\n\n"
    sent = toy.send("oaks.toml", (legend_text()[:at] + kind + legend_text()[at:]).encode())
    assert sent.status_code == 200, sent.text
    try:
        wooded = dict(toy.preview()["widths"][0]["terrain"])["oak_wood"]
        slider = next(row for row in toy.state()["thresholds"] if row["terrain"] == "oak_wood")
        toy.say(limits={slider["key"]: 0.9})
        assert 0 < dict(toy.preview()["widths"][0]["terrain"])["oak_wood"] < wooded
        toy.done(toy.post("save"))
        hexmap = GroundShelf(toy.store.folder).open(toy.key).hexmap()
        assert [(one.key, one.resembles) for one in hexmap.own] == [("oak_wood", "woods_open")]
        made = {"area": f"grounds/{toy.key}", "map": "toy-oaks", **toy.token}
        assert toy.client.post("/m/new", data=made).status_code == 303
        page = toy.client.get("/m/toy-oaks/").get_data(as_text=True)
        assert "oak_wood" in page
        assert "#8c9a50" in page
    finally:
        toy.say(limits={})
        assert toy.post("drop", file="oaks.toml").status_code == 200


def test_a_layer_that_nobody_understands_is_asked_about_and_the_answers_make_the_map(toy):
    assert toy.send("county.geojson", strange_roads()).status_code == 200
    try:
        before = toy.preview()
        (asked,) = [one for source in before["cover"]["sources"] for one in source["questions"]]
        assert (asked["layer"], asked["shape"], asked["count"]) == ("county.geojson", "lines", 24)
        (column,) = [one for one in asked["columns"] if one["heading"] == "sorte"]
        assert sorted(map(tuple, column["values"])) == [("Fernweg", 12), ("Saumpfad", 12)]
        told = {"layer": asked["layer"], "shape": asked["shape"], "heading": "sorte"}
        assert toy.post("answers", **told, means={}).status_code == 400
        refused = toy.post("answers", **told, means={"Fernweg": "moterway"})
        assert "cannot mean 'moterway'; did you mean" in refused.json["error"]["why"]
        assert toy.post("answers", version=0, **told, means={"Fernweg": "main road"}).status_code == 409
        assert "answers.toml" not in [one["name"] for one in toy.state()["files"]]
        sent = toy.post("answers", **told, means={"Fernweg": "main road"})
        assert ("answers.toml", "kinds") in [(one["name"], one["kind_now"]) for one in sent.json["files"]]
        after = toy.preview()
        assert after["roads"] > before["roads"]
        assert [one for source in after["cover"]["sources"] for one in source["questions"]] == []
        more = toy.post("answers", **told, means={"Saumpfad": "track"})
        assert more.status_code == 200
        assert toy.preview()["roads"] > after["roads"], "what was answered before still counts"
        assert "answers.toml" not in toy.get("job.json").json["cover"]["unlicensed"]
    finally:
        for name in ("county.geojson", "answers.toml"):
            assert toy.post("drop", file=name).status_code == 200


def test_a_preview_that_is_stopped_says_so_and_another_can_be_asked_for(toy):
    toy.benches.close()
    sent = {"command_id": "test-command", "widths": [0.1]}
    headers = {"X-Sandtable-Token": toy.token["token"]}
    toy.client.post(f"/grounds/{toy.key}/preview", json=sent, headers=headers)
    assert toy.client.post(f"/grounds/{toy.key}/stop", json=sent, headers=headers).json["state"] == "stopped"
    assert toy.preview()["state"] == "done"


def test_a_page_that_is_behind_is_told(toy):
    assert toy.post("set", version=0, said={"date": "1800"}).status_code == 409
    assert toy.state()["draft"]["date"] == ""
    assert toy.post("set", said={"folder": "/"}).status_code == 400
    assert toy.say(box=[0, 0, 900, 1]).status_code == 400


def test_an_area_file_that_is_sent_says_all_at_once(toy):
    text = 'name = "Sent"\ndate = 1815-06-18\n[box]\nwest = 9.4\nsouth = 47.1\neast = 9.5\nnorth = 47.2\n'
    text += '[hexes]\nwidth_km = 0.5\n[sources]\nfeatures = ["toy.osm", "gone.gpkg"]\n'
    assert toy.send("area.toml", text.encode()).status_code == 200
    draft = toy.state()["draft"]
    assert (draft["name"], draft["date"], draft["width_km"]) == ("Sent", "1815-06-18", 0.5)
    assert draft["missing"] == ["gone.gpkg"]
    assert [one["name"] for one in draft["sources"]] == ["toy.osm", "heights.tif"]


def test_a_backup_holds_grounds_with_their_files(toy, tmp_path):
    toy.done(toy.post("save"))
    write_backup(toy.store, tmp_path / "b.zip")
    restore_store(tmp_path / "b.zip", tmp_path / "again")
    found = GroundShelf(tmp_path / "again").open(toy.key)
    assert found.draft == GroundShelf(toy.store.folder).open(toy.key).draft
    assert {one.name for one in found.held()} == {"toy.osm", "heights.tif"}
    assert found.hexmap().key == GroundShelf(toy.store.folder).open(toy.key).hexmap().key


def test_without_a_box_or_a_file_it_says_what_is_wanted(making):
    making.begin(key="bare")
    headers, sent = {"X-Sandtable-Token": making.token["token"]}, {"command_id": "test-command"}
    for said, told in (({}, "draw a box"), ({"box": BOX}, "drop files")):
        if said:
            making.say(**said)
        answer = making.client.post("/grounds/bare/preview", json=sent, headers=headers)
        assert answer.status_code == 409
        assert told in answer.json["error"]["remedy"]
    assert making.client.post("/grounds/bare/remove", data=making.token).status_code == 303
    assert not (making.store.folder / "grounds" / "bare").exists()


def test_the_newest_question_is_answered_and_older_ones_let_go(toy):
    headers = {"X-Sandtable-Token": toy.token["token"]}
    numbers = []
    for widths in itertools.islice(itertools.cycle([[0.5], [2.0]]), 4):
        sent = {"command_id": "test-command", "widths": widths}
        numbers.append(toy.client.post(f"/grounds/{toy.key}/preview", json=sent, headers=headers).json["number"])
    last = toy.preview()
    assert last["number"] > max(numbers)
    assert last["state"] == "done"
