"""Find what helps the defender, without a word of its player (3S S-5)."""

from __future__ import annotations

from dataclasses import replace

from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.systems.star.board import board, distance, star
from campaign.systems.star.fight.help import gun_help_fault, overhead_fault
from campaign.systems.star.fight.pools import Combat
from campaign.systems.star.units import in_command, is_artillery, row


def defended(situation: Situation, combat: Combat) -> Combat:
    """
    Add to a combat what helps the defender.

    One fire support of the regiment in another hex, in close combat one core
    stand of it next to the leader that was not attacked in this go, and one gun.
    """
    if not star(situation).flag("defence_help"):
        return combat
    return replace(
        combat,
        neighbours=_neighbour(situation, combat) if combat.close else (),
        defending_overhead=_overhead(situation, combat),
        defending_guns=_gun(situation, combat),
    )


def _neighbour(situation: Situation, combat: Combat) -> tuple[Stand, ...]:
    lead_hex, target = combat.lead.hex or 0, combat.target
    for stand in board(situation).of_formation.get(target.formation, ()):
        if stand.id == target.id or is_artillery(situation, target) or not row(situation, stand).attacks:
            continue
        near = distance(situation, stand.hex or 0, lead_hex) == 1 and not is_artillery(situation, stand)
        if near and "target" not in stand.marks and in_command(situation, stand):
            return (stand,)
    return ()


def _overhead(situation: Situation, combat: Combat) -> tuple[Stand, ...]:
    target = combat.target
    for stand in stands_of(situation, target.side):
        if stand.hex == target.hex or stand.formation != target.formation or row(situation, stand).role != "support":
            continue
        if overhead_fault(situation, stand, target.formation, combat.lead.hex or 0) is None:
            return (stand,)
    return ()


def _gun(situation: Situation, combat: Combat) -> tuple[Stand, ...]:
    """Pick the first gun that may fire on the leader's hex and is not kept in reserve."""
    if star(situation).word("defence_artillery") == "never":
        return ()
    target, place = combat.target, combat.lead.hex or 0
    for stand in stands_of(situation, target.side):
        if stand.id == target.id or not is_artillery(situation, stand) or "reserved" in stand.marks:
            continue
        if gun_help_fault(situation, stand, target.formation, place) is None:
            return (stand,)
    return ()
