"""Set a proposed plan otherwise: hits, who stays off the table, what it is for. What was changed is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from maps.compass import WINDS
from maps.problems import Problem, raise_any
from scenarios.battles.plan import LeftOut, changed_plan

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from scenarios.battles.plan import Coming, PlannedUnit, TablePlan

__all__ = ["KEPT_OFF", "NO_EDITS", "Edits", "edited"]

KEPT_OFF = "the umpire keeps it off the table"
_MOST_POINTS = 999


class Edits(NamedTuple):
    """What the umpire wants otherwise of a plan: hits by unit, stands off the table, what it is for, edges, zones."""

    hits: Mapping[str, int] = {}
    off: Collection[str] = ()
    objectives: Sequence[tuple[str, int, int]] | None = None
    """Name, hex of the campaign, points; None: as proposed."""
    edges: Mapping[str, str] = {}
    """By stand that comes later, a direction of the compass: it comes by that edge of the table."""
    zones: Mapping[str, str] = {}
    """By side, where it sets up: a direction for that third of the table, or numbers of its hexes."""


NO_EDITS = Edits()


def edited(plan: TablePlan, edits: Edits) -> TablePlan:
    """
    Set a plan otherwise.

    Raises
    ------
    ProblemsFound
        With everything that cannot be.
    """
    faults = (_hit_faults, _off_faults, _objective_faults, _edge_faults, _zone_faults)
    raise_any([problem for found in faults for problem in found(plan, edits)])
    units = tuple(_hit(unit, edits.hits) for unit in plan.units if unit.of not in edits.off)
    led = {unit.formation for unit in units if unit.of}
    units = tuple(unit for unit in units if unit.of or unit.formation in led)
    left = (*plan.left_out, *(LeftOut(key, KEPT_OFF) for key in plan.stands if key in edits.off))
    plan = msgspec.structs.replace(plan, coming=tuple(_stays(one, edits.off) for one in plan.coming))
    zones = tuple((side.key, told) for side in plan.sides if (told := edits.zones.get(side.key, "")))
    coming = tuple(_by_edge(one, edits.edges) for one in plan.coming)
    wanted: dict[str, object] = {"units": units, "left_out": left, "zones": zones, "coming": coming}
    if edits.objectives is not None:
        wanted["objectives"] = tuple(edits.objectives)
    return changed_plan(plan, {name: value for name, value in wanted.items() if value != getattr(plan, name)})


def _stays(one: Coming, off: Collection[str]) -> Coming:
    return msgspec.structs.replace(one, turn=0, why=KEPT_OFF) if one.stand in off else one


def _by_edge(one: Coming, edges: Mapping[str, str]) -> Coming:
    return msgspec.structs.replace(one, edge=edges.get(one.stand, "") if one.turn else "")


def _edge_faults(plan: TablePlan, edits: Edits) -> list[Problem]:
    near = {one.stand for one in plan.coming}
    known = ", ".join(sorted(near)) or "nobody does"
    return [
        Problem(f"edge of {key}", "it does not stand near enough to come", f"name who does: {known}")
        for key in edits.edges if key not in near
    ] + [
        Problem(f"edge of {key}", f"{wind[:20]!r} is no edge", f"write {', '.join(WINDS)}")
        for key, wind in edits.edges.items() if wind and wind not in WINDS
    ]  # fmt: skip


def _zone_faults(plan: TablePlan, edits: Edits) -> list[Problem]:
    known = [side.key for side in plan.sides]
    return [
        Problem(f"where {key} sets up", "it is no side of this fight", f"name {' or '.join(known)}")
        for key in edits.zones if key not in known
    ]  # fmt: skip


def _hit(unit: PlannedUnit, hits: Mapping[str, int]) -> PlannedUnit:
    asked = hits.get(unit.id, unit.hits)
    return unit if asked == unit.hits else msgspec.structs.replace(unit, hits=asked, proposed=unit.hits)


def _hit_faults(plan: TablePlan, edits: Edits) -> list[Problem]:
    known = {unit.id: unit for unit in plan.units}
    strangers = [
        Problem(f"hits of {key}", "are of no unit of this plan", f"name one of {_known(plan)}")
        for key in edits.hits if key not in known
    ]  # fmt: skip
    return strangers + [
        Problem(f"hits of {known[key].profile.short or key}", f"{hits} are too many or too few",
                f"write 0 to {known[key].profile.strength - 1}")
        for key, hits in edits.hits.items() if key in known and not 0 <= hits < known[key].profile.strength
    ]  # fmt: skip


def _known(plan: TablePlan) -> str:
    return ", ".join(f"{unit.id} ({unit.profile.short or unit.profile.name})" for unit in plan.units)


def _off_faults(plan: TablePlan, edits: Edits) -> list[Problem]:
    found = [
        Problem(key, "is not on this table", f"name one of {', '.join(plan.stands)}")
        for key in edits.off if key not in plan.stands
    ]  # fmt: skip
    for side in plan.sides:
        mine = [unit for unit in plan.units if unit.of and unit.profile.side == side.key]
        if mine and all(unit.of in edits.off for unit in mine):
            found.append(Problem(side.name, "would have nobody on the table", "leave one of its units there"))
    return found


def _objective_faults(plan: TablePlan, edits: Edits) -> list[Problem]:
    found = []
    for name, index, points in edits.objectives or ():
        if not name.strip():
            found.append(Problem("what it is for", "has no name", "write one"))
        if index not in plan.hexes:
            found.append(Problem(f"what it is for: {name}", "lies beyond the hexes of this fight", "name one of these"))
        if not 0 < points <= _MOST_POINTS:
            found.append(Problem(f"what it is for: {name}", f"{points} points cannot be", f"write 1 to {_MOST_POINTS}"))
    if edits.objectives is not None and not edits.objectives:
        found.append(Problem("what it is for", "is nothing", "name a place, its hex and its points"))
    return found
