"""Columns of tables as tags: words, figures and truths, empty cells, and tags packed into one cell."""

from __future__ import annotations

import numpy as np
import pytest

from maps.sources.files.tag_columns import tags_of_columns, tags_of_row


def objects(*values):
    made = np.empty(len(values), object)
    made[:] = values
    return made


def test_each_row_has_its_tags_and_an_empty_cell_is_none():
    columns = {
        "Highway": objects("primary", None, " track "), "lanes": np.array([2, 2, 3]),
        "width": np.array([5.5, np.nan, 12345678.25]), "bridge": np.array([True, False, True]),
        "shape": objects(b"\x01", "x", "  "),
    }  # fmt: skip
    assert tags_of_columns(columns, 3) == [
        {"highway": "primary", "lanes": "2", "width": "5.5", "bridge": "yes"},
        {"lanes": "2", "bridge": "no", "shape": "x"},
        {"highway": "track", "lanes": "3", "width": "12345678.25", "bridge": "yes"},
    ]


def test_a_day_that_is_none_is_no_tag():
    days = np.array(["1944-12-16", "NaT"], "datetime64[D]")
    assert tags_of_columns({"start_date": days}, 2) == [{"start_date": "1944-12-16"}, {}]


@pytest.mark.parametrize("column", ["other_tags", "all_tags", "Tags"])
def test_packed_tags_are_unpacked_and_do_not_replace_those_with_a_column(column):
    packed = objects('"name"=>"Our","note"=>"say \\"ford\\"","lanes"=>"9"', None)
    assert tags_of_columns({"lanes": np.array([2, 1]), column: packed}, 2) == [
        {"lanes": "2", "name": "Our", "note": 'say "ford"'}, {"lanes": "1"},
    ]  # fmt: skip


def test_packed_tags_may_be_json_and_what_is_no_json_gives_none():
    cells = objects('{"Name": "Our", "layers": [1, 2], "layer": 2, "bridge": true}', "{broken", "{" * 100_000)
    assert tags_of_columns({"tags": cells}, 3) == [{"name": "Our", "layer": "2", "bridge": "yes"}, {}, {}]
    assert tags_of_row({"a": float("nan"), "B": " b ", "c": None, "d": {"e": 1}, "f": False}) == {"b": "b", "f": "no"}


def test_columns_of_mixed_cells_say_what_each_row_would_say():
    rows = [
        {"Highway": "track", "lanes": 2, "tags": '"surface"=>"mud","lanes"=>"1"', "blob": b"x"},
        {"Highway": " ", "lanes": 2.0, "tags": '"surface"=>"mud","lanes"=>"1"', "blob": "y"},
        {"Highway": None, "lanes": 2**62, "tags": None, "blob": None},
        {"Highway": "a\\b", "lanes": float(2**62), "tags": '"a"=>"b\\\\c"', "blob": 1},
    ]
    columns = {key: objects(*(row[key] for row in rows)) for key in rows[0]}
    assert tags_of_columns(columns, len(rows)) == [tags_of_row(row) for row in rows]
