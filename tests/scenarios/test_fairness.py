"""How a battle lies: when the sides meet, whom the ground favours; and that boards say of themselves what is so."""

import pytest

from campaign.engine.given import situation_of
from campaign.systems.catalogue import ruleset
from maps.problems import ProblemsFound
from scenarios.battles.fairness import Lie, lie_of
from scenarios.board import Figures, open_board, shipped_boards
from scenarios.trials.setups import Setup, started

BOARDS = {key: open_board(path) for key, path in shipped_boards().items()}
SUITS = [(key, rules) for key, board in BOARDS.items() for rules in board.battles]


def lie(*lines, system="two_star_general"):
    rules = ruleset(system)
    return lie_of(situation_of("\n".join(("clock phase=orders", *lines)), rules), rules.play)


def on_board(key, rules):
    red, blue = BOARDS[key].battles[rules]
    now, _ = started(Setup(rules=rules, board=key, red=red, blue=blue))
    return lie_of(now, ruleset(rules).play)


@pytest.mark.parametrize(("key", "rules"), SUITS)
def test_a_board_says_of_itself_what_is_so_and_the_sides_meet_in_time(key, rules):
    found, said = on_board(key, rules), BOARDS[key].figures[rules]
    assert (found.meet, found.lean) == (said.meet, said.lean)
    assert not found.problems


@pytest.mark.parametrize("key", [key for key, board in BOARDS.items() if board.fair == "mirrored"])
def test_the_ground_of_a_mirrored_board_favours_nobody(key):
    assert {figures.lean for figures in BOARDS[key].figures.values()} == {0}


def test_who_stands_nearer_to_what_counts_is_favoured():
    ground = ["map 11x3", "red infantry 1 0102 of=A", "blue infantry 9 1102 of=B"]
    middle = lie(*ground, "objective Hill red 0602 3", "objective Hill blue 0602 3")
    assert (middle.lean, middle.apart) == (0, 10)
    near = lie(*ground, "objective Hill red 0302 3", "objective Hill blue 0302 3")
    far = lie(*ground, "objective Hill red 0902 3", "objective Hill blue 0902 3")
    assert near.lean == -far.lean > 30
    both = lie(*ground, "objective West red 0302 1", "objective East blue 0902 1")
    assert both.lean == 0


def test_what_only_one_side_comes_to_leans_all_the_way():
    words = ["map 5x1", "terrain 0301 sea", "red infantry 1 0101 of=A", "blue infantry 9 0501 of=B"]
    found = lie(*words, "objective Hill red 0201 1")
    assert (found.lean, found.meet) == (100, None)
    assert found.problems == ("the sides cannot come to each other on this ground",)
    assert "the sides cannot meet" in found.words


def test_sides_that_meet_after_the_end_are_warned_of():
    late = Lie(40, 9, 5, {}, 0)
    assert late.problems == ("the sides meet in turn 9 at the earliest, and turn 5 is the last",)
    assert "the sides can meet in turn 9 of 5; the ground favours neither side (+0 of 100)" in late.words
    assert Lie(40, 9, None, {}, 1).words.endswith("the ground favours the first side (+1 of 100)")
    assert Lie(40, 9, None, {}, -1).words.endswith("the ground favours the second side (-1 of 100)")


def test_games_are_told_with_their_interval():
    assert Figures(2, -8, 20, 10, 0).words().endswith("the first side won 10 of 20 games (30% to 70%)")
    assert "3 drawn" in Figures(2, 5, 20, 10, 3).words()
    assert "the first side (+5 of 100)" in Figures(2, 5).words()
    assert Figures(2, 5).words().endswith("not played to measure it")


def test_more_games_won_than_played_are_refused(tmp_path):
    text = shipped_boards()["harrow_green"].read_text().replace("first = 10", "first = 21")
    (tmp_path / "try.toml").write_text(text)
    with pytest.raises(ProblemsFound, match="are more than the games"):
        open_board(tmp_path / "try.toml")
