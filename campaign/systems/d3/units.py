"""Say what a stand is in the D3 rules (3.3): its unit sheet, and what it reverts to (3.11)."""

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

    It is named by the attribute ``unit``; a stand of another rule system's
    order of battle has that of its branch. Motorised infantry that was hit
    is infantry (3.11).
    """
    named = str(stand.profile.attributes.get("unit", ""))
    unit = tables.units.get(named) or tables.units[tables.by_branch.get(stand.profile.kind, "infantry")]
    if unit.reverts_to and stand.losses > 0 and tables.readings["motorised_reverts"]:
        return tables.units[unit.reverts_to]
    return unit


def strength(tables: D3Tables, stand: Stand) -> int:
    """Count the hits a stand can still take before it is eliminated, that one included (3.10)."""
    return max(0, tables.elimination.hits + 1 - stand.losses)


def condition(tables: D3Tables, stand: Stand) -> str:
    """Say how many hits a stand has, and what lies on it."""
    told = [f"{stand.losses} hit{'' if stand.losses == 1 else 's'} of {tables.elimination.hits + 1}"]
    return ", ".join(told + [mark for mark in ("pinned", "smoked", "static") if mark in stand.marks])
