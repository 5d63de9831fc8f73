"""What a side believes: sightings that fade, zones, danger, front and distances, on maps small enough to count."""

from __future__ import annotations

import pytest

from campaign.model.planning import Dossier, Sighting
from campaign.solo.commander.sightings import Foe, foes, recalled, turn_number
from tests.campaign.solo.commander.positions import at, desk_on, numbers, position

ALONE = ("red infantry R 0203", "blue infantry B 0803")


def test_a_sighting_weighs_four_fifths_of_itself_with_every_turn_and_spreads_a_hex_in_two():
    fresh, older, old = (Foe("x", 0, age, "infantry", "battalion", 4) for age in (0, 1, 4))
    assert (fresh.weight, older.weight, old.weight) == (100, 80, 40)
    assert (fresh.spread, older.spread, old.spread) == (0, 0, 2)


def test_who_is_seen_is_remembered_and_who_is_gone_from_under_our_eyes_is_forgotten():
    situation = position(*ALONE)
    seen = recalled(situation, "red", Dossier(), 8)
    assert numbers(situation, [one.hex for one in seen.values()]) == ["0803"]
    next_door = Sighting(at(situation, "0303"), 1, "infantry", "battalion", 4)
    far_off = Sighting(at(situation, "1105"), 1, "infantry", "battalion", 4)
    memory = Dossier(sightings={"near": next_door, "far": far_off})
    assert set(recalled(situation, "red", memory, 8)) == {"B", "far"}


@pytest.mark.parametrize(("age", "kept"), [(8, True), (9, False)])
def test_a_sighting_is_forgotten_when_it_is_too_old(age, kept):
    situation = position(*ALONE)
    old = Sighting(at(situation, "1105"), turn_number(situation) - age, "infantry", "battalion", 4)
    assert ("old" in recalled(situation, "red", Dossier(sightings={"old": old}), 8)) is kept


def test_the_number_of_a_turn_grows_from_turn_to_turn():
    situation = position(*ALONE)
    assert turn_number(situation) == 1
    assert [foe.age for foe in foes({"x": Sighting(0, 1, "infantry", "battalion", 4)}, 3)] == [2]


def test_a_battalion_in_the_open_has_a_zone_and_danger_in_the_six_hexes_round_it():
    situation = position(*ALONE)
    picture = desk_on(situation).picture
    ring = numbers(situation, picture.ring(at(situation, "0803")))
    assert numbers(situation, picture.zone.nonzero()[0]) == ring
    # Two dice that hit on a six: a third of a point.
    assert {int(picture.danger[at(situation, number)]) for number in ring} == {33}
    assert int(picture.danger.sum()) == 6 * 33
    assert numbers(situation, picture.held.nonzero()[0]) == ["0803"]


def test_distances_are_counted_to_the_enemy_and_to_his_front():
    situation = position(*ALONE, control="rrrrrrrrrrrr")
    assert int(desk_on(situation).picture.away[at(situation, "0203")]) == 6
    situation = position(*ALONE, control="rrrrrbbbbbbb")
    picture = desk_on(situation).picture
    assert {number[:2] for number in numbers(situation, picture.front.nonzero()[0])} == {"06"}
    assert int(picture.away[at(situation, "0203")]) == 4


def test_a_remembered_enemy_bars_the_ground_as_a_seen_one_does_but_less_dangerously():
    situation = position("red infantry R 0203", "blue infantry B 1205")
    old = Sighting(at(situation, "0803"), turn_number(situation) - 1, "infantry", "battalion", 4)
    picture = desk_on(situation, dossier=Dossier(sightings={"ghost": old})).picture
    assert picture.held[at(situation, "0803")]
    assert picture.zone[at(situation, "0703")]
    assert int(picture.danger[at(situation, "0703")]) == 27
    assert "ghost" not in picture.view.state.stands


def test_two_units_in_a_hex_jam_it():
    situation = position("red infantry R 0203", "red infantry S 0203", "red infantry T 0205", "blue infantry B 0803")
    jam = desk_on(situation).picture.jam
    assert int(jam[at(situation, "0203")]) == 34
    assert int(jam[at(situation, "0205")]) == 0
