"""Turns to a goal, worked out on paper: an open hex of 2 km is 3.73 inches, and who is on foot goes 6 in a turn."""

from __future__ import annotations

from campaign.solo.commander.fields import FAR
from tests.campaign.solo.commander.positions import at, desk_on, position

STEP = 62
"""Hundredths of a turn for an open hex on foot: 2 / 0.5364 / 6."""


def test_an_open_hex_costs_what_the_rules_say():
    situation = position("red infantry R 0203", "blue infantry B 1206")
    field = desk_on(situation).fields.to((at(situation, "0603"),), "R", afraid=False)
    found = [int(field[at(situation, number)]) for number in ("0603", "0503", "0403", "0203")]
    assert found[0] == 0
    assert [abs(cost - STEP * steps) <= 2 for cost, steps in zip(found, (0, 1, 2, 4), strict=True)] == [True] * 4


def test_zones_and_enemies_in_the_way_make_it_dearer_for_who_is_afraid():
    situation = position("red infantry R 0202", "blue infantry B 0602", rows=3)
    fields = desk_on(situation).fields
    goal, here = (at(situation, "1002"),), at(situation, "0202")
    assert int(fields.to(goal, "R")[here]) > int(fields.to(goal, "R", afraid=False)[here])
    # To enter his very hex costs the price of a held hex.
    near = at(situation, "0502")
    afraid, plain = (int(fields.to((at(situation, "0602"),), "R", afraid=who)[near]) for who in (True, False))
    assert afraid - plain == 200


def test_a_river_bars_wheels_until_a_bridge_is_thought_of():
    ground = ["." * 8] * 4
    river = [
        f"river 04{row:02}/05{other:02}" for row in range(1, 5) for other in (row - 1, row, row + 1) if 1 <= other <= 4
    ]
    lines = ("red armour R 0202 mover=tracked", "blue infantry B 0804")
    situation = position(*lines, *_real(river, ground), ground=ground)
    fields = desk_on(situation).fields
    goal, here = (at(situation, "0702"),), at(situation, "0202")
    assert int(fields.to(goal, "R")[here]) == FAR
    assert int(fields.to(goal, "R", bridged=True)[here]) < 1_000
    assert fields.bars("R").any()


def _real(rivers, ground):
    """Keep the hexsides that there are: those between neighbours."""
    grid = position("red infantry R 0101", "blue infantry B 0804", ground=ground).map.layout.grid
    for line in rivers:
        left, right = line.removeprefix("river ").split("/")
        if grid.index_of(right) in grid.neighbours(grid.index_of(left)):
            yield line


def test_a_goal_off_the_ground_is_far_from_everywhere():
    situation = position("red infantry R 0203", "blue infantry B 0803")
    assert set(desk_on(situation).fields.to((), "R").tolist()) == {FAR}
