"""Build and blow bridges with engineers (3S 1.14): a full round on Hold in the hex."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger
from campaign.kit.authority import Fault, own_stand, refuse
from campaign.kit.facts import WORK
from campaign.model.anyorder import AnyOrder
from campaign.model.ownership import witnesses
from campaign.model.situation import Situation, hexside_place
from campaign.model.things import Stand, Work
from campaign.model.verbs.ground import GroundChanged
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.work import SetToWork, WorkDone
from campaign.systems.star.board import board, para, star
from campaign.systems.star.march.steps import water_between
from campaign.systems.star.turn import go_fault, mark, stage
from campaign.systems.star.units import posture_of


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List the bridges that engineers can build or blow."""
    stand = situation.state.stands[stand_id]
    if stand.profile.kind != "engineer" or stand.hex is None or stage(situation) != "go":
        return
    orders = (SetToWork(stand_id, task, stand.hex, side) for side in range(6) for task in ("bridge", "blow"))
    yield from (order for order in orders if work_fault(situation, stand, order) is None)


def work_fault(situation: Situation, stand: Stand, order: SetToWork) -> Fault:
    """Say why a work cannot be begun."""
    rule = para(situation, "1.14")
    if not star(situation).flag("engineer_bridges") or stand.profile.kind != "engineer":
        return rule, f"{stand.id} builds and blows nothing; engineers do"
    host = board(situation).core.get(stand.hex or 0)
    if host is None or order.hex != stand.hex or order.side is None:
        return rule, "engineers work on a side of the hex that they are in"
    fault = go_fault(situation, host, "engineer work")
    if fault is not None:
        return fault
    if posture_of(situation, host) != "hold" or host.marks & {"attacked", "working"}:
        return rule, f"{host.id} must be on Hold, not have attacked, and not be at work already"
    water, over = water_between(situation, order.hex, order.side)
    if order.task == "bridge" and water in {"stream", "large"} and over != "bridge":
        return None
    if order.task == "blow" and over == "bridge":
        return None
    return rule, "a bridge is built where there is none over a stream or river, and blown where there is one"


def begin_end(ledger: Ledger) -> None:
    """Finish the works of the round."""
    rule = para(ledger.situation, "1.14")
    for stand in list(ledger.state.stands.values()):
        work = WORK(stand)
        if work is None:
            continue
        ledger.record(WorkDone(stand=stand.id, task=work.task, left=None, rule=rule))
        if stand.hex == work.hex and work.side is not None:
            place = hexside_place(ledger.situation.map, work.hex, work.side)
            known = witnesses(ledger.state, ledger.situation.map, place)
            what = "bridge" if work.task == "bridge" else "blown"
            ledger.record(GroundChanged(place=place, what=what, known_to=known, rule=rule))


begin_recovery = begin_end


def _set_to_work(order: SetToWork, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    refuse(work_fault(ledger.situation, stand, order))
    rule = para(ledger.situation, "1.14")
    ledger.record(StandMarked(stand=stand.id, work=Work(order.task, order.hex, order.side), rule=rule))
    mark(ledger, board(ledger.situation).core[order.hex].id, on=("working",), rule=rule)


ORDERS = {SetToWork: _set_to_work}
