"""The boards that come with the package are sound and as fair as they say; a wrong board is refused by line."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from campaign.engine.given import situation_of
from campaign.systems.catalogue import ruleset
from campaign.systems.d3.march.ground import ground_of, open_steps
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS, SLOPES, problems
from maps.problems import ProblemsFound
from scenarios.board import open_board, read_board, shipped_boards
from scenarios.board_drawing import NOWHERE
from scenarios.board_fairness import unfairness
from scenarios.trials.setups import Setup, started

BOARDS = {key: open_board(path) for key, path in shipped_boards().items()}
D3 = ruleset("d3_one_hour")


def test_there_are_boards_of_both_widths():
    assert len(BOARDS) >= 4
    assert {board.hex_inches for board in BOARDS.values()} == {3, 6}


@pytest.fixture(params=BOARDS)
def board(request):
    return BOARDS[request.param]


def test_it_is_sound(board):
    assert problems(board.hexmap) == []
    assert board.hexmap.layout.width_m == board.hex_inches * board.inch_m
    assert board.hexmap.notes[0] == NOWHERE
    assert board.introduction


def test_it_fits_a_table_of_a_yard_or_little_more(board):
    wide, high = board.table_inches
    assert 30 < wide < 40
    assert 30 < high < 40


def test_it_is_as_fair_as_it_says(board):
    assert unfairness(board) == []


def test_roads_join(board):
    """From any hex with a road one comes to any other on it or on a track, and rivers are crossed by bridges only."""
    hexmap = board.hexmap
    on_road = {int(index) for index in np.flatnonzero(hexmap.road.any(axis=1))}
    reached, front = set(), [min(on_road)]
    while front:
        here = front.pop()
        reached.add(here)
        links = [int(there) for side, there in enumerate(hexmap.neighbour[here]) if hexmap.road[here, side]]
        front += [there for there in links if there not in reached]
    assert reached == on_road
    wet = hexmap.hexside == HEXSIDES.index("river")
    crossed = hexmap.crossing[wet & (hexmap.road > 0)]
    assert set(crossed.tolist()) <= {CROSSINGS.index("bridge")}


def test_both_sides_can_set_up_and_meet(board):
    """Every hex of a zone is passable, and on foot one comes from the one zone to the other."""
    given = situation_of("red tank 1 0101\nblue tank 7 0202", D3)
    laid = replace(given, map=board.hexmap)
    first, second = board.zones
    assert all(ground_of(laid).is_passable(index) for index in (*first, *second))
    reached, front = set(first), list(first)
    while front:
        for there in open_steps(laid, front.pop()):
            if there not in reached:
                reached.add(there)
                front.append(there)
    assert set(second) <= reached
    assert {objective.hex for objective in board.objectives} <= reached


def test_each_zone_has_room_for_six_units(board):
    assert all(len(zone) >= 6 for zone in board.zones)
    assert not set(board.zones[0]) & set(board.zones[1])


def test_what_is_drawn_is_on_the_map():
    hexmap = read_board(shipped_boards()["lesk_fords"])
    here, there = hexmap.index_of("0304"), hexmap.index_of("0403")
    side = hexmap.layout.grid.side_towards(here, there)
    assert HEXSIDES[hexmap.hexside[here, side]] == "river"
    assert CROSSINGS[hexmap.crossing[here, side]] == "bridge"
    assert ROADS[hexmap.road[here, side]] == "main"
    wall = hexmap.layout.grid.side_towards(hexmap.index_of("0202"), hexmap.index_of("0203"))
    assert SLOPES[hexmap.slope[hexmap.index_of("0202"), wall]] == "steep"
    assert hexmap.terrain_of(hexmap.index_of("0103")) == "town"
    assert hexmap.place_of(hexmap.index_of("0103")) == "Upper Lesk"
    assert any("Walls: 0202/0203" in note for note in hexmap.notes)


SOUND = '''
name = "Try"
hex_inches = 6
inch_m = 50
fair = "turned"
rows = """
. .
. w
"""
[[objective]]
name = "Wood"
hex = "0202"
points = 1
[zones]
first = ["0101"]
second = ["0202"]
'''
WRONG = [
    (". w", ". q", "line 7: no terrain is drawn 'q'"),
    (". w", ". w .", "line 7: this row has 3 hexes; the first has 2"),
    ('rows = """\n. .\n. w\n"""', 'rows = """\n"""', "line 5: rows is no board"),
    ("inch_m = 50", "inch_m = 0", "line 3: inch_m is 0, out of range"),
    ("hex_inches = 6\n", "", "hex_inches is missing"),
    ('fair = "turned"', 'fair = "turnd"', "line 4: fair is 'turnd'; did you mean 'turned'"),
    ('name = "Try"', 'name = "Try"\nroad = ["0101-0102"]', "line 2: road is not known here; did you mean 'roads'"),
    ('name = "Try"', 'name = "Try"\nroads = ["0101-0303"]', "line 2: roads names '0303'; there is no hex '0303'"),
    ('name = "Try"', 'name = "Try"\nroads = ["0101"]', "line 2: roads has '0101'; a road is written"),
    ('name = "Try"', 'name = "Try"\nrivers = ["0101/0102/0202"]', "line 2: rivers has '0101/0102/0202'; a hexside is"),
    ('name = "Try"', 'name = "Try"\nwalls = ["0101/0202"]', "0101 and 0202 are not neighbours"),
    ('hex = "0202"', 'hex = "0909"', "line 11: objective.0.hex names '0909'"),
    ('name = "Try"', 'name = "Try"\nplace = 5', r"line 2: place is 5; write \[\[place\]\]"),
    ('name = "Try"', 'name = "Try"\nplace = [3]', "line 2: place.0 is 3, no table"),
    ('name = "Try"', 'name = "Try"\nwalls = 3', "line 2: walls is 3, no text"),
    ("points = 1", 'points = "many"', "points is 'many', no number"),
    ('first = ["0101"]', "first = []", r"zones.first is \[\]"),
    ('first = ["0101"]\n', "", "zones.first names no hex"),
    ('first = ["0101"]', 'first = ["0202"]', "second has hexes of the first zone"),
    ('first = ["0101"]', 'frist = ["0101"]', "did you mean 'first'"),
]


@pytest.mark.parametrize(("good", "bad", "says"), WRONG)
def test_a_wrong_board_is_refused_with_its_line(tmp_path, good, bad, says):
    file = tmp_path / "try.toml"
    assert good in SOUND
    file.write_text(SOUND.replace(good, bad, 1).lstrip("\n"))
    with pytest.raises(ProblemsFound) as refused:
        open_board(file)
    assert re.search(says, str(refused.value)), str(refused.value)


def test_all_faults_are_told_together(tmp_path):
    file = tmp_path / "try.toml"
    file.write_text(SOUND.replace(". w", ". q").replace('"0101"', '"0901"').replace('hex = "0202"', 'hex = "0909"'))
    with pytest.raises(ProblemsFound) as refused:
        open_board(file)
    assert len(refused.value.problems) == 3


UNFAIR = [
    ("turned", ". .\n. w", "0101 is open, 0202 is woods_dense"),
    ("mirrored", ". .\n. .", "cannot be mirrored with 2 columns; draw an odd number"),
    ("turned", ". . .\n. . .", "cannot be turned with 3 columns; draw an even number"),
]


@pytest.mark.parametrize(("fair", "rows", "says"), UNFAIR)
def test_a_board_that_is_not_what_it_claims_is_told(tmp_path, fair, rows, says):
    file = tmp_path / "try.toml"
    file.write_text(SOUND.replace(". .\n. w", rows).replace('fair = "turned"', f'fair = "{fair}"'))
    assert any(says in str(problem) for problem in unfairness(open_board(file)))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ('walls = ["0101/0102"]', "slope of 0101 and 0202 differ"), ('rivers = ["0101/0102"]', "hexside of"),
        ('roads = ["0101-0102"]', "road of"),
    ],
)  # fmt: skip
def test_unequal_hexsides_zones_and_objectives_are_told(tmp_path, more, says):
    """A plain board is fair but for its one objective in a corner; what lies on one side only makes it unfair too."""
    file = tmp_path / "try.toml"
    file.write_text(SOUND.replace(". w", ". .").replace('name = "Try"', f'name = "Try"\n{more}'))
    told = "\n".join(map(str, unfairness(open_board(file))))
    assert says in told
    assert "the objectives are not alike" in told
    file.write_text(SOUND.replace(". w", ". .").replace('first = ["0101"]', 'first = ["0102"]'))
    assert "the zones of the two sides are not alike" in "\n".join(map(str, unfairness(open_board(file))))


def test_the_even_fights_that_boards_name_can_be_set_up(board):
    """Each under rules that there are, with forces that find room; every board says how even it is."""
    for rules, (red, blue) in board.battles.items():
        start, _ = started(Setup(rules=rules, board=board.key, red=red, blue=blue))
        assert {stand.side for stand in start.state.stands.values()} == {"red", "blue"}
    assert board.battles
    assert re.search(r"\d+ of \d+", board.introduction)


OWN_KINDS = """
[kind.hop_gardens]
resembles = "orchard"
letter = "H"
tint = "#e8a0c0"

[kind.burnt_wood]
resembles = "woods_dense"
letter = "B"

[hexside.sunken_road]
resembles = "stream"
symbol = "ticks"
sides = ["0101/0102", "0201/0202"]
"""


def own_board(tmp_path, kinds=OWN_KINDS, rows=". H B\n. w .\n. . ."):
    """Write a board of nine hexes with kinds of its own."""
    text = f'name = "Own"\nhex_inches = 6\ninch_m = 50\nrows = """\n{rows}\n"""\n'
    zones = '[zones]\nfirst = ["0103"]\nsecond = ["0301"]\n'
    (tmp_path / "own.toml").write_text(text + zones + kinds, "utf-8")
    return tmp_path / "own.toml"


def test_a_board_may_have_ground_and_hexsides_of_its_own(tmp_path):
    hexmap = read_board(own_board(tmp_path))
    assert {one.key: one.resembles for one in hexmap.own} == {"hop_gardens": "orchard", "burnt_wood": "woods_dense"}
    names = [hexmap.shown_names[code] for code in hexmap.terrain.tolist()]
    assert [names[hexmap.index_of(number)] for number in ("0201", "0301", "0202", "0101")] == [
        "hop_gardens", "burnt_wood", "woods_dense", "open",
    ]  # fmt: skip
    # To rules of play it is what it resembles.
    played = [hexmap.terrain_names[code] for code in hexmap.terrain.tolist()]
    assert [played[hexmap.index_of(number)] for number in ("0201", "0301")] == ["orchard", "woods_dense"]
    assert (hexmap.border > 0).sum() == 4
    here = hexmap.index_of("0101")
    side = hexmap.layout.grid.side_towards(here, hexmap.index_of("0102"))
    assert hexmap.border_names[hexmap.border[here, side]] == "sunken_road"
    assert problems(hexmap) == []


@pytest.mark.parametrize(
    ("wrong", "right", "told"),
    [
        ('letter = "H"', 'letter = "w"', "letter is 'w'; take one letter that is none of"),
        ('letter = "B"', 'letter = "H"', "kind.burnt_wood.letter is 'H'"),
        ('letter = "H"\n', "", "kind.hop_gardens.letter is missing"),
        ('"0201/0202"', '"0201/0303"', "0201 and 0303 are not neighbours"),
        ('symbol = "ticks"', 'symbol = "stars"', "hexside.sunken_road.symbol is 'stars'"),
        ('resembles = "orchard"', 'resembles = "orchart"', "did you mean 'orchard'?"),
    ],
)
def test_what_is_wrong_with_a_boards_own_kinds_is_told_by_line(tmp_path, wrong, right, told):
    with pytest.raises(ProblemsFound) as found:
        read_board(own_board(tmp_path, OWN_KINDS.replace(wrong, right)))
    fault = next(str(one) for one in found.value.problems if told in str(one))
    assert fault.startswith("own.toml, line ")
