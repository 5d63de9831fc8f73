"""Say how a stand goes: its ground, how far, and what holds besides: enemies, zones, bonds, works."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from campaign.kit.ground import Ground, Same, Step, changed_steps
from campaign.kit.ruler import around
from campaign.kit.walk import Fault, Goer, Now, Walk, fault, staying, walk
from campaign.model.situation import Muster, Situation
from campaign.model.things import Stand
from campaign.systems.own.facts import TALLIES
from campaign.systems.own.fight.asked import changed, holds
from campaign.systems.own.march.pricing import flags_of, over
from campaign.systems.own.march.zones import bonds, moment_of, zones_for
from campaign.systems.own.shape.moving import Zone
from campaign.systems.own.stands import foes_of, mover_of, rating, shown
from campaign.systems.own.tables import OwnTables, own
from campaign.systems.own.words.amounts import NEVER, POINT, Paid
from maps.grid.hexgrid import NO_HEX, SIDES, opposite
from maps.grid.walking import FIRST

_BETWEEN = "two of the enemy hold the ground between them"
Steps = dict[tuple[int, int], Step]
SPENT = "spent"
"""Among the counts of a stand: the fragments of its move that it has spent in this phase without marching."""
THROWN = "thrown"
"""Among the counts of a stand: what was thrown for its move this turn."""


def allowance(situation: Situation, stand: Stand) -> int:
    """Give the fragments that a stand has for a move: its rating, what changes it, and its formation's posture."""
    tables = own(situation)
    begun = Fraction(rating(tables, stand, "move") + thrown(stand))
    points, _ = changed(begun, tables.rules.move.change, lambda test: holds(test, situation, stand))
    formation = situation.state.formations.get(stand.formation)
    posture = tables.posture_rows.get(formation.posture) if formation is not None else None
    points *= posture.move if posture is not None else 1
    return max(0, int(points * POINT) - TALLIES(stand).get(SPENT, 0))


def thrown(stand: Stand) -> int:
    """Give what was thrown for a stand's move this turn; 0 where nothing is."""
    return TALLIES(stand).get(THROWN, 0)


def way(situation: Situation, stand: Stand) -> tuple[Ground, int, Now]:
    """Give how a stand goes now: ground, fragments, and what holds besides."""
    mover, limit = mover_of(own(situation), stand), allowance(situation, stand)
    ground = over(situation, mover)
    now = now_for(situation, stand.side, mover, ground)
    if own(situation).rules.move.one_hex and limit and stand.hex is not None:
        now = replace(now, first=_always(ground, stand.hex, limit, now))
    return ground, limit, now


def _always(ground: Ground, here: int, limit: int, now: Now) -> Mapping[int, Step]:
    """Price every first step that is not barred so that it can be paid."""
    found = {}
    for side in range(SIDES):
        taken = now.steps.get((here, side)) or ground.at(here, side)
        if taken.cost > limit:
            found[side] = taken._replace(cost=limit)
    return found


def found(situation: Situation, stand: Stand) -> Walk:
    """Find where a stand can go."""
    if stand.hex is None:
        return Walk({}, {})
    ground, limit, now = way(situation, stand)
    return walk(ground, stand.hex, limit, now) if limit else staying(stand.hex)


def goer(situation: Situation, stand: Stand, *, transport: bool) -> Goer:  # noqa: ARG001 - stances carry, not orders
    """Say how a stand goes over many turns."""
    mover = mover_of(own(situation), stand)
    ground = over(situation, mover)
    return Goer(ground, allowance(situation, stand), lambda: now_for(situation, stand.side, mover, ground))


def now_for(situation: Situation, side: str, mover: str, ground: Ground) -> Now:
    """Say what holds for a side besides the ground; kept as long as nobody has moved."""
    return _now(Muster(situation), side, mover, Same(ground), moment_of(situation))


@lru_cache(maxsize=64)
def _now(
    muster: Muster,
    side: str,
    mover: str,
    ground: Same[Ground],
    moment: tuple[object, ...],  # noqa: ARG001 - the key
) -> Now:
    situation, on = muster.situation, ground.value
    zone = own(situation).rules.zone
    steps: Steps = dict(changed_steps(on, situation))
    halts: frozenset[int] = frozenset()
    for other in others_of(situation, side):
        if zone is not None:
            held = zones_for(situation, other, "movement")
            halts |= frozenset(held) if zone.enter.how and zone.enter.how != NEVER else frozenset()
            steps |= _zone_steps(situation, on, zone, held, steps)
            steps |= _bond_steps(situation, other, own(situation).par(zone.rule))
    steps |= _works(situation, mover, on, steps)
    return Now(frozenset(foes_of(situation, side)), halts, steps)


def others_of(situation: Situation, side: str) -> list[str]:
    """Name the other sides."""
    return [one.key for one in situation.state.setting.sides if one.key != side]


def _zone_steps(
    situation: Situation, on: Ground, zone: Zone, held: Mapping[int, tuple[str, ...]], steps: Steps
) -> Iterator[tuple[tuple[int, int], Step]]:
    """Price the steps into, out of and between the hexes of a zone, as far as that changes them."""
    grid, rule = situation.map.layout.grid, own(situation).par(zone.rule)
    enter = zone.enter if zone.enter.points or zone.enter.how == NEVER else Paid(Fraction(0))
    for here in held:
        for over_, there in enumerate(around(grid, here)):
            if there == NO_HEX:
                continue
            for at, paid, why in _paid(zone, enter, (here, over_), there, within=there in held):
                taken = steps.get(at) or on.at(*at)
                if taken.cost > 0:
                    yield at, _dearer(taken, paid, rule, why)


def _paid(
    zone: Zone, enter: Paid, at: tuple[int, int], there: int, *, within: bool
) -> Iterator[tuple[tuple[int, int], Paid, str]]:
    """Give what steps over a side of a held hex pay besides: out of it, or on to the next one that is held."""
    if within:
        points = zone.through.points + enter.points
        how = zone.through.how or (enter.how if enter.how == NEVER else "")
        if points or how:
            yield at, Paid(points, how), "nobody goes from one enemy zone straight into the next"
        return
    if not zone.leave.is_free:
        yield at, zone.leave, "nobody leaves an enemy zone so"
    if not enter.is_free:
        yield (there, opposite(at[1])), enter, "nobody enters an enemy zone"


def _dearer(taken: Step, paid: Paid, rule: str, why: str) -> Step:
    if paid.how == NEVER:
        return Step(0, 0, rule, why, taken.assault)
    cost = taken.cost + int(paid.points * POINT)
    flags = taken.flags | flags_of(paid)
    told = "that step takes the whole move, so it is only made as the first" if flags & FIRST else taken.why
    return taken._replace(cost=cost, flags=flags, why=told)


def _bond_steps(situation: Situation, side: str, rule: str) -> Iterator[tuple[tuple[int, int], Step]]:
    grid = situation.map.layout.grid
    hexes, steps = bonds(situation, side)
    barred = Step(0, 0, rule, _BETWEEN)
    for there in hexes:
        for over_, here in enumerate(around(grid, there)):
            if here != NO_HEX:
                yield (here, opposite(over_)), barred
    for here, there in steps:
        yield (here, grid.side_towards(here, there)), barred


def _works(situation: Situation, mover: str, on: Ground, steps: Steps) -> Iterator[tuple[tuple[int, int], Step]]:
    """Price the steps into hexes that hold works: mines, wire."""
    costs, rule = own(situation).rules.move.works, own(situation).par(own(situation).rules.move.rule)
    for place, what in situation.state.ground.items() if costs else ():
        if "/" in place or what not in costs:
            continue
        for over_, here in enumerate(around(situation.map.layout.grid, int(place))):
            at = (here, opposite(over_))
            taken = (steps.get(at) or on.at(*at)) if here != NO_HEX else None
            paid = costs[what].get(mover)
            if taken is not None and taken.cost > 0 and paid is not None:
                yield at, _dearer(taken, paid, rule, f"the {what} there is closed to them")


def told(situation: Situation, stand: Stand, why: Fault, limit: int) -> tuple[str, str]:
    """Put a fault of a path into the author's paragraph and words."""
    tables, number = own(situation), situation.map.number
    move = tables.par(tables.rules.move.rule)
    if why.kind == "apart":
        return move, "these hexes are not neighbours on the map; name every hex of the path"
    if why.kind == "halted":
        return _halted(tables, situation, stand, why.here), f"the move ends on entering {number(why.here)}"
    if why.kind == "shut":
        return move, f"the enemy is in {number(why.there)}; stop next to him"
    if why.kind == "dear":
        spent, has = (shown(Fraction(part, POINT)) for part in (why.spent, limit))
        return move, f"that takes {spent} points and {stand.id} has {has}; stop earlier"
    return why.step.rule, f"{why.why(situation.map)}, from {number(why.here)} to {number(why.there)}"


def _halted(tables: OwnTables, situation: Situation, stand: Stand, index: int) -> str:
    zone = tables.rules.zone
    held = zone is not None and any(
        index in zones_for(situation, side, "movement") for side in others_of(situation, stand.side)
    )
    return tables.par(zone.rule if held and zone is not None else tables.rules.move.rule)


def path_fault(situation: Situation, stand: Stand, path: tuple[int, ...]) -> tuple[str, str] | None:
    """Say why a stand cannot go a path, by the very steps that the search reads; None if it can."""
    tables = own(situation)
    move = tables.par(tables.rules.move.rule)
    if len(path) < 1 or path[0] != stand.hex:
        return move, f"a path begins where {stand.id} is, in {situation.map.number(stand.hex or 0)}"
    ground, limit, now = way(situation, stand)
    why = fault(ground, path, limit, now)
    return None if why is None else told(situation, stand, why, limit)
