"""What ``orders`` lists is accepted; what it does not list is refused; and what is carried out keeps the rules."""

import itertools
import random

import msgspec
import pytest

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.model.verbs.cancel import Cancel
from campaign.model.verbs.carry import Debark, Embark
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.detach import Detach, Rejoin
from campaign.model.verbs.march import Move, StandMoved
from campaign.systems.zen.march.pricing import budget
from campaign.systems.zen.march.reach import bounds_of
from tests.campaign.zen.marching import RULES, of_kind, overfull_hexes
from tests.campaign.zen.wild import wild_game

SEEDS = range(60)


def accepted(game, order):
    try:
        decide(RULES, game.situation, order, SeededDice("legal", 1))
    except Refusal:
        return False
    return True


def offered(game, key):
    return list(RULES.play.orders(game.situation, key))


def both_ways(seed):
    return wild_game(seed, night=seed % 4 == 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_listed_is_accepted(seed):
    game = both_ways(seed)
    for key in game.state.stands:
        for order in offered(game, key):
            assert accepted(game, order), order


@pytest.mark.parametrize("seed", SEEDS)
def test_marches_that_are_not_listed_are_refused(seed):
    """Random walks: one that is accepted and fits the turn leads to a hex that is listed; attacks likewise."""
    game, dice = both_ways(seed), random.Random(seed)
    near = game.situation.map.neighbour
    for key, stand in game.state.stands.items():
        goals = {(o.path[-1], o.transport, o.attack) for o in offered(game, key) if isinstance(o, Move)}
        for _ in range(60):
            path = [stand.hex]
            for _ in range(dice.randint(1, 3)):
                path.append(dice.choice([index for index in near[path[-1]].tolist() if index >= 0]))
            order = Move(key, tuple(path), dice.random() < 0.3, dice.random() < 0.3)
            if accepted(game, order) and fits_the_turn(game, stand, order):
                assert path[-1] == stand.hex or (path[-1], order.transport, order.attack) in goals, order


def fits_the_turn(game, stand, order):
    """Whether the march would be over this turn, as far as the order alone decides."""
    from campaign.systems.zen.march.ordering import _costs

    bounds = bounds_of(game.situation, stand, transport=order.transport)
    total = sum(_costs(game.situation, stand, order, bounds))
    return len(order.path) == 2 or total <= budget(game.situation, stand, transport=order.transport)


@pytest.mark.parametrize("seed", SEEDS)
def test_other_orders_that_are_not_listed_are_refused(seed):
    game = both_ways(seed)
    keys = list(game.state.stands)
    candidates = {
        key: [
            *(Detach(key, count) for count in range(7)),
            Rejoin(key),
            Debark(key),
            Cancel(key),
            *(Embark(key, other) for other in keys),
        ]
        for key in keys
    }
    for key, orders in candidates.items():
        listed = offered(game, key)
        for order in orders:
            assert accepted(game, order) == (order in listed), order


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_carried_out_keeps_the_rules(seed):
    """Random legal orders for all: nobody shares a hex with an enemy, jumps, or crowds; contact is across a hexside."""
    game, dice = both_ways(seed), random.Random(seed)
    assert overfull_hexes(game.situation) == ()
    for key in list(game.state.stands):
        moves = [order for order in offered(game, key) if not isinstance(order, Cancel)]
        if moves:
            game.take(decide(RULES, game.situation, dice.choice(moves), SeededDice("wild", seed)))
    before = game.state
    events = decide(RULES, game.situation, EndPhase(), SeededDice("wild", seed))
    march = events[: next(k for k, event in enumerate(events) if type(event).__name__ == "ClockAdvanced")]
    game.take(march)
    near, state = game.situation.map.neighbour, game.state
    on_map = [stand for stand in state.stands.values() if stand.on_map]
    for index, there in itertools.groupby(sorted(on_map, key=lambda s: s.hex), key=lambda s: s.hex):
        assert len({stand.side for stand in there}) == 1, index
    for event in of_kind(march, StandMoved):
        assert event.path[0] == before.stands[event.stand].hex
        assert all(there in near[here].tolist() for here, there in itertools.pairwise(event.path))
    for a, b in state.contacts:
        one, other = state.stands[a], state.stands[b]
        assert one.on_map
        assert other.on_map
        assert one.side != other.side
        assert other.hex in near[one.hex].tolist()
    attackers = {attacker for attacker, _ in state.assaults}
    for index in overfull_hexes(game.situation):
        assert attackers & {stand.id for stand in on_map if stand.hex == index}
    assert not any(isinstance(order, Move | Debark) for order in state.declared)
    assert msgspec.json.encode(fold(before, march), order="deterministic") == msgspec.json.encode(
        state, order="deterministic"
    )


def test_a_side_is_refused_nothing_for_what_it_does_not_see():
    """X lies in dense wood two hexes off and is not seen: the march through it is accepted, and stops before it."""
    from tests.campaign.zen.marching import THREE_INCHES, Game

    game = Game("...w.", "us inf A 0101", "ge art X 0401", width_m=THREE_INCHES)
    path = "A M 0101-0201-0301-0401"
    assert game.refusal(path)[0] == "ZN 4.22"
    game.order(path, by="us")
    assert "no enemy is known" in game.refusal("A A 0101-0201-0301x0401", by="us")[1]
