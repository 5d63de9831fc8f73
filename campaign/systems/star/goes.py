"""Give the goes: dice, the limit of two in a row, the choice of the regiment; retreats before all (3S 1.4)."""

from collections.abc import Iterator

import msgspec

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import own_formation
from campaign.model.anyorder import AnyOrder
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.things import Formation
from campaign.model.verbs.activate import Activate, GoGiven
from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.marking import StandMarked
from campaign.systems.star.board import board, para, star
from campaign.systems.star.facts import GOES
from campaign.systems.star.fight.guns import sides_with_guns
from campaign.systems.star.turn import (
    Fault,
    active,
    mark,
    mark_formation,
    side_keys,
    stage,
    waiting,
    waiting_retreats,
    waits,
    waits_to_retreat,
)

_GO_MARKS = ("attacked", "target", "passed", "step_1", "step_2", "step_3", "halted", "extra_attack", "commanded")


def side_offers(situation: Situation, side: str) -> Iterator[AnyOrder]:
    """List the regiments that a side can choose for the go."""
    for formation in situation.state.formations.values():
        if formation.side == side and activate_fault(situation, formation) is None:
            yield Activate(formation.id)


def activate_fault(situation: Situation, formation: Formation) -> Fault:
    """Say why a regiment cannot be chosen now."""
    rule, now = para(situation, "1.4"), stage(situation)
    if now not in {"go", "retreat"}:
        return rule, "regiments are chosen when the goes are given"
    if situation.state.clock.side not in {"", formation.side}:
        return rule, f"the go is {situation.state.clock.side}'s: who has it chooses one of his own regiments"
    if active(situation) is not None:
        return rule, "a regiment was chosen for this go; end it first: next"
    left = waits(situation, formation) if now == "go" else waits_to_retreat(situation, formation)
    if not left:
        return rule, f"{formation.id} has had its go in this round, or none to take"
    return None


def begin_go(ledger: Ledger) -> None:
    """Say which side has the next go: by dice, or because it must be the other's."""
    situation = ledger.situation
    rule = para(situation, "1.4")
    able = [side for side in side_keys(situation) if waiting(situation, side)]
    barred = _barred(situation)
    free = [side for side in able if side != barred] or able
    if len(able) < 2:
        ledger.record(GoGiven(side=able[0] if able else "", rule=rule, why="no other side has a regiment left"))
    elif len(free) == 1:
        why = f"{barred} has had {star(situation).whole('goes_in_a_row')} goes in a row"
        ledger.record(GoGiven(side=free[0], rule=rule, why=why))
    else:
        side, rolls = _roll_off(ledger, free, "Next go")
        ledger.record(GoGiven(side=side, rule=rule, rolls=rolls))


def begin_retreat(ledger: Ledger) -> None:
    """Say which side's regiments on Retreat move first, and let sides take turns after that."""
    able = [side for side in side_keys(ledger.situation) if waiting_retreats(ledger.situation, side)]
    _take_turns(ledger, able, "Who retreats first", para(ledger.situation, "1.4"))


def begin_artillery(ledger: Ledger) -> None:
    """Say which side's guns act first (S-14); those that moved in the last artillery phase count as on Hold again."""
    if not ledger.state.clock.side:
        for stand in list(ledger.state.stands.values()):
            mark(ledger, stand.id, off=("limbered",), rule=para(ledger.situation, "S-10"), why="a new artillery phase")
    _take_turns(ledger, sides_with_guns(ledger.situation), "Whose guns first", para(ledger.situation, "S-14"))


def end_go(ledger: Ledger) -> None:
    """Close the go: a side that chose no regiment gives up that of the first that waits."""
    _close(ledger, "gone", waiting(ledger.situation, ledger.state.clock.side))


def end_retreat(ledger: Ledger) -> None:
    """Close a retreat."""
    _close(ledger, "retreated", waiting_retreats(ledger.situation, ledger.state.clock.side))


def _close(ledger: Ledger, done: str, left: list[Formation]) -> None:
    rule = para(ledger.situation, "1.4")
    chosen = active(ledger.situation)
    formation = chosen or next(iter(left), None)
    if formation is None:
        return
    why = "" if chosen else "no regiment was chosen, so that it lets its go pass"
    mark_formation(ledger, formation.id, on=(done,), off=("active", "passing", "attacking"), rule=rule, why=why)
    for stand in list(ledger.state.stands.values()):
        if stand.march is not None:
            ledger.record(StandMarked(stand=stand.id, march=None, rule=rule, why="the go is over"))
        mark(ledger, stand.id, off=_GO_MARKS, rule=rule, why="the go is over")


def _barred(situation: Situation) -> str:
    """Name the side that has had as many goes in a row as it may; "" if there is none."""
    limit = star(situation).whole("goes_in_a_row")
    last = GOES(situation.state)[-limit:] if limit else ()
    return last[0] if len(last) == limit and len(set(last)) == 1 else ""


def _take_turns(ledger: Ledger, able: list[str], what: str, rule: str) -> None:
    clock = ledger.state.clock
    others = [side for side in able if side != clock.side]
    rolls: tuple[Roll, ...] = ()
    if clock.side and others:
        side = others[0]
    elif len(able) > 1:
        side, rolls = _roll_off(ledger, able, what)
    else:
        side = able[0] if able else ""
    if side != clock.side or rolls:
        ledger.record(ClockAdvanced(clock=msgspec.structs.replace(clock, side=side), rule=rule, rolls=rolls, why=what))


def _roll_off(ledger: Ledger, sides: list[str], what: str) -> tuple[str, tuple[Roll, ...]]:
    """Roll 2D6 for each side, ties again; the higher wins."""
    rolls: list[Roll] = []
    rule = para(ledger.situation, "1.4")
    while True:
        found = {}
        for side in sides:
            roll = ledger.roll(what, 2, 0, rule, by=side)
            found[side] = sum(roll.dice)
            rolls.append(msgspec.structs.replace(roll, hits=0, total=sum(roll.dice)))
        best = [side for side in sides if found[side] == max(found.values())]
        if len(best) == 1:
            return best[0], tuple(rolls)


def _activate(order: Activate, by: str, ledger: Ledger) -> None:
    formation = own_formation(ledger.situation, order.formation, by)
    fault = activate_fault(ledger.situation, formation)
    if fault is not None:
        raise Refusal(*fault)
    rule = para(ledger.situation, "1.4")
    mark_formation(ledger, formation.id, on=("active",), rule=rule, why="it is its go")
    # What lies in a hex is attached to the core stand there (1.3), whoever wrote it down before.
    for stand in board(ledger.situation).of_formation.get(formation.id, ()):
        for rider in board(ledger.situation).riders.get(stand.hex or 0, ()):
            if rider.attached_to != stand.id:
                ledger.record(StandMarked(stand=rider.id, attached_to=stand.id, rule=para(ledger.situation, "1.3")))


ORDERS = {Activate: _activate}
