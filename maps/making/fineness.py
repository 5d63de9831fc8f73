"""Say whether the sources of an area know enough to make its map, and which of them do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maps.making.survey import survey

if TYPE_CHECKING:
    from maps.area.area import Area

__all__ = ["too_coarse"]

_NEEDED = ("heights", "land cover")


def too_coarse(area: Area) -> tuple[str, ...]:
    """Say which sources are too coarse for an area's hexes, and what none at hand tells; nothing if all will do."""
    found = survey(area)
    coarse = [
        f"{one.file} is sound for hexes of {min(one.honest_km.values()):.1f} km and more"
        for one in found.sources
        if one.honest_km and min(one.honest_km.values()) > found.width_km
    ]
    unknown = [words for words in found.missing if any(need in words for need in _NEEDED)]
    services = [f"{name} would have to be asked" for name in area.online]
    return (*coarse, *unknown, *services)
