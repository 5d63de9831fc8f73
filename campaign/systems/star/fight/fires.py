"""Strike from the air, and fire guns in the artillery phase (3S 1.11, S-14, S-17)."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger
from campaign.kit.authority import Fault, own_side, own_stand, refuse
from campaign.kit.facts import AIR_DICE
from campaign.kit.pools import Pool
from campaign.kit.ruler import disc
from campaign.model.anyorder import AnyOrder
from campaign.model.roll import Roll
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.air import AirStrike, AirTasked
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.fire import FireResolved
from campaign.systems.star.board import board, distance, para, star
from campaign.systems.star.fight.pools import bombard_pool, enough_reach, needs, roll_pairs, status_of
from campaign.systems.star.fight.results import suffer
from campaign.systems.star.march.steps import class_of, ground, in_sight
from campaign.systems.star.notices import spotted_by
from campaign.systems.star.turn import ammunition, gun_fault, hand_over, spend_round, stage
from campaign.systems.star.units import is_artillery, row

_AA_SCORE = 5


def side_offers(situation: Situation, side: str) -> Iterator[AnyOrder]:
    """List the hexes that a side can strike."""
    dice = star(situation).whole("air_dice")
    if stage(situation) != "air":
        return
    for target in sorted(board(situation).enemy.get(side, ())):
        if strike_fault(situation, AirStrike(side, target, dice)) is None:
            yield AirStrike(side, target, dice)


def strike_fault(situation: Situation, order: AirStrike) -> Fault:
    """Say why a strike cannot be flown."""
    rule, dice = para(situation, "S-17"), star(situation).whole("air_dice")
    if stage(situation) != "air":
        return rule, "aircraft strike in their own phase, before the guns fire, by day and under an open sky"
    if order.dice != dice:
        return rule, f"a strike is {dice} dice; order one for each"
    if AIR_DICE(situation.state).get(order.side, 0) < dice:
        return rule, f"{order.side} has no strike left in this round"
    enemy = board(situation).core.get(order.target)
    if enemy is None or enemy.side == order.side:
        return rule, "there is no enemy stand in that hex"
    if not _seen(situation, order.side, order.target):
        reach = star(situation).whole("air_sight")
        return rule, f"no core stand within {reach} hexes sees {situation.map.number(order.target)}"
    return None


def _seen(situation: Situation, side: str, target: int) -> bool:
    reach = star(situation).whole("air_sight")
    there = board(situation)
    near = (index for index in disc(there.grid, target, reach) if index in there.core)
    return any(there.core[index].side == side and in_sight(situation, index, target) for index in near)


def _strike(order: AirStrike, by: str, ledger: Ledger) -> None:
    own_side(ledger.situation, order.side, by)
    refuse(strike_fault(ledger.situation, order))
    situation, rule = ledger.situation, para(ledger.situation, "S-17")
    target = board(situation).core[order.target]
    flak, turned = _flak(ledger, order.target, target)
    score = needs(star(situation), "attacker", "artillery", status_of(situation, target))
    roll = roll_pairs(ledger, "Air strike", _pool(situation, order, turned), score, rule, by=order.side)
    dice = AIR_DICE(ledger.state)
    left = {**dice, order.side: dice[order.side] - order.dice}
    ledger.record(AirTasked(dice=left, rule=rule, why="a strike is flown"))
    ledger.record(FireResolved(by=order.side, kind="air", target=order.target, hits=roll.hits, rule=rule,
                               rolls=(*flak, roll)))  # fmt: skip
    suffer(ledger, target.id, roll.hits, rule=rule, why="air strike")


def _flak(ledger: Ledger, index: int, target: Stand) -> tuple[list[Roll], int]:
    """Roll for each anti-aircraft support in or next to the hex; give the rolls and the dice they turn away."""
    situation = ledger.situation
    flak = [stand for stand in stands_of(situation, target.side)
            if stand.profile.kind == "antiaircraft" and distance(situation, stand.hex or 0, index) <= 1]  # fmt: skip
    rolls = [ledger.roll("Flak", 1, _AA_SCORE, para(situation, "S-17"), by=stand.id) for stand in flak]
    return rolls, sum(roll.hits for roll in rolls)


def _pool(situation: Situation, order: AirStrike, turned: int) -> Pool:
    lost = ground(situation, order.target).cover
    parts = [("aircraft", order.dice), ("flak", -turned), ("cover: " + class_of(situation, order.target), -lost)]
    return tuple(part for part in parts if part[1])


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
    refuse(bombard_fault(ledger.situation, gun, order))
    target = board(ledger.situation).core[order.target]
    answering = _counter_battery(ledger.situation, gun)
    rolls = [_roll(ledger, gun, target), *(_roll(ledger, other, gun) for other in answering)]
    for one in (gun, *answering):
        spend_round(ledger, one)
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


ORDERS = {AirStrike: _strike, Bombard: _bombard}
