"""End the battle (3.13): after the last turn, or when a side has nobody left.

An objective brings its points to its side if that side was the last in its hex. With equal points, or none, who has
more units left wins. A side that has nobody left has lost, whatever it held.
"""

from campaign.engine.ledger import Ledger
from campaign.kit.ending import finish, leader, points_now, score, side_keys
from campaign.model.situation import Situation
from campaign.systems.d3.space import d3
from campaign.systems.d3.turns import is_last_of_turn

RULE = "D3 3.13"


def end_move(ledger: Ledger) -> None:
    """End the battle when the last unit of a side was overrun."""
    if _is_wiped_out(ledger.situation):
        _finish(ledger, "a side has no unit left")


def end_shoot(ledger: Ledger) -> None:
    """End the battle when a side is wiped out, or the last turn is over."""
    end_move(ledger)
    over = is_last_of_turn(ledger.situation) and ledger.state.clock.turn >= d3(ledger.situation).number("turns")
    if over and not ledger.state.ended:
        _finish(ledger, f"turn {ledger.state.clock.turn} was the last")


def units_left(situation: Situation) -> dict[str, int]:
    """Count the units of each side that are in play, on the table or to come."""
    stands = situation.state.stands.values()
    return {side: sum(s.gone is None for s in stands if s.side == side) for side in side_keys(situation)}


def _is_wiped_out(situation: Situation) -> bool:
    if not d3(situation).readings["wiped_out_ends"]:
        return False
    fielded = {stand.side for stand in situation.state.stands.values()}
    return any(count == 0 and side in fielded for side, count in units_left(situation).items())


def _finish(ledger: Ledger, why: str) -> None:
    score(ledger, ledger.state.setting.objectives, rule=RULE, why="{side} was the last in {hex}")
    left = [side for side, count in units_left(ledger.situation).items() if count]
    winner = left[0] if _is_wiped_out(ledger.situation) and len(left) == 1 else leader(points_now(ledger.situation))
    if not winner and d3(ledger.situation).readings["last_word"] != "draw":
        winner = leader(units_left(ledger.situation))
    finish(ledger, winner, rule=RULE, why=why)
