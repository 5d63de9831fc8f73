"""The combat status chart: every row, all faces of one to four dice, exact expected hits (3S 1.12, S-10)."""

from fractions import Fraction
from itertools import product

import pytest

from campaign.model.prose import format_event
from campaign.systems.star.fight.pools import needs, pair_hits
from campaign.systems.star.tables import read_star_tables
from tests.campaign.star.field import SYSTEMS, Field

TABLES = read_star_tables("three_star_general")

# Expected hits as the restated rule prints them, to three places, by the number of dice.
PRINTED = {
    (6, 0): [0.167, 0.333, 0.500, 0.667, 0.833, 1.000],
    (6, 5): [0.167, 0.361, 0.574, 0.799, 1.033, 1.272],
    (5, 0): [0.333, 0.667, 1.000, 1.333, 1.667, 2.000],
    (5, 4): [0.333, 0.694, 1.074, 1.466, 1.866, 2.272],
}
ROWS = [
    ("attacker", "move", "hold", 6, 0), ("attacker", "move", "dig_in", 6, 0),
    ("defender", "hold", "move", 5, 0), ("defender", "hold", "hold", 5, 0),
    ("defender", "dig_in", "move", 5, 4), ("defender", "dig_in", "hold", 5, 4),
    ("attacker", "move", "move", 6, 5), ("defender", "move", "move", 6, 5),
    ("attacker", "hold", "move", 6, 5), ("defender", "move", "hold", 6, 5),
    ("attacker", "move", "retreat", 5, 4), ("attacker", "hold", "retreat", 5, 4),
    ("attacker", "artillery", "retreat", 5, 4),
    # S-10, where the text has no row
    ("attacker", "hold", "hold", 6, 0), ("attacker", "hold", "dig_in", 6, 0),
    ("attacker", "artillery", "hold", 6, 0), ("attacker", "artillery", "dig_in", 6, 0),
    ("attacker", "artillery", "move", 6, 5), ("defender", "retreat", "move", 6, 0),
    ("defender", "retreat", "hold", 6, 0),
]  # fmt: skip


def expected(dice, score, double):
    """Count all falls of the dice: hits of each face, and a hit more for every two that show the double."""
    total = 0
    for faces in product(range(1, 7), repeat=dice):
        total += sum(face >= score for face in faces) + (faces.count(double) // 2 if double else 0)
    return Fraction(total, 6**dice)


@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.parametrize(("roller", "status", "against", "score", "double"), ROWS)
def test_3s_1_12_every_row_of_the_chart(key, roller, status, against, score, double):
    assert needs(read_star_tables(key), roller, status, against) == (score, double, 1)


@pytest.mark.parametrize(("score", "double"), PRINTED)
def test_3s_1_12_expected_hits_are_those_printed(score, double):
    for dice in range(1, 7):
        falls = product(range(1, 7), repeat=dice)
        found = Fraction(sum(pair_hits(faces, score, double) for faces in falls), 6**dice)
        assert dice > 4 or found == expected(dice, score, double)
        assert abs(float(found) - PRINTED[score, double][dice - 1]) < 0.0006


def test_3s_1_12_one_die_makes_no_double_three_make_one_four_make_two():
    assert [pair_hits((4,) * n, 5, 4) for n in range(1, 6)] == [0, 1, 1, 2, 2]


def test_interpretation_double_hits_per_pair():
    assert pair_hits((4, 4, 5), 5, 4, per_pair=2) == 3
    assert pair_hits((4, 4, 5), 5, 4, per_pair=0) == 1
    other = read_star_tables("three_star_general", overrides={"double_hits_per_pair": 2})
    assert needs(other, "defender", "dig_in", "move") == (5, 4, 2)


def test_3s_s_10_a_dug_in_stand_is_never_an_attacker():
    with pytest.raises(KeyError, match="no row for the attacker on dig_in"):
        needs(TABLES, "attacker", "dig_in", "move")


def test_3s_1_12_rows_of_the_text_and_of_ours_are_told_apart():
    assert {row.source for row in TABLES.chart} == {"text", "default"}
    assert sum(row.source == "text" for row in TABLES.chart) == 7


@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.parametrize(
    ("pairs", "words"), [(1, "needs 6 or a double 5: 1 hit"), (2, "needs 6 or a double 5 (2 hits): 2")]
)
def test_3s_1_12_a_roll_s_line_shows_every_score_that_counted(key, pairs, words):
    """Move against Move: a 6 hits, and a double 5."""
    field = Field(
        "map 9x9\nred hq A/hq 0503 of=A\nred infantry A/1 0504 of=A\n"
        "blue hq C/hq 0507 of=C\nblue infantry C/1 0505 of=C\n"
        "formation A posture=move marks=active\nformation C posture=move\nclock phase=go side=red\ngoes red\n"
        f"reading double_hits_per_pair {pairs}",
        key,
    )
    field.do("A/1 K 0505", dice=[5, 5, *[1] * 20])
    text = " ".join(format_event(event, field.state, field.situation.map) for event in field.events)
    assert words in text
