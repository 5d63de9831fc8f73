"""ZN 4.5: command."""

import math

import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger
from campaign.systems.zen.command import chain
from campaign.systems.zen.command.chain import command
from tests.toyplay import toy_situation

# At a width of 1609.2 m a hex is exactly 3 inches, so six hexes in a column are 18 inches.
COLUMN = "\n".join("." * 8)
EXACT = 1609.2


def test_zn_13_within_18_inches_is_in_command():
    """ZN-13: 18 inches from its HQ: in."""
    situation = toy_situation(COLUMN, "us hq HQ 0101", "us inf A 0107", width_m=EXACT)
    assert command(situation, "A") == ("HQ", pytest.approx(18.0))


def test_zn_13_beyond_18_inches_is_out_of_command():
    """ZN-13: 18.1 inches from its HQ: out; the distance is told."""
    situation = toy_situation(COLUMN, "us hq HQ 0101", "us inf A 0107", width_m=EXACT * 18.1 / 18)
    hq, distance = command(situation, "A")
    assert (hq, distance) == (None, pytest.approx(18.1))


def test_interpretation_competent_hq_is_on_the_own_chain():
    """Another division's HQ next door commands nobody else's units."""
    situation = toy_situation(COLUMN, "us hq HQ9 0102 of=9", "us inf A 0101 of=28", width_m=EXACT)
    assert command(situation, "A") == (None, math.inf)


def test_the_corps_commands_where_the_division_is_too_far():
    situation = toy_situation(
        COLUMN, "us hq HQ28 0108 of=28", "us hq CORPS 0102 of=us-corps size=corps", "us inf A 0101 of=28", width_m=EXACT
    )
    assert command(situation, "A") == ("CORPS", pytest.approx(3.0))


def test_the_lowest_hq_in_range_commands():
    situation = toy_situation(
        COLUMN, "us hq HQ28 0105 of=28", "us hq CORPS 0102 of=us-corps size=corps", "us inf A 0101 of=28", width_m=EXACT
    )
    assert command(situation, "A")[0] == "HQ28"


def test_a_surrounded_hq_is_not_competent():
    """Two enemy battalions on either side of the column's HQ leave it no way out."""
    lines = ("us hq HQ 0103", "us inf A 0101")
    assert command(toy_situation(COLUMN, *lines), "A")[0] == "HQ"
    assert command(toy_situation(COLUMN, *lines, "ge inf X 0102", "ge inf Y 0104"), "A")[0] is None


def test_an_hq_commands_itself():
    assert command(toy_situation(COLUMN, "us hq HQ 0103"), "HQ") == ("HQ", 0.0)


def test_who_is_off_the_map_is_out_of_command():
    assert command(toy_situation(COLUMN, "us hq HQ 0103", "us inf A -"), "A") == (None, math.inf)


def test_many_at_once_are_what_each_is_alone():
    situation = toy_situation(
        COLUMN, "us hq HQ 0103", "us inf A 0101", "us inf B 0108", "ge inf X 0102", "ge inf Y 0104", "ge hq HG 0105",
        "ge inf Z 0106", width_m=EXACT,
    )  # fmt: skip
    alone = {key for key in situation.state.stands if command(situation, key)[0] is None}
    assert set(chain.out_of_command(situation)) == alone == {"HQ", "A", "B"}


def test_the_check_marks_those_out_and_unmarks_those_in():
    situation = toy_situation(
        COLUMN, "us hq HQ 0101", "us inf A 0102 marks=out_of_command", "us inf B 0108", width_m=EXACT
    )
    ledger = Ledger(situation, ScriptedDice())
    chain.begin_command(ledger)
    (event,) = ledger.events
    assert (event.out, event.rule) == (("B",), "ZN 4.5")
    marked = {key for key, stand in ledger.state.stands.items() if "out_of_command" in stand.marks}
    assert marked == {"B"}


def test_zn_4_5_where_all_are_in_command_no_reason_is_given_why_they_are_not():
    ledger = Ledger(toy_situation("....", "us hq HQ 0101", "us inf A 0201"), ScriptedDice())
    chain.begin_command(ledger)
    (event,) = ledger.events
    assert (event.out, event.why) == ((), "")
