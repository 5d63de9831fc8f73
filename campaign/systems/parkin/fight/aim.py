"""Find the range level of a shot and the targets that a unit can fire at (GR 5.2, 5.5, 5.6)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from campaign.model.situation import Moment, Situation
from campaign.model.things import Stand
from campaign.systems.parkin.fight.sight import sees_from_air, why_shut
from campaign.systems.parkin.march.facing import is_in_view, looks_all_round
from campaign.systems.parkin.march.ground import neighbours
from campaign.systems.parkin.space import counters, is_dummy, is_poor_sight, parkin, sheet, widths_sq
from campaign.systems.parkin.status import CRIPPLED, DAMAGED, level
from campaign.systems.parkin.tables import ParkinTables

Modifiers = tuple[tuple[str, int], ...]

RULE, TURN, SIGHT = "GR 5.6", "GR 5.2", "GR 5.5"
MEDIUM, VERY_LONG, BEYOND = 3, 5, 6
_INDIRECT = frozenset({"mortar", "artillery", "missile"})


def band(tables: ParkinTables, delivery: str, square: Fraction | int) -> int:
    """Find the band of a distance, given its square in MP, for a delivery type; ``BEYOND`` if it is out of range.

    A distance on the edge of two bands is in the farther one (``band_edge``); the last figure is in range.
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
    fire, paper = parkin(situation).fire, sheet(situation, target)
    # It did not move in its last own movement phase, or never can (``static_target``).
    static = "moved" not in target.marks or not paper.max_speed
    large = not is_dummy(target) and paper.target in fire.big
    rows = (
        ("static target", fire.static_target if static else 0),
        ("large target", fire.big_target if large else 0),
        ("fast target", _fast(parkin(situation), paper.max_speed)),
    )
    return tuple(row for row in rows if row[1])


@lru_cache(maxsize=1024)
def _fast(tables: ParkinTables, speed: Fraction) -> int:
    """Reckon what a target's top speed shifts: the highest step only (``speed_modifiers``)."""
    steps = [amount for above, amount in tables.fire.fast if speed > above]
    return sum(steps) if tables.reading("speed_modifiers") == "sum" else max(steps, default=0)


def range_level(situation: Situation, firer: Stand, target: Stand) -> tuple[int, int, Modifiers]:
    """Give a shot's base level, its level as shifted (never nearer than adjacent), and the shifts."""
    base = base_level(situation, sheet(situation, firer).delivery, firer.hex or 0, target.hex or 0)
    shifts = modifiers(situation, firer, target)
    return base, max(0, base + sum(amount for _, amount in shifts)), shifts


class _Target(NamedTuple):
    """An enemy counter, whoever of a side fires at it."""

    stand: Stand
    place: int
    beside: tuple[str, ...]
    """The side's own units adjacent to it."""
    shift: int
    """Levels that it shifts the range."""
    from_air: bool
    """Whether nothing hides it (``parkin_sight.sees_from_air``)."""


class _Firer(NamedTuple):
    """A unit that fires, at whomever; ``most`` and ``least`` are squares of ranges in hex widths."""

    stand: Stand
    place: int
    tables: ParkinTables
    there: Mapping[int, Sequence[Stand]]
    delivery: str
    most: int
    least: int
    shift: int
    indirect: bool
    """Whether it needs no line of sight to an identified unit."""
    self_bars: bool
    """Whether being adjacent itself bars it from firing (5.2 ``adjacent_ban``)."""
    from_air: bool
    all_round: bool
    """Whether it looks all round (5.5)."""


def target_in(
    situation: Situation, side: str, index: int, there: Mapping[int, Sequence[Stand]] | None = None
) -> Stand | None:
    """Give the enemy counter in a hex, the first by name where stacking is allowed."""
    present = (counters(situation) if there is None else there).get(index, ())
    return min((stand for stand in present if stand.side != side), key=lambda stand: stand.id, default=None)


def targets(situation: Situation, stand: Stand) -> Iterator[int]:
    """List the hexes that a unit can fire at, if it can fire."""
    firer = _firer(situation, stand)
    for target in _targets(Moment(situation), stand.side):
        if _fault(situation, firer, target) is None:
            yield target.place


def why_no_shot(situation: Situation, stand: Stand, target: Stand) -> tuple[str, str] | None:
    """Say why a unit cannot fire at this target, with the paragraph: range, view, friends beside it, line of sight."""
    return _fault(situation, _firer(situation, stand), _target(situation, stand.side, target))


@lru_cache(maxsize=4)
def _targets(moment: Moment, side: str) -> tuple[_Target, ...]:
    """List the targets of a side by hex."""
    there = counters(moment.situation)
    found = (target_in(moment.situation, side, index, there) for index in sorted(there))
    return tuple(_target(moment.situation, side, stand) for stand in found if stand is not None)


def _target(situation: Situation, side: str, stand: Stand) -> _Target:
    there, index = counters(situation), stand.hex or 0
    around = (other for near in neighbours(situation, index) for other in there.get(near, ()))
    beside = tuple(other.id for other in around if other.side == side and not is_dummy(other))
    shift = sum(amount for _, amount in target_shifts(situation, stand))
    return _Target(stand, index, beside, shift, sees_from_air(situation, stand))


def _firer(situation: Situation, stand: Stand) -> _Firer:
    tables, paper = parkin(situation), sheet(situation, stand)
    return _Firer(
        stand, stand.hex or 0, tables, counters(situation), paper.delivery,
        floor((paper.max_range / tables.mp_per_hex) ** 2), ceil((paper.min_range / tables.mp_per_hex) ** 2),
        sum(amount for _, amount in firer_shifts(situation, stand)),
        tables.reading("indirect_fire") == "identified" and paper.delivery in _INDIRECT,
        tables.reading("adjacent_ban") == "all_friends", sees_from_air(situation, stand),
        looks_all_round(situation, stand),
    )  # fmt: skip


def _fault(situation: Situation, firer: _Firer, target: _Target) -> tuple[str, str] | None:
    away = widths_sq(situation, firer.place, target.place)
    if away > firer.most:
        return RULE, "it is out of range"
    if not (firer.all_round or is_in_view(situation, firer.stand, target.place)):
        return SIGHT, "it is not in the field of view; turn when moving"
    for friend in target.beside:
        if firer.self_bars or friend != firer.stand.id:
            return TURN, f"{friend} is adjacent to it"
    if away < firer.least:
        return "GR 5.15", "it is closer than the least range"
    base = level_at(firer.tables, firer.delivery, away)
    if base >= BEYOND or base + firer.shift + target.shift > VERY_LONG:
        return RULE, "it is beyond very long range, all things reckoned in"
    if firer.from_air or target.from_air or (firer.indirect and "identified" in target.stand.marks):
        return None
    blocked = why_shut(situation, firer.place, target.place, firer.there)
    return (SIGHT, blocked) if blocked else None
