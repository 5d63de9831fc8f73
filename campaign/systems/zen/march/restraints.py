"""Say what keeps a stand from marching or from attacking, wherever it would go (ZN 4.5-4.10, 4.13, 4.14).

Each answer is a pair (paragraph, words), or ``None`` where nothing does.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from campaign.model.situation import Moment, Situation, stands_of
from campaign.model.things import Stand
from campaign.systems.zen.facts import ISOLATED
from campaign.systems.zen.march.contact import is_in_contact
from campaign.systems.zen.march.transport import carrier_of, why_no_transport
from campaign.systems.zen.march.zones import is_surrounded
from campaign.systems.zen.space import inches, is_company, zen
from campaign.systems.zen.supply.isolation import may_attack
from campaign.systems.zen.supply.stores import lacks_fuel

Restraint: TypeAlias = tuple[str, str]

_HAIR = 1e-9
_SURPRISED = "reacting"


def march_restraint(situation: Situation, stand: Stand, *, transport: bool = False) -> Restraint | None:
    """Say why a stand may not march at all now, or not in transport mode."""
    carrier = carrier_of(situation.state, stand)
    if carrier is not None:
        return "ZN 4.6", f"{stand.id} rides on {carrier.id}; move that, or let {stand.id} get off"
    if lacks_fuel(situation, stand, transport=transport) and zen(situation).reading("no_pol") == "no_move":
        what = "a transport move" if transport else "its vehicles"
        return "ZN 4.13", f"{stand.id} has no POL in reach for {what}; its division must be resupplied first"
    if transport and (why := why_no_transport(situation, stand)):
        return "ZN 4.6", why
    if situation.state.clock.night:
        return _night_restraint(situation, stand, transport=transport)
    if not _may_react(situation, stand):
        close = zen(situation).reading("close_inches")
        why = f"{stand.id} is not within {close} inches of the units surprised and may not react in this turn"
        return "ZN 4.9", why
    return None


def attack_restraint(situation: Situation, stand: Stand, *, transport: bool = False) -> Restraint | None:
    """Say why a stand may not attack now, whoever it would be."""
    tables = zen(situation)
    if situation.state.clock.night:
        return "ZN 4.14", "nobody attacks in the night turn; at night units only move"
    if transport:
        return "ZN 4.6", f"{stand.id} may not move into combat in transport mode; give the attack without it"
    if stand.profile.kind not in tables.combat.dice:
        return "ZN 4.12", f"{stand.id} does not fight: it is {stand.profile.kind}"
    if "out_of_command" in stand.marks:
        return "ZN 4.5", f"{stand.id} is out of command and may not move towards the enemy; bring an HQ within range"
    if not may_attack(situation, stand):
        return "ZN 4.13", f"{stand.id} is isolated, day {ISOLATED(stand)}, and may not attack"
    return None


def barred_targets(situation: Situation, stand: Stand, enemies: Iterable[Stand]) -> list[str]:
    """Name the enemies that a stand may not close with: to a detachment all battalions that fight (4.10).

    Detachments may close with artillery, transport, support vehicles and other
    detachments; headquarters count as support (``hq_is_support``).
    """
    if not is_company(stand):
        return []
    table = zen(situation)
    allowed = (*table.combat.detachment_targets, *(("hq",) if table.reading("hq_is_support") else ()))
    return [enemy.id for enemy in enemies if not is_company(enemy) and enemy.profile.kind not in allowed]


def _night_restraint(situation: Situation, stand: Stand, *, transport: bool) -> Restraint | None:
    if transport and not zen(situation).reading("night_transport"):
        return "ZN 4.14", "there are no transport moves at night; order a normal move"
    if is_in_contact(situation.state, stand.id) and is_surrounded(situation, stand.hex or 0, stand.side):
        return "ZN 4.14", f"{stand.id} is in contact and surrounded; it cannot leave"
    return None


def _may_react(situation: Situation, stand: Stand) -> bool:
    """Whether a stand is close enough to those of its side whom the umpire has marked as surprised, if any are."""
    surprised = _surprised(Moment(situation), stand.side)
    limit = float(zen(situation).reading("close_inches")) + _HAIR
    return not surprised or any(
        inches(situation, stand.hex or 0, other.hex or 0) <= limit for other in surprised if stand.hex is not None
    )


@lru_cache(maxsize=16)
def _surprised(moment: Moment, side: str) -> tuple[Stand, ...]:
    return tuple(other for other in stands_of(moment.situation, side) if _SURPRISED in other.marks)
