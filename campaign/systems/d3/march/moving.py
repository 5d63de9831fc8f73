"""Move units (3.4 to 3.6), and overrun guns (3.10).

A move is made once in a movement phase, of any length up to the allowance. ``M 0101-0201-0301`` moves; ``A
0101-0201x0301`` goes into contact with the gun in the last hex.
"""

from collections.abc import Iterator
from functools import lru_cache

from campaign.engine.ledger import Ledger, Refusal
from campaign.engine.ruleset import Reach
from campaign.kit.authority import refuse
from campaign.kit.control import take_ground
from campaign.kit.walk import Fault, fault
from campaign.model.situation import Muster, Situation, stands_at, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.losses import StandGone
from campaign.model.verbs.march import Move, StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.d3.march.allowance import allowance
from campaign.systems.d3.march.ground import GROUND
from campaign.systems.d3.march.ways import (
    FRAGMENTS_PER_INCH,
    ZONE,
    Field,
    Path,
    Ways,
    field_of,
    find_ways,
    into_contact,
)
from campaign.systems.d3.space import d3, hex_inches, unit_of
from campaign.systems.d3.turns import acting_stand, is_turn_of

_MOVE, _OVERRUN = "D3 3.4", "D3 3.10"


def _move(order: Move, by: str, ledger: Ledger) -> None:
    stand = acting_stand(ledger.situation, order.stand, by, "a move", "move")
    refuse(why_not(ledger.situation, stand, order))
    path = order.path
    victims = stands_at(ledger.situation, path[-1]) if order.attack else []
    destroyed = bool(victims) and _is_overrun(ledger.situation, victims[0])
    if victims and destroyed:
        why = f"{stand.id} moved into contact"
        ledger.record(StandGone(stand=victims[0].id, how="overrun", rule=_OVERRUN, why=why))
    enters = not order.attack or (destroyed and bool(d3(ledger.situation).readings["overrun_enters"]))
    _go(ledger, stand, path if enters else path[:-1])


def _go(ledger: Ledger, stand: Stand, path: Path) -> None:
    inches = hex_inches(ledger.situation) * (len(path) - 1)
    if inches:
        fragments = int(inches * FRAGMENTS_PER_INCH)
        ledger.record(StandMoved(stand=stand.id, path=path, fragments=fragments, rule=_MOVE))
        take_ground(ledger, stand.side, path[1:], rule="D3 3.13")
    far = inches > d3(ledger.situation).movement.step
    on = ("moved", "moved_far") if far else ("moved",)
    off = ("smoked",) if far and "smoked" in stand.marks else ()
    ledger.record(StandMarked(stand=stand.id, on=on, off=off, rule=_MOVE if not off else "D3 3.11"))


ORDERS = {Move: _move}


def offers(situation: Situation, stand_id: str) -> Iterator[Move]:
    """List the moves of a stand: the least path to each hex, and to each gun it can go into contact with."""
    stand = situation.state.stands[stand_id]
    if not may_march(situation, stand):
        return
    field = field_of(situation, stand)
    ways = find_ways(field)
    yield from (Move(stand.id, ways[index]) for index in ways if _has_room(field, index))
    for goal, into in _contacts(situation, stand, field):
        yield Move(stand.id, into[goal], attack=True)


def _has_room(field: Field, index: int) -> bool:
    return index not in field.own and index not in field.enemies


def _contacts(situation: Situation, stand: Stand, field: Field) -> Iterator[tuple[int, Ways]]:
    """List the hexes of guns that a unit can go into contact with, each with its ways."""
    for target in _guns_near(situation, stand, field):
        goal = target.hex or 0
        contact, no_front = _unstopping(situation, field, target), _no_front(situation, field, target)
        ways = find_ways(into_contact(situation, field, goal, contact, no_front))
        if goal in ways:
            yield goal, ways


def reach(situation: Situation, key: str, *, transport: bool = False) -> Reach:  # noqa: ARG001 - there is none
    """Find where a stand can go this turn; cost in hundredths of an inch."""
    stand = situation.state.stands[key]
    if not stand.on_map or stand.hex is None:
        return Reach({}, {}, 0)
    limit, here = (allowance(stand) or 0) * FRAGMENTS_PER_INCH, stand.hex
    if not may_march(situation, stand):
        return Reach({here: 0}, {here: (here,)}, limit)
    field = field_of(situation, stand)
    ways = find_ways(field)
    # In whole numbers, rounded down: fractions take ten times as long.
    top, bottom = (hex_inches(situation) * FRAGMENTS_PER_INCH).as_integer_ratio()
    cost = {here: 0} | {index: steps * top // bottom for index, steps in ways.cost.items() if _has_room(field, index)}
    return Reach(cost, ways, limit, frozenset(goal for goal, _ in _contacts(situation, stand, field)))


def may_march(situation: Situation, stand: Stand) -> bool:
    """Whether a stand may move now: it is its side's movement, it has thrown, and not moved (3.4)."""
    return is_turn_of(situation, stand.side, "move") and stand.on_map and _why_still(stand) is None


def may_end(situation: Situation, stand: str, index: int) -> bool:
    """Whether a stand may end a move in a hex: nobody else is there (3.6)."""
    return all(other.id == stand for other in stands_at(situation, index))


def overruns(situation: Situation, stand: Stand) -> bool:
    """Whether a stand is infantry that goes into contact with guns (3.10)."""
    tables = d3(situation)
    unit = unit_of(tables, stand)
    return unit.overruns and (unit.soft or bool(tables.readings["armd_inf_overruns"]))


def why_not(situation: Situation, stand: Stand, order: Move) -> Refusal | None:
    """Say why a stand may not make a move; ``None`` if it may."""
    still = _why_still(stand)
    if still is not None:
        return still
    if order.transport:
        return Refusal(_MOVE, f"{stand.id} has no transport mode in these rules; move it with M")
    if len(order.path) < 2 or order.path[0] != stand.hex or order.path[-1] == stand.hex:
        return Refusal(_MOVE, f"the path must begin where {stand.id} stands and end in another hex")
    field = field_of(situation, stand)
    if order.attack:
        target = next(iter(stands_at(situation, order.path[-1])), None)
        refusal = _why_no_contact(situation, stand, target, order.path)
        if refusal is not None or target is None:
            return refusal
        no_front = _no_front(situation, field, target)
        if order.path[-2] in no_front:
            number = situation.map.number(order.path[-2])
            return Refusal(ZONE, f"{stand.id} stops in front of the gun, and a friend is in {number}")
        contact = _unstopping(situation, field, target)
        field = into_contact(situation, field, order.path[-1], contact, no_front)
    return _why_not_path(situation, stand, order, field)


def _why_still(stand: Stand) -> Refusal | None:
    if "static" in stand.marks:
        return Refusal("D3 3.3", f"{stand.id} is artillery that has shot, and stays where it is")
    if "moved" in stand.marks:
        return Refusal(_MOVE, f"{stand.id} has moved this turn")
    inches = allowance(stand)
    if inches is None:
        return Refusal(_MOVE, f"{stand.id} has not thrown for movement; throw with {stand.id} C roll")
    if inches == 0:
        return Refusal(_MOVE, f"{stand.id} may not move at all by its throw")
    return None


def _why_no_contact(situation: Situation, stand: Stand, target: Stand | None, path: Path) -> Refusal | None:
    if target is None or target.side == stand.side:
        return Refusal(_MOVE, f"no enemy is in {situation.map.number(path[-1])}; move there with M")
    unit = unit_of(d3(situation), target)
    if not overruns(situation, stand) or not _is_gun(situation, target):
        return Refusal(_MOVE, f"only infantry moves into contact, and with guns; {target.id} is {unit.key}")
    if not _is_overrun(situation, target) and len(path) == 2:
        return Refusal(_OVERRUN, f"{stand.id} is in front of {target.id}, which contact does not destroy; shoot at it")
    return None


def _why_not_path(situation: Situation, stand: Stand, order: Move, field: Field) -> Refusal | None:
    why = fault(field.over, order.path, field.most, field.now, cap=field.most_capped)
    if why is not None:
        return _refusal(situation, stand, why)
    if not order.attack and order.path[-1] in field.own:
        return Refusal(ZONE, f"a friend is in {situation.map.number(order.path[-1])}; go through or end elsewhere")
    return None


def _refusal(situation: Situation, stand: Stand, why: Fault) -> Refusal:
    """Put a fault of a path into words, with its paragraph."""
    here, there, cap = situation.map.number(why.here), situation.map.number(why.there), d3(situation).movement.cap
    long = f"{float(why.spent * hex_inches(situation)):g} inches, and {stand.id} has {allowance(stand)}"
    told = {
        "apart": (_MOVE, f"{here} and {there} are not neighbours on the map"),
        "shut": (_MOVE, f"{there} is held by an enemy; only infantry enters, to overrun guns (x)"),
        "barred": (GROUND, f"{stand.id} cannot go from {here} to {there}: {why.step.why}"),
        "halted": (_MOVE, f"{stand.id} stops in {here}, within 6 inches of an enemy; end the move there"),
        "dear": (_MOVE, f"the path is {long}; go less far"),
        "capped": (GROUND, f"woods, buildings, walls and hedges leave {stand.id} {cap} inches; go less far"),
    }
    if why.kind == "barred" and why.step.rule == ZONE:
        return Refusal(ZONE, f"{there} is closer to an enemy within 6 inches of {stand.id}; go along or away")
    return Refusal(*told[why.kind])


def _is_overrun(situation: Situation, target: Stand) -> bool:
    tables = d3(situation)
    unit = unit_of(tables, target)
    if unit.target == "gun":
        return unit.overrun or bool(tables.readings["at_guns_overrun"])
    return unit.overrun and bool(tables.readings["mobile_artillery_overrun"])


def _is_gun(situation: Situation, target: Stand) -> bool:
    """Whether infantry may move into contact with a unit: a gun, or what contact destroys as it destroys guns."""
    return unit_of(d3(situation), target).target == "gun" or _is_overrun(situation, target)


def _unstopping(situation: Situation, field: Field, target: Stand) -> frozenset[int]:
    """Give the enemies' hexes that do not stop a unit on its way into contact (``contact_stop``)."""
    if d3(situation).readings["contact_stop"] == "all":
        return field.enemies
    return frozenset({target.hex} if target.hex is not None else set())


def _no_front(situation: Situation, field: Field, target: Stand) -> frozenset[int]:
    """Give the hexes where a unit would have to end, so that it cannot make contact from there."""
    if not _is_overrun(situation, target):
        return field.own
    return frozenset() if d3(situation).readings["overrun_enters"] else field.own - {field.start}


def _guns_near(situation: Situation, stand: Stand, field: Field) -> list[Stand]:
    if not overruns(situation, stand):
        return []
    grid = situation.map.layout.grid
    guns = _guns_against(Muster(situation), stand.side)
    return [other for other in guns if grid.distance(field.start, other.hex or 0) <= field.most]


@lru_cache(maxsize=16)
def _guns_against(muster: Muster, side: str) -> list[Stand]:
    """List the guns on the map that are not a side's own."""
    others = stands_of(muster.situation)
    return [
        other for other in others if other.side != side and other.hex is not None and _is_gun(muster.situation, other)
    ]
