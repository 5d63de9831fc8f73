"""Files are written whole or not at all, and who reads meanwhile finds the old one or the new one."""

import json

import pytest

from maps.whole import in_place_of, write_json, write_whole


def test_a_file_takes_its_place_when_it_is_whole(tmp_path):
    path = tmp_path / "map.gpkg"
    path.write_text("old")
    with in_place_of(path) as part:
        part.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert [one.name for one in tmp_path.iterdir()] == ["map.gpkg"]


def test_what_ends_badly_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "map.gpkg"
    path.write_text("old")

    def write_half():
        with in_place_of(path) as part:
            part.write_text("ne")
            raise ValueError("halfway")

    with pytest.raises(ValueError, match="halfway"):
        write_half()
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["map.gpkg"]


def test_two_who_write_at_once_do_not_write_into_one_file(tmp_path):
    path = tmp_path / "job.json"
    with in_place_of(path) as one, in_place_of(path) as other:
        assert one != other
        one.write_text("1")
        other.write_text("2")
    assert path.read_text() == "1", "the last who is ready"


def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        write_whole(tmp_path / "nowhere" / "a", b"a")


def test_data_are_written_as_json(tmp_path):
    write_whole(tmp_path / "a", b"\x00whole")
    assert (tmp_path / "a").read_bytes() == b"\x00whole"
    write_json(tmp_path / "b.json", {"höhe": [1, 2.5, None]})
    assert json.loads((tmp_path / "b.json").read_text("utf-8")) == {"höhe": [1, 2.5, None]}
