"""Give a map new terrain by another legend, without reading any source."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from maps.derive.hand.handwork import apply_corrections
from maps.derive.terrain.facts import facts_of
from maps.derive.terrain.terrain import TERRAIN, decide_terrain

if TYPE_CHECKING:
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
            terrain[painted] = np.array([TERRAIN.index(word) for word in hexmap.terrain_names])[hexmap.terrain[painted]]
            rule[painted] = len(names)
            names.append(name)
    tuned = replace(
        hexmap, terrain=terrain, terrain_names=TERRAIN, rule=rule, rule_names=tuple(names), legend_text=legend.text
    )
    return apply_corrections(tuned, hexmap.corrections).hexmap


def changes(before: HexMap, after: HexMap) -> list[tuple[str, str, int]]:
    """Count the hexes on the map whose terrain changed: from what, to what, how many; most first."""
    old = np.array(before.terrain_names)[before.terrain[before.inside]]
    new = np.array(after.terrain_names)[after.terrain[after.inside]]
    other = old != new
    counts = Counter(zip(old[other].tolist(), new[other].tolist(), strict=True))
    return [(*pair, count) for pair, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
