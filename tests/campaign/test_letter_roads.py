"""The ways of couriers and lines, against a plain search over a small country."""

from campaign.engine.given import situation_of
from campaign.engine.letters.roads import way
from campaign.model.things import NO_SIDE
from campaign.systems.catalogue import ruleset

RULES = ruleset("zen_operational")
LAND = """
map 7x5
terrain 0302 water
terrain 0303 water
terrain 0502 sea
us infantry 1 0101 of=A
ge infantry 7 0504 of=B
control us 0101 0102 0103 0201 0202 0203
control ge 0403 0404 0503 0504
"""


def test_a_way_is_as_short_as_any_over_land_that_the_enemy_does_not_hold():
    """Against a search from hex to hex: water is shut to all, what the enemy holds is shut but at the ends."""
    here = situation_of(LAND, RULES)
    near, names, us = here.map.neighbour, here.map.terrain_of, here.state.side_code("us")
    hexes = range(len(here.map))
    water = {index for index in hexes if names(index) in {"water", "sea"}}
    held = {index for index in hexes if here.state.control[index] not in {us, NO_SIDE}}
    assert water
    assert held
    for start in hexes:
        for goal in hexes:
            shut = water | (held - {start, goal})
            found = way(here, "us", start, goal, past_stands=True)
            steps = {start: 0} if start not in shut and goal not in shut else {}
            for index in steps_from(steps, near, shut):
                assert index not in shut
            assert len(found) - 1 == steps.get(goal, -1), (start, goal)
            assert not found or ({*found} & shut == set() and found[0] == start and found[-1] == goal)


def steps_from(steps, near, shut):
    """Fill in how many steps each hex is away; yield each as it is come to."""
    line = [*steps]
    for index in line:
        yield index
        for other in near[index].tolist():
            if other >= 0 and other not in shut and other not in steps:
                steps[other] = steps[index] + 1
                line.append(other)
