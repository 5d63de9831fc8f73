"""Play marches in tests: orders in notation, phases ended with dice called in."""

from __future__ import annotations

import msgspec

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import ScriptedDice, SeededDice
from campaign.engine.ledger import Ledger, Refusal
from campaign.model.notation import format_order, parse_order
from campaign.model.situation import stands_at
from campaign.model.verbs.clock import EndPhase
from campaign.systems.catalogue import ruleset
from campaign.systems.zen.march.ordering import end_move
from campaign.systems.zen.space import is_crowded
from tests.campaign.facts import change
from tests.toyplay import toy_situation

RULES = ruleset("zen_operational")
INCH_M = 536.4
THREE_INCHES = 3 * INCH_M
"""A hex of exactly 3 inches: on foot in the open half a turn, 1200 fragments."""


class Game:
    """A situation that is played on."""

    def __init__(self, ground, *stands, **options):
        self.situation = toy_situation(ground, *stands, **options)
        self.rolled = 0

    @property
    def state(self):
        return self.situation.state

    def stand(self, key):
        return self.state.stands[key]

    def at(self, key):
        """Print the hex where a stand is."""
        here = self.stand(key).hex
        return None if here is None else self.situation.map.number(here)

    def hex(self, number):
        return self.situation.map.index_of(number)

    def take(self, events):
        self.situation = self.situation.with_state(fold(self.state, events))
        return events

    def order(self, *lines, by="umpire"):
        """Give orders; a refusal goes up."""
        events = []
        for line in lines:
            order = parse_order(line, self.situation.map, self.state)
            events += self.take(decide(RULES, self.situation, order, ScriptedDice(), by=by))
        return events

    def refusal(self, line, by="umpire"):
        """Give an order that must be refused; give its paragraph and words."""
        try:
            self.order(line, by=by)
        except Refusal as refusal:
            return refusal.rule, refusal.why
        msg = f"{line} was accepted"
        raise AssertionError(msg)

    def march(self, *lines, dice=()):
        """Give orders and carry them out, without going on to the next phase."""
        self.order(*lines)
        ledger = Ledger(self.situation, ScriptedDice(*dice))
        end_move(ledger)
        return self.take(ledger.events)

    def end(self):
        """Go on to the next phase, with dice as they fall."""
        self.rolled += 1
        return self.take(decide(RULES, self.situation, EndPhase(), SeededDice("toy", self.rolled)))

    def until(self, phase):
        """Go on to the next time that a phase comes round."""
        events = list(self.end())
        while self.state.clock.phase != phase:
            events += self.end()
        return events

    def offered(self, key):
        """List the legal orders of a stand, in notation."""
        return {format_order(order, self.situation.map) for order in RULES.play.orders(self.situation, key)}

    def reach(self, key, *, transport=False):
        """Give the hexes in reach with their costs."""
        found = RULES.play.reach(self.situation, key, transport=transport)
        return {self.situation.map.number(index): cost for index, cost in found.cost.items()}

    def contacts(self, key):
        found = RULES.play.reach(self.situation, key)
        return {self.situation.map.number(index) for index in found.contacts}

    def mark(self, key, **fields):
        """Set fields of a stand."""
        stands = {**self.state.stands, key: change(self.stand(key), **fields)}
        self.situation = self.situation.with_state(msgspec.structs.replace(self.state, stands=stands))

    def change(self, **fields):
        """Set fields of the state."""
        self.situation = self.situation.with_state(change(self.state, **fields))


def of_kind(events, kind):
    return [event for event in events if isinstance(event, kind)]


def column(hexes, mark="."):
    """Ground of one column, north to south: 0101, 0102, ..."""
    return "\n".join(mark * hexes) if len(mark) == 1 else "\n".join(mark)


def overfull_hexes(situation):
    """List the hexes that hold more than they have room for."""
    held = sorted({stand.hex for stand in situation.state.stands.values() if stand.on_map})
    return tuple(index for index in held if is_crowded(situation, stands_at(situation, index)))
