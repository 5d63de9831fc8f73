"""A full ground is shown by its main things first, and the page is told so; then by everything, and when."""

from __future__ import annotations

import os

import msgspec
import pytest

from maps.making import mainthings, materials
from maps.making.build import build
from maps.sources import readings
from tests.webui.groundmaking import BOX, small_world
from webui.desk.grounds.bench import Telling
from webui.desk.grounds.draft import FILES, Draft, Source, tables_of
from webui.desk.grounds.making import Workbench
from webui.desk.grounds.shelf import DRAFT, PICTURES
from webui.desk.grounds.thresholds import thresholds


class Noting(Telling):
    """Notes every stage of the pictures."""

    def __init__(self, folder, job):
        self.seen = []
        super().__init__(folder, {"number": 1, "do": "preview"} | job, lambda: False)

    def say(self, **more):
        if "widths" in more:
            self.seen.append(dict(more["widths"][0]))
        super().say(**more)


@pytest.fixture
def bench(tmp_path):
    (tmp_path / FILES).mkdir()
    (tmp_path / PICTURES).mkdir()
    world = small_world()
    west, south, east, _ = BOX
    for k in range(4):
        world.way([(west, south + 0.01 * k), (east, south + 0.01 * k)], highway="track")
    world.write(tmp_path / FILES / "w.osm.pbf")
    say(tmp_path)
    return Workbench(tmp_path)


def say(folder, **more):
    draft = Draft(name="x", box=BOX, sources=(Source("w.osm.pbf", "features"),), **{"width_km": 1.0} | more)
    (folder / DRAFT).write_bytes(msgspec.json.encode(draft))


def previewed(bench, *widths):
    noting = Noting(bench.ground.folder, {"widths": widths})
    bench.preview(noting)
    return noting


def test_a_ground_of_few_things_has_one_picture(bench):
    (row,) = previewed(bench).seen
    assert "not_yet" not in row
    assert "first" not in row


def test_main_things_come_first_and_say_what_is_not_there_yet(bench, monkeypatch):
    monkeypatch.setattr(mainthings, "MOST_LINES", 2)
    noting = previewed(bench)
    first, whole = noting.seen
    assert first["not_yet"] == ["4 tracks"]
    assert first["picture"] != whole["picture"]
    assert (first["wide"], first["high"]) == (whole["wide"], whole["high"])
    assert ("not_yet" in whole, whole["first"], whole["first_s"] <= whole["whole_s"]) == (False, ["4 tracks"], True)
    assert all((bench.ground.folder / PICTURES / row["picture"]).is_file() for row in (first, whole))
    # What was shown in steps is the map that is saved.
    area = bench._area(bench.ground.draft, 1.0)
    assert noting.told["roads"] == int((build(area).road > 0).sum()) // 2


def counted(monkeypatch):
    """Note which files are read; what is read is as ever."""
    read = []
    real = readings.read_vector

    def reading(path, layout):
        read.append(path.name)
        return real(path, layout)

    monkeypatch.setattr(readings, "read_vector", reading)
    return read


def test_other_hexes_of_ground_that_was_read_are_made_without_reading_the_file(bench, monkeypatch):
    read = counted(monkeypatch)
    hexes = {}
    for width in (1.0, 1.4, 0.6, 2.0, 1.0):
        say(bench.ground.folder, width_km=width)
        (row,) = previewed(bench).seen
        hexes[width] = row["hexes"]
        area = bench._area(bench.ground.draft, width)
        assert bench._map(bench.ground.draft, width, Noting(bench.ground.folder, {})).key == build(area).key
    assert read == ["w.osm.pbf"]
    assert hexes[0.6] > hexes[1.0] > hexes[2.0]


def test_a_file_that_has_changed_is_read_again_and_so_is_one_that_is_asked_about_for_wider_ground(bench, monkeypatch):
    read = counted(monkeypatch)
    previewed(bench)
    path = bench.ground.folder / FILES / "w.osm.pbf"
    os.utime(path, ns=(1, 1))
    previewed(bench)
    assert read == ["w.osm.pbf"] * 2
    say(bench.ground.folder, width_km=4.0)
    previewed(bench)
    assert read == ["w.osm.pbf"] * 3


def test_a_threshold_after_all_was_laid_is_shown_at_once_and_what_it_does_not_change_is_not_laid_again(
    bench, monkeypatch
):
    monkeypatch.setattr(mainthings, "MOST_LINES", 2)
    previewed(bench)
    laid = []
    for name in ("lay_waters", "draw_ways", "networks_of", "gathered"):
        monkeypatch.setattr(f"maps.making.build.{name}", lambda *_asked, name=name: laid.append(name))
    changed(bench, "river_from_km2", 0.9)
    (row,) = previewed(bench).seen
    assert ("not_yet" in row, laid) == (False, [])


def changed(bench, key, times):
    """Change a threshold as its slider does."""
    ground = bench.ground
    draft = ground.draft
    rows = thresholds(ground.own_legend(draft), draft.limits, draft.width_km, tables_of(draft))
    row = next(row for row in rows if key in row.key)
    ground.write(msgspec.structs.replace(draft, limits={row.key: row.value * times}))


@pytest.mark.parametrize("key", ["share_at_least", "river_from_km2", "town_from", "village_from"])
def test_a_map_after_a_threshold_is_the_one_that_is_made_from_its_files(bench, key, monkeypatch):
    monkeypatch.setattr(mainthings, "MOST_LINES", 2)
    previewed(bench)
    changed(bench, key, 0.5)
    seen = previewed(bench).seen
    assert len(seen) == 1
    made = bench._map(bench.ground.draft, 1.0, Noting(bench.ground.folder, {}))
    assert made.key == build(bench._area(bench.ground.draft, 1.0)).key


def test_a_date_shows_the_main_things_first_again_and_the_map_is_the_one_from_its_files(bench, monkeypatch):
    monkeypatch.setattr(mainthings, "MOST_LINES", 2)
    previewed(bench)
    understood = []
    monkeypatch.setattr(materials, "understand", lambda *asked: understood.append(asked))
    say(bench.ground.folder, date="1815")
    noting = previewed(bench)
    assert understood == []
    monkeypatch.undo()
    assert [("not_yet" in row) for row in noting.seen][:2] == [True, False]
    made = bench._map(bench.ground.draft, 1.0, Noting(bench.ground.folder, {}))
    fresh = build(bench._area(bench.ground.draft, 1.0))
    assert (made.key, made.audit) == (fresh.key, fresh.audit)
