"""Tell orders to go somewhere from all others."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

if TYPE_CHECKING:
    from campaign.model.anyorder import AnyOrder
    from campaign.model.verbs.verb import Order

    class Going(Order, frozen=True):
        """An order to go along a path; with ``attack`` the stand closes with whoever is in the last hex."""

        stand: str
        path: tuple[int, ...]
        transport: bool
        attack: bool


__all__ = ["goes"]


def goes(order: AnyOrder) -> TypeGuard[Going]:
    """Whether an order sends a stand somewhere."""
    return hasattr(order, "path")
