"""Say what guns have spotted, and what each side sees (3S S-15, 1.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.kit.hexes import disc
from campaign.model.situation import stands_of
from campaign.systems.star.board import board, distance, star
from campaign.systems.star.march.ground import in_sight
from campaign.systems.star.units import in_command, is_artillery

if TYPE_CHECKING:
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["clear_line", "sees", "spotted_by"]


def clear_line(situation: Situation, a: int, b: int) -> bool:
    """Whether a spotter in one hex sees another (S-15 ``spotting_los``)."""
    return not star(situation).flag("spotting_los") or in_sight(situation, a, b)


def spotted_by(situation: Situation, gun: Stand, target: int) -> str:
    """Name who has spotted the enemy in a hex for a gun; "" if nobody has."""
    reach = star(situation).spotting
    there = board(situation)
    hidden = [s for s in (there.core.get(target), *there.riders.get(target, ())) if s is not None]
    shown = any("revealed" in stand.marks for stand in hidden)
    for index in disc(there.grid, target, max(reach.revealed, reach.core, reach.hq, reach.self)):
        stand = there.core.get(index)
        if stand is None or stand.side != gun.side:
            continue
        hexes = distance(situation, index, target)
        if shown and hexes <= reach.revealed:
            return stand.id
        if hexes <= _reach(situation, gun, stand) and clear_line(situation, index, target):
            return stand.id
    return ""


def sees(situation: Situation, side: str) -> frozenset[str]:
    """Name the enemy stands that a side sees: all, or those near enough (1.15 ``hidden_beyond_hexes``)."""
    others = [stand for stand in stands_of(situation) if stand.side != side]
    limit = star(situation).number("hidden_beyond_hexes")
    if limit == 0:
        return frozenset(stand.id for stand in others)
    own = board(situation).held[side]
    return frozenset(s.id for s in others if any(distance(situation, s.hex or 0, index) <= limit for index in own))


def _reach(situation: Situation, gun: Stand, spotter: Stand) -> int:
    """Say how far a stand spots for a gun: HQs and the gun itself, core stands in command, nobody else."""
    reach = star(situation).spotting
    if spotter.id == gun.id:
        return reach.self
    if spotter.profile.kind == "hq":
        return reach.hq
    if is_artillery(situation, spotter):
        return reach.core
    return reach.core if in_command(situation, spotter) else -1
