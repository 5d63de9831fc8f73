"""One scene, many writers: what is drawn, how wide, and that PDF, PNG, SVG and the page's packets agree."""

import io
import itertools
import re
import struct
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader

from maps.grid.hexmap import Place
from maps.palette import shipped_palette
from maps.shapes.shapes import Shapes
from scenarios.drawing.faces import FACES, width_mm
from scenarios.drawing.levels import LEVELS, level_at
from scenarios.drawing.mapscene import LAYERS, ground_scene, map_scene
from scenarios.drawing.names import name_items
from scenarios.drawing.pdf import scene_pdf, spline
from scenarios.drawing.png import pdf_pages, scene_png
from scenarios.drawing.scene import Area, Lines, Relief, Scene, Spots, Width, Words, lines_of
from scenarios.drawing.svg import scene_svg
from scenarios.drawing.wire import Square, packed, square_box, squares_of
from tests.toyground import toy_map

GROUND = """
..wwww..bb..
..wwww..bb..
....TT......
rrr....mmm..
rrr....mmm..
~~..........
"""
PALETTE = shipped_palette()


@pytest.fixture(scope="module")
def shapes():
    hexmap = toy_map(
        GROUND,
        roads=("0103-0203-0303-0403-0503-0603-0703",),
        rivers=("0402/0401", "0402/0502", "0402/0503"),
        bridges=("0402/0502",),
    )
    layout = hexmap.layout
    places = []
    for name, number, rank in (("Market", "0603", 2), ("Hamlet & Co <b>", "0904", 4)):
        index = hexmap.index_of(number)
        x, y = layout.to_map(layout.centres()[index]).tolist()
        places.append(Place(name, index, x, y, 4000 // rank, rank))
    rail = hexmap.road // 3
    return Shapes(replace(hexmap, places=tuple(places), rail=rail))


def picture(scene, radius_mm=5.0, dpi=72.0):
    return np.asarray(Image.open(io.BytesIO(scene_png(scene, radius_mm, PALETTE, dpi))).convert("RGB")).astype(int)


def rgb(name):
    colour = PALETTE.colour(name)
    return [int(colour[k : k + 2], 16) for k in (1, 3, 5)]


def test_a_width_goes_with_the_hex_between_its_limits():
    width = Width(0.1, 0.3, 2.0, 0.5)
    assert width.at(1.0) == pytest.approx(0.8)
    assert width.at(10.0) == pytest.approx(1.5)
    assert width.at(100.0) == pytest.approx(2.5)


@pytest.mark.parametrize(
    ("radius", "name"), [(0.1, "far"), (1.85, "theatre"), (7.39, "middle"), (7.4, "near"), (99, "table")]
)
def test_a_scale_has_the_level_whose_range_it_lies_in(radius, name):
    assert level_at(radius).name == name


def test_a_scene_is_painted_from_ground_to_names(shapes):
    order = [item.layer for item in map_scene(shapes, 8.0).items]
    first = {layer: order.index(layer) for layer in dict.fromkeys(order)}
    assert set(first) == set(LAYERS) - {"relief"}  # a toy has neither heights nor light
    assert sorted(first, key=first.__getitem__) == [layer for layer in LAYERS if layer != "relief"]


def test_far_scenes_leave_the_small_things_out(shapes):
    layers = [{item.layer for item in ground_scene(shapes, level, shapes.box).items} for level in LEVELS]
    assert "rail" not in layers[0]
    assert "marks" not in layers[0]
    assert all(one <= other for one, other in itertools.pairwise(layers))


def test_every_colour_of_a_scene_is_one_of_the_palette(shapes):
    for item in map_scene(shapes, 8.0).items:
        if not isinstance(item, Relief):
            assert re.fullmatch(r"#[0-9a-f]{6}", PALETTE.colour(item.colour)), item.colour


def test_a_spline_goes_through_the_middles_of_its_control_points():
    ring = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])
    pieces = spline(ring, closed=True)
    assert pieces[:, 0].tolist() == [[0, 2], [2, 0], [4, 2], [2, 4]]
    assert np.array_equal(pieces[:, 3], np.roll(pieces[:, 0], -1, axis=0))
    line = spline(ring, closed=False)
    assert line[0, 0].tolist() == [0, 0]
    assert line[-1, 3].tolist() == [0, 4]


def test_a_pdf_has_the_size_of_its_scene_and_embeds_its_faces(shapes):
    scene = map_scene(shapes, 8.0)
    (page,) = PdfReader(io.BytesIO(scene_pdf(scene, 8.0, PALETTE, "Toy"))).pages
    wide, high = scene.size_mm(8.0)
    assert float(page.mediabox.width) == pytest.approx(wide * 72 / 25.4, abs=0.01)
    assert float(page.mediabox.height) == pytest.approx(high * 72 / 25.4, abs=0.01)
    for font in page["/Resources"]["/Font"].values():
        assert "/FontFile2" in font["/FontDescriptor"], font["/BaseFont"]
    assert "Market" in page.extract_text()
    assert "0603" in page.extract_text()


def test_the_same_scene_gives_the_same_bytes(shapes):
    scene = map_scene(shapes, 8.0)
    assert scene_pdf(scene, 8.0, PALETTE, "Toy") == scene_pdf(map_scene(shapes, 8.0), 8.0, PALETTE, "Toy")


def test_the_middle_of_a_hex_is_painted_in_the_colour_of_its_ground(shapes):
    scene = map_scene(shapes, 5.0).without(
        "marks", "woods", "water", "roads", "rail", "towns", "grid", "numbers", "names"
    )
    drawn = picture(scene)
    scale = 5.0 * 72 / 25.4
    for number, terrain in (
        ("0101", "open"),
        ("0401", "woods_dense"),
        ("0204", "rough"),
        ("0905", "marsh"),
        ("0106", "water"),
    ):
        index = shapes.hexmap.index_of(number)
        x, y = (shapes.u[index] - scene.box[0]) * scale, (shapes.v[index] - scene.box[1]) * scale
        assert drawn[int(y), int(x)].tolist() == rgb(f"terrain.{terrain}.floor"), number


def test_lines_are_as_wide_as_they_say_on_paper():
    points, starts = lines_of([np.array([[0.0, 1.0], [4.0, 1.0]])])
    scene = Scene((0.0, 0.0, 4.0, 2.0), (Lines("roads", "ink.counter", Width(0.0, 2.54, 2.54), points, starts),))
    dark = (picture(scene, 10.0, 100.0).sum(axis=2) < 380)[:, 80]
    assert 9 <= dark.sum() <= 11  # 2.54 mm are a tenth of an inch
    assert abs(np.flatnonzero(dark).mean() + 0.5 - 10 / 25.4 * 100) < 1


def test_a_bending_line_runs_from_its_first_point_to_its_last():
    """Two lines in one item: neither begins, bends or ends at the other's points."""
    bends = np.array([[0.5, 1.0], [2.0, 0.2], [3.5, 1.0]])
    points, starts = lines_of([bends, bends + np.array([0.0, 2.0])])
    way = Lines("roads", "ink.counter", Width(0.0, 2.0, 2.0), points, starts, curved=True, round_ends=True)
    dark = picture(Scene((0.0, 0.0, 4.0, 4.0), (way,)), 10.0, 254.0).sum(axis=2) < 380
    for low in (100, 300):
        for col in (55, 345):
            assert dark[low, col], "the ends"
        assert dark[low - 38, 200], "the top of the bend is half way to its control point"
        assert not dark[low - 80, 200]
        assert not dark[low, 200]


def test_dots_areas_and_holes_are_painted_where_they_lie():
    ring = np.array([[0.5, 0.5], [3.5, 0.5], [3.5, 3.5], [0.5, 3.5]])
    hole = np.array([[1.5, 1.5], [2.5, 1.5], [2.5, 2.5], [1.5, 2.5]])
    area = Area("ground", "ink.counter", *lines_of([ring, hole]), curved=False)
    dot = Spots("marks", "ink.counter", Width(0.4), np.array([[2.0, 2.0]], np.float32))
    dark = picture(Scene((0, 0, 4, 4), (area, dot)), 10.0, 25.4).sum(axis=2) < 380
    assert dark[10, 10]
    assert dark[20, 20]
    assert not dark[17, 17]
    assert not dark[2, 2]


def test_names_keep_clear_of_one_another_and_within_the_map(shapes):
    names = [item for item in name_items(shapes, 6.0) if not item.turn_deg]
    boxes = [
        (n.u * 6, n.v * 6 - n.size.at(6), n.u * 6 + width_mm(n.text, n.size.at(6), n.face), n.v * 6) for n in names
    ]
    assert [n.text for n in names] == ["Market", "Hamlet & Co <b>"]
    for k, (a, b, c, d) in enumerate(boxes):
        assert a >= shapes.box[0] * 6
        assert c <= shapes.box[2] * 6
        assert not any(a < g and e < c and b < h and f < d for e, f, g, h in boxes[k + 1 :])


def test_an_svg_escapes_names_and_parts_its_layers(shapes):
    text = scene_svg(map_scene(shapes, 8.0), 8.0, PALETTE, 'Toy "map"')
    assert "Hamlet &amp; Co &lt;b&gt;" in text
    assert "<b>" not in text
    groups = re.findall(r'<g class="(\w+)">', text)
    assert set(groups) <= set(LAYERS)
    from xml.etree import ElementTree as ET

    root = ET.fromstring(text)
    assert root.get("width") == f"{map_scene(shapes, 8.0).size_mm(8.0)[0]:.2f}mm"


def test_ties_of_railways_have_flat_ends_by_their_class(shapes):
    text = scene_svg(map_scene(shapes, 8.0), 8.0, PALETTE, "Toy")
    (dashed,) = re.findall(r"<path [^>]*stroke-dasharray[^>]*?>", text)
    assert 'class="b"' in dashed


def unpacked(content):
    """Read a packet as the page does: items with their points on the plane."""
    (length,) = struct.unpack_from("<I", content)
    head = msgspec.json.decode(content[4 : 4 + length])
    at = 4 + length
    starts = []
    for row in head["items"]:
        starts.append(np.frombuffer(content, "<u4", row["starts"], at))
        at += 4 * row["starts"]
    for row, begins in zip(head["items"], starts, strict=True):
        steps = np.frombuffer(content, "<i2", 2 * row["points"], at).reshape(-1, 2).astype(int)
        at += 4 * row["points"]
        points = np.concatenate([np.cumsum(steps[a:b], axis=0) for a, b in itertools.pairwise(begins)])
        yield row, begins, points / head["fine"] + np.array(head["middle"])
    assert at == len(content)


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_packet_gives_back_the_scene_of_its_square(shapes, level):
    squares = squares_of(shapes, level)
    for square in squares:
        scene = ground_scene(shapes, level, square_box(shapes, square))
        rows = list(unpacked(packed(shapes, square)))
        items = [item for item in scene.items if not isinstance(item, Relief | Words)]
        assert [row["colour"] for row, _, _ in rows] == [item.colour for item in items]
        for (row, begins, points), item in zip(rows, items, strict=True):
            assert np.abs(points - item.points).max() <= 0.5 / 256 + 1e-6
            if isinstance(item, Area | Lines):
                assert begins.tolist() == item.starts.tolist()
            if isinstance(item, Lines | Spots):
                assert row["width"][:2] == [item.width.share, item.width.least_mm]


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_squares_cover_the_map_once(shapes, level):
    boxes = [square_box(shapes, square) for square in squares_of(shapes, level)]
    u0, v0, u1, v1 = shapes.box
    assert sum((b[2] - b[0]) * (b[3] - b[1]) for b in boxes) == pytest.approx((u1 - u0) * (v1 - v0))
    assert Square(level, 0, 0) in squares_of(shapes, level)


def test_squares_side_by_side_show_what_one_whole_picture_shows(shapes):
    """Painted layer by layer across squares, as the page does, no seam is seen."""
    level = level_at(20.0)
    whole = ground_scene(shapes, level, shapes.box)
    parts = [ground_scene(shapes, level, square_box(shapes, square)) for square in squares_of(shapes, level)]
    assert len(parts) > 1
    ranks = {
        (item.layer, item.colour, type(item), getattr(item, "width", None)): k for k, item in enumerate(whole.items)
    }
    items = sorted(
        (item for part in parts for item in part.items),
        key=lambda item: ranks[item.layer, item.colour, type(item), getattr(item, "width", None)],
    )
    one, other = picture(whole, 6.0), picture(Scene(shapes.box, tuple(items)), 6.0)
    assert np.abs(one - other).mean() < 0.6
    assert (np.abs(one - other).max(axis=2) > 60).mean() < 0.004


def test_faces_ship_with_their_licence():
    from importlib.resources import files

    folder = files("scenarios.drawing") / "faces"
    for file in FACES.values():
        assert (folder / f"{file}.ttf").is_file()
    for licence in ("OFL-AlegreyaSans.txt", "OFL-Barlow.txt"):
        assert "SIL OPEN FONT LICENSE" in (folder / licence).read_text("utf-8").upper()


def test_pages_are_drawn_one_by_one(shapes):
    scene = map_scene(shapes, 3.0)
    (page,) = pdf_pages(scene_pdf(scene, 3.0, PALETTE, "Toy"), 36.0)
    wide, high = scene.size_mm(3.0)
    assert page.size == pytest.approx((wide / 25.4 * 36, high / 25.4 * 36), abs=1)
