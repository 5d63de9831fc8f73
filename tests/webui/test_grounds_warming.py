"""The process of a ground loads what a preview asks for while nobody asks, and answers at once whoever does."""

from __future__ import annotations

import tempfile
from queue import Queue

import numpy as np
import pytest

from webui.desk.grounds import bench, warming


@pytest.fixture
def warmed(monkeypatch):
    """Note each time that all is loaded; somebody asks meanwhile."""
    jobs, done = Queue(), []
    monkeypatch.setattr(bench, "IDLE_S", 0.01)

    def warm():
        done.append("warm")
        jobs.put({"do": "look"})

    monkeypatch.setattr(warming, "warm", warm)
    return jobs, done


def test_who_asks_at_once_is_answered_at_once(warmed):
    jobs, done = warmed
    jobs.put({"do": "preview"})
    assert (bench.first_of(jobs), done) == ({"do": "preview"}, [])


def test_while_nobody_asks_all_is_loaded_and_who_asks_then_is_answered(warmed):
    jobs, done = warmed
    assert (bench.first_of(jobs), done) == ({"do": "look"}, ["warm"])


def test_a_fault_in_loading_is_nobodys_business(warmed, monkeypatch):
    jobs, _ = warmed

    def warm():
        jobs.put(None)
        raise MemoryError

    monkeypatch.setattr(warming, "warm", warm)
    assert bench.first_of(jobs) is None


def test_the_small_map_has_each_kind_of_thing_and_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    drawn = []
    monkeypatch.setattr(warming, "ground_picture", lambda made, size: drawn.append((made, size)))
    warming.warm()
    ((made, _),) = drawn
    names = set(np.array(made.shown_names)[made.terrain[made.inside]].tolist())
    assert ((made.road > 0).any(), (made.rail > 0).any(), (made.hexside > 0).any()) == (True, True, True)
    assert {"woods_dense", "water"} <= names
    assert any(name.startswith("osm:way/3 ") for name in made.evidence.names)  # the extract was read as well
    assert [place.name for place in made.places] == ["Small"]
    assert list(tmp_path.iterdir()) == []
