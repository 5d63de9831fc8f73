"""Set a planned battle up on its ground: each unit in its stand's part of the table, with the hits it begins with."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from campaign.model.facts import with_facts
from campaign.model.names import by_side
from campaign.model.situation import Situation
from campaign.model.things import Formation, Objective, Stand
from campaign.model.verbs.opening import opening_state
from maps.problems import Problem, ProblemsFound
from scenarios.battle import BattlePlan, Force, set_up_battle
from scenarios.battles.coming import stands_on_table, waiting
from scenarios.battles.ground.cut import ground_for
from scenarios.battles.ground.finer import cut_from
from scenarios.battles.ground.marks import TableGround
from scenarios.battles.length import clock_of_turn, length_readings
from scenarios.battles.standing import works_on_table
from scenarios.battles.zones import zones_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.engine.ruleset import Ruleset
    from maps.grid.hexmap import HexMap
    from scenarios.battles.plan import TablePlan
    from scenarios.opening import Opening

__all__ = ["Board", "board_of", "open_on_table", "spot_of"]

_DAY = 24 * 60
_OTHER_GROUND = "take the ground as proposed, or correct it anew for this table"
_STORES = 10


class Board(NamedTuple):
    """The ground of a battle, and where each side sets up: its own hexes, those next to the enemy first."""

    ground: TableGround
    zones: Mapping[str, tuple[int, ...]]
    own: Mapping[str, tuple[int, ...]]
    """By stand of the campaign, the hexes of the table that lie in the hex where it stands."""


def board_of(plan: TablePlan, situation: Situation, finer: HexMap | None = None) -> Board:
    """
    Cut the ground of a battle, and lay its zones out by where the sides stand in the campaign.

    Parameters
    ----------
    finer
        A map of the same ground whose hexes are as wide as the table's, or a board that was invented for this very
        table and corrected by hand; without it the ground is invented.

    Raises
    ------
    ProblemsFound
        If the table cannot be, or the map does not show its ground.
    """
    ground = _ground(plan, situation, finer)
    zones = zones_of(plan, ground, situation.map)
    stands = situation.state.stands
    present = {one.stand for one in plan.coming if one.turn} & stands_on_table(plan, situation.map.layout)
    taken = {side.key: set(chain.from_iterable(zones[one] for one in zones if one != side.key)) for side in plan.sides}
    own, told = dict[str, tuple[int, ...]](), {side for side, _ in plan.zones}
    for key in (key for key in plan.stands if key in stands):
        mine = zones[stands[key].side]
        if key in present:
            within = np.flatnonzero((ground.marks.parent == stands[key].hex) & ground.board.inside).tolist()
            mine = tuple(index for index in within if index not in taken[stands[key].side])
        own[key] = () if stands[key].side in told else _within(ground, mine, stands[key].hex)
    return Board(ground, zones, own)


def _ground(plan: TablePlan, situation: Situation, finer: HexMap | None) -> TableGround:
    name, here, changed = f"{plan.name}: the table", situation.map, situation.state.ground
    if finer is not None and not finer.invented.any():
        return cut_from(finer, here, plan.hexes, plan.table, changed, name)
    ground = ground_for(here, plan.hexes, plan.table, plan.seed, changed=changed, name=name)
    return ground if finer is None else _corrected(ground, finer)


def _corrected(ground: TableGround, board: HexMap) -> TableGround:
    """Take a board that was corrected by hand for the ground that was invented: where its hexes lie stays."""
    if board.layout != ground.board.layout or board.notes[: len(ground.marks.notes)] != ground.marks.notes:
        what = "was not made for this table: its hexes, size, seed or the bridges that stand are others"
        raise ProblemsFound([Problem(board.name, what, _OTHER_GROUND)])
    notes = (*ground.marks.notes, "Corrected by hand in the map editor.")
    return TableGround(replace(board, name=ground.board.name, notes=notes), replace(ground.marks, notes=notes))


def _within(ground: TableGround, zone: Sequence[int], index: int | None) -> tuple[int, ...]:
    return tuple(one for one in zone if ground.marks.parent[one] == index)


def open_on_table(
    plan: TablePlan, board: Board, situation: Situation, table: Ruleset, *, seed: str, dice: str = "seeded"
) -> Opening:
    """
    Make the first event of a battle that is played in the program.

    Raises
    ------
    ProblemsFound
        If a unit finds no room to set up.
    """
    formations = dict(_formations(plan, situation, table))
    present = stands_on_table(plan, situation.map.layout)
    first = [unit for unit in plan.units if (late := plan.coming_of(unit)) is None or late.stand in present]
    stands = [Stand(unit.id, unit.formation, unit.profile, losses=unit.hits) for unit in first]
    zones = {**board.zones, **{unit.id: board.own[unit.of] for unit in first if unit.of in board.own}}
    opening = set_up_battle(
        _battle_plan(plan, board, table, zones), formations, stands, board.ground.board, table, seed=seed, dice=dice
    )
    return _with_those_who_come(_dug_in(opening, plan, board, table), plan, board, situation, table)


def _dug_in(opening: Opening, plan: TablePlan, board: Board, table: Ruleset) -> Opening:
    """Put the works of those who are dug in where they set up; where the rules know none, say so."""
    there = Situation(opening_state(opening.event), board.ground.board, table.tables)
    works, unknown = works_on_table(plan, there, table)
    setting = opening.event.setting
    if unknown:
        names = ", ".join(unit.profile.short for key in unknown for unit in plan.units_of(key)[:1])
        told = f"{names} began dug in, which these rules do not know: agree on the cover that it gives."
        setting = msgspec.structs.replace(setting, introduction=f"{setting.introduction} {told}")
    event = msgspec.structs.replace(opening.event, setting=setting, ground={**opening.event.ground, **works})
    return replace(opening, event=event)


def _with_those_who_come(
    opening: Opening, plan: TablePlan, board: Board, situation: Situation, table: Ruleset
) -> Opening:  # fmt: skip
    """Add who comes later as reinforcements of the table's own rules."""
    there = Situation(opening_state(opening.event), board.ground.board, table.tables)
    asked = sorted({one.turn for one in plan.coming if one.turn})
    clocks = {turn: clock for turn in asked if (clock := clock_of_turn(there, table.play, turn)) is not None}
    late = tuple(waiting(plan, situation.map.layout, there, table, clocks))
    event = msgspec.structs.replace(opening.event, stands=(*opening.event.stands, *late))
    return replace(opening, event=event)


def _formations(plan: TablePlan, situation: Situation, table: Ruleset) -> Iterator[tuple[str, Formation]]:
    known = situation.state.formations
    for key in dict.fromkeys(unit.formation for unit in plan.units):
        mine = [unit for unit in plan.units if unit.formation == key]
        hq = next((unit.id for unit in mine if unit.profile.kind == "hq"), None)
        side, stores = mine[0].profile.side, dict.fromkeys(table.tables.stores, _STORES)
        old = known.get(key) or Formation(key, side, key, key, "regiment", "infantry")
        bare = Formation(key, side, old.name, old.short, old.size, old.kind, hq=hq, stores=stores)
        limits = dict.fromkeys(table.tables.stores, 2 * _STORES)
        yield key, with_facts(bare, limits=limits or None)


def _battle_plan(plan: TablePlan, board: Board, table: Ruleset, zones: Mapping[str, tuple[int, ...]]) -> BattlePlan:
    first, second = sorted(plan.sides, key=lambda side: side.key != plan.first)
    days = max(1, ceil(plan.turns * plan.minutes / _DAY))
    return BattlePlan(
        plan.name, (Force(first.key, first.name, ()), Force(second.key, second.name, ())), zones, days=days,
        date=plan.date, weather=plan.weather or "fine",
        objectives=tuple(_objectives(plan, board, days)), overrides=_readings(plan, board, table),
        introduction=_introduction(plan, board, table.tables.turn_word),
        colours={side.key: side.colour for side in plan.sides},
    )  # fmt: skip


def _readings(plan: TablePlan, board: Board, table: Ruleset) -> dict[str, str | int | float | bool]:
    wide = round(board.ground.board.layout.width_m / plan.inch_m, 4)
    wanted = {
        "hex_inches": wide, "inch_m": plan.inch_m, "inch_km": plan.inch_m / 1000,
        **length_readings(table.tables, plan.turns),
    }  # fmt: skip
    known = {item.key for item in table.tables.interpretations}
    return {key: int(value) if float(value).is_integer() else value for key, value in wanted.items() if key in known}


def _objectives(plan: TablePlan, board: Board, days: int) -> Iterator[Objective]:
    for name, index, points in plan.objectives:
        spot = spot_of(board, index)
        if spot is not None:
            yield from (Objective(name, spot, side.key, points, days) for side in plan.sides)


def spot_of(board: Board, index: int) -> int | None:
    """Give the hex of the table that an objective is: its place, else where most roads meet, else the middle."""
    ground = board.ground
    mine = np.flatnonzero((ground.marks.parent == index) & ground.board.inside)
    if not len(mine):
        return None
    places = [place.index for place in ground.board.places if place.index in mine]
    if places:
        return int(places[0])
    centres = ground.board.layout.centres()[mine]
    off = np.linalg.norm(centres - centres.mean(axis=0), axis=1)
    ways = (ground.board.road[mine] > 0).sum(axis=1)
    return int(mine[np.lexsort((off, -ways))[0]])


def _introduction(plan: TablePlan, board: Board, turn_word: str) -> str:
    sides = {side.key: side for side in plan.sides}
    short = [f"{by_side(side.name, begins=True)} fights out of supply." for side in plan.sides if not side.supplied]
    folded = [f"A unit stands for {plan.fold} of its size."] if plan.fold > 1 else []
    parts = [
        f"{by_side(sides[plan.first].name, begins=True)} attacks {by_side(sides[plan.defends].name)} at {plan.name}, "
        f"{plan.date}, {plan.light}"
        f"{', ' + plan.weather if plan.weather else ''}.",
        f"{plan.turns} {turn_word}{'s' if plan.turns != 1 else ''} at most.", *short, *folded,
        *board.ground.marks.notes,
    ]  # fmt: skip
    return " ".join(parts)
