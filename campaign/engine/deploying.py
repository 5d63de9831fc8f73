"""
Deploy stands by hand before the first turn: what no rule system decides.

A scenario says where everybody begins. Until the clock has moved, a side may set its stands up in any other hex of its
own that the rules let the stand be set up in. Its own are those that it holds; and on boards, where hardly any is held,
those that nobody holds, near its own and nearer to them than to the enemy's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.engine.ledger import Refusal
from campaign.model.calendar import Clock
from campaign.model.things import NO_SIDE
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
_FEW = 4
"""A side that holds more than one hex in so many deploys on what it holds."""
_NEAR = 2
"""Hexes round those that a side holds, on boards where nobody holds most."""


def is_deploying(situation: Situation) -> bool:
    """Whether sides deploy by hand in this game, and its first turn has not begun."""
    state = situation.state
    return state.setting.deploys and state.clock == Clock(phase=situation.tables.phases[0].key)


def deployments(play: Play, situation: Situation, stand: str) -> Iterator[Deploy]:
    """List where a stand may be set up instead, the hexes of its own side in their order."""
    here = situation.state.stands[stand]
    if not is_deploying(situation) or _why_fixed(here):
        return
    for index in sorted(_own_hexes(situation, here.side)):
        if index != here.hex and play.fits(situation, stand, index):
            yield Deploy(stand, index)


def _own_hexes(situation: Situation, side: str) -> frozenset[int]:
    """Give the hexes that a side may set up in, by who held what when the game was opened."""
    state, grid = situation.state, situation.map.layout.grid
    code = state.side_code(side)
    own = [index for index, holder in enumerate(state.control) if holder == code]
    others = [index for index, holder in enumerate(state.control) if holder not in {code, NO_SIDE}]
    if len(own) > len(state.control) // _FEW:
        return frozenset(own)
    found = set(own)
    for index in range(len(state.control)):
        near = min((grid.distance(index, mine) for mine in own), default=_NEAR + 1)
        if near <= _NEAR and all(grid.distance(index, other) > near for other in others):
            found.add(index)
    return frozenset(found) - {*others}


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
    if not (0 <= target < len(situation.map) and situation.map.inside[target]):
        return "that hex is off the map; take one of your own side"
    if target not in _own_hexes(situation, stand.side):
        return f"{situation.map.number(target)} is not its side's to set up in; deploy near the hexes where it begins"
    return ""
