"""
Count the strength points that a unit deserves (ZN 4.4).

They say how hard it is to remove a unit, not how well it kills: one for each
company or squadron, tempered by morale, and more for armour and frightening kit.
"""

from __future__ import annotations

from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.zen.fight.firepower import is_armour
from campaign.systems.zen.space import zen
from campaign.systems.zen.tables import ZenTables

_MOST_MORALE = 2


def strength_points(
    tables: ZenTables,
    companies: int,
    *,
    morale: int = 0,
    armour: bool = False,
    scary: bool = False,
    really_scary: bool = False,
) -> int:
    """
    Count the strength points of a unit.

    Parameters
    ----------
    companies
        Companies or squadrons.
    morale
        Elite +1 or +2, normal 0, poor -1 or -2.
    scary, really_scary
        Kit that frightens more than the other kit about.

    Raises
    ------
    ValueError
        If there is no company, or morale is beyond two points.

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
    """
    Count the strength points that a stand deserves by its sheet.

    ``companies``, ``morale`` and ``kit`` ("scary", "really_scary") are attributes of its profile; without companies
    they are as many as the strength points that it has.
    """
    sheet = stand.profile.attributes
    kit = sheet.get("kit")
    return strength_points(
        zen(situation), int(sheet.get("companies", stand.profile.strength)), morale=int(sheet.get("morale", 0)),
        armour=is_armour(situation, stand), scary=kit == "scary", really_scary=kit == "really_scary",
    )  # fmt: skip
