"""Say how far an enemy may have gone since he was seen, by what the viewer's own units could do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from campaign.engine.ruleset import Play
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["paces"]

_ANY = ""


def paces(view: Situation, own: Iterable[Stand], play: Play) -> Mapping[str, int]:
    """
    Give how many hexes a kind of stand goes in a turn at most: along the best of roads, in transport if it may.

    What carries an enemy is not known; a stand of the viewer's own stands for him, of the same kind. Under "" is the
    greatest pace of all, for kinds that the viewer has none of.

    Parameters
    ----------
    view
        What the viewer knows.
    own
        The stands that he knows all about.
    """
    found: dict[str, int] = {}
    priced: dict[Hashable, int] = {}
    asked: set[tuple[str, str, str]] = set()
    for stand in own:
        row = (stand.profile.kind, stand.profile.size, stand.profile.mover)
        if stand.on_map and row not in asked:
            asked.add(row)
            hexes = max(_pace(view, stand.id, play, priced, transport=transport) for transport in (False, True))
            for kind in (stand.profile.kind, _ANY):
                found[kind] = max(found.get(kind, 0), hexes)
    return found


def _pace(view: Situation, stand: str, play: Play, priced: dict[Hashable, int], *, transport: bool) -> int:
    steps = play.steps(view, stand, transport=transport)
    if not steps.turn:
        return 0
    if steps.key not in priced:
        cost = steps.cost()
        priced[steps.key] = int(np.min(cost[cost > 0], initial=steps.turn))
    return steps.turn // priced[steps.key]
