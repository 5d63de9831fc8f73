"""``sandtable map kinds`` and ``sandtable battle pieces``: whole answers, in words, as JSON and as a file."""

import json

import pytest
from click.testing import CliRunner

from maps.gpkg import writer
from maps.toml_lines import read_text
from tests.toyground import toy_map
from webui.cli import main

AREA = """name = "Toy"
box = { west = 6.35, south = 50.05, east = 6.6, north = 50.25 }
hexes.width_km = 1.0
[sources]
features = [%s]
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def call(*words, code=0):
        done = CliRunner().invoke(main, list(words))
        assert done.exit_code == code, (words, done.output, done.exception)
        return done.stdout if code == 0 else done.output

    return call


def features(path, kind, *rows, column="art"):
    """Write a file of lines or points, each with a word for what it is."""
    found = [
        {"type": "Feature", "properties": {column: word}, "geometry": {"type": kind, "coordinates": spots}}
        for word, spots in rows
    ]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": found}))


@pytest.fixture
def ways(tmp_path):
    """Three lines in words that nobody knows."""
    features(
        tmp_path / "ways.geojson", "LineString", ("Autobahn", [[6.4, 50.1], [6.5, 50.2]]),
        ("Feldweg", [[6.4, 50.15], [6.5, 50.15]]), ("Autobahn", [[6.42, 50.1], [6.42, 50.2]]),
    )  # fmt: skip
    (tmp_path / "area.toml").write_text(AREA % '"ways.geojson"')
    return tmp_path


def test_what_is_not_understood_is_told_with_the_kinds_that_a_word_can_be(run, ways):
    told = run("map", "kinds", "area.toml").splitlines()
    assert told[:3] == [
        "    not understood: ways.geojson, 3 lines; its columns are",
        "      art: Autobahn 2, Feldweg 1",
        "    'art' most likely says what they are: answer with 'sandtable map kinds'",
    ]
    assert told[3].startswith("    a word of lines can be: motorway, main road, secondary road, track, ")
    assert len(told) == 4
    said = json.loads(run("map", "kinds", "area.toml", "--json"))
    (question,) = said["questions"]
    assert (question["layer"], question["count"], question["shape"]) == ("ways.geojson", 3, "lines")
    assert f"    a word of lines can be: {', '.join(said['kinds']['lines'])}" == told[3]


def test_answers_are_written_as_a_table_and_added_to_it_and_then_nothing_is_asked(run, ways):
    features(ways / "more.geojson", "LineString", ("Pfad", [[6.4, 50.1], [6.5, 50.2]]), column="typ")
    (ways / "area.toml").write_text(AREA % '"ways.geojson", "more.geojson"')
    asked = ("map", "kinds", "area.toml", "--layer")
    assert run(*asked, "ways.geojson", " Autobahn = motorway ", "Feldweg=track") == (
        'kinds.toml: 2 words of \'art\' in ways.geojson; name it in area.toml: kinds = "kinds.toml"\n'
    )
    first = read_text(ways / "kinds.toml")
    assert 'layer = "ways.geojson"\nheading = "art"\nvalues = ["Autobahn"]' in first
    (ways / "area.toml").write_text('kinds = "kinds.toml"\n' + AREA % '"ways.geojson", "more.geojson"')
    assert run("map", "kinds", "area.toml", "Pfad=track") == "kinds.toml: 1 word of 'typ' in more.geojson\n"
    both = read_text(ways / "kinds.toml")
    assert both.startswith(first.rstrip())
    assert 'layer = "more.geojson"\nheading = "typ"\nvalues = ["Pfad"]' in both
    assert run("map", "kinds", "area.toml") == "every layer is understood\n"
    assert run("map", "kinds", "area.toml", "a=track", code=1).splitlines()[-1] == (
        "Error: answers: nothing is asked: every layer is understood; look at 'map sources'"
    )


@pytest.mark.parametrize("text", ["Autobahn", "=motorway", "Autobahn=", " = "])
def test_an_answer_that_says_nothing_is_refused_and_nothing_is_written(run, ways, text):
    told = run("map", "kinds", "area.toml", text, code=1)
    assert f"answer {text!r}: does not say what the word means; write \"Autobahn=motorway\"" in told
    assert not (ways / "kinds.toml").exists()


def test_of_several_layers_it_is_said_which_is_meant(run, ways):
    features(ways / "more.geojson", "LineString", ("Pfad", [[6.4, 50.1], [6.5, 50.2]]), column="typ")
    (ways / "area.toml").write_text(AREA % '"ways.geojson", "more.geojson"')
    told = run("map", "kinds", "area.toml")
    assert told.count("not understood") == 2
    assert told.count("a word of lines can be") == 1
    assert "layer: it is not said which is meant; give --layer: ways.geojson, more.geojson" in run(
        "map", "kinds", "area.toml", "Pfad=track", code=1
    )
    assert "layer 'mor.geojson': is none that is asked about; did you mean 'more.geojson'?" in run(
        "map", "kinds", "area.toml", "Pfad=track", "--layer", "mor.geojson", code=1
    )
    asked = ("map", "kinds", "area.toml", "Pfad=track", "--layer", "more.geojson", "--column", "kind")
    told = run(*asked, "--out", "my.toml")
    assert told == "my.toml: 1 word of 'kind' in more.geojson; name it in area.toml: kinds = \"my.toml\"\n"
    assert 'layer = "more.geojson"\nheading = "kind"' in read_text(ways / "my.toml")


PIECES = """
[[piece]]
name = "wood"
kind = "woods"
size = "6x6 in"
count = 3
[[piece]]
name = "barn"
kind = "houses"
size = "3x2 in"
count = 2
[[piece]]
name = "knoll"
kind = "hill"
size = "6x1 in"
count = 2
"""
HEAD = "Middle of each piece from the left and the upper edge of the board, turned clockwise:\n"
LEFT = "In the box: 2 wood, 2 knoll. They would mostly lie beside their kind of ground.\n"


@pytest.fixture
def board(tmp_path):
    """Hexes of three inches, 7.794 square inches each: four of woods, two of houses."""
    ground = "........ ..ww.... ..ww.... ........ ........ .....TT. ........"
    writer.write(toy_map(ground, width_m=150.0), tmp_path / "board.gpkg")
    (tmp_path / "club.toml").write_text(PIECES)


@pytest.mark.usefixtures("board")
def test_pieces_are_told_in_inches_and_in_centimetres(run):
    assert run("battle", "pieces", "board.gpkg", "club.toml") == (
        f"{HEAD}   1  wood: 6.9 in right, 7.5 in down, turned 30 degrees\n"
        "   2  barn: 14.7 in right, 18.0 in down\n   3  barn: 17.3 in right, 16.5 in down\n"
        f"  woods: 21 of 31 sq in: short\n  houses: 16 of 16 sq in\n{LEFT}"
    )
    assert run("battle", "pieces", "board.gpkg", "club.toml", "--cm") == (
        f"{HEAD}   1  wood: 17.6 cm right, 19.1 cm down, turned 30 degrees\n"
        "   2  barn: 37.4 cm right, 45.7 cm down\n   3  barn: 44.0 cm right, 41.9 cm down\n"
        f"  woods: 136 of 201 sq cm: short\n  houses: 101 of 101 sq cm\n{LEFT}"
    )


@pytest.mark.usefixtures("board")
def test_pieces_as_json_and_of_another_scale(run):
    told = json.loads(run("battle", "pieces", "board.gpkg", "club.toml", "--json"))
    assert told["laid"] == [
        {"piece": "wood", "right_in": 6.93, "down_in": 7.5, "turn_deg": 30.0},
        {"piece": "barn", "right_in": 14.72, "down_in": 18.0, "turn_deg": 0.0},
        {"piece": "barn", "right_in": 17.32, "down_in": 16.5, "turn_deg": 0.0},
    ]
    assert (told["short"], told["left"]) == (["woods"], {"wood": 2, "knoll": 2})
    assert [(one["kind"], round(one["needed"], 1), one["unit"]) for one in told["kinds"]] == [
        ("woods", 31.2, "sq in"), ("houses", 15.6, "sq in"),
    ]  # fmt: skip
    wider = run("battle", "pieces", "board.gpkg", "club.toml", "--inch-m", "25")
    assert "of 125 sq in: short" in wider, "twice as long, four times as large"
    assert "In the box: 2 knoll." in wider


@pytest.mark.usefixtures("board")
def test_nothing_is_in_the_box_where_all_is_laid(run, tmp_path):
    (tmp_path / "club.toml").write_text('[[piece]]\nname = "barn"\nkind = "houses"\nsize = "3x2 in"\ncount = 1\n')
    told = run("battle", "pieces", "board.gpkg", "club.toml")
    assert "In the box" not in told
    assert "houses: 8 of 16 sq in: short\n" in told
