"""
Count the legal orders of a situation to a depth, as chess programs do: a change of any rule changes a number.

``count`` gives the nodes under each first order; ``divide`` shows them side by side with what was pinned. Dice fall
from one seed, so that the same rules give the same numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.legal import legal_orders
from campaign.model.notation import format_order
from campaign.model.verbs.clock import EndPhase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation

UMPIRE = "umpire"


def count(ruleset: Ruleset, situation: Situation, depth: int) -> dict[str, int]:
    """
    Count the sequences of ``depth`` legal orders by their first order, in notation with who gives it.

    Where the clock names a side only that one orders, else all do; the umpire's own and the end of the phase count.
    """
    found = {}
    for by, order in orders_of(ruleset, situation):
        after = situation if depth == 1 else played(ruleset, situation, order)
        found[f"{by}: {format_order(order, situation.map)}"] = nodes(ruleset, after, depth - 1)
    return found


def nodes(ruleset: Ruleset, situation: Situation, depth: int) -> int:
    """Count the sequences of ``depth`` legal orders; the last of them need not be carried out."""
    orders = list(orders_of(ruleset, situation)) if depth else []
    if depth <= 1:
        return len(orders) if depth else 1
    return sum(nodes(ruleset, played(ruleset, situation, order), depth - 1) for _, order in orders)


def orders_of(ruleset: Ruleset, situation: Situation) -> Iterator[tuple[str, AnyOrder]]:
    """List who may order what now; nothing when it is over."""
    if situation.state.ended:
        return
    sides = [side.key for side in situation.state.setting.sides]
    for side in [situation.state.clock.side] if situation.state.clock.side else sides:
        yield from ((side, order) for order in legal_orders(ruleset, situation, side))
    yield from ((UMPIRE, order) for order in legal_orders(ruleset, situation, UMPIRE))
    yield UMPIRE, EndPhase()


def played(ruleset: Ruleset, situation: Situation, order: AnyOrder) -> Situation:
    """Carry an order out, for the umpire: he sees all that the orders were listed from."""
    events = decide(ruleset, situation, order, SeededDice("count", 1))
    return situation.with_state(fold(situation.state, events))


def divide(found: Mapping[str, int], pinned: int) -> str:
    """Print the nodes under each first order, the most first, where their sum is not what was pinned; else nothing."""
    total = sum(found.values())
    if total == pinned:
        return ""
    lines = [f"{number:8} {order}" for order, number in sorted(found.items(), key=lambda row: (-row[1], row[0]))]
    return "\n".join([f"{total} nodes, pinned are {pinned}", *lines])


def difference(found: Mapping[str, int], pinned: Mapping[str, int]) -> str:
    """Print the first orders whose nodes differ from those pinned: found, pinned, order; nothing where none does."""
    orders = sorted(order for order in {*found, *pinned} if found.get(order) != pinned.get(order))
    return "\n".join(f"{found.get(order, '-'):>8} {pinned.get(order, '-'):>8} {order}" for order in orders)
