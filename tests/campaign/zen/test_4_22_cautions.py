"""ZN 4.22: hexes far larger or smaller than a map inch allows; the umpire is told when the campaign is made."""

import pytest

from campaign.systems.zen.march.zones import zones
from campaign.systems.zen.play import ZenPlay
from tests.toyplay import toy_situation

GROUND = "....\n....\n....\n...."


@pytest.mark.parametrize(
    ("width_m", "words"),
    [(2000.0, ()), (3000.0, ("wider than a zone of control",)), (1000.0, ("no room for a battalion",))],
)
def test_what_hexes_of_a_width_do_to_the_rules_is_told(width_m, words):
    """2 km: 3.73 inches, zones reach the neighbours; 3 km: 5.6, they do not; 1 km: 3 square inches, no room for 4."""
    situation = toy_situation(GROUND, "us inf A 0202", width_m=width_m)
    told = ZenPlay(situation.tables).cautions(situation)
    assert len(told) == len(words)
    assert all(word in line for word, line in zip(words, told, strict=True))
    assert bool(zones(situation, "us")) == (width_m <= 2000.0)
