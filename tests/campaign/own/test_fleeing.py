"""Who flees goes away from the enemy, and at the edge of the map stands rather than run to and fro."""

import pytest

from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Ledger
from campaign.systems.own.fight.retreats import flee
from tests.campaign.own.small import given, rules

QUICK = rules("", ("move = 3", "move = 9"))


@pytest.mark.parametrize("place", ["0101", "0303", "0505", "0601"])
def test_who_flees_enters_no_hex_twice(place):
    situation = given(QUICK, "map 6x5", f"red infantry 1 {place}", "blue infantry 9 0302", "clock phase=move side=red")
    ledger = Ledger(situation, SeededDice("flees", 1))
    foe = situation.state.stands["9"].hex
    flee(ledger, "1", [foe], rule="4")
    way = [situation.state.stands["1"].hex, *(event.path[-1] for event in ledger.events if hasattr(event, "path"))]
    assert len(way) > 1
    assert len(set(way)) == len(way)
    distance = situation.map.layout.grid.distance
    assert distance(way[-1], foe) >= distance(way[0], foe)
