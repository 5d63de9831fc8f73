"""Reinforcements: they arrive in the move phase of their day and turn."""

import msgspec

from campaign.model.verbs.ground import ControlChanged
from campaign.model.verbs.land import StandArrived
from tests.campaign.zen.marching import THREE_INCHES, Game, column, of_kind

HQS = ("us hq H 0105", "ge hq G 0109")


def coming(*more, ground=None, turn=2, entry="0101", key="R", **options):
    """A game in the air phase of turn 1 in which R is to arrive."""
    game = Game(ground or column(9), "us inf R -", *HQS, *more, phase="air", **options)
    game.mark(key, arrives=(1, turn, game.hex(entry)))
    return game


def test_interpretation_reinforcements_arrive_at_their_time_and_hex():
    game = coming()
    game.until("move")
    assert game.at("R") is None
    events = game.until("move")
    assert [(e.stand, e.hex) for e in of_kind(events, StandArrived)] == [("R", game.hex("0101"))]
    assert game.at("R") == "0101"
    assert game.stand("R").arrives is None


def test_they_may_march_in_the_turn_they_arrive():
    game = coming(turn=1)
    game.until("move")
    game.order("R M 0101-0102")


def test_the_hex_comes_into_their_hands():
    game = coming(turn=1)
    events = game.until("move")
    assert [(e.side, e.hexes) for e in of_kind(events, ControlChanged)] == [("us", (0,))]


def test_a_full_hex_sends_them_to_the_nearest_with_room():
    crowd = [f"us inf {key} 0101" for key in "ABC"]
    game = coming(*crowd, turn=1)
    events = game.until("move")
    assert game.at("R") == "0102"
    assert "0101 has no room" in of_kind(events, StandArrived)[0].why


def test_where_the_enemy_holds_the_hex_they_wait():
    game = coming("ge inf X 0101", turn=1, width_m=THREE_INCHES)
    game.until("move")
    assert game.at("R") is None
    game.order("X M 0101-0102-0103")
    game.until("move")
    assert game.at("R") == "0101"


def test_several_come_in_the_order_of_their_times_and_ids():
    game = coming("us inf Q -", "us inf P -", turn=1, width_m=THREE_INCHES)
    for key, turn in (("Q", 1), ("P", 0)):
        game.mark(key, arrives=(1, turn, 0))
    events = game.until("move")
    assert [e.stand for e in of_kind(events, StandArrived)] == ["P", "Q", "R"]
    assert [game.at(key) for key in "PQR"] == ["0101", "0102", "0103"]


def test_nobody_marches_before_he_has_arrived():
    game = coming(turn=3)
    game.until("move")
    _, why = game.refusal("R M 0101-0102")
    assert "R is not on the map before day 1, turn 3" in why
    assert game.offered("R") == set()


def test_who_has_left_play_does_not_arrive():
    game = coming(turn=1)
    game.mark("R", gone="eliminated")
    game.until("move")
    assert game.at("R") is None


def test_arrivals_are_in_the_events_alone():
    game = coming(turn=1)
    before = game.state
    events = game.until("move")
    from campaign.engine.apply import fold

    assert msgspec.json.encode(fold(before, events), order="deterministic") == msgspec.json.encode(
        game.state, order="deterministic"
    )


def test_who_comes_in_the_night_turn_comes_at_night():
    """Two turns of daylight in June are four: the night turn is the fifth."""
    game = coming(turn=5)
    game.until("recovery")
    assert game.at("R") is None
    game.until("night_move")
    assert game.at("R") == "0101"
