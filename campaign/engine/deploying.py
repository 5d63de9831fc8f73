"""
Deploy stands by hand before the first turn: what no rule system decides.

A scenario says where everybody begins. Until the clock has moved, a side may set its stands up in any other hex that it
holds and that the rules let the stand be set up in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.engine.ledger import Refusal
from campaign.model.calendar import Clock
from campaign.model.verbs.deploy import Deploy, StandDeployed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.engine.ledger import Ledger
    from campaign.engine.ruleset import Play
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["deploy", "deployments", "is_deploying"]

RULE = "deployment"
_UMPIRE = "umpire"


def is_deploying(situation: Situation) -> bool:
    """Whether sides deploy by hand in this game, and its first turn has not begun."""
    state = situation.state
    return state.setting.deploys and state.clock == Clock(phase=situation.tables.phases[0].key)


def deployments(play: Play, situation: Situation, stand: str) -> Iterator[Deploy]:
    """List where a stand may be set up instead, the hexes of its own side in their order."""
    here = situation.state.stands[stand]
    if not is_deploying(situation) or _why_fixed(here):
        return
    code = situation.state.side_code(here.side)
    for index, holder in enumerate(situation.state.control):
        if holder == code and index != here.hex and play.fits(situation, stand, index):
            yield Deploy(stand, index)


def deploy(order: Deploy, by: str, ledger: Ledger, play: Play) -> None:
    """Set a stand up in another hex."""
    situation, stand = ledger.situation, ledger.state.stands.get(order.stand)
    if stand is None or by not in {stand.side, _UMPIRE}:
        raise Refusal(RULE, f"{order.stand!r} is no unit of yours; take one of your own side")
    if why := _why_not(situation, stand, order.target):
        raise Refusal(RULE, why)
    if not play.fits(situation, stand.id, order.target):
        number = situation.map.number(order.target)
        raise Refusal(RULE, f"{stand.id} finds no room in {number}, or cannot stand there; take another hex")
    ledger.record(StandDeployed(stand=stand.id, hex=order.target, rule=RULE))


def _why_fixed(stand: Stand) -> str:
    if stand.attached_to is not None:
        return f"{stand.id} begins with {stand.attached_to}; deploy that"
    return "" if stand.on_map else f"{stand.id} is not on the map; it comes later"


def _why_not(situation: Situation, stand: Stand, target: int) -> str:
    if not situation.state.setting.deploys:
        return "this game was begun without deploying by hand; march instead"
    if not is_deploying(situation):
        return "the first turn has begun; march instead"
    if why := _why_fixed(stand):
        return why
    state = situation.state
    if not (0 <= target < len(situation.map) and situation.map.inside[target]):
        return "that hex is off the map; take one of your own side"
    if state.control[target] != state.side_code(stand.side):
        return f"{situation.map.number(target)} is not held by its side; deploy behind the line where it begins"
    return ""
