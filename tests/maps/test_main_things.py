"""What a first picture of a full ground shows, and what is said to be left out of it."""

from __future__ import annotations

import pytest

from maps.area.area import layout_of
from maps.area.reader import parse_area
from maps.making import mainthings
from maps.making.build import build
from maps.making.materials import materials_of
from tests.maps.osmfiles import OsmWorld

AREA = """name = "x"
box = { west = 9.40, south = 47.10, east = 9.56, north = 47.21 }
hexes = { width_km = 1 }
sources = { features = "world.osm.pbf" }
"""


@pytest.fixture
def area(tmp_path):
    west, south, east, north = 9.40, 47.10, 9.56, 47.21
    world = OsmWorld(bounds=(west, south, east, north))
    for k, tags in enumerate((
        {"highway": "primary"}, {"highway": "track"}, {"highway": "track", "railway": "rail"},
        {"highway": "residential"}, {"waterway": "stream"}, {"waterway": "river"},
        {"waterway": "stream", "ford": "yes"}, {"natural": "cliff"}, {"barrier": "hedge"},
    )):  # fmt: skip
        world.way([(west, 47.11 + k / 100), (east, 47.11 + k / 100)], **tags)
    world.write(tmp_path / "world.osm.pbf")
    return parse_area(AREA, name="a", folder=tmp_path)


def stuff_of(area):
    return materials_of(area, layout_of(area), None, area.sources, lambda _line: None)


def test_where_there_is_little_nothing_is_left_out(area):
    assert mainthings.main_things(stuff_of(area)) is None


def test_lesser_ways_and_waters_are_left_out_and_counted(area, monkeypatch):
    monkeypatch.setattr(mainthings, "MOST_LINES", 3)
    stuff = stuff_of(area)
    main, left = mainthings.main_things(stuff)
    kept = [dict(tags) for tags in main.features.lines.tags]
    assert {"highway": "primary"} in kept
    assert {"highway": "track", "railway": "rail"} in kept
    assert {"waterway": "river"} in kept
    assert {"highway": "track"} not in kept
    assert {"waterway": "stream"} not in kept
    assert left[0] == "1 track"
    assert sum(int(words.split()[0]) for words in left) == len(stuff.features.lines) - len(main.features.lines)
    assert (main.features.areas, main.features.points) == (stuff.features.areas, stuff.features.points)


def test_a_map_can_be_made_of_what_is_given(area, monkeypatch):
    monkeypatch.setattr(mainthings, "MOST_LINES", 3)
    main, _ = mainthings.main_things(stuff_of(area))
    whole, thin = build(area), build(area, materials=lambda *_asked, **_how: main)
    assert (thin.road > 0).any()
    assert 0 < (thin.hexside > 0).sum() < (whole.hexside > 0).sum()
