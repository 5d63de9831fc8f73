"""The count of legal orders counts what can be counted by hand."""

from campaign.engine.given import situation_of
from campaign.systems.catalogue import ruleset
from tests.campaign.counting import count, difference, divide

ZEN = ruleset("zen_operational")
LONE = """
map 1x3
width 1.6092
red infantry 1 0101 size=company
clock phase=move
"""


def test_two_hexes_to_go_to_and_the_end_of_the_phase():
    """On foot 6 inches: 0102, 0103. After either both again, a cancel, the end."""
    situation = situation_of(LONE, ZEN)
    assert count(ZEN, situation, 1) == {"red: 1 M 0101-0102": 1, "red: 1 M 0101-0102-0103": 1, "umpire: next": 1}
    assert count(ZEN, situation, 2) == {"red: 1 M 0101-0102": 4, "red: 1 M 0101-0102-0103": 4, "umpire: next": 1}
    # After a march and a second one, a cancel, the end: 4 + 4 + 3 + 1; after two ends the next turn's air phase, where
    # each side may look at each of three hexes: 2 * 3 + 1.
    assert sum(count(ZEN, situation, 3).values()) == 2 * (4 + 4 + 3 + 1) + 7


def test_the_divide_is_printed_on_a_mismatch_alone():
    assert divide({"a": 2, "b": 3}, 5) == ""
    assert divide({"a": 2, "b": 3}, 6) == "5 nodes, pinned are 6\n       3 b\n       2 a"


def test_the_difference_names_the_orders_that_changed():
    assert difference({"a": 2, "b": 3}, {"a": 2, "b": 3}) == ""
    assert difference({"a": 2, "b": 3}, {"a": 1, "c": 3}) == (
        "       2        1 a\n       3        - b\n       -        3 c"
    )
