"""Give stands of the common kinds (ZN 4.4): the strengths of the text's examples, as an umpire would field them."""

from __future__ import annotations

from typing import NamedTuple

from campaign.model.things import Profile


class _Kind(NamedTuple):
    branch: str
    size: str
    strength: int
    mover: str
    band: str | None = None
    traits: frozenset[str] = frozenset()


_ARMOURED_INFANTRY = frozenset({"strong", "motorised", "armoured_infantry"})
KINDS = {
    "infantry": _Kind("infantry", "battalion", 4, "foot"),
    "motorised_infantry": _Kind("infantry", "battalion", 4, "foot", traits=frozenset({"motorised"})),
    "armoured_infantry": _Kind("infantry", "battalion", 5, "tracked", traits=_ARMOURED_INFANTRY),
    "armour": _Kind("armour", "regiment", 5, "tracked"),
    "heavy_armour": _Kind("armour", "battalion", 6, "tracked"),
    "recon": _Kind("recon", "battalion", 3, "recce"),
    "cavalry": _Kind("cavalry", "battalion", 3, "mounted"),
    "artillery": _Kind("artillery", "battalion", 3, "wheeled", "standard"),
    "engineer": _Kind("engineer", "battalion", 3, "foot"),
    "antitank": _Kind("antitank", "battalion", 3, "tracked"),
    "antiaircraft": _Kind("antiaircraft", "battalion", 2, "wheeled"),
    "transport": _Kind("transport", "battalion", 4, "wheeled"),
    "hq": _Kind("hq", "division", 1, "wheeled"),
}


def profile(kind: str, *, name: str, side: str) -> Profile:
    """
    Give the profile of a stand of a kind.

    >>> profile("infantry", name="1/110", side="us").strength
    4
    """
    found = KINDS[kind]
    return Profile(
        name, name, side, found.branch, found.size, found.strength, found.mover, band=found.band, traits=found.traits
    )
