"""Count places, losses and exits, and say when it is over and who has won."""

from fractions import Fraction

from campaign.engine.ledger import Ledger
from campaign.kit.authored import award
from campaign.kit.ending import finish, leader, points_now, score, side_keys
from campaign.model.situation import Situation
from campaign.systems.own.tables import own
from campaign.systems.own.turn.clock import is_last_turn


def count(ledger: Ledger, _: str) -> None:
    """Count what is due, and end it when a side has lost too much or the last turn is over."""
    row, clock = own(ledger.situation).rules.victory, ledger.state.clock
    rule = own(ledger.situation).par(row.rule)
    last = is_last_turn(ledger.situation)
    if last and row.objectives:
        score(ledger, [goal for goal in ledger.state.setting.objectives if goal.by_day == clock.day], rule=rule)
    beaten = [side for side in side_keys(ledger.situation) if _is_beaten(ledger.situation, side)]
    if beaten:
        left = [side for side in side_keys(ledger.situation) if side not in beaten]
        _end(ledger, left[0] if len(left) == 1 else "", f"{' and '.join(beaten)} lost too much to go on", rule)
    elif last and clock.day >= ledger.state.setting.days:
        _reward(ledger, rule)
        _end(ledger, leader(points_now(ledger.situation)), "the last turn is over", rule)


def lost_share(situation: Situation, side: str) -> Fraction:
    """Say what share of its steps a side has lost."""
    own_stands = [one for one in situation.state.stands.values() if one.side == side]
    full = sum(one.profile.strength for one in own_stands)
    return Fraction(_lost(situation, side), full) if full else Fraction(0)


def _lost(situation: Situation, side: str) -> int:
    stands = (one for one in situation.state.stands.values() if one.side == side)
    return sum(one.profile.strength if one.gone not in {None, "left"} else one.losses for one in stands)


def _is_beaten(situation: Situation, side: str) -> bool:
    most = own(situation).rules.victory.lost_ends
    return most is not None and lost_share(situation, side) >= most


def _reward(ledger: Ledger, rule: str) -> None:
    """Give points for the steps that the enemy has lost."""
    each = own(ledger.situation).rules.victory.loss_points
    for side in side_keys(ledger.situation) if each else ():
        lost = sum(_lost(ledger.situation, other) for other in side_keys(ledger.situation) if other != side)
        if lost:
            award(ledger, side, "enemy losses", each * lost, rule=rule)


def _end(ledger: Ledger, winner: str, why: str, rule: str) -> None:
    finish(ledger, winner, rule=rule, why=why)
