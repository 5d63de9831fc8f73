"""What is listed is accepted, what is not is refused; nothing impossible comes of it; whole games replay."""

import random
import tomllib
from pathlib import Path

import pytest

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.engine.legal import legal_orders
from campaign.model.situation import stands_of
from campaign.model.state import state_hash
from campaign.model.verbs.act import Act
from campaign.model.verbs.air import AirStrike
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.march import Move
from campaign.systems.d3.march.ground import ground_of
from tests.campaign.counting import count
from tests.campaign.d3.tabletop import Table
from tests.campaign.d3.wild import play_out, wild_table

SEEDS = range(40)


def accepted(table, order):
    try:
        decide(table.rules, table.situation, order, SeededDice("legal", 1))
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_listed_is_accepted(seed):
    table = wild_table(seed)
    for side in ("red", "blue"):
        listed = list(legal_orders(table.rules, table.situation, side))
        assert not listed or side == table.state.clock.side
        for order in listed:
            assert accepted(table, order), order


@pytest.mark.parametrize("seed", SEEDS)
def test_moves_that_are_not_listed_are_refused(seed):
    """Random walks, some into contact: one that is accepted leads to a goal that is listed."""
    table, dice = wild_table(seed), random.Random(seed)
    near = table.situation.map.neighbour
    for stand in stands_of(table.situation):
        listed = table.rules.play.orders(table.situation, stand.id)
        goals = {(order.path[-1], order.attack) for order in listed if isinstance(order, Move)}
        for _ in range(40):
            path = [stand.hex]
            for _ in range(dice.randint(1, 4)):
                path.append(dice.choice([index for index in near[path[-1]].tolist() if index >= 0]))
            order = Move(stand.id, tuple(path), attack=dice.random() < 0.3)
            if accepted(table, order):
                assert (path[-1], order.attack) in goals, order


@pytest.mark.parametrize("seed", SEEDS)
def test_other_orders_are_accepted_exactly_if_they_are_listed(seed):
    table = wild_table(seed)
    for stand in stands_of(table.situation):
        candidates = [Act(stand.id, action) for action in ("roll", "stand_fast", "give_way")]
        candidates += [Fire(stand.id, index, smoke=smoke) for index in range(42) for smoke in (False, True)]
        listed = list(table.rules.play.orders(table.situation, stand.id))
        for order in candidates:
            assert accepted(table, order) == (order in listed), order
    strikes = [AirStrike("red", index, 1) for index in range(42)]
    listed = list(table.rules.play.side_orders(table.situation, "red"))
    assert [order for order in strikes if accepted(table, order)] == listed


@pytest.mark.parametrize("seed", range(12))
def test_a_whole_game_keeps_the_rules_and_replays_to_the_same_hash(seed):
    table = wild_table(seed, stands=8)
    opening, entries = table.state, play_out(table, seed)
    assert entries > 3
    state = opening
    for event in table.events:
        state = fold(state, [event])
        here = [stand.hex for stand in state.stands.values() if stand.on_map]
        assert len(here) == len(set(here)), event
        assert all(ground_of(table.situation).is_passable(index) for index in here)
        assert all(stand.losses <= 6 or event.__class__.__name__ == "LossesTaken"
                   for stand in state.stands.values() if stand.on_map)  # fmt: skip
    assert state_hash(state) == state_hash(table.state)
    again = wild_table(seed, stands=8)
    play_out(again, seed)
    assert state_hash(again.state) == state_hash(table.state)
    assert table.state.clock.turn <= 15


def test_sides_order_only_their_own():
    table = Table(
        "map 9x9\nred tank 1 0101 marks=allowance_6\nblue tank 7 0909 marks=allowance_6\nclock phase=move side=red"
    )
    assert "no unit '7' under your command" in table.refusal("7 M 0909-0908", by="red").why
    assert table.refusal("7 M 0909-0908", by="blue").rule == "D3 3.2"


def test_legal_orders_of_sixty_stands_are_listed():
    """A hundred and twenty stands, mobile, 18 inches each."""
    for phase, blue in (("move", 12), ("shoot", 3)):
        lines = ["map 20x20", f"clock phase={phase} side=red"]
        for k in range(60):
            col, row = 1 + k % 20, 3 * (k // 20)
            lines.append(f"red tank r{k} {col:02d}{1 + row:02d} marks=allowance_18")
            lines.append(f"blue infantry b{k} {col:02d}{blue + row:02d}")
        table = Table("\n".join(lines))
        assert list(legal_orders(table.rules, table.situation, "red"))


COUNTS = tomllib.loads((Path(__file__).parent / "counts.toml").read_text("utf-8"))["situation"]


@pytest.mark.parametrize("pinned", COUNTS, ids=lambda pinned: pinned["name"])
def test_node_counts_to_depth_two(pinned):
    """How many orders can be given, and how many can follow each; a mismatch prints the divide."""
    table = Table(pinned["given"])
    found = count(table.rules, table.situation, 2)
    assert found == pinned["divide"], sorted(found.items() ^ pinned["divide"].items())
    assert (len(found), sum(found.values())) == (pinned["one"], pinned["two"])
