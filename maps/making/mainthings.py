"""
Leave the lesser things of a full ground out, so that a first picture of it is there soon.

What is left out is counted by kind: whoever shows the picture says so beside it. Roads that are more than tracks,
railways, rivers, coasts, crossings, places and all ground stay; of what is about, most is tracks, streets and streams.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from maps.derive.borders import lined_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from maps.making.materials import Materials

    Bools = NDArray[np.bool_]

__all__ = ["MOST_LINES", "MOST_PLACES", "main_places", "main_things"]

MOST_LINES = 6_000
"""So many lines are laid in half a second; fewer than these are never thinned."""
MOST_PLACES = 8_000
"""So many places are drawn with their names in a second; where there are fewer all are."""
_TOWN, _MOST_TOWNS = 2, 300
_LESSER = {"road": ("track", "street"), "waterway": ("stream", "drain")}
_KEPT_BY = ("road", "rail", "waterway", "coast", "cliff", "crossing")


def main_things(stuff: Materials) -> tuple[Materials, tuple[str, ...]] | None:
    """
    Give what sources say without the lesser ways and waters, and words for what is left out.

    None where there is so little that all of it is laid as soon.
    """
    lines = stuff.features.lines
    if len(lines) <= MOST_LINES:
        return None
    lesser = _lesser(stuff)
    if not lesser:
        return None
    left = np.logical_or.reduce(list(lesser.values()))
    features = replace(stuff.features, lines=lines.take(np.flatnonzero(~left).tolist()))
    return replace(stuff, features=features), tuple(_counted(int(rows.sum()), name) for name, rows in lesser.items())


def main_places(hexmap: HexMap) -> HexMap:
    """
    Give a map to be drawn: of a table of very many places the greatest towns, and the greatest villages of each hex.

    Names of towns are written whether there is room or not, so that of thousands none could be read.
    """
    places = hexmap.places
    if len(places) <= MOST_PLACES:
        return hexmap
    # They come the greatest first.
    rank, index = np.array([(place.rank, place.index) for place in places]).T
    towns, villages = np.flatnonzero(rank <= _TOWN)[:_MOST_TOWNS], np.flatnonzero(rank > _TOWN)
    order = villages[np.argsort(index[villages], kind="stable")]
    first = np.flatnonzero(np.diff(index[order], prepend=-1))
    place_in_hex = np.arange(len(order)) - np.repeat(first, np.diff(np.append(first, len(order))))
    each = max(MOST_PLACES // 2 // max(len(first), 1), 1)
    rows = np.sort(np.concatenate([towns, order[place_in_hex < each]]))[:MOST_PLACES]
    return replace(hexmap, places=tuple(places[row] for row in rows.tolist()))


def _counted(number: int, name: str) -> str:
    return f"{number:,} {name}{'s' if number != 1 else ''}"


def _lesser(stuff: Materials) -> dict[str, Bools]:
    """Say by kind which lines are left out: those of lesser kinds that are of no other kind, and draw no hexside."""
    lines = stuff.features.lines
    codes = {group: stuff.codes("lines", group) for group in _KEPT_BY}
    is_kept = np.zeros(len(lines), bool)
    for group, found in codes.items():
        names = stuff.kinds.names(group)
        kept = [code for code, name in enumerate(names) if name not in _LESSER.get(group, ())]
        is_kept |= np.isin(found, kept)
    for rule in stuff.legend.lines:
        is_kept[lined_by(lines, rule)] = True
    lesser = {}
    for group, kinds in _LESSER.items():
        for name in kinds:
            rows = (codes[group] == stuff.kinds.names(group).index(name)) & ~is_kept
            if rows.any():
                lesser[name] = np.asarray(rows)
    return lesser
