"""What is listed is accepted, what is not is refused; nothing impossible comes of it; whole games replay."""

import random
import tomllib
from pathlib import Path

import pytest

from campaign.engine.apply import fold
from campaign.engine.legal import legal_orders
from campaign.model.situation import stands_of
from campaign.model.state import state_hash
from campaign.model.verbs.act import Act
from campaign.model.verbs.activate import Activate
from campaign.model.verbs.air import AirStrike
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.carry import Embark
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.close import Assault
from campaign.model.verbs.detach import Detach, Rejoin
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.hq import ReplaceHq
from campaign.model.verbs.march import Move
from campaign.model.verbs.posture import SetPosture
from campaign.model.verbs.support import Exchange, PassSupport
from campaign.model.verbs.work import SetToWork
from campaign.systems.star.board import is_core, row_of
from campaign.systems.star.march.steps import ground
from tests.campaign.counting import count, difference
from tests.campaign.direct import view_for
from tests.campaign.star.field import SYSTEMS, Field, play_out, wild_field

SEEDS = range(20)
WILD = [(key, seed) for key in SYSTEMS for seed in SEEDS]
SIDES = ("red", "blue")


@pytest.mark.parametrize(("key", "seed"), WILD)
def test_what_is_listed_is_accepted(key, seed):
    field = wild_field(seed, key)
    for side in SIDES:
        for order in legal_orders(field.rules, field.situation, side):
            assert field.accepts(order, by=side), order


@pytest.mark.parametrize(("key", "seed"), WILD)
def test_moves_that_are_not_listed_are_refused(key, seed):
    """Random walks, normal and strategic: one that is accepted leads to a goal that is listed."""
    field, dice = wild_field(seed, key), random.Random(seed)
    near = field.situation.map.neighbour
    for stand in stands_of(field.situation):
        listed = field.rules.play.orders(field.situation, stand.id)
        goals = {(order.path[-1], order.transport) for order in listed if isinstance(order, Move)}
        for _ in range(30):
            path = [stand.hex]
            for _ in range(dice.randint(1, 4)):
                path.append(dice.choice([index for index in near[path[-1]].tolist() if index >= 0]))
            order = Move(stand.id, tuple(path), transport=dice.random() < 0.4)
            if field.accepts(order):
                assert (path[-1], order.transport) in goals, order


def candidates(field, stand):
    """Every order about a stand that could be thought of but moves and helped attacks."""
    index = range(len(field.situation.map))
    keys, formations = list(field.state.stands), list(field.state.formations)
    yield from (kind(stand, target) for kind in (Assault, Fire, Bombard) for target in index)
    yield from (PassSupport(stand, other) for other in keys)
    yield from (Exchange(stand, other) for other in keys if other > stand)
    yield from (Act(stand, action) for action in field.rules.tables.actions)
    yield from (
        SetToWork(stand, task, field.stand(stand).hex, side) for task in ("bridge", "blow") for side in range(6)
    )
    yield from (Detach(stand, 1), Rejoin(stand))
    yield from (Embark(stand, other) for other in keys)
    yield from (ReplaceHq(formation, stand) for formation in formations)


@pytest.mark.parametrize(("key", "seed"), WILD[::3])
def test_other_orders_are_accepted_exactly_if_they_are_listed(key, seed):
    field = wild_field(seed, key)
    listed = {order for side in SIDES for order in legal_orders(field.rules, field.situation, side)}
    for stand in stands_of(field.situation):
        for order in candidates(field, stand.id):
            assert field.accepts(order) == (order in listed), order
    of_sides = [SetPosture(f, p) for f in field.state.formations for p in (*field.rules.tables.postures, "charge")]
    of_sides += [Activate(f) for f in field.state.formations]
    of_sides += [AirStrike(s, i, n) for s in SIDES for i in range(len(field.situation.map)) for n in (1, 3)]
    for order in of_sides:
        assert field.accepts(order) == (order in listed), order


@pytest.mark.parametrize(("key", "seed"), WILD[::3])
def test_an_attack_with_some_of_the_help_that_is_listed_is_accepted_too(key, seed):
    field, dice = wild_field(seed, key), random.Random(seed)
    for side in SIDES:
        for order in legal_orders(field.rules, field.situation, side):
            if isinstance(order, Assault | Fire) and order.helpers:
                some = tuple(helper for helper in order.helpers if dice.random() < 0.5)
                assert field.accepts(type(order)(order.stand, order.target, some), by=side)


def impossible(situation):
    """Say what is against 1.2 and 1.3: two core stands in a hex, a support alone, too many, losses over strength."""
    tables, found, here = situation.tables, [], {}
    for stand in stands_of(situation):
        here.setdefault(stand.hex, []).append(stand)
        if stand.losses >= stand.profile.strength:
            found.append(f"{stand.id} has no strength")
        if ground(situation, stand.hex).enter == "none":
            found.append(f"{stand.id} in the sea")
    for stands in here.values():
        roles = [row_of(tables, stand).role for stand in stands]
        if roles.count("core") != 1 or any(roles.count(role) > most for role, most in tables.slots.items()):
            found.append(f"{[stand.id for stand in stands]} in one hex")
        if len({stand.side for stand in stands}) > 1:
            found.append(f"{[stand.id for stand in stands]} are enemies in one hex")
    return found


@pytest.mark.parametrize(("key", "seed"), [(key, seed) for key in SYSTEMS for seed in range(2)])
def test_a_whole_game_keeps_the_rules_and_replays_to_the_same_hash(key, seed):
    field = wild_field(seed, key)
    opening = field.state
    assert impossible(field.situation) == []
    assert play_out(field, seed) > 20
    assert field.state.ended
    state = opening
    for event in field.events:
        state = fold(state, [event])
    assert state_hash(state) == state_hash(field.state)
    assert impossible(field.situation) == []
    again = wild_field(seed, key)
    play_out(again, seed)
    assert state_hash(again.state) == state_hash(field.state)


@pytest.mark.parametrize(("key", "seed"), [(key, seed) for key in SYSTEMS for seed in range(4, 7)])
def test_nothing_impossible_comes_of_any_order(key, seed):
    field, dice = wild_field(seed, key), random.Random(seed)
    for _ in range(120):
        if field.state.ended:
            break
        side = field.state.clock.side or dice.choice(SIDES)
        orders = list(legal_orders(field.rules, field.situation, side))
        field.take(dice.choice(orders) if orders and dice.random() < 0.9 else EndPhase())
        assert impossible(field.situation) == [], field.events[-3:]


@pytest.mark.parametrize(("key", "seed"), WILD[::5])
def test_a_side_s_own_view_lists_the_same_orders(key, seed):
    """All stands are in view; only what the enemy's orders are is not, and no order depends on it."""
    field = wild_field(seed, key)
    for side in SIDES:
        view = view_for(field.situation, side, sightings=field.rules.play.sightings)
        listed = list(legal_orders(field.rules, field.situation, side))
        assert list(legal_orders(field.rules, view, side)) == listed


def test_sides_order_only_their_own():
    field = Field("map 9x9\nred infantry A/1 0101 of=A\nblue infantry B/1 0909 of=B\nformation A posture=move "
                  "marks=active\nclock phase=go side=red")  # fmt: skip
    assert "no unit 'B/1' under your command" in field.refusal("B/1 M 0909-0908", by="red").why
    assert field.refusal("A/1 M 0101-0102", by="red") is None


def sixty_stands(phase="go"):
    lines = ["map 24x24", f"clock phase={phase} side=red", "formation A posture=move marks=active"]
    for k in range(60):
        col, row, name = 1 + k % 20, 2 + 4 * (k // 20), "A" if k < 20 else f"R{k // 4}"
        lines.append(f"red {'hq' if k % 4 == 0 else 'medium_armour'} r{k} {col:02d}{row:02d} of={name}")
        lines.append(f"blue infantry b{k} {col:02d}{row + 2:02d} of=B{k // 4}")
    return Field("\n".join(lines))


@pytest.mark.parametrize("phase", ["go", "orders", "artillery"])
def test_legal_orders_of_sixty_stands_are_listed(phase):
    """Sixty against sixty, twenty of them in the go."""
    field = sixty_stands(phase)
    orders = list(legal_orders(field.rules, field.situation, "red"))
    assert bool(orders) == (phase != "artillery")


PINNED = Path(__file__).parent / "counts.toml"
COUNTS = tomllib.loads(PINNED.read_text("utf-8"))["situation"] if PINNED.exists() else []


@pytest.mark.parametrize("pinned", COUNTS, ids=lambda pinned: pinned["name"])
def test_node_counts_to_depth_two(pinned):
    """How many orders can be given, and how many can follow each; a mismatch prints the divide."""
    field = Field(pinned["given"], pinned["ruleset"])
    found = count(field.rules, field.situation, 2)
    assert found == pinned["divide"], difference(found, pinned["divide"])
    assert sum(found.values()) == pinned["two"]


def test_a_dozen_situations_are_pinned():
    assert len(COUNTS) >= 12
    assert all(is_core(Field(p["given"], p["ruleset"]).rules.tables, next(iter(
        Field(p["given"], p["ruleset"]).state.stands.values()))) for p in COUNTS)  # fmt: skip
