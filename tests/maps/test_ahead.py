"""Files of an area that are read before what concludes from them is loaded, and two at a time."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import pytest
import shapely

from maps.making import ahead
from maps.making.ahead import ReadAhead
from maps.problems import ProblemsFound
from maps.sources import vector
from maps.sources.vector import read_vectors
from tests.maps.toyvectors import LAYOUT, rows_in, write_geojson

ASKED = {"elsewhere": False, "beside": False}


@pytest.fixture
def paths(tmp_path):
    def road(east, name):
        line = shapely.LineString([(east, 0), (east + 900, 50)])
        return write_geojson(tmp_path / f"{name}.geojson", rows_in([(line, {"highway": "track"})], "EPSG:4326"))

    return tuple(road(400 * k, name) for k, name in enumerate(("north", "middle", "south")))


@pytest.fixture
def area(paths, monkeypatch):
    monkeypatch.setattr(ahead, "layout_of", lambda _area: LAYOUT)
    return SimpleNamespace(sources={"features": paths}, online=(), board=False)


def said_of(found):
    return found.lines.ids, [shape.wkb for shape in found.lines.shapes], found.notes


def test_what_was_begun_is_given_and_is_what_would_be_read(area, paths, monkeypatch):
    wanted = said_of(read_vectors(paths, LAYOUT))
    assert [name.partition(".")[0] for name in wanted[0]] == ["north", "middle", "south"]
    told = []
    with ReadAhead(area) as vectors:
        monkeypatch.setattr(ahead, "read_vectors", None)
        found = vectors(paths, LAYOUT, progress=told.append, **ASKED)
    assert said_of(found) == wanted
    assert told == [f"reading {path.name}" for path in paths]


def test_whoever_asks_for_something_else_gets_that(area, paths):
    with ReadAhead(area) as vectors:
        assert len(vectors(paths[:1], LAYOUT, **ASKED).lines) == 1


def test_an_area_that_names_services_is_not_begun(area, monkeypatch):
    area.online = ("features",)
    monkeypatch.setattr(ahead, "read_vectors", lambda *_, **__: pytest.fail("read too soon"))
    with ReadAhead(area):
        pass


def test_what_is_wrong_with_the_files_is_said_when_they_are_asked_for(area, paths):
    paths[1].write_text("{", "utf-8")
    with ReadAhead(area) as vectors, pytest.raises(ProblemsFound, match=r"middle\.geojson"):
        vectors(paths, LAYOUT, **ASKED)


def test_files_are_read_in_their_order_and_one_by_one_where_they_are_large(paths, monkeypatch):
    wanted = said_of(read_vectors(paths, LAYOUT))
    monkeypatch.setattr(vector, "_TOGETHER_BYTES", 0)
    assert said_of(read_vectors(paths, LAYOUT)) == wanted


def test_whoever_wants_no_more_is_not_read_the_rest(paths, monkeypatch):
    class Stopped(Exception):  # noqa: N818
        pass

    def stop(line):
        raise Stopped(line)

    begun, read = [], vector.read_vector
    monkeypatch.setattr(vector, "read_vector", lambda path, layout: (begun.append(path), read(path, layout))[1])
    with pytest.raises(Stopped, match="north"):
        read_vectors(paths * 20, LAYOUT, progress=stop)
    assert len(begun) < 60


def test_files_are_begun_without_what_concludes_from_them():
    ran = "import sys, webui.commands.map_build_command;"
    ran += "print({'numba', 'rasterio', 'maps.making.build'} & {*sys.modules})"
    told = subprocess.run([sys.executable, "-c", ran], capture_output=True, text=True, check=True).stdout
    assert told.split() == ["set()"]
