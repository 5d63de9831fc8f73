"""Whole days of the real operation, by random legal orders: nothing impossible ever comes about."""

from __future__ import annotations

import os
import random

import pytest

from campaign.engine.ledger import Refusal
from campaign.model.state import state_hash
from campaign.model.verbs.clock import EndPhase
from campaign.store.library import Shelf
from campaign.store.session import create_campaign, open_campaign
from campaign.systems.catalogue import ruleset
from campaign.systems.zen.space import footprint, room_in_hex
from maps.area.reader import read_area, shipped_area
from maps.making.build import build
from scenarios.opening import open_scenario
from scenarios.scenario import read_scenario, shipped_scenario

SEEDS = tuple(range(6)) if os.environ.get("SANDTABLE_SOAK") else (1,)
DAYS = 4 if os.environ.get("SANDTABLE_SOAK") else 2


@pytest.fixture(scope="module")
def shelf():
    return Shelf((build(read_area(shipped_area("ardennes_1944"))),), ruleset)


def begin(shelf, url, seed):
    scenario = read_scenario(shipped_scenario("ardennes_1944"))
    rules = ruleset(scenario.ruleset, scenario.overrides)
    opening = open_scenario(scenario, shelf.maps[0], rules, seed=str(seed))
    session = create_campaign(url, "ardennes", opening.event, library=shelf)
    session.submit(EndPhase(), by="umpire", command_id="begin")
    return session


def give_orders(session, rng, number):
    """Give about 60 stands a random order of those offered; every one of them must be accepted."""
    refused = []
    on_map = [stand.id for stand in session.state.stands.values() if stand.on_map]
    for key in rng.sample(on_map, min(60, len(on_map))):
        offered = list(session.ruleset.play.orders(session.situation, key))
        attacks = [order for order in offered if getattr(order, "attack", False)]
        if not offered:
            continue
        order = rng.choice(attacks if attacks and rng.random() < 0.6 else offered)
        try:
            session.submit(order, by="umpire", command_id=f"{number}-{key}")
        except Refusal as refusal:
            refused.append((order, str(refusal)))
    return refused


def impossible(session):
    """List what must never be the case."""
    situation = session.situation
    on_map = [stand for stand in situation.state.stands.values() if stand.on_map]
    return [
        *(f"{stand.id}: {what}" for stand in on_map for what in wrong_with(stand, situation, session.ruleset.play)),
        *wrong_hexes(on_map, situation),
        *wrong_contacts(situation),
        *(
            f"{formation.id} has {amount} {store}"
            for formation in situation.state.formations.values()
            for store, amount in formation.stores.items()
            if amount < 0
        ),
    ]


def wrong_with(stand, situation, play):
    if play.strength(situation, stand.id) < 1:
        yield "on the map without strength"
    if min(stand.losses, stand.detached) < 0:
        yield f"losses {stand.losses} and detached {stand.detached}"
    if stand.marks - situation.tables.marks:
        yield f"undeclared marks {sorted(stand.marks - situation.tables.marks)}"


def wrong_hexes(on_map, situation):
    by_hex: dict[int, list] = {}
    for stand in on_map:
        by_hex.setdefault(stand.hex, []).append(stand)
    for index, stands in by_hex.items():
        if len({stand.side for stand in stands}) > 1:
            yield f"{situation.map.number(index)} holds both sides"
        # Who rides takes no ground; detachments stand on their parent's base, and may be left behind in a crowd.
        basing = [stand for stand in stands if stand.attached_to is None]
        if sum(footprint(situation, stand) for stand in basing) > room_in_hex(situation) + 1e-6:
            yield f"{situation.map.number(index)} is over-full: {[stand.id for stand in basing]}"


def wrong_contacts(situation):
    stands, grid = situation.state.stands, situation.map.layout.grid
    for a, b in situation.state.contacts:
        if not (stands[a].on_map and stands[b].on_map):
            yield f"{a} and {b} are in contact, and one is gone"
        elif grid.distance(stands[a].hex, stands[b].hex) != 1:
            yield f"{a} and {b} are in contact and not next to each other"


@pytest.mark.parametrize("seed", SEEDS)
def test_days_of_random_legal_orders_break_nothing_soak(shelf, tmp_path, seed):
    url = tmp_path / "store.db"
    session = begin(shelf, url, seed)
    rng = random.Random(seed)
    number = 0
    while session.state.clock.day <= DAYS:
        number += 1
        assert give_orders(session, rng, number) == [], "what is offered is accepted"
        session.submit(EndPhase(), by="umpire", command_id=f"end-{number}")
        assert impossible(session) == [], session.state.clock
    assert session.state.clock.day == DAYS + 1
    assert session.verify() is None
    again = open_campaign(url, "ardennes", shelf)
    assert state_hash(again.state) == state_hash(session.state)
    assert again.replay_hash() == session.replay_hash()
    lost = sum(stand.losses for stand in session.state.stands.values())
    assert lost > 0, "two days without a loss: nothing was fought, so nothing was tried"
