"""How a battle ended: points, who holds what, what each unit lost; and how long it lasts."""

from xml.etree import ElementTree as ET

import msgspec
import pytest

from campaign.engine.given import situation_of
from campaign.model.calendar import Clock
from campaign.systems.catalogue import ruleset
from scenarios.battles.length import last_turn
from scenarios.reports.ending import SideEnd, UnitEnd, goals, losses_svg, side_ends
from tests.campaign.own.wilds import of_data

LAST = {
    "zen_operational": 2, "three_star_general": 4, "two_star_general": 5, "d3_one_hour": 15, "parkin_generic": 20,
    **{key: ruleset(key).tables.rules.time.turns_a_day[11] for key in of_data()},
}  # fmt: skip
CLOCKS = {
    "zen_operational": "clock phase=combat", "three_star_general": "clock phase=orders",
    "two_star_general": "clock phase=go", "d3_one_hour": "clock phase=move side=red",
    "parkin_generic": "clock phase=move side=red",
    **dict.fromkeys(of_data(), "date 1944-12-16\nclock phase=move side=red"),
}  # fmt: skip


def fight(system="d3_one_hour", *lines):
    words = ["map 9x9", "red tank 1 0101 of=A", "blue tank 9 0909 of=B", "control red 0101", *lines]
    return situation_of("\n".join(words), ruleset(system))


def test_losses_are_told_by_unit_those_that_lost_most_first():
    now = fight("d3_one_hour", "red tank 2 0102 of=A", "objective Hill red 0101 5", "objective Hill blue 0101 3")
    play = ruleset("d3_one_hour").play
    stands = dict(now.state.stands)
    stands["2"] = msgspec.structs.replace(stands["2"], hex=None, gone="overrun")
    after = now.with_state(msgspec.structs.replace(now.state, stands=stands, points={"red": 5}))
    full = play.full_strength(now, "1")
    red, blue = side_ends(after, lambda one: (play.strength(after, one.id), play.full_strength(after, one.id)))
    assert [(unit.lost, unit.now, unit.gone) for unit in red.units] == [(full, 0, "overrun"), (0, full, "")]
    assert (red.points, red.lost, red.full, red.gone, blue.points, blue.lost) == (5, full, 2 * full, 1, 0, 0)
    (hill,) = goals(after)
    assert (hill.name, hill.hex, hill.holder, dict(hill.worth)) == ("Hill", "0101", "Red", {"Red": 5, "Blue": 3})


def test_what_a_viewer_does_not_know_is_not_told():
    now = fight()
    red, blue = side_ends(now, lambda one: (3, 4 if one.side == "red" else None))
    assert (len(red.units), red.lost, blue.units) == (1, 1, ())


def test_the_picture_is_as_wide_as_what_is_left_and_escapes_names():
    units = (UnitEnd("<b>&", 8, 2, "retreated"), UnitEnd("whole", 4, 4, ""), UnitEnd("none", 4, 0, "eliminated"))
    picture = ET.fromstring(losses_svg((SideEnd("red", "Red & Co", "#a8453c", 3, units),), "hits"))
    left = [float(one.get("width")) for one in picture.iter("rect") if one.get("fill")]
    lost = [float(one.get("width")) for one in picture.iter("rect") if not one.get("fill")]
    assert left == pytest.approx([lost[0] / 4, lost[1]])
    assert lost == pytest.approx([lost[0], lost[0] / 2, lost[0] / 2])
    told = [one.text for one in picture.iter("text")]
    assert told[:3] == ["Red & Co: 10 of 16 hits lost", "<b>&", "2 of 8, retreated"]


def test_without_anything_known_there_is_no_picture():
    assert losses_svg((SideEnd("red", "Red", "#a8453c", 0, ()),), "hits") == ""


@pytest.mark.parametrize("system", LAST)
def test_the_last_turn_is_that_with_which_the_rules_end_the_day(system):
    rules = ruleset(system)
    kind = {"d3_one_hour": "tank", "parkin_generic": "armour"}.get(system, "infantry")
    now = situation_of("\n".join(["map 9x9", f"red {kind} 1 0101 of=A", CLOCKS[system], "days 1"]), rules)
    last = last_turn(now, rules.play)
    assert last is not None
    clock, most = now.state.clock, 1
    bare = msgspec.structs.replace(now.state, stands={}, formations={})
    for _ in range(400):
        clock = rules.play.next_clock(now.with_state(msgspec.structs.replace(bare, clock=clock)))
        if clock.day > 1 or clock.night:
            assert most == last
            return
        most = clock.turn
    assert last == LAST[system]  # the clock of these goes on: a reading ends them


def test_a_reading_of_the_length_is_heeded():
    rules = ruleset("d3_one_hour", {"turns": 6})
    now = situation_of("map 9x9\nred tank 1 0101 of=A\nclock phase=move side=red", rules)
    assert last_turn(now, rules.play) == 6


def test_on_the_second_day_the_turns_of_the_first_are_past():
    rules = ruleset("parkin_generic", {"turns_per_day": 12, "length_turns": 20})
    now = situation_of("map 9x9\nred armour 1 0101 of=A\nclock phase=move side=red\ndays 3", rules)
    later = msgspec.structs.replace(now.state, clock=Clock(2, 1, "move", side="red"))
    assert (last_turn(now, rules.play), last_turn(now.with_state(later), rules.play)) == (12, 8)
