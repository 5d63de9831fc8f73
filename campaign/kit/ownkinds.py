"""Say what kinds of ground and hexside of a map's own are to rules that do not name them."""

from collections.abc import Collection, Iterable

import numpy as np

from maps.grid.hexmap import HexMap
from maps.ownhexsides import OwnHexside
from maps.ownterrain import OwnTerrain


def unnamed_kinds(hexmap: HexMap, named: Collection[str] = ()) -> tuple[str, ...]:
    """Say, for an umpire, what each kind of the map's own that is there is played as; ``named``: those the rules name.

    >>> from campaign.engine.drawnmap import DrawnMap
    >>> from campaign.model.tokens import Token
    >>> drawn = DrawnMap()
    >>> drawn.row([Token("..", 1)])
    >>> unnamed_kinds(drawn.finish())
    ()
    """
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
