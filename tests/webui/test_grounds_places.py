"""A large table of places: read once for all hexes, drawn by its greatest, said beside the picture; alone no ground."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

from maps.making import mainthings
from maps.making.build import build
from maps.making.mainthings import main_places
from maps.sources import place_tables
from tests.webui.groundmaking import BOX
from tests.webui.test_grounds_first import bench, previewed  # noqa: F401 - the ground of lines, and its preview
from webui.desk.faults import BadRequest
from webui.desk.grounds import making
from webui.desk.grounds.bench import Telling, _done
from webui.desk.grounds.draft import FILES, Draft, Source
from webui.desk.grounds.shelf import DRAFT
from webui.editor.grounds_api import _needs_ground

COUNT = 120


@pytest.fixture
def places(bench):  # noqa: F811 - it is that fixture
    """Lay places over the box and beyond it, none four times as large as another, and say that they are a source."""
    sown = np.random.default_rng(1)
    west, south, east, north = BOX
    lon, lat = sown.uniform(west - 0.1, east + 0.1, COUNT), sown.uniform(south - 0.1, north + 0.1, COUNT)
    people = sown.integers(2000, 7900, COUNT)
    rows = [f"P{k},{lon[k]:.5f},{lat[k]:.5f},{people[k]}" for k in range(COUNT)]
    (bench.ground.folder / FILES / "p.csv").write_text("name,lon,lat,population\n" + "\n".join(rows))
    say(bench)
    return bench


def say(bench, **more):  # noqa: F811 - a workbench
    sources = (Source("w.osm.pbf", "features"), Source("p.csv", "places"))
    draft = Draft(name="x", box=BOX, sources=sources, **{"width_km": 1.0} | more)
    (bench.ground.folder / DRAFT).write_bytes(msgspec.json.encode(draft))


def test_of_very_many_places_the_greatest_are_drawn_and_the_page_is_told_so(places, monkeypatch):
    monkeypatch.setattr(mainthings, "MOST_PLACES", 20)
    drawn, draw = [], making.ground_picture
    monkeypatch.setattr(making, "ground_picture", lambda found, size: drawn.append(found) or draw(found, size))
    row = previewed(places).told["widths"][0]
    (whole,) = places._maps.values()
    assert row["shows"] == (
        f"Of {len(whole.places)} places it shows the greatest towns and the greatest villages of each hex; "
        "the map has all."
    )
    assert 0 < len(drawn[0].places) <= 20 < len(whole.places)
    monkeypatch.setattr(mainthings, "MOST_PLACES", 8000)
    say(places, width_km=1.2)
    assert "shows" not in previewed(places).told["widths"][0]


def test_other_hexes_are_given_their_places_without_reading_the_table_again(places, monkeypatch):
    read, table = [], place_tables._table
    monkeypatch.setattr(place_tables, "_table", lambda path: read.append(path) or table(path))
    previewed(places)
    say(places, width_km=1.2)
    previewed(places)
    assert len(read) == 1
    (places.ground.folder / FILES / "p.csv").write_text("name,lon,lat,population\nLone,9.5,47.15,700\n")
    say(places, width_km=1.1)
    previewed(places)
    assert len(read) == 2


def test_a_map_of_what_was_kept_has_the_places_that_its_files_give(places):
    previewed(places)
    for width in (1.4, 0.9):
        say(places, width_km=width)
        previewed(places)
        made = places._maps[next(reversed(places._maps))]
        plain = build(places._area(places.ground.draft, width))
        assert made.places == plain.places
        assert made.key == plain.key


def test_the_greatest_towns_and_the_greatest_village_of_each_hex_are_shown(places, monkeypatch):
    previewed(places)
    (whole,) = places._maps.values()
    assert main_places(whole) is whole
    monkeypatch.setattr(mainthings, "MOST_PLACES", 16)
    monkeypatch.setattr(mainthings, "_MOST_TOWNS", 2)
    shown = main_places(whole).places
    towns = [place for place in whole.places if place.rank <= 2]
    assert len(towns) > 2
    assert [place for place in shown if place.rank <= 2] == towns[:2]
    villages, first = [place for place in shown if place.rank > 2], {}
    for place in whole.places:
        if place.rank > 2:
            first.setdefault(place.index, place)
    assert villages
    assert all(first[place.index] == place for place in villages)
    assert list(shown) == [place for place in whole.places if place in shown]


@pytest.mark.parametrize(
    ("sources", "why"), [((), "nothing to make it from"), ((Source("p.csv", "places"),), "tell of no ground")]
)
def test_places_alone_are_no_ground_and_it_is_said_what_is_wanted(sources, why):
    with pytest.raises(BadRequest, match=why):
        _needs_ground(SimpleNamespace(draft=Draft(name="x", box=BOX, sources=sources)))


def test_where_memory_ends_the_way_out_is_told(tmp_path):
    def preview(_telling):
        raise MemoryError

    telling = Telling(tmp_path, {"number": 1, "do": "preview"}, lambda: False)
    _done(SimpleNamespace(preview=preview), telling)
    assert telling.told["state"] == "failed"
    (words,) = telling.told["faults"]
    assert "memory_mb" in words
    assert words.endswith("cut them to the map, or take out the file that came last")
