"""Name the hexes of a map by the largest place in each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maps.grid.hexmap import HexMap

__all__ = ["hex_words", "place_names"]

_MOST_KEPT = 8
_KEPT: dict[str, Mapping[int, str]] = {}


def place_names(hexmap: HexMap) -> Mapping[int, str]:
    """Give the name of the largest place by hex; kept by the map's key, as maps never change."""
    if hexmap.key not in _KEPT:
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        # Later entries win, so the largest comes last.
        _KEPT[hexmap.key] = {place.index: place.name for place in sorted(hexmap.places, key=lambda p: p.population)}
    return _KEPT[hexmap.key]


def hex_words(hexmap: HexMap, index: int) -> str:
    """Give a hex's number, and its place if it has one: ``2637 (Bastogne)``."""
    place = place_names(hexmap).get(index)
    return f"{hexmap.number(index)} ({place})" if place else hexmap.number(index)
