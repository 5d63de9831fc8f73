"""What the units of a command attempt in a phase: lines of the sheet, standing orders, marches that go on."""

import dataclasses

import pytest
from msgspec.structs import replace

from campaign.docket.compile import Orders, attempts_of, left_of
from campaign.model.sheets import ClosedLine, Standing
from campaign.model.sheets.intents import NIGHT, Intent
from campaign.model.things import Kept
from campaign.model.verbs.cancel import Cancel
from campaign.model.verbs.intent import DropIntent, Intend
from campaign.model.verbs.march import Move
from tests.campaign.docket.dayground import COMMANDS, GIVEN, RULES, day, moved

FIRST, SECOND = COMMANDS


def hexes(*numbers):
    return tuple(map(day().map.index_of, numbers))


def march(goal, *who, **more):
    return Intent(who, "march", hexes(goal)[0], **more)


def orders(*lines, command=FIRST, **more):
    return Orders(command, tuple(ClosedLine(n, f"line {n}", intents) for n, intents in lines), **more)


def replace_tried(asked, *done):
    return dataclasses.replace(asked, tried=frozenset(done))


def tried(asked, situation=None):
    return attempts_of(asked, day() if situation is None else situation, RULES)


def paths(found):
    return {one.stand: [order.path for order in one.orders if isinstance(order, Move)] for one in found}


def test_each_unit_of_a_line_attempts_what_the_line_comes_to():
    found = tried(orders((2, (march("0302", "1/110"),)), (4, (Intent(("2/110", "229FA"), "hold"),))))
    assert [(one.line, one.stand, one.command, one.side, one.standing) for one in found] == [
        (2, "1/110", "us-1", "us", False), (4, "2/110", "us-1", "us", False), (4, "229FA", "us-1", "us", False),
    ]  # fmt: skip
    assert paths(found) == {"1/110": [hexes("0303", "0302")], "2/110": [], "229FA": []}
    assert found[1].words == "stays where it is"


def test_what_was_begun_is_not_begun_again():
    asked = orders((1, (march("0302", "1/110", "2/110"),)), (2, (Intent(("1/110",), "hold"),)))
    assert [(line, key) for line, _, _, key in asked.pending] == [(1, "1/110"), (1, "2/110"), (2, "1/110")]
    begun = replace_tried(asked, (1, "1/110"))
    assert [(line, text, key) for line, text, _, key in begun.pending] == [
        (1, "line 1", "2/110"), (2, "line 2", "1/110"),
    ]  # fmt: skip
    assert {(one.line, one.stand) for one in tried(begun)} == {(1, "2/110"), (2, "1/110")}


def test_units_of_another_command_are_not_ordered():
    assert tried(orders((1, (march("0207", "18Cav"),)))) == ()
    assert [one.stand for one in tried(orders((1, (march("0207", "18Cav"),)), command=SECOND))] == ["18Cav"]


def test_a_line_of_several_units_is_judged_as_one_and_the_nearest_goes_first():
    found = tried(orders((1, (march("0302", "2/110", "1/110"),))))
    assert [one.stand for one in found] == ["1/110", "2/110"]


def test_when_all_is_over_nobody_attempts_anything():
    here = day()
    assert tried(orders((1, (march("0302", "1/110"),))), here.with_state(replace(here.state, ended=True))) == ()


def test_a_long_march_is_kept_before_its_first_leg_is_gone():
    (found,) = tried(orders((1, (march("0107", "1/110"),))))
    assert [type(order) for order in found.orders] == [Intend, Move]
    assert found.orders[0].path[-1] == hexes("0107")[0]


def test_a_doubted_line_is_carried_out_only_if_it_is_meant():
    late = march("0701", "1/110", due=(1, 1))
    assert tried(orders((1, (late,)))) == ()
    assert [one.stand for one in tried(orders((1, (late,)), doubts_meant=True))] == ["1/110"]


def test_what_came_to_nothing_is_told_with_its_reason():
    lake = day(GIVEN.replace("map 12x7", "map 12x7\nterrain 0302 water"))
    asked = orders((3, (march("0302", "1/110"),)), (5, (march("0204", "2/110"),)))
    assert [one.line for one in tried(asked, lake)] == [5]
    (first, second) = left_of(asked, lake, RULES)
    assert (first.line, first.stand) == (3, "1/110")
    assert first.why
    assert (second.line, second.stand) == (5, "2/110")
    assert left_of(replace_tried(asked, (5, "2/110")), lake, RULES) == (first,)


# --- until further notice -----------------------------------------------------------------------------------------


def standing(*rows, **more):
    return orders(standing=rows, **more)


def test_by_a_standing_order_a_unit_goes_back_or_stays():
    goal = hexes("0302")[0]
    found = tried(standing(Standing(("1/110",), "withdraw", goal=goal), Standing(("2/110",), "withdraw", goal=goal)))
    assert [(one.line, one.stand, one.standing) for one in found] == [(0, "1/110", True), (0, "2/110", True)]
    assert paths(found)["1/110"] == [hexes("0303", "0302")]
    for posture in ("stand_fast", "hold_at_all_costs", "delay", "go_on", "automaton"):
        assert tried(standing(Standing(("1/110",), posture))) == (), "it stays anyway"


def test_who_stands_fast_gives_up_what_he_was_about():
    goes = Move("1/110", hexes("0303", "0302"))
    for posture in ("stand_fast", "hold_at_all_costs"):
        (found,) = tried(standing(Standing(("1/110",), posture)), day(declared=(goes,)))
        assert found.orders == (Cancel("1/110"),)
        assert found.standing
    (found,) = tried(standing(Standing(("1/110",), "stand_fast")), day(intents={"1/110": Kept(hexes("0303", "0402"))}))
    assert found.orders == (DropIntent("1/110"),)


def test_a_line_of_the_turn_comes_before_a_standing_order():
    back = Standing(("1/110", "2/110"), "withdraw", goal=hexes("0302")[0])
    found = tried(orders((1, (Intent(("1/110",), "hold"),)), standing=(back,)))
    assert [(one.line, one.stand) for one in found] == [(1, "1/110"), (0, "2/110")]
    late = orders((1, (march("0701", "1/110", due=(1, 1)),)), standing=(back,))
    assert [one.stand for one in tried(late)] == ["2/110"], "of who is named in a line the line alone counts"


def test_a_standing_order_is_tried_once_a_turn_and_for_own_units_only():
    back = Standing(("1/110", "18Cav"), "withdraw", goal=hexes("0302")[0])
    assert [one.stand for one in tried(standing(back))] == ["1/110"]
    assert tried(standing(back, tried=frozenset({(0, "1/110")}))) == ()
    assert [one.stand for one in tried(standing(back, tried=frozenset({(1, "1/110")})))] == ["1/110"]


@pytest.mark.parametrize(
    ("until", "counts"), [(None, True), ((1, 1), True), ((1, NIGHT), True), ((2, 1), True), ((0, NIGHT), False)]
)
def test_a_standing_order_ends_with_its_last_turn(until, counts):
    back = Standing(("1/110",), "withdraw", goal=hexes("0302")[0], until=until)
    assert bool(tried(standing(back))) is counts


def test_what_sets_a_standing_order_off():
    back = {key: Standing(("1/110", "2/110"), "withdraw", key, hexes("0302")[0]) for key in ("contact", "attacked")}
    assert tried(standing(*back.values())) == ()
    near = moved(day(), {"II/3": "0403"})
    met = near.with_state(replace(near.state, contacts=frozenset({("1/110", "II/3")})))
    assert {one.stand for one in tried(standing(back["contact"]), met)} == {"1/110"}
    assert tried(standing(back["attacked"]), met) == ()
    hit = near.with_state(replace(near.state, assaults=frozenset({("II/3", "2/110")})))
    assert {one.stand for one in tried(standing(back["attacked"]), hit)} == {"2/110"}
    assert tried(standing(back["contact"]), hit) == ()


def test_who_is_cut_off_acts_by_the_line_for_that():
    back = Standing(("1/110", "2/110"), "withdraw", "cut_off", hexes("0302")[0])
    assert tried(standing(back), day(f"{GIVEN}source depot us 0101")) == ()
    cut = tried(standing(back), day(f"{GIVEN}source depot us 0703"))
    assert sorted(one.stand for one in cut) == ["1/110", "2/110"], "the enemy sits on the depot"
    assert tried(standing(back), moved(day(f"{GIVEN}source depot us 0703"), {"1/110": None, "2/110": None})) == ()


# --- marches that go on -------------------------------------------------------------------------------------------


def test_a_march_goes_on_unless_something_else_was_ordered():
    here = day(intents={"1/110": Kept(hexes("0303", "0302")), "18Cav": Kept(hexes("0206", "0207"))})
    (found,) = tried(orders(), here)
    assert (found.line, found.stand, found.standing, found.command) == (0, "1/110", False, "us-1")
    assert paths([found]) == {"1/110": [hexes("0303", "0302")]}
    assert tried(orders(marches_go_on=False), here) == ()
    held = orders((1, (Intent(("1/110",), "hold"),)))
    assert [(one.line, one.orders) for one in tried(held, here)] == [(1, (DropIntent("1/110"),))]


def test_no_march_goes_on_in_a_phase_without_marches():
    kept = {"1/110": Kept(hexes("0303", "0302"))}
    fight = day(GIVEN.replace("phase=move", "phase=combat"), intents=kept)
    assert tried(orders(), fight) == ()
