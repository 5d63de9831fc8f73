"""GR 5.3: who commands whom, how far, and what failing does, on every face."""

import pytest

from campaign.systems.parkin.command import commander_of, is_in_command
from tests.campaign.parkin.games import Game

START = "map 3x40\n{}\nblue infantry 9 0340\nclock phase=command"


def game(lines, **readings):
    return Game(START.format(lines), **readings)


@pytest.mark.parametrize("face", range(1, 7))
def test_gr_5_3_half_of_those_out_of_range_wait(face):
    """1, 2, 3 on a D6: it can neither move nor act."""
    board = game("red infantry 1 0101\nred hq C 0130")
    board.play("next", face)
    assert ("waiting" in board.stand("1").marks) == (face <= 3)
    assert "out_of_command" in board.stand("1").marks
    assert any(line.startswith("1 ") for line in board.legal()) == (face > 3)


def test_gr_5_3_the_mark_goes_with_the_next_turn():
    board = game("red infantry 1 0101\nred hq C 0130")
    board.play("next", 1)
    for _ in range(5):
        board.play("next")
    board.set("C", hex=board.hex("0105"))
    board.play("next")
    assert board.situation.state.clock.turn == 2
    assert board.stand("1").marks == frozenset()


def test_gr_5_3_only_the_side_whose_turn_it_is_checks():
    board = game("red infantry 1 0101\nred hq C 0105\nblue hq B 0301")
    assert board.play("next")[-1].clock.side == "red"
    assert not any(event.rolls for event in board.events), "blue 9 is out of range of B, and it is not its turn"


@pytest.mark.parametrize("rows", [10, 11])
def test_gr_5_3_the_edge_of_the_range_is_in_it(rows):
    board = game(f"red infantry 1 0101\nred hq C 01{1 + rows}")
    assert is_in_command(board.situation, board.stand("1")) == (rows == 10)


WHO = [
    ("red infantry 1 0101 commander=D of=A\nred hq C 0102 of=A\nred hq D 0103 of=B", "D", "its sheet names one"),
    ("red infantry 1 0101 of=A\nred hq C 0102 of=A\nred hq D 0103 of=B subordinates=7,1", "D", "a sheet names it"),
    ("red infantry 1 0101 of=A\nred hq C 0102 of=A", "C", "the headquarters of its formation"),
    ("formation A parent=B\nformation B hq=D\nred infantry 1 0101 of=A\nred hq D 0103 of=B", "D", "of the one above"),
    ("red infantry X21 0101 of=A\nred hq X2 0103 of=B", "X2", "its id"),
    ("red infantry X21 0101 of=A\nred infantry X2 0103 of=B", None, "X2 commands nobody"),
    ("red infantry X21 0101 of=A\nred infantry X2 0103 of=B role=both", "X2", "its sheet says that it commands"),
    ("red infantry 1 0101 of=A role=commander\nred hq C 0102 of=A", None, "a top commander"),
    ("red infantry 1 0101 commander=9 of=A", None, "an enemy is no commander"),
]


@pytest.mark.parametrize(("lines", "leader", "why"), WHO, ids=[row[2] for row in WHO])
def test_gr_5_3_who_commands(lines, leader, why):
    board = game(lines)
    stand = next(s for s in board.situation.state.stands.values() if s.id in {"1", "X21"})
    found = commander_of(board.situation, stand)
    assert (found.id if found else None) == leader, why


def test_gr_5_3_a_destroyed_commander_is_out_of_range():
    lines = "red infantry 1 0101\nred hq C 0102"
    for reading, inside in (("out_of_range", False), ("no_check", True)):
        board = game(lines, commander_lost=reading)
        board.set("C", hex=None, gone="destroyed")
        assert is_in_command(board.situation, board.stand("1")) == inside
        assert (board.rules.play.command(board.situation, "1")[0] == "C") == inside


def test_gr_5_3_what_the_page_is_told():
    board = game("red infantry 1 0101\nred hq C 0105\nred infantry 2 0130")
    command = board.rules.play.command
    assert command(board.situation, "1") == ("C", 4.0)
    assert command(board.situation, "2") == (None, 25.0)
    assert command(board.situation, "C") == ("C", 0.0)


def test_gr_5_3_dummies_check_nothing():
    board = game("red dummy 1 0101\nred hq C 0130")
    board.play("next")
    assert board.stand("1").marks == frozenset()
