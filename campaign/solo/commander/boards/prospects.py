"""Look ahead to the side's next phases of the same turn: what a stand can hit if it moves, and if it stays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.ledger import Refusal
from campaign.model.verbs.clock import EndPhase
from campaign.solo.commander.boards.blows import best_blow, is_blow
from campaign.solo.commander.nearby import nearby
from campaign.solo.commander.odds import EvenDice, Odds

if TYPE_CHECKING:
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation
    from campaign.model.things import Stand
    from campaign.solo.commander.boards.scene import Scene

__all__ = ["Prospects"]

_PHASES = 2
"""So many phases are looked ahead."""
_PLAYS = 6


class Prospects:
    """What stands can hit later in the turn, as the side knows it."""

    def __init__(self, scene: Scene) -> None:
        """Begin; nothing is looked at yet."""
        self._scene, self._staying = scene, dict[str, int]()
        self._later: list[Situation] | None = None
        self._parts: dict[str, Situation] = {}
        self._phases = _PHASES

    def gained(self, stand: Stand, order: AnyOrder) -> int:
        """Say how much more a stand can hit after an order than if it stays; 0 where sides do not go in turn."""
        if self._scene.ruleset.tables.each != "side":
            return 0
        # Of hundreds of stands only those near enough to be hit, or to hit back, are played ahead.
        if stand.id not in self._staying:
            part = self._parts[stand.id] = nearby(self._scene.view, stand.hex or 0, order)
            self._staying[stand.id] = sum(self._best(view, stand) for view in self._unmoved(part))
        part = self._parts[stand.id]
        after = self._given(part, order)
        moved = 0 if after is None else sum(self._best(view, stand) for view in self._ahead(after))
        return moved - self._staying[stand.id]

    def _unmoved(self, part: Situation) -> list[Situation]:
        """Go through the next phases with everybody where he is; of the whole once for all stands."""
        if part is not self._scene.view:
            return self._ahead(part)
        if self._later is None:
            self._later = self._ahead(part)
        return self._later

    def _given(self, view: Situation, order: AnyOrder) -> Situation | None:
        """Give what an order makes of a view; None if it is refused."""
        try:
            events = decide(self._scene.ruleset, view, order, EvenDice(0, _PLAYS), by=self._scene.side)
        except Refusal:
            return None
        return view.with_state(fold(view.state, events))

    def _ahead(self, view: Situation) -> list[Situation]:
        """Go through the next phases of the side in this turn."""
        start = view.state.clock
        found: list[Situation] = []
        for _ in range(self._phases):
            view = view.with_state(fold(view.state, decide(self._scene.ruleset, view, EndPhase(), EvenDice(0, _PLAYS))))
            now = view.state.clock
            if view.state.ended or (now.day, now.turn, now.side) != (start.day, start.turn, start.side):
                # The other side's turn need not be opened again to see that it is the other's.
                self._phases = len(found) if not view.state.ended else self._phases
                break
            found.append(view)
        return found

    def _best(self, view: Situation, stand: Stand) -> int:
        """Say what the best blow of a stand in a later phase is worth."""
        orders = [order for order in self._scene.ruleset.play.orders(view, stand.id) if is_blow(order)]
        if not orders:
            return 0
        then = replace(self._scene, view=view, odds=Odds(self._scene.ruleset, self._scene.side, _PLAYS))
        best = best_blow(then, orders)
        return 0 if best is None else best.worth
