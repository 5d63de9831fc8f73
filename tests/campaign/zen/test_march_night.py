"""ZN 4.14 (3): movement in the night turn."""

import pytest

from campaign.model.verbs.march import StandMoved
from tests.campaign.zen.marching import THREE_INCHES, Game, column, of_kind

NIGHT = {"phase": "night_move", "night": True, "width_m": THREE_INCHES}


def held(game, side, *numbers):
    """Put hexes into a side's hands."""
    control = bytearray(game.state.control)
    for number in numbers:
        control[game.hex(number)] = game.state.side_code(side)
    game.change(control=bytes(control))
    return game


def test_behind_its_lines_a_unit_makes_a_full_normal_move():
    game = Game(column(9), "us inf A 0101", "ge inf X 0109", **NIGHT)
    assert game.reach("A") == {"0101": 0, "0102": 1200, "0103": 2400}
    game.march("A M 0101-0102-0103")
    assert game.at("A") == "0103"
    assert game.stand("A").marks == {"moved_at_night"}


def test_behind_its_lines_it_does_not_go_over_to_the_enemy():
    """Ground in the enemy's hands is not behind own lines; A in 0105 is two hexes from it."""
    game = held(Game(column(9), "us inf A 0104", "ge inf X 0109", **NIGHT), "ge", "0106", "0107")
    assert set(game.reach("A")) == {"0102", "0103", "0104", "0105"}
    rule, why = game.refusal("A M 0104-0105-0106")
    assert rule == "ZN 4.14"
    assert "0106 is not behind own lines" in why


def test_a_zone_of_control_is_entered_at_night_only_where_a_friend_holds_it():
    """A relief in place: 0107 is in the zone of X in 0108; with B in it A may come up, else not."""
    alone = Game(column(9), "us inf A 0105", "ge inf X 0108", **NIGHT)
    assert set(alone.reach("A")) == {"0103", "0104", "0105", "0106"}
    relief = Game(column(9), "us inf A 0105", "us rec B 0107 SP=1", "ge inf X 0108", **NIGHT)
    assert "0107" in relief.reach("A")


def test_in_the_front_line_it_moves_only_away_from_the_enemy():
    game = Game("....\n....\n....\n....", "us inf A 0102", "ge art X 0103", **NIGHT)
    reach = set(game.reach("A"))
    assert "0101" in reach
    assert "0202" not in reach
    rule, why = game.refusal("A M 0102-0202")
    assert rule == "ZN 4.14"
    assert "only away from the enemy" in why


def test_interpretation_front_line_is_next_to_ground_in_enemy_hands():
    game = held(Game(column(9), "us inf A 0104", "ge inf X 0109", **NIGHT), "ge", "0105")
    assert set(game.reach("A")) == {"0102", "0103", "0104"}


def test_units_in_contact_leave_free_of_dice():
    game = Game(column(9), "us inf A 0103", "ge inf X 0104", **NIGHT)
    game.change(contacts=frozenset({("A", "X")}))
    game.march("A M 0103-0102-0101")
    assert game.at("A") == "0101"
    assert game.state.contacts == frozenset()


def test_interpretation_night_transport():
    """'A full normal move' at night: no transport moves, unless read otherwise."""
    lines = ("us arm T 0101", "ge inf X 0109")
    game = Game(column(9), *lines, **NIGHT)
    assert game.refusal("T T 0101-0102")[0] == "ZN 4.14"
    assert not any(" T " in line for line in game.offered("T"))
    other = Game(column(9), *lines, overrides={"night_transport": True}, **NIGHT)
    other.order("T T 0101-0102")


def test_nobody_attacks_at_night():
    game = Game(column(9), "us inf A 0103", "ge inf X 0104", **NIGHT)
    assert game.refusal("A A 0103x0104")[0] == "ZN 4.14"
    assert game.contacts("A") == set()


def test_nothing_is_kept_of_a_night_march():
    game = Game(column(9), "us inf A 0101", "ge inf X 0109", **NIGHT)
    events = game.march("A M 0101-0102-0103-0104")
    assert of_kind(events, StandMoved)[0].march is None
    assert game.at("A") == "0103"


@pytest.mark.parametrize("end", ["0103", "0102"])
def test_out_of_command_units_do_not_close_up_at_night_either(end):
    game = Game(column(9), "us inf A 0102 marks=out_of_command", "ge inf X 0109", **NIGHT)
    allowed = end in game.reach("A")
    assert allowed == (end == "0102")
