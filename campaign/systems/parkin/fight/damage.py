"""Work out what a hit does (GR 5.7, 5.8): half in the area of effect, cover, a die for every point."""

from __future__ import annotations

from campaign.engine.ledger import Ledger
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.parkin.march.ground import cover_at
from campaign.systems.parkin.sheet import Sheet
from campaign.systems.parkin.space import counters as counters_of
from campaign.systems.parkin.space import is_dummy, parkin, ruler, sheet
from campaign.systems.parkin.status import expose, hurt

RULE = "GR 5.8"


def damage_points(situation: Situation, weapon: Sheet, target: Stand, *, half: bool) -> int:
    """Count the points of a hit: half (rounded down, at least 1) first, then less cover, not below 0."""
    points = max(1, weapon.damage // 2) if half and weapon.damage else weapon.damage
    cover = "" if sheet(situation, target).flies else cover_at(situation, target.hex or 0)
    return max(0, points - parkin(situation).damage.cover.get(cover, 0))


def strike(ledger: Ledger, weapon: Sheet, key: str, *, half: bool, why: str) -> None:
    """Hit a unit: a die for every point, stopped at or below its ranged defence, else a step down."""
    situation, target = ledger.situation, ledger.state.stands[key]
    points = damage_points(situation, weapon, target, half=half)
    if points and is_dummy(target):
        expose(ledger, target, why)
    elif points:
        defence = sheet(situation, target).def_ranged
        roll = ledger.roll(f"Damage to {target.profile.short}", points, defence + 1, RULE, by=key)
        hurt(ledger, key, roll.hits, rule=RULE, why=why, rolls=(roll,))


def burst(ledger: Ledger, weapon: Sheet, centre: int, *, spared: str, why: str) -> None:
    """Give half damage to every unit within the area of effect of a burst, friend or foe, but for one."""
    situation = ledger.situation
    there = [stand for present in counters_of(situation).values() for stand in present]
    hit = [stand.id for stand in there if ruler(situation).within(centre, stand.hex or 0, weapon.aoe)]
    for key in hit:
        if key != spared and ledger.state.stands[key].on_map:
            strike(ledger, weapon, key, half=True, why=why)
