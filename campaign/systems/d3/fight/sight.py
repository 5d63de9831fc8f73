"""See (3.7): lines of sight, what blocks and what covers along them, and how far a target is seen.

The line runs from centre to centre. Where it runs along a hexside it passes on either side (interpretation
``edge_line``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise

from campaign.engine.ruleset import Sight
from campaign.kit.ruler import Ruler
from campaign.kit.sight import clear, courses
from campaign.kit.watching import looked_about, open_to_all, told_apart
from campaign.model.known.sightings import Sightings
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.systems.d3.march.ground import Ground, ground_of
from campaign.systems.d3.space import d3, measure, unit_of
from campaign.systems.d3.tables import D3Tables
from maps.grid.hexgrid import NO_HEX

RULE = "D3 3.7"


@dataclass(frozen=True)
class Look:
    """What is needed to look about in a situation; made once for many looks."""

    tables: D3Tables
    ground: Ground
    ruler: Ruler
    held: Mapping[int, Stand]
    """The stands in each hex."""
    poor_light: bool


def look(situation: Situation) -> Look:
    """Get ready to look about."""
    state, tables = situation.state, d3(situation)
    dark = state.clock.night or state.weather == "overcast"
    return Look(
        tables=tables,
        ground=ground_of(situation),
        ruler=measure(situation),
        held={stand.hex: stand for stand in stands_of(situation) if stand.hex is not None},
        poor_light=dark and bool(tables.readings["poor_light_halves"]),
    )


def seen_at(view: Look, target: Stand) -> Fraction:
    """Give the inches that a target on the map is seen from (3.7), half by night or under an overcast sky (3.12)."""
    assert target.hex is not None
    unit, table = unit_of(view.tables, target), view.tables.sighting
    foot = unit.foot or (unit.soft and (not unit.reverts_to or view.tables.readings["motorised_seen_as"] == "foot"))
    row = table.foot if foot else table.vehicle
    inches = row["hidden" if view.ground.covers(target.hex) else "open"]
    return Fraction(inches, 2 if view.poor_light else 1)


def sees(view: Look, watcher: Stand, target: Stand) -> bool:
    """Whether one stand on the map sees another."""
    assert watcher.hex is not None
    assert target.hex is not None
    near = view.ruler.within(watcher.hex, target.hex, seen_at(view, target))
    return near and bool(clear_lines(view, watcher.side, watcher.hex, target.hex))


def sighted(situation: Situation, side: str) -> frozenset[str]:
    """Name the enemy stands that a side sees now."""
    view, (own, enemies) = look(situation), told_apart(situation, side)
    return frozenset(enemy.id for enemy in enemies if any(sees(view, watcher, enemy) for watcher in own))


def sightings(situation: Situation, side: str) -> Sightings:
    """Say whom a side sees, and who of it does: all on an open table (``open_table``), else those that are sighted."""
    own, enemies = told_apart(situation, side)
    if d3(situation).readings["open_table"]:
        return open_to_all(enemies)
    return looked_about(own, enemies, partial(sees, look(situation)))


def farthest(situation: Situation) -> Sight:
    """Say how far off a target may be seen, or a line to one be blocked; on an open table no other stand matters."""
    tables, clock = d3(situation), situation.state.clock
    if tables.readings["open_table"]:
        return Sight(0)
    inches = max((*tables.sighting.foot.values(), *tables.sighting.vehicle.values()))
    return Sight(measure(situation).most_steps(inches), (clock.night, situation.state.weather))


def clear_lines(view: Look, side: str, here: int, there: int) -> list[tuple[int, ...]]:
    """Give the lines from hex to hex, one or two, that nothing blocks."""
    both = courses(view.ruler.grid, here, there)
    lines = both if view.tables.readings["edge_line"] == "either" else both[:1]
    return clear(lines, lambda line, index: _blocks(view, side, line, index))


def line_over_map(view: Look, here: int, there: int) -> tuple[int, ...]:
    """Give a line from hex to hex, whatever blocks it: of two along hexsides the one that does not leave the map."""
    both = courses(view.ruler.grid, here, there)
    return next((line for line in both if NO_HEX not in line), both[0])


def _blocks(view: Look, side: str, line: tuple[int, ...], index: int) -> bool:
    holder = view.held.get(index)
    if holder is not None and (holder.side != side or view.tables.readings["units_block"] == "all"):
        return True
    if index < 0 or not view.ground.blocks(index):
        return False
    hills = view.tables.readings["hill_sight"] == "clear_from_hills" and view.ground.kind(index) == "hill"
    return not (hills and all(view.ground.kind(end) == "hill" for end in (line[0], line[-1])))


def crossed_walls(view: Look, line: tuple[int, ...]) -> list[int]:
    """Give the steps of a line, counted from 0 at the shooter, that cross a wall or hedge."""
    grid = view.ruler.grid
    return [
        step
        for step, (here, there) in enumerate(pairwise(line))
        if here >= 0 and there >= 0 and view.ground.is_linear(here, grid.side_towards(here, there))
    ]
