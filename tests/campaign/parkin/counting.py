"""Count what can be ordered, and what can be ordered after that: a figure that any change of the rules shows in."""

from __future__ import annotations

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.legal import legal_orders
from campaign.model.verbs.clock import EndPhase


def count(ruleset, situation, depth):
    """
    Count sequences of orders by their length, up to ``depth``; ending the phase is one of them.

    Dice are the same for the same place in a sequence, so that the figures are too.
    """
    found, ends = {}, [situation]
    for length in range(1, depth + 1):
        onward, total = [], 0
        for here in ends:
            side = here.state.clock.side
            orders = [] if here.state.ended else [EndPhase(), *legal_orders(ruleset, here, side)]
            total += len(orders)
            if length < depth:
                for order in orders:
                    events = decide(ruleset, here, order, SeededDice("count", length))
                    onward.append(here.with_state(fold(here.state, events)))
        found[length], ends = total, onward
    return found
