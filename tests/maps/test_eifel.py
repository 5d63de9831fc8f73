"""Geofabrik's shapefiles of the Eifel as of 1944 and of 1815: nothing of the wrong date, each change listed once."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from maps.area.reader import read_area
from maps.grid.hexmap import HEXSIDES, ROADS
from maps.lonlat import hexes_at
from maps.making.build import build
from tests.maps.eifel import BOX, PLACES, eifel
from tests.maps.eifel import RAILS as LINES
from tests.maps.eifel import ROADS as HIGHWAYS

MOTORWAYS = {"A 1", "A 60", "A 61"}
CLOSED = {name for kind, name, _ in LINES if kind != "rail"}
AREA = """
name = "Eifel"
countries = ["de", "be"]
{more}
[box]
west = {0[0]}
south = {0[1]}
east = {0[2]}
north = {0[3]}
[hexes]
width_km = 2
[sources]
features = {1}
"""


@pytest.fixture(scope="module")
def at(tmp_path_factory):
    """Give the map of the Eifel as of a date, "" as today."""
    folder = tmp_path_factory.mktemp("eifel")
    files, made = str(eifel(folder)).replace("'", '"'), {}

    def get(date, rulings=""):
        more = f"date = {date}\n" if date else ""
        sources = files
        if rulings:
            (folder / "rulings.toml").write_text(rulings, "utf-8")
            sources = f'{files}\nrulings = "rulings.toml"'
        if (date, rulings) not in made:
            (folder / "area.toml").write_text(AREA.format(BOX, sources, more=more), "utf-8")
            made[date, rulings] = build(read_area(folder / "area.toml"))
        return made[date, rulings]

    return get


def along(hexmap, points, steps=40):
    """Give the hexes of the map that a line runs through."""
    share = np.linspace(0, 1, steps)[:, None]
    legs = [np.array(a) + share * (np.array(b) - np.array(a)) for a, b in pairwise(points)]
    index = hexes_at(hexmap.layout, np.concatenate(legs))
    return {int(one) for one in index if one >= 0 and hexmap.inside[one]}


def line(rows, name):
    return next(points for _, one, points in rows if one == name)


def told(hexmap, verdict):
    return sorted((entry.kind, entry.name) for entry in hexmap.audit if entry.verdict == verdict)


def test_in_1944_no_motorway_is_left_and_the_closed_railways_are_back(at):
    today, then = at(""), at("1944-12-16")
    assert {name for kind, name in told(then, "removed") if kind == "motorway"} == MOTORWAYS
    assert {name for kind, name in told(then, "restored")} == CLOSED
    for name in MOTORWAYS:
        hexes = along(today, line(HIGHWAYS, name))
        main = [one for one in hexes if (today.road[one] == ROADS.index("main")).any()]
        assert len(main) > len(hexes) / 2
    # The A 61 runs where no other road does: there is none at all.
    lone = along(then, line(HIGHWAYS, "A 61")) - along(then, line(HIGHWAYS, "B 258"))
    assert not any(then.road[one].any() for one in lone)
    for name in CLOSED:
        hexes = along(then, line(LINES, name))
        # Some hexes are no more than touched by the line.
        assert sum(bool(then.rail[one].any()) for one in hexes) > 0.7 * len(hexes), name
    lost = along(today, line(LINES, "Vennbahn"))
    assert sum(bool(today.rail[one].any()) for one in lost) < 0.2 * len(lost)


def test_in_1815_there_is_no_railway_and_towns_have_shrunk(at):
    today, then = at(""), at("1815-06-18")
    assert today.rail.any()
    assert not then.rail.any()
    assert {name for _, name in told(then, "removed") if name in {row[1] for row in LINES}} == {row[1] for row in LINES}
    people = {place.name: place.population for place in then.places}
    assert all(people[name] < 0.3 * number for _, name, _, number in PLACES if name in people)
    towns = [int((one.terrain == one.terrain_names.index("town")).sum()) for one in (then, today)]
    assert towns[0] < towns[1]
    # No made road of today is a made road of then.
    assert not (then.road == ROADS.index("main")).any()
    assert not (then.hexside == HEXSIDES.index("lake")).any()


@pytest.mark.parametrize("date", ["1944-12-16", "1815-06-18"])
def test_each_change_is_listed_once_with_its_reason_and_place(at, date):
    hexmap = at(date)
    assert max(Counter(entry.feature for entry in hexmap.audit).values()) == 1
    west, south, east, north = BOX
    for entry in hexmap.audit:
        assert entry.why
        assert west - 0.1 < entry.lon < east + 0.1
        assert south - 0.1 < entry.lat < north + 0.1
    drawn = {row[1] for row in (*HIGHWAYS, *LINES, *PLACES)}
    assert {entry.name for entry in hexmap.audit} - drawn <= {"Oleftalsperre", "Rurtalsperre", ""}


def test_a_ruling_keeps_a_motorway_and_a_reservoir_that_stood(at):
    rows = [("roads_free_1.shp:0", "the first stretch was open"), ("water_a_free_1.shp:1", "built 1938")]
    text = "\n".join(f'[[ruling]]\nid = "gis_osm_{key}"\nverdict = "keep"\nwhy = "{why}"' for key, why in rows)
    hexmap = at("1944-12-16", text)
    assert {name for kind, name in told(hexmap, "removed") if kind == "motorway"} == MOTORWAYS
    kept = {(entry.name, entry.why) for entry in hexmap.audit if entry.verdict == "kept"}
    assert kept == {("A 1", "ruled: the first stretch was open"), ("Rurtalsperre", "ruled: built 1938")}
    assert any((hexmap.road[one] == ROADS.index("main")).any() for one in along(hexmap, line(HIGHWAYS, "A 1")))
