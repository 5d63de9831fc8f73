"""Kinds of terrain and of hexside on the page of a new ground: put down by a form, corrected, checked, handed on."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import numpy as np
import pytest

from campaign.systems.catalogue import ruleset
from maps.area.reader import parse_area
from maps.derive.legend import legend_text, read_legend
from maps.gpkg import reader
from maps.problems import ProblemsFound
from scenarios.handing.publishing import Giver, published
from scenarios.handing.receiving import keep, received
from scenarios.scenario import read_scenario
from tests.webui.groundmaking import BOX, Making, heights_file, small_world
from webui.cli import main
from webui.desk.grounds.draft import Draft, area_text, from_area
from webui.desk.grounds.shelf import GroundShelf

OAK = {"resembles": "woods_open", "tint": "#8c9a50", "mark_kind": "", "share_of": ["forest"], "share_at_least": 0.3}
HEDGE = {"resembles": "none", "colour": "#2f6b2f", "width": None, "pattern": "dashes", "symbol": "bushes",
         "from": "barrier = hedge\nhighway = primary; name", "share_at_least": None,
         "metres_at_least": 200}  # fmt: skip


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    made, folder = Making(tmp_path_factory.mktemp("store")), tmp_path_factory.mktemp("sent")
    made.begin(key="toy")
    world = small_world()
    world.way([(9.42, 47.12), (9.54, 47.12)], barrier="hedge")
    assert made.send("toy.osm", world.write_xml(folder / "toy.osm").read_bytes()).status_code == 200
    assert made.send("heights.tif", heights_file(folder / "h.tif").read_bytes()).status_code == 200
    yield made
    made.close()


@pytest.fixture
def toy(filled):
    """That ground as it was before any test."""
    for one in filled.state()["kinds"]:
        assert filled.post("kind", table=one["table"], was=one["key"]).status_code == 200
    assert filled.say(name="Toy", box=BOX, width_km=1.0, limits={}).status_code == 200
    return filled


def put(toy, table, key, was="", **said):
    """Put a kind down as the form does; give its faults, none if it was taken."""
    answer = toy.post("kind", table=table, was=was, key=key, said=said)
    assert answer.status_code == 200, answer.text
    return answer.json.get("faults")


def names(toy):
    return [(one["table"], one["key"], one["file"]) for one in toy.state()["kinds"]]


def test_a_kind_that_is_put_down_is_in_the_preview_the_area_file_and_the_saved_map(toy, tmp_path):
    assert put(toy, "kind", "oak_wood", **OAK) is None
    assert put(toy, "hexside", "hedge", **HEDGE) is None
    chosen = toy.preview()["widths"][0]
    wooded = dict(chosen["terrain"])["oak_wood"]
    assert wooded > 5
    assert dict(chosen["borders"])["hedge"] > 10
    assert put(toy, "kind", "oak_wood", "oak_wood", **OAK | {"share_at_least": 0.95}) is None
    assert 0 < dict(toy.preview()["widths"][0]["terrain"])["oak_wood"] < wooded
    data = tomllib.loads(toy.get("area.toml").text)
    assert data["kind"]["oak_wood"] == {name: value for name, value in OAK.items() if value} | {"share_at_least": 0.95}
    assert data["hexside"]["hedge"]["from"] == [{"barrier": ["hedge"]}, {"highway": ["primary"], "name": True}]
    saved = toy.done(toy.post("save"))["saved"]
    out = tmp_path / "out.gpkg"
    with pytest.raises(SystemExit) as ended:
        main(["map", "build", str(toy.folder / "area.toml"), "--out", str(out)])
    assert ended.value.code == 0
    hexmap = reader.read(out)
    assert hexmap.key == saved["key"]
    assert [(one.key, one.resembles, one.tint) for one in hexmap.own] == [("oak_wood", "woods_open", "#8c9a50")]
    assert [(one.key, one.pattern) for one in hexmap.borders] == [("hedge", "dashes")]


def test_a_ground_with_kinds_goes_to_another_club_and_back_into_a_page(toy, tmp_path):
    """Through a published file the map is the same, kinds and all; through the area file another ground has them."""
    put(toy, "kind", "oak_wood", **OAK)
    put(toy, "hexside", "hedge", **HEDGE)
    toy.preview()
    toy.done(toy.post("save"))
    hexmap = GroundShelf(toy.store.folder).open("toy").hexmap()
    folder = tmp_path / "blank"
    with pytest.raises(SystemExit):
        main(["scenario", "new", str(folder), "--blank", "toy", "--store", str(toy.store.folder)])
    scenario = read_scenario(folder)
    body = published(scenario, "on_toy", reader.read(folder / "map.gpkg"), ruleset(scenario.ruleset), Giver("A", "CC0"))
    kept = keep(received(body), tmp_path / "kept", "on_toy")
    back = reader.read(tmp_path / "kept" / "on_toy" / "map.gpkg")
    assert kept.name == scenario.name
    assert (back.key, back.own, back.borders) == (hexmap.key, hexmap.own, hexmap.borders)
    assert np.array_equal(back.border, hexmap.border)
    again = from_area(Draft("Other"), toy.get("area.toml").text, ["toy.osm", "heights.tif"])
    assert again.own == {"kind": {"oak_wood": dict(again.own["kind"]["oak_wood"])}, "hexside": again.own["hexside"]}
    assert parse_area(area_text(again), name="area file", folder=toy.folder).own is not None
    assert replace(hexmap, own=()).key != hexmap.key


def test_faults_are_told_at_their_fields_and_nothing_is_changed(toy):
    wrong = OAK | {"resembles": "jungle", "tint": "green", "share_of": ["oaks"], "relief_at_least_m": "much"}
    faults = put(toy, "kind", "oak_wood", **wrong)
    assert set(faults) == {"resembles", "tint", "share_of", "relief_at_least_m"}
    assert faults["tint"] == ['is \'green\', no colour; write it as "#rrggbb" in small letters']
    faults = put(toy, "hexside", "river", **HEDGE)
    assert faults == {"name": ["is a kind of the program already; take another name, in small letters, as sunken_road"]}
    assert set(put(toy, "hexside", "hedge", **HEDGE | {"from": "; = x", "width": 4})) == {"from", "width"}
    both = put(toy, "hexside", "hedge", **HEDGE | {"share_at_least": 0.4})
    told = "stands beside a share; give one of the two, share_at_least or metres_at_least"
    assert both == {"metres_at_least": [told]}
    assert put(toy, "kind", "oak_wood", **OAK | {"share_of": []})["share_at_least"][0].startswith("says no cover")
    assert names(toy) == []
    assert put(toy, "kind", "oak_wood", **OAK) is None
    assert "already" in put(toy, "kind", "oak_wood", **OAK)["name"][0]
    assert toy.post("kind", table="dragons", key="x").status_code == 400
    assert toy.post("kind", table="kind", was="gone", key="x").status_code == 404
    assert toy.post("kind", version=0, table="kind", key="elm", said=OAK).status_code == 409


def test_kinds_of_a_file_of_rules_are_corrected_in_that_file(toy):
    at = legend_text().index("\n[[rule]]") + 1
    kind = '[kind.oak]\nresembles = "woods_open"  # so says the forester\n\n[hexside.wall]\nresembles = "steep"\n\n'
    rule = '[[rule]]\nname = "oaks"\nterrain = "oak"\nshare_of = ["forest"]\nshare_at_least = 0.3\n'
    rule += "height_at_least_m = -400\n\n"
    assert toy.send("oaks.toml", (legend_text()[:at] + kind + rule + legend_text()[at:]).encode()).status_code == 200
    try:
        assert names(toy) == [("kind", "oak", "oaks.toml"), ("hexside", "wall", "oaks.toml")]
        assert put(toy, "kind", "oak", "oak", resembles="woods_dense", tint="#123456") is None
        text = (toy.folder / "files" / "oaks.toml").read_text("utf-8")
        assert tomllib.loads(text)["kind"]["oak"] == {"resembles": "woods_dense", "tint": "#123456"}
        assert "# so says the forester" in text
        assert len(tomllib.loads(text)["rule"]) == legend_text().count("[[rule]]\n") + 1
        # A rule names it: another name, or none, would leave that rule without ground.
        told = put(toy, "kind", "", "oak")[""][0]
        assert "terrain is 'oak'" in told
        assert set(put(toy, "hexside", "wall", "wall", resembles="steeb")) == {"resembles"}
        assert put(toy, "hexside", "", "wall") is None
        assert put(toy, "hexside", "fence", resembles="none") is None
        assert names(toy) == [("kind", "oak", "oaks.toml"), ("hexside", "fence", "")]
        assert dict(toy.preview()["widths"][0]["terrain"])["oak"] > 5
        twice = tomllib.loads(toy.get("area.toml").text)
        assert twice["legend"] == "files/oaks.toml"
    finally:
        toy.post("drop", file="oaks.toml")


def test_a_slider_of_a_rule_that_stands_after_a_kind_changes_that_rule(toy):
    """A kind makes a rule among those of the file; the figures of the others stay where they are."""
    put(toy, "kind", "oak_wood", **OAK)
    rows = [row for row in toy.state()["thresholds"] if row["terrain"] == "woods_dense"]
    toy.say(limits={rows[0]["key"]: 0.91})
    text = (toy.folder / "legend.toml").read_text("utf-8")
    changed = [one for one in tomllib.loads(text)["rule"] if "(here" in one["name"]]
    assert [(one["terrain"], one["share_at_least"]) for one in changed] == [("woods_dense", 0.91)]
    assert changed[0]["name"].startswith(rows[0]["rule"].split(" (here")[0])


def test_a_kind_that_both_files_have_is_a_fault(toy, tmp_path):
    at = legend_text().index("\n[[rule]]") + 1
    (tmp_path / "my.toml").write_text(f'{legend_text()[:at]}[kind.oak]\nresembles = "heath"\n\n{legend_text()[at:]}')
    text = 'name = "x"\nlegend = "my.toml"\n[box]\nwest = 6\nsouth = 50\neast = 6.1\nnorth = 50.1\n[hexes]\n'
    text += 'width_km = 1\n[sources]\nonline = ["overpass"]\n[kind.oak]\nresembles = "heath"\n'
    area = parse_area(text, name="area.toml", folder=tmp_path)
    with pytest.raises(ProblemsFound, match=r"area\.toml, line 12: kind\.oak stands in my\.toml too"):
        read_legend(area.legend, area.own)
    with pytest.raises(ProblemsFound, match=r"area\.toml, line 13: kind\.oak\.resembles is 'heat'; did you mean"):
        parse_area(text.replace('[kind.oak]\nresembles = "heath"', '[kind.oak]\nresembles = "heat"'),
                   name="area.toml", folder=tmp_path)  # fmt: skip
