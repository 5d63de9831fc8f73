"""
Measure as the Generic Rules do, on hexes (GR 5.1).

Distances are MP from centre to centre and are compared by their squares in
whole numbers, so that nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import isqrt, sqrt

from campaign.engine.ruleset import Scale
from campaign.model.situation import Moment, Situation
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
    return _counters(Moment(situation))


# Every stand of a side asks for them, and every pair of units that look at each other.
@lru_cache(maxsize=4)
def _counters(moment: Moment) -> Mapping[int, Sequence[Stand]]:
    found: dict[int, list[Stand]] = {}
    for stand in moment.situation.state.stands.values():
        if stand.hex is not None and stand.gone is None and "embarked" not in stand.marks:
            found.setdefault(stand.hex, []).append(stand)
    return found


def units(situation: Situation) -> list[Stand]:
    """List the units on the map: no dummies, and nobody who is carried."""
    return [stand for there in counters(situation).values() for stand in there if not is_dummy(stand)]


def distance_sq(situation: Situation, a: int, b: int) -> Fraction | int:
    """Give the square of a distance, in MP squared (5.6 ``range_measure``)."""
    per_hex, norm = parkin(situation).mp_per_hex, widths_sq(situation, a, b)
    # Whole numbers where a hex is a whole number of MP wide: fractions take ten times as long.
    return norm * per_hex**2 if per_hex.denominator > 1 else norm * per_hex.numerator**2


def distance_mp(situation: Situation, a: int, b: int) -> float:
    """Give a distance in MP, for words and pages."""
    return sqrt(distance_sq(situation, a, b))


def whole_mp(square: Fraction | int) -> int:
    """
    Round a distance down to whole MP, given its square.

    >>> from fractions import Fraction
    >>> whole_mp(Fraction(24)), whole_mp(Fraction(25))
    (4, 5)
    """
    return isqrt(square.numerator // square.denominator)


def within(situation: Situation, a: int, b: int, mp: Fraction | int) -> bool:
    """Whether two hexes are no further apart than so many MP."""
    per_hex = parkin(situation).mp_per_hex
    left = widths_sq(situation, a, b) * (per_hex.numerator * mp.denominator) ** 2
    return left <= (mp.numerator * per_hex.denominator) ** 2


def is_adjacent(situation: Situation, a: int, b: int) -> bool:
    """Whether two hexes touch."""
    return _steps(situation, a, b) == 1


def is_poor_sight(situation: Situation) -> bool:
    """Whether it is night or poor weather (5.12 ``poor_sight``)."""
    return situation.state.clock.night or situation.state.weather in parkin(situation).weather.poor


def scale(situation: Situation) -> Scale:
    """Say how many MP a hex is wide (5.1)."""
    per_hex = parkin(situation).mp_per_hex
    return Scale(
        "MP", per_hex, f"a hex is {float(per_hex):g} MP from centre to centre (reading mp_per_hex, GR 5.1)", "%", 0
    )


def widths_sq(situation: Situation, a: int, b: int) -> int:
    """Give the square of a distance in hex widths; by straight steps if that is the reading."""
    if parkin(situation).reading("range_measure") == "steps":
        return _steps(situation, a, b) ** 2
    q, r = apart(situation, a, b)
    return q * q + q * r + r * r


def _steps(situation: Situation, a: int, b: int) -> int:
    q, r = apart(situation, a, b)
    return (abs(q) + abs(r) + abs(q + r)) // 2


def apart(situation: Situation, a: int, b: int) -> tuple[int, int]:
    """Give the way from ``b`` to ``a`` in axial steps."""
    # Asked for every pair of units: written out, it takes a third of what two ``hex_of`` do.
    grid = situation.map.layout.grid
    (a_row, a_col), (b_row, b_col) = divmod(a, grid.cols), divmod(b, grid.cols)
    if grid.flat_top:
        return a_col - b_col, a_row - b_row - (a_col >> 1) + (b_col >> 1)
    return a_col - b_col - (a_row >> 1) + (b_row >> 1), a_row - b_row
