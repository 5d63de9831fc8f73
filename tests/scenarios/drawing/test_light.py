"""Light pictures: the same ground in few points, mirrored splines, nothing twice, and names that keep clear."""

import gzip
import io
import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from maps.grid.hexmap import Place
from maps.palette import shipped_palette
from maps.shapes.shapes import Shapes
from scenarios.drawing.drawing import Drawing
from scenarios.drawing.labels import Box
from scenarios.drawing.light.picture import light_ground, light_map
from scenarios.drawing.light.sketch import sketch_ground
from scenarios.drawing.light.writer import light_body, named, short
from scenarios.drawing.mapscene import map_scene
from scenarios.drawing.pdf import spline
from scenarios.drawing.png import scene_png
from scenarios.drawing.scene import Area, Lines, Scene, Stamp, Width, lines_of
from scenarios.drawing.svg import scene_svg
from tests.toyground import toy_map
from tests.webui.bigground import big_ground

SVG = "{http://www.w3.org/2000/svg}"
PALETTE = shipped_palette()
PLACES = st.lists(st.tuples(st.floats(0, 20), st.floats(0, 20)), min_size=4, max_size=30)


@pytest.fixture(scope="module")
def ground():
    return replace(big_ground(24, 20), name="light")


def bezier_of(path):
    """Read a path of relative m, q, t, l and z as quadratic pieces (start, bend, end)."""
    at = bend = begun = np.zeros(2)
    for letter, told in re.findall(r"([mqtlz])([^mqtlz]*)", path):
        pairs = np.array(re.findall(r"-?\d+", told), float).reshape(-1, 2)
        if letter == "m":
            at = begun = at + pairs[0]
        elif letter == "z":
            at = begun
        elif letter == "q":
            bend, end = at + pairs[0], at + pairs[1]
            yield at, bend, end
            at = end
        else:
            for step in pairs:
                bend = 2 * at - bend if letter == "t" else at
                yield at, bend, at + step
                at = at + step


@given(PLACES, st.booleans())
def test_a_spline_that_is_mirrored_is_the_spline_of_its_points(places, closed):
    points, starts = lines_of([np.array(places)])
    if closed:
        item, step = Area("ground", "paper", points, starts), 0.2
    else:
        item, step = Lines("water", "paper", Width(1.0), points, starts, curved=True), 0.12
    drawn = light_body(Scene((0, 0, 20, 20), (item,)), 1.0, PALETTE)
    whole = np.rint(np.array(places, np.float32).astype(float) / (2 * step))
    kept = whole[np.any(whole != np.roll(whole, 1, axis=0), axis=1)] if closed else whole
    kept = kept if closed else kept[np.concatenate([[True], np.any(np.diff(kept, axis=0), axis=1)])]
    if len(kept) < 2 + closed:
        assert "<path" not in drawn or "q" not in drawn
        return
    pieces = spline(2 * kept, closed=closed)
    found = list(bezier_of(re.search(r' d="([^"]+)"', drawn)[1]))
    starts_of, bends, ends = (np.array(part) for part in zip(*found, strict=True))
    order = np.roll(np.arange(len(pieces)), 0)
    assert np.allclose(pieces[order, 0], starts_of)
    assert np.allclose(pieces[order, 3], ends)
    if len(kept) > 2:
        assert np.allclose(pieces[order, 1], starts_of + 2 / 3 * (bends - starts_of))


@pytest.mark.parametrize(("radius_mm", "most"), [(1.6, 13), (6.0, 9)])
def test_a_sketch_shows_the_same_ground_as_the_map(ground, radius_mm, most):
    """Read at the middle of every hex, and as a whole from some way off."""
    shapes = Shapes(ground)
    whole = map_scene(shapes, radius_mm, hidden=("relief", "contours", "bands", "grid", "numbers", "names", "marks"))
    sketch = sketch_ground(shapes, radius_mm, shapes.box).without("grid", "numbers", "marks")
    one, other = (picture(scene, radius_mm) for scene in (whole, sketch))
    assert np.abs(one - other).mean() < most
    scale = radius_mm / 25.4 * 96
    floors = {rgb(f"terrain.{name}.floor") for name in ground.terrain_names if not name.startswith("woods")}
    alike = told = 0
    for index in np.flatnonzero(ground.inside).tolist():
        x, y = (shapes.u[index] - shapes.box[0]) * scale, (shapes.v[index] - shapes.box[1]) * scale
        seen, meant = (tuple(drawn[int(y), int(x)].tolist()) for drawn in (other, one))
        if {seen, meant} <= floors:
            told += 1
            alike += seen == meant
    assert told > 100
    assert alike / told > 0.95, "groves may be left out; no class is shown as another"


def picture(scene, radius_mm):
    return np.asarray(Image.open(io.BytesIO(scene_png(scene, radius_mm, PALETTE, 96))).convert("RGB")).astype(int)


def rgb(name):
    colour = PALETTE.colour(name)
    return tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5))


def test_a_hex_costs_a_letter_few_bytes():
    """On small hexes a drawing of plain hexagons took 50 bytes a hex, 6 of them packed: no more than a third more."""
    ground = replace(big_ground(50, 40), name="heavy")
    drawn = light_map(Drawing(ground, 2.7, "full"), ())
    assert len(drawn) / len(ground) < 65
    assert len(gzip.compress(drawn.encode())) / len(ground) < 8


def test_few_large_hexes_cost_a_letter_little_more():
    """Their numbers are a sixth of it; with single trees it was twice as much."""
    ground = replace(big_ground(24, 20), name="large")
    part = ground.index_of("0404"), ground.index_of("1111")
    drawn = light_map(Drawing(ground, 17.0, "full", part), ())
    assert 64 * 60 < len(drawn) < 64 * 190
    assert drawn.count("<text") >= 64


def test_what_is_stamped_is_written_once_and_lies_where_it_is_laid():
    square = np.array([(-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0)])
    shown = (Area("counters", "ink.attack", *lines_of([square]), curved=False),)
    spots = [(5.0, 5.0, 1.0), (15.0, 5.0, 0.5), (5.0, 15.0, 1.0)]
    stamps = tuple(Stamp("counters", shown, u, v, 3 * scale, title=f"at {u:g}") for u, v, scale in spots)
    plain = tuple(
        Area("counters", "ink.attack", *lines_of([square * scale + np.array([u, v])]), curved=False)
        for u, v, scale in spots
    )
    box = (0.0, 0.0, 20.0, 20.0)
    one, other, aside = (picture(Scene(box, items), 3.0) for items in (stamps, plain, plain[1:]))
    assert np.abs(one - other).mean() < 0.5 < np.abs(one - aside).mean()
    drawn = light_body(Scene(box, stamps), 3.0, PALETTE)
    assert drawn.count("<path") == 1
    assert re.findall(r"translate\((\d+) (\d+)\)", drawn) == [("15", "15"), ("45", "15"), ("15", "45")]
    assert re.findall(r"<title>(.*?)</title>", drawn) == ["at 5", "at 15", "at 5"]
    whole = scene_svg(Scene(box, stamps), 3.0, PALETTE, "stamps")
    assert re.findall(r"scale\((.*?)\)", whole) == ["3.0000", "1.5000", "3.0000"]


def test_what_is_alike_is_written_once_and_used():
    line = np.array([(0.0, 0.0), *((0.5 * (n % 2), 0.7 * n) for n in range(1, 40))])
    points, starts = lines_of([line + np.array([n, 0.0]) for n in range(6)])
    grid = Lines("grid", "grid", Width(0.1), points, starts)
    casing, road = (
        Lines("roads", f"line.main.{part}", Width(wide), *lines_of([line]))
        for part, wide in (("casing", 2), ("colour", 1))
    )
    road = road._replace(points=casing.points, starts=casing.starts)
    root = ET.fromstring(light_body(Scene((0, 0, 30, 30), (grid, casing, road)), 1.0, PALETTE).replace("\x1a", "k"))
    held = [one.get("id") for one in root.iter() if one.get("id")]
    used = Counter(one.get("href")[1:] for one in root.iter() if one.tag.endswith("use"))
    assert sorted(used) == sorted(held)
    assert sorted(used.values()) == [2, 6]


def test_a_picture_names_what_it_holds_by_what_it_shows(ground):
    one, other = (light_map(Drawing(ground, size, "full"), ()) for size in (4.0, 5.0))
    for drawn in (one, other):
        ids = re.findall(r' id="(\w+)"', drawn)
        assert len(ids) == len(set(ids)) > 2
        assert set(re.findall(r'href="#(\w+)"', drawn)) <= set(ids)
    assert not set(re.findall(r' id="(\w+)"', one)) & set(re.findall(r' id="(\w+)"', other))
    assert one == light_map(Drawing(ground, 4.0, "full"), ())
    assert "<style" not in one, "a rule of a picture would reach into the page about it"


def test_ground_that_was_drawn_on_the_page_is_only_used(ground):
    drawing = Drawing(ground, 4.0, "full")
    kept, picture_of = light_ground(drawing, "ground"), light_map(drawing, (), ground="ground")
    assert '<g id="ground">' in kept
    assert '<use href="#ground"/>' in picture_of
    assert len(picture_of) < len(kept) / 3


def test_the_ground_of_another_scheme_or_part_is_another(ground):
    grid = ground.layout.grid
    part = (grid.index_of("0203"), grid.index_of("0909"))
    drawn = {light_map(Drawing(ground, 6.0, *how), ()) for how in (("full",), ("low_ink",), ("full", part))}
    assert len(drawn) == 3


def test_no_name_of_a_town_stands_where_something_else_is_drawn_and_names_are_words():
    bare = toy_map("......\n......\n......\n......")
    x, y = bare.layout.to_map(bare.layout.centres()[8]).tolist()
    hexmap = replace(bare, places=(Place("Corrow <b>", 8, x, y, 9000, 1),), name="corrow")

    def names(*taken):
        root = ET.fromstring(light_map(Drawing(hexmap, 20.0), taken))
        return [one.text for one in root.iter(f"{SVG}text") if not one.text.isdigit()]

    assert names() == ["Corrow <b>"]
    assert names(Box(-500, -500, 500, 500)) == []


def test_numbers_are_short():
    assert [short(value) for value in (0.5, -0.5, 12.0, 0.001, -0.001, 1.25)] == [".5", "-.5", "12", "0", "0", "1.25"]
    assert named("no mark") == "no mark"
