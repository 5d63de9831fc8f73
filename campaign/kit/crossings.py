"""Say what crosses a hexside now: the map's crossing, and what play has built, prepared or blown there.

Three readings, the same for every rule system, say what play's changes do: ``blown_ford``, ``blown_road`` and
``prepared_bridge``.
"""

from typing import NamedTuple

from campaign.model.situation import Situation, ground_at
from campaign.model.tables import Tables
from maps.grid.hexmap import CROSSINGS

CHANGES = ("bridge", "prepared", "blown")
"""What play can do to the crossing of a hexside."""
_NOTHING, _FORD, _BRIDGE = "none", "ford", "bridge"
_NO_BRIDGE = frozenset({_NOTHING, _FORD, "ferry"})


class Crossing(NamedTuple):
    """What leads over a hexside: its name in ``CROSSINGS``, and whether the map's road there still does."""

    name: str
    road: bool


def crossing_now(on_map: str, played: str, tables: Tables) -> Crossing:
    """Say what a crossing of the map is now.

    ``on_map``: its name in ``CROSSINGS``. ``played``: what play has put on the hexside; a bridge that is prepared for
    demolition stands.
    """
    if played not in CHANGES:
        return Crossing(on_map, road=True)
    if played == _BRIDGE:
        return Crossing(_BRIDGE, road=True)
    if played == "prepared" and tables.reading("prepared_bridge") == "carries":
        return Crossing(_BRIDGE if on_map in _NO_BRIDGE else on_map, road=True)
    if on_map == _FORD and tables.reading("blown_ford") == "stays":
        return Crossing(_FORD, road=True)
    return Crossing(_NOTHING, road=tables.reading("blown_road") == "stays")


def crossing_at(situation: Situation, index: int, side: int) -> Crossing:
    """Say what crosses a hexside of a situation."""
    played = ground_at(situation, index, side) if situation.state.ground else ""
    return crossing_now(CROSSINGS[int(situation.map.played_crossing[index, side])], played, situation.tables)
