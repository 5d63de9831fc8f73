"""Say who has won, and end the campaign (3S S-18)."""

import msgspec

from campaign.engine.ledger import Ledger
from campaign.kit.ending import finish, leader, score, side_keys
from campaign.model.situation import Situation
from campaign.systems.star.board import is_core, para, star


def end_end(ledger: Ledger) -> None:
    """End the campaign at the end of a round if a side has lost half its core stands."""
    beaten = half_lost(ledger.situation) if star(ledger.situation).flag("half_lost_ends") else []
    if beaten:
        left = [side for side in side_keys(ledger.situation) if side not in beaten]
        winner = left[0] if len(left) == 1 else ""
        _end(ledger, winner, f"{' and '.join(beaten)} lost half the core stands")


def end_recovery(ledger: Ledger) -> None:
    """Do the same at the end of the night round; after the last day the campaign is over."""
    end_end(ledger)
    if not ledger.state.ended and ledger.state.clock.day >= ledger.state.setting.days:
        _end(ledger, winner_of(ledger.situation), "the last day is over")


def objectives_held(situation: Situation) -> dict[str, int]:
    """Count the objective hexes that each side holds."""
    state = situation.state
    hexes = {objective.hex for objective in state.setting.objectives}
    return {side: sum(state.control[i] == state.side_code(side) for i in hexes) for side in side_keys(situation)}


def destroyed_by(situation: Situation, side: str) -> int:
    """Count the strength points that the enemies of a side have lost."""
    stands = [s for s in situation.state.stands.values() if s.side != side and is_core(star(situation), s)]
    return sum(s.profile.strength if s.gone else s.profile.strength - s.points for s in stands)


def winner_of(situation: Situation) -> str:
    """Name the side with more objective hexes, or with more points destroyed if these are equal; "" for a draw."""
    held = objectives_held(situation)
    by_points = star(situation).word("tie_break") == "sp_destroyed"
    return leader({s: (count, destroyed_by(situation, s) if by_points else 0) for s, count in held.items()})


def half_lost(situation: Situation) -> list[str]:
    """List the sides that have lost half their core stands."""
    found = []
    for side in side_keys(situation):
        core = [s for s in situation.state.stands.values() if s.side == side and is_core(star(situation), s)]
        if core and 2 * sum(s.gone is not None for s in core) >= len(core):
            found.append(side)
    return found


def _end(ledger: Ledger, winner: str, why: str) -> None:
    rule, setting = para(ledger.situation, "S-18"), ledger.state.setting
    goals = {goal.hex: goal for goal in setting.objectives}.values()
    for side in side_keys(ledger.situation):
        score(ledger, [msgspec.structs.replace(goal, side=side, points=1) for goal in goals], rule=rule)
    finish(ledger, winner, rule=rule, why=why)
