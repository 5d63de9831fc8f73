"""Where stands of rule files can go: against a slow twin that asks every step anew, by the words of the rules."""

from __future__ import annotations

from heapq import heappop, heappush

import pytest

from campaign.kit.ground import changed_steps
from campaign.model.situation import ground_at, stands_of
from campaign.systems.catalogue import ruleset
from campaign.systems.own.march.pricing import over
from campaign.systems.own.march.room import why_no_room
from campaign.systems.own.march.ways import allowance, is_walled
from campaign.systems.own.march.zones import bonds, zones_for
from campaign.systems.own.stands import mover_of
from campaign.systems.own.tables import own
from campaign.systems.own.words.amounts import NEVER, POINT, WHOLE
from maps.grid.hexgrid import NO_HEX
from maps.grid.walking import FIRST, HALTS
from tests.campaign.own.wilds import of_data, wild_own


def priced(situation, stand, here, side, there):
    """Price a step by the rules' words: ground, then each enemy's zones and bonds, then works; None if it is barred."""
    tables = own(situation)
    zone, mover = tables.rules.zone, mover_of(tables, stand)
    ground = over(situation, mover)
    step = dict(changed_steps(ground, situation)).get((here, side)) or ground.at(here, side)
    cost, first, halts = step.cost, bool(step.flags & FIRST), bool(step.flags & HALTS)
    for enemy in (one.key for one in situation.state.setting.sides if one.key != stand.side):
        held = zones_for(situation, enemy, "movement") if zone is not None else {}
        paid = []
        if zone is not None and there in held:
            paid = [zone.through, zone.enter] if here in held else [zone.enter]
        elif zone is not None and here in held:
            paid = [zone.leave]
        if any(one.how == NEVER for one in paid):
            return None
        cost = cost and cost + sum(int(one.points * POINT) for one in paid)
        first = first or any(one.how == WHOLE for one in paid)
        halts = halts or any(one.how for one in paid)
        hexes, steps = bonds(situation, enemy)
        if there in hexes or (here, there) in steps:
            return None
    for work, costs in tables.rules.move.works.items():
        if ground_at(situation, there) == work and mover in costs:
            if costs[mover].how == NEVER:
                return None
            cost = cost and cost + int(costs[mover].points * POINT)
            halts, first = halts or bool(costs[mover].how), first or costs[mover].how == WHOLE
    return (cost, first, halts) if cost > 0 else None


def slow_reach(situation, stand):
    """Go out from a stand hex by hex; a hex that a step halts in leads nowhere."""
    limit, held = allowance(situation, stand), {one.hex for one in stands_of(situation) if one.side != stand.side}
    found, queue, seen = {stand.hex: 0}, [(0, stand.hex, True)], set()
    while queue and limit:
        spent, here, on = heappop(queue)
        if (here, on) in seen or not on:
            continue
        seen.add((here, on))
        for side, there in enumerate(situation.map.layout.grid.neighbours(here)):
            if there == NO_HEX or there in held or not situation.map.inside[there]:
                continue
            step = priced(situation, stand, here, side, there)
            begins = here == stand.hex
            if step is None or (step[1] and not begins):
                continue
            whole = own(situation).rules.move.one_hex and begins and step[0] > limit
            total = spent + (limit if whole else step[0])
            if total <= limit:
                found[there] = min(total, found.get(there, total))
                heappush(queue, (total, there, not step[2]))
    shut = {index for index in found if index != stand.hex and why_no_room(situation, stand, index)}
    return {index: cost for index, cost in found.items() if index not in shut}


@pytest.mark.parametrize("key", of_data())
@pytest.mark.parametrize("seed", range(3))
def test_a_reach_is_that_of_the_slow_twin(key, seed):
    situation, play = wild_own(key, seed), ruleset(key).play
    afoot = [stand for stand in stands_of(situation) if stand.attached_to is None]
    assert len(afoot) > 10
    for stand in afoot:
        assert dict(play.reach(situation, stand.id).cost) == slow_reach(situation, stand), stand.id


@pytest.mark.parametrize("key", of_data())
def test_where_the_ground_alone_lets_nobody_in_a_search_of_the_whole_map_finds_no_way(key):
    situation, play, walled = wild_own(key, 1), ruleset(key).play, 0
    for stand in [one for one in stands_of(situation) if one.attached_to is None][:6]:
        whole = play.trek(situation, stand.id)
        for goal in range(len(situation.map)):
            alone = play.trek(situation, stand.id, goal=goal)
            assert alone.turn == whole.turn
            assert alone.cost.get(goal) == whole.cost.get(goal), (stand.id, goal)
            walled += is_walled(situation, stand, goal) and goal != stand.hex
    assert walled > 5
