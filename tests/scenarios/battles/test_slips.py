"""Results in writing: by the names on the counters, all faults at once; and plans that the umpire sets otherwise."""

from __future__ import annotations

import pytest
from msgspec.structs import replace as change

from maps.problems import ProblemsFound
from scenarios.battles.editing import KEPT_OFF, Edits, edited
from scenarios.battles.numbers import Fate
from scenarios.battles.slips import read_slip, written_slip
from tests.scenarios.battles.test_table_plans import campaign, hexes, planned


@pytest.fixture(scope="module")
def plan():
    """Give a battalion of four companies against two battalions, each a unit of D3 or several."""
    return planned("zen_operational", "d3_one_hour")[1]


def read(plan, text):
    here = campaign("zen_operational")
    return read_slip(text, plan, here.state.stands, here.map)


def units(plan, stand):
    return [unit.id for unit in plan.units_of(stand)]


def printed(plan, unit):
    return next(one.profile.short for one in plan.units if one.id == unit)


def test_a_line_says_what_became_of_units_by_the_names_on_their_counters(plan):
    first, second = units(plan, "3/112")[:2]
    line = f"turns: 9; {printed(plan, first)}: 2 hits; {printed(plan, second)}: gone; II/1130: left, at 0504"
    slip, problems = read(plan, line + "; because: dusk; and rain")
    assert not problems
    had = next(unit.hits for unit in plan.units if unit.id == first)
    assert slip.fates[first] == Fate(had + 2)
    assert slip.fates[second] == Fate(gone=True)
    assert {slip.fates[key].left for key in units(plan, "II/1130")} == {True}
    assert slip.moves == {"II/1130": campaign("zen_operational").map.index_of("0504")}
    assert (slip.turns, slip.because) == (9, "dusk; and rain")


def test_a_blank_slip_is_read_as_no_harm_whatever_the_names(plan):
    here = campaign("zen_operational")
    text = written_slip(plan, here.state.stands, here.map)
    slip, problems = read(plan, text)
    assert not problems
    assert (slip.fates, slip.moves, slip.turns) == ({}, {}, plan.turns)
    assert all(f"{printed(plan, key)}: unharmed" in text for unit in plan.stands for key in units(plan, unit))


def test_a_stand_of_several_units_is_gone_as_a_whole_and_its_hits_are_asked_by_unit(plan):
    slip, problems = read(plan, "3/112: gone")
    assert not problems
    assert {slip.fates[key].gone for key in units(plan, "3/112")} == {True}
    _, problems = read(plan, "3/112: 2 hits")
    assert [one.what for one in problems] == ["3/112 is several units on the table"]
    assert all(printed(plan, key) in problems[0].remedy for key in units(plan, "3/112"))


@pytest.mark.parametrize(("entry", "what"), [
    ("3/112 A: 99 hits", "steps and cannot take 99 hits and stand"),
    ("3/112 Z: gone", "'3/112 Z' is not in this battle"),
    ("3/112 A: dances", "is nothing that becomes of a unit"),
    ("3/112 A gone", "is no entry"),
    ("turns: 200", "'200' turns cannot be"),
    ("turns: many", "'many' turns cannot be"),
    ("3/112: at 9999", "9999"),
    ("3/112 A: 1 hit; 3/112 A: gone", "3/112 A is named twice"),
    ("3/112 A: at 0303; 3/112 B: at 0304", "3/112 is put into two hexes"),
])  # fmt: skip
def test_what_cannot_be_is_told_with_its_line(plan, entry, what):
    _, problems = read(plan, "# a slip\n" + entry)
    assert what in str(problems[-1])
    assert "line 2" in str(problems[-1])
    assert problems[-1].remedy


def test_all_that_is_wrong_is_told_at_once(plan):
    _, problems = read(plan, "turns: 200\n3/112 A: 99\nNobody: gone\n3/112: at 9999\nrubbish")
    assert len(problems) == 5


def test_hits_who_stays_off_and_what_it_is_for_are_set_otherwise_and_marked(plan):
    here = campaign("zen_operational")
    unit = units(plan, "3/112")[0]
    aim = (("The mill", hexes(here, "0403")[0], 5),)
    done = edited(plan, Edits({unit: 3}, {"1/112"}, aim))
    (changed,) = [one for one in done.units if one.id == unit]
    assert (changed.hits, changed.proposed) == (3, 1), "out of supply it begins with a hit"
    assert not done.units_of("1/112")
    assert [(one.stand, one.why) for one in done.left_out] == [("1/112", KEPT_OFF)]
    assert done.objectives == aim
    assert done.changed == ("units", "left_out", "objectives")
    assert edited(plan, Edits({unit: 1}, (), plan.objectives)) == plan, "as proposed is no change"


def test_a_plan_that_cannot_be_set_so_says_all_that_is_wrong(plan):
    edits = Edits({units(plan, "3/112")[0]: 99, "ghost": 1}, {"1/112", "3/112", "ghost"}, (("", 0, 0),))
    with pytest.raises(ProblemsFound) as told:
        edited(plan, edits)
    said = str(told.value)
    for part in ("99 are too many", "ghost", "would have nobody on the table", "has no name", "lies beyond the hexes",
                 "0 points cannot be"):  # fmt: skip
        assert part in said, said


def test_a_plan_says_how_each_stands_and_from_where_the_attack_comes(plan):
    told = {one.stand: one for one in plan.standings}
    assert told.keys() == set(plan.stands)
    assert all(one.strength == one.full > 0 for one in told.values())
    assert plan.facing == "south-east", "0403 and 0404 lie east of 0303 and 0304, and half a hex lower"


def test_a_unit_goes_by_the_short_name_of_its_counter_or_by_its_whole_name_where_it_has_none(plan):
    first, second = (unit for unit in plan.units if unit.id in units(plan, "3/112")[:2])
    short = change(first, profile=change(first.profile, short="A Coy", name="A Company"))
    plain = change(second, profile=change(second.profile, short="", name="B Company"))
    other = change(plan, units=tuple({first.id: short, second.id: plain}.get(one.id, one) for one in plan.units))
    here = campaign("zen_operational")
    assert "A Coy: unharmed" in written_slip(other, here.state.stands, here.map)
    assert "B Company: unharmed" in written_slip(other, here.state.stands, here.map)
    slip, problems = read(other, "A Coy: gone; B Company: gone")
    assert not problems
    assert {key for key, fate in slip.fates.items() if fate.gone} == {first.id, second.id}


@pytest.mark.parametrize("turns", ["9" * 5000, "-1", "100", "٣", "1e3", ""])
def test_turns_that_cannot_be_are_told_whatever_is_written(plan, turns):
    slip, problems = read(plan, f"turns: {turns}")
    assert [one.remedy for one in problems] == ["write 0 to 99"]
    assert slip.turns == plan.turns


def test_turns_that_are_told_twice_and_differently_are_no_turns(plan):
    assert not read(plan, "turns: 3; turns: 3")[1]
    (problem,) = read(plan, "turns: 3; turns: 5")[1]
    assert "the turns are 3 and 5" in problem.what
