"""
Files that name their kinds in their own way: Geofabrik's shapefiles, a column called type, words nobody knows.

Six roads of a kilometre and three railways, at 6 degrees east and 50 north; one of the roads is a motorway of today,
two of the railways are closed. What they are stands under a heading that each test chooses.
"""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from click.testing import CliRunner

from maps.area.area import layout_of
from maps.area.reader import read_area
from maps.derive.answers import Answer, answer_words, kinds_text
from maps.derive.headings import SHAPE_GROUPS, understand
from maps.derive.kinds import read_kinds, shipped_kinds
from maps.derive.period.rules import shipped_period
from maps.gpkg.reader import read
from maps.gpkg.writer import write as keep
from maps.making.build import build
from maps.making.materials import materials_of
from maps.problems import ProblemsFound
from maps.sources.featureset import Features, FeatureSet
from tests.maps.toyvectors import write
from webui.cli import main

AREA = """
name = "Strange"
{date}
{more}
[box]
west = 6.0
south = 50.0
east = 6.1
north = 50.06
[hexes]
width_km = 0.5
[sources]
features = ["roads.shp", "railways.shp"]
"""
ROADS_ARE = ["motorway", "primary", "secondary", "track", "residential", "footway"]
RAILS_ARE = ["rail", "abandoned", "disused"]


def line(k):
    return shapely.LineString([(6.0, 50.01 + 0.005 * k), (6.1, 50.01 + 0.005 * k)])


def folder_of(tmp_path, heading, roads=ROADS_ARE, rails=RAILS_ARE):
    for name, values in (("roads.shp", roads), ("railways.shp", rails)):
        rows = [(line(k), {heading: value, "name": f"{name} {k}"}) for k, value in enumerate(values)]
        write(tmp_path / name, rows)
    return tmp_path


def area_in(folder, date="date = 1944-09-17", more=""):
    (folder / "area.toml").write_text(AREA.format(date=date, more=more))
    return read_area(folder / "area.toml")


def stuff(area):
    return materials_of(area, layout_of(area), None, area.sources, lambda _line: None)


def drawn(found, group):
    codes = found.codes("lines", group)
    names = found.kinds.names(group)
    return sorted(names[code] for code in codes.tolist() if code >= 0)


@pytest.mark.parametrize("heading", ["fclass", "type", "klasse", "objektart"])
def test_shapefiles_are_made_true_to_the_date_whatever_their_heading(tmp_path, heading):
    found = stuff(area_in(folder_of(tmp_path, heading)))
    assert drawn(found, "road") == ["main", "secondary", "street", "track"]
    assert drawn(found, "rail") == ["single"] * 3
    told = sorted((entry.kind, entry.verdict) for entry in found.audit)
    assert told == [("motorway", "removed")] + [("railway, closed since", "restored")] * 2
    assert found.doubts == ()


def test_a_column_taken_for_the_class_is_told(tmp_path):
    notes = stuff(area_in(folder_of(tmp_path, "type"))).notes
    assert any("roads.shp" in note and "'type'" in note and "100%" in note for note in notes)


def test_before_the_first_motorway_nothing_is_told_of_the_heading(tmp_path):
    assert not any("column" in note for note in stuff(area_in(folder_of(tmp_path, "fclass"))).notes)


STRANGE = ["Autobahn", "Hauptstrasse", "Hauptstrasse", "Nebenstrasse", "Feldweg", "Feldweg"]


def test_words_that_nobody_knows_are_a_doubt_of_the_map_with_their_commonest_values(tmp_path):
    hexmap = build(area_in(folder_of(tmp_path, "klasse", roads=STRANGE)))
    (doubt,) = hexmap.doubts
    assert (doubt.place, doubt.what) == ("roads.shp", "6 lines, none of them is known as a road, a railway or a water")
    assert "'klasse': Hauptstrasse (2), Feldweg (2), Autobahn (1), Nebenstrasse (1)" in doubt.remedy
    keep(hexmap, tmp_path / "map.gpkg")
    assert read(tmp_path / "map.gpkg").doubts == hexmap.doubts


def test_answers_are_a_table_of_kinds_that_cures_it(tmp_path):
    folder = folder_of(tmp_path, "klasse", roads=STRANGE)
    words = {"Autobahn": "motorway", "Hauptstrasse": "main road", "Nebenstrasse": "secondary road", "Feldweg": "track"}
    answers = [Answer("roads.shp", "lines", "klasse", value, means) for value, means in words.items()]
    (folder / "kinds.toml").write_text(kinds_text(answers))
    found = stuff(area_in(folder, more='kinds = "kinds.toml"'))
    assert drawn(found, "road") == ["main", "main", "secondary", "track", "track"]
    assert [entry.kind for entry in found.audit if entry.verdict == "removed"] == ["motorway"]
    assert found.doubts == ()


def test_more_answers_are_added_to_what_stands_there(tmp_path):
    first = kinds_text([Answer("a.shp", "lines", "art", "A", "river")])
    both = kinds_text([Answer("b.shp", "areas", "art", "B", "forest")], first)
    (tmp_path / "kinds.toml").write_text(both)
    assert [(one.layer, dict(one.tags)) for one in read_kinds(tmp_path / "kinds.toml").means] == [
        ("a.shp", {"waterway": "river"}), ("b.shp", {"natural": "wood"}),
    ]  # fmt: skip


def test_an_answer_that_is_no_word_is_refused():
    with pytest.raises(ProblemsFound, match="cannot mean 'motorwy'; did you mean 'motorway'"):
        kinds_text([Answer("roads.shp", "lines", "klasse", "Autobahn", "motorwy")])


SHAPES = {"lines": line(0), "areas": shapely.box(6, 50, 6.01, 50.01), "points": shapely.Point(6, 50)}
ONLY_LATER = {"railway, closed", "wall", "hedge", "airport"}
"""What the rules of the date treat, or what is laid beside the road and rail of a map."""


@pytest.mark.parametrize(("shape", "word"), [(shape, word) for shape in SHAPES for word in answer_words()[shape]])
def test_every_word_that_can_be_answered_is_something_on_a_map(shape, word):
    some = Features(np.array([SHAPES[shape]], object), ("x.shp:1",), (answer_words()[shape][word],))
    known = any((shipped_kinds().codes(some, group) >= 0).any() for group in SHAPE_GROUPS[shape])
    assert known == (word not in ONLY_LATER)


def test_tags_of_extracts_are_never_read_from_another_column():
    some = Features(np.array([line(0)], object), ("osm:way/1",), ({"type": "motorway"},))
    found = understand(FeatureSet(some, Features.none(), Features.none()), shipped_kinds(), shipped_period())
    assert found.features.lines.tags == ({"type": "motorway"},)
    assert found.questions == ()


def command(*words):
    return CliRunner().invoke(main, ["map", *map(str, words)])


def test_the_command_line_asks_and_takes_the_answer(tmp_path):
    folder = folder_of(tmp_path, "klasse", roads=STRANGE)
    area = area_in(folder) and folder / "area.toml"
    told = command("sources", area).output
    assert "not understood: roads.shp, 6 lines" in told
    assert "klasse: Hauptstrasse 2, Feldweg 2, Autobahn 1, Nebenstrasse 1" in told
    assert "'klasse' most likely says what they are: answer with 'sandtable map kinds'" in told
    assert "doubtful: roads.shp: 6 lines" in command("build", area, "--out", tmp_path / "map.gpkg").output
    checked = command("check", tmp_path / "map.gpkg")
    assert (checked.exit_code, "roads.shp: 6 lines" in checked.output) == (1, True)
    answered = command("kinds", area, "Autobahn=motorway", "Hauptstrasse=main road", "Feldweg=track")
    assert "kinds.toml: 3 words of 'klasse' in roads.shp; name it in area.toml" in answered.output
    area_in(folder, more='kinds = "kinds.toml"')
    assert "every layer is understood" in command("kinds", area).output
    command("build", area, "--out", tmp_path / "map.gpkg")
    assert (command("check", tmp_path / "map.gpkg").output) == "sound\n"
    assert "removed   motorway" in command("audit", tmp_path / "map.gpkg").output


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["Autobahn"], "does not say what the word means"),
        (["Autobahn=highway"], "cannot mean 'highway'"),
        (["Autobahn=motorway", "--layer", "rods.shp"], "did you mean 'roads.shp'"),
    ],
)
def test_answers_that_cannot_be_are_refused(tmp_path, words, fault):
    folder = folder_of(tmp_path, "klasse", roads=STRANGE)
    area_in(folder)
    answered = command("kinds", folder / "area.toml", *words)
    assert (answered.exit_code, fault in answered.output) == (1, True)
    assert not (folder / "kinds.toml").exists()


@pytest.mark.parametrize("heading", ["fclass", "type"])
def test_in_1815_shapefiles_show_no_railway_and_roads_of_their_class_and_each_change_is_told_once(tmp_path, heading):
    """A motorway and three railways go; of the two great roads one is secondary then, the other a track."""
    found = stuff(area_in(folder_of(tmp_path, heading), date='date = 1815-06-18\ncountries = ["de"]'))
    assert drawn(found, "rail") == []
    assert sorted(drawn(found, "road")) == ["secondary", "street", "track", "track"]
    told = [(one.name, one.verdict) for one in found.audit]
    assert sorted(told) == [
        ("railways.shp 0", "removed"), ("railways.shp 1", "removed"), ("railways.shp 2", "removed"),
        ("roads.shp 0", "removed"), ("roads.shp 1", "changed"), ("roads.shp 2", "changed"),
    ]  # fmt: skip


@pytest.mark.parametrize("heading", ["fclass", "type"])
def test_towns_of_a_shapefile_shrink_with_the_date(tmp_path, heading):
    """Of 60,000 people today 20.7 % in 1815 are 12,420: a town then."""
    folder = folder_of(tmp_path, heading)
    eupen = {heading: "city", "name": "Eupen", "population": 60_000}
    write(tmp_path / "places.shp", [(shapely.Point(6.05, 50.03), eupen)])
    text = AREA.replace('"railways.shp"]', '"railways.shp", "places.shp"]')
    (folder / "area.toml").write_text(text.format(date="date = 1815-06-18", more=""))
    found = stuff(read_area(folder / "area.toml"))
    assert [(town.name, town.kind, town.population) for town in found.towns] == [("Eupen", "town", 12_420)]
