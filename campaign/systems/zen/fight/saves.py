"""
Say when a hit may be saved (ZN 4.12).

One saving roll a hit, however many reasons there are (``saves_stack``); the
first that holds is named.
"""

from __future__ import annotations

from dataclasses import dataclass

from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.zen.fight.firepower import is_armour, is_emplaced, is_infantry
from campaign.systems.zen.space import dice_ground, is_built_up, is_company
from maps.grid.hexmap import HEXSIDES

_RIVERS = frozenset({HEXSIDES.index("river"), HEXSIDES.index("major_river")})


@dataclass(frozen=True, slots=True)
class Attack:
    """
    How fire comes at its targets.

    Attributes
    ----------
    place
        The hex that is attacked.
    firer
        The stand that fires; ``None`` for aircraft and ships.
    close
        Whether this is close combat.
    attackers
        In close combat the stands that attack; who attacks is not "being attacked".
    """

    place: int
    firer: Stand | None = None
    close: bool = False
    attackers: frozenset[str] = frozenset()


def save_reason(situation: Situation, target: Stand, attack: Attack) -> str:
    """Say why a stand may save a hit, or "" if it may not."""
    reasons = (
        (_in_cover(situation, target, attack), _cover_words(situation, target)),
        (_in_rough(situation, target), "not armour, in rough ground"),
        (_armour_from_light(situation, target, attack), "armour hit by infantry short of anti-tank weapons (L)"),
        (_from_recce_detachment(attack), "hit by a recce detachment"),
        (_on_river_bank(situation, target, attack), "defending a river bank"),
    )
    return next((words for holds, words in reasons if holds), "")


def _attacked(target: Stand, attack: Attack) -> bool:
    return target.hex == attack.place and target.id not in attack.attackers


def _in_cover(situation: Situation, target: Stand, attack: Attack) -> bool:
    if not is_infantry(situation, target) or not _attacked(target, attack):
        return False
    return is_emplaced(situation, target) or is_built_up(situation, attack.place)


def _cover_words(situation: Situation, target: Stand) -> str:
    return "infantry attacked in " + ("an emplacement" if is_emplaced(situation, target) else "a built-up area")


def _in_rough(situation: Situation, target: Stand) -> bool:
    return target.hex is not None and not is_armour(situation, target) and dice_ground(situation, target.hex) == "rough"


def _armour_from_light(situation: Situation, target: Stand, attack: Attack) -> bool:
    firer = attack.firer
    if not attack.close or firer is None or not is_armour(situation, target):
        return False
    light = is_infantry(situation, firer) and "light" in firer.profile.traits
    return light and not is_built_up(situation, attack.place)


def _from_recce_detachment(attack: Attack) -> bool:
    firer = attack.firer
    return firer is not None and is_company(firer) and firer.profile.kind == "recon"


def _on_river_bank(situation: Situation, target: Stand, attack: Attack) -> bool:
    firer = attack.firer
    if not attack.close or firer is None or firer.hex is None or not _attacked(target, attack):
        return False
    side = situation.map.layout.grid.side_towards(attack.place, firer.hex)
    return int(situation.map.hexside[attack.place, side]) in _RIVERS
