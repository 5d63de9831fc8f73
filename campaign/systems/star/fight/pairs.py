"""
Roll pooled D6: a score hits, and so do pairs of a face.

"5, 6 or double 4": every die of 5 or more is a hit, and every two dice that
show 4 in the same pool make one more.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from campaign.engine.ledger import Ledger
from campaign.kit.pools import Pool, pool_size
from campaign.model.roll import Roll


def pair_hits(dice: Sequence[int], score: int, double: int, per_pair: int = 1) -> int:
    """
    Count the hits of dice: faces from ``score`` up, and pairs of ``double`` (0: none).

    >>> pair_hits((4, 4, 5), score=5, double=4)
    2
    >>> pair_hits((4, 4, 4), score=5, double=4)
    1
    """
    pairs = sum(die == double for die in dice) // 2 if double else 0
    return sum(die >= score for die in dice) + per_pair * pairs


def roll_pairs(ledger: Ledger, what: str, pool: Pool, needs: tuple[int, int, int], rule: str, *, by: str = "") -> Roll:
    """
    Roll a pool and count its hits.

    Parameters
    ----------
    needs
        Score, double and hits per pair, as ``pair_hits`` has them.
    """
    score, double, per_pair = needs
    roll = ledger.roll(what, pool_size(pool), score, rule, by=by)
    hits = pair_hits(roll.dice, score, double, per_pair)
    too = (double, per_pair) if double else msgspec.UNSET
    return msgspec.structs.replace(roll, hits=hits, modifiers=pool, double=too)
