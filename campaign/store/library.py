"""Say where a campaign's map and rules come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from campaign.store.faults import StoreFault

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from campaign.engine.ruleset import Ruleset
    from campaign.model.things import Setting
    from maps.grid.hexmap import HexMap
    from maps.problems import Problem

__all__ = ["Library", "Shelf", "check_map", "check_sound"]


class Library(Protocol):
    """
    What a session asks for the things that the log only names.

    A library raises ``StoreFault`` where it has not what is asked for.
    """

    def hexmap(self, key: str) -> HexMap:
        """Give the map of that content key."""
        ...

    def ruleset(self, key: str, overrides: Mapping[str, str | int | float | bool], text: str | None = None) -> Ruleset:
        """Give a rule system, with the umpire's own readings; ``text``: as the log has it, whatever its file says."""
        ...


@dataclass(frozen=True)
class Shelf:
    """A library of maps in hand and one way to load rules."""

    maps: tuple[HexMap, ...]
    load: Callable[..., Ruleset]

    def hexmap(self, key: str) -> HexMap:
        """Give the map of that content key."""
        for known in self.maps:
            if known.key == key:
                return known
        there = ", ".join(f"{known.name} ({known.key})" for known in self.maps) or "none"
        remedy = f"build the map again from the same area file; maps at hand: {there}"
        raise StoreFault(place="map", what=f"the campaign was opened on map {key}, which is not here", remedy=remedy)

    def ruleset(self, key: str, overrides: Mapping[str, str | int | float | bool], text: str | None = None) -> Ruleset:
        """Load a rule system, from its file or from the log's text."""
        return self.load(key, overrides) if text is None else self.load(key, overrides, text)


def check_map(hexmap: HexMap, setting: Setting, campaign: str) -> None:
    """See that a campaign has the map it was opened on; raises ``StoreFault``."""
    if hexmap.key != setting.map_key:
        raise StoreFault(
            place=f"campaign {campaign!r}",
            what=f"it was opened on map {setting.map_key}, and {hexmap.name!r} is now {hexmap.key}",
            remedy="build the map from the same area file and data, or give back the map file that it was opened on",
        )


def check_sound(campaign: str, damage: Problem | None) -> None:
    """See that nothing is written after what is damaged; raises ``StoreFault``."""
    if damage is not None:
        raise StoreFault(
            place=f"campaign {campaign!r}",
            what="its log is damaged, so nothing more is written into it",
            remedy="whoever keeps the store restores the latest backup, or branches off before the damage",
        )
