"""Dice: the same for the same seed and entry, fair, and called in from a table."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.dice import ScriptedDice, SeededDice
from campaign.engine.ledger import Ledger
from campaign.store.session import DiceWanted, NoDice

FIRST_TEN = (1, 4, 3, 6, 4, 1, 5, 4, 2, 2)


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
    ledger = Ledger(None, ScriptedDice(6, 5, 1, 4))
    pool = ledger.roll("fire", 3, 5, "T 2", by="x")
    assert (pool.dice, pool.hits, pool.score, pool.total, pool.by) == ((6, 5, 1), 2, 5, None, "x")
    total = ledger.roll_total("landing", "T 3", (("rough", -2), ("fine", 1)))
    assert (total.dice, total.total) == ((4,), 3)
