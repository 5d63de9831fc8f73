"""Say where a side's units stop its enemies (3.6), and which enemies it sees (3.2, 3.7)."""

from __future__ import annotations

from functools import partial

from campaign.kit.watching import looked_about, open_to_all, told_apart
from campaign.model.sightings import Sightings
from campaign.model.situation import Situation, stands_of
from campaign.systems.d3.fight.sight import look, sees
from campaign.systems.d3.space import measure
from campaign.systems.d3.units import d3


def zones(situation: Situation, side: str) -> dict[int, tuple[str, ...]]:
    """Map each hex within 6 inches of a stand of ``side`` to those stands."""
    ruler, stop = measure(situation), d3(situation).movement.stop
    found: dict[int, tuple[str, ...]] = {}
    for stand in stands_of(situation, side):
        for index in ruler.disc(stand.hex or 0, stop):
            if situation.map.inside[index]:
                found[index] = (*found.get(index, ()), stand.id)
    return found


def sightings(situation: Situation, side: str) -> Sightings:
    """Say whom a side sees, and who of it does: all on an open table (``open_table``), else those that are sighted."""
    own, others = told_apart(situation, side)
    if d3(situation).readings["open_table"]:
        return open_to_all(others)
    return looked_about(own, others, partial(sees, look(situation)))
