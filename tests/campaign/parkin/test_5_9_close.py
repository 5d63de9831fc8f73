"""GR 5.9: all pairs of dice in both rounds, pairs of units, ties."""

from itertools import product

import pytest

from tests.campaign.parkin.games import Game

ADDS = {1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 4}
CLOSE = "clock phase=close_combat side=red"


@pytest.mark.parametrize(("attack", "defence"), list(product(range(1, 7), repeat=2)))
def test_gr_5_9_first_round(attack, defence):
    """Strength 3 against 3: the higher of the two average dice wins, a tie does nothing; round 2 is 1 against 6."""
    game = Game(f"map 1x9\nred infantry 1 0101\nblue infantry 9 0102\n{CLOSE}")
    events = game.play("1 K 0102", attack, defence, 1, 6)
    fight = next(e for e in events if type(e).__name__ == "FightResolved")
    assert [roll.total for roll in fight.rolls] == [3 + ADDS[attack], 3 + ADDS[defence], 4, 7]
    assert fight.hits_on_defenders == int(ADDS[attack] > ADDS[defence])
    assert (game.stand("9").losses, game.stand("1").losses) == (int(ADDS[attack] > ADDS[defence]), 0)


@pytest.mark.parametrize(("attack", "defence"), list(product(range(1, 7), repeat=2)))
def test_gr_5_9_second_round(attack, defence):
    """The other attacks: cavalry's defence 3 against the tank's attack 5, for damage 2."""
    game = Game(f"map 1x9\nred cavalry 1 0101\nblue armour 9 0102\n{CLOSE}")
    game.play("1 K 0102", 1, 6, attack, defence)
    beaten = 5 + ADDS[attack] > 3 + ADDS[defence]
    assert (game.stand("1").losses, game.stand("9").losses) == (2 * beaten, 0)


def test_gr_5_9_both_may_fall():
    """Results of both rounds are applied together."""
    game = Game(f"map 1x9\nred infantry 1 0101 losses=3\nblue infantry 9 0102 losses=3\n{CLOSE}")
    game.play("1 K 0102", 6, 1, 6, 1)
    assert (game.stand("1").gone, game.stand("9").gone) == ("destroyed", "destroyed")


def test_gr_5_9_no_cover_and_no_ranged_defence():
    game = Game(f"map 1x9\nterrain 0102 city\nred infantry 1 0101\nblue works 9 0102 def_close=3 cc_attack=3\n{CLOSE}")
    game.play("1 K 0102", 6, 1, 1, 6)
    assert game.stand("9").losses == 1


def test_gr_5_9_neither_strength_nor_facing_nor_damage_bars_it():
    game = Game(f"map 1x9\nred infantry 1 0101 losses=3 facing=0 marks=moved,moved_far\nblue infantry 9 0102\n{CLOSE}")
    assert game.legal() == ["1 K 0102"]


REFUSED = [
    ("1 K 0102 with 2", "fought in pairs"), ("2 K 0102", "no strength"), ("3 K 0105", "adjacent to it"),
    ("1 K 0101", "no enemy"), ("9 K 0101", "not the turn of blue"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "why"), REFUSED)
def test_gr_5_9_refused(line, why):
    game = Game(
        "map 3x9\nred infantry 1 0101\nred dummy 2 0202\nred infantry 3 0303\nblue infantry 9 0102\n"
        f"blue infantry 8 0105\n{CLOSE}"
    )
    assert why in game.refused(line)[1]


def test_gr_5_9_a_unit_may_be_attacked_by_all():
    game = Game(f"map 3x9\nred infantry 1 0101\nred infantry 2 0103\nblue infantry 9 0102\n{CLOSE}")
    game.play("1 K 0102", 1, 1, 1, 1)
    assert game.legal() == ["2 K 0102"]


def test_gr_5_9_what_the_die_adds_is_told():
    from campaign.model.prose import format_roll

    game = Game(f"map 1x9\nred infantry 1 0101\nblue infantry 9 0102\n{CLOSE}")
    fight = next(e for e in game.play("1 K 0102", 6, 2, 1, 1) if type(e).__name__ == "FightResolved")
    told = [format_roll(roll) for roll in fight.rolls[:2]]
    assert told == ["Round 1, attack [6] -2 average die +3 strength = 7", "Round 1, defence [2] +3 strength = 5"]


def test_gr_5_9_once_a_turn_and_again_in_the_next():
    game = Game(f"map 1x9\nred infantry 1 0101\nblue infantry 9 0102\n{CLOSE}")
    game.play("1 K 0102", 1, 1, 1, 1)
    assert game.legal() == []
    for _ in range(6):
        game.play("next")
    assert (game.situation.state.clock.turn, game.legal()) == (2, ["1 K 0102"])
