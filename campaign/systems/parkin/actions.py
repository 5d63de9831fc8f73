"""Act (GR 5.4): one action a turn, which takes half the distance of a unit on the ground.

Fire is the usual one and has its own phase; reloading and repair are here,
getting on and off carriers in ``parkin_carriers``.
"""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.act import Act
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.recover import LossesRecovered
from campaign.systems.parkin.clock import acting, is_turn_of, why_cannot_act
from campaign.systems.parkin.fight.ammunition import reload, why_no_reload
from campaign.systems.parkin.space import is_dummy, parkin, sheet
from maps.problems import did_you_mean

RULE = "GR 5.4"
PHASE = "move"


def why_no_action(situation: Situation, stand: Stand) -> Refusal | None:
    """Say why a unit has no action left this turn."""
    why = why_cannot_act(stand)
    if why is not None:
        return why
    if is_dummy(stand):
        return Refusal("GR 5.10", f"{stand.id} is a dummy and can only move")
    if "acted" in stand.marks:
        return Refusal(RULE, f"{stand.id} has had its action this turn")
    if "moved_far" in stand.marks and not sheet(situation, stand).flies:
        return Refusal(RULE, f"{stand.id} has used more than half its distance; an action takes the other half")
    return None


def _why_no_repair(situation: Situation, stand: Stand) -> Refusal | None:
    rule = "GR 5.12"
    if "repaired" in stand.marks:
        return Refusal(rule, f"{stand.id} has been repaired once; no more can be done for it")
    if not stand.losses:
        return Refusal(rule, f"{stand.id} has taken no damage that could be repaired")
    if not parkin(situation).reading("repair_levels"):
        return Refusal(rule, "nothing is repaired by the reading repair_levels")
    return None


def _repair(ledger: Ledger, stand: Stand) -> None:
    points = min(stand.losses, int(parkin(ledger.situation).number("repair_levels")))
    ledger.record(LossesRecovered(stand=stand.id, points=points, rule="GR 5.12", why="repaired"))
    ledger.record(StandMarked(stand=stand.id, on=("acted", "repaired"), rule="GR 5.12"))


_ACTIONS = {"reload": (why_no_reload, reload), "repair": (_why_no_repair, _repair)}


def why_not_act(situation: Situation, stand: Stand, order: Act) -> Refusal | None:
    """Say why a unit cannot do an action."""
    if order.action not in _ACTIONS:
        return Refusal(RULE, f"there is no action {order.action!r}; {did_you_mean(order.action, _ACTIONS)}")
    if order.target is not None:
        return Refusal(RULE, f"{order.action} is done where the unit is; name no hex")
    return why_no_action(situation, stand) or _ACTIONS[order.action][0](situation, stand)


def offers(situation: Situation, key: str) -> Iterator[Act]:
    """List the actions of a stand."""
    stand = situation.state.stands[key]
    if is_turn_of(situation, stand, PHASE) and why_no_action(situation, stand) is None:
        orders = (Act(key, action) for action in _ACTIONS)
        yield from (order for order in orders if why_not_act(situation, stand, order) is None)


def _act(order: Act, by: str, ledger: Ledger) -> None:
    stand = acting(ledger.situation, order.stand, by, PHASE, "an action")
    why = why_not_act(ledger.situation, stand, order)
    if why is not None:
        raise why
    _ACTIONS[order.action][1](ledger, stand)


ORDERS = {Act: _act}
