"""GR 5.5: the field of view hex by hex, and what stops a line."""

import dataclasses
import itertools
import math

import pytest

from campaign.few import Few
from campaign.systems.parkin.fight.sight import why_no_line, why_shut
from campaign.systems.parkin.march.facing import is_in_view
from campaign.systems.parkin.march.ground import ground_of
from campaign.systems.parkin.space import counters
from maps.grid.hexgrid import NO_HEX
from tests.campaign.parkin.games import Game

FIRE = "clock phase=fire side=red"


@pytest.mark.parametrize("layout", ["", "pointy"])
@pytest.mark.parametrize("degrees", [60, 90, 120, 180, 360])
def test_gr_5_5_field_of_view_against_the_compass(layout, degrees):
    """Measured with atan2 between the line to a hex and the line to the neighbour it faces, the edges included."""
    game = Game(f"map 9x9\n{layout}\nred infantry 1 0505\n{FIRE}", field_degrees=degrees)
    hexmap, here = game.situation.map, game.hex("0505")
    centres = hexmap.layout.centres()
    for facing in range(6):
        game.set("1", facing=facing)
        ahead = centres[hexmap.neighbour[here, facing]] - centres[here]
        for there in range(len(hexmap)):
            du, dv = centres[there] - centres[here]
            angle = math.degrees(math.atan2(ahead[0] * dv - ahead[1] * du, ahead[0] * du + ahead[1] * dv))
            wanted = there == here or abs(angle) <= degrees / 2 + 1e-6
            assert is_in_view(game.situation, game.stand("1"), there) == wanted


def test_gr_5_5_of_the_neighbours_one_is_in_view_and_of_the_next_ring_one_too():
    """60 degrees off is out; at two hexes 30 degrees off is in: the reading which hexes are seen."""
    game = Game(f"map 9x9\nred infantry 1 0505 facing=0\n{FIRE}")
    grid = game.situation.map.layout.grid
    seen = [index for index in grid.within(game.hex("0505"), 2) if is_in_view(game.situation, game.stand("1"), index)]
    assert sorted(map(grid.number, seen)) == ["0403", "0503", "0504", "0505", "0603"]


def test_gr_5_5_without_a_facing_it_looks_all_round():
    game = Game(f"map 9x9\nred infantry 1 0505\n{FIRE}")
    assert all(is_in_view(game.situation, game.stand("1"), index) for index in range(81))


def line(lines, eye="1", target="9", **readings):
    game = Game(f"map 9x12\nred infantry 1 0101\nblue infantry 9 0107\n{lines}\n{FIRE}", **readings)
    situation = game.situation
    return why_no_line(situation, game.stand(eye), game.stand(target), counters(situation))


LINES = [
    ("", ""), ("terrain 0104 woods_dense", "woods dense in 0104"), ("terrain 0104 woods_open", "woods open"),
    ("terrain 0104 town", "town"), ("terrain 0104 city", "city"), ("terrain 0104 village", "village"),
    ("terrain 0104 bocage", "bocage"), ("terrain 0104 orchard", ""), ("terrain 0104 marsh", ""),
    ("terrain 0101 woods_dense\nterrain 0107 town", ""),
    ("height 0104 21", "the hill in 0104"), ("height 0104 20", ""), ("height 0104 21\nheight 0107 1", ""),
    ("blue infantry 8 0106", "the unit in 0106"), ("red infantry 2 0102", "the unit in 0102"),
    ("red infantry 2 0103", ""),
    ("blue infantry 8 0105", ""), ("blue dummy 8 0106", ""), ("blue helicopter 8 0106", ""),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "what"), LINES)
def test_gr_5_5_what_stops_the_line(lines, what):
    told = line(lines)
    assert (what in told) if what else told == ""


def test_gr_5_5_along_the_edge_no_hex_elsewhere_stops_the_line():
    """From 0212 to 0812 every other hex is off the map; woods in its last hex have nothing to do with it."""
    for woods in ("0912", "0911"):
        game = Game(f"map 9x12\nterrain {woods} woods_dense\nred infantry 1 0212\nblue infantry 9 0812\n{FIRE}")
        situation = game.situation
        assert why_no_line(situation, game.stand("1"), game.stand("9"), counters(situation)) == ""


@pytest.mark.parametrize("layout", ["", "pointy"])
@pytest.mark.parametrize(("cols", "rows"), [(6, 7), (7, 6), (5, 5)])
def test_gr_5_5_every_line_is_looked_along_as_if_it_were_the_only_one(layout, cols, rows):
    """The courses that lines share, against each line by itself; a hex of half an MP, so that two steps are near."""
    woods = ["0303", "0204", "0504", "0501"]
    drawn = "\n".join(f"terrain {number} woods_dense" for number in woods)
    game = Game(f"map {cols}x{rows}\n{layout}\n{drawn}\nred infantry 1 0101\n{FIRE}", mp_per_hex=0.5)
    grid, shut = game.situation.map.layout.grid, [game.hex(number) for number in woods]
    centres = game.situation.map.layout.centres() / game.situation.map.layout.width_m / 2
    for a, b in itertools.permutations(range(len(grid)), 2):
        between = [index for index in grid.line(a, b)[1:-1] if index != NO_HEX]
        first = next((k for k, index in enumerate(between) if index in shut), None)
        wanted = f"woods dense in {grid.number(between[first])} is between them" if first is not None else ""
        near = [i for i in between[:first] if min(math.dist(centres[i], centres[end]) for end in (a, b)) <= 1 + 1e-9]
        assert why_shut(game.situation, a, b, {}) == wanted
        for index in between[:first]:
            told = why_shut(game.situation, a, b, {index: [game.stand("1")]})
            assert (f"the unit in {grid.number(index)} is in the way" == told) == (index in near)


def test_gr_5_5_who_flies_sees_over_all_and_is_seen_unless_air_sight_is_read_otherwise():
    for between, why in (("terrain 0104 woods_dense", "woods dense in 0104"), ("blue infantry 8 0106", "in 0106")):
        for eye, target in (("1", "H"), ("H", "1")):
            lines = f"{between}\nblue helicopter H 0107"
            assert line(lines, eye, target) == ""
            assert why in line(lines, eye, target, air_sight=False)


def test_gr_5_5_ground_between_that_is_off_the_map_stops_the_line():
    game = Game(f"map 9x12\nred infantry 1 0101\nblue infantry 9 0107\n{FIRE}")
    inside = game.situation.map.inside.copy()
    inside[game.hex("0104")] = False
    holed = dataclasses.replace(game.situation, map=dataclasses.replace(game.situation.map, inside=inside))
    told = why_no_line(holed, game.stand("1"), game.stand("9"), counters(holed))
    assert told == "0104 between them is off the map"


def test_gr_5_5_lines_are_the_same_however_few_of_them_are_kept():
    drawn = "map 5x5\nterrain 0303 woods_dense\nterrain 0204 town\nred infantry 1 0101\n" + FIRE
    game = Game(drawn)
    pairs = list(itertools.permutations(range(25), 2))
    usual, ground = [why_shut(game.situation, a, b, {}) for a, b in pairs], ground_of(game.situation)
    ground.lines, ground.shapes = Few(3), Few(3)
    assert [why_shut(game.situation, a, b, {}) for a, b in pairs] == usual
    assert (len(ground.lines), len(ground.shapes)) == (3, 3)
    assert any(usual)


def test_gr_5_5_both_ways_alike():
    for lines, _ in LINES:
        assert bool(line(lines)) == bool(line(lines, "9", "1"))


def test_gr_5_5_where_a_hex_is_wider_than_an_mp_no_unit_stands_in_the_way():
    assert line("blue infantry 8 0106", mp_per_hex=2) == ""
    assert "the unit in 0105" in line("blue infantry 8 0105", mp_per_hex=0.5), "two hexes are 1 MP"


def test_gr_5_5_hill_m_is_a_reading():
    assert line("height 0104 21", hill_m=30) == ""


@pytest.mark.parametrize(("hilly", "stops"), [("0104", True), ("0104 0101", False), ("0104 0107", False)])
def test_gr_5_5_unknown_heights_go_by_the_terrain(hilly, stops):
    """Hilly ground between stops the line, unless one of the ends is hilly too."""
    drawn = "\n".join(f"terrain {number} hills" for number in hilly.split())
    game = Game(f"map 9x12\n{drawn}\nred infantry 1 0101\nblue infantry 9 0107\n{FIRE}")
    heights = game.situation.map.elevation_m.copy()
    heights[:] = float("nan")
    hexmap = dataclasses.replace(game.situation.map, elevation_m=heights)
    unknown = dataclasses.replace(game.situation, map=hexmap)
    told = why_no_line(unknown, game.stand("1"), game.stand("9"), counters(unknown))
    assert ("the hill in 0104" in told) == stops


def test_gr_5_5_both_ways_alike_where_one_end_is_of_unknown_height():
    game = Game(f"map 9x12\nheight 0104 60\nred infantry 1 0101\nblue infantry 9 0107\n{FIRE}")
    heights = game.situation.map.elevation_m.copy()
    heights[game.hex("0101")] = float("nan")
    situation = dataclasses.replace(game.situation, map=dataclasses.replace(game.situation.map, elevation_m=heights))
    there = counters(situation)
    told = {why_no_line(situation, game.stand(a), game.stand(b), there) for a, b in (("1", "9"), ("9", "1"))}
    assert told == {""}, "open ground is no hill where heights cannot be compared"


TURNS = [
    ("1 Z 0", "", "looks there already"), ("1 Z 3", "losses=3", "crippled"), ("1 Z 3", "marks=waiting", "waits"),
]  # fmt: skip


@pytest.mark.parametrize(("order", "options", "why"), TURNS)
def test_gr_5_5_who_cannot_turn(order, options, why):
    game = Game(f"map 9x9\nred infantry 1 0505 facing=0 {options}\nclock phase=move side=red")
    assert why in game.refused(order)[1]
    assert order not in game.legal()


def test_gr_5_5_turning_is_free_before_and_after_a_move():
    game = Game("map 9x12\nred infantry 1 0505 facing=0\nclock phase=move side=red")
    game.play("1 Z 3")
    game.play("1 M 0505-0506-0507-0508-0509-0510-0511")
    game.play("1 Z 1")
    assert (game.at("1"), game.stand("1").facing) == ("0511", 1)
    held = Game("map 9x9\nred infantry 1 0505 facing=0\nclock phase=move side=red", turning="move")
    assert "turns only when it moves" in held.refused("1 Z 3")[1]
    held.play("1 M 0505-0506")
    held.play("1 Z 1")
