"""Move stands that give ground hex by hex, and those that follow up into a hex that is left."""

from collections.abc import Callable, Collection
from itertools import pairwise

from msgspec import UNSET

from campaign.engine.ledger import Ledger
from campaign.kit.control import take_ground
from campaign.kit.ground import changed_steps
from campaign.kit.ruler import around
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.march import StandMoved
from campaign.systems.own.fight.losses import gone, lose
from campaign.systems.own.march.pricing import over
from campaign.systems.own.march.room import why_no_room
from campaign.systems.own.march.ways import allowance, others_of
from campaign.systems.own.march.zones import zones_for
from campaign.systems.own.stands import foes_of, here, mover_of
from campaign.systems.own.tables import own
from maps.grid.hexgrid import NO_HEX


def moved(
    ledger: Ledger, stand: Stand, path: tuple[int, ...], *, rule: str, why: str = "", turns: bool = False
) -> None:
    """Move a stand and those that ride on it along a path, and take the ground; ``turns``: it looks where it went."""
    turns = turns and own(ledger.situation).rules.facing is not None
    facing = ledger.situation.map.layout.grid.side_towards(path[-2], path[-1]) if turns else UNSET
    stands = ledger.state.stands.values() if own(ledger.situation).rules.carry else ()
    riders = [one for one in stands if one.attached_to == stand.id and one.on_map]
    # They are asked for before anything moves, where it is known already who lies where.
    foes = foes_of(ledger.situation, stand.side)
    for one in (stand, *riders):
        ledger.record(StandMoved(stand=one.id, path=path, rule=rule, why=why, facing=facing))
    taken = [index for index in path[1:] if index == path[-1] or not foes.get(index)]
    take_ground(ledger, stand.side, taken, rule=rule)


def retreat(ledger: Ledger, key: str, hexes: int, enemy: Collection[int], *, rule: str) -> None:
    """Move a stand away hex by hex; what comes of one that cannot, the file says."""
    how = own(ledger.situation).rules.retreat
    rule = own(ledger.situation).par(how.rule) if how.rule else rule
    for to_go in range(hexes, 0, -1):
        stand = ledger.state.stands[key]
        if not stand.on_map:
            return
        there = _next(ledger.situation, stand, enemy)
        if there is None:
            _stopped(ledger, stand, to_go, rule=rule)
            return
        held = _held(ledger.situation, stand.side)
        moved(ledger, stand, (stand.hex or 0, there), rule=rule, why="gives ground")
        zone = own(ledger.situation).rules.zone
        if zone is not None and zone.retreat == "loses 1" and there in held:
            lose(ledger, [key], 1, rule=own(ledger.situation).par(zone.rule, rule), why="through an enemy zone")


def _stopped(ledger: Ledger, stand: Stand, to_go: int, *, rule: str) -> None:
    blocked = own(ledger.situation).rules.retreat.blocked
    if blocked == "eliminated":
        gone(ledger, stand.id, "eliminated", rule=rule, why="it cannot give ground")
    elif blocked == "loses 1 a hex":
        lose(ledger, [stand.id], min(to_go, stand.points), rule=rule, why="it cannot give ground")


def _held(situation: Situation, side: str) -> frozenset[int]:
    """Give the hexes that enemy zones hold against a retreat."""
    return frozenset(index for other in others_of(situation, side) for index in zones_for(situation, other, "retreat"))


def _next(situation: Situation, stand: Stand, enemy: Collection[int], been: Collection[int] = ()) -> int | None:
    """
    Find the hex to give ground to: no nearer to the enemy, out of his zones if it can be, then as the file likes.

    Where it has ``been`` on its way it does not go again.
    """
    tables, grid, at = own(situation), situation.map.layout.grid, stand.hex or 0
    ground, zone = over(situation, mover_of(tables, stand)), tables.rules.zone
    steps, held, to = changed_steps(ground, situation), _held(situation, stand.side), _pull(situation, stand)

    def gap(index: int) -> int:
        return min((grid.distance(index, foe) for foe in enemy), default=0)

    ways = []
    for side, there in enumerate(around(grid, at)):
        shut = there == NO_HEX or there in been or (steps.get((at, side)) or ground.at(at, side)).cost <= 0
        if shut or gap(there) < gap(at):
            continue
        crowded = not tables.rules.retreat.through_friends and bool(here(situation, there))
        barred = zone is not None and zone.retreat == "barred" and there in held
        if crowded or barred or why_no_room(situation, stand, there):
            continue
        ways.append((there in held, gap(there) == gap(at), to(there), -gap(there), there))
    return min(ways)[-1] if ways else None


def _pull(situation: Situation, stand: Stand) -> Callable[[int], int]:
    """Say what draws a retreat: nothing but away, the nearest source, or the headquarters."""
    towards, grid = own(situation).rules.retreat.towards, situation.map.layout.grid
    goals: list[int] = []
    if towards == "supply":
        goals = [source.hex for source in situation.state.setting.sources if source.side == stand.side]
    elif towards == "headquarters":
        formation = situation.state.formations.get(stand.formation)
        hq = situation.state.stands.get(formation.hq or "") if formation is not None else None
        goals = [hq.hex] if hq is not None and hq.hex is not None else []
    return lambda index: min((grid.distance(index, goal) for goal in goals), default=0)


def flee(ledger: Ledger, key: str, enemy: Collection[int], *, rule: str) -> None:
    """Move a stand its whole move away from the enemy, as far as the ground lets it, and not to and fro."""
    stand = ledger.state.stands[key]
    fragments, been = allowance(ledger.situation, stand), [stand.hex or 0]
    for _ in range(max(1, fragments // _POINT)):
        stand = ledger.state.stands[key]
        there = _next(ledger.situation, stand, enemy, been) if stand.on_map else None
        if there is None:
            return
        been.append(there)
        moved(ledger, stand, (stand.hex or 0, there), rule=rule, why="flees")


_POINT = 60


def advance(ledger: Ledger, key: str, target: int, hexes: int, *, rule: str) -> None:
    """Move a stand into a hex that the enemy has left, if it is next to it and there is room; then on, straight."""
    stand = ledger.state.stands[key]
    grid = ledger.situation.map.layout.grid
    if stand.hex is None or here(ledger.situation, target) or grid.distance(stand.hex, target) != 1:
        return
    path = _onward(ledger.situation, stand, target, hexes)
    if len(path) > 1:
        moved(ledger, stand, path, rule=rule, why="follows up", turns=True)


def _onward(situation: Situation, stand: Stand, target: int, hexes: int) -> tuple[int, ...]:
    """Give the way of an advance: into the hex, and farther in the same direction as long as nobody is near."""
    grid, at = situation.map.layout.grid, stand.hex or 0
    ground = over(situation, mover_of(own(situation), stand))
    steps, side = changed_steps(ground, situation), grid.side_towards(at, target)
    path = [at]
    for _ in range(max(1, hexes)):
        there = around(grid, path[-1])[side]
        step = steps.get((path[-1], side)) or ground.at(path[-1], side)
        if there == NO_HEX or step.cost <= 0 or here(situation, there) or why_no_room(situation, stand, there):
            break
        path.append(there)
        if path[-1] in _held(situation, stand.side):
            break
    assert all(grid.distance(a, b) == 1 for a, b in pairwise(path))
    return tuple(path)
