"""Tell the orders by which stands go from those by which they do something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

if TYPE_CHECKING:
    from campaign.model.anyorder import AnyOrder
    from campaign.model.verbs.verb import Order

    class Going(Order, frozen=True):
        """An order by which a stand goes along a path; with ``attack`` it closes with who is in the last hex."""

        stand: str
        path: tuple[int, ...]
        transport: bool
        attack: bool


__all__ = ["goes"]


def goes(order: AnyOrder) -> TypeGuard[Going]:
    """Whether a stand goes somewhere by an order."""
    return hasattr(order, "path")
