"""Count objectives and end the game (GR 5.12): length and victory are the scenario's."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger
from campaign.kit.ending import finish, leader, points_now, score, side_keys
from campaign.model.situation import Situation
from campaign.model.things import Objective
from campaign.systems.parkin.clock import is_last_step, is_last_turn
from campaign.systems.parkin.space import is_dummy, parkin

RULE = "GR 5.12"


def sides_left(situation: Situation) -> tuple[str, ...]:
    """Name the sides that have units in play, on the map or still to come."""
    live = {stand.side for stand in situation.state.stands.values() if stand.gone is None and not is_dummy(stand)}
    return tuple(side for side in side_keys(situation) if side in live)


def end_spotting(ledger: Ledger) -> None:
    """Close a turn: count what is due, and end the game if it is the last turn or one side alone has units left."""
    situation = ledger.situation
    if not is_last_step(situation):
        return
    left = sides_left(situation)
    alone = bool(parkin(situation).reading("last_side_wins")) and len(left) <= 1
    over = alone or is_last_turn(situation)
    score(ledger, _due(situation, over=over), rule=RULE)
    if over:
        winner = left[0] if alone and left else leader(points_now(ledger.situation))
        why = "one side alone has units left" if alone else "the last turn is over"
        finish(ledger, winner, rule=RULE, why=why)


def _due(situation: Situation, *, over: bool) -> Iterator[Objective]:
    """List the objectives of the day that ends; when the game ends, all that are still to come."""
    clock = situation.state.clock
    day_ends = clock.turn >= parkin(situation).number("turns_per_day")
    for goal in situation.state.setting.objectives:
        if goal.by_day >= clock.day if over else day_ends and goal.by_day == clock.day:
            yield goal
