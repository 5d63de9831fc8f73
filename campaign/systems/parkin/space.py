"""Measure as the Generic Rules do, on hexes (GR 5.1).

Distances are MP from centre to centre and are compared by their squares in whole numbers, so that nothing is rounded.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isqrt

from campaign.engine.ruleset import Scale
from campaign.kit.ruler import Ruler
from campaign.kit.ruler import widths_sq as straight_sq
from campaign.model.places import on_the_map, places
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.systems.parkin.sheet import Sheet, sheet_of
from campaign.systems.parkin.tables import ParkinTables

_DUMMY = "dummy"


def parkin(situation: Situation) -> ParkinTables:
    """Give a situation's tables as those of the Generic Rules."""
    assert isinstance(situation.tables, ParkinTables)
    return situation.tables


def sheet(situation: Situation, stand: Stand) -> Sheet:
    """Give a stand's attribute sheet (5.15)."""
    return sheet_of(parkin(situation), stand.profile)


def is_dummy(stand: Stand) -> bool:
    """Whether a counter is a fake (5.10)."""
    return stand.profile.kind == _DUMMY or _DUMMY in stand.profile.traits


def side_now(situation: Situation) -> str:
    """Name the side whose part of the turn it is (5.2); before the first, the first."""
    return situation.state.clock.side or situation.state.setting.sides[0].key


def counters(situation: Situation) -> Mapping[int, Sequence[Stand]]:
    """Map each hex to the counters in it, dummies too; who is carried has no counter of his own."""
    return places(situation.state.stands, _lies).there


def held_against(situation: Situation, side: str) -> frozenset[int]:
    """List the hexes where counters of a side's enemies are."""
    return places(situation.state.stands, _lies).against(side)


def _lies(stand: Stand) -> int | None:
    return None if "embarked" in stand.marks else on_the_map(stand)


def on_top(situation: Situation) -> list[Stand]:
    """List the counters on the map by hexes, the first by the order of the state, and nobody who is carried."""
    first = dict.fromkeys(index for stand in stands_of(situation) if (index := _lies(stand)) is not None)
    return [stand for index in first for stand in counters(situation)[index]]


def riders_of(situation: Situation, carrier: str) -> list[Stand]:
    """List who is aboard a carrier."""
    return [stand for stand in situation.state.stands.values() if stand.attached_to == carrier and stand.on_map]


def ruler(situation: Situation) -> Ruler:
    """Give the ruler of a situation: MP, straight or by steps (5.6 ``range_measure``)."""
    tables = parkin(situation)
    return Ruler(situation.map.layout.grid, tables.mp_per_hex, tables.straight)


def whole_mp(square: Fraction | int) -> int:
    """Round a distance down to whole MP, given its square.

    >>> from fractions import Fraction
    >>> whole_mp(Fraction(24)), whole_mp(Fraction(25))
    (4, 5)
    """
    return isqrt(square.numerator // square.denominator)


def is_adjacent(situation: Situation, a: int, b: int) -> bool:
    """Whether two hexes touch."""
    return situation.map.layout.grid.distance(a, b) == 1


def is_poor_sight(situation: Situation) -> bool:
    """Whether it is night or poor weather (5.12 ``poor_sight``)."""
    return situation.state.clock.night or situation.state.weather in parkin(situation).weather.poor


def scale(situation: Situation) -> Scale:
    """Say how many MP a hex is wide (5.1)."""
    per_hex = parkin(situation).mp_per_hex
    says = f"a hex is {float(per_hex):g} MP from centre to centre (reading mp_per_hex, GR 5.1)"
    return Scale("MP", per_hex, says, "%", 0)


def widths_sq(situation: Situation, a: int, b: int) -> int:
    """Give the square of a distance in hex widths; by straight steps if that is the reading."""
    grid = situation.map.layout.grid
    return straight_sq(grid, a, b) if parkin(situation).straight else grid.distance(a, b) ** 2
