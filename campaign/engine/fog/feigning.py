"""March dummies: as far as their like would come in a turn, and on in the turns that follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.engine.fronts.still import still_hexes
from campaign.engine.ledger import Refusal
from campaign.model.known.dummies import as_stands, dummies_of
from campaign.model.situation import stands_of
from campaign.model.verbs.dummy import DummyMarched

if TYPE_CHECKING:
    from campaign.engine.ledger import Ledger
    from campaign.engine.ruleset import Play, Trek
    from campaign.model.known.dummies import Dummy
    from campaign.model.situation import Situation
    from campaign.model.verbs.dummy import MarchDummy

__all__ = ["RULE", "march", "march_on", "trek_of"]

RULE = "knowledge"

change = msgspec.structs.replace


def march(order: MarchDummy, dummy: Dummy, ledger: Ledger, play: Play) -> None:
    """March a dummy towards a hex; once it has marched in a turn, it goes there from the next turn on."""
    clock, number = ledger.state.clock, ledger.situation.map.number
    here = dummy.stand.hex
    assert here is not None
    if not (0 <= order.goal < len(ledger.situation.map) and ledger.situation.map.inside[order.goal]):
        raise Refusal(RULE, "that hex is off the map; take one on it")
    if order.goal == here:
        if dummy.goal is None:
            raise Refusal(RULE, f"{order.dummy} is in {number(here)} already; take another hex")
        _note(ledger, dummy, (here,), dummy.marched, None)
        return
    trek = trek_of(ledger.situation, order.dummy, play)
    if order.goal not in trek.cost or not trek.turn:
        raise Refusal(RULE, f"no way leads {order.dummy} to {number(order.goal)}; take another hex")
    if dummy.marched == (clock.day, clock.turn):
        if dummy.goal == order.goal:
            raise Refusal(RULE, f"{order.dummy} has marched this turn, and goes on to {number(order.goal)} by itself")
        _note(ledger, dummy, (here,), dummy.marched, order.goal)
        return
    _go(ledger, dummy, order.goal, trek)


def march_on(ledger: Ledger, play: Play) -> None:
    """March the dummies further that are on the way to a far hex and have not marched in the turn that ends."""
    clock = ledger.state.clock
    for key, dummy in dummies_of(ledger.state).items():
        if dummy.goal is not None and not clock.night and dummy.marched != (clock.day, clock.turn):
            _go(ledger, dummy, dummy.goal, trek_of(ledger.situation, key, play))


def trek_of(situation: Situation, key: str, play: Play) -> Trek:
    """
    Find how far a dummy is from every hex: a trek asks for no phase, no marks and no orders.

    It goes as if no enemy were anywhere: its march tells of none of them.
    """
    side = situation.state.dummies[key].side
    seen = as_stands(situation.state)
    own = {name: one for name, one in situation.state.stands.items() if one.side == side}
    state = change(seen, stands=own | {key: seen.stands[key]}, contacts=frozenset(), assaults=frozenset())
    return play.trek(situation.with_state(state), key)


def _go(ledger: Ledger, dummy: Dummy, goal: int, trek: Trek) -> None:
    """Go as far on the way to a hex as a turn reaches, up to the first hex beside an enemy, or before a still front."""
    clock = ledger.state.clock
    far = next((index for index in reversed(trek.paths.get(goal, ())) if trek.cost[index] <= trek.turn), None)
    if far is None:
        return
    path = tuple(trek.paths[far])
    path = path[: _stopped_after(ledger.situation, dummy.side, path)]
    marched = (clock.day, clock.turn) if len(path) > 1 else dummy.marched
    _note(ledger, dummy, path, marched, None if path[-1] == goal else goal)


def _note(ledger: Ledger, dummy: Dummy, path: tuple[int, ...], marched: tuple[int, int], goal: int | None) -> None:
    if (len(path), marched, goal) == (1, dummy.marched, dummy.goal):
        return
    day, turn = marched
    ledger.record(
        DummyMarched(side=dummy.side, dummy=dummy.stand.id, path=path, day=day, turn=turn, goal=goal, rule=RULE)
    )


def _stopped_after(situation: Situation, side: str, path: tuple[int, ...]) -> int:
    """Count the hexes of a path that are gone: to the first beside an enemy, and to none where all stand still."""
    still = still_hexes(situation.state)
    if path[0] in still:
        return 1
    enemies = {stand.hex for stand in stands_of(situation) if stand.side != side}
    distance = situation.map.layout.grid.distance
    for steps, here in enumerate(path[1:], start=2):
        if here in still:
            return steps - 1
        if any(index is not None and distance(here, index) <= 1 for index in enemies):
            return steps
    return len(path)
