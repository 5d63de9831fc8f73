"""Play D3 situations in tests: set up in a few lines, order in notation, look at what came of it."""

from __future__ import annotations

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import ScriptedDice, SeededDice
from campaign.engine.given import readings_of, situation_of
from campaign.engine.ledger import Refusal
from campaign.engine.legal import legal_orders
from campaign.model.notation import format_order, parse_order
from campaign.systems.catalogue import ruleset

RULES = ruleset("d3_one_hour")
DIE = {1: 1, 2: 3, 3: 5}
"""A D6 that is read as a D3 of 1, 2 or 3."""


class Table:
    """A situation that goes on from order to order."""

    def __init__(self, given: str, *, seed: str = "table") -> None:
        """Set up; ``reading`` lines change the rules."""
        self.rules = ruleset("d3_one_hour", readings_of(given))
        self.situation = situation_of(given, self.rules)
        self.events, self._seed = [], seed

    @property
    def state(self):
        """The state now."""
        return self.situation.state

    def stand(self, key):
        """A stand as it is now."""
        return self.state.stands[key]

    def where(self, key):
        """The printed number of a stand's hex."""
        return self.situation.map.number(self.stand(key).hex)

    def give(self, order, *d3, by="umpire"):
        """Give an order, as a value or in writing, with D3 as they fall; keep and return its events."""
        if isinstance(order, str):
            order = parse_order(order, self.situation.map, self.state)
        dice = ScriptedDice(*(DIE[face] for face in d3)) if d3 else SeededDice(self._seed, len(self.events))
        events = decide(self.rules, self.situation, order, dice, by=by)
        self.events += events
        self.situation = self.situation.with_state(fold(self.state, events))
        return events

    def refusal(self, order, by="umpire"):
        """The refusal of an order; fails if it is accepted."""
        before = self.situation
        try:
            self.give(order, by=by)
        except Refusal as refusal:
            return refusal
        self.situation = before
        msg = f"{order} was accepted"
        raise AssertionError(msg)

    def legal(self, side):
        """The legal orders of a side, in writing."""
        return [format_order(order, self.situation.map) for order in legal_orders(self.rules, self.situation, side)]
