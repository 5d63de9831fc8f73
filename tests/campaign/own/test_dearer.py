"""What enemies and works do to steps: laid out for a search as when they are read, and kept while no enemy changes."""

from __future__ import annotations

import msgspec
import pytest

from campaign.model.folding import changed_stand
from campaign.model.places import laid_out, places
from campaign.model.situation import stands_of
from campaign.systems.own.march.pricing import over
from campaign.systems.own.march.ways import now_for, others_of
from campaign.systems.own.march.zones import has_zone, zones
from campaign.systems.own.stands import body, mover_of
from campaign.systems.own.tables import own
from maps.grid.hexgrid import SIDES
from tests.campaign.own.wilds import of_data, wild_own

WORKS = {"mines": "12", "wire": "30"}


def held_now(situation, stand):
    """Give a stand's ground and what holds on it now."""
    mover = mover_of(own(situation), stand)
    ground = over(situation, mover)
    return ground, now_for(situation, stand.side, mover, ground)


def with_works(situation):
    """Put works on two hexes, and blow what may be on a hexside."""
    ground = {place: what for what, place in WORKS.items()} | {"20/1": "blown", "40/2": "bridge"}
    return situation.with_state(msgspec.structs.replace(situation.state, ground=ground))


@pytest.mark.parametrize("key", of_data())
@pytest.mark.parametrize("seed", range(4))
def test_steps_are_laid_out_as_they_are_read(key, seed):
    found = 0
    for situation in (wild_own(key, seed), with_works(wild_own(key, seed))):
        for stand in stands_of(situation):
            ground, now = held_now(situation, stand)
            edges = {divmod(edge, SIDES): (cost, flags) for edge, cost, flags in zip(*now.steps.edges, strict=True)}
            assert list(edges) == sorted(edges) == list(now.steps)
            for index in range(len(situation.map)):
                for side in range(SIDES):
                    read, usual = now.steps[index, side], ground.at(index, side)
                    assert (read.cost, read.flags) == edges.get((index, side), (usual.cost, usual.flags))
            found += len(edges)
    assert found > 100


@pytest.mark.parametrize("key", of_data())
def test_zones_are_those_that_each_stand_has_by_itself(key):
    situation = wild_own(key, 3)
    tables = own(situation)
    for side in ("red", "blue"):
        held = zones(situation, side)
        assert {one for keys in held.values() for one in keys} <= {one.id for one in stands_of(situation, side)}
        for index in range(len(situation.map)):
            assert (index in held) == (held.get(index) is not None)
        able = [one.id for one in stands_of(situation, side) if has_zone(situation, one, tables.rules.zone)]
        assert {one for keys in held.values() for one in keys} <= set(able)
        assert all(list(keys) == sorted(keys, key=able.index) for keys in held.values())


@pytest.mark.parametrize("key", of_data())
def test_what_the_enemy_does_is_found_once_while_he_stays(key):
    """A side's march leaves what its enemies bar as it is; an enemy's march, or what becomes of him, does not."""
    situation = wild_own(key, 1)
    mine = next(one for one in stands_of(situation) if zones(situation, one.side) != {})
    foe = next(iter(stands_of(situation, others_of(situation, mine.side)[0])))
    free = next(index for index in range(len(situation.map)) if index not in places(situation.state.stands).there)
    before = held_now(situation, mine)[1].steps
    gone = situation.with_state(changed_stand(situation.state, mine.id, hex=free))
    assert held_now(gone, gone.state.stands[mine.id])[1].steps is before
    came = situation.with_state(changed_stand(situation.state, foe.id, hex=free))
    assert held_now(came, mine)[1].steps is not before
    marked = situation.with_state(changed_stand(situation.state, foe.id, marks=frozenset({"disordered"})))
    assert body(marked, foe.side) != body(situation, foe.side)
    assert body(marked, mine.side) == body(situation, mine.side)


def test_a_body_that_is_kept_is_that_of_all_stands_gone_through():
    situation = wild_own(of_data()[0], 2)
    for one in list(stands_of(situation))[:6]:
        for fields in ({"hex": 3}, {"gone": "lost"}, {"losses": 1}):
            situation = situation.with_state(changed_stand(situation.state, one.id, **fields))
            known, anew = places(situation.state.stands), laid_out(situation.state.stands)
            for side in ("red", "blue"):
                assert known.body(side) == anew.body(side)
                assert list(known.body(side).stands) == list(stands_of(situation, side))
