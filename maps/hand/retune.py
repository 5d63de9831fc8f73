"""Give a map new terrain by another legend, without reading any source."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from maps.derive.hand.handwork import apply_corrections
from maps.derive.terrain.facts import facts_of
from maps.derive.terrain.terrain import decide_terrain

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.derive.legend import Legend
    from maps.grid.hexmap import HexMap

__all__ = ["changes", "retune"]

_BY_HAND = "corrected by hand"


def retune(hexmap: HexMap, legend: Legend) -> HexMap:
    """
    Decide the terrain of a map anew.

    Shares, heights, slopes, places and coasts are those kept in the map; its
    corrections are put on again. Sizes of towns and rivers, which the legend
    also limits, stay as they were built.

    Raises
    ------
    ProblemsFound
        If the map keeps covers that no legend knows.
    """
    terrain, rule = decide_terrain(facts_of(hexmap), legend)
    names = [rule.name for rule in legend.rules]
    # Hexes painted by hand stay, also those whose correction is not kept with the map.
    for code, name in enumerate(hexmap.rule_names):
        painted = hexmap.rule == code
        if name.startswith(_BY_HAND) and painted.any():
            terrain[painted] = _codes(hexmap, legend)[hexmap.terrain[painted]]
            rule[painted] = len(names)
            names.append(name)
    tuned = replace(
        hexmap, terrain=terrain, terrain_names=legend.terrain_names, rule=rule, rule_names=tuple(names),
        legend_text=legend.text, own=legend.own, bands_m=legend.bands_m, band_names=legend.band_names,
        borders=legend.borders, border=_borders(hexmap, legend),
    )  # fmt: skip
    return apply_corrections(tuned, hexmap.corrections).hexmap


def _codes(hexmap: HexMap, legend: Legend) -> NDArray[np.uint8]:
    """Give the code by a legend of each kind of terrain of a map; what it does not know is what it resembles."""
    known = legend.shown_names
    pairs = zip(hexmap.shown_names, hexmap.terrain_names, strict=True)
    return np.array([known.index(name if name in known else like) for name, like in pairs], np.uint8)


def _borders(hexmap: HexMap, legend: Legend) -> NDArray[np.uint8]:
    """Give what lies on hexsides the codes of a legend; what it does not know is taken away."""
    known = ("none", *(one.key for one in legend.borders))
    codes = [known.index(name) if name in known else 0 for name in hexmap.border_names]
    return np.array(codes, np.uint8)[hexmap.border]


def changes(before: HexMap, after: HexMap) -> list[tuple[str, str, int]]:
    """Count the hexes on the map whose terrain changed: from what, to what, how many; most first."""
    old = np.array(before.shown_names)[before.terrain[before.inside]]
    new = np.array(after.shown_names)[after.terrain[after.inside]]
    other = old != new
    counts = Counter(zip(old[other].tolist(), new[other].tolist(), strict=True))
    return [(*pair, count) for pair, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
