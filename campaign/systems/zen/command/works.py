"""
Set engineers to work, and let the work go on (ZN 4.16).

A turn of work is done at the end of each daylight turn's combat, by a stand
that did not move, attack or fight. Work is opposed while an enemy stands
within 6 inches of it, or his guns fired there this turn. Demolition is ordered
and carried out at once.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import own_stand, require_phase
from campaign.kit.facts import WORK
from campaign.model.anyorder import AnyOrder
from campaign.model.ownership import witnesses
from campaign.model.roll import Roll
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand, Work
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.ground import GroundChanged
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.work import SetToWork, WorkDone
from campaign.systems.zen.command.worksites import is_near, place_of, site_fault, sites, turns_needed, worker_fault
from campaign.systems.zen.fight.losses import take_losses
from campaign.systems.zen.march.crossing import has_map_bridge
from campaign.systems.zen.space import enemies, zen

RULE = "ZN 4.16"
_PHASES = ("move",)
_MOVED = frozenset({"moved", "moved_transport", "retired"})
_FOUGHT = frozenset({"fought", "attacked"})
_CONTESTED = frozenset({"prepare", "lay_mines", "clear_mines"})
_RESULT = {"bridge": "bridge", "prepare": "prepared", "fortify": "fort", "lay_mines": "mines", "clear_mines": ""}


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List every work that a stand can be set to now."""
    stand = situation.state.stands[stand_id]
    if situation.state.clock.phase not in _PHASES or not stand.on_map or worker_fault(situation, stand):
        return
    for task, index, side in sites(situation, stand):
        if not site_fault(situation, stand, task, index, side) and not _at_it(situation, stand, task, index, side):
            yield SetToWork(stand_id, task, index, side)


def end_combat(ledger: Ledger) -> None:
    """Do a turn of work for every stand at work."""
    fired_at = [
        (event.by, event.target) for event in ledger.events if isinstance(event, FireResolved) and event.kind != "air"
    ]
    workers = sorted((stand for stand in stands_of(ledger.situation) if WORK(stand)), key=lambda stand: stand.id)
    for stand in workers:
        _work_on(ledger, stand, fired_at)


def _set_to_work(order: SetToWork, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    require_phase(ledger.situation, _PHASES, "engineer work")
    fault = worker_fault(ledger.situation, stand)
    fault = fault or site_fault(ledger.situation, stand, order.task, order.hex, order.side)
    if not fault and _at_it(ledger.situation, stand, order.task, order.hex, order.side):
        fault = f"{stand.id} is at that work already"
    if fault:
        raise Refusal(RULE, fault)
    if order.task == "blow":
        _blow(ledger, stand, order.hex, order.side)
        return
    work = Work(order.task, order.hex, order.side)
    ledger.record(StandMarked(stand=stand.id, work=work, rule=RULE))


ORDERS = {SetToWork: _set_to_work}


def _at_it(situation: Situation, stand: Stand, task: str, index: int, side: int | None) -> bool:
    work = WORK(stand)
    if work is None or work.task != task:
        return False
    return place_of(situation, work.hex, work.side) == place_of(situation, index, side)


def _blow(ledger: Ledger, stand: Stand, index: int, side: int | None) -> None:
    assert side is not None
    roll = ledger.roll("the charges", 1, zen(ledger.situation).engineers.blow, RULE, by=stand.id)
    on_map = has_map_bridge(ledger.situation, index, side)
    if roll.hits:
        _change(ledger, index, side, "blown" if on_map else "", why="the bridge went up", rolls=(roll,))
    else:
        _change(ledger, index, side, "" if on_map else "bridge", why="the charges failed", rolls=(roll,))
    # Another work that the stand has begun goes on.
    ledger.record(WorkDone(stand=stand.id, task="blow", left=WORK(stand), success=bool(roll.hits), rule=RULE))


def _work_on(ledger: Ledger, stand: Stand, fired_at: list[tuple[str, int]]) -> None:
    work, situation = WORK(stand), ledger.situation
    assert work is not None
    if stand.marks & _MOVED:
        _give_up(ledger, stand, work, "it has moved")
    elif fault := site_fault(situation, stand, work.task, work.hex, work.side) if work.task != "bridge" else "":
        _give_up(ledger, stand, work, fault)
    elif stand.marks & _FOUGHT:
        _note(ledger, stand, work, why="no work done, it has fought")
    else:
        opposed = _is_opposed(situation, stand, work, fired_at)
        if opposed and work.task == "bridge":
            _note(ledger, stand, work, why="no work done, the enemy is near")
        else:
            _turn_of_work(ledger, stand, msgspec.structs.replace(work, turns=work.turns + 1), opposed=opposed)


def _turn_of_work(ledger: Ledger, stand: Stand, work: Work, *, opposed: bool) -> None:
    needed = turns_needed(ledger.situation, stand, work, opposed=opposed)
    if work.turns < needed:
        _note(ledger, stand, work, why=f"{work.turns} of {needed} turns done" + (", opposed" if opposed else ""))
    elif opposed and work.task in _CONTESTED:
        _under_fire(ledger, stand, work)
    else:
        _finish(ledger, stand, work)


def _under_fire(ledger: Ledger, stand: Stand, work: Work) -> None:
    """Finish work that was opposed: 1-2 fails and costs a point, 3-4 fails, 5-6 is done."""
    table = zen(ledger.situation).engineers
    roll = ledger.roll(f"{stand.profile.short} works opposed", 1, table.prepare_fail + 1, RULE, by=stand.id)
    if roll.hits:
        _finish(ledger, stand, work, rolls=(roll,))
        return
    why = "failed, opposed by the enemy"
    ledger.record(WorkDone(stand=stand.id, task=work.task, success=False, rolls=(roll,), rule=RULE, why=why))
    if roll.dice[0] <= table.prepare_fail_loss:
        take_losses(ledger, stand.id, 1, rule=RULE, why=why)


def _finish(ledger: Ledger, stand: Stand, work: Work, *, rolls: tuple[Roll, ...] = ()) -> None:
    ledger.record(WorkDone(stand=stand.id, task=work.task, rolls=rolls, rule=RULE))
    _change(ledger, work.hex, work.side, _RESULT[work.task], why=f"{work.task.replace('_', ' ')}, done")


def _note(ledger: Ledger, stand: Stand, work: Work, *, why: str) -> None:
    ledger.record(WorkDone(stand=stand.id, task=work.task, left=work, rule=RULE, why=why))


def _give_up(ledger: Ledger, stand: Stand, work: Work, why: str) -> None:
    ledger.record(WorkDone(stand=stand.id, task=work.task, success=False, rule=RULE, why=f"given up: {why}"))


def _change(ledger: Ledger, index: int, side: int | None, what: str, *, why: str, rolls: tuple[Roll, ...] = ()) -> None:
    place = place_of(ledger.situation, index, side)
    told = witnesses(ledger.state, ledger.situation.map, place)
    ledger.record(GroundChanged(place=place, what=what, known_to=told, rolls=rolls, rule=RULE, why=why))


def _is_opposed(situation: Situation, stand: Stand, work: Work, fired_at: list[tuple[str, int]]) -> bool:
    near = [other.hex for other in enemies(situation, stand.side) if other.hex is not None]
    hostile = [target for by, target in fired_at if _is_enemy(situation, stand, by)]
    return is_near(situation, work.hex, work.side, [*near, *hostile])


def _is_enemy(situation: Situation, stand: Stand, by: str) -> bool:
    firer = situation.state.stands.get(by)
    return firer is not None and firer.side != stand.side
