"""GR 5.2 and 5.12: the clock, days and nights, victory, supply of shots, rulings, what the page is told."""

import pytest

from campaign.engine.ledger import Refusal
from campaign.kit.facts import SHOTS
from campaign.model.verbs.carry import Debark
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.recover import Recover
from campaign.systems.parkin.victory import sides_left
from tests.campaign.parkin.games import Game

BOTH = "map 3x40\nred infantry 1 0101\nblue infantry 9 0340\n"


def walk(game, count):
    found = []
    for _ in range(count):
        game.play("next")
        clock = game.situation.state.clock
        found.append((clock.day, clock.turn, clock.side, clock.phase, clock.night))
    return found


def test_gr_5_2_the_steps_of_two_turns():
    """Command and spotting pass by themselves; red first, then blue; then the next turn."""
    game = Game(BOTH + "clock phase=command")
    turn = [(side, phase) for side in ("red", "blue") for phase in ("move", "fire", "close_combat")]
    assert walk(game, 12) == [(1, n, side, phase, False) for n in (1, 2) for side, phase in turn]
    begun = [(e.clock.side, e.clock.phase) for e in game.events if type(e).__name__ == "ClockAdvanced"][:10]
    steps = ["command", "move", "fire", "close_combat", "spotting"]
    assert begun == [(side, step) for side in ("red", "blue") for step in steps]


def test_gr_5_2_three_sides_take_turns():
    game = Game("map 3x40\nred infantry 1 0101\nblue infantry 9 0340\ngreen infantry 5 0320\nclock phase=command")
    assert [row[2] for row in walk(game, 12)] == ["red"] * 3 + ["blue"] * 3 + ["green"] * 3 + ["red"] * 3


def test_gr_5_12_days_and_nights_are_readings():
    """Three turns a day, the last of them night."""
    game = Game(BOTH + "clock phase=command", turns_per_day=3, night_turns=1)
    days = [row for row in walk(game, 24) if row[2:4] == ("red", "move")]
    assert [(row[0], row[1], row[4]) for row in days] == [(1, 1, False), (1, 2, False), (1, 3, True), (2, 1, False)]


def test_gr_5_12_it_ends_with_the_last_day_of_the_scenario():
    game = Game(BOTH + "days 2\nclock phase=command", turns_per_day=2)
    walk(game, 24)
    assert not game.situation.state.ended
    game.play("next")
    assert game.situation.state.ended
    assert game.legal() == []
    with pytest.raises(Refusal, match="the campaign is over"):
        game.play(EndPhase())


def scored(lines, **readings):
    game = Game(f"{BOTH}{lines}\nclock phase=command", turns_per_day=2, length_turns=4, **readings)
    while not game.situation.state.ended:
        game.play("next")
    told = [(e.side, e.objective) for e in game.events if type(e).__name__ == "PointsScored"]
    return told, game.situation.state.winner, dict(game.situation.state.points)


def test_gr_5_12_objectives_count_at_the_end_of_their_day():
    lines = "objective Hill red 0101 2 1\nobjective Ford blue 0340 3\ncontrol red 0101\ncontrol blue 0340"
    assert scored(lines) == ([("red", "Hill"), ("blue", "Ford")], "blue", {"red": 2, "blue": 3})


def test_gr_5_12_what_is_due_on_the_day_the_game_ends_counts_once_and_what_was_due_before_not_again():
    """The game ends with the second day: the Hill was due on the first, the Ford is due today, the Mill later."""
    lines = "days 3\nobjective Hill red 0101 2 1\nobjective Ford blue 0340 3 2\nobjective Mill blue 0340 1 3\n"
    held = [("red", "Hill"), ("blue", "Ford"), ("blue", "Mill")]
    assert scored(f"{lines}control red 0101\ncontrol blue 0340") == (held, "blue", {"red": 2, "blue": 4})


def test_gr_5_12_what_is_not_held_does_not_count_and_level_points_win_nothing():
    lines = "objective Hill red 0105 2\nobjective Ford blue 0340 3"
    assert scored(lines) == ([], "", {})


def test_gr_5_12_one_side_alone():
    """Dummies are nobody; a unit that is still to come is somebody; all gone, nobody wins."""
    game = Game("map 3x9\nred infantry 1 0101\nblue dummy 9 0309\nblue infantry 8 - arrives=1/3/0308")
    assert sides_left(game.situation) == ("red", "blue")
    game.set("8", gone="destroyed")
    assert sides_left(game.situation) == ("red",)


def test_gr_5_12_a_reinforcement_waits_while_its_place_is_taken():
    game = Game(
        "map 3x9\nred infantry 1 0101\nred infantry 2 - arrives=1/1/0101\nblue infantry 9 0309\nclock phase=command"
    )
    game.play("next")
    assert game.at("2") is None
    game.play("1 M 0101-0102")
    for _ in range(6):
        game.play("next")
    assert game.at("2") == "0101"


SUPPLY = (
    "map 3x40\nred missile 1 0101 shots=1 {}\nblue infantry 9 {}\nsource depot {} {}\n{}\n"
    "clock phase=close_combat side=blue"
)
STOCK = [
    ("", "0340", "red 0102", "", 4), ("", "0340", "red 0103", "", 1), ("", "0340", "blue 0102", "", 1),
    ("marks=moved", "0340", "red 0101", "", 1), ("marks=fired", "0340", "red 0101", "", 1),
    ("", "0102", "red 0101", "", 1), ("", "0340", "red 0101", "red hq C 0130", 1),
    ("", "0340", "red 0101", "red hq C 0105", 4),
]  # fmt: skip


@pytest.mark.parametrize(("marks", "enemy", "point", "leader", "shots"), STOCK)
def test_gr_5_12_shots_come_back(marks, enemy, point, leader, shots):
    """At a supply point of its own, unmoved, in command, no enemy adjacent."""
    side, place = point.split()
    game = Game(SUPPLY.format(marks, enemy, side, place, leader))
    dice = (6,) if leader.endswith("0130") else ()
    game.play("next", *dice)
    assert SHOTS(game.stand("1")) == shots


def test_gr_5_12_nobody_has_stood_a_turn_before_the_first():
    game = Game(
        "map 3x40\nred missile 1 0101 shots=1\nblue infantry 9 0340\nsource depot red 0101\nclock phase=command"
    )
    game.play("next")
    assert SHOTS(game.stand("1")) == 1


def test_gr_5_14_shots_are_counted_from_the_sheet():
    game = Game("map 1x40\nred infantry 1 0101 shots=9\nred missile 2 0102\nclock phase=fire side=red")
    assert game.rules.play.condition(game.situation, "2") == "Undamaged, 4 shots"
    assert game.rules.play.condition(game.situation, "1") == "Undamaged, 9 shots"


RULED = [
    ('rule stand=1 hex=0105 because "x"', lambda game: game.at("1") == "0105"),
    ('rule stand=1 losses=2 because "x"', lambda game: game.stand("1").losses == 2),
    ('rule stand=1 losses=4 because "x"', lambda game: game.stand("1").gone == "destroyed"),
    ('rule stand=2 losses=-1 because "x"', lambda game: game.stand("2").losses == 1),
    ('rule stand=1 remove because "x"', lambda game: game.stand("1").gone == "removed"),
    ('rule stand=1 on=identified because "x"', lambda game: "identified" in game.stand("1").marks),
    ('rule stand=2 off=moved because "x"', lambda game: "moved" not in game.stand("2").marks),
    ('rule stand=3 hex=0201 because "x"', lambda game: game.at("3") == "0201"),
    ('rule weather=rain because "x"', lambda game: game.situation.state.weather == "rain"),
    ('rule ground=0101/0102=wall because "x"', lambda game: "wall" in game.situation.state.ground.values()),
    ('rule ground=0101=fort because "x"', lambda game: game.situation.state.ground == {"0": "fort"}),
]


def ruled():
    return Game(
        "map 3x9\nred infantry 1 0101\nred infantry 2 0103 losses=2 marks=moved\nred infantry 3 -\n"
        "blue infantry 9 0309\nclock phase=move side=red"
    )


@pytest.mark.parametrize(("line", "so"), RULED)
def test_gr_5_1_the_umpire_overrules(line, so):
    game = ruled()
    game.play(line)
    assert so(game)


def test_gr_5_1_what_is_removed_can_be_brought_back():
    game = ruled()
    game.play('rule stand=1 remove because "x"')
    game.play('rule stand=1 hex=0201 because "it was a mistake"')
    assert (game.at("1"), game.stand("1").gone) == ("0201", None)


NOT_RULED = [
    ('rule stand=1 losses=5 because "x"', "is too much"), ('rule stand=1 hex=0103 because "x"', "is taken"),
    ('rule stand=1 on=pinned because "x"', "no mark 'pinned'"), ('rule weather=pie because "x"', "no weather 'pie'"),
    ('rule formation=red stores=LOG=3 because "x"', "no stores"), ('rule hex=0101 because "x"', "names no unit"),
    ('rule ground=0101=wall because "x"', "cannot stand on a hex"), ('rule stand=1 hex=0105 because " "', "its reason"),
    ('rule stand=1 losses=-1 because "x"', "is too much"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "why"), NOT_RULED)
def test_gr_5_1_what_the_umpire_cannot_set(line, why):
    assert why in ruled().refused(line)[1]


def test_gr_5_1_only_the_umpire_overrules():
    assert "only the umpire" in ruled().refused('rule stand=1 hex=0105 because "x"', by="red")[1]


def test_what_the_page_asks():
    game = Game(
        "map 3x9\nred infantry 1 0101\nred dummy 2 0201\nred infantry 3 -\nblue infantry 9 0309\n"
        "clock phase=move side=red"
    )
    play = game.rules.play
    assert play.zones(game.situation, "red") == {}
    assert play.supply(game.situation, "1").hours == 0.0
    assert play.supply(game.situation, "1").path == (game.situation.state.stands["1"].hex,)
    assert play.supply(game.situation, "3").path == ()
    assert list(play.side_orders(game.situation, "red")) == []
    assert play.condition(game.situation, "2") == "Dummy"
    assert play.strength(game.situation, "2") == 0
    off_map = play.reach(game.situation, "3")
    assert (off_map.cost, off_map.limit) == ({}, 0)
    assert play.notices(game.situation, "3") == ("not on the map",)
    assert "unknown" not in play.kinds()
    with pytest.raises(KeyError):
        play.profile("unknown", name="x", side="red")
    assert "a hex is 1 MP wide" in play.cautions(game.situation)[0]


def test_cautions_name_who_is_too_slow_and_who_names_nobody():
    game = Game("map 3x9\nred infantry 1 0101 commander=9\nblue infantry 9 0309", mp_per_hex=4)
    told = "; ".join(game.rules.play.cautions(game.situation))
    assert "too slow to enter woods or go uphill here: 1, 9" in told
    assert "the commander on the sheet is no unit of the side: 1" in told


def cautions(board, mp_per_hex, kind="infantry"):
    game = Game(f"map {board}\nred {kind} 1 0101\nblue {kind} 9 0309", mp_per_hex=mp_per_hex)
    return "; ".join(game.rules.play.cautions(game.situation))


def test_gr_5_10_a_board_whose_scale_makes_spotting_meaningless_says_so():
    """Small arms identify up to 12 MP: at 13 MP a hex nobody beyond the next hex, at a quarter of one everybody."""
    assert "identifies a counter further off than the next hex" in cautions("3x9", 13)
    assert "identifies every counter on the board at once" in cautions("3x9", 0.25)
    assert "identif" not in cautions("3x40", 1)


def test_gr_5_4_a_board_whose_scale_makes_movement_meaningless_says_so():
    """Infantry has 6 MP a turn."""
    assert "they never move: 1, 9" in cautions("3x9", 7)
    assert "1, 9 can cross the whole board in a turn" in cautions("3x9", 0.5)
    assert "move" not in cautions("3x40", 1)
    assert "cross" not in cautions("3x40", 1)


NOTICES = [
    ("infantry 1 0101 marks=waiting", "waits this turn"), ("infantry 1 0101 losses=3", "cannot move"),
    ("missile 1 0101 shots=0", "must reload"), ("infantry 1 0101 marks=acted", "has had its action"),
    ("infantry 1 0101 marks=identified", "identified by the enemy"), ("infantry 1 0101\nred hq C 0130", "out of range"),
    ("infantry 1 0101 marks=embarked with=T\nred transport T 0101", "aboard T"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "words"), NOTICES)
def test_notices(line, words):
    game = Game(f"map 3x40\nred {line}\nblue infantry 9 0340\nclock phase=move side=red")
    assert any(words in text for text in game.rules.play.notices(game.situation, "1"))


def test_orders_of_other_systems_are_refused():
    game = Game(BOTH + "clock phase=move side=red")
    with pytest.raises(Refusal, match="know no order Recover"):
        game.play(Recover("red", {}))
    with pytest.raises(Refusal, match="not aboard"):
        game.play(Debark("1"))


def test_gr_5_12_a_game_of_three_turns_ends_with_the_first_turn_of_its_second_day():
    game = Game(f"{BOTH}days 9\nclock phase=command", turns_per_day=2, length_turns=3)
    while not game.situation.state.ended:
        game.play("next")
    assert (game.situation.state.clock.day, game.situation.state.clock.turn) == (2, 1)
