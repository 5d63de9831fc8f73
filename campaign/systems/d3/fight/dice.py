"""
Throw the D3: a die of six faces that show 1, 1, 2, 2, 3, 3.

It is cast as a D6 like all dice here, so that any D6 serves at a real table
and every throw can be checked; the log shows the D6 and what makes it a D3.
"""

from __future__ import annotations

import msgspec

from campaign.engine.ledger import Ledger
from campaign.model.roll import Roll

Modifiers = tuple[tuple[str, int], ...]


def d3_of(face: int) -> int:
    """
    Read a D6 as a D3.

    >>> [d3_of(face) for face in range(1, 7)]
    [1, 1, 2, 2, 3, 3]
    """
    return (face + 1) // 2


def throw(ledger: Ledger, what: str, rule: str, modifiers: Modifiers = (), *, by: str = "") -> Roll:
    """Throw one D3 and add modifiers; the total is never below 0 (3.8 ``negative_hits``)."""
    roll = ledger.roll_total(what, rule, by=by)
    less = d3_of(roll.dice[0]) - roll.dice[0]
    total = max(0, d3_of(roll.dice[0]) + sum(amount for _, amount in modifiers))
    read = (("as a D3", less),) if less else ()
    return msgspec.structs.replace(roll, modifiers=read + modifiers, total=total)
