"""A folder that is made aside is at its place whole, or nothing of it is."""

import pytest

from scenarios.handing.aside import made_aside


def test_it_comes_to_its_place_when_it_is_whole(tmp_path):
    folder = tmp_path / "deep" / "box"
    with made_aside(folder) as made:
        made.mkdir()
        (made / "a.txt").write_text("a")
        assert not folder.exists()
    assert (folder / "a.txt").read_text() == "a"
    assert [one.name for one in folder.parent.iterdir()] == ["box"]


def read_nothing(made):
    made.mkdir()
    raise KeyError


def test_nothing_of_it_is_left_if_it_was_not_made(tmp_path):
    with pytest.raises(KeyError), made_aside(tmp_path / "box") as made:
        read_nothing(made)
    assert list(tmp_path.iterdir()) == []


def test_it_takes_no_place_but_an_empty_one_unless_it_may(tmp_path):
    folder = tmp_path / "box"
    folder.mkdir()
    with made_aside(folder) as made:
        made.mkdir()
        (made / "first").touch()
    with pytest.raises(OSError), made_aside(folder) as made:  # noqa: PT011 - which one depends on the system
        made.mkdir()
    assert [one.name for one in folder.iterdir()] == ["first"]
    with made_aside(folder, instead=True) as made:
        made.mkdir()
        (made / "second").touch()
    assert [one.name for one in folder.iterdir()] == ["second"]
    assert [one.name for one in tmp_path.iterdir()] == ["box"]
