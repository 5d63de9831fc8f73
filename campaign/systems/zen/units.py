"""Give stands of the common kinds, and count the strength points that a unit deserves (ZN 4.4)."""

from typing import NamedTuple

from campaign.model.situation import Situation
from campaign.model.things import Profile, Stand
from campaign.systems.zen.fight.firepower import is_armour
from campaign.systems.zen.space import zen
from campaign.systems.zen.tables import ZenTables


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
    """Give the profile of a stand of a kind.

    >>> profile("infantry", name="1/110", side="us").strength
    4
    """
    found = KINDS[kind]
    return Profile(
        name, name, side, found.branch, found.size, found.strength, found.mover, band=found.band, traits=found.traits
    )


_MOST_MORALE = 2


def strength_points(
    tables: ZenTables, companies: int, *, morale: int = 0, armour: bool = False, scary: bool = False, really_scary: bool
    = False,
) -> int:  # fmt: skip
    """Count the strength points of a unit.

    ``companies``: companies or squadrons. ``morale``: elite +1 or +2, normal 0, poor -1 or -2. ``scary`` and
    ``really_scary``: kit that frightens more than the other kit about. Raises ``ValueError`` if there is no company, or
    morale is beyond two points.

    >>> from campaign.systems.zen.tables import read_zen_tables
    >>> strength_points(read_zen_tables(), 4, armour=True, scary=True)
    6
    """
    if companies < 1:
        msg = f"a unit of {companies} companies is none; give 1 or more"
        raise ValueError(msg)
    if abs(morale) > _MOST_MORALE:
        msg = f"morale {morale:+d} is beyond what the rules know; give -2 to +2"
        raise ValueError(msg)
    kit = (1 if scary else 0, 2 if really_scary else 0)
    frightening = sum(kit) if tables.reading("scary_adds_up") else max(kit)
    return max(int(tables.reading("strength_minimum")), companies + morale + int(armour) + frightening)


def points_of(situation: Situation, stand: Stand) -> int:
    """Count the strength points that a stand deserves by its sheet.

    ``companies``, ``morale`` and ``kit`` ("scary", "really_scary") are attributes of its profile; without companies
    they are as many as the strength points that it has.
    """
    sheet = stand.profile.attributes
    kit = sheet.get("kit")
    return strength_points(
        zen(situation), int(sheet.get("companies", stand.profile.strength)), morale=int(sheet.get("morale", 0)),
        armour=is_armour(situation, stand), scary=kit == "scary", really_scary=kit == "really_scary",
    )  # fmt: skip
