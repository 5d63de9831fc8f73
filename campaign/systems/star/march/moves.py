"""Move stands: normal, strategic, on Retreat, artillery, and pursuit (3S 1.6, 1.7, 1.9-1.11, S-13, S-14).

Orders are carried out as they are given: the regiment whose go it is moves stand by stand.
"""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger
from campaign.kit.authority import Fault, own_stand, refuse
from campaign.model.anyorder import AnyOrder
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.march import Move
from campaign.model.verbs.marking import StandMarked
from campaign.systems.star.board import board, para, star
from campaign.systems.star.command.orders import note_command
from campaign.systems.star.fight.results import lose, march
from campaign.systems.star.march.steps import Way, normal_way, path_fault, reachable, retreat_way, strategic_way, take
from campaign.systems.star.turn import STEPS, go_fault, gun_fault, hand_over, mark, stage
from campaign.systems.star.units import armour_of, is_artillery, posture_of, row


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List the legal moves of a stand: a shortest path to each hex that it can reach."""
    stand = situation.state.stands[stand_id]
    if stand.hex is None or row(situation, stand).role != "core":
        return
    if stand.march is not None:
        order = Move(stand_id, (stand.hex, stand.march.path[0]))
        if move_fault(situation, stand, order) is None:
            yield order
        return
    for way, strategic in ways_of(situation, stand):
        found = reachable(situation, way, stand.hex)
        for goal in found.cost:
            if goal != stand.hex and _end_fault(situation, stand, goal) is None:
                yield Move(stand_id, found.path_to(goal), transport=strategic)


def ways_of(situation: Situation, stand: Stand) -> Iterator[tuple[Way, bool]]:
    """List how a stand may move now, and say of each way whether it is a strategic move."""
    for strategic in (False, True):
        if _turn_fault(situation, stand, strategic=strategic) is None:
            yield _way(situation, stand, strategic=strategic), strategic


def move_fault(situation: Situation, stand: Stand, order: Move) -> Fault:
    """Say why a move is not legal."""
    if order.attack:
        return para(situation, "S-1"), "stands never enter an enemy hex to fight; attack from next to it: K or S"
    if row(situation, stand).role != "core":
        return para(situation, "1.3"), f"{stand.id} moves with the core stand in its hex and is never alone"
    if not order.path or order.path[0] != stand.hex:
        here = situation.map.number(stand.hex or 0)
        return para(situation, "1.6"), f"a path begins where {stand.id} is, in {here}"
    if stand.march is not None:
        return _pursuit_fault(situation, stand, order)
    return (
        _turn_fault(situation, stand, strategic=order.transport)
        or path_fault(situation, _way(situation, stand, strategic=order.transport), order.path)
        or _end_fault(situation, stand, order.path[-1])
    )


def _turn_fault(situation: Situation, stand: Stand, *, strategic: bool) -> Fault:
    if stage(situation) == "artillery":
        if strategic:
            return para(situation, "S-14"), "in the artillery phase guns make normal moves"
        if "fired" in stand.marks:
            return para(situation, "S-14"), f"{stand.id} has fired in this round and does not move"
        return gun_fault(situation, stand, "a move")
    if is_artillery(situation, stand):
        return para(situation, "1.11"), f"{stand.id} is artillery: it moves in the artillery phase"
    return (
        go_fault(situation, stand, "a move")
        or _order_fault(situation, stand, strategic=strategic)
        or _spent_fault(situation, stand)
    )


def _order_fault(situation: Situation, stand: Stand, *, strategic: bool) -> Fault:
    posture = posture_of(situation, stand)
    if posture == "retreat":
        why = "a retreat goes the strategic distance anyway; order it as a plain move, M"
        return (para(situation, "1.10"), why) if strategic else None
    if posture != "move":
        why = f"{stand.id} is on {posture or 'no order'}: only Move and Retreat leave their hexes; it may change places"
        return para(situation, "1.5"), why
    return None


def _spent_fault(situation: Situation, stand: Stand) -> Fault:
    rule = para(situation, "1.4")
    if "moved" in stand.marks or not stand.marks.isdisjoint(STEPS):
        return rule, f"{stand.id} has moved in this round"
    formation = situation.state.formations[stand.formation]
    if "attacking" in formation.marks:
        return rule, f"{formation.id} has begun its attacks: all movement comes before them"
    if "passing" in formation.marks:
        return para(situation, "1.8"), f"{formation.id} has passed supports: that ends its movement"
    return None


def may_end(situation: Situation, stand: str, index: int) -> bool:
    """Whether a stand may end a move in a hex: no other core stand is there (1.3)."""
    return _end_fault(situation, situation.state.stands[stand], index) is None


def _end_fault(situation: Situation, stand: Stand, goal: int) -> Fault:
    there = board(situation).core.get(goal)
    if there is None or there.id == stand.id:
        return None
    number = situation.map.number(goal)
    return para(situation, "1.3"), f"{stand.id} cannot end in {number}: the core stand {there.id} is there"


def _way(situation: Situation, stand: Stand, *, strategic: bool) -> Way:
    if posture_of(situation, stand) == "retreat" and not is_artillery(situation, stand):
        return retreat_way(situation, stand)
    return strategic_way(situation, stand) if strategic else normal_way(situation, stand)


def _pursuit_fault(situation: Situation, stand: Stand, order: Move) -> Fault:
    assert stand.march is not None
    rule, goal = para(situation, "S-13"), stand.march.path[0]
    if order.transport or order.path != (stand.hex, goal):
        return rule, f"{stand.id} may pursue into {situation.map.number(goal)} and nowhere else"
    if goal in board(situation).enemy[stand.side]:
        return rule, f"{situation.map.number(goal)} is held by the enemy again"
    taken = take(situation, normal_way(situation, stand), order.path[0], goal, first=True)
    return taken.bar or _end_fault(situation, stand, goal)


def _move(order: Move, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    refuse(move_fault(ledger.situation, stand, order))
    if stand.march is not None:
        _pursue(ledger, stand, order)
    elif stage(ledger.situation) == "retreat":
        _retreat(ledger, stand, order.path)
    else:
        _plain(ledger, stand, order)


def _plain(ledger: Ledger, stand: Stand, order: Move) -> None:
    situation = ledger.situation
    guns = is_artillery(situation, stand)
    rule = para(situation, "S-14" if guns else "1.6")
    marks = ("moved", "strategic") if order.transport else ("moved",)
    crossed = _crossed(situation, stand, order.path)
    if not guns and star(situation).word("out_of_command_attacks") == "if_begun_in":
        note_command(ledger, (stand,))
    march(ledger, stand, order.path, rule=rule, transport=order.transport,
          why="strategic move" if order.transport else "")  # fmt: skip
    _mark_moved(ledger, stand.id, (*marks, *(("limbered",) if guns else ())), crossed=crossed, rule=rule)
    if guns:
        hand_over(ledger)


def _retreat(ledger: Ledger, stand: Stand, path: tuple[int, ...]) -> None:
    situation = ledger.situation
    rule, zone = para(situation, "1.10"), board(situation).zone[stand.side]
    at_start = star(situation).whole("retreat_start_zone_loss") if path[0] in zone else 0
    if at_start:
        lose(ledger, stand.id, at_start, rule=rule, why="begins its retreat in an enemy zone of control")
    stand = ledger.state.stands[stand.id]
    if not stand.on_map:
        return
    path, falls = _gone(stand, path, zone)
    crossed = _crossed(situation, stand, path)
    march(ledger, stand, path, rule=rule, why="retreats", takes=not falls)
    _mark_moved(ledger, stand.id, ("moved",), crossed=crossed, rule=rule)
    through = sum(index in zone for index in path[1:])
    if through:
        lose(ledger, stand.id, through, rule=rule, why="goes through enemy zones of control")


def _gone(stand: Stand, path: tuple[int, ...], zone: frozenset[int]) -> tuple[tuple[int, ...], bool]:
    """Give how far a retreat goes, and whether it ends where the stand loses its last point in a zone of control."""
    left = stand.points
    for k, index in enumerate(path[1:], start=1):
        left -= index in zone
        if not left:
            return path[: k + 1], True
    return path, False


def _pursue(ledger: Ledger, stand: Stand, order: Move) -> None:
    situation = ledger.situation
    rule = para(situation, "S-13")
    crossed = _crossed(situation, stand, order.path)
    march(ledger, stand, order.path, rule=rule, why="pursues")
    for other in board(ledger.situation).of_formation[stand.formation]:
        if other.march is not None and other.march.path == order.path[1:]:
            ledger.record(StandMarked(stand=other.id, march=None, rule=rule, why="one stand pursues"))
    extra = star(situation).word("pursuit_extra_attack")
    again = extra == "all" or (extra == "armour" and bool(armour_of(ledger.situation, stand)))
    may = again and "extra_attack" not in stand.marks
    _mark_moved(ledger, stand.id, ("extra_attack",) if may else (), crossed=crossed, rule=rule)


def _mark_moved(ledger: Ledger, stand: str, marks: tuple[str, ...], *, crossed: bool, rule: str) -> None:
    off = () if crossed else ("crossing",)
    mark(ledger, stand, on=(*marks, *(("crossing",) if crossed else ())), off=off, rule=rule)


def _crossed(situation: Situation, stand: Stand, path: tuple[int, ...]) -> bool:
    """Whether the last step of a path went over a stream, ford or bridge."""
    way = retreat_way(situation, stand)
    return take(situation, way, path[-2], path[-1], first=len(path) == 2).crosses


ORDERS = {Move: _move}
