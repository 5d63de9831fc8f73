"""ZN 4.18: guns that fired are heard."""

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger
from campaign.model.verbs.bombard import Bombard, GunsHeard
from campaign.systems.zen.fight import artillery
from campaign.systems.zen.play import ZenPlay
from tests.toyplay import toy_situation


def test_guns_that_nobody_sees_are_heard_and_only_by_the_other_side():
    """4.18: guns that fired within 24 inches are heard; here 3 hexes off at 3.73 inches each."""
    ground = "\n".join(["." * 9] * 7)
    situation = toy_situation(
        ground, "ge art G 0104", "ge rec R 0304", "us inf A 0404", phase="combat", stores={"ge": {"LOG": 3}}
    )
    ledger = Ledger(situation, ScriptedDice(1, 1, 1))
    ZenPlay().carry_out(Bombard("G", situation.map.index_of("0404")), "umpire", ledger)
    artillery.end_combat(ledger)
    (report,) = [event for event in ledger.events if isinstance(event, GunsHeard)]
    assert report.side == "us"
    assert len(report.hexes) == 1
    off = situation.map.layout.grid.distance(report.hexes[0], situation.map.index_of("0104"))
    assert off <= 1, "the distance is right and the bearing off by 20 degrees at most"
