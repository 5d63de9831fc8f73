"""Strike from the air (3.12, a default): one artillery shot on a sighted unit; the scenario says how many."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import own_side
from campaign.kit.facts import AIR_DICE
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.air import AirStrike, AirTasked
from campaign.systems.d3.fight.hits import hit
from campaign.systems.d3.fight.shooting import hill_covers, score
from campaign.systems.d3.fight.sight import look, sighted
from campaign.systems.d3.space import d3, unit_of
from campaign.systems.d3.turns import is_turn_of, require_turn

RULE = "D3 3.12"
_WEAPON = "artillery"


def begin_move(ledger: Ledger) -> None:
    """Give the sides their aircraft of the day, before the first move."""
    state = ledger.state
    given = {
        side: dice for side, day, dice in state.setting.air if day == state.clock.day and side not in AIR_DICE(state)
    }
    if given and state.clock.turn == 1:
        ledger.record(AirTasked(dice={**AIR_DICE(state), **given}, rule=RULE))


def _strike(order: AirStrike, by: str, ledger: Ledger) -> None:
    side = own_side(ledger.situation, order.side, by)
    require_turn(ledger.situation, side, "an air strike", "shoot")
    target = _target(ledger.situation, side, order.target, order.dice)
    view, tables = look(ledger.situation), d3(ledger.situation)
    # From above a wall covers nobody; woods, buildings and hills do.
    soft = unit_of(tables, target).soft
    covered = view.ground.covers(order.target) if soft else hill_covers(view, target)
    changes = score(tables, tables.weapons[_WEAPON], unit_of(tables, target), covered=covered)
    dice = AIR_DICE(ledger.state)
    left = {**dice, side: dice[side] - 1}
    ledger.record(AirTasked(dice=left, rule=RULE))
    hit(ledger, side, target.id, order.target, _WEAPON, changes, near=True, kind="air", rule=RULE)


ORDERS = {AirStrike: _strike}


def _target(situation: Situation, side: str, index: int, dice: int) -> Stand:
    """Give the unit that can be struck, or refuse."""
    if AIR_DICE(situation.state).get(side, 0) < 1:
        raise Refusal(RULE, f"{side} has no air strike left")
    if dice != 1:
        raise Refusal(RULE, "an air strike is one die; write 1")
    target = look(situation).held.get(index)
    if target is None or target.side == side or target.id not in sighted(situation, side):
        raise Refusal(RULE, f"{side} sights no enemy in {situation.map.number(index)}; strike one that it sees")
    return target


def side_offers(situation: Situation, side: str) -> Iterator[AirStrike]:
    """List the strikes a side can make."""
    if is_turn_of(situation, side, "shoot") and AIR_DICE(situation.state).get(side, 0) > 0:
        where = {situation.state.stands[key].hex for key in sighted(situation, side)}
        yield from (AirStrike(side, index, 1) for index in sorted(index for index in where if index is not None))
