"""Say who finds room in a hex (ZN 4.2, 4.22 ``stacking``): the bases of its stands may not exceed its area.

A stand that is carried, and a detachment in the hex of its parent, stand on the other's base.
"""

from collections.abc import Callable, Collection, Iterable

from campaign.model.situation import Situation, stands_at, stands_of
from campaign.model.things import Stand
from campaign.systems.zen.space import footprint, ground_class, hex_inches, present_at, room_in_hex

_HAIR = 1e-6


def area_taken(stands: Collection[Stand], footprint: Callable[[Stand], float]) -> float:
    """Add up the bases of the stands in one hex.

    Whoever is attached to another stand there (carried by it, or detached from
    it) stands on that one's base and takes none of his own.
    """
    here = {stand.id for stand in stands}
    return sum(footprint(stand) for stand in stands if stand.attached_to not in here)


def is_overfull(stands: Collection[Stand], footprint: Callable[[Stand], float], room: float) -> bool:
    """Whether stands take up more room than there is, in the same unit of area.

    An empty hex takes anyone: one base alone is never too much, however small the hexes.
    """
    here = {stand.id for stand in stands}
    bases = sum(stand.attached_to not in here for stand in stands)
    return bases > 1 and area_taken(stands, footprint) > room + _HAIR


def with_attached(moving: Stand, present: Iterable[Stand]) -> list[Stand]:
    """List the stands in a hex once another has come into it."""
    return [*(stand for stand in present if stand.id != moving.id), moving]


_NEAR_HEXES = 5
_ZONE_INCHES = 4.0
_BATTALION_SQUARE_INCHES = 4.0


def cautions(situation: Situation) -> tuple[str, ...]:
    """Say what hexes of this width do to the rules: zones of control, and room for a battalion.

    A battalion's zone is 4 inches deep from centre to centre with the mover's base (4.8); its base is 2 by 2 (4.2).
    """
    wide, km = hex_inches(situation), situation.map.layout.width_m / 1000
    found = []
    if wide > _ZONE_INCHES:
        found.append(f"hexes of {km:g} km are wider than a zone of control reaches: it covers the unit's own hex only")
    if room_in_hex(situation) < _BATTALION_SQUARE_INCHES:
        found.append(f"hexes of {km:g} km have no room for a battalion's base: use wider ones")
    return tuple(found)


def room_left(situation: Situation, index: int) -> float:
    """Give the room left in a hex, in square inches; negative where it is over-full."""
    return room_in_hex(situation) - area_taken(stands_at(situation, index), lambda stand: footprint(situation, stand))


def has_room(situation: Situation, stand: Stand, present: Collection[Stand]) -> bool:
    """Whether a stand finds room among those present in a hex."""
    return not is_crowded(situation, with_attached(stand, present))


def fits(situation: Situation, stand: str, index: int) -> bool:
    """Whether a stand may be set up in a hex: passable ground, no enemy, room."""
    return _takes(situation, situation.state.stands[stand], index)


def nearest_room(situation: Situation, unit: Stand, index: int) -> int | None:
    """Find the hex nearest to one, itself included, where a unit may be set up; None if there is none near by."""
    grid = situation.map.layout.grid
    near = sorted(grid.within(index, _NEAR_HEXES), key=lambda other: (grid.distance(index, other), other))
    return next((other for other in near if _takes(situation, unit, other)), None)


def _takes(situation: Situation, unit: Stand, index: int) -> bool:
    present = present_at(situation, index)
    return (
        bool(situation.map.inside[index])
        and ground_class(situation, index, unit.profile.mover) != "none"
        and all(other.side == unit.side for other in present)
        and (not present or has_room(situation, unit, present))
    )


def is_crowded(situation: Situation, present: Collection[Stand]) -> bool:
    """Whether stands in one hex have more bases than there is room for."""
    return is_overfull(present, lambda one: footprint(situation, one), room_in_hex(situation))


def overfull_hexes(situation: Situation) -> tuple[int, ...]:
    """List the hexes that hold more than they have room for."""
    held: dict[int, list[Stand]] = {}
    for stand in stands_of(situation):
        held.setdefault(stand.hex or 0, []).append(stand)
    return tuple(index for index, there in sorted(held.items()) if is_crowded(situation, there))
