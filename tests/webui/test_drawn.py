"""What the page's map is drawn from, as the server sends it: squares, names, colours, windows of changes."""

import gzip
import json
from dataclasses import replace

import numpy as np
import pytest

from maps.grid.hexmap import Place
from maps.palette import shipped_palette
from maps.shapes.shapes import shapes_of
from scenarios.drawing.levels import PX_PER_MM
from scenarios.drawing.mapscene import map_scene
from scenarios.drawing.scene import Area, Lines, Spots
from tests.toyground import toy_map
from tests.webui.editing import Editing
from webui.desk.drawn.packets import drawing_data, drawn_file

GROUND = """
..wwww..bb..
..wwww..bb..
rrr....mmm..
~~..........
"""


@pytest.fixture
def work(tmp_path):
    return Editing(tmp_path)


@pytest.fixture(scope="module")
def hexmap():
    return toy_map(GROUND, roads=("0103-0203-0303-0403",), rivers=("0402/0401", "0402/0502"))


def test_every_colour_that_a_drawing_names_is_sent_in_every_scheme(hexmap):
    told = drawing_data(hexmap, "/d/")
    named = {item.colour for item in map_scene(shapes_of(hexmap), 8.0).items if isinstance(item, Area | Lines | Spots)}
    assert named <= told["schemes"]["full"]["colours"].keys()
    for key, scheme in told["schemes"].items():
        for name, colour in (told["schemes"]["full"]["colours"] | scheme["colours"]).items():
            assert colour == shipped_palette().in_scheme(key).colour(name)


def test_what_is_kept_is_the_same_file_and_another_map_has_another(hexmap):
    first, again = (drawn_file(hexmap, "near/0-0.bin") for _ in range(2))
    assert first is again
    other = drawn_file(toy_map(GROUND.replace("r", "m")), "near/0-0.bin")
    assert other.etag != first.etag


def test_what_is_written_goes_with_the_zoom(hexmap):
    far, near = (json.loads(gzip.decompress(drawn_file(hexmap, f"words/{zoom}.json").body)) for zoom in (0, 15))
    assert far["numbers"] is None
    assert near["numbers"]["every"] == 1


def test_names_say_where_their_places_lie_and_which_a_line_leads_from(hexmap):
    """Six towns in a hex have not all room beside their places; each is a place, and where it lies is told."""
    middle = hexmap.layout.centres()[hexmap.index_of("0603")]
    spots = {f"Somewhere {n}": hexmap.layout.to_map(middle + 60.0 * np.array([n % 3, n // 3])) for n in range(6)}
    places = tuple(Place(name, hexmap.index_of("0603"), *spot.tolist(), 9000, 2) for name, spot in spots.items())
    crowded = replace(hexmap, places=places, name="crowded")
    written = json.loads(gzip.decompress(drawn_file(crowded, "words/12.json").body))
    assert written["lead"] == {"wide": pytest.approx(0.18 * PX_PER_MM, abs=0.01), "halo": pytest.approx(
        0.3 * PX_PER_MM, abs=0.01), "air": pytest.approx(0.25 * PX_PER_MM, abs=0.01)}  # fmt: skip
    names = {one["text"]: one for one in written["names"]}
    assert set(names) == set(spots)
    for name, one in names.items():
        there = hexmap.layout.to_grid(np.array([spots[name]]))[0] / hexmap.layout.radius_m
        assert one["place"] == pytest.approx(there.tolist(), abs=0.2), "a town is drawn by the node of its roads"
    assert {one["led"] for one in names.values()} == {True, False}


def test_what_was_changed_is_drawn_anew_in_its_window_and_in_its_square(work):
    bare = work.client.get("/m/toy/drawn/0/middle/0-0.bin").data
    changed = work.paint("marsh", "0101")["changed"]
    assert changed["drawn"] == "/m/toy/drawn/1/"
    whole = work.client.get(f"{changed['drawn']}middle/0-0.bin").data
    window = work.client.get(f"{changed['drawn']}middle/window.bin?box=-3,-3,3,3").data
    marsh = b"terrain.marsh.floor"
    assert [marsh in gzip.decompress(packet) for packet in (bare, whole, window)] == [False, True, True]
    assert len(gzip.decompress(window)) < len(gzip.decompress(whole))


@pytest.mark.parametrize(
    "name",
    ["middle/9-9.bin", "nowhere/0-0.bin", "middle/window.bin", "middle/window.bin?box=1,2,3", "words/99.json",
     "middle/window.bin?box=nan,0,1,1", "middle/window.bin?box=900,900,901,901", "../ground.json", "words/x.json"],
)  # fmt: skip
def test_what_no_map_is_drawn_from_is_not_there(work, name):
    assert work.client.get(f"/m/toy/drawn/0/{name}").status_code == 404
