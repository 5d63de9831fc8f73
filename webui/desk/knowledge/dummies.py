"""Show dummies to those who know that they are dummies: their own side, and the umpire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.knowledge.contact import Contact
from campaign.model.known.dummies import dummies_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.model.state import State
    from maps.grid.hexmap import HexMap

__all__ = ["own_dummies"]


def own_dummies(state: State, hexmap: HexMap) -> Iterator[Contact]:
    """List the dummies of a viewer's state as marks for the list and the map: his own, and for the umpire all."""
    for key, one in dummies_of(state).items():
        profile, here = one.stand.profile, one.stand.hex
        assert here is not None
        further = "" if one.goal is None else f", and goes on to {hexmap.number(one.goal)}"
        yield Contact(
            id=key, side=one.side, hex=here, kind=profile.kind, size=profile.size, name=profile.name,
            short=profile.short, seen=state.clock, source="dummy", confidence=5,
            words=f"{key} stands for nobody{further}",
        )  # fmt: skip
