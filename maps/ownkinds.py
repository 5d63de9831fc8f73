"""Say what kinds of ground and hexside of a map's own are to rules that do not name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from maps.grid.hexmap import HexMap
    from maps.ownhexsides import OwnHexside
    from maps.ownterrain import OwnTerrain

__all__ = ["unnamed_kinds"]


def unnamed_kinds(hexmap: HexMap, named: Collection[str] = ()) -> tuple[str, ...]:
    """Say what each kind of the map's own that is there is played as; ``named``: those that the rules name."""
    ground = set(np.unique(hexmap.terrain[hexmap.inside]).tolist())
    first = len(hexmap.terrain_names) - len(hexmap.own)
    own = [one for k, one in enumerate(hexmap.own, start=first) if k in ground and one.key not in named]
    laid = set(np.unique(hexmap.border).tolist())
    sides = [one for k, one in enumerate(hexmap.borders, start=1) if k in laid and one.key not in named]
    rows = [("terrain", _joined(own)), ("hexsides", _joined(sides))]
    return tuple(f"{what} of this map's own, which these rules do not name: {words}" for what, words in rows if words)


def _joined(kinds: Iterable[OwnTerrain | OwnHexside]) -> str:
    words = [f"{one.key} is played as {'nothing' if one.resembles == 'none' else one.resembles}" for one in kinds]
    return ", ".join(words).replace("_", " ")
