"""Move units on the ground and in the air (GR 5.4), and fly on who has not flown its least distance."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from campaign.engine.ledger import Ledger, Refusal
from campaign.engine.ruleset import Reach
from campaign.kit import walk
from campaign.kit.authority import refuse
from campaign.kit.control import take_ground
from campaign.kit.ground import Ground, Same, changed_steps
from campaign.kit.walk import Fault, Goer, Now
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.march import Move, StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.parkin.clock import acting, is_turn_of, why_cannot_act
from campaign.systems.parkin.march.ground import ground_for, neighbours, sky
from campaign.systems.parkin.sheet import Sheet
from campaign.systems.parkin.space import counters, held_against, is_dummy, parkin, riders_of, sheet, side_now
from campaign.systems.parkin.status import CRIPPLED, DAMAGED, leave, level
from campaign.systems.parkin.tables import ParkinTables
from maps.grid.hexgrid import NO_HEX

RULE = "GR 5.4"
PHASE = "move"


def _speed(tables: ParkinTables, paper: Sheet, state: int) -> Fraction:
    """Give the MP that a unit has for a turn: its top speed, halved if damaged, none if crippled."""
    halvings = tables.factors["damaged"] if state == DAMAGED else 0
    return paper.max_speed / 2**halvings if state < CRIPPLED else Fraction(0)


def flight(situation: Situation, stand: Stand) -> tuple[int, int]:
    """Give the least and the most hexes that an airborne unit flies in a turn."""
    tables, paper = parkin(situation), sheet(situation, stand)
    least = ceil(paper.min_speed / tables.mp_per_hex)
    return least, max(least, floor(_speed(tables, paper, level(situation, stand)) / tables.mp_per_hex))


def flight_reach(situation: Situation, stand: Stand, start: int) -> Reach:
    """Find the hexes that an airborne unit can fly to by a straight way, neither nearer nor further than it must."""
    least, most = flight(situation, stand)
    found = walk.walk(sky(situation), start, most, Now())
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


class Budget(NamedTuple):
    """What a unit has of a turn, in fragments: all of it, half, what is left, and the price of half a plain hex."""

    turn: int
    half: int
    left: int
    unit: int


def budget(situation: Situation, stand: Stand) -> Budget:
    """Reckon a ground unit's turn; half is gone once it acted."""
    paper, acted = sheet(situation, stand), "acted" in stand.marks
    return _budget(Same(parkin(situation)), Same(paper), level(situation, stand), acted)


@lru_cache(maxsize=4096)
def _budget(tables: Same[ParkinTables], paper: Same[Sheet], state: int, acted: bool) -> Budget:
    ratio = 2 * _speed(tables.value, paper.value, state) / tables.value.mp_per_hex
    half = ratio.numerator
    return Budget(2 * half, half, half if acted else 2 * half, 2 * ratio.denominator)


def reach(situation: Situation, key: str, *, transport: bool = False) -> Reach:  # noqa: ARG001 - there is none
    """Find where a unit can stop this turn (5.4), and the least path to each."""
    stand = situation.state.stands[key]
    if not stand.on_map or stand.hex is None or _why_stays(situation, stand) is not None:
        return Reach({}, {}, 0)
    if sheet(situation, stand).flies:
        found = flight_reach(situation, stand, stand.hex)
    else:
        over, now, left = way_of(situation, stand)
        walked = walk.walk(over, stand.hex, left, now)
        found = Reach(walked.cost, walked.paths, left)
    held = held_against(situation, stand.side)
    shut = {stand.hex, *(counters(situation) if parkin(situation).reading("stacking") else held)}
    stops = dict(found.cost)
    for index in stops.keys() & shut:
        del stops[index]
    there, beside = counters(situation), situation.map.neighbour[[stand.hex, *stops]].ravel().tolist()
    touched = frozenset(index for index in held.intersection(beside) if there[index][0].side != stand.side)
    return Reach(stops, found.paths, found.limit, touched)


def way_of(situation: Situation, stand: Stand) -> tuple[Ground, Now, int]:
    """Give the ground as a ground unit finds it, what holds now, and how many fragments it has left."""
    goes = goer(situation, stand)
    return goes.over, goes.now(), budget(situation, stand).left


def goer(situation: Situation, stand: Stand, *, transport: bool = False) -> Goer:  # noqa: ARG001 - there is none
    """Say how a unit goes at the speed that it has (5.4)."""
    paper, means = sheet(situation, stand), budget(situation, stand)
    if paper.flies:
        return Goer(sky(situation), flight(situation, stand)[1], lambda: _now(situation, sky(situation), frozenset()))
    over = ground_for(situation, paper.move_type, means.unit, means.half)
    return Goer(over, means.turn, lambda: _now(situation, over, held_against(situation, stand.side)))


def _now(situation: Situation, over: Ground, held: frozenset[int]) -> Now:
    return Now(held, steps=changed_steps(over, situation))


def _why_stays(situation: Situation, stand: Stand) -> Refusal | None:
    """Say why a unit cannot move at all this turn."""
    if why := why_cannot_act(stand):
        return why
    if "moved" in stand.marks:
        return Refusal(RULE, f"{stand.id} has moved this turn")
    if level(situation, stand) >= CRIPPLED and not sheet(situation, stand).flies:
        return Refusal(RULE, f"{stand.id} is crippled and cannot move; it may be repaired")
    return None


def why_no_stop(situation: Situation, stand: Stand, index: int, there: Mapping[int, Sequence[Stand]]) -> Refusal | None:
    """Say why a unit cannot stop in a hex: another counter is there (5.12 ``stacking``)."""
    stacking, present = bool(parkin(situation).reading("stacking")), there.get(index, ())
    if any(other.id != stand.id and (stacking or other.side != stand.side) for other in present):
        number = situation.map.number(index)
        return Refusal("GR 5.12", f"{stand.id} cannot stop in {number}: another counter is there; stop beside it")
    return None


def why_no_move(situation: Situation, stand: Stand, path: tuple[int, ...]) -> Refusal | None:
    """Say why a unit cannot move along a path."""
    if why := _why_stays(situation, stand) or _why_no_path(situation, stand, path):
        return why
    there = counters(situation)
    if sheet(situation, stand).flies:
        return why_no_flight(situation, stand, path) or why_no_stop(situation, stand, path[-1], there)
    over, now, left = way_of(situation, stand)
    fault = walk.fault(over, path, left, now)
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


def offers(situation: Situation, key: str) -> Iterator[Move]:
    """List the moves of a stand, the least path to each hex where it can stop."""
    if is_turn_of(situation, situation.state.stands[key], PHASE):
        found = reach(situation, key)
        paths = walk.laid(found.paths)
        yield from [Move(key, paths[goal]) for goal in sorted(found.cost)]


def may_march(situation: Situation, stand: Stand) -> bool:
    """Whether a unit may move now: it is its step, and it does not wait, is not aboard, crippled, or has moved."""
    return is_turn_of(situation, stand, PHASE) and _why_stays(situation, stand) is None


def may_end(situation: Situation, stand: str, index: int) -> bool:
    """Whether a unit may stop in a hex: no counter is there that keeps it out (5.12 ``stacking``)."""
    return why_no_stop(situation, situation.state.stands[stand], index, counters(situation)) is None


def _move(order: Move, by: str, ledger: Ledger) -> None:
    situation = ledger.situation
    stand = acting(situation, order.stand, by, PHASE, "a move")
    if order.transport or order.attack:
        raise Refusal(RULE, "these rules know plain moves only; close combat has a phase of its own")
    refuse(why_no_move(situation, stand, order.path))
    if sheet(situation, stand).flies:
        _go(ledger, stand, order.path, "moved")
        return
    over, now, _ = way_of(situation, stand)
    spent = sum(walk.step_now(over, here, there, now).cost for here, there in pairwise(order.path))
    marks = ("moved", "moved_far") if spent > budget(situation, stand).half else ("moved",)
    _go(ledger, stand, order.path, *marks, fragments=spent)


def _go(ledger: Ledger, stand: Stand, path: tuple[int, ...], *marks: str, fragments: int = 0, why: str = "") -> None:
    """Record a move: the unit, whom it carries, where it looks, what ground it takes."""
    facing = neighbours(ledger.situation, path[-2]).index(path[-1])
    ledger.record(StandMoved(stand=stand.id, path=path, fragments=fragments, facing=facing, rule=RULE, why=why))
    ledger.record(StandMarked(stand=stand.id, on=marks, rule=RULE))
    for rider in riders_of(ledger.situation, stand.id):
        ledger.record(StandMoved(stand=rider.id, path=path, rule=RULE, why=f"carried by {stand.id}"))
        ledger.record(StandMarked(stand=rider.id, on=("moved",), rule=RULE))
    if not (is_dummy(stand) or sheet(ledger.situation, stand).flies):
        take_ground(ledger, stand.side, path[1:], rule="GR 5.12", why="moved through")


ORDERS = {Move: _move}


def end_move(ledger: Ledger) -> None:
    """Fly straight on every airborne unit of the side that must move and has not."""
    situation = ledger.situation
    if not parkin(situation).reading("air_straight_on"):
        return
    for stand in stands_of(situation, side_now(situation)):
        rests = stand.marks.isdisjoint({"embarked", "moved"})
        if rests and sheet(situation, stand).flies and flight(situation, stand)[0]:
            _straight_on(ledger, stand)


def _straight_on(ledger: Ledger, stand: Stand) -> None:
    """Fly on along the facing, past hexes where a counter is; over the edge of the map it leaves play."""
    path, side = [stand.hex or 0], stand.facing or 0
    least, taken = flight(ledger.situation, stand)[0], counters(ledger.situation)
    why = "it must fly its least distance"
    while len(path) <= least or path[-1] in taken:
        onward = neighbours(ledger.situation, path[-1])[side]
        if onward == NO_HEX:
            leave(ledger, stand.id, "flew off the map", rule=RULE, why=why)
            return
        path.append(onward)
    _go(ledger, stand, tuple(path), "moved", why=why)
