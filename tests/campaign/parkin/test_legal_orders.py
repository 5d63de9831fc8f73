"""What is listed is accepted, what is not is refused, and nothing impossible comes of it."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.engine.legal import legal_orders
from campaign.model.state import state_hash
from campaign.model.verbs.act import Act
from campaign.model.verbs.cancel import Cancel
from campaign.model.verbs.carry import Debark, Embark
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.close import Assault
from campaign.model.verbs.face import Face
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.march import Move
from campaign.systems.parkin.space import counters, is_dummy
from campaign.systems.parkin.status import DESTROYED, level
from tests.campaign.facts import fact_of
from tests.campaign.parkin.games import KINDS, Game, wild

SEEDS = st.integers(0, 10**6)


def listed(game):
    return [
        order for side in ("red", "blue") for order in legal_orders(game.rules, game.situation, side)
    ]  # fmt: skip


def try_order(game, order):
    try:
        return decide(game.rules, game.situation, order, SeededDice("try", 1))
    except Refusal:
        return None


def check(game):
    """See that the situation is possible: one counter to a hex, on ground it may be on, none worse than destroyed."""
    for present in counters(game.situation).values():
        assert len(present) == 1, [stand.id for stand in present]
    for stand in game.situation.state.stands.values():
        if not stand.on_map:
            assert (stand.gone is not None) == (stand.hex is None)
            continue
        assert 0 <= stand.losses <= DESTROYED
        assert is_dummy(stand) or level(game.situation, stand) < DESTROYED
        assert fact_of(stand, "shots", 0) >= 0
        if "embarked" in stand.marks:
            assert game.stand(stand.attached_to).hex == stand.hex


@settings(max_examples=60)
@given(SEEDS)
def test_every_legal_order_is_accepted(seed):
    game = wild(seed)
    for order in listed(game):
        before = game.situation
        events = decide(game.rules, game.situation, order, SeededDice("try", 1))
        assert events
        game.take(events)
        check(game)
        game.situation = before


@settings(max_examples=40)
@given(SEEDS)
def test_what_is_not_listed_is_refused(seed):
    """All orders that could be thought of but moves, which have their own test."""
    game = wild(seed)
    known, hexes = set(map(repr, listed(game))), range(len(game.situation.map))
    stands = list(game.situation.state.stands)
    thought = [make(key, index) for key in stands for index in hexes for make in (Fire, Assault)]
    thought += [Face(key, side) for key in stands for side in range(-1, 7)]
    thought += [Act(key, action) for key in stands for action in ("reload", "repair", "dance")]
    thought += [Embark(key, other) for key in stands for other in stands]
    thought += [make(key) for key in stands for make in (Debark, Cancel)]
    for order in thought:
        assert (try_order(game, order) is not None) == (repr(order) in known), order


@settings(max_examples=40)
@given(SEEDS)
def test_a_walk_is_accepted_only_to_a_listed_goal(seed):
    game, dice = wild(seed, phase="move"), random.Random(seed)
    goals = {(order.stand, order.path[-1]) for order in listed(game) if isinstance(order, Move)}
    near = game.situation.map.neighbour.tolist()
    for key, stand in game.situation.state.stands.items():
        for _ in range(12 if stand.on_map else 0):
            path = [stand.hex]
            for _ in range(dice.randint(1, 5)):
                path.append(dice.choice([index for index in near[path[-1]] if index >= 0]))
            if try_order(game, Move(key, tuple(path))) is not None:
                assert (key, path[-1]) in goals


@settings(max_examples=25)
@given(SEEDS)
def test_the_listed_path_is_the_least(seed):
    """Against all paths of up to four hexes, priced one by one by what ``decide`` records."""
    game = wild(seed, phase="move", cols=5, rows=5, stands=6)
    for order in listed(game):
        if not isinstance(order, Move) or game.stand(order.stand).profile.kind == "helicopter":
            continue
        spent = try_order(game, order)[0].fragments
        for path in paths(game, order.path[0], order.path[-1], 4):
            events = try_order(game, Move(order.stand, path))
            assert events is None or events[0].fragments >= spent


def paths(game, start, goal, longest):
    near, found, open_paths = game.situation.map.neighbour.tolist(), [], [(start,)]
    for _ in range(longest):
        open_paths = [(*p, n) for p in open_paths for n in near[p[-1]] if n >= 0 and n not in p]
        found += [path for path in open_paths if path[-1] == goal]
        open_paths = open_paths[:400]
    return found


def whole_game(seed):
    """Play a random game to its end by orders taken from those that are listed."""
    game, dice, number = wild(seed, stands=8, phase="move"), random.Random(seed), 0
    game.start = game.situation.state
    while not game.situation.state.ended:
        orders = list(legal_orders(game.rules, game.situation, game.situation.state.clock.side))
        order = EndPhase() if not orders or dice.random() < 0.35 else dice.choice(orders)
        game.chance(order, str(seed), number)
        number += 1
        check(game)
    return game


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_random_game_ends_and_replays(seed):
    game = whole_game(seed)
    clock = game.situation.state.clock
    assert clock.turn <= 20
    assert clock.side == "blue"
    replayed = fold(game.start, game.events)
    assert state_hash(replayed) == state_hash(game.situation.state)


def test_moves_begin_and_end_where_they_say():
    game = wild(5, phase="move")
    for order in listed(game):
        if isinstance(order, Move):
            assert order.path[0] == game.stand(order.stand).hex
            assert all(b in game.situation.map.neighbour[a] for a, b in pairwise(order.path))


@pytest.mark.parametrize("kind", KINDS)
def test_the_wild_boards_have_every_kind(kind):
    """So that the properties above look at all of them."""
    found = {stand.profile.kind for seed in range(30) for stand in wild(seed).situation.state.stands.values()
             if stand.on_map}  # fmt: skip
    assert kind in found


def test_a_side_lists_nothing_in_the_other_sides_turn():
    game = Game("map 9x9\nred infantry 1 0101\nblue infantry 9 0909\nclock phase=move side=red")
    assert game.legal("blue") == []
    assert game.legal("red")
