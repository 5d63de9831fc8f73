"""Lines that begin with what is to be done: the list of units that follows is of one order."""

import pytest

from campaign.spoken.reader import read_block
from tests.campaign.docket.dayground import day


def read(text):
    (line,) = read_block(text, day(), "us-1")
    return line.verdict, [(intent.who, intent.do) for intent in line.intents]


@pytest.mark.parametrize(
    ("text", "who", "do"),
    [
        ("hold 1/110 2/110", ("1/110", "2/110"), "hold"), ("hold: 1/110 2/110", ("1/110", "2/110"), "hold"),
        ("hold 1/110, 2/110 and 229FA", ("1/110", "2/110", "229FA"), "hold"),
        ("march 1/110 2/110 to 0302", ("1/110", "2/110"), "march"),
        ("withdraw 1/110 and 2/110 to 0202", ("1/110", "2/110"), "march"), ("fire 229FA at 0703", ("229FA",), "fire"),
    ],
)  # fmt: skip
def test_units_after_the_verb_are_a_list(text, who, do):
    assert read(text) == ("give", [(who, do)])


def test_a_unit_after_one_that_has_its_order_begins_another_or_is_asked_about():
    assert read("1/110 holds, 2/110 to 0302") == ("give", [(("1/110",), "hold"), (("2/110",), "march")])
    assert read("1/110 holds 2/110") == ("ask", [])
    assert read("1/110 hold 2/110 stay") == ("ask", [])
    assert read("to 0302 1/110 2/110") == ("ask", [])
