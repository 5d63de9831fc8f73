"""GR 5.7: all cells of the table, eight directions on both layouts, half the range, the area of effect."""

import dataclasses
from itertools import product

import pytest

from campaign.systems.parkin.fight.bursts import burst_hex, direction, scatter_mp
from maps.grid.hexgrid import NO_HEX
from tests.campaign.parkin.games import Game, rules

COMPASS = [["NW", "N", "NE"], ["W", "dud", "E"], ["SW", "S", "SE"]]
FIRE = "clock phase=fire side=red"


@pytest.mark.parametrize(("first", "second"), list(product(range(1, 7), repeat=2)))
def test_gr_5_7_every_cell(first, second):
    """The first die is the column, 1-2 west, 3-4 middle, 5-6 east; the second the row, 1-2 north."""
    assert direction(rules().tables, first, second) == COMPASS[(second + 1) // 2 - 1][(first + 1) // 2 - 1]


@pytest.mark.parametrize("layout", ["", "pointy"])
@pytest.mark.parametrize("way", ["N", "NE", "E", "SE", "S", "SW", "W", "NW"])
@pytest.mark.parametrize("far", range(1, 7))
def test_gr_5_7_the_burst_is_in_the_hex_nearest_to_the_point(layout, way, far):
    """A slow twin: of all hexes the one whose centre is nearest to the point that many MP away."""
    game = Game(f"map 20x20\n{layout}")
    centres, width = game.situation.map.layout.centres(), game.situation.map.layout.width_m
    start = game.hex("1010")
    east = far * ("E" in way) - far * ("W" in way)
    south = far * ("S" in way) - far * ("N" in way)
    share = 2**-0.5 if len(way) == 2 else 1.0
    point = centres[start] + [east * share * width, south * share * width]
    away = ((centres - point) ** 2).sum(axis=1)
    found = burst_hex(game.situation, start, way, far)
    assert away[found] <= away.min() + 1e-6 * width**2


def test_gr_5_7_north_is_up():
    """On hexes in columns N and S go along the column."""
    game = Game("map 20x20")
    assert game.situation.map.number(burst_hex(game.situation, game.hex("1010"), "N", 4)) == "1006"
    assert game.situation.map.number(burst_hex(game.situation, game.hex("1010"), "S", 4)) == "1014"


def test_gr_5_7_off_the_map():
    game = Game("map 5x5")
    assert burst_hex(game.situation, game.hex("0101"), "NW", 3) == NO_HEX
    inside = game.situation.map.inside.copy()
    inside[game.hex("0101")] = False
    holed = dataclasses.replace(game.situation, map=dataclasses.replace(game.situation.map, inside=inside))
    assert burst_hex(game.situation, game.hex("0103"), "N", 2) == game.hex("0101")
    assert burst_hex(holed, game.hex("0103"), "N", 2) == NO_HEX, "a corner that the map's outline leaves out"


@pytest.mark.parametrize(
    ("rows", "die", "mp"), [(10, 6, 5), (10, 4, 4), (11, 6, 5), (3, 6, 1), (2, 3, 1), (1, 6, 1), (13, 6, 6)]
)
def test_gr_5_7_at_most_half_the_range(rows, die, mp):
    """Half of 11 MP is 5, of 3 MP 1; of 1 MP it would be 0, and is 1."""
    game = Game("map 1x30")
    assert scatter_mp(game.situation, game.hex("0101"), game.hex(f"01{1 + rows:02d}"), die) == mp


def test_gr_5_7_the_least_is_a_reading():
    game = Game("map 1x30", scatter_half=0)
    assert scatter_mp(game.situation, game.hex("0101"), game.hex("0102"), 6) == 0


def test_gr_5_7_half_the_normal_damage_in_the_area():
    """Points of a mortar's explosive, 3: the target 3, others half, 1; at 3 MP they are in the area, at 4 not."""
    others = "blue infantry 8 0807\nblue infantry 7 0806\nred infantry 2 1010"
    lines = f"red mortar 1 0820\nblue infantry 9 0810 marks=moved\n{others}"
    game = Game(f"map 20x20\n{lines}\n{FIRE}")
    game.play("1 S 0810")
    game.play("next", 6, 1, 1, 1, 1, 1)
    assert [game.stand(key).losses for key in ("9", "8", "7", "2", "1")] == [3, 1, 0, 1, 0]


def test_gr_5_7_a_unit_may_hit_itself():
    """High explosive, 8 MP, at a target 6 MP away: the firer is in the area as well: half of 4."""
    game = Game(f"map 1x20\nred mortar 1 0101 projectile=high_explosive\nblue infantry 9 0107 marks=moved\n{FIRE}")
    game.play("1 S 0107")
    game.play("next", 6, 1, 1, 1, 1, 1, 1)
    assert (game.stand("1").losses, game.stand("9").gone) == (2, "destroyed")


def test_gr_5_7_who_is_destroyed_before_its_turn_to_fire_does_not_fire():
    """The first shot's burst destroys the second firer; its order is told as not carried out (GR 5.2)."""
    lines = (
        "red mortar 1 0101 projectile=high_explosive\nred infantry 2 0102 losses=3\nblue infantry 9 0107 marks=moved"
    )
    game = Game(f"map 3x20\n{lines}\nblue infantry 8 0302 marks=moved\n{FIRE}", adjacent_ban="other_friends")
    game.set("2", hex=game.hex("0104"))
    game.play("1 S 0107")
    game.play("2 S 0302")
    events = game.play("next", 6, *[1] * 10)
    assert game.stand("2").gone == "destroyed"
    assert [e.why for e in events if type(e).__name__ == "OrderRefused"] == [
        "the firer was lost before its turn to fire"
    ]
    assert game.situation.state.declared == ()


def test_gr_5_7_a_dud_and_a_burst_off_the_map_are_told():
    text = f"map 1x20\nred mortar 1 0115\nblue infantry 9 0105 marks=moved\n{FIRE}"
    for dice, told in (((1, 5, 3, 3), "a dud"), ((1, 5, 1, 3), "it bursts 5 MP W, off the map"),
                       ((1, 2, 4, 5), "it bursts 2 MP S, in 0107")):  # fmt: skip
        game = Game(text)
        game.play("1 S 0105")
        rest = (1,) if told.endswith("0107") else ()
        events = game.play("next", *dice, *rest)
        assert next(e.why for e in events if type(e).__name__ == "FireResolved") == told


def test_gr_5_7_a_miss_without_an_area_does_nothing():
    game = Game(f"map 1x20\nred infantry 1 0101\nblue infantry 9 0111 marks=moved\n{FIRE}")
    game.play("1 S 0111")
    assert not [e for e in game.play("next", 3) if type(e).__name__ == "LossesTaken"]
