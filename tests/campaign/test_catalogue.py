"""The rule systems by their keys, and the Zen rules as one of them."""

from importlib.resources import files
from pathlib import Path

import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger, Refusal
from campaign.model.verbs.verb import Order
from campaign.systems.catalogue import UnknownRuleset, coded, keys, ruleset
from campaign.systems.zen.units import strength_points
from maps.problems import ProblemsFound
from tests.toyplay import toy_situation


def test_every_key_loads_its_rules():
    for key in keys():
        assert ruleset(key).tables.key == key


def test_an_unknown_key_names_those_there_are():
    with pytest.raises(UnknownRuleset, match=r"there is no rule system 'zen'; .*zen_operational"):
        ruleset("zen")


def test_an_override_is_marked_as_the_umpire_s():
    rules = ruleset("zen_operational", {"progress": "lost"})
    item = next(item for item in rules.tables.interpretations if item.key == "progress")
    assert (item.value, item.source) == ("lost", "house")
    assert ruleset("zen_operational").tables.reading("progress") == "kept"


def test_an_override_of_nothing_is_refused():
    with pytest.raises(ProblemsFound, match="no interpretation is called 'progres'; did you mean 'progress'"):
        ruleset("zen_operational", {"progres": "lost"})


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("movement", "alternate", "movement is played so and no other way"),
        ("no_pol", "bananas", "no_pol cannot be 'bananas'; it can be 'no_move' or 'half_move'"),
        ("mud", 0, "mud cannot be 0; it can be True or False"),
        ("spot_inches", -1, "spot_inches cannot be -1; it can be any number from 0"),
        ("spot_inches", "far", "spot_inches cannot be 'far'; it can be any number from 0"),
    ],
)
def test_a_value_that_cannot_be_is_refused(key, value, words):
    with pytest.raises(ProblemsFound, match=words):
        ruleset("zen_operational", {key: value})


def test_any_number_may_take_the_place_of_a_number():
    assert ruleset("zen_operational", {"spot_inches": 7.5}).tables.reading("spot_inches") == 7.5


def own_code(rules):
    """Read what asks for its readings: its own modules of rules, and what is common to all but the words of cases."""
    folder = Path(str(files("campaign")))
    system = folder.parent / type(rules.play).__module__.rpartition(".")[0].replace(".", "/")
    others = [path for path in folder.rglob("*.py") if not {"systems", "engine", "kit"} & set(path.parts)]
    lines = [line for path in others for line in path.read_text("utf-8").splitlines() if "reading" in line]
    own = [path.read_text("utf-8") for path in (*system.rglob("*.py"), *(folder / "kit").rglob("*.py"))]
    return "".join([*own, *lines])


@pytest.mark.parametrize("key", coded())
def test_a_fixed_reading_is_one_that_no_rule_asks_for(key):
    """What the program reads may be set; what it does not read must say that it is fixed."""
    rules = ruleset(key)
    code = own_code(rules) + "".join(f'"{key}"' for row in rules.tables.unmark for key in row.reading)
    for item in rules.tables.interpretations:
        assert item.fixed == (f'"{item.key}"' not in code), item.key


def test_4_4_strength_points():
    """ZN-79: a battalion of 4 companies, armour and scary kit: 4 + 1 + 1."""
    tables = ruleset("zen_operational").tables
    assert strength_points(tables, 4) == 4
    assert strength_points(tables, 4, armour=True, scary=True) == 6
    assert strength_points(tables, 4, scary=True, really_scary=True) == 6, "the greater counts"
    assert strength_points(tables, 1, morale=-2) == 1, "at least one"
    both = ruleset("zen_operational", {"scary_adds_up": True}).tables
    assert strength_points(both, 4, scary=True, really_scary=True) == 7
    with pytest.raises(ValueError, match="morale \\+3 is beyond"):
        strength_points(tables, 4, morale=3)
    with pytest.raises(ValueError, match="a unit of 0 companies"):
        strength_points(tables, 0)


class Whistle(Order, frozen=True):
    """An order that no rules know."""


def test_an_order_that_the_rules_do_not_know_is_refused():
    situation = toy_situation("..", "us inf A 0101")
    with pytest.raises(Refusal, match="know no order Whistle"):
        ruleset("zen_operational").play.carry_out(Whistle(), "umpire", Ledger(situation, ScriptedDice()))


def test_a_stand_off_the_map_reaches_nothing():
    play = ruleset("zen_operational").play
    situation = toy_situation("..", "us inf A -")
    assert play.reach(situation, "A").cost == {}
    assert list(play.orders(situation, "A")) == []
