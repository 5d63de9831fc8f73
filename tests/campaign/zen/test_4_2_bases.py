"""ZN 4.2: bases, which are also footprints."""

import pytest

from campaign.systems.zen.space import area_taken, fits, footprint, room_in_hex, zen
from maps.problems import ProblemsFound
from tests.campaign.zen.marching import overfull_hexes
from tests.toyplay import toy_situation


@pytest.mark.parametrize(
    ("line", "width", "depth"),
    [
        ("us inf A 0101", 2.0, 2.0),
        ("us cav A 0101", 2.0, 2.0),
        ("us arm A 0101", 2.0, 4.0),
        ("us at A 0101", 2.0, 4.0),
        ("us art A 0101", 2.0, 3.0),
        ("us rec A 0101", 1.5, 4.0),
        ("us lorry A 0101", 1.5, 4.0),
        ("us inf A 0101 size=company", 1.5, 1.0),
        ("us cav A 0101 size=company", 1.5, 1.0),
        ("us arm A 0101 size=company", 1.5, 2.5),
        ("us rec A 0101 size=company", 1.5, 2.5),
    ],
)
def test_bases_as_printed(line, width, depth):
    situation = toy_situation("..", line)
    stand = situation.state.stands["A"]
    base = zen(situation).base_of(stand.profile)
    assert (base.width, base.depth) == (width, depth)
    assert footprint(situation, stand) == width * depth


@pytest.mark.parametrize(("size", "width"), [("division", 1.5), ("corps", 2.0), ("army", 2.0)])
def test_headquarters_are_an_inch_and_a_half_or_two_wide(size, width):
    situation = toy_situation("..", f"us hq H 0101 size={size}")
    assert zen(situation).base_of(situation.state.stands["H"].profile).width == width


def test_a_kind_without_a_base_of_its_size_is_named_with_the_way_out():
    situation = toy_situation("..", "us inf A 0101 size=platoon")
    with pytest.raises(ProblemsFound, match=r"kind and size without a base \(4\.2\); give it another size"):
        zen(situation).base_of(situation.state.stands["A"].profile)


def test_interpretation_stacking_three_battalions_fill_a_hex():
    """3 times 4 square inches is 12 of 12.04; a company of infantry (1.5) finds no room beside them."""
    lines = ("us inf A 0101", "us inf B 0101", "us inf C 0101", "us inf D 0201", "us inf E 0201 size=company")
    situation = toy_situation("..", *lines)
    taken = area_taken(situation, list(situation.state.stands.values())[:3])
    assert room_in_hex(situation) - taken == pytest.approx(0.04, abs=0.01)
    assert not fits(situation, "D", 0)
    assert not fits(situation, "E", 0)


def test_a_tank_regiment_and_a_battalion_fill_a_hex():
    """8 + 4 = 12 square inches."""
    situation = toy_situation("..", "us arm A 0101", "us inf B 0201", "us inf C 0201")
    assert fits(situation, "B", 0)
    assert not fits(toy_situation("..", "us arm A 0101", "us inf C 0101", "us inf B 0201"), "B", 0)


def test_an_empty_hex_takes_anyone():
    """A tank regiment (8 square inches) in hexes of 1 km, which have 3: alone, and no one beside it."""
    situation = toy_situation("..", "us arm A 0101", "us inf B 0201", width_m=1000.0)
    assert fits(situation, "A", 0)
    assert not fits(situation, "B", 0)
    assert overfull_hexes(situation) == ()


def test_a_stand_in_the_hex_is_not_in_its_own_way():
    assert fits(toy_situation("..", "us inf A 0101", "us inf B 0101", "us inf C 0101"), "C", 0)


def test_nobody_fits_into_water_or_beside_an_enemy():
    situation = toy_situation("~..", "us inf A 0201", "ge inf X 0301")
    assert [fits(situation, "A", index) for index in (0, 1, 2)] == [False, True, False]


def test_overfull_hexes_are_found():
    crowd = [f"us inf {key} 0201" for key in "ABCD"]
    assert overfull_hexes(toy_situation("..", *crowd)) == (1,)
    assert overfull_hexes(toy_situation("..", *crowd[:3])) == ()


def test_interpretation_riders_room_is_the_other_s_base():
    situation = toy_situation("..", "us inf A 0101", "us inf B 0101", "us lorry L 0101")
    import msgspec

    stands = situation.state.stands
    riding = msgspec.structs.replace(stands["A"], attached_to="L")
    taken = area_taken(situation, [riding, stands["B"], stands["L"]])
    assert taken == 4.0 + 6.0
    assert area_taken(situation, [riding, stands["B"]]) == 8.0
