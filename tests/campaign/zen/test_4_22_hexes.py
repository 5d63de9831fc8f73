"""ZN 4.22: the rules on hexes."""

import pytest

from campaign.systems.zen.march.pricing import ground_for
from campaign.systems.zen.march.zones import is_surrounded
from tests.campaign.zen.marching import THREE_INCHES, Game, column
from tests.toyplay import toy_situation

INCHES_OF_2_KM = 2.0 / 0.5364


@pytest.mark.parametrize(
    ("line", "road", "mark", "hexes"),
    [
        ("us inf A 0101", False, ".", 6 / INCHES_OF_2_KM),
        ("us arm A 0101", True, ".", 12 / INCHES_OF_2_KM),
        ("us art A 0101 mover=horse", False, "w", 1 / INCHES_OF_2_KM),
    ],
)
def test_hexes_a_turn_at_two_km(line, road, mark, hexes):
    """Foot in the open 1.6; tracked on a road 3.2; horse-drawn in rough about a quarter of one."""
    options = {"roads": ("0101-0102",)} if road else {}
    game = Game(column(2, mark), line, **options)
    cost = ground_for(game.situation, game.stand("A")).at(0, 3).cost
    assert 2400 / cost == pytest.approx(hexes, abs=0.005)


def test_interpretation_contact_is_across_one_hexside():
    """An attack ends in the hex next to the enemy's; from two hexes off there is none."""
    game = Game(column(5), "us inf A 0101", "ge inf X 0103", width_m=THREE_INCHES)
    assert game.refusal("A A 0101x0103")[0] == "ZN 4.7"
    game.march("A A 0101-0102x0103")
    assert game.at("A") == "0102"
    assert game.at("X") == "0103"


@pytest.mark.parametrize("gap", ["friend", "open"])
def test_interpretation_surrounded_is_a_ring_without_a_gap(gap):
    """Six battalions round 0202; where one is missing the hex lies in their zones, unless a friend stands in it."""
    ring = ["0102", "0103", "0201", "0203", "0302"]
    lines = [f"ge inf X{number} {number}" for number in ring]
    lines += ["us inf A 0202", *(["us inf B 0303"] if gap == "friend" else [])]
    situation = toy_situation("...\n...\n...\n...", *lines, width_m=THREE_INCHES)
    index = situation.map.index_of("0202")
    assert is_surrounded(situation, index, "us") == (gap == "open")


def test_the_edge_of_the_map_and_water_close_a_ring():
    situation = toy_situation(column(3, "~.."), "us inf A 0102", "ge inf X 0103", width_m=THREE_INCHES)
    assert is_surrounded(situation, situation.map.index_of("0102"), "us")
