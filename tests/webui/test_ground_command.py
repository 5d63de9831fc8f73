"""``sandtable battle ground``: tables in the words of clubs, what is kept and marked in the file, and faults."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from maps.gpkg.reader import read
from maps.gpkg.writer import write
from maps.problems import ProblemsFound
from scenarios.battles.ground.tables import read_lengths, table_of
from tests.toyground import toy_map
from webui.cli import main


def run(*words):
    return CliRunner().invoke(main, ["battle", "ground", *map(str, words)])


@pytest.fixture
def map_file(tmp_path):
    path = tmp_path / "toy.gpkg"
    write(toy_map("..w.\n.wT.\n....", roads=("0102-0202-0302",), rivers=("0202/0302",), bridges=("0202/0302",)), path)
    return path


def test_the_board_is_written_with_its_marks_and_can_be_fought_on(map_file, tmp_path):
    out, store = tmp_path / "board.gpkg", f"sqlite:///{tmp_path / 'c.db'}"
    told = json.loads(run("0202", "0302", "--map", map_file, "--out", out, "--json").output)
    board = read(out)
    assert told["hexes"] == told["invented"] == int((board.invented > 0).sum()) == sum(told["terrain"].values())
    assert board.layout.width_m == 150
    words = [
        "battle", "new", "one", "--rules", "d3_one_hour", "--board", str(out), "--store", store, "--seed", "1",
    ]  # fmt: skip
    began = CliRunner().invoke(main, words)
    assert began.exit_code == 0, began.output


def test_the_same_seed_gives_the_same_board(map_file, tmp_path):
    for name, seed in (("a", "x"), ("b", "x"), ("c", "y")):
        assert run("0202", "--map", map_file, "--out", tmp_path / name, "--seed", seed).exit_code == 0
    a, b, c = (read(tmp_path / name) for name in "abc")
    assert a.key == b.key != c.key
    np.testing.assert_array_equal(a.invented, b.invented)


@pytest.mark.parametrize(
    ("text", "count", "inches"),
    [
        ("6x4 ft", 2, (72, 48)), ("6 X 4ft", 2, (72, 48)), ("72x48", 2, (72, 48)), ("180x120 cm", 2, (70.866, 47.244)),
        ("1,8x1,2 m", 2, (70.866, 47.244)), ("100mm", 1, (3.937,)), ('4"', 1, (4,)), ("0.5 feet", 1, (6,)),
        ("6x4 ft", 1, None), ("6 ft", 2, None), ("6x4 km", 2, None),
        ("", 1, None), ("-3 in", 1, None), ("nan", 1, None),
    ],
)  # fmt: skip
def test_lengths_in_the_words_of_clubs(text, count, inches):
    found = read_lengths(text, count)
    assert found == (None if inches is None else pytest.approx(inches, abs=1e-3))


def test_faults_of_a_table_come_together():
    with pytest.raises(ProblemsFound) as found:
        table_of("large", "wide", 50)
    assert len(found.value.problems) == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["9999", "43"], "no hex '9999'"), (["9999", "43"], "no hex '43'"),
        (["0202", "--size", "big"], "'big' is no size"),
        (["0202", "--inch-m", "0"], "inch_m"), (["0202", "--hex", "0.1 in"], "hex_inches"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_and_nothing_is_written(map_file, tmp_path, words, told):
    done = run(*words, "--map", map_file, "--out", tmp_path / "board.gpkg")
    assert done.exit_code != 0
    assert told in done.output + str(done.exception)
    assert not (tmp_path / "board.gpkg").exists()
