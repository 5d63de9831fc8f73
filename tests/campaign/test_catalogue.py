"""The rule systems by their keys, and the Zen rules as one of them."""

import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger, Refusal
from campaign.model.orders import Order
from campaign.rulesets.catalogue import UnknownRuleset, keys, ruleset
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
    with pytest.raises(KeyError, match="no interpretation is called 'progres'"):
        ruleset("zen_operational", {"progres": "lost"})


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
