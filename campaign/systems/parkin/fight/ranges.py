"""
Find the range level of a shot (GR 5.6).

Levels count 0 adjacent, 1 point blank, 2 short, 3 medium, 4 long, 5 very
long; what is beyond is out of reach.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.parkin.space import is_dummy, is_poor_sight, parkin, sheet, widths_sq
from campaign.systems.parkin.status import CRIPPLED, DAMAGED, level
from campaign.systems.parkin.tables import ParkinTables

Modifiers = tuple[tuple[str, int], ...]


MEDIUM, VERY_LONG, BEYOND = 3, 5, 6
_FULL = 5


def band(tables: ParkinTables, delivery: str, square: Fraction | int) -> int:
    """
    Find the band of a distance, given its square in MP, for a delivery type; ``BEYOND`` if it is out of range.

    A distance on the edge of two bands is in the farther one (``band_edge``);
    the last figure is in range.
    """
    edges = tables.delivery[delivery]
    first = VERY_LONG - len(edges) + 1
    last = len(edges) - 1
    near = tables.reading("band_edge") == "near"
    for place, edge in enumerate(edges):
        if square < edge * edge or (square == edge * edge and (near or place == last)):
            return first + place
    return BEYOND


def base_level(situation: Situation, delivery: str, a: int, b: int) -> int:
    """Find the level of a range before all modifiers; next to each other is adjacent."""
    return level_at(parkin(situation), delivery, widths_sq(situation, a, b))


@lru_cache(maxsize=4096)
def level_at(tables: ParkinTables, delivery: str, widths: int) -> int:
    """Find the level of a range, before all modifiers, by its square in hex widths."""
    return 0 if widths == 1 else band(tables, delivery, widths * tables.mp_per_hex**2)


def is_static(situation: Situation, stand: Stand) -> bool:
    """Whether a target is static: it did not move in its last own movement phase, or never can (``static_target``)."""
    return "moved" not in stand.marks or not sheet(situation, stand).max_speed


def modifiers(situation: Situation, firer: Stand, target: Stand) -> Modifiers:
    """List what shifts the range level of a shot, and by how much (5.6)."""
    return (*firer_shifts(situation, firer), *target_shifts(situation, target))


def firer_shifts(situation: Situation, firer: Stand) -> Modifiers:
    """List what shifts the range level of all shots of a unit."""
    fire, state = parkin(situation).fire, level(situation, firer)
    rows = (
        ("firer damaged", fire.damaged if state == DAMAGED else 0),
        ("firer crippled", fire.crippled if state >= CRIPPLED else 0),
        ("firer moved", fire.moved if "moved" in firer.marks else 0),
        ("night or poor weather", int(parkin(situation).number("poor_sight")) if is_poor_sight(situation) else 0),
    )
    return tuple(row for row in rows if row[1])


def target_shifts(situation: Situation, target: Stand) -> Modifiers:
    """List what shifts the range level of all shots at a counter."""
    fire = parkin(situation).fire
    rows = [("static target", fire.static_target if is_static(situation, target) else 0)]
    if not is_dummy(target):
        rows.append(("large target", fire.big_target if sheet(situation, target).target in fire.big else 0))
    rows.append(("fast target", _fast(situation, target)))
    return tuple(row for row in rows if row[1])


def _fast(situation: Situation, target: Stand) -> int:
    """Reckon what a target's top speed shifts: the highest step only (``speed_modifiers``)."""
    return _fast_shift(parkin(situation), sheet(situation, target).max_speed)


@lru_cache(maxsize=1024)
def _fast_shift(tables: ParkinTables, speed: Fraction) -> int:
    steps = [amount for above, amount in tables.fire.fast if speed > above]
    return sum(steps) if tables.reading("speed_modifiers") == "sum" else max(steps, default=0)


def range_level(situation: Situation, firer: Stand, target: Stand) -> tuple[int, int, Modifiers]:
    """Give a shot's base level, its level as shifted (never nearer than adjacent), and the shifts."""
    base = base_level(situation, sheet(situation, firer).delivery, firer.hex or 0, target.hex or 0)
    shifts = modifiers(situation, firer, target)
    return base, max(0, base + sum(amount for _, amount in shifts)), shifts
