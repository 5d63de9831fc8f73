"""List what a side may order: the one generator that the page, the players' programs and the tests ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation

__all__ = ["has_orders", "legal_orders"]


def legal_orders(ruleset: Ruleset, situation: Situation, side: str) -> Iterator[AnyOrder]:
    """
    List the legal orders of a side in the present phase, its own first, then those of each of its stands.

    What is listed from the whole situation is accepted from the umpire, what is listed from a side's view from that
    side, save where an enemy whom it does not see stands in the way. Of several paths to one goal only the least is
    listed. For "umpire" those are listed that only he may give; his rulings, which have no end, are not.
    """
    if situation.state.ended:
        return
    yield from ruleset.play.side_orders(situation, side)
    for stand in situation.state.stands.values():
        if stand.side == side and stand.gone is None:
            yield from ruleset.play.orders(situation, stand.id)


def has_orders(ruleset: Ruleset, situation: Situation, side: str) -> bool:
    """Whether a side has any legal order in the present phase."""
    return next(legal_orders(ruleset, situation, side), None) is not None
