"""A large map is worked out where it is looked at: its squares must be those of the map that is laid whole."""

import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from maps.grid.hexmap import Place
from maps.problems import ProblemsFound
from maps.shapes import pieces
from maps.shapes import shapes as laying
from maps.shapes.plane import part_of
from maps.shapes.shapes import Shapes, shapes_of
from scenarios.drawing.levels import DISTANT, LEVELS
from scenarios.drawing.mapscene import ground_scene
from scenarios.drawing.wire import packed, square_box, squares_of
from tests.webui.bigground import big_ground
from webui.desk.drawn import packets
from webui.desk.drawn.packets import drawing_data, legend_data, written_data

FINE = [level for level in LEVELS if level.per_hex == LEVELS[-1].per_hex]
COARSE = [DISTANT, *(level for level in LEVELS if level not in FINE)]
WIDE, HIGH = 37, 33
"""Large enough that a change in the middle does not reach the edges; what is done here grows with every hex."""


@pytest.fixture(scope="module", params=[True, False], ids=["flat", "pointy"])
def ground(request):
    return big_ground(WIDE, HIGH, flat_top=request.param)


@pytest.fixture
def small_blocks(monkeypatch, request):
    monkeypatch.setattr(pieces, "_BLOCK", 3 if "distant" in request.node.name else 11)


def apart(shapes, level):
    """Pack some squares of a level, of the middle of a map and of its edges."""
    squares = squares_of(shapes, level)
    return [packed(shapes, level, square_box(shapes, square)) for square in squares[:: max(1, len(squares) // 6)]]


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("level", FINE, ids=lambda level: level.name)
def test_squares_of_a_map_in_pieces_are_those_of_the_whole_map(ground, level):
    assert apart(Shapes(ground, whole_up_to=0), level) == apart(Shapes(ground), level)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("level", COARSE, ids=lambda level: level.name)
def test_far_off_they_are_those_of_a_map_that_is_sampled_as_finely(ground, level):
    assert apart(Shapes(ground, whole_up_to=0), level) == apart(Shapes(ground, per_hex=level.per_hex), level)


@pytest.mark.usefixtures("small_blocks")
def test_windows_do_not_depend_on_what_was_looked_at_before(ground):
    boxes = [(3.0, 4.0, 12.0, 13.0), (9.0, 9.0, 30.0, 20.0), (-2.0, -2.0, 5.0, 70.0), (10.0, 10.0, 11.0, 11.0)]
    once, again = Shapes(ground, whole_up_to=0), Shapes(ground, whole_up_to=0)
    there = [once.woods(box).points for box in boxes]
    back = [again.woods(box).points for box in boxes[::-1]][::-1]
    assert all(np.array_equal(one, other) for one, other in zip(there, back, strict=True))


def test_what_lies_far_from_a_window_is_not_sampled(ground, monkeypatch):
    monkeypatch.setattr(pieces, "_BLOCK", 4)
    seen, sampled = [], pieces.sampled
    monkeypatch.setattr(pieces, "sampled", lambda net, u, v: seen.append(net) or sampled(net, u, v))
    shapes = Shapes(ground, whole_up_to=0)
    shapes.woods((0.0, 0.0, 2.0, 2.0))
    reach = max(net.x[-1] for net in seen)
    assert 20 < reach < shapes.box[2] - 10


def test_too_much_at_once_is_refused_with_a_way_out(ground, monkeypatch):
    monkeypatch.setattr(pieces, "MOST_SAMPLES", 20_000)
    shapes = Shapes(ground, whole_up_to=0)
    with pytest.raises(ProblemsFound, match=r"about 1,\d\d\d hexes would be drawn at once.*draw a part of the map"):
        shapes.woods()
    assert len(shapes.woods((5.0, 5.0, 12.0, 12.0)))


def test_windows_that_were_looked_at_are_forgotten_before_they_fill_the_memory(ground, monkeypatch):
    shapes = Shapes(ground, whole_up_to=0)
    for u in range(0, 40, 4):
        shapes.woods((u, 1.0, u + 9.0, 12.0))
    (held,) = shapes._pieces.values()
    assert len(held._kept) == pieces._MOST_KEPT
    one = held._held() // len(held._kept)
    monkeypatch.setattr(pieces, "MOST_SAMPLES", 3 * one)
    shapes.woods((30.0, 30.0, 39.0, 41.0))
    assert 1 <= len(held._kept) <= 3


def test_hexes_about_a_box_are_those_whose_middles_lie_there(ground):
    shapes = Shapes(ground)
    for box in ((3.2, 4.0, 9.1, 20.5), (-9.0, -9.0, 1.0, 1.0), (30.0, 30.0, 999.0, 999.0)):
        u, v = shapes.u, shapes.v
        near = (u >= box[0] - 1) & (u < box[2] + 1) & (v >= box[1] - 1) & (v < box[3] + 1)
        assert shapes.hexes(box, 1.0).tolist() == np.flatnonzero(near).tolist()


def test_a_part_that_is_grown_stays_on_its_net(ground):
    net = Shapes(ground).net
    part = part_of(net, (5.0, 5.0, 9.0, 9.0))
    wide = pieces.grown_by(net, part, 10_000)
    assert (wide.x0, wide.y0, wide.wide, wide.high) == (0, 0, net.wide, net.high)


def test_the_page_has_distant_squares_of_a_large_map_alone(ground, monkeypatch):
    small = drawing_data(ground, "/drawn/")
    monkeypatch.setattr(packets, "WHOLE_UP_TO", 100)
    large = drawing_data(ground, "/drawn/")
    assert [level["name"] for level in large["levels"]] == ["distant", *(level["name"] for level in small["levels"])]
    assert large["levels"][1]["from_px"] == small["least_px"] > large["least_px"]


def test_from_a_distance_there_are_no_roads_and_no_hexes(ground):
    shapes = Shapes(ground)
    seen = {item.layer for item in ground_scene(shapes, DISTANT, shapes.box).items}
    assert {"ground", "woods", "water"} <= seen
    assert not seen & {"roads", "rail", "grid"}
    assert "roads" not in shapes.__dict__, "they are not even laid"


def test_a_large_map_says_that_its_heights_are_not_written(ground):
    large, small = Shapes(ground, whole_up_to=0), Shapes(ground)
    assert not written_data(large, 16)["heights"]
    assert written_data(small, 16)["heights"]
    (row,) = [row["words"] for row in legend_data(large, LEVELS[-1])["rows"] if row["layer"] == "contours"]
    assert "heights are written in prints alone" in row
    assert not any("prints alone" in row["words"] for row in legend_data(small, LEVELS[-1])["rows"])


def corrected(ground, index):
    """Turn a hex that is wooded into open ground, or the other way round."""
    terrain, cover = ground.terrain.copy(), ground.cover.copy()
    wooded, plain = (ground.terrain_names.index(name) for name in ("woods_dense", "open"))
    terrain[index] = plain if terrain[index] == wooded else wooded
    cover[index] = 0.0
    return replace(ground, terrain=terrain, cover=cover)


# The smaller the blocks, the more of them sample the same ground: by 3 each of these takes twenty seconds.
@pytest.mark.parametrize(
    ("spot", "block"),
    [(0, 11), (WIDE * (HIGH // 2) + WIDE // 2, 7), (WIDE * HIGH - 1, 11)],
    ids=["corner", "middle", "far corner"],
)
def test_a_corrected_map_takes_over_what_its_change_does_not_reach_and_no_more(ground, monkeypatch, spot, block):
    monkeypatch.setattr(pieces, "_BLOCK", block)
    level, before = LEVELS[2], Shapes(ground, whole_up_to=0)
    apart(before, level)
    before.woods(before.box)
    changed = corrected(ground, spot)
    after = Shapes(changed, whole_up_to=0)
    after.succeed(before)
    (settled,) = after._pieces.values()
    kept = ~np.isnan(settled._leaning)
    assert kept.sum() < len(kept)
    assert kept.any() or spot not in {0, len(kept) - 1}
    assert after.roads is before.roads
    assert after.rivers is before.rivers
    assert apart(after, level) == apart(Shapes(changed, whole_up_to=0), level)


def test_lines_of_what_was_changed_are_laid_anew(ground):
    before = Shapes(ground, whole_up_to=0)
    before.lay_lines()
    town = Place("Newtown", 5, *ground.layout.to_map(ground.layout.centres()[5]).tolist(), 20_000, 2)
    built, dry = replace(ground, places=(*ground.places, town)), replace(ground, hexside=np.zeros_like(ground.hexside))
    paved = replace(ground, road=np.where(ground.road > 0, 1, 0).astype(np.uint8))
    kept = {}
    for name, changed in (("built", built), ("dry", dry), ("paved", paved)):
        after = Shapes(changed, whole_up_to=0)
        after.succeed(before)
        kept[name] = set(after._laid)
        assert packed(after, LEVELS[3], (0, 0, 9, 9)) == packed(Shapes(changed, whole_up_to=0), LEVELS[3], (0, 0, 9, 9))
    every = {"rivers", "spots", "towns", "roads", "railways"}
    assert kept == {"built": {"rivers"}, "dry": every - {"rivers"}, "paved": every - {"roads", "railways"}}


def test_a_map_of_another_grid_takes_nothing_over(ground):
    before, other = Shapes(ground, whole_up_to=0), Shapes(big_ground(WIDE + 1, HIGH), whole_up_to=0)
    before.lay_lines()
    other.succeed(before)
    assert (other._laid, other._pieces) == ({}, {})


def test_a_small_map_takes_over_samples_and_woods_of_one_of_the_same_hexes_and_no_more(ground):
    before = Shapes(ground)
    assert before.grown.field.shape == before.samples.here.shape
    cleared = replace(ground, cover=np.zeros_like(ground.cover), terrain=np.zeros_like(ground.terrain))
    town = Place("Newtown", 5, *ground.layout.to_map(ground.layout.centres()[5]).tolist(), 20_000, 2)
    for changed, same_woods in (
        (replace(ground, name="Other"), True), (cleared, False),
        (replace(ground, places=(*ground.places, town)), False),
    ):  # fmt: skip
        after = Shapes(changed)
        after.succeed(before)
        assert after.samples is before.samples
        assert (after.grown is before.grown) == same_woods
        assert np.array_equal(after.grown.field, Shapes(changed).grown.field)
    other = Shapes(big_ground(45, 40))
    other.succeed(before)
    assert "samples" not in vars(other)


def test_the_last_map_of_the_same_hexes_is_the_one_that_is_taken_over(ground, monkeypatch):
    monkeypatch.setattr("maps.shapes.shapes._KEPT", OrderedDict())
    before = shapes_of(ground)
    _ = before.samples
    shapes_of(big_ground(45, 40))
    assert vars(shapes_of(replace(ground, name="Other", date="1944-01-01")))["samples"] is before.samples


def test_however_many_ask_for_the_lines_they_are_laid_once(ground, monkeypatch):
    laid, begun, lay = [], threading.Barrier(4), laying.roads

    def slowly(hexmap, spots):
        laid.append(threading.get_ident())
        return lay(hexmap, spots)

    monkeypatch.setattr(laying, "roads", slowly)
    shapes = Shapes(ground, whole_up_to=0)

    def ask(_):
        begun.wait()
        return shapes.roads

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(ask, range(4)))
    assert len(laid) == 1
    assert all(one is found[0] for one in found)


def test_a_large_map_that_is_corrected_keeps_the_lines_of_the_one_before(monkeypatch):
    monkeypatch.setattr(Shapes.__init__, "__defaults__", (None, pieces.PER_HEX, 0))
    ground = big_ground(20, 20)
    before = shapes_of(ground)
    before.lay_lines()
    assert shapes_of(corrected(ground, 7)).roads is before.roads


def test_the_lines_of_a_large_map_are_laid_as_soon_as_a_page_asks_for_it(monkeypatch):
    monkeypatch.setattr(packets, "WHOLE_UP_TO", 0)
    ground = big_ground(21, 20)
    drawing_data(ground, "/d/")
    for thread in threading.enumerate():
        if thread.name == "lines of a map":
            thread.join()
    assert "roads" in shapes_of(ground)._laid
