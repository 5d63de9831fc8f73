"""Ways longer than a turn."""

import pytest

from campaign.spoken.reader import read_block
from campaign.spoken.verdicts import verdicts
from campaign.spoken.ways import Ways
from tests.campaign.spoken.corpus import board


@pytest.mark.parametrize(("name", "rules"), [("lesk_fords", "three_star_general"), ("lesk_fords", "zen_operational"),
                                             ("tallow_cross", "d3_one_hour")])
def test_an_arrival_is_told_where_a_phase_is_repeated(name, rules):
    """A go is repeated for as long as a side has one: counting turns ahead must come to an end all the same."""
    situation, ruleset = board(name, rules)
    arrivals = [Ways(ruleset, situation)._arrival(turns) for turns in range(1, 9)]
    assert arrivals == sorted(set(arrivals))
    goal = situation.map.number(len(situation.map) - 1)
    assert verdicts(read_block(f"R1.1 to {goal}", situation, "umpire"), situation, ruleset, "umpire")
