"""Say who comes to a fight while it lasts: when by the campaign's own marches, and where onto the table."""

from __future__ import annotations

from collections import defaultdict
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from campaign.engine.fronts.still import still_hexes
from campaign.engine.letters.figures import CLOCK, figure
from campaign.model.things import Stand
from maps.compass import bearing_words, heading, rim
from scenarios.battles.plan import Coming
from scenarios.mustering import is_support

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from campaign.engine.ruleset import Ruleset
    from campaign.model.situation import Situation
    from maps.grid.hexmap import HexMap
    from maps.grid.layout import Layout
    from scenarios.battles.plan import PlannedUnit, TablePlan

__all__ = ["COMING_FROM", "Course", "comings", "in_time", "stands_on_table", "waiting"]

COMING_FROM = 3
"""How many hexes off a stand may be and still come."""
_NEVER = 10_000


class Course(NamedTuple):
    """How a battle runs: its turns at most, the minutes of one, and when the umpire has stands come."""

    turns: int
    minutes: float
    wanted: Mapping[str, int] | None = None
    """By stand, its turn. Who is not named stays away then, nought too; None: whoever can come comes."""
    word: str = "turn"
    """What the rules of the table call a turn."""


def comings(situation: Situation, campaign: Ruleset, hexes: Sequence[int], course: Course) -> tuple[Coming, ...]:
    """
    List who stands near a fight: the turn when he comes, or why he does not.

    He marches by the campaign's rules to the hex of the fight that he reaches first. With other enemies before him he
    stays.
    """
    grid, state = situation.map.layout.grid, situation.state
    near: dict[str, int] = {}
    for stand in state.stands.values():
        if stand.on_map and stand.hex is not None and stand.hex not in hexes and stand.profile.kind != "hq":
            off = min(grid.distance(stand.hex, index) for index in hexes)
            if off <= COMING_FROM:
                near[stand.id] = off
    order = sorted(near, key=lambda key: (near[key], key))
    return tuple(_coming(situation, campaign, hexes, course, key, near[key]) for key in order)


def _coming(
    situation: Situation, campaign: Ruleset, hexes: Sequence[int], course: Course, key: str, off: int
) -> Coming:
    at = situation.state.stands[key].hex
    assert at is not None
    why, turn = _kept(situation, hexes, at), 0
    if not why:
        turn = _march(situation, campaign, key, hexes, course.minutes)
        why = "no way leads here" if turn >= _NEVER else in_time(turn, course.turns, course.word)
    if course.wanted is not None and at not in still_hexes(situation.state):
        asked = course.wanted.get(key, 0)
        why = in_time(asked, course.turns, course.word) if asked else why or "is kept back"
        turn = asked
    bearing = bearing_words(situation.map.layout, hexes[0], at)
    return Coming(key, off, bearing, 0 if why else turn, at=at, why=why)


def in_time(turn: int, turns: int, word: str) -> str:
    """Say that a turn is after the last, in the word of the rules; "" if it is not."""
    return f"could be there in {word} {turn}, and {word} {turns} is the last" if turn > turns else ""


def _kept(situation: Situation, hexes: Sequence[int], at: int) -> str:
    """Say what keeps a stand where it is; "" if nothing does."""
    state, hexmap = situation.state, situation.map
    if at in still_hexes(state):
        return "stands still where another battle is fought"
    side = next(one.side for one in state.stands.values() if one.on_map and one.hex == at)
    beside = {int(one) for one in hexmap.neighbour[at]} - set(hexes)
    facing = {one.hex for one in state.stands.values() if one.on_map and one.side != side and one.hex is not None}
    found = sorted(facing & beside)
    return f"has enemies before it in {hexmap.number(found[0])}" if found else ""


def _march(situation: Situation, campaign: Ruleset, key: str, hexes: Sequence[int], minutes: float) -> int:
    """Count the turn on the table when a stand is there by the march that the campaign's rules allow."""
    state = situation.state
    own = {one.id: one for one in state.stands.values() if one.side == state.stands[key].side}
    trek = campaign.play.trek(situation.with_state(msgspec.structs.replace(state, stands=own)), key)
    costs = [trek.cost[index] for index in hexes if index in trek.cost]
    if not trek.turn or not costs:
        return _NEVER
    return 1 + ceil(min(costs) / trek.turn * figure(situation, CLOCK, "turn") / minutes)


def stands_on_table(plan: TablePlan, layout: Layout) -> frozenset[str]:
    """
    Name the stands that would come and stand on the table's own ground: they are there from the first turn.

    Whom the umpire has come by an edge is none of them.
    """
    centres, half = layout.centres(), plan.inch_m / 2 * np.array([plan.wide_inches, plan.high_inches])
    middle = centres[list(plan.hexes)].mean(axis=0)
    return frozenset(
        one.stand
        for one in plan.coming
        if one.turn and not one.edge and bool((np.abs(centres[one.at] - middle) < half).all())
    )


def waiting(
    plan: TablePlan, campaign: Layout, there: Situation, table: Ruleset, turns: Mapping[int, tuple[int, int]]
) -> Iterator[Stand]:
    """
    Give the stands that come onto a table later: each with its turn, and a hex at the table's edge.

    Parameters
    ----------
    there
        The battle as it is set up, without them.
    turns
        Day and turn of the battle, by the turns of the plan.
    """
    present, taken = stands_on_table(plan, campaign), set[int]()
    late = [(unit, one) for unit in plan.units if (one := plan.coming_of(unit)) and one.stand not in present]
    hosts = _hosts([unit for unit, _ in late], table)
    for unit, one in late:
        if one.turn not in turns:
            continue
        stand = Stand(unit.id, unit.formation, unit.profile, losses=unit.hits, attached_to=hosts.get(unit.id))
        edge = _edge(there.map, campaign, one)
        index = _free_hex(there, stand, [free for free in edge if free not in taken] or edge, table)
        if stand.attached_to is None:
            taken.add(index)
        yield msgspec.structs.replace(stand, arrives=(*turns[one.turn], index))


def _hosts(units: Sequence[PlannedUnit], table: Ruleset) -> dict[str, str]:
    """Give each support its host: a unit of its own formation that comes too."""
    support = {unit.id: is_support(Stand(unit.id, unit.formation, unit.profile), table) for unit in units}
    core: dict[str, list[str]] = defaultdict(list)
    for unit in units:
        if not support[unit.id] and unit.profile.kind != "hq":
            core[unit.formation].append(unit.id)
    return {unit.id: core[unit.formation][0] for unit in units if support[unit.id] and core[unit.formation]}


def _edge(board: HexMap, campaign: Layout, one: Coming) -> list[int]:
    """List the hexes at a table's edge: the nearest to where he stands first, or to the edge that the umpire named."""
    at_edge = rim(board)
    centres = board.layout.to_map(board.layout.centres())
    if one.edge:
        spot = _edge_spot(centres[board.inside], heading(board.layout, one.edge))
    else:
        spot = campaign.to_map(campaign.centres()[[one.at]])[0]
    away = np.linalg.norm(centres[at_edge] - spot, axis=1)
    return [int(index) for index in at_edge[np.argsort(away, kind="stable")]]


def _edge_spot(centres: NDArray[np.float64], step: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the point where one who goes from the middle of a table in a direction comes to its edge, or its corner."""
    half = (centres.max(axis=0) - centres.min(axis=0)) / 2
    spot: NDArray[np.float64] = centres.min(axis=0) + half + half * step / np.abs(step).max()
    return spot


def _free_hex(there: Situation, stand: Stand, edge: Sequence[int], table: Ruleset) -> int:
    """Give the first hex that takes a stand as the battle is set up; the nearest where none does."""
    state = there.state
    with_it = there.with_state(msgspec.structs.replace(state, stands={**state.stands, stand.id: stand}))
    return next((index for index in edge if table.play.fits(with_it, stand.id, index)), edge[0])
