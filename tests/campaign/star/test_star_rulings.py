"""The umpire overrules (3S 1.14): what he sets is set, and what cannot be is refused."""

import pytest

from campaign.engine.dice import SeededDice
from campaign.model.verbs.ruling import Ruling
from tests.campaign.star.field import SYSTEMS, Field

WRONG = [
    (Ruling("", stand="A/1"), "needs its reason"), (Ruling("so", stand="X"), "no unit 'X'"),
    (Ruling("so", stand="A/1", marks_on=("tired",)), "no mark 'tired'"), (Ruling("so", weather="hail"), "no weather"),
    (Ruling("so", stand="A/1", losses=9), "is too much"), (Ruling("so", losses=1), "names no unit"),
    (Ruling("so", stand="A/1", hex=58), "core stand"), (Ruling("so", formation="A", stores={"LOG": 1}), "no stores"),
    (Ruling("so", ground=("5", "bridge")), "name a hexside"), (Ruling("so", formation="Q"), "no formation 'Q'"),
    (Ruling("so", ground=("99999/1", "bridge")), "there is no place '99999/1'"),
]  # fmt: skip


@pytest.mark.parametrize(("order", "what"), WRONG)
def test_3s_1_14_a_ruling_that_cannot_be_is_refused(order, what):
    field = Field("map 9x9\nred infantry A/1 0504 of=A\nred infantry A/2 0507 of=A\nblue infantry B/1 0909 of=B")
    with pytest.raises(Exception, match=what):
        field.take(order, dice=SeededDice("x", 1))


def test_3s_1_14_rulings_do_what_they_say():
    field = Field("""
map 9x9
red infantry A/1 0504 of=A losses=2
red antitank t 0504 of=A
red infantry A/2 0101 of=A
blue infantry B/1 0909 of=B
""")
    field.do('rule stand=A/1 hex=0601 losses=-1 on=moved because "r"', 'rule weather=overcast because "clouds"',
             'rule ground=0504/0505=bridge because "r"', 'rule formation=A on=prepared because "r"')  # fmt: skip
    assert (field.at("A/1"), field.at("t"), field.stand("A/1").losses) == ("0601", "0601", 1)
    assert "moved" in field.stand("A/1").marks
    assert (field.state.weather, "prepared" in field.state.formations["A"].marks) == ("overcast", True)
    assert "bridge" in field.state.ground.values()
    field.do('rule stand=t hex=0101 because "r"', 'rule stand=A/1 remove because "r"')
    field.do('rule stand=A/1 hex=0501 because "r"')
    assert (field.at("t"), field.at("A/1")) == ("0101", "0501")
    assert "only the umpire" in field.refusal('rule weather=fine because "r"', by="red").why


@pytest.mark.parametrize("key", SYSTEMS)
def test_3s_1_5_who_is_detached_before_the_first_order_digs_in_no_sooner_than_his_regiment(key):
    """The mark of a regiment that the scenario prepared does not count for who is away from it."""
    given = """
map 9x9
red hq A/hq 0503 of=A
red infantry A/1 0504 of=A marks=detached
blue infantry B/1 0909 of=B
formation A posture= marks=prepared
clock phase=orders
"""
    field = Field(given, key)
    assert "begin dug in" in field.refusal("A/1 C order_dig_in").why
    assert field.refusal("A/1 C order_hold") is None
    assert field.refusal("posture A dig_in") is None
