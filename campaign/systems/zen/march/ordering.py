"""Order marches: check them, write them down, strike them off (ZN 4.6-4.10, 4.14).

In the move phase orders are declared, and carried out together when the phase ends (``movement``). A path may be longer
than a turn: what is left of it is declared again by itself in the next move phase, and can be cancelled there.
"""

import itertools
from collections.abc import Iterator

import msgspec

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import UMPIRE, own_stand, refuse, require_phase
from campaign.kit.walk import fault, laid, step_now
from campaign.model.anyorder import AnyOrder
from campaign.model.situation import Situation, hexside_place, stands_of
from campaign.model.things import March, Stand
from campaign.model.verbs.cancel import Cancel
from campaign.model.verbs.declaring import OrderDeclared, OrderWithdrawn
from campaign.model.verbs.march import Move
from campaign.model.verbs.marking import StandMarked
from campaign.systems.zen.march.pricing import budget, ground_for
from campaign.systems.zen.march.reach import (
    Bounds,
    Field,
    barred_targets,
    bounds_of,
    field_of,
    march_restraint,
    restraint_on,
)
from campaign.systems.zen.march.together import carry_out_marches
from campaign.systems.zen.space import has_order, in_order, zen
from campaign.systems.zen.spotting import sees
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import CROSSINGS, HEXSIDES
from maps.grid.walking import NO_LIMIT

PHASES = ("move", "night_move")
COMMAND, MARCH, ZONES, DETACHMENTS, NIGHT, HEXES = "ZN 4.5", "ZN 4.7", "ZN 4.8", "ZN 4.10", "ZN 4.14", "ZN 4.22"
_GIVEN = "orders"


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List the legal marches of a stand: the least path to each hex in reach and to each that it can assault.

    A neighbouring hex is listed too where a turn does not suffice to enter it: the march is begun. Other legal paths,
    and longer ones, are accepted as well.
    """
    stand = situation.state.stands[stand_id]
    if has_order(situation, stand_id) or stand.march is not None:
        yield Cancel(stand_id)
    if not stand.on_map or situation.state.clock.phase not in PHASES:
        return
    for transport in (False, True):
        if march_restraint(situation, stand, transport=transport) is None:
            yield from _marches(situation, stand, transport=transport)


def check_march(situation: Situation, stand: Stand, order: Move) -> None:
    """See that a march is legal.

    Raises ``Refusal`` if it is not; the paragraph and the way out are in it.
    """
    _check_path(situation, stand, order)
    refuse(restraint_on(situation, stand, order))
    bounds = bounds_of(situation, stand, transport=order.transport)
    costs = _costs(situation, stand, order, bounds)
    _check_hexes(situation, stand, order, bounds)
    _check_end(situation, stand, order, bounds, costs)
    if order.attack:
        _check_attack(situation, stand, order, bounds, sum(costs))


def begin_move(ledger: Ledger) -> None:
    """Declare again the marches that are not finished; those that have become illegal are given up."""
    for stand in in_order(ledger.situation):
        if stand.march is None:
            continue
        order = Move(stand.id, (stand.hex or 0, *stand.march.path), transport=stand.march.transport)
        try:
            check_march(ledger.situation, stand, order)
        except Refusal as refusal:
            why = f"the march is given up: {refusal.why}"
            ledger.record(StandMarked(stand=stand.id, march=None, rule=refusal.rule, why=why))
        else:
            ledger.record(OrderDeclared(order=order, by=UMPIRE, rule=HEXES, why="the march goes on"))


# By night no march goes on that is not ordered anew.
begin_night_move = None
end_move = carry_out_marches


def begin_recovery(ledger: Ledger) -> None:
    """Lose at night the progress of marches; their paths stay (4.22 ``progress``)."""
    for stand in list(stands_of(ledger.situation)):
        if stand.march is not None and stand.march.spent:
            march = March(stand.march.path, 0, stand.march.transport)
            why = "progress is lost at night"
            ledger.record(StandMarked(stand=stand.id, march=march, rule=HEXES, why=why))


def _move(order: Move, by: str, ledger: Ledger) -> None:
    require_phase(ledger.situation, PHASES, "a march")
    stand = own_stand(ledger.situation, order.stand, by)
    check_march(as_known_to(ledger.situation, by), stand, order)
    if has_order(ledger.situation, stand.id):
        ledger.record(OrderWithdrawn(stand=stand.id, why="another order takes its place"))
    ledger.record(OrderDeclared(order=order, by=by, rule=MARCH))


def as_known_to(situation: Situation, by: str) -> Situation:
    """Take the enemies out of a situation that a side does not see; the umpire sees all.

    Orders are checked against what is known, so that no refusal tells of hidden units; what is there shows itself when
    the march is carried out.
    """
    if by == UMPIRE:
        return situation
    return situation.with_state(msgspec.structs.replace(situation.state, stands=_known_stands(situation, by)))


_SEEN: dict[str, tuple[tuple[object, ...], dict[str, Stand]]] = {}
"""What a side knew when it was asked for last: orders that are only declared show nobody anything new."""


def _known_stands(situation: Situation, by: str) -> dict[str, Stand]:
    state = situation.state
    world = (state.stands, state.contacts, state.facts, state.clock, state.weather, state.ground, state.formations)
    of = (*world, state.setting, situation.map, situation.tables)
    kept = _SEEN.get(by)
    if kept is not None and all(one is other for one, other in zip(kept[0], of, strict=True)):
        return kept[1]
    seen = sees(situation, by)
    found = {key: stand for key, stand in state.stands.items() if stand.side == by or key in seen}
    _SEEN[by] = of, found
    return found


def _cancel(order: Cancel, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by, on_map=False)
    declared = has_order(ledger.situation, stand.id)
    if not declared and stand.march is None:
        why = f"there is nothing to cancel: no order of {stand.id} waits to be carried out"
        raise Refusal(_GIVEN, why)
    if declared:
        ledger.record(OrderWithdrawn(stand=stand.id, why="cancelled"))
    if stand.march is not None:
        ledger.record(StandMarked(stand=stand.id, march=None, rule=HEXES, why="cancelled"))


def _marches(situation: Situation, stand: Stand, *, transport: bool) -> Iterator[Move]:
    field = field_of(situation, stand, transport=transport)
    paths, ends = laid(field.found.paths), field.ends
    key, goals = stand.id, sorted(sorted(ends - {stand.hex}), key=field.found.cost.__getitem__)
    yield from [Move(key, paths[goal], transport) for goal in goals]
    for goal in _begun(situation, stand, field, transport=transport):
        yield Move(stand.id, (stand.hex or 0, goal), transport=transport)
    for goal, assault in sorted(field.assaults.items()):
        yield Move(stand.id, (*field.found.path_to(assault.start), goal), attack=True)


def _begun(situation: Situation, stand: Stand, field: Field, *, transport: bool) -> Iterator[int]:
    here, over = stand.hex or 0, ground_for(situation, stand, transport=transport)
    now = bounds_of(situation, stand, transport=transport).now
    for there in situation.map.neighbour[here].tolist():
        if there == NO_HEX or now.shuts(there) or there in field.ends:
            continue
        if step_now(over, here, there, now, first=True).cost > field.limit:
            yield there


def _check_path(situation: Situation, stand: Stand, order: Move) -> None:
    number, path = situation.map.number, order.path
    if len(path) < 2 or path[0] != stand.hex:
        why = f"a path begins where {stand.id} is, in {number(stand.hex or 0)}, and leads to another hex"
        raise Refusal(MARCH, why)
    for here, there in itertools.pairwise(path):
        if not 0 <= there < len(situation.map) or there not in situation.map.neighbour[here].tolist():
            raise Refusal(MARCH, f"{number(here)} and {number(there)} are not neighbours on the map; name every hex")


def _costs(situation: Situation, stand: Stand, order: Move, bounds: Bounds) -> list[int]:
    """Give what each step of a path costs, the last one as an assault if it is one."""
    over, now = ground_for(situation, stand, transport=order.transport), bounds.now
    pairs = list(itertools.pairwise(order.path))
    steps = [step_now(over, here, there, now, first=k == 0) for k, (here, there) in enumerate(pairs)]
    costs = [step.cost for step in steps]
    if order.attack:
        costs[-1] = steps[-1].assault
    for (here, there), cost in zip(pairs, costs, strict=True):
        if cost <= 0:
            raise Refusal(MARCH, _no_passage(situation, stand, here, there, order))
    return costs


def _check_hexes(situation: Situation, stand: Stand, order: Move, bounds: Bounds) -> None:
    number, entered = situation.map.number, order.path[:-1] if order.attack else order.path
    for index in entered[1:]:
        if index in bounds.enemy.stands:
            raise Refusal(HEXES, f"the enemy holds {number(index)}; attack it, or go round")
        if bounds.now.shuts(index):
            raise Refusal(NIGHT, f"{number(index)} is not behind own lines; at night units move only there")
    over = ground_for(situation, stand, transport=order.transport)
    why = fault(over, entered, NO_LIMIT, bounds.now)
    if why is not None:
        raise Refusal(ZONES, f"{number(why.here)} lies in an enemy zone of control: the move ends there")


def _no_passage(situation: Situation, stand: Stand, here: int, there: int, order: Move) -> str:
    hexmap = situation.map
    side = hexmap.neighbour[here].tolist().index(there)
    step = f"{hexmap.number(here)} to {hexmap.number(there)}"
    if zen(situation).movement.ground[hexmap.terrain_of(there)] == "none":
        return f"{stand.id} cannot go from {step}: nobody enters {hexmap.terrain_of(there)}"
    water = HEXSIDES[int(hexmap.played_hexside[here, side])]
    if water != "none":
        blown = situation.state.ground.get(hexside_place(hexmap, here, side)) == "blown"
        there_was = CROSSINGS[int(hexmap.played_crossing[here, side]) or CROSSINGS.index("bridge")].replace("_", " ")
        how = f"whose {there_was} is blown" if blown else "without a bridge or ford that serves it"
        return f"{stand.id} cannot go from {step}: there lies a {water.replace('_', ' ')} {how}"
    if order.transport:
        return f"{stand.id} cannot go from {step} in transport mode: that is for open ground and roads; march normally"
    return f"{stand.id} cannot go from {step}"


def _check_end(situation: Situation, stand: Stand, order: Move, bounds: Bounds, costs: list[int]) -> None:
    limit = budget(situation, stand, transport=order.transport)
    reached = sum(total <= limit for total in itertools.accumulate(costs[:-1] if order.attack else costs))
    if reached == 0 or bounds.allows_end([order.path[reached]])[0]:
        return
    end = situation.map.number(order.path[reached])
    if "out_of_command" in stand.marks and not bounds.further:
        why = f"{stand.id} is out of command and would end in {end}, nearer to the enemy; bring an HQ within range"
        raise Refusal(COMMAND, why)
    why = f"{stand.id} is in the front line and at night moves only away from the enemy; {end} is not further off"
    raise Refusal(NIGHT, why)


def _check_attack(situation: Situation, stand: Stand, order: Move, bounds: Bounds, cost: int) -> None:
    goal, number = order.path[-1], situation.map.number
    enemies = bounds.enemy.stands.get(goal, ())
    if not enemies:
        raise Refusal(HEXES, f"no enemy is known in {number(goal)}; march there without attack")
    if barred := barred_targets(situation, stand, enemies):
        raise Refusal(DETACHMENTS, f"{stand.id} is a detachment and may not close with {barred[0]} in {number(goal)}")
    limit = budget(situation, stand)
    if cost > limit:
        why = f"{stand.id} cannot assault {number(goal)} this turn: it would take {cost} of its {limit} fragments"
        raise Refusal(MARCH, f"{why}; march nearer first")


ORDERS = {Move: _move, Cancel: _cancel}
