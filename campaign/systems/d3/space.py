"""Say what a stand is in the D3 rules (3.3), what it reverts to (3.11), and measure as they do, on hexes (3.1).

A hex is so many inches from centre to centre; a distance is the steps times that, or straight as a ruler measures it.
All is worked out in whole numbers and fractions, so that "within 12 inches" never depends on rounding.
"""

from fractions import Fraction
from functools import lru_cache

from campaign.engine.ruleset import Scale
from campaign.kit.ruler import Ruler
from campaign.model.situation import Situation
from campaign.model.things import Profile, Stand
from campaign.systems.d3.tables import D3Tables, Unit


def d3(situation: Situation) -> D3Tables:
    """Give a situation's tables as those of the D3 rules."""
    assert isinstance(situation.tables, D3Tables)
    return situation.tables


def profile(tables: D3Tables, key: str, *, name: str, side: str) -> Profile:
    """Give the profile of a stand of a unit sheet; ``KeyError`` if there is none.

    Its strength is the hits that eliminate it (3.10).
    """
    unit = tables.units[key]
    hits = tables.elimination.hits + 1
    return Profile(name, name, side, unit.branch, "company", hits, unit.moves, attributes={"unit": key})


def unit_of(tables: D3Tables, stand: Stand) -> Unit:
    """Give the sheet a stand has now.

    It is named by the attribute ``unit``; a stand of another rule system's order of battle has that of its branch.
    Motorised infantry that was hit is infantry (3.11).
    """
    named = str(stand.profile.attributes.get("unit", ""))
    unit = tables.units.get(named) or tables.units[tables.by_branch.get(stand.profile.kind, "infantry")]
    if unit.reverts_to and stand.losses > 0 and tables.readings["motorised_reverts"]:
        return tables.units[unit.reverts_to]
    return unit


def strength(tables: D3Tables, stand: Stand) -> int:
    """Count the hits a stand can still take before it is eliminated, that one included (3.10)."""
    return max(0, tables.elimination.hits + 1 - stand.losses)


def condition(situation: Situation, stand: str) -> str:
    """Say how many hits a stand has, and what lies on it (3.9, 3.10)."""
    tables, unit = d3(situation), situation.state.stands[stand]
    told = [f"{unit.losses} hit{'' if unit.losses == 1 else 's'} of {tables.elimination.hits + 1}"]
    return ", ".join(told + [mark for mark in ("pinned", "smoked", "static") if mark in unit.marks])


def measure(situation: Situation) -> Ruler:
    """Give the measure of a situation."""
    return Ruler(situation.map.layout.grid, hex_inches(situation), d3(situation).readings["measure"] == "straight")


def hex_inches(situation: Situation) -> Fraction:
    """Give the inches of a hex, centre to centre: what is read, or (0) what its ground comes to."""
    readings, width_m = d3(situation).readings, situation.map.layout.width_m
    return _per_hex(readings["hex_inches"], readings["inch_m"], width_m)


def scale(situation: Situation) -> Scale:
    """Say how many inches a hex is (3.1)."""
    per_hex, by_ground = hex_inches(situation), not d3(situation).readings["hex_inches"]
    how = "its ground, by the reading inch_m" if by_ground else "the reading hex_inches"
    return Scale("inch", per_hex, f"a hex is {float(per_hex):g} inches on the table: {how} (D3 3.1)", "in", 100)


@lru_cache(maxsize=64)
def _per_hex(hex_inches: str | float, inch_m: str | float, width_m: float) -> Fraction:
    if hex_inches:
        return Fraction(str(hex_inches))
    return (Fraction(str(width_m)) / (Fraction(str(inch_m)) or 1)).limit_denominator(1000)
