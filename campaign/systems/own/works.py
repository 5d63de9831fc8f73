"""Build, blow, dig, lay and clear: works of so many turns, and what stands there then."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import Fault, own_stand, refuse
from campaign.kit.control import seen_at
from campaign.kit.facts import WORK
from campaign.model.situation import Situation, ground_at, hexside_place
from campaign.model.things import Stand
from campaign.model.things import Work as Begun
from campaign.model.verbs.ground import GroundChanged
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.work import SetToWork, WorkDone
from campaign.systems.own.fight.asked import holds
from campaign.systems.own.fight.deeds import check
from campaign.systems.own.march.pricing import crossing_of, kinds_for
from campaign.systems.own.shape.lines import Work
from campaign.systems.own.stands import is_any
from campaign.systems.own.tables import own
from campaign.systems.own.turn.allowed import may, why_not
from campaign.systems.own.words.known import WORKED
from maps.problems import did_you_mean

_CLEAR, _HEX = "clear", "hex"
_CROSSES = ("bridge", "prepared", "blown")


def work_fault(situation: Situation, stand: Stand, order: SetToWork, by: str) -> Refusal | Fault:
    """Say why a work cannot be begun, or gone on with."""
    tables = own(situation)
    row = tables.works.get(order.task)
    if row is None:
        remedy = did_you_mean(order.task, tables.works) or "these rules have no works"
        return tables.par(), f"there is no work {order.task!r}; {remedy}"
    rule = tables.par(row.rule)
    if not is_any(tables, stand, row.by):
        return rule, f"{stand.id} does not know how to {row.name.lower()}; {', '.join(row.by)} do"
    if order.hex != stand.hex or (order.side is None) != (row.at == _HEX):
        return rule, f"that is done on {'the hex' if row.at == _HEX else 'a side of the hex'} where {stand.id} is"
    if any(holds(test, situation, stand) for test in row.not_if):
        return rule, f"{stand.id} cannot {row.name.lower()} as it is"
    return why_not(situation, stand, "build", by) or _place_fault(situation, row, order, rule)


def _place_fault(situation: Situation, row: Work, order: SetToWork, rule: str) -> Fault:
    there = ground_at(situation, order.hex, order.side)
    if row.makes == _CLEAR:
        return None if there else (rule, "there is nothing to be cleared")
    if there == row.makes:
        return rule, f"there is {row.makes} already"
    if order.side is None or row.makes not in _CROSSES:
        return None
    kind = kinds_for(situation).at(order.hex, order.side)._replace(played=there)
    crossed = crossing_of(kind) != "none"
    if row.makes == "bridge":
        fine = bool(kind.there) and kind.water != "none" and not crossed
        return None if fine else (rule, "a bridge is built over water that nothing crosses")
    return None if crossed else (rule, "nothing crosses there that could be blown")


def _set_to_work(order: SetToWork, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    refuse(work_fault(ledger.situation, stand, order, by))
    row = own(ledger.situation).works[order.task]
    rule = own(ledger.situation).par(row.rule)
    begun = Begun(order.task, order.hex, order.side, turns=row.turns)
    ledger.record(StandMarked(stand=stand.id, on=(WORKED,), work=begun, rule=rule))
    _worked(ledger, stand.id, row, rule)


def _worked(ledger: Ledger, key: str, row: Work, rule: str) -> None:
    """Do a turn of a work, and finish it with the last."""
    begun = WORK(ledger.state.stands[key])
    assert begun is not None
    to_go = begun.turns - 1
    if to_go > 0:
        then = Begun(begun.task, begun.hex, begun.side, to_go)
        ledger.record(WorkDone(stand=key, task=row.key, left=then, rule=rule))
        return
    done = not row.check or check(ledger, own(ledger.situation).checks[row.check], key, rule=rule)
    ledger.record(WorkDone(stand=key, task=row.key, left=None, success=done, rule=rule))
    if done:
        hexmap = ledger.situation.map
        place = str(begun.hex) if begun.side is None else hexside_place(hexmap, begun.hex, begun.side)
        what = "" if row.makes == _CLEAR else row.makes
        known = seen_at(ledger.situation, place)
        ledger.record(GroundChanged(place=place, what=what, known_to=known, rule=rule))


def go_on(ledger: Ledger, side: str) -> None:
    """Go on with the works that were begun, where those who do them have stayed."""
    for one in list(ledger.state.stands.values()):
        begun = WORK(one)
        row = own(ledger.situation).works.get(begun.task) if begun is not None else None
        if begun is None or row is None or side not in {"", one.side}:
            continue
        rule = own(ledger.situation).par(row.rule)
        if one.hex != begun.hex or not may(ledger.situation, one, "build"):
            ledger.record(WorkDone(stand=one.id, task=row.key, left=None, success=False, rule=rule))
            continue
        ledger.record(StandMarked(stand=one.id, on=(WORKED,), rule=rule))
        _worked(ledger, one.id, row, rule)


ORDERS = {SetToWork: _set_to_work}


def offers(situation: Situation, stand_id: str) -> Iterator[SetToWork]:
    """List the works that a stand can begin."""
    stand = situation.state.stands[stand_id]
    does = own(situation).phase_rows[situation.state.clock.phase].does
    if "build" not in does or not stand.on_map or stand.hex is None:
        return
    for row in own(situation).rules.work:
        sides: tuple[int | None, ...] = (None,) if row.at == _HEX else tuple(range(6))
        for side in sides:
            order = SetToWork(stand_id, row.key, stand.hex, side)
            if work_fault(situation, stand, order, stand.side) is None:
                yield order
