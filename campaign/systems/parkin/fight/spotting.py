"""Identify counters (GR 5.10).

Every enemy counter lies on the map; which unit it is, if any, is not known until one's own has it at medium range, or,
when it has fired, at very long.
"""

from campaign.engine.ledger import Ledger
from campaign.engine.ruleset import Sight
from campaign.kit.groups import grouped
from campaign.kit.watching import open_to_all, seen_within
from campaign.model.known.sightings import Sightings
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.marking import StandMarked
from campaign.systems.parkin.fight.aim import MEDIUM, VERY_LONG, base_level, level_at
from campaign.systems.parkin.fight.sight import why_no_line
from campaign.systems.parkin.space import counters, is_dummy, is_poor_sight, on_top, parkin, sheet, side_now
from campaign.systems.parkin.status import expose

RULE = "GR 5.10"


def identifies(situation: Situation, observer: Stand, enemy: Stand) -> bool:
    """Whether a unit is near enough to an enemy counter to tell what it is."""
    level = base_level(situation, _looks_with(situation, observer), observer.hex or 0, enemy.hex or 0)
    if level + _poor(situation) > (VERY_LONG if "fired" in enemy.marks else MEDIUM):
        return False
    needs_line = bool(parkin(situation).reading("spotting_requires_los"))
    return not (needs_line and why_no_line(situation, observer, enemy, counters(situation)))


def _looks_with(situation: Situation, observer: Stand) -> str:
    return sheet(situation, observer).delivery or str(parkin(situation).reading("unarmed_observer"))


def _poor(situation: Situation) -> int:
    return int(parkin(situation).number("poor_sight")) if is_poor_sight(situation) else 0


def _reach_m(situation: Situation, delivery: str, limit: int) -> float:
    """Say beyond what distance all levels exceed a limit; n hexes are 3 n^2 / 4 widths or more."""
    layout, tables, poor = situation.map.layout, parkin(situation), _poor(situation)
    most = layout.grid.cols + layout.grid.rows
    out = (n for n in range(most) if level_at(tables, delivery, 3 * (n + 1) ** 2 // 4) + poor > limit)
    return next(out, most) * layout.width_m


def begin_spotting(ledger: Ledger) -> None:
    """Check what the side's units identify; with ``spotting_sides`` all, what every side's do."""
    every = parkin(ledger.situation).reading("spotting_sides") == "all"
    sides = [side.key for side in ledger.state.setting.sides] if every else [side_now(ledger.situation)]
    for side in sides:
        _spot(ledger, side)


def _spot(ledger: Ledger, side: str) -> None:
    situation, there = ledger.situation, on_top(ledger.situation)
    observers = [stand for stand in there if stand.side == side and not is_dummy(stand)]
    others = [other for other in there if other.side != side and "identified" not in other.marks]
    limit = VERY_LONG if any("fired" in other.marks for other in others) else MEDIUM
    how = {unit.id: _looks_with(situation, unit) for unit in observers}
    far = {delivery: _reach_m(situation, delivery, limit) for delivery in {*how.values()}}
    eyes = grouped(((unit.hex or 0, far[how[unit.id]]), unit.id) for unit in observers)
    near = seen_within(situation.map, eyes, {other.hex or 0 for other in others})
    for enemy in others:
        able = near.get(enemy.hex or 0, ())
        seen_by = next((u for u in observers if u.id in able and identifies(ledger.situation, u, enemy)), None)
        if seen_by is not None and is_dummy(enemy):
            expose(ledger, enemy, f"seen by {seen_by.profile.short}")
        elif seen_by is not None:
            ledger.record(StandMarked(stand=enemy.id, on=("identified",), rule=RULE))


def sightings(situation: Situation, side: str) -> Sightings:
    """Show a side all enemy counters on the map: they lie open, but are anonymous until identified."""
    return open_to_all(stand for stand in on_top(situation) if stand.side != side)


def sight(situation: Situation) -> Sight:  # noqa: ARG001 - the same whatever is the case
    """Say that counters lie open, whoever is near."""
    return Sight(0)
