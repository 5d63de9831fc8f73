"""Strike from the air: points of the day, spent on a hex that lies open to them."""

from collections.abc import Iterator
from fractions import Fraction

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import UMPIRE, Fault, own_side, refuse
from campaign.kit.facts import AIR_DICE
from campaign.model.situation import Situation
from campaign.model.verbs.air import AirStrike, AirTasked
from campaign.model.verbs.close import FightResolved
from campaign.systems.own.fight.deeds import Sides, do
from campaign.systems.own.fight.weighing import placed
from campaign.systems.own.march.pricing import ground_in
from campaign.systems.own.shape.fighting import Combat
from campaign.systems.own.sight import seen_at
from campaign.systems.own.stands import foes_of, is_any
from campaign.systems.own.tables import OwnTables, own
from campaign.systems.own.turn.allowed import acting


def strike_fault(situation: Situation, order: AirStrike, by: str) -> Refusal | Fault:
    """Say why a strike cannot be flown."""
    tables = own(situation)
    row, clock = tables.rules.air, situation.state.clock
    if row is None or not row.strike:
        return tables.par(), "these rules have no strikes from the air"
    rule, phase = tables.par(row.rule), tables.phase_rows[clock.phase]
    if "air" not in phase.does:
        return tables.par(phase.rule), f"nobody flies in the phase {phase.name}"
    if acting(situation) not in {"", order.side} and by != UMPIRE:
        return tables.par(phase.rule), "it is the other side's turn"
    points = AIR_DICE(situation.state).get(order.side, 0)
    if not 0 < order.dice <= min(points, row.most):
        return rule, f"{order.side} has {points} air points, and a strike takes 1 to {row.most}"
    foes = foes_of(situation, order.side).get(order.target, ())
    if not any(is_any(tables, foe, _fight(tables).against) for foe in foes):
        why = "is there who can be attacked so" if foes else "of the enemy is known there"
        return rule, f"nobody {why}, in {situation.map.number(order.target)}"
    if (ground := ground_in(situation, order.target)) in row.over:
        return rule, f"{ground.replace('_', ' ')} hides from the air"
    seen = seen_at(situation, order.side, order.target)
    return None if seen else (rule, "nobody sees the target; an eye on the ground leads the aircraft")


def _fight(tables: OwnTables) -> Combat:
    """Give the combat that a strike from the air is."""
    return next(one for one in tables.rules.combat if tables.rules.air and one.key == tables.rules.air.strike)


def _strike(order: AirStrike, by: str, ledger: Ledger) -> None:
    own_side(ledger.situation, order.side, by)
    refuse(strike_fault(ledger.situation, order, by))
    tables = own(ledger.situation)
    row = tables.rules.air
    assert row is not None
    rule, left = tables.par(row.rule), dict(AIR_DICE(ledger.state))
    left[order.side] -= order.dice
    ledger.record(AirTasked(dice=left, rule=rule, why="points left after the strike"))
    fight = _fight(tables)
    table, rule = fight.table, tables.par(fight.rule, row.rule)
    foes = tuple(one.id for one in foes_of(ledger.situation, order.side)[order.target])
    if table is None:
        return
    number = max(0, placed(Fraction(order.dice), [head.at for head in table.columns], fight.rounds))
    roll = ledger.throw(fight.name, (fight.dice.dice, fight.dice.faces), rule, by=order.side, at=order.target)
    result = table.rows[max(min(table.rows), min(max(table.rows), roll.total or 0))][number]
    words = f"{fight.name}, {order.dice} points, column {table.columns[number].text}: {result}"
    ledger.record(
        FightResolved(place=str(order.target), attackers=(), defenders=foes, hits_on_attackers=0, hits_on_defenders=0,
                      rolls=(roll,), rule=rule, why=words)
    )  # fmt: skip
    do(ledger, tables.rules.results[result], Sides((), foes, order.target), rule=rule)


ORDERS = {AirStrike: _strike}


def side_offers(situation: Situation, side: str) -> Iterator[AirStrike]:
    """List the strikes that a side can fly: with as many points as it can, and with one."""
    row = own(situation).rules.air
    points = min(AIR_DICE(situation.state).get(side, 0), row.most) if row is not None else 0
    for target in foes_of(situation, side) if points else ():
        for dice in range(1, points + 1):
            order = AirStrike(side, target, dice)
            if strike_fault(situation, order, side) is None:
                yield order
