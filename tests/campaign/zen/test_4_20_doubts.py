"""ZN 4.20: doubts of the text that no other paragraph's tests settle."""

from campaign.systems.zen.fight.firepower import dice_of
from tests.campaign.zen.fighting import fought, ledger_of, losses


def test_zn_4_20_9_in_transport_mode_the_ground_still_saves():
    """G throws 4 and 1: one hit, as A is in transport mode; in rough ground A saves it on a 4. A throws 1, 1."""
    ledger = fought(".r", "ge inf G 0101", "us inf A 0201 marks=transport", dice=(4, 1, 4, 1, 1))
    assert losses(ledger) == {}
    assert losses(fought(".r", "ge inf G 0101", "us inf A 0201 marks=transport", dice=(4, 1, 3, 1, 1))) == {"A": 1}


def test_zn_4_20_19_strong_and_poor_on_one_unit_are_not_added_up():
    """The order of battle may not give both; a unit that has them all the same counts as poorly armed."""
    ledger = ledger_of("..", "us inf A 0101 traits=strong,poor", "us inf B 0101 traits=strong,light")
    assert dice_of(ledger.situation, ledger.state.stands["A"]) == 1
    assert dice_of(ledger.situation, ledger.state.stands["B"]) == 3
