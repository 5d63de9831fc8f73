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
from scenarios.drawing.scene import Area, Lines, Relief, Scene, Spots, Width, Words, each, lines_of
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
    none = {"relief", "bands", "contours", "invented", "hexsides"}  # of which a toy has none
    assert set(first) == set(LAYERS) - none
    assert sorted(first, key=first.__getitem__) == [layer for layer in LAYERS if layer in first]


def test_what_was_made_up_is_marked_in_each_hex_and_nothing_else_is(shapes):
    invented = np.zeros(len(shapes.hexmap), np.uint8)
    invented[[1, 4]] = 1, 6
    some = Shapes(replace(shapes.hexmap, invented=invented))
    (waves,) = (item for item in map_scene(some, 8.0).items if item.layer == "invented")
    middles = np.array([line.mean(axis=0) for line in each(waves.points, waves.starts)])
    assert middles == pytest.approx(np.stack([shapes.u[[1, 4]], shapes.v[[1, 4]] + 0.62], axis=1), abs=1e-5)


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
    rails = re.findall(rf'<path class="(\w)" stroke="{PALETTE.colour("line.rail.colour")}"', text)
    assert rails == ["l", "b"]


def unpacked(content):
    """Read a packet as the page does: items with their lines on the plane; the relief has none."""
    (length,) = struct.unpack_from("<I", content)
    head = msgspec.json.decode(content[4 : 4 + length])
    counts = np.frombuffer(content, "<u4", sum(head["forms"]), 4 + length)
    woven = np.frombuffer(content, "u1", offset=4 + length + counts.nbytes).astype(int)
    low, high = np.split(woven, 2)
    zigzag = low | high << 8
    steps = np.stack(np.split((zigzag >> 1) ^ -(zigzag & 1), 2), axis=1)
    assert len(steps) == counts.sum()
    lines = [
        np.cumsum(part, axis=0) / head["fine"] + head["middle"] for part in np.split(steps, np.cumsum(counts)[:-1])
    ]
    firsts = np.concatenate([[0], np.cumsum(head["forms"])]).tolist()
    for row in head["items"]:
        form = row.get("form")
        yield row, [] if form is None else lines[firsts[form] : firsts[form + 1]]


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_packet_gives_back_the_scene_of_its_square_and_what_reaches_in(shapes, level):
    for square in squares_of(shapes, level):
        box = square_box(shapes, square)
        scene = ground_scene(shapes, level, box)
        rows = list(unpacked(packed(shapes, level, box)))
        items = [item for item in scene.items if not isinstance(item, Words)]
        assert [row.get("colour") for row, _ in rows] == [getattr(item, "colour", None) for item in items]
        for (row, lines), item in zip(rows, items, strict=True):
            if isinstance(item, Relief):
                assert row == {"kind": "relief", "layer": "relief"}
                continue
            assert np.abs(np.concatenate(lines) - item.points).max() <= 0.5 / 64 + 1e-6
            if isinstance(item, Area | Lines):
                assert np.cumsum([len(line) for line in lines]).tolist() == item.starts[1:].tolist()
            if isinstance(item, Lines | Spots):
                assert row["width"][:2] == [item.width.share, item.width.least_mm]


def test_items_along_the_same_points_share_them(shapes):
    level = level_at(8.0)
    rows = list(unpacked(packed(shapes, level, shapes.box)))
    forms = [row["form"] for row, _ in rows if row.get("colour", "").startswith("line.main.")]
    assert len(forms) == 2 > len(set(forms))
    shadows = {row["form"]: row["aside"] for row, _ in rows if row.get("colour") == "ink.tree_shade"}
    crowns = {row["form"]: row["aside"] for row, _ in rows if row.get("colour") == "ink.tree_crown"}
    assert shadows.keys() == crowns.keys()
    assert set(map(tuple, crowns.values())) == {(0.0, 0.0)}
    assert all(aside[0] > 0 and aside[1] > 0 for aside in shadows.values())


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_squares_cover_the_map_once(shapes, level):
    boxes = [square_box(shapes, square) for square in squares_of(shapes, level)]
    u0, v0, u1, v1 = shapes.box
    assert sum((b[2] - b[0]) * (b[3] - b[1]) for b in boxes) == pytest.approx((u1 - u0) * (v1 - v0))
    assert Square(level, 0, 0) in squares_of(shapes, level)


def test_squares_side_by_side_show_what_one_whole_picture_shows(shapes):
    """Each cut to its box, and with what reaches in from beside it, no seam is seen."""
    level = level_at(20.0)
    whole, squares = picture(ground_scene(shapes, level, shapes.box), 6.0), squares_of(shapes, level)
    assert len(squares) > 1
    pixels = 6.0 * 72 / 25.4
    for square in squares:
        u0, v0, u1, v1 = square_box(shapes, square)
        own = picture(ground_scene(shapes, level, (u0, v0, u1, v1)), 6.0)
        left, top = (round((edge - least) * pixels) for edge, least in ((u0, shapes.box[0]), (v0, shapes.box[1])))
        cut = whole[top : top + round((v1 - v0) * pixels) - 2, left : left + round((u1 - u0) * pixels) - 2]
        # Pixels may fall half a one aside, which shows at edges alone.
        assert np.abs(own[: cut.shape[0], : cut.shape[1]] - cut).mean() < 8


def test_faces_ship_with_their_licence():
    from importlib.resources import files

    folder = files("scenarios.drawing") / "faces"
    for file in FACES.values():
        assert (folder / f"{file}.ttf").is_file()
    for licence in ("OFL-AlegreyaSans.txt", "OFL-Barlow.txt"):
        assert "SIL OPEN FONT LICENSE" in (folder / licence).read_text("utf-8").upper()


@pytest.mark.parametrize("dpi", [30.0, 96.0, 300.0])
def test_fine_lines_are_as_dark_in_a_picture_as_on_paper(dpi, monkeypatch):
    """A line of a tenth of a millimetre covers so much of its picture, however coarse, and in strips as well."""
    from scenarios.drawing import png

    monkeypatch.setattr(png, "_MOST_AT_ONCE", 20_000)
    rows = [np.array([[0.2, v], [3.8, v + 0.1]]) for v in np.arange(0.2, 3.7, 0.25)]
    points, starts = lines_of(rows)
    lines = Lines("grid", "ink.counter", Width(0.0, 0.1, 0.1), points, starts, round_ends=False)
    drawn = picture(Scene((0.0, 0.0, 4.0, 4.0), (lines,)), 10.0, dpi)
    dark = (255 - drawn).mean() / (255 - np.mean(rgb("ink.counter")))
    assert dark == pytest.approx(len(rows) * 36 * 0.1 / 1600, rel=0.12)


def test_pages_are_drawn_one_by_one(shapes):
    scene = map_scene(shapes, 3.0)
    (page,) = pdf_pages(scene_pdf(scene, 3.0, PALETTE, "Toy"), 36.0)
    wide, high = scene.size_mm(3.0)
    assert page.size == pytest.approx((wide / 25.4 * 36, high / 25.4 * 36), abs=1)
