"""Say how a stand goes: its ground, how far, and what holds besides: enemies, zones, bonds, works."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

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
from maps.grid.hexgrid import NO_HEX, opposite
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
    points: Fraction | int = rating(tables, stand, "move") + thrown(stand)
    rows = tables.rules.move.change
    if rows:
        points, _ = changed(Fraction(points), rows, lambda test: holds(test, situation, stand))
    if tables.posture_rows:
        points *= _posture_of(situation, stand)
    return max(0, int(points * POINT) - TALLIES(stand).get(SPENT, 0))


def _posture_of(situation: Situation, stand: Stand) -> Fraction:
    formation = situation.state.formations.get(stand.formation)
    posture = own(situation).posture_rows.get(formation.posture) if formation is not None else None
    return posture.move if posture is not None else Fraction(1)


def thrown(stand: Stand) -> int:
    """Give what was thrown for a stand's move this turn; 0 where nothing is."""
    return TALLIES(stand).get(THROWN, 0)


def way(situation: Situation, stand: Stand) -> tuple[Ground, int, Now]:
    """Give how a stand goes now: ground, fragments, and what holds besides."""
    mover, limit = mover_of(own(situation), stand), allowance(situation, stand)
    ground = over(situation, mover)
    now = now_for(situation, stand.side, mover, ground)
    if own(situation).rules.move.one_hex and limit and stand.hex is not None:
        first = _always(ground, stand.hex, limit, now)
        now = replace(now, first=first) if first else now
    return ground, limit, now


def _always(ground: Ground, here: int, limit: int, now: Now) -> Mapping[int, Step]:
    """Price every first step that is not barred so that it can be paid."""
    found = {}
    for side, kind in enumerate(ground.kinds.code[here].tolist()):
        taken = now.steps.get((here, side)) or ground.steps[kind]
        if taken.cost > limit:
            found[side] = taken._replace(cost=limit)
    return found


def gone(situation: Situation, stand: Stand) -> tuple[Walk, int]:
    """Find where a stand can go, and the fragments that it has for it."""
    if stand.hex is None:
        return Walk({}, {}), 0
    ground, limit, now = way(situation, stand)
    return walk(ground, stand.hex, limit, now) if limit else staying(stand.hex), limit


def found(situation: Situation, stand: Stand) -> Walk:
    """Find where a stand can go."""
    return gone(situation, stand)[0]


def goer(situation: Situation, stand: Stand, *, transport: bool) -> Goer:  # noqa: ARG001 - stances carry, not orders
    """Say how a stand goes over many turns."""
    mover = mover_of(own(situation), stand)
    ground = over(situation, mover)
    # What it has spent of this turn is not missed in the next.
    turn = allowance(situation, stand) + TALLIES(stand).get(SPENT, 0)
    return Goer(ground, turn, lambda: now_for(situation, stand.side, mover, ground))


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


class _Extra(NamedTuple):
    """What a step costs besides for the enemy's sake, in fragments, and what it does."""

    cost: int
    how: str
    rule: str
    why: str

    def on(self, taken: Step) -> Step:
        """Make a step as much dearer."""
        if self.how == NEVER:
            return Step(0, 0, self.rule, self.why, taken.assault)
        flags = taken.flags | flags_of(self.how)
        told = "that step takes the whole move, so it is only made as the first" if flags & FIRST else taken.why
        return Step(taken.cost + self.cost, flags, taken.rule, told, taken.assault)


def _extra(paid: Paid, rule: str, why: str) -> _Extra | None:
    return None if paid.is_free else _Extra(int(paid.points * POINT), paid.how, rule, why)


def _zone_steps(
    situation: Situation, on: Ground, zone: Zone, held: Mapping[int, tuple[str, ...]], steps: Steps
) -> Steps:
    """Price the steps into, out of and between the hexes of a zone, as far as that changes them."""
    grid, rule, found = situation.map.layout.grid, own(situation).par(zone.rule), Steps()
    enter = zone.enter if zone.enter.points or zone.enter.how == NEVER else Paid(Fraction(0))
    how = zone.through.how or (enter.how if enter.how == NEVER else "")
    through = Paid(zone.through.points + enter.points, how)
    within = _extra(through, rule, "nobody goes from one enemy zone straight into the next")
    out = _extra(zone.leave, rule, "nobody leaves an enemy zone so")
    into = _extra(enter, rule, "nobody enters an enemy zone")

    for here in held:
        for over_, there in enumerate(around(grid, here)):
            if there == NO_HEX:
                continue
            if there in held:
                _put(found, steps, on, (here, over_), within)
                continue
            _put(found, steps, on, (here, over_), out)
            _put(found, steps, on, (there, opposite(over_)), into)
    return found


def _put(found: Steps, steps: Steps, on: Ground, at: tuple[int, int], extra: _Extra | None) -> None:
    """Price a step that is dearer, if it can be made at all; what play has changed is not as its kind is."""
    if extra is None:
        return
    taken = steps.get(at)
    if taken is None:
        dearer = _dearer(Same(on), extra)[on.kinds.code.item(at)]
        if dearer is not None:
            found[at] = dearer
    elif taken.cost > 0:
        found[at] = extra.on(taken)


@lru_cache(maxsize=256)
def _dearer(on: Same[Ground], extra: _Extra) -> tuple[Step | None, ...]:
    """Price each kind of step so; None: it cannot be made."""
    return tuple(extra.on(step) if step.cost > 0 else None for step in on.value.steps)


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
            extra = _extra(paid, rule, f"the {what} there is closed to them") if paid is not None else None
            if taken is not None and taken.cost > 0 and extra is not None:
                yield at, extra.on(taken)


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
