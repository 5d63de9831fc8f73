"""
Move units (GR 5.4).

A turn is a number of fragments in which every price is a whole number: half
the turn is what an obstacle takes, and what an action takes.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from campaign.engine.ledger import Refusal
from campaign.engine.ruleset import Reach
from campaign.kit.control import take_ground
from campaign.kit.walk import Walk
from campaign.model.situation import Moment
from campaign.model.verbs.march import Move, StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.parkin.march.flight import flight_reach, why_no_flight
from campaign.systems.parkin.march.ground import graph, neighbours, step
from campaign.systems.parkin.space import counters, is_dummy, parkin, sheet
from campaign.systems.parkin.status import CRIPPLED, DAMAGED, level
from campaign.systems.parkin.turn import acting, is_turn_of, why_cannot_act
from maps.grid.graph import reaches
from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from campaign.engine.ledger import Ledger
    from campaign.model.situation import Situation
    from campaign.model.things import Stand
    from campaign.systems.parkin.march.ground import Step

__all__ = ["ORDERS", "Budget", "budget", "offers", "reach", "why_no_move", "why_no_stop"]

RULE = "GR 5.4"
PHASE = "move"


class Budget(NamedTuple):
    """What a unit has of a turn, in fragments: all of it, half, what is left, and the price of half a plain hex."""

    turn: int
    half: int
    left: int
    unit: int


def budget(situation: Situation, stand: Stand) -> Budget:
    """Reckon a ground unit's turn: its top speed, halved if damaged, none if crippled; half is gone once it acted."""
    tables, state = parkin(situation), level(situation, stand)
    speed = sheet(situation, stand).max_speed
    if state >= CRIPPLED:
        speed *= 0
    elif state == DAMAGED:
        speed /= 2 ** tables.factors["damaged"]
    ratio = 2 * speed / tables.mp_per_hex
    half = ratio.numerator
    return Budget(2 * half, half, half if "acted" in stand.marks else 2 * half, 2 * ratio.denominator)


def _over_obstacle(situation: Situation, plain: int, means: Budget) -> int:
    """Price a step over an obstacle, given that of the ground: half the turn (5.4 ``obstacle_step``)."""
    added = parkin(situation).reading("obstacle_step") == "added"
    return plain + means.half if added else max(plain, means.half)


def reach(situation: Situation, stand: Stand) -> Reach:
    """Find where a unit can stop this turn, and the least path to each."""
    if stand.hex is None or _why_stays(situation, stand) is not None:
        return Reach({}, {}, 0)
    enemies = _enemies(Moment(situation), stand.side)
    if sheet(situation, stand).flies:
        found = flight_reach(situation, stand, stand.hex)
    else:
        found = _walked(situation, stand, stand.hex, enemies.held)
    shut = counters(situation) if parkin(situation).reading("stacking") else enemies.held
    stops = {index: cost for index, cost in found.cost.items() if index not in shut}
    known = {*stops, stand.hex}
    touched = frozenset(index for index, around in enemies.rims if not known.isdisjoint(around))
    return Reach(stops, found.paths, found.limit, touched)


class _Enemies(NamedTuple):
    """The hexes that a side's enemies hold, and each with the six about it."""

    held: frozenset[int]
    rims: tuple[tuple[int, list[int]], ...]


@lru_cache(maxsize=4)
def _enemies(moment: Moment, side: str) -> _Enemies:
    there = counters(moment.situation)
    held = frozenset(index for index in there if _is_held(there, index, side))
    first = (index for index, present in there.items() if present[0].side != side)
    return _Enemies(held, tuple((index, neighbours(moment.situation, index)) for index in first))


def _walked(situation: Situation, stand: Stand, start: int, held: Collection[int]) -> Reach:
    """Find the least price of every hex in reach, passing through friends and not through enemies."""
    means, move_type = budget(situation, stand), sheet(situation, stand).move_type

    def price(taken: Step) -> int:
        plain = taken.price * means.unit
        return _over_obstacle(situation, plain, means) if taken.obstacle else plain

    steps, shut = graph(situation, move_type, price, (means.unit, means.half)), np.zeros(len(situation.map), bool)
    shut[[index for index in held if index != start]] = True
    found = reaches(steps.without(shut), [start], means.left)
    hexes = found.hexes.tolist()
    cost, before = (dict(zip(hexes, column.tolist(), strict=True)) for column in (found.cost, found.previous))
    del cost[start]
    return Reach(cost, Walk(cost, before, before).paths, means.left)


def _is_held(there: Mapping[int, Sequence[Stand]], index: int, side: str) -> bool:
    return any(other.side != side for other in there.get(index, ()))


def _why_stays(situation: Situation, stand: Stand) -> Refusal | None:
    """Say why a unit cannot move at all this turn."""
    why = why_cannot_act(stand)
    if why is not None:
        return why
    if "moved" in stand.marks:
        return Refusal(RULE, f"{stand.id} has moved this turn")
    if level(situation, stand) >= CRIPPLED and not sheet(situation, stand).flies:
        return Refusal(RULE, f"{stand.id} is crippled and cannot move; it may be repaired")
    return None


def why_no_stop(situation: Situation, stand: Stand, index: int, there: Mapping[int, Sequence[Stand]]) -> Refusal | None:
    """Say why a unit cannot stop in a hex: another counter is there (5.12 ``stacking``)."""
    if _is_shut(stand, there.get(index, ()), stacking=bool(parkin(situation).reading("stacking"))):
        number = situation.map.number(index)
        return Refusal("GR 5.12", f"{stand.id} cannot stop in {number}: another counter is there; stop beside it")
    return None


def _is_shut(stand: Stand, present: Collection[Stand], *, stacking: bool) -> bool:
    return any(other.id != stand.id and (stacking or other.side != stand.side) for other in present)


def why_no_move(situation: Situation, stand: Stand, path: tuple[int, ...]) -> Refusal | None:
    """Say why a unit cannot move along a path."""
    why = _why_stays(situation, stand) or _why_no_path(situation, stand, path)
    if why is not None:
        return why
    there = counters(situation)
    if sheet(situation, stand).flies:
        return why_no_flight(situation, stand, path) or why_no_stop(situation, stand, path[-1], there)
    spent, means = _spent(situation, stand, path, there), budget(situation, stand)
    if isinstance(spent, Refusal):
        return spent
    if spent > means.left:
        needs = "its whole distance" if means.left == means.turn else "the half that its action leaves"
        return Refusal(RULE, f"{stand.id} cannot go so far: the path is longer than {needs}; stop earlier")
    return why_no_stop(situation, stand, path[-1], there)


def _why_no_path(situation: Situation, stand: Stand, path: tuple[int, ...]) -> Refusal | None:
    number = situation.map.number
    if len(path) < 2 or path[0] != stand.hex:
        return Refusal(RULE, f"a path begins where the unit is and has a hex to go to; {stand.id} is elsewhere")
    if path[-1] == path[0]:
        return Refusal(RULE, f"{stand.id} would end where it began; leave it there, or turn it")
    for here, there in pairwise(path):
        if there not in neighbours(situation, here) or there == NO_HEX:
            return Refusal(RULE, f"{number(here)} and {number(there)} are not next to each other; name every hex")
    return None


def _spent(
    situation: Situation, stand: Stand, path: tuple[int, ...], there: Mapping[int, Sequence[Stand]]
) -> int | Refusal:
    """Price a path in fragments, or say what bars it."""
    means, move_type, total = budget(situation, stand), sheet(situation, stand).move_type, 0
    for here, onward in pairwise(path):
        number = situation.map.number(onward)
        if _is_held(there, onward, stand.side):
            return Refusal(RULE, f"{stand.id} cannot enter {number}: an enemy counter is there")
        taken = step(situation, move_type, here, neighbours(situation, here).index(onward))
        if taken.why_barred:
            return Refusal(RULE, f"{stand.id} cannot enter {number}: {taken.why_barred}; go round")
        plain = taken.price * means.unit
        total += _over_obstacle(situation, plain, means) if taken.obstacle else plain
    return total


def offers(situation: Situation, key: str) -> Iterator[Move]:
    """List the moves of a stand, the least path to each hex in which it can stop."""
    stand = situation.state.stands[key]
    if is_turn_of(situation, stand, PHASE):
        found = reach(situation, stand)
        yield from [Move(key, found.path_to(goal)) for goal in sorted(found.cost)]


def _move(order: Move, by: str, ledger: Ledger) -> None:
    situation = ledger.situation
    stand = acting(situation, order.stand, by, PHASE, "a move")
    if order.transport or order.attack:
        raise Refusal(RULE, "these rules know plain moves only; close combat has a phase of its own")
    why = why_no_move(situation, stand, order.path)
    if why is not None:
        raise why
    marks, spent = ["moved"], 0
    if not sheet(situation, stand).flies:
        priced = _spent(situation, stand, order.path, counters(situation))
        spent = priced if isinstance(priced, int) else 0
        marks += ["moved_far"] if spent > budget(situation, stand).half else []
    go(ledger, stand, order.path, marks=tuple(marks), fragments=spent, rule=RULE, why="")


def go(
    ledger: Ledger, stand: Stand, path: tuple[int, ...], *, marks: tuple[str, ...], fragments: int, rule: str, why: str
) -> None:
    """Record a move: the unit, whom it carries, where it looks, what ground it takes."""
    facing = neighbours(ledger.situation, path[-2]).index(path[-1])
    ledger.record(StandMoved(stand=stand.id, path=path, fragments=fragments, facing=facing, rule=rule, why=why))
    ledger.record(StandMarked(stand=stand.id, on=marks, rule=rule))
    riders = [other for other in ledger.state.stands.values() if other.attached_to == stand.id and other.on_map]
    for rider in riders:
        ledger.record(StandMoved(stand=rider.id, path=path, rule=rule, why=f"carried by {stand.id}"))
        ledger.record(StandMarked(stand=rider.id, on=("moved",), rule=rule))
    if not (is_dummy(stand) or sheet(ledger.situation, stand).flies):
        take_ground(ledger, stand.side, path[1:], rule="GR 5.12", why="moved through")


ORDERS = {Move: _move}
