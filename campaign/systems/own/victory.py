"""Count places, losses and exits, and say when it is over and who has won."""

from fractions import Fraction

from campaign.engine.ledger import Ledger
from campaign.kit.authored import award
from campaign.kit.ending import finish, leader, points_now, score, side_keys
from campaign.model.situation import Situation
from campaign.model.things import Objective
from campaign.systems.own.stands import lost, share_lost
from campaign.systems.own.tables import own
from campaign.systems.own.turn.clock import is_last_turn


def count(ledger: Ledger, _: str) -> None:
    """Count what is due, and end it when a side has lost too much or the last turn is over."""
    row, clock = own(ledger.situation).rules.victory, ledger.state.clock
    rule, last = own(ledger.situation).par(row.rule), is_last_turn(ledger.situation)
    beaten = [side for side in side_keys(ledger.situation) if _is_beaten(ledger.situation, side)]
    over = bool(beaten) or (last and clock.day >= ledger.state.setting.days)
    if row.objectives:
        score(ledger, _due(ledger.situation, last=last, over=over), rule=rule)
    if over:
        _reward(ledger, rule)
    if beaten:
        left = [side for side in side_keys(ledger.situation) if side not in beaten]
        _end(ledger, left[0] if len(left) == 1 else "", f"{' and '.join(beaten)} lost too much to go on", rule)
    elif over:
        _end(ledger, leader(points_now(ledger.situation)), "the last turn is over", rule)


def _due(situation: Situation, *, last: bool, over: bool) -> list[Objective]:
    """List the places that count now: those of this day with its last turn, and at the end those of days to come."""
    setting, day = situation.state.setting, situation.state.clock.day
    days = [(goal, min(goal.by_day, setting.days)) for goal in setting.objectives]
    return [goal for goal, due in days if (last and due == day) or (over and due >= day)]


def lost_share(situation: Situation, side: str) -> Fraction:
    """Say what share of its steps a side has lost."""
    return share_lost(one for one in situation.state.stands.values() if one.side == side)


def _lost(situation: Situation, side: str) -> int:
    return sum(lost(one) for one in situation.state.stands.values() if one.side == side)


def _is_beaten(situation: Situation, side: str) -> bool:
    most = own(situation).rules.victory.lost_ends
    return most is not None and lost_share(situation, side) >= most


def _reward(ledger: Ledger, rule: str) -> None:
    """Give points for the steps that the enemy has lost."""
    each = own(ledger.situation).rules.victory.loss_points
    for side in side_keys(ledger.situation) if each else ():
        steps = sum(_lost(ledger.situation, other) for other in side_keys(ledger.situation) if other != side)
        if steps:
            award(ledger, side, "enemy losses", each * steps, rule=rule)


def _end(ledger: Ledger, winner: str, why: str, rule: str) -> None:
    finish(ledger, winner, rule=rule, why=why)
