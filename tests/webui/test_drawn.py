"""What the page's map is drawn from, as the server sends it: squares, names, colours, windows of changes."""

import gzip
import json

import pytest

from maps.palette import shipped_palette
from maps.shapes.shapes import shapes_of
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
