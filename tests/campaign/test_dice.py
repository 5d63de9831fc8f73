"""Dice: the same for the same seed and entry, fair, and called in from a table."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.decide import decide
from campaign.engine.dice import CalledDice, DiceShort, ScriptedDice, SeededDice, dice_of_choice
from campaign.engine.ledger import Ledger, Refusal
from campaign.engine.ruleset import Ruleset
from campaign.engine.wanted import decide_called, pools_wanted
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.verbs.activate import GoGiven
from campaign.model.verbs.detach import Rejoin
from campaign.model.verbs.dice import SideChose
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.opening import opening_state
from campaign.store.dice.choices import check_choice
from campaign.store.preview import DiceWanted, NoDice
from tests.campaign.toyrules import TABLES, toy_opening

FIRST_TEN = (1, 4, 3, 6, 4, 1, 5, 4, 2, 2)

BOTH = "3 for the attack needing 6, 2 for the defence needing 6"


@given(st.text(), st.integers(0, 10**6), st.lists(st.integers(0, 5), max_size=6))
def test_how_dice_are_asked_for_does_not_change_how_they_fall(seed, entry, counts):
    dice = SeededDice(seed, entry)
    piecemeal = [face for count in counts for face in dice.roll(count)]
    assert tuple(piecemeal) == SeededDice(seed, entry).roll(sum(counts))


def test_another_entry_or_seed_rolls_otherwise():
    rolled = {SeededDice(seed, entry).roll(12) for seed in ("a", "b") for entry in range(20)}
    assert len(rolled) == 40
    assert SeededDice("a1", 1).roll(12) != SeededDice("a", 11).roll(12)


@pytest.mark.parametrize("faces", [3, 6, 10])
def test_every_face_is_as_likely(faces):
    count = 6000
    fallen = Counter(SeededDice("fair", 1).roll(count, faces))
    assert set(fallen) == set(range(1, faces + 1))
    expected = count / faces
    chi_squared = sum((number - expected) ** 2 / expected for number in fallen.values())
    assert chi_squared < 28  # 9 degrees of freedom: exceeded once in a thousand seeds; this seed is fixed


def test_the_dice_of_a_known_seed_never_change():
    """Old logs keep their dice in their events, but a player's proof of fair play rests on this."""
    assert SeededDice("ardennes", 7).roll(10) == FIRST_TEN


def test_called_dice_fall_as_called():
    dice = ScriptedDice(6, 1, 3)
    assert dice.roll(2) == (6, 1)
    assert dice.roll(1) == (3,)
    with pytest.raises(ValueError, match="1 dice wanted and 0 called in; call in the rest"):
        dice.roll(1)
    with pytest.raises(ValueError, match=r"a die of 6 faces cannot show \(7,\)"):
        ScriptedDice(7).roll(1)


def test_looking_ahead_rolls_nothing():
    with pytest.raises(DiceWanted, match="3 dice of 6 faces"):
        NoDice().roll(3)


def test_a_pool_counts_its_hits_and_a_total_its_modifiers():
    ledger = Ledger(Situation(opening_state(toy_opening()), None, TABLES), ScriptedDice(6, 5, 1, 4))
    pool = ledger.roll("fire", 3, 5, "T 2", by="x")
    assert (pool.dice, pool.hits, pool.score, pool.total, pool.by) == ((6, 5, 1), 2, 5, None, "x")
    total = ledger.roll_total("landing", "T 3", (("rough", -2), ("fine", 1)))
    assert (total.dice, total.total) == ((4,), 3)


# --- dice that an order wants --------------------------------------------------------------------------------


class Duel:
    """Rules of one order: both throw, and against each hit of the attack one die saves."""

    def carry_out(self, order, by, ledger):
        rolls = [ledger.roll("the attack", 3, 6, "T 1"), ledger.roll("the defence", 2, 6, "T 1")]
        hits = rolls[0].hits
        if hits:
            rolls.append(ledger.roll("saves", hits, 5, "T 1"))
        ledger.record(FireResolved(by="x", kind="air", target=0, hits=hits, rolls=tuple(rolls)))


@pytest.fixture
def duel():
    situation = Situation(opening_state(toy_opening()), None, TABLES)
    return Ruleset(TABLES, Duel()), situation, Rejoin("x")


def test_the_pools_that_are_sure_are_named_before_the_dice_fall(duel):
    wanted = pools_wanted(*duel)
    assert [(pool.what, pool.dice, pool.rule) for pool in wanted.pools] == [
        ("the attack", 3, "T 1"), ("the defence", 2, "T 1"),
    ]  # fmt: skip
    assert (wanted.count, wanted.open) == (5, True)
    assert str(wanted) == f"5 dice wanted: {BOTH}; more may be wanted as these fall"


def test_once_they_have_fallen_the_rest_is_sure(duel):
    assert str(pools_wanted(*duel, faces=(6, 6, 1, 1, 1))) == (
        f"7 dice wanted: {BOTH}, 2 for saves needing 5"
    )
    assert str(pools_wanted(*duel, faces=(1, 2, 3, 4, 5))) == f"5 dice wanted: {BOTH}"


@pytest.mark.parametrize(
    ("faces", "why"),
    [
        ((), f"5 dice wanted: {BOTH}; more may be wanted as these fall; none called in"),
        ((1, 2, 3), f"5 dice wanted: {BOTH}; 3 dice called in"),
        ((6, 2, 3, 4, 5), f"6 dice wanted: {BOTH}, 1 for saves needing 5; 5 dice called in"),
        ((1, 2, 3, 4, 5, 6), f"5 dice wanted: {BOTH}; 6 dice called in"),
        ((1, 2, 3, 4, 8), "a die of 6 faces cannot show 8; call in what fell"),
    ],
)
def test_dice_called_in_must_be_those_that_are_wanted(duel, faces, why):
    with pytest.raises(Refusal) as refused:
        decide_called(*duel, faces)
    assert (refused.value.rule, refused.value.why) == ("dice", why)


class Tied:
    """Rules of one order: both throw a die until one is higher."""

    def carry_out(self, order, by, ledger):
        while True:
            one, other = ledger.roll_total("red", "T 1"), ledger.roll_total("blue", "T 1")
            ledger.record(GoGiven(side="us", rolls=(one, other)))
            if one.total != other.total:
                return


def test_ties_that_are_rolled_again_do_not_go_on_for_ever(duel):
    _, situation, order = duel
    rules = Ruleset(TABLES, Tied())
    first = "2 dice wanted: 1 for red, 1 for blue; more may be wanted as these fall"
    assert str(pools_wanted(rules, situation, order)) == first
    with pytest.raises(
        Refusal, match="4 dice wanted: 1 for red, 1 for blue, 1 for red, 1 for blue; more may be wanted"
    ):
        decide_called(rules, situation, order, (3, 3))
    assert len(decide_called(rules, situation, order, (3, 3, 4, 1))) == 2


def test_dice_called_in_fall_in_the_order_of_the_pools(duel):
    (event,) = decide_called(*duel, (6, 2, 3, 4, 5, 1))
    assert [(roll.dice, roll.hits, roll.called, roll.number) for roll in event.rolls] == [
        ((6, 2, 3), 1, True, 0), ((4, 5), 0, True, 0), ((1,), 0, True, 0),
    ]  # fmt: skip


def test_drawn_dice_are_numbered_and_scripted_ones_are_not(duel):
    rules, situation, order = duel
    (event,) = decide(rules, situation, order, SeededDice("x", 1))
    assert [roll.number for roll in event.rolls][:2] == [1, 4]
    (event,) = decide(rules, situation, order, ScriptedDice(1, 1, 1, 1, 1))
    assert {roll.number for roll in event.rolls} == {0}
    assert CalledDice((1, 2, 3)).left == 3
    with pytest.raises(DiceShort, match="1 dice more are wanted"):
        CalledDice((1,)).roll(2)
    with pytest.raises(ValueError, match="a die of 6 faces cannot show 9"):
        CalledDice((9,)).roll(1)


def choice(*throws, faces=6, passed=1):
    return SideChose(side="red", throws=throws, faces=faces, passed=passed)


def thrown(number, count, faces=6, passed=1):
    dice = dice_of_choice("seed", "red", passed, 4)
    return Roll("way", tuple(dice.face(number + k, faces) for k in range(count)), 0, 0, "", number=number)


def test_dice_of_a_choice_are_those_of_seed_side_passed_over_and_entry():
    """Two throws that follow one another, of dice with eleven faces; a choice without dice says nothing."""
    fair = choice(thrown(3, 2, 11), thrown(5, 40, 11), faces=11)
    assert list(check_choice(fair, "seed", 4)) == []
    assert list(check_choice(choice(), "seed", 4)) == []
    passed = choice(*fair.throws, passed=2, faces=11)
    for seed, entry, other in (("sead", 4, fair), ("seed", 5, fair), ("seed", 4, passed)):
        assert len(list(check_choice(other, seed, entry))) > 20
    assert list(check_choice(choice(thrown(1, 30, passed=0), passed=None), "seed", 4)) == []


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (choice(thrown(1, 2), thrown(4, 1)), ["die 3 by which red chose is left out, or there twice"]),
        (choice(thrown(1, 2), thrown(2, 1)), ["die 3 by which red chose is left out, or there twice"]),
        (choice(Roll("way", (1,), 0, 0, "")), ["the dice by which red chose have no number or no faces"]),
        (choice(thrown(1, 1), faces=0), ["the dice by which red chose have no number or no faces"]),
    ],
)  # fmt: skip
def test_dice_of_a_choice_that_are_left_out_or_have_no_number_are_told(event, told):
    assert list(check_choice(event, "seed", 4)) == told


def test_a_die_of_a_choice_that_was_turned_is_told_alone():
    roll = thrown(1, 3)
    turned = roll.dice[1] % 6 + 1
    event = choice(msgspec.structs.replace(roll, dice=(roll.dice[0], turned, roll.dice[2])))
    (told,) = check_choice(event, "seed", 4)
    assert told == f"die 2 by which red chose (way) shows {turned} and should show {roll.dice[1]}"
