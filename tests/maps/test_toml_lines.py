"""Where keys stand in TOML text, and what is wrong with values there."""

from __future__ import annotations

import pytest

from maps.problems import ProblemsFound
from maps.toml_lines import TomlReader, key_lines, load_toml

TEXT = '''# a remark
name = "x"
[box]
west = 1
list = [
  "a = 1",
  [2, 3],
]
long = """
fake = 1
[nor.this]
"""
[[credits]]
name = "one"
[[credits]]
name = "two"
[credits.more]
"odd key".sub = 1
'''


def test_lines_of_keys_tables_and_elements():
    assert key_lines(TEXT) == {
        ("name",): 2,
        ("box",): 3,
        ("box", "west"): 4,
        ("box", "list"): 5,
        ("box", "long"): 9,
        ("credits", 0): 13,
        ("credits", 0, "name"): 14,
        ("credits", 1): 15,
        ("credits", 1, "name"): 16,
        ("credits", 1, "more"): 17,
        ("credits", 1, "more", "odd key", "sub"): 18,
    }


@pytest.mark.parametrize(
    ("text", "place"),
    [("a = 1\nb = = 2\n", "x.toml, line 2, column 5"), ("a = [1,\n", "x.toml, line 2"), ('a = "x\n', "x.toml, line 1")],
)
def test_broken_toml_is_told_with_its_line(tmp_path, text, place):
    path = tmp_path / "x.toml"
    path.write_text(text)
    with pytest.raises(ProblemsFound) as caught:
        load_toml(path)
    assert caught.value.problems[0].place.startswith(place)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(ProblemsFound, match="cannot be opened"):
        load_toml(tmp_path / "none.toml")


def test_a_file_in_another_encoding(tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes('name = "Büllingen"'.encode("latin-1"))
    with pytest.raises(ProblemsFound, match=r"is no UTF-8 text \(byte 9\); save it as UTF-8"):
        load_toml(path)


def reader(text: str) -> TomlReader:
    import tomllib

    return TomlReader("x.toml", tomllib.loads(text), key_lines(text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.toml: width is missing; give a number from 1 to 5"),
        ("width = 9", "x.toml, line 1: width is 9, out of range; give a number from 1 to 5"),
        ("width = true", "x.toml, line 1: width is True, no number; give a number from 1 to 5"),
        ("width = nan", "x.toml, line 1: width is nan, out of range; give a number from 1 to 5"),
    ],
)
def test_numbers_out_of_their_limits(text, message):
    read = reader(text)
    assert 1 <= read.number("width", low=1, high=5) <= 5
    assert [str(problem) for problem in read.problems] == [message]


def test_texts_choices_and_unknown_keys():
    read = reader("name = 3\nlayout = 'flatt'\nnme = 1")
    read.text("name")
    assert read.choice("layout", known=("flat", "pointy"), default="flat") == "flat"
    read.only(known=("name", "layout"))
    assert [str(problem) for problem in read.problems] == [
        "x.toml, line 1: name is 3, no text; give a text in quotes",
        "x.toml, line 2: layout is 'flatt'; did you mean 'flat'?",
        "x.toml, line 3: nme is not known here; did you mean 'name'?",
    ]
