"""A full ground is shown by its main things first, and the page is told so; then by everything, and when."""

from __future__ import annotations

import msgspec
import pytest

from maps.making import mainthings
from maps.making.build import build
from tests.webui.groundmaking import BOX, small_world
from webui.desk.grounds.bench import Telling
from webui.desk.grounds.draft import FILES, Draft, Source
from webui.desk.grounds.making import Workbench
from webui.desk.grounds.shelf import DRAFT, PICTURES


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


def test_other_hexes_of_ground_that_was_read_are_made_without_reading_the_file(bench, monkeypatch):
    whole = previewed(bench, 2.0).seen[0]
    say(bench.ground.folder, width_km=1.4)
    read = []
    monkeypatch.setattr("webui.desk.grounds.making.read_vectors", lambda *asked, **_how: read.append(asked))
    (row,) = previewed(bench).seen
    assert (read, row["hexes"] < whole["hexes"]) == ([], True)
    area = bench._area(bench.ground.draft, 1.4)
    assert bench._map(bench.ground.draft, 1.4, Noting(bench.ground.folder, {})).key == build(area).key
