"""A sheet as it is read: orders for the turn, and lines that count until further notice."""

import pytest

from campaign.docket.reading import read_sheet
from campaign.model.sheets import Standing
from campaign.model.sheets.intents import NIGHT
from tests.campaign.docket.dayground import day, moved

OWN = ("1/110", "2/110", "229FA")


def read(text, viewer="us-1", **more):
    return read_sheet(text, day(), viewer, **more)


def one(text, viewer="us-1", **more):
    """Read a single line that counts until further notice."""
    found = read(f"standing: {text}", viewer, **more)
    assert found.lines == ()
    (line,) = found.further
    return (found.standing[0] if found.standing else None), line


def number(index):
    return day().map.number(index)


def test_orders_and_standing_lines_keep_their_own_numbers():
    found = read("1/110 to 0302\nstanding: 2/110 stand fast\n\n229FA stays\nUntil further notice: 229FA hold")
    assert [(line.number, line.verdict) for line in found.lines] == [(1, "give"), (4, "give")]
    assert [(line.number, line.text, line.verdict) for line in found.further] == [
        (2, "2/110 stand fast", "give"), (5, "229FA hold", "give"),
    ]  # fmt: skip
    assert [kept.who for kept in found.standing] == [("2/110",), ("229FA",)]
    assert {line.assumed for line in found.further} == {("until further notice", "stays, and gives up its march")}


@pytest.mark.parametrize(
    "head", ["standing:", "Standing order :", "  STANDING:", "until further notice:", "bis auf weiteres:"]
)
def test_what_a_standing_line_begins_with(head):
    assert read(f"{head} 1/110 stand fast").standing == (Standing(("1/110",), "stand_fast"),)


def test_a_line_that_only_speaks_of_standing_is_an_order():
    found = read("1/110 holds standing: fast")
    assert found.standing == ()
    assert [line.number for line in found.lines] == [1]


@pytest.mark.parametrize(
    ("words", "posture"),
    [
        ("hold at all costs", "hold_at_all_costs"), ("holds at all costs", "hold_at_all_costs"),
        ("um jeden Preis halten", "hold_at_all_costs"), ("stands fast", "stand_fast"), ("Holds", "stand_fast"),
        ("hält", "stand_fast"), ("goes on", "go_on"), ("go on", "go_on"), ("weitermachen", "go_on"),
    ],
)  # fmt: skip
def test_postures_without_a_place(words, posture):
    assert one(f"1/110 {words}")[0] == Standing(("1/110",), posture)


@pytest.mark.parametrize(
    ("words", "posture"),
    [
        ("delay to 0202", "delay"), ("delays back to 0202", "delay"), ("verzögert nach 0202", "delay"),
        ("withdraws to 0202", "withdraw"), ("falls back to 0202", "withdraw"), ("weicht aus auf 0202", "withdraw"),
    ],
)  # fmt: skip
def test_postures_that_go_back_to_a_place(words, posture):
    found, _ = one(f"1/110 {words}")
    assert (found.who, found.posture, number(found.goal)) == (("1/110",), posture, "0202")


@pytest.mark.parametrize(
    ("words", "trigger"),
    [
        ("if in contact", "contact"), ("when contact", "contact"), ("bei Feindberührung", "contact"),
        ("if attacked", "attacked"), ("wenn angegriffen", "attacked"), ("if cut off,", "cut_off"),
        ("wenn abgeschnitten", "cut_off"), ("", ""),
    ],
)  # fmt: skip
def test_what_sets_a_line_off(words, trigger):
    found, line = one(f"1/110 {words} withdraw to 0202")
    assert (found.trigger, found.posture, number(found.goal)) == (trigger, "withdraw", "0202")
    assert line.verdict == "give"


def test_a_line_counts_until_a_day_and_turn_or_the_night_of_a_day():
    assert one("1/110 stand fast until day 3")[0].until == (3, NIGHT)
    assert one("1/110 stand fast until day 3, turn 2")[0].until == (3, 2)
    assert one("until day 12 turn 1, 1/110 stand fast")[0].until == (12, 1)
    assert one("1/110 hält bis Tag 4")[0].until == (4, NIGHT)
    assert one("1/110 stand fast")[0].until is None


@pytest.mark.parametrize("everybody", ["all", "ALL", "everybody", "alle"])
def test_all_are_those_of_the_command(everybody):
    assert one(f"{everybody} stand fast")[0].who == OWN
    back, _ = one(f"{everybody} withdraw to 0202")
    assert (back.who, number(back.goal)) == (OWN, "0202")
    assert one("all stand fast", "us-2")[0].who == ("18Cav",)


def test_only_a_whole_command_plays_itself():
    assert one("all automaton")[0] == Standing(OWN, "automaton")
    assert one("1/110, 2/110, 229FA plays itself")[0].posture == "automaton"
    found, line = one("1/110 automaton")
    assert (found, line.verdict) == (None, "ask")
    assert "standing: all automaton" in line.why


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("1/110 dances", "stand fast, hold at all costs, delay, withdraw, go on or automaton"),
        ("1/110 withdraw", "name the place to go back to"),
        ("1/110 withdraw until day 2", "name the place to go back to"),
        ("1/110 stand fast in the rain", "what is meant by 'in the rain'"),
        ("9/999 stand fast", "9/999"),
        ("18Cav stand fast", "18Cav"),
        ("II/3 stand fast", "II/3"),
        ("1/110 withdraw to Atlantis", "Atlantis"),
        ("stand fast", "name"),
    ],
)
def test_what_is_not_understood_is_asked_about_and_nothing_is_kept(words, why):
    found, line = one(words)
    assert (found, line.verdict, line.text) == (None, "ask", words)
    assert why.casefold() in line.why.casefold()


def test_a_command_without_a_unit_on_the_map_goes_back_nowhere():
    found = read_sheet("standing: all withdraw to 0202", moved(day(), {"18Cav": None}), "us-2")
    assert (found.standing, found.further[0].why) == ((), "the command has no unit on the map")
