"""On which bank a hex lies, worked out on paper: a river down a board between its second and third column."""

from dataclasses import replace

import numpy as np

from campaign.spoken.banks import crossed_to, is_beyond
from maps.grid.hexmap import CROSSINGS
from tests.toyground import toy_map

ROWS = 12
OUR = frozenset({"our"})


def board(*, down_to=ROWS, bridge="0205/0305"):
    """Build the board, with the Our from its first row down to another, and one bridge over it."""
    plain = toy_map("\n".join(["....."] * ROWS), bridges=(bridge,))
    names = {}
    for index, side in np.argwhere(plain.neighbour >= 0).tolist():
        here, there = plain.number(index), plain.number(int(plain.neighbour[index, side]))
        if here < there and {here[:2], there[:2]} == {"02", "03"} and int(here[2:]) <= down_to:
            low = min(index, int(plain.neighbour[index, side]))
            way = plain.neighbour[low].tolist().index(max(index, int(plain.neighbour[index, side])))
            bridged = plain.crossing[low, way] == CROSSINGS.index("bridge")
            names[low, way] = "Our, Our bridge" if bridged else "Our"
    return replace(plain, side_names=names)


def beyond(hexmap, here, there, river=OUR):
    return is_beyond(hexmap, river, hexmap.index_of(here), hexmap.index_of(there))


def test_a_river_from_edge_to_edge_parts_the_board():
    hexmap = board()
    assert beyond(hexmap, "0206", "0306")
    assert beyond(hexmap, "0506", "0106")
    assert not beyond(hexmap, "0101", "0212")
    assert not beyond(hexmap, "0206", "0306", frozenset({"sauer"}))


def test_round_its_spring_the_banks_are_one_and_far_from_it_two():
    hexmap = board(down_to=7)
    assert not beyond(hexmap, "0207", "0307")
    assert beyond(hexmap, "0201", "0301")


def test_it_is_crossed_to_the_hex_behind_the_bridge_from_either_bank():
    hexmap = board()
    for here, near, there in (("0203", "0209", "0305"), ("0403", "0309", "0205")):
        found = crossed_to(hexmap, OUR, hexmap.index_of(here), hexmap.index_of(near))
        assert [hexmap.number(one) for one in found] == [there]
    assert crossed_to(hexmap, frozenset({"sauer"}), 0, 5) == []
