"""The map editor's data: each tool, undo and redo over restarts, conflicts, files out and in, what is refused."""

from __future__ import annotations

import base64
import gzip
import itertools
import json
import re
import struct
from importlib.resources import files

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maps.derive.hand.handwork import apply_corrections
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import HEXSIDES, RAILS, ROADS, SLOPES
from tests.webui.editing import WHY, Editing, toy_ground
from webui import create_app
from webui.cli import main
from webui.desk.library import open_store
from webui.desk.mapdata import changed_data, editor_ground
from webui.desk.strokes import Stroke, corrections_of


@pytest.fixture
def work(tmp_path):
    made = Editing(tmp_path / "store")
    yield made
    made.close()


def sides_of(work, number):
    return {side["neighbour"]: side for side in work.get(f"hex.json?hex={number}")["sides"]}


# --- tools -------------------------------------------------------------------------------------------------


def test_painted_hexes_are_the_only_ones_that_change(work):
    told = work.paint("marsh", "0303", "0304", "0403")
    marsh = toy_ground().terrain_names.index("marsh")
    assert told["changed"]["hexes"] == sorted([work.at(n), marsh, 300] for n in ("0303", "0304", "0403"))
    assert [told["changed"][name] for name in ("hexsides", "roads", "places")] == [[], [], None]
    card = work.get("hex.json?hex=0304")
    assert card["terrain"] == "marsh"
    assert card["corrections"][0] | {"id": ""} == {"id": "", "what": "terrain", "value": "marsh", "name": "", **WHY}
    assert work.terrain("0402") == "woods_dense"


def test_hexes_that_hang_together_are_one_correction_and_apart_two(work):
    assert len(work.paint("marsh", "0101", "0102")["corrections"]) == 1
    assert len(work.paint("rough", "0801", "0806")["corrections"]) == 3


def test_an_area_spares_a_town_and_says_so_but_its_hex_alone_is_meant(work):
    told = work.paint("rough", "0703", "0704")
    assert [(one["kind"], one["number"]) for one in told["conflicts"]] == [("town", "0703")]
    assert work.terrain("0703") == "town"
    work.paint("open", "0703")
    assert work.terrain("0703") == "open"


def test_a_correction_is_listed_with_the_first_hex_that_it_bears_on(work):
    (one,) = work.paint("marsh", "0405", "0404")["corrections"]
    assert (one["number"], one["hex"], one["came"]) == ("0404", work.at("0404"), False)


def test_a_height_is_set(work):
    told = work.draw("height", "412", hexes=[work.at("0101")])
    assert told["changed"]["hexes"] == [[work.at("0101"), 0, 412]]


def test_water_is_laid_along_the_hexsides_drawn_with_its_name(work):
    pairs = ("0203/0204", "0204/0304", "0304/0305")
    told = work.draw("hexside", "stream", sides=[work.side(pair) for pair in pairs], name="Wiltz")
    stream = HEXSIDES.index("stream")
    wanted = sorted([min(a * 6 + k, other), stream] for a, k, other in (_both(work, pair) for pair in pairs))
    assert told["changed"]["hexsides"] == wanted
    assert sides_of(work, "0204")["0304"]["river"] == "Wiltz"
    gone = work.draw("hexside", "none", sides=[work.side(pair) for pair in pairs])
    assert gone["changed"]["hexsides"] == [[at, 0] for at, _ in wanted]


def _both(work, pair):
    a, b = pair.split("/")
    (i, k), (j, m) = work.side(pair), work.side(f"{b}/{a}")
    return (i, k, j * 6 + m) if i < j else (j, m, i * 6 + k)


def test_slopes_roads_and_railways_are_laid(work):
    assert [code for _, code in work.draw("slope", "cliff", sides=[work.side("0102/0103")])["changed"]["slopes"]] == [
        SLOPES.index("cliff")
    ]
    way = [work.at(number) for number in ("0307", "0406", "0506", "0505")]
    told = work.draw("road", "secondary", hexes=way)
    assert [code for _, code in told["changed"]["roads"]] == [ROADS.index("secondary")] * 3
    # The river between 0505 and 0506 gets its bridge with the road.
    assert sides_of(work, "0505")["0506"]["crossing"] == "bridge"
    told = work.draw("rail", "double", hexes=way[:2])
    assert [code for _, code in told["changed"]["rails"]] == [RAILS.index("double")]
    assert work.draw("road", "none", hexes=way)["changed"]["roads"] == [[at, 0] for at, _ in _roads(work, way)]


def _roads(work, way):
    pairs = [(min(a, b), max(a, b)) for a, b in itertools.pairwise(way)]
    return sorted((a * 6 + work.grid.side_towards(a, b), 0) for a, b in pairs)


def test_a_crossing_is_put_on_its_hexside_with_its_name(work):
    work.draw("crossing", "ford", sides=[work.side("0505/0506")], name="Mill ford")
    assert sides_of(work, "0506")["0505"]["crossing"] == "ford"
    assert sides_of(work, "0506")["0505"]["crossing_name"] == "Mill ford"


def test_places_are_put_in_renamed_moved_and_taken_away(work):
    # In hex radii: column 2 lies 1.5 x 1 to the right; 1.732 down is row 2 of an even column, plus half a hex.
    told = work.draw("place", "Bras", spot=[1.5, 2.598], rank=4)
    assert ["Bras", work.at("0202"), 1.5, 2.598, 0, 4] in told["changed"]["places"]
    work.draw("place", "Brass", spot=[1.5, 2.598], name="Bras")
    told = work.draw("place", "Brass", spot=[0.0, 0.0], name="Brass")
    assert ["Brass", work.at("0101"), 0.0, 0.0, 0, 4] in told["changed"]["places"]
    told = work.draw("place", "", spot=[0.0, 0.0], name="Brass")
    assert [row[0] for row in told["changed"]["places"]] == ["Town 0703"]


# --- what the page is told ---------------------------------------------------------------------------------


def columns_of(hexmap):
    """Decode a ground payload into what the page holds, and list what lies between its hexes."""
    payload = editor_ground(hexmap, shade_url=None)
    found = {"terrain": list(base64.b64decode(payload["terrain"]))}
    heights = base64.b64decode(payload["elevation_m"])
    found["heights"] = list(struct.unpack(f"<{len(heights) // 2}h", heights))
    for name in ("hexsides", "slopes", "crossings", "roads", "rails"):
        column = getattr(hexmap, name.removesuffix("s"))
        pairs = [(index, side) for index, side in np.argwhere(column).tolist() if _is_first(hexmap, index, side)]
        found[name] = {6 * index + side: int(column[index, side]) for index, side in pairs}
    named = [[index, side, name] for (index, side), name in sorted(hexmap.side_names.items())]
    return found | {"places": payload["places"], "side_names": named}


def _is_first(hexmap, index, side):
    return hexmap.inside[index] and not NO_HEX < hexmap.neighbour[index, side] < index


def take(columns, changed):
    """Change what the page holds as its script does."""
    for index, terrain, height in changed["hexes"]:
        columns["terrain"][index], columns["heights"][index] = terrain, height
    for name in ("hexsides", "slopes", "crossings", "roads", "rails"):
        columns[name] |= dict(changed[name])
        columns[name] = {at: code for at, code in columns[name].items() if code}
    for name in ("places", "side_names"):
        columns[name] = columns[name] if changed[name] is None else changed[name]
    return columns


HEX = st.integers(0, 79)
SIDE = st.tuples(HEX, st.integers(0, 5))
STROKES = st.one_of(
    st.tuples(st.just("terrain"), st.sampled_from(["marsh", "open", "town"]), st.lists(HEX, min_size=1, max_size=12)),
    st.tuples(st.just("height"), st.sampled_from(["200", "301.6"]), st.lists(HEX, min_size=1, max_size=5)),
    st.tuples(st.sampled_from(["hexside", "slope"]), st.just("none"), st.lists(SIDE, min_size=1, max_size=9)),
    st.tuples(st.just("hexside"), st.sampled_from(["river", "lake"]), st.lists(SIDE, min_size=1, max_size=9)),
    st.tuples(st.just("slope"), st.just("steep"), st.lists(SIDE, min_size=1, max_size=9)),
    st.tuples(st.sampled_from(["road", "rail"]), st.sampled_from(["none", "first"]), st.tuples(HEX, HEX)),
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(STROKES, min_size=1, max_size=4))
def test_what_changed_turns_the_page_s_ground_into_that_of_the_server(strokes):
    ground = toy_ground()
    before, made = ground, []
    held = columns_of(ground)
    for what, value, where in strokes:
        stroke = stroke_of(ground, what, value, where)
        if stroke is None:
            continue
        made += corrections_of(before, stroke)
        after = apply_corrections(ground, made).hexmap
        held = take(held, changed_data(before, after))
        before = after
    assert held == columns_of(before)


def stroke_of(ground, what, value, where):
    drawn = {}
    if what in ("road", "rail"):
        value = {"first": {"road": "track", "rail": "single"}[what]}.get(value, value)
        drawn["hexes"] = [index for index in ground.layout.grid.line(*where) if index != NO_HEX]
        if len(drawn["hexes"]) < 2:
            return None
    elif what in ("terrain", "height"):
        drawn["hexes"] = list(where)
    else:
        drawn["sides"] = [side for side in where if ground.neighbour[side] != NO_HEX]
        if not drawn["sides"]:
            return None
    return Stroke("test", 0, what, value, "why", "source", **drawn)


def test_the_ground_is_sent_as_it_is_corrected_now(work):
    work.paint("marsh", "0101")
    answer = work.client.get("/m/toy/ground.json")
    ground = json.loads(gzip.decompress(answer.data))
    assert base64.b64decode(ground["terrain"])[0] == toy_ground().terrain_names.index("marsh")
    assert (ground["version"], ground["drawing"]["url"]) == (1, "/m/toy/drawn/1/")


# --- undo, redo, taking out --------------------------------------------------------------------------------


def test_undo_and_redo_outlive_a_restart(tmp_path):
    first = Editing(tmp_path)
    first.paint("marsh", "0101")
    first.paint("rough", "0102")
    first.step("undo")
    first.close()
    again = Editing(tmp_path)
    assert (again.terrain("0101"), again.terrain("0102")) == ("marsh", "open")
    assert again.get("state.json")["redo"] == "terrain: rough over an area"
    assert again.step("redo")["changed"]["hexes"] == [
        [again.at("0102"), toy_ground().terrain_names.index("rough"), 300]
    ]
    for _ in range(2):
        again.step("undo")
    assert again.terrain("0101") == "open"
    assert "nothing to take back" in again.step("undo", 400)["why"]
    again.close()


def test_a_change_after_undo_forgets_what_was_undone(work):
    work.paint("marsh", "0101")
    work.step("undo")
    work.paint("rough", "0102")
    assert work.get("state.json")["redo"] == ""
    assert "nothing to do again" in work.step("redo", 400)["why"]


def test_one_correction_is_taken_out_and_that_can_be_undone(work):
    first = work.paint("marsh", "0101")["corrections"][0]["id"]
    work.paint("rough", "0102")
    work.step("drop", ids=[first])
    assert (work.terrain("0101"), work.terrain("0102")) == ("open", "rough")
    assert "is not on this map" in work.step("drop", 400, ids=[first])["why"]
    work.step("undo")
    assert work.terrain("0101") == "marsh"


def test_a_history_cut_short_is_told_and_not_overwritten(tmp_path):
    work = Editing(tmp_path)
    work.close()
    path = tmp_path / "maps-in-work" / "toy" / "history.json"
    path.write_bytes(path.read_bytes()[:20])
    store = open_store(tmp_path)
    client = create_app(store).test_client()
    answer = client.get("/m/toy/state.json")
    assert answer.status_code == 400
    assert "put it back from a backup" in answer.text
    assert "cannot be read" in client.get("/m/").text
    assert len(path.read_bytes()) == 20
    store.close()


# --- what is refused ---------------------------------------------------------------------------------------

REFUSED = {
    "has no why": {"what": "terrain", "value": "marsh", "hexes": [0], "why": " "},
    "has no source": {"what": "terrain", "value": "marsh", "hexes": [0], "source": ""},
    "terrain is 'mud'": {"what": "terrain", "value": "mud", "hexes": [0]},
    "height is 'high'": {"what": "height", "value": "high", "hexes": [0]},
    "draws nothing": {"what": "terrain", "value": "marsh"},
    "not on this map": {"what": "terrain", "value": "marsh", "hexes": [80]},
    "which do not touch": {"what": "road", "value": "main", "hexes": [0, 5]},
    "hexside is 'brook'": {"what": "hexside", "value": "brook", "sides": [[11, 2]]},
    "names no place": {"what": "place", "value": "", "spot": [0, 0]},
    "Expected `int` <= 5": {"what": "slope", "value": "steep", "sides": [[11, 6]]},
    "Invalid enum value": {"what": "weather", "value": "rain", "hexes": [0]},
    "unknown field `path`": {"what": "terrain", "value": "marsh", "hexes": [0], "path": "/etc/passwd"},
    "Expected `int` >= 0": {"what": "terrain", "value": "marsh", "hexes": [-1]},
}


@pytest.mark.parametrize("words", REFUSED)
def test_a_faulty_stroke_is_refused_with_its_reason_and_changes_nothing(work, words):
    told = work.post("strokes", 400, **{"version": 0, **WHY, **REFUSED[words]})
    assert words in told["why"]
    assert work.version == 0


def test_a_page_that_is_behind_is_told_so(work):
    work.paint("marsh", "0101")
    told = work.post("strokes", 409, version=0, what="terrain", value="open", hexes=[0], **WHY)
    assert told["rule"] == "stale"


def test_changes_need_the_page_s_token(work):
    for name in ("strokes", "undo", "drop", "against", "underlay", "import/edited"):
        assert work.client.post(f"/m/toy/{name}", data=b"x").status_code == 403


@pytest.mark.parametrize("key", ["nowhere", "..", "toy%2F..", "TOY", "%2e%2e"])
def test_only_names_of_maps_lead_anywhere(work, key):
    answer = work.client.get(f"/m/{key}/state.json")
    assert answer.status_code == 404


def test_a_hex_that_is_not_there(work):
    assert "hexes run from 0101 to 1008" in work.get("hex.json?hex=9999", 404)["error"]["why"]


UPLOADS = {
    "upload?map=other": (b"not a map", "is no GeoPackage"),
    "upload?map=toy": (b"x", "is the name of another map"),
    "upload?map=../x": (b"x", "cannot name a map"),
    "upload?map=empty": (b"", "no file came with it"),
    "toy/against": (b"SQLite format 3\x00" + bytes(200), "is no GeoPackage"),
    "toy/import/edited": (b"<OGRVRTDataSource/>", "is no GeoPackage"),
    "toy/import/corrections?name=a.txt": (b"terrain mud at 3 4 -- x; y", "terrain is 'mud'"),
    "toy/import/corrections?name=b.geojson": (b"[1]", "sent.geojson"),
    "toy/import/corrections?name=c.txt": (b"\xff\xfe\x00", "is no text in UTF-8"),
}


@pytest.mark.parametrize("name", UPLOADS)
def test_a_hostile_file_is_refused_with_its_reason(work, name):
    body, words = UPLOADS[name]
    told = work.send(name, body, 400)
    assert words in told["why"]
    assert len(work.client.get("/m/").text.split('href="/m/toy/"')) == 2


def test_a_file_too_large_is_refused_before_it_is_read(work):
    answer = work.client.post(
        "/m/toy/against",
        data=b"x",
        headers={"X-Sandtable-Token": work.token},
        environ_overrides={"CONTENT_LENGTH": str(10**10)},
    )
    assert answer.status_code == 413
    assert "more than 400 MB" in answer.json["error"]["why"]


# --- files and comparison ----------------------------------------------------------------------------------


def test_a_map_goes_out_and_comes_back_as_another_one_in_work(work):
    work.paint("marsh", "0101", "0102")
    body = work.get("export/map.gpkg").data
    address = work.send("upload?map=second", body)["address"]
    state = work.client.get(f"{address}state.json").json
    assert [(one["words"], one["came"]) for one in state["corrections"]] == [("terrain: marsh over an area", True)]
    assert work.client.get(address).status_code == 200


@pytest.mark.parametrize("name", ["corrections.txt", "corrections.geojson"])
def test_corrections_go_out_and_are_taken_in_where_they_are_ticked(tmp_path, work, name):
    work.paint("marsh", "0101", "0102")
    work.draw("place", "Bras; über", spot=[1.5, 2.598], rank=4)
    body = work.get(f"export/{name}").data
    other = Editing(tmp_path / "other")
    listed = other.send(f"toy/import/corrections?name={name}", body)["proposed"]
    assert [one["words"] for one in listed] == ["terrain: marsh over an area", "place: Bras; über is put in, rank 4"]
    assert other.terrain("0101") == "open"
    told = other.step("import/accept", ids=[listed[1]["id"]])
    assert (other.terrain("0101"), len(told["changed"]["places"])) == ("open", 2)
    assert other.send(f"toy/import/corrections?name={name}", body)["known"] == 1
    assert "none of the listed" in other.step("import/accept", 400, ids=["x"])["why"]
    other.close()


def test_a_map_edited_elsewhere_comes_back_as_corrections(tmp_path, work):
    other = Editing(tmp_path / "other")
    other.paint("marsh", "0101")
    other.draw("road", "main", hexes=[other.at("0101"), other.at("0102")])
    body = other.get("export/map.gpkg").data
    other.close()
    listed = work.send("toy/import/edited", body)["proposed"]
    work.step("import/accept", ids=[one["id"] for one in listed])
    assert work.terrain("0101") == "marsh"
    assert sides_of(work, "0101")["0102"]["road"] == "main"


def test_differences_are_listed_hex_by_hex_and_marked(work):
    work.paint("marsh", "0304")
    work.draw("hexside", "stream", sides=[work.side("0203/0204")])
    found = work.get("diff.json")
    # Hex 0304 is column 2, row 3 of ten columns: index 32; its correction is no difference of the ground.
    assert found["rows"][0] == [32, "0304", "terrain", "open", "marsh"]
    assert found["hexes"] == [32]
    assert found["sides"] == [21 * 6 + work.grid.side_towards(21, 31)]
    assert "no other map" in work.get("diff.json?with=other", 404)["error"]["why"]
    other = work.send("toy/against", work.get("export/map.gpkg").data)
    assert other["count"] == 0
    work.paint("rough", "0101")
    assert work.get("diff.json?with=other")["hexes"] == [0]


def test_a_map_begins_with_a_shipped_area_by_name_only(work):
    form = {"token": work.token, "area": "../../etc", "map": "x"}
    answer = work.client.post("/m/new", data=form)
    assert answer.status_code == 409
    assert "is no shipped area" in answer.text


# --- the command -------------------------------------------------------------------------------------------


def test_the_command_puts_a_map_into_the_store(tmp_path, work):
    path = tmp_path / "My Toy.gpkg"
    path.write_bytes(work.get("export/map.gpkg").data)
    told = CliRunner().invoke(main, ["map", "edit", str(path), "--store", str(work.folder), "--json"])
    assert told.exit_code == 0, told.output
    assert json.loads(told.output) == {"id": "my-toy", "address": "/m/my-toy/", "name": "toy", "hexes": 80}
    assert work.client.get("/m/my-toy/state.json").json["version"] == 0
    again = CliRunner().invoke(main, ["map", "edit", str(path), "--store", str(work.folder)])
    assert again.exit_code == 1
    assert "is the name of another map in work; take another name" in again.output


def test_the_manual_names_every_tool_with_its_key():
    script = files("webui").joinpath("static", "editor", "toolset.js").read_text("utf-8")
    tools = re.findall(r'label: "([^"]+)",\s+letter: "(\w)"', script)
    assert len(tools) == 9
    told = files("webui").joinpath("help", "editor.md").read_text("utf-8")
    assert [f"| {label} | {letter} |" for label, letter in tools if f"| {label} | {letter} |" not in told] == []
