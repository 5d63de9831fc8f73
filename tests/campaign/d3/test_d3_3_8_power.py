"""D3 3.8: what a unit's shot is reckoned to do, for sides that plan."""

import pytest

from campaign.systems.d3.fight.shooting import power
from campaign.systems.d3.space import measure
from tests.campaign.d3.tabletop import Table

REACHES = [
    ("infantry", 12, 2), ("mortar", 24, 2), ("artillery", 48, 2), ("antitank", 24, 1), ("light_tank", 24, 3),
    ("tank", 12, 3), ("heavy_tank", 24, 3), ("assault_gun", 12, 1), ("mobile_artillery", 48, 1),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "inches", "mean"), REACHES)
def test_d3_3_8_what_a_shot_does_to_ones_own_sort_in_the_open(kind, inches, mean):
    """The mean of the three results of the table; direct fire at medium armour reaches half as far, indirect all."""
    table = Table(f"map 9x9\nclock phase=shoot side=red\nred {kind} 1 0101")
    found = power(table.situation, "1")
    assert (found.close, found.fire, found.range) == (0.0, mean, measure(table.situation).steps(inches))
