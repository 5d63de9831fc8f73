"""Put a plan on a map: find the hexes of its places, lines and boundaries."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from maps.grid.hexgrid import NO_HEX
from maps.lonlat import hexes_at, to_map
from maps.problems import Problem, ProblemsFound, did_you_mean
from scenarios.plans import NO_PLAN, PLANS_FILE, near

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from campaign.model.missions import Goal, Mission
    from campaign.model.things import Objective
    from maps.grid.hexmap import HexMap
    from scenarios.plans import GoalSpot, MissionRow, PlanBook, Spots

__all__ = ["Gazetteer", "gazetteer", "missions_on", "plan_problems"]

change = msgspec.structs.replace


@dataclass(frozen=True)
class Gazetteer:
    """What places are called on a map, and where the objectives of a campaign lie."""

    hexmap: HexMap
    places: Mapping[str, Sequence[int]]
    objectives: Mapping[str, Mapping[str, int]]
    """By name, then by side."""

    @property
    def names(self) -> frozenset[str]:
        """All names of places and objectives."""
        return frozenset({*self.objectives, *self.places})

    def named(self, name: str, side: str) -> Sequence[int]:
        """List the hexes of that name; an objective goes before a place, one's own before another's."""
        found = self.objectives.get(name, {})
        return [found.get(side, next(iter(found.values())))] if found else self.places.get(name, ())


def missions_on(
    book: PlanBook, plan: str | None, hexmap: HexMap, objectives: Sequence[Objective]
) -> tuple[Mission, ...]:
    """
    Give the missions of a plan.

    Parameters
    ----------
    plan
        Its key; None: the scenario's own choice; ``NO_PLAN``: none at all.

    Raises
    ------
    ProblemsFound
        If there is no such plan, or anything is wrong in the file.
    """
    key = book.usual if plan is None else plan
    if key == NO_PLAN:
        return ()
    problems = plan_problems(book, hexmap, objectives)
    if problems:
        raise ProblemsFound(problems)
    if key not in book.keys:
        remedy = did_you_mean(key, (*book.keys, NO_PLAN))
        raise ProblemsFound([Problem(PLANS_FILE, f"there is no plan {key!r}", remedy)])
    ground = gazetteer(hexmap, objectives)
    return tuple(_placed(row, ground, []) for row in book.rows if key in row.plans)


def plan_problems(book: PlanBook, hexmap: HexMap, objectives: Sequence[Objective]) -> list[Problem]:
    """List everything that is wrong with the plans of a scenario, in the order of their lines."""
    ground = gazetteer(hexmap, objectives)
    found: list[tuple[MissionRow, str, str, str]] = []
    for row in book.rows:
        _placed(row, ground, found)
    reader = book.reader
    told = list(reader.problems)
    for row, key, what, remedy in found:
        reader.fault((*row.keys, key), what, remedy)
    problems, reader.problems[:] = reader.by_line(), told
    strange = book.usual not in {*book.keys, NO_PLAN} and not told
    return [*problems, *([_no_default(book)] if strange else [])]


def _no_default(book: PlanBook) -> Problem:
    what = f"the scenario begins with the plan {book.usual!r}, which is not in it"
    return Problem(PLANS_FILE, what, did_you_mean(book.usual, (*book.keys, NO_PLAN)))


def gazetteer(hexmap: HexMap, objectives: Sequence[Objective]) -> Gazetteer:
    """List what places are called on a map, and where some objectives lie."""
    places: dict[str, list[int]] = defaultdict(list)
    for place in hexmap.places:
        if place.index not in places[place.name]:
            places[place.name].append(place.index)
    wanted: dict[str, dict[str, int]] = defaultdict(dict)
    for objective in objectives:
        wanted[objective.name].setdefault(objective.side, objective.hex)
    return Gazetteer(hexmap, dict(places), dict(wanted))


_Faults = list[tuple["MissionRow", str, str, str]]


def _placed(row: MissionRow, ground: Gazetteer, faults: _Faults) -> Mission:
    """Give a mission with its hexes; what has none is noted."""
    goals = zip(row.mission.goals, row.spots, strict=True)
    lines = {key: _hexes(row, key, spots, ground, faults) for key, spots in row.lines.items()}
    return change(
        row.mission,
        goals=tuple(_at(row, goal, spot, ground, faults) for goal, spot in goals),
        line=lines["line"],
        left=lines["boundary_left"],
        right=lines["boundary_right"],
        then=None if row.then is None else _placed(row.then, ground, faults),
    )


def _at(row: MissionRow, goal: Goal, spot: GoalSpot, ground: Gazetteer, faults: _Faults) -> Goal:
    if spot.spot is not None:
        index = _hex_at(spot.spot, ground.hexmap)
        if index == NO_HEX:
            what = f"names {list(spot.spot)}, which lies off the map"
            faults.append((row, "goals", what, "longitude comes first; name a place inside the map"))
            return goal
        return change(goal, hex=index, name=spot.name or ground.hexmap.place_of(index) or "")
    found = ground.named(spot.name, row.mission.side)
    if not found:
        what = f"names {spot.name!r}, which is no objective and no place of the map"
        hint = near(spot.name, ground.names, "the places of the map, or give [longitude, latitude]", len(faults))
        faults.append((row, "goals", what, hint))
        return goal
    if len(found) > 1:
        numbers = " and ".join(map(ground.hexmap.number, found))
        faults.append((row, "goals", f"names {spot.name!r}, which lies in {numbers}", "give [longitude, latitude]"))
    return change(goal, hex=found[0], name=spot.name)


def _hex_at(spot: tuple[float, float], hexmap: HexMap) -> int:
    index = int(hexes_at(hexmap.layout, [spot])[0])
    return index if index != NO_HEX and hexmap.inside[index] else NO_HEX


def _hexes(row: MissionRow, key: str, spots: Spots, ground: Gazetteer, faults: _Faults) -> tuple[int, ...]:
    """List the hexes along a line, as far as it lies on the map."""
    if not spots:
        return ()
    hexmap = ground.hexmap
    ends = to_map(hexmap.layout, spots)
    if not _is_near(ends, hexmap):
        faults.append((row, key, "runs far off the map", "longitude comes first; let it end where the map ends"))
        return ()
    found = hexmap.layout.indices_at(np.vstack([_along(a, b, hexmap.layout.width_m / 4) for a, b in pairwise(ends)]))
    hexes = [int(index) for index in found if index != NO_HEX and hexmap.inside[index]]
    if not hexes:
        faults.append((row, key, "lies off the map from end to end", "longitude comes first; draw it on the map"))
    return tuple(dict.fromkeys(hexes))


def _is_near(points: NDArray[np.float64], hexmap: HexMap) -> bool:
    """Whether points lie no further off than the map is wide and high."""
    corners = hexmap.layout.to_map(hexmap.layout.rim_corners())
    low, high = corners.min(axis=0), corners.max(axis=0)
    return bool(np.all((points > low - (high - low)) & (points < high + (high - low))))


def _along(a: NDArray[np.float64], b: NDArray[np.float64], step: float) -> NDArray[np.float64]:
    """Give points from one to another, both included, a step apart or less."""
    count = max(1, int(np.ceil(np.hypot(*(b - a)) / step)))
    points: NDArray[np.float64] = a + (b - a) * np.linspace(0, 1, count + 1)[:, None]
    return points
