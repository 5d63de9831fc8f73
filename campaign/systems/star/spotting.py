"""Say what guns have spotted, and what each side sees (3S S-15, 1.15)."""

from __future__ import annotations

from campaign.kit.ruler import disc
from campaign.kit.watching import open_to_all, seen_from, told_apart
from campaign.model.sightings import Sightings
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.star.board import board, distance, star
from campaign.systems.star.march.ground import in_sight
from campaign.systems.star.units import in_command, is_artillery


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


def sightings(situation: Situation, side: str) -> Sightings:
    """Say whom a side sees, and who of it does: all, or those near enough (1.15 ``hidden_beyond_hexes``)."""
    own, others = told_apart(situation, side)
    limit = star(situation).whole("hidden_beyond_hexes")
    if limit == 0:
        return open_to_all(others)
    eyes: dict[tuple[int, float], list[str]] = {}
    for stand in own:
        eyes.setdefault((stand.hex or 0, limit), []).append(stand.id)
    grid = board(situation).grid
    seen = seen_from(eyes, {stand.hex or 0 for stand in others}, lambda here, reach: disc(grid, here, int(reach)))
    return {stand.id: frozenset(seen[stand.hex or 0]) for stand in others if stand.hex in seen}


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
