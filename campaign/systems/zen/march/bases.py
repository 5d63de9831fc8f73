"""Say how much room stands take up in a hex, by the area of their bases."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from campaign.model.things import Stand

_HAIR = 1e-6


def area_taken(stands: Collection[Stand], footprint: Callable[[Stand], float]) -> float:
    """
    Add up the bases of the stands in one hex.

    Whoever is attached to another stand there (carried by it, or detached from
    it) stands on that one's base and takes none of his own.
    """
    here = {stand.id for stand in stands}
    return sum(footprint(stand) for stand in stands if stand.attached_to not in here)


def is_overfull(stands: Collection[Stand], footprint: Callable[[Stand], float], room: float) -> bool:
    """
    Whether stands take up more room than there is, in the same unit of area.

    An empty hex takes anyone: one base alone is never too much, however small the hexes.
    """
    here = {stand.id for stand in stands}
    bases = sum(stand.attached_to not in here for stand in stands)
    return bases > 1 and area_taken(stands, footprint) > room + _HAIR


def with_attached(moving: Stand, present: Iterable[Stand]) -> list[Stand]:
    """List the stands in a hex once another has come into it."""
    return [*(stand for stand in present if stand.id != moving.id), moving]
