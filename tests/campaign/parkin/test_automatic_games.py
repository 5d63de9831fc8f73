"""Sides that play themselves by the Generic Rules: whole games, the same again, replayed; quick enough."""

import random
from itertools import product

import pytest

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.legal import legal_orders
from campaign.model.state import state_hash
from campaign.model.verbs.clock import EndPhase
from campaign.solo.table.chart import fires_on, heading_of
from campaign.systems.parkin.solo import fires_upto, plan
from tests.campaign.by_the_table import play_out
from tests.campaign.parkin.games import Game, rules

BATTLE = """
map
. . w . . T . . . . . .
. h . . w . . . . b . .
. . . . . . . m . . . .
. . . . . . . . . . . .
. w . . . . . o . . . .
. . . . . . . . . . . .
. . . . r . . . . T . .
. . . . . . . . . . . .
river 0503/0504 0504/0505
road 0101-0201-0301-0401-0501
red hq R 0202
red infantry R1 0203 facing=2
red infantry R2 0304 facing=2
red armour R3 0105 facing=2
red mortar R4 0204 facing=2
red dummy R5 0106
blue hq B 1107
blue infantry B1 1005 facing=5
blue infantry B2 1004 facing=5
blue cavalry B3 1108 facing=5
blue artillery B4 1208 facing=5
blue dummy B5 1103
objective Hill red 0601 5
objective Town blue 1007 5
clock phase=command
"""


def automatic(seed):
    game = Game(BATTLE)
    game.start = game.situation.state
    for step in play_out(game.rules, game.situation, ("red", "blue"), seed):
        game.events += step.events
        game.situation = step.situation
    return game


@pytest.mark.parametrize("seed", ["one", "two"])
def test_a_game_of_automatic_sides_ends_and_replays(seed):
    game = automatic(seed)
    state = game.situation.state
    assert state.ended
    assert state_hash(fold(game.start, game.events)) == state_hash(state)
    happened = {type(event).__name__ for event in game.events}
    assert happened >= {"StandMoved", "FireResolved", "LossesTaken", "StandMarked", "CampaignEnded"}


def test_the_same_seed_plays_the_same_game():
    assert state_hash(automatic("one").situation.state) == state_hash(automatic("one").situation.state)


def test_the_automaton_of_all_systems_reads_the_same_tables():
    """``campaign.solo`` serves every system, also those that have no table of their own; it is the author's table."""
    tables, here = rules().tables, Game(BATTLE).situation
    for first, second in product(range(1, 7), repeat=2):
        own, heading = plan(here, first, second), heading_of(first, second)
        assert (own.direction, own.route == "Esy") == (heading.aim, heading.easy)
    for band, level in (("near", 2), ("medium", 3), ("far", 4), ("far", 5)):
        assert fires_upto(tables)[level] == fires_on(band)


def big(phase):
    """Sixty units a side on 24x24 hexes, two in ten of them on wheels."""
    dice = random.Random(7)
    places = [f"{col:02d}{row:02d}" for col in range(1, 25) for row in range(1, 25)]
    dice.shuffle(places)
    kinds = ["infantry"] * 6 + ["armour", "artillery", "mortar", "hq"]
    lines = [
        f"{side} {kinds[number % 10]} {side[0]}{number} {places.pop()} of={side}{number // 12} facing={number % 6}"
        for number in range(60)
        for side in ("red", "blue")
    ]
    return Game("\n".join(["map 24x24", *lines, f"clock phase={phase} side=red"]))


@pytest.mark.parametrize("phase", ["move", "fire", "close_combat"])
def test_the_orders_of_a_side_of_sixty_are_listed(phase):
    game = big(phase)
    assert len(list(legal_orders(game.rules, game.situation, "red"))) > 10


def test_exchanges_are_decided():
    """Two hundred, each with an outcome."""
    game = big("close_combat")
    orders = list(legal_orders(game.rules, game.situation, "red"))
    for number in range(200):
        assert decide(game.rules, game.situation, orders[number % len(orders)], SeededDice("quick", number))


def test_a_volley_of_a_whole_side_is_decided_quickly():
    game = big("fire")
    fired = set()
    for order in list(legal_orders(game.rules, game.situation, "red")):
        if order.stand not in fired:
            fired.add(order.stand)
            game.play(order)
    assert len(fired) > 15
    game.chance(EndPhase(), "volley", 1)
