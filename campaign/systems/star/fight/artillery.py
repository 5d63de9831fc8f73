"""Fire guns in the artillery phase, and answer them (3S 1.11, S-14)."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import own_stand
from campaign.kit.ruler import disc
from campaign.model.anyorder import AnyOrder
from campaign.model.roll import Roll
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.star.board import board, distance, para, star
from campaign.systems.star.fight.chart import needs, status_of
from campaign.systems.star.fight.guns import ammunition, gun_fault, hand_over
from campaign.systems.star.fight.pools import bombard_pool, enough_reach, roll_pairs
from campaign.systems.star.fight.results import suffer
from campaign.systems.star.notices import spotted_by
from campaign.systems.star.turn import Fault
from campaign.systems.star.units import is_artillery, row


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List what a gun may fire at in the artillery phase."""
    stand = situation.state.stands[stand_id]
    if stand.hex is None or gun_fault(situation, stand, "fire") is not None:
        return
    there = board(situation)
    for target in sorted(there.enemy[stand.side] & set(disc(there.grid, stand.hex, row(situation, stand).reach))):
        if bombard_fault(situation, stand, Bombard(stand_id, target)) is None:
            yield Bombard(stand_id, target)


def bombard_fault(situation: Situation, stand: Stand, order: Bombard) -> Fault:
    """Say why a gun may not fire at a hex."""
    rule = para(situation, "S-14")
    fault = gun_fault(situation, stand, "fire")
    if fault is not None:
        return fault
    if situation.state.clock.night:
        return para(situation, "S-19"), "guns do not fire at night"
    if ammunition(situation, stand) < 1:
        return rule, f"{stand.id} has no ammunition left in this round; it may move"
    enemy = board(situation).core.get(order.target)
    if enemy is None or enemy.side == stand.side:
        return rule, "there is no enemy stand in that hex"
    number, hexes = situation.map.number(order.target), distance(situation, stand.hex or 0, order.target)
    if not enough_reach(situation, stand, hexes):
        least, most = star(situation).combat.minimum_artillery_range, row(situation, stand).reach
        return para(situation, "1.11"), f"{number} is {hexes} hexes off; {stand.id} fires {least} to {most}"
    if not spotted_by(situation, stand, order.target):
        return para(situation, "S-15"), f"nobody spots {number} for {stand.id}"
    return None


def _bombard(order: Bombard, by: str, ledger: Ledger) -> None:
    gun = own_stand(ledger.situation, order.stand, by)
    fault = bombard_fault(ledger.situation, gun, order)
    if fault is not None:
        raise Refusal(*fault)
    target = board(ledger.situation).core[order.target]
    answering = _counter_battery(ledger.situation, gun)
    rolls = [_roll(ledger, gun, target), *(_roll(ledger, other, gun) for other in answering)]
    for one in (gun, *answering):
        _fired(ledger, one)
    rule, first, rest = para(ledger.situation, "S-14"), rolls[0], rolls[1:]
    ledger.record(
        FireResolved(by=gun.id, kind="artillery", target=order.target, hits=first.hits, rule=rule, rolls=(first,))
    )
    for other, roll in zip(answering, rest, strict=True):
        ledger.record(FireResolved(by=other.id, kind="artillery", target=gun.hex or 0, hits=roll.hits, rule=rule,
                                   rolls=(roll,), why="counter-battery"))  # fmt: skip
    suffer(ledger, target.id, first.hits, rule=rule, why="artillery")
    suffer(ledger, gun.id, sum(roll.hits for roll in rest), rule=rule, why="counter-battery")
    hand_over(ledger)


def _roll(ledger: Ledger, gun: Stand, target: Stand) -> Roll:
    situation = ledger.situation
    score = needs(star(situation), "attacker", "artillery", status_of(situation, target))
    return roll_pairs(
        ledger, "Artillery", bombard_pool(situation, gun, target), score, para(situation, "S-14"), by=gun.id
    )


def _fired(ledger: Ledger, gun: Stand) -> None:
    left = ammunition(ledger.situation, gun) - 1
    on = tuple(m for m in ("fired", "revealed") if m not in gun.marks)
    ledger.record(StandMarked(stand=gun.id, on=on, shots=left, rule=para(ledger.situation, "S-14"), why="fires"))


def _counter_battery(situation: Situation, gun: Stand) -> list[Stand]:
    """List the enemy guns that answer: in range, with ammunition, not in reserve; the nearest, or all."""
    how = star(situation).word("counter_battery")
    able = [
        other for other in stands_of(situation)
        if other.side != gun.side and is_artillery(situation, other) and "reserved" not in other.marks
        and "moved" not in other.marks and ammunition(situation, other) > 0
        and enough_reach(situation, other, distance(situation, other.hex or 0, gun.hex or 0))
    ]  # fmt: skip
    able.sort(key=lambda other: (distance(situation, other.hex or 0, gun.hex or 0), other.id))
    return {"none": [], "one": able[:1]}.get(how, able)


ORDERS = {Bombard: _bombard}
