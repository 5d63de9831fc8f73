"""ZN 4.18: guns that fired are heard."""

from campaign.engine.dice import ScriptedDice
from campaign.engine.knowing import told
from campaign.engine.ledger import Ledger
from campaign.model.things import Command
from campaign.model.verbs.bombard import Bombard, GunsHeard
from campaign.model.viewer import viewers_of
from campaign.systems.zen.fight import artillery
from campaign.systems.zen.play import ZenPlay
from tests.campaign.facts import change
from tests.toyplay import toy_situation


def test_guns_that_nobody_sees_are_heard_and_only_by_the_other_side():
    """4.18: guns that fired within 24 inches are heard; here 3 hexes off at 3.73 inches each."""
    ground = "\n".join(["." * 9] * 7)
    situation = toy_situation(
        ground, "ge art G 0104", "ge rec R 0304", "us inf A 0404", phase="combat", stores={"ge": {"LOG": 3}}
    )
    ledger = Ledger(situation, ScriptedDice(1, 1, 1))
    ZenPlay(situation.tables).carry_out(Bombard("G", situation.map.index_of("0404")), "umpire", ledger)
    artillery.end_combat(ledger)
    (report,) = [event for event in ledger.events if isinstance(event, GunsHeard)]
    assert report.side == "us"
    assert len(report.hexes) == 1
    off = situation.map.layout.grid.distance(report.hexes[0], situation.map.index_of("0104"))
    assert off <= 1, "the distance is right and the bearing off by 20 degrees at most"


NORTH, SOUTH = Command("north", "us", "North", ("n",)), Command("south", "us", "South", ("s",))


def reports(commands, *more):
    """Let a gun fire at a stand of the north; a stand of the south is twelve hexes further off."""
    situation = toy_situation(
        "\n".join(["." * 16] * 7), "ge art G 0104 of=g", "ge rec R 0304 of=g", "us inf A 0404 of=n",
        "us inf B 1604 of=s", *more, phase="combat", stores={"g": {"LOG": 3}},
    )  # fmt: skip
    setting = change(situation.state.setting, commands=commands)
    ledger = Ledger(situation.with_state(change(situation.state, setting=setting)), ScriptedDice(1, 1, 1))
    ZenPlay(situation.tables).carry_out(Bombard("G", situation.map.index_of("0404")), "umpire", ledger)
    before = ledger.situation
    artillery.end_combat(ledger)
    found = [event for event in ledger.events if isinstance(event, GunsHeard)]

    def readers(event):
        return [one.key for one in viewers_of(setting) if one.key and told(event, before, one) is not None]

    return {event.by: readers(event) for event in found}


def test_guns_are_told_to_the_command_whose_stands_heard_them_and_to_its_side():
    """4.18: who is further than 24 inches off hears nothing; his command is told nothing."""
    assert reports(()) == {(): ["us", "us"]}, "a side without commands is one"
    assert reports((NORTH, SOUTH)) == {("north",): ["us", "north"]}


def test_each_command_hears_by_its_own_stands():
    both = reports((NORTH, SOUTH), "us inf C 0406 of=s")
    assert both == {("north",): ["us", "north"], ("south",): ["us", "south"]}
    # C sees the gun next to it, and so its command needs not be told that it is heard; the other hears it still.
    assert set(reports((NORTH, SOUTH), "us inf C 0105 of=s")) == {("north",)}
