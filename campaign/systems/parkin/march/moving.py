"""Move units on the ground and in the air (GR 5.4), and fly on who has not flown its least distance."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from campaign.engine.ledger import Ledger, Refusal
from campaign.engine.ruleset import Reach, Trek
from campaign.kit.control import take_ground
from campaign.kit.ground import Ground, changed_steps
from campaign.kit.walk import Fault, Now, step_now, trek, walk
from campaign.kit.walk import fault as why_not
from campaign.model.situation import Moment, Situation
from campaign.model.things import Stand
from campaign.model.verbs.march import Move, StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.parkin.clock import acting, is_turn_of, why_cannot_act
from campaign.systems.parkin.march.ground import ground_for, neighbours, sky
from campaign.systems.parkin.space import counters, is_dummy, parkin, sheet, side_now
from campaign.systems.parkin.status import CRIPPLED, DAMAGED, leave, level
from maps.grid.hexgrid import NO_HEX

RULE = "GR 5.4"


def flight(situation: Situation, stand: Stand) -> tuple[int, int]:
    """Give the least and the most hexes that an airborne unit flies in a turn."""
    tables, paper, state = parkin(situation), sheet(situation, stand), level(situation, stand)
    least = ceil(paper.min_speed / tables.mp_per_hex)
    if state >= CRIPPLED:
        return least, least
    speed = paper.max_speed / 2 ** tables.factors["damaged"] if state == DAMAGED else paper.max_speed
    return least, max(least, floor(speed / tables.mp_per_hex))


def flight_reach(situation: Situation, stand: Stand, start: int) -> Reach:
    """Find the hexes that an airborne unit can fly to by a straight way, neither nearer nor further than it must."""
    least, most = flight(situation, stand)
    found = walk(sky(situation), start, most, Now())
    goals = {index: far for index, far in found.cost.items() if far >= max(1, least)}
    return Reach(goals, found.paths, most)


def why_no_flight(situation: Situation, stand: Stand, path: tuple[int, ...]) -> Refusal | None:
    """Say why an airborne unit cannot fly along a path."""
    least, most = flight(situation, stand)
    flown = len(path) - 1
    if flown > situation.map.layout.grid.distance(path[0], path[-1]):
        return Refusal(RULE, f"{stand.id} flies no detours; name the straight way")
    if flown > most:
        return Refusal(RULE, f"{stand.id} flies at most {most} hexes; this path has {flown}")
    if flown < least:
        return Refusal(RULE, f"{stand.id} must fly at least {least} hexes; this path has {flown}")
    return None


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


def reach(situation: Situation, stand: Stand) -> Reach:
    """Find where a unit can stop this turn, and the least path to each."""
    if stand.hex is None or _why_stays(situation, stand) is not None:
        return Reach({}, {}, 0)
    enemies = _enemies(Moment(situation), stand.side)
    if sheet(situation, stand).flies:
        found = flight_reach(situation, stand, stand.hex)
    else:
        over, now, left = way_of(situation, stand)
        walked = walk(over, stand.hex, left, now)
        found = Reach(walked.cost, walked.paths, left)
    shut = {stand.hex, *(counters(situation) if parkin(situation).reading("stacking") else enemies.held)}
    stops = {index: cost for index, cost in found.cost.items() if index not in shut}
    near = set(situation.map.neighbour[[*stops, stand.hex]].ravel().tolist())
    return Reach(stops, found.paths, found.limit, frozenset(near & enemies.first))


def way_of(situation: Situation, stand: Stand) -> tuple[Ground, Now, int]:
    """Give the ground as a ground unit finds it, what holds now, and how many fragments it has left."""
    means = budget(situation, stand)
    over = ground_for(situation, sheet(situation, stand).move_type, means.unit, means.half)
    held = _enemies(Moment(situation), stand.side).held
    return over, Now(held, steps=changed_steps(over, situation)), means.left


def trek_of(situation: Situation, stand: Stand, start: int | None) -> Trek:
    """Find what it costs a unit to come to any hex at the speed that it has (5.4)."""
    here = stand.hex if start is None else start
    if here is None:
        return Trek({}, {}, 0)
    if sheet(situation, stand).flies:
        over, now, turn = sky(situation), Now(), flight(situation, stand)[1]
    else:
        over, now, _ = way_of(situation, stand)
        turn = budget(situation, stand).turn
    found = trek(over, here, turn, now)
    return Trek(found.cost, found.paths, turn)


class _Enemies(NamedTuple):
    """The hexes that a side's enemies hold, and those where one of them lies on top."""

    held: frozenset[int]
    first: frozenset[int]


@lru_cache(maxsize=4)
def _enemies(moment: Moment, side: str) -> _Enemies:
    there = counters(moment.situation)
    held = frozenset(index for index in there if any(other.side != side for other in there[index]))
    return _Enemies(held, frozenset(index for index, present in there.items() if present[0].side != side))


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
    over, now, left = way_of(situation, stand)
    fault = why_not(over, path, left, now)
    return why_no_stop(situation, stand, path[-1], there) if fault is None else _refusal(situation, stand, fault)


def _refusal(situation: Situation, stand: Stand, fault: Fault) -> Refusal:
    """Put a fault of a path into words."""
    there, means = situation.map.number(fault.there), budget(situation, stand)
    if fault.kind == "shut":
        return Refusal(RULE, f"{stand.id} cannot enter {there}: an enemy counter is there")
    if fault.kind == "barred":
        return Refusal(RULE, f"{stand.id} cannot enter {there}: {fault.step.why}; go round")
    needs = "its whole distance" if means.left == means.turn else "the half that its action leaves"
    return Refusal(RULE, f"{stand.id} cannot go so far: the path is longer than {needs}; stop earlier")


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


def _spent(situation: Situation, stand: Stand, path: tuple[int, ...]) -> int:
    """Count the fragments of a path that a unit can go."""
    over, now, _ = way_of(situation, stand)
    return sum(step_now(over, here, there, now).cost for here, there in pairwise(path))


def offers(situation: Situation, key: str) -> Iterator[Move]:
    """List the moves of a stand, the least path to each hex where it can stop."""
    stand = situation.state.stands[key]
    if is_turn_of(situation, stand, PHASE):
        found = reach(situation, stand)
        yield from [Move(key, path) for goal, path in sorted(found.paths.items()) if goal in found.cost]


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
        spent = _spent(situation, stand, order.path)
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


WHY = "it must fly its least distance"


def end_move(ledger: Ledger) -> None:
    """Fly straight on every airborne unit of the side that must move and has not."""
    situation = ledger.situation
    if not parkin(situation).reading("air_straight_on"):
        return
    for stand in list(ledger.state.stands.values()):
        mine = stand.on_map and stand.side == side_now(situation) and "embarked" not in stand.marks
        if mine and "moved" not in stand.marks and sheet(situation, stand).flies and flight(situation, stand)[0]:
            _straight_on(ledger, stand)


def _straight_on(ledger: Ledger, stand: Stand) -> None:
    """Fly on along the facing, past hexes where a counter is; over the edge of the map it leaves play."""
    path, side = [stand.hex or 0], stand.facing or 0
    least, taken = flight(ledger.situation, stand)[0], counters(ledger.situation)
    while len(path) <= least or path[-1] in taken:
        onward = neighbours(ledger.situation, path[-1])[side]
        if onward == NO_HEX:
            leave(ledger, stand.id, "flew off the map", rule=RULE, why=WHY)
            return
        path.append(onward)
    go(ledger, stand, tuple(path), marks=("moved",), fragments=0, rule=RULE, why=WHY)
