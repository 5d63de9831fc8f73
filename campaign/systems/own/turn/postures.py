"""Put formations under orders, where the file has postures: what they may do, and what they would rather suffer."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import UMPIRE, Fault, own_formation, refuse
from campaign.model.situation import Situation
from campaign.model.things import Formation
from campaign.model.verbs.posture import PosturesRevealed, SetPosture
from campaign.systems.own.tables import own
from campaign.systems.own.turn.allowed import acting
from maps.problems import did_you_mean


def fault(situation: Situation, formation: Formation, order: SetPosture, by: str) -> Refusal | Fault:
    """Say why a formation cannot be put under an order."""
    tables = own(situation)
    row = tables.posture_rows.get(order.posture)
    if row is None:
        remedy = did_you_mean(order.posture, tables.posture_rows) or "these rules have none"
        return tables.par(), f"there is no posture {order.posture!r}; {remedy}"
    phase = tables.phase_rows[situation.state.clock.phase]
    rule = tables.par(row.rule)
    if "command" not in phase.does and "form" not in phase.does:
        return rule, f"formations change their posture in a phase of command, and not in {phase.name}"
    if acting(situation) not in {"", formation.side} and by != UMPIRE:
        return rule, "it is the other side's turn"
    return (rule, f"{formation.name} is under that order already") if formation.posture == row.key else None


def _set(order: SetPosture, by: str, ledger: Ledger) -> None:
    formation = own_formation(ledger.situation, order.formation, by)
    refuse(fault(ledger.situation, formation, order, by))
    rule = own(ledger.situation).par(own(ledger.situation).posture_rows[order.posture].rule)
    ledger.record(PosturesRevealed(postures={formation.id: order.posture}, rule=rule))


ORDERS = {SetPosture: _set}


def side_offers(situation: Situation, side: str) -> Iterator[SetPosture]:
    """List the postures that a side's formations can take."""
    for key, formation in situation.state.formations.items() if own(situation).posture_rows else ():
        for posture in own(situation).posture_rows if formation.side == side else ():
            order = SetPosture(key, posture)
            if fault(situation, formation, order, side) is None:
                yield order
