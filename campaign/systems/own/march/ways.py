"""Say how a stand goes: its ground, how far, and what holds besides: enemies, zones, bonds, works."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from campaign.kit.ground import Ground, Same, Step, changed_steps
from campaign.kit.ruler import around
from campaign.kit.walk import Fault, Goer, Now, Walk, fault, staying, walk
from campaign.model.places import places
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.own.facts import TALLIES
from campaign.systems.own.fight.asked import changed, holds
from campaign.systems.own.march.dearer import At, Dearer, Extra, Layer, extra
from campaign.systems.own.march.pricing import over
from campaign.systems.own.march.zones import Bonds, Held, bonds, hexes_of, zones_for
from campaign.systems.own.shape.moving import Zone
from campaign.systems.own.stands import mover_of, rating, shown
from campaign.systems.own.tables import OwnTables, own
from campaign.systems.own.words.amounts import NEVER, POINT, Paid
from maps.grid.hexgrid import NO_HEX, opposite

_NOTHING: Mapping[str, str] = {}
_BETWEEN = "two of the enemy hold the ground between them"
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
    made = [step.cost for step in changed_steps(ground, situation).values() if step.cost > 0]
    least = min([ground.prices.gauge[0], *made])
    return Goer(ground, turn, lambda: now_for(situation, stand.side, mover, ground), least=least)


def is_walled(situation: Situation, stand: Stand, goal: int) -> bool:
    """Whether the ground alone lets no step into a hex: then nobody need ask what the enemy does on the way."""
    ground = over(situation, mover_of(own(situation), stand))
    if changed_steps(ground, situation):
        return False
    near = enumerate(situation.map.neighbour[goal].tolist())
    return all(here == NO_HEX or ground.at(here, opposite(side)).cost <= 0 for side, here in near)


def now_for(situation: Situation, side: str, mover: str, ground: Ground) -> Now:
    """Say what holds for a side besides the ground; who judges many lines asks for all of them at one moment."""
    return _now_for(_Lie(situation), Same(ground), side, mover)


class _Lie:
    """A situation as a key, by all that what holds for a march hangs on: what is ordered is not among it."""

    __slots__ = ("situation",)

    def __init__(self, situation: Situation) -> None:
        self.situation = situation

    def __hash__(self) -> int:
        return id(self.situation.state.stands)

    def __eq__(self, other: object) -> bool:
        one, two = self.situation, other.situation if isinstance(other, _Lie) else None
        if two is None or one.map is not two.map or one.tables is not two.tables:
            return False
        a, b = one.state, two.state
        same = a.stands is b.stands and a.ground is b.ground and a.setting is b.setting
        return same and (a.clock, a.weather, a.formations) == (b.clock, b.weather, b.formations)


@lru_cache(maxsize=32)
def _now_for(moment: _Lie, over_: Same[Ground], side: str, mover: str) -> Now:
    """Do so; what its enemies make dearer is kept as long as they stay."""
    situation, ground = moment.situation, over_.value
    shut = places(situation.state.stands).against(side)
    zone, enemies = own(situation).rules.zone, others_of(situation, side)
    zones = tuple((Same(zones_for(situation, other, "movement")), Same(bonds(situation, other))) for other in enemies)
    built = Same(situation.state.ground or _NOTHING)
    key = Same(ground), Same(own(situation)), mover, zones if zone is not None else (), built
    halts, steps = _otherwise(_Asked(key, situation))
    return Now(shut, halts, steps)


_Zones = tuple[tuple[Same[Held], Same[Bonds]], ...]


@dataclass(unsafe_hash=True, slots=True)
class _Asked:
    """What the enemy does to a ground, looked up by all that it hangs on."""

    key: tuple[Same[Ground], Same[OwnTables], str, _Zones, Same[Mapping[str, str]]]
    situation: Situation = field(compare=False, hash=False)


@lru_cache(maxsize=256)
def _otherwise(asked: _Asked) -> tuple[frozenset[int], Dearer]:
    """Give the hexes where a move ends, and the steps that are otherwise than the ground has them."""
    ground, tables, mover, zones, _ = asked.key
    rules, layers, halts = tables.value.rules, list[Layer](), frozenset[int]()
    for held, bound in zones:
        assert rules.zone is not None
        halts |= hexes_of(held.value) if rules.zone.enter.how and rules.zone.enter.how != NEVER else frozenset()
        layers.append(_layer(asked.situation, rules.zone, held.value, bound.value))
    played = changed_steps(ground.value, asked.situation)
    return halts, Dearer(ground.value, played, layers, _works(asked.situation, mover))


def others_of(situation: Situation, side: str) -> list[str]:
    """Name the other sides."""
    return [one.key for one in situation.state.setting.sides if one.key != side]


def _layer(situation: Situation, zone: Zone, held: Held, bound: Bonds) -> Layer:
    """Price the steps into, out of and between the hexes of a zone, as far as that changes them."""
    rule = own(situation).par(zone.rule)
    enter = zone.enter if zone.enter.points or zone.enter.how == NEVER else Paid(Fraction(0))
    how = zone.through.how or (enter.how if enter.how == NEVER else "")
    through = Paid(zone.through.points + enter.points, how)
    return Layer(
        hexes_of(held),
        extra(through, rule, "nobody goes from one enemy zone straight into the next"),
        extra(zone.leave, rule, "nobody leaves an enemy zone so"),
        extra(enter, rule, "nobody enters an enemy zone"),
        dict(_bond_steps(situation, bound, rule)),
    )


def _bond_steps(situation: Situation, bound: Bonds, rule: str) -> Iterator[tuple[At, Step]]:
    grid = situation.map.layout.grid
    hexes, steps = bound
    barred = Step(0, 0, rule, _BETWEEN)
    for there in hexes:
        for over_, here in enumerate(around(grid, there)):
            if here != NO_HEX:
                yield (here, opposite(over_)), barred
    for here, there in steps:
        yield (here, grid.side_towards(here, there)), barred


def _works(situation: Situation, mover: str) -> dict[int, Extra]:
    """Price what is paid for the hexes that hold works: mines, wire."""
    costs, rule = own(situation).rules.move.works, own(situation).par(own(situation).rules.move.rule)
    found = {}
    for place, what in situation.state.ground.items() if costs else ():
        paid = None if "/" in place else costs.get(what, {}).get(mover)
        more = None if paid is None else extra(paid, rule, f"the {what} there is closed to them")
        if more is not None:
            found[int(place)] = more
    return found


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
