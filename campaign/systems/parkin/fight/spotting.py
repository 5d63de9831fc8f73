"""Identify counters (GR 5.10).

Every enemy counter lies on the map; which unit it is, if any, is not known until one's own has it at medium range, or,
when it has fired, at very long.
"""

from campaign.engine.ledger import Ledger
from campaign.engine.ruleset import Sight
from campaign.kit.watching import open_to_all
from campaign.model.known.sightings import Sightings
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.marking import StandMarked
from campaign.systems.parkin.fight.aim import MEDIUM, VERY_LONG, base_level
from campaign.systems.parkin.fight.sight import why_no_line
from campaign.systems.parkin.space import counters, is_dummy, is_poor_sight, on_top, parkin, sheet, side_now
from campaign.systems.parkin.status import expose

RULE = "GR 5.10"


def identifies(situation: Situation, observer: Stand, enemy: Stand) -> bool:
    """Whether a unit is near enough to an enemy counter to tell what it is."""
    tables = parkin(situation)
    delivery = sheet(situation, observer).delivery or str(tables.reading("unarmed_observer"))
    level = base_level(situation, delivery, observer.hex or 0, enemy.hex or 0)
    level += int(tables.number("poor_sight")) if is_poor_sight(situation) else 0
    if level > (VERY_LONG if "fired" in enemy.marks else MEDIUM):
        return False
    needs_line = bool(tables.reading("spotting_requires_los"))
    return not (needs_line and why_no_line(situation, observer, enemy, counters(situation)))


def begin_spotting(ledger: Ledger) -> None:
    """Check what the side's units identify; with ``spotting_sides`` all, what every side's do."""
    every = parkin(ledger.situation).reading("spotting_sides") == "all"
    sides = [side.key for side in ledger.state.setting.sides] if every else [side_now(ledger.situation)]
    for side in sides:
        _spot(ledger, side)


def _spot(ledger: Ledger, side: str) -> None:
    there = on_top(ledger.situation)
    observers = [stand for stand in there if stand.side == side and not is_dummy(stand)]
    for enemy in (other for other in there if other.side != side and "identified" not in other.marks):
        seen_by = next((unit for unit in observers if identifies(ledger.situation, unit, enemy)), None)
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
