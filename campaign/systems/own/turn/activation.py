"""Activate formations one after the other: chosen by their side, by a check, or drawn from a cup."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import Fault, own_formation, refuse
from campaign.model.situation import Situation
from campaign.model.things import Formation
from campaign.model.verbs.activate import Activate, GoGiven
from campaign.model.verbs.marking import FormationMarked
from campaign.systems.own.command import headquarters
from campaign.systems.own.fight.deeds import check
from campaign.systems.own.tables import own
from campaign.systems.own.turn.allowed import ACTIVE, DONE, acting

CHITS = "chits"


def is_by_formation(situation: Situation) -> bool:
    """Whether formations act one after the other in the present phase."""
    tables = own(situation)
    does = tables.phase_rows[situation.state.clock.phase].does
    return tables.rules.command.activation != "all" and "activate" in does


def waiting(situation: Situation, side: str = "") -> list[Formation]:
    """List the formations, of a side or of all, that have stands on the map and have not acted yet."""
    there = {one.formation for one in situation.state.stands.values() if one.on_map and side in {"", one.side}}
    known = situation.state.formations
    return [known[key] for key in sorted(there) if key in known and not known[key].marks & {ACTIVE, DONE}]


def goes_on(situation: Situation) -> bool:
    """Whether the phase comes again because formations are left in the cup."""
    return (
        is_by_formation(situation)
        and own(situation).rules.command.activation == CHITS
        and any(DONE in one.marks for one in situation.state.formations.values())
        and bool(waiting(situation))
    )


def fault(situation: Situation, formation: Formation) -> Refusal | Fault:
    """Say why a formation cannot be chosen to act."""
    tables, row = own(situation), own(situation).rules.command
    rule = tables.par(row.rule)
    if not is_by_formation(situation):
        return rule, "in this phase formations do not act one after the other"
    if row.activation == CHITS:
        return rule, "formations are drawn from the cup; nobody chooses them"
    whose = acting(situation)
    if whose and formation.side != whose:
        return rule, "it is the other side's turn"
    if formation not in waiting(situation):
        return rule, f"{formation.name} has acted in this phase, or has nobody on the map"
    return None


def _activate(order: Activate, by: str, ledger: Ledger) -> None:
    formation = own_formation(ledger.situation, order.formation, by)
    refuse(fault(ledger.situation, formation))
    row = own(ledger.situation).rules.command
    rule = own(ledger.situation).par(row.rule)
    _finish(ledger, rule)
    hq = headquarters(ledger.situation, formation)
    passed = True
    if row.activation == "check" and row.check:
        passed = hq is not None and check(ledger, own(ledger.situation).checks[row.check], hq.id, rule=rule)
    on = (ACTIVE,) if passed else (DONE,)
    ledger.record(FormationMarked(formation=formation.id, on=on, rule=rule))


def _finish(ledger: Ledger, rule: str) -> None:
    """End the turn of the formation that acts now, if one does."""
    for formation in list(ledger.state.formations.values()):
        if ACTIVE in formation.marks:
            ledger.record(FormationMarked(formation=formation.id, on=(DONE,), off=(ACTIVE,), rule=rule))


def begin(ledger: Ledger) -> None:
    """Draw a formation from the cup, where formations are drawn."""
    row = own(ledger.situation).rules.command
    if row.activation != CHITS or not is_by_formation(ledger.situation):
        return
    cup, rule = waiting(ledger.situation), own(ledger.situation).par(row.rule)
    if cup:
        roll = ledger.throw("chit", (1, len(cup)), rule)
        drawn = cup[(roll.total or 1) - 1]
        ledger.record(GoGiven(side=drawn.side, rolls=(roll,), rule=rule))
        ledger.record(FormationMarked(formation=drawn.id, on=(ACTIVE,), rule=rule))


def end(ledger: Ledger) -> None:
    """Put the chit of the formation that has acted aside; when all have, the cup is filled again."""
    if not is_by_formation(ledger.situation):
        return
    rule = own(ledger.situation).par(own(ledger.situation).rules.command.rule)
    _finish(ledger, rule)
    if goes_on(ledger.situation):
        return
    for formation in list(ledger.state.formations.values()):
        if DONE in formation.marks:
            ledger.record(FormationMarked(formation=formation.id, off=(DONE,), rule=rule))


ORDERS = {Activate: _activate}


def side_offers(situation: Situation, side: str) -> Iterator[Activate]:
    """List the formations of a side that can be chosen to act."""
    if is_by_formation(situation):
        for formation in waiting(situation, side):
            if fault(situation, formation) is None:
                yield Activate(formation.id)
