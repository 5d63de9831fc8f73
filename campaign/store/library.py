"""Say where a campaign's map and rules come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from campaign.store.faults import StoreFault

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from campaign.engine.ruleset import Ruleset
    from maps.grid.hexmap import HexMap

__all__ = ["Library", "Shelf"]


class Library(Protocol):
    """
    What a session asks for the things that the log only names.

    A library raises ``StoreFault`` where it has not what is asked for.
    """

    def hexmap(self, key: str) -> HexMap:
        """Give the map of that content key."""
        ...

    def ruleset(self, key: str, overrides: Mapping[str, str | int | float | bool]) -> Ruleset:
        """Give a rule system, with the umpire's own readings."""
        ...


@dataclass(frozen=True)
class Shelf:
    """A library of maps in hand and one way to load rules."""

    maps: tuple[HexMap, ...]
    load: Callable[[str, Mapping[str, str | int | float | bool]], Ruleset]

    def hexmap(self, key: str) -> HexMap:
        """Give the map of that content key."""
        for known in self.maps:
            if known.key == key:
                return known
        there = ", ".join(f"{known.name} ({known.key})" for known in self.maps) or "none"
        remedy = f"build the map again from the same area file; maps at hand: {there}"
        raise StoreFault(place="map", what=f"the campaign was opened on map {key}, which is not here", remedy=remedy)

    def ruleset(self, key: str, overrides: Mapping[str, str | int | float | bool]) -> Ruleset:
        """Load a rule system."""
        return self.load(key, overrides)
