"""Measure as the Zen rules do, on hexes, and say who finds room in one.

The text measures in inches on a map; a unit here stands in one hex, and distances run from centre to centre (ZN 4.22,
``distance``). The bases of the stands in a hex may not exceed its area (ZN 4.2, 4.22 ``stacking``).
"""

import math
from collections.abc import Collection, Iterator
from fractions import Fraction

import msgspec

from campaign.engine.ruleset import Scale
from campaign.kit.facts import PAST_WEATHER
from campaign.kit.ruler import Ruler
from campaign.model.calendar import date_of
from campaign.model.situation import Situation, stands_at, stands_of
from campaign.model.things import Profile, Stand
from campaign.systems.zen.tables import ZenTables
from maps.ownkinds import unnamed_kinds

_VEHICLES = frozenset({"wheeled", "tracked", "recce", "horse"})
HAIR = 1e-9
"""So much further than a limit is still within it: nothing depends on rounding."""
_WORSE = {"open": "broken", "broken": "rough"}


def zen(situation: Situation) -> ZenTables:
    """Give a situation's tables as those of the Zen rules."""
    assert isinstance(situation.tables, ZenTables)
    return situation.tables


def is_company(stand: Stand) -> bool:
    """Whether a stand is of company size: a detachment, or the last point of a unit that deployed wholly (4.10).

    >>> from campaign.model.things import Profile, Stand
    >>> battalion = Profile("1st", "1", "us", "infantry", "battalion", 4, "foot")
    >>> is_company(Stand("1", "", battalion, detached=3)), is_company(Stand("1", "", battalion, losses=3))
    (True, False)
    """
    return stand.is_detachment or (stand.detached > 0 and stand.points == 1)


def fielded(stand: Stand) -> Profile:
    """Give a stand's profile as it stands in the field: a unit that deployed wholly is a company (4.10)."""
    return msgspec.structs.replace(stand.profile, size="company") if is_company(stand) else stand.profile


def hex_inches(situation: Situation) -> float:
    """Give the width of a hex in inches of the rules (4.1)."""
    return situation.map.layout.width_m / 1000.0 / zen(situation).inch_km()


def scale(situation: Situation) -> Scale:
    """Say how many inches of the rules a hex is (4.1)."""
    per_hex = Fraction(hex_inches(situation)).limit_denominator(1000)
    width_km = situation.map.layout.width_m / 1000.0
    return Scale("inch", per_hex, f"a hex of {width_km:g} km is {float(per_hex):.2f} inches on the map (4.1)")


def ruler(situation: Situation) -> Ruler:
    """Give the ruler of a situation: inches on the map, straight (4.22 ``distance``)."""
    return zen(situation).ruler(situation.map.layout)


def inches(situation: Situation, a: int, b: int) -> float:
    """Measure from hex to hex in inches, centre to centre."""
    return ruler(situation).length(a, b)


def is_within(situation: Situation, a: int, b: int, limit_inches: float) -> bool:
    """Whether two hexes are no farther apart than a limit."""
    return inches(situation, a, b) <= limit_inches + HAIR


def is_on_map(situation: Situation, index: int) -> bool:
    """Whether a number is that of a hex of the map."""
    return 0 <= index < len(situation.map) and bool(situation.map.inside[index])


def hexes_within(situation: Situation, index: int, limit_inches: float) -> Iterator[int]:
    """List the hexes of the map whose centre lies within a distance, the hex itself included."""
    return (other for other in ruler(situation).disc(index, limit_inches) if situation.map.inside[other])


def is_built_up(situation: Situation, index: int) -> bool:
    """Whether a hex is built up (4.7)."""
    return situation.map.terrain_of(index) in zen(situation).movement.built_up


def dice_ground(situation: Situation, index: int) -> str:
    """Give the class of the ground in a hex as printed, whatever the weather: rough, broken, open, road or none."""
    return zen(situation).movement.ground[situation.map.terrain_of(index)]


def ground_class(situation: Situation, index: int, mover: str) -> str:
    """Give the class of the ground for a mover, worse in mud (4.15 ``mud``)."""
    return ground_named(zen(situation), situation.map.terrain_of(index), mover, is_mud(situation))


def ground_named(tables: ZenTables, terrain: str, mover: str, mud: bool) -> str:
    """Give the class of the ground of a terrain for a mover, worse in mud."""
    ground = tables.movement.ground[terrain]
    return _WORSE.get(ground, ground) if mud and mover in _VEHICLES else ground


def is_mud(situation: Situation) -> bool:
    """Whether the ground is mud: the second overcast day running, summer excepted (4.15 ``mud``)."""
    state = situation.state
    overcast = [*PAST_WEATHER(state), state.weather][-2:] == ["overcast", "overcast"]
    return bool(zen(situation).reading("mud")) and overcast and season_on(situation, state.clock.day) != "summer"


def season_on(situation: Situation, day: int) -> str:
    """Name the season of a campaign day (4.1, 4.15)."""
    month = date_of(situation.state.setting.start, day).month
    return next(name for name, months in zen(situation).calendar.seasons.items() if month in months)


def footprint(situation: Situation, stand: Stand) -> float:
    """Give the area of a stand's base in square inches (4.2)."""
    base = zen(situation).base_of(fielded(stand))
    return base.width * base.depth


def room_in_hex(situation: Situation) -> float:
    """Give the area of a hex in square inches: what bases may fill (4.22 ``stacking``)."""
    return math.sqrt(3) / 2 * hex_inches(situation) ** 2


def in_order(situation: Situation) -> list[Stand]:
    """List the stands on the map by their ids."""
    return sorted(stands_of(situation), key=lambda stand: stand.id)


def has_order(situation: Situation, stand: str) -> bool:
    """Whether an order of a stand waits to be carried out."""
    return any(getattr(order, "stand", None) == stand for order in situation.state.declared)


def goes_on_legs(situation: Situation, stand: Stand) -> bool:
    """Whether a stand goes on foot, on horseback or behind horses, not on wheels or tracks of its own."""
    return stand.profile.mover in (*zen(situation).movement.foot_movers, "horse")


def enemies(situation: Situation, side: str) -> list[Stand]:
    """List the stands on the map that are not of a side."""
    return [stand for stand in stands_of(situation) if stand.side != side]


_HAIR_OF_AREA = 1e-6


def area_taken(situation: Situation, stands: Collection[Stand]) -> float:
    """Add up the bases of the stands in one hex.

    Whoever is attached to another stand there (carried by it, or detached from it) stands on that one's base and takes
    none of his own.
    """
    here = {stand.id for stand in stands}
    return sum(footprint(situation, stand) for stand in stands if stand.attached_to not in here)


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
    return (*found, *unnamed_kinds(situation.map))


def has_room(situation: Situation, stand: Stand, present: Collection[Stand]) -> bool:
    """Whether a stand finds room among those present in a hex."""
    return not is_crowded(situation, [*(other for other in present if other.id != stand.id), stand])


def fits(situation: Situation, stand: str, index: int) -> bool:
    """Whether a stand may be set up in a hex: passable ground, no enemy, room."""
    return _takes(situation, situation.state.stands[stand], index)


def nearest_room(situation: Situation, unit: Stand, index: int) -> int | None:
    """Find the hex nearest to one, itself included, where a unit may be set up; None if there is none near by."""
    grid = situation.map.layout.grid
    near = sorted(grid.within(index, _NEAR_HEXES), key=lambda other: (grid.distance(index, other), other))
    return next((other for other in near if _takes(situation, unit, other)), None)


def _takes(situation: Situation, unit: Stand, index: int) -> bool:
    present = stands_at(situation, index)
    return (
        bool(situation.map.inside[index])
        and ground_class(situation, index, unit.profile.mover) != "none"
        and all(other.side == unit.side for other in present)
        and (not present or has_room(situation, unit, present))
    )


def is_crowded(situation: Situation, present: Collection[Stand]) -> bool:
    """Whether stands in one hex have more bases than there is room for; one alone is never too much."""
    here = {stand.id for stand in present}
    bases = sum(stand.attached_to not in here for stand in present)
    return bases > 1 and area_taken(situation, present) > room_in_hex(situation) + _HAIR_OF_AREA
