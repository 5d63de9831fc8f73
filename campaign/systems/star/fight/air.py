"""Strike from the air, through the fire of anti-aircraft guns (3S S-17)."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import own_side
from campaign.kit.facts import AIR_DICE
from campaign.kit.pools import Pool
from campaign.kit.ruler import disc
from campaign.model.anyorder import AnyOrder
from campaign.model.roll import Roll
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.air import AirStrike, AirTasked
from campaign.model.verbs.fire import FireResolved
from campaign.systems.star.board import board, distance, para, star
from campaign.systems.star.fight.chart import needs, status_of
from campaign.systems.star.fight.pools import roll_pairs
from campaign.systems.star.fight.results import suffer
from campaign.systems.star.march.ground import class_of, ground, in_sight
from campaign.systems.star.turn import Fault, stage

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
    fault = strike_fault(ledger.situation, order)
    if fault is not None:
        raise Refusal(*fault)
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


ORDERS = {AirStrike: _strike}
