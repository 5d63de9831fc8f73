"""Leave out of a thought who is too far off to matter: a campaign has hundreds of stands, a fight a few."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Collection

    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation

__all__ = ["nearby"]

_MANY = 80
"""So many stands are thought through as a whole."""
_NEAR = 14
"""Stands so many hexes from the target or less count."""


def nearby(view: Situation, target: int, order: AnyOrder) -> Situation:
    """Give a view with those stands alone that are near a target, take part in a blow or lead; a small one as it is."""
    state, grid = view.state, view.map.layout.grid
    if len(state.stands) <= _MANY:
        return view
    part = {getattr(order, "stand", ""), *getattr(order, "helpers", ())}
    leads = {one.hq for one in state.formations.values() if one.hq}
    kept = {
        key: stand for key, stand in state.stands.items()
        if key in part or key in leads or (stand.hex is not None and grid.distance(stand.hex, target) <= _NEAR)
    }  # fmt: skip
    declared = tuple(one for one in state.declared if getattr(one, "stand", None) in {None, *kept})
    return view.with_state(
        msgspec.structs.replace(
            state,
            stands=kept,
            declared=declared,
            contacts=_among(state.contacts, kept),
            assaults=_among(state.assaults, kept),
        )
    )


def _among(pairs: frozenset[tuple[str, str]], kept: Collection[str]) -> frozenset[tuple[str, str]]:
    """Keep the pairs that are of these stands alone."""
    return frozenset(pair for pair in pairs if all(key in kept for key in pair))
