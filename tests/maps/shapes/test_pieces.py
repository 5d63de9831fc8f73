"""A large map is worked out where it is looked at: its squares must be those of the map that is laid whole."""

import numpy as np
import pytest

from maps.problems import ProblemsFound
from maps.shapes import pieces
from maps.shapes.plane import part_of
from maps.shapes.shapes import Shapes
from scenarios.drawing.levels import DISTANT, LEVELS
from scenarios.drawing.mapscene import ground_scene
from scenarios.drawing.wire import packed, square_box, squares_of
from tests.webui.bigground import big_ground
from webui.desk.drawn import packets
from webui.desk.drawn.packets import drawing_data, legend_data, written_data

FINE = [level for level in LEVELS if level.per_hex == LEVELS[-1].per_hex]
COARSE = [DISTANT, *(level for level in LEVELS if level not in FINE)]


@pytest.fixture(scope="module", params=[True, False], ids=["flat", "pointy"])
def ground(request):
    return big_ground(44, 40, flat_top=request.param)


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
    with pytest.raises(ProblemsFound, match=r"about 1,8\d\d hexes would be drawn at once.*draw a part of the map"):
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
