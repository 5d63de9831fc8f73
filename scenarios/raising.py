"""Make stands of the rows of an order of battle: as they are written, or by the unit table of other rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from campaign.model.things import Profile, Stand
from maps.problems import Problem, ProblemsFound, did_you_mean
from scenarios.conversion import shipped_conversion

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.engine.ruleset import Ruleset
    from scenarios.conversion import Role, Taken
    from scenarios.orbat import StandRow
    from scenarios.scenario import Scenario

__all__ = ["Wanted", "stands_wanted", "told_of_conversion"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A stand that is to be set up, in a hex or as near to it as there is room."""

    stand: Stand
    hex: int
    place: str
    """Where it was written down, for messages."""
    area: tuple[int, ...] = ()
    """The only hexes where it may be set up, if it has no place of its own."""


def stands_wanted(scenario: Scenario, hexes: Sequence[int], ruleset: Ruleset) -> list[Wanted]:
    """
    Make the stands of a scenario's order of battle, and what rides with them.

    Parameters
    ----------
    hexes
        The hex of each row.

    Raises
    ------
    ProblemsFound
        With every stand that the rules have no line for.
    """
    kinds = {formation.id: formation.kind for formation in scenario.orbat.formations}
    found: list[Wanted] = []
    problems: list[Problem] = []
    for row, index in zip(scenario.orbat.stands, hexes, strict=True):
        try:
            stands = _stands(scenario, row, index, kinds.get(row.formation, ""), ruleset)
        except ProblemsFound as faults:
            problems += faults.problems
            continue
        found += [Wanted(stand, index, row.place) for stand in stands]
    if problems:
        raise ProblemsFound(problems)
    return found


def told_of_conversion(scenario: Scenario, stands: Iterable[Stand], ruleset: Ruleset) -> list[str]:
    """Say what the stands of an order of battle made for other rules are in these."""
    if not _is_converted(scenario, ruleset):
        return []
    named = (stand.profile.attributes for stand in stands)
    lines = Counter(str(one.get("stand", one.get("unit", ""))) for one in named)
    told = ", ".join(f"{count} {line}" for line, count in lines.most_common() if line)
    return [f"made for {scenario.made_for}: stands have the strength and movement of the unit table ({told})"]


def _is_converted(scenario: Scenario, ruleset: Ruleset) -> bool:
    key = ruleset.tables.like
    return scenario.made_for not in {"", key} and shipped_conversion().converts(key)


def _stands(scenario: Scenario, row: StandRow, index: int, formation: str, ruleset: Ruleset) -> list[Stand]:
    stand = _as_written(row, index, ruleset)
    if not _is_converted(scenario, ruleset):
        # A line is of the unit table of the scenario's own rules; others read branch, size and traits.
        own = scenario.made_for in {"", ruleset.tables.like}
        return [_of_line(stand, row, ruleset) if row.line and own else stand]
    taken, role = _role_of(row, scenario.made_for, formation, ruleset)
    key = ruleset.tables.like
    line = ruleset.play.profile(role.kinds[key], name=row.name, side=row.side)
    mover = stand.profile.mover if taken is not None and taken.own_mover else line.mover
    profile = msgspec.structs.replace(
        stand.profile, strength=line.strength, mover=mover, attributes={**stand.profile.attributes, **line.attributes}
    )
    stand = msgspec.structs.replace(stand, profile=profile)
    return [stand, *([_beside(stand, role.beside[key], ruleset)] if key in role.beside else [])]


def _as_written(row: StandRow, index: int, ruleset: Ruleset) -> Stand:
    profile = Profile(
        name=row.name, short=row.short, side=row.side, kind=row.kind, size=row.size, strength=row.strength,
        mover=row.mover, traits=frozenset(row.traits), band=row.band or None,
    )  # fmt: skip
    arrives = None if row.arrive_day is None else (row.arrive_day, row.arrive_turn or 1, index)
    marks = frozenset({"emplaced"}) & frozenset(row.traits) & frozenset(ruleset.tables.marks)
    return Stand(id=row.id, formation=row.formation, profile=profile, arrives=arrives, marks=marks)


def _of_line(stand: Stand, row: StandRow, ruleset: Ruleset) -> Stand:
    """Give a stand the line of the unit table that its row names; strength and movement stay as written."""
    known = ruleset.play.kinds()
    if row.line not in known:
        what = f"line is {row.line!r}, no stand of {ruleset.tables.name}"
        raise ProblemsFound([Problem(row.place, what, did_you_mean(row.line, known))])
    line = ruleset.play.profile(row.line, name=row.name, side=row.side)
    attributes = {**stand.profile.attributes, **line.attributes}
    profile = msgspec.structs.replace(stand.profile, attributes=attributes, traits=stand.profile.traits | line.traits)
    return msgspec.structs.replace(stand, profile=profile)


def _role_of(row: StandRow, made_for: str, formation: str, ruleset: Ruleset) -> tuple[Taken | None, Role]:
    """Find the role of a stand: that of the line it names, else by the first row of the table that fits it."""
    table, key = shipped_conversion(), ruleset.tables.like
    for role in table.roles.values() if row.line else ():
        if role.kinds.get(made_for) == row.line and key in role.kinds:
            return None, role
    for taken in table.rows:
        role = table.roles[taken.role]
        if key not in role.kinds or not taken.fits(row, formation):
            continue
        if key not in role.support or ruleset.play.profile(role.kinds[key], name="", side="").size == row.size:
            return taken, role
    what = f"{row.kind} {row.id} is nothing in {ruleset.tables.name}"
    raise ProblemsFound([Problem(row.place, what, "give it another kind, or add a row to conversion.toml")])


def _beside(stand: Stand, kind: str, ruleset: Ruleset) -> Stand:
    """Raise what rides with a stand: its lorries, its armoured transport."""
    name = f"{stand.profile.name}, {kind.replace('_', ' ')}"
    profile = ruleset.play.profile(kind, name=name, side=stand.side)
    profile = msgspec.structs.replace(profile, short=f"{stand.profile.short} {kind.replace('_', ' ')}")
    return Stand(
        id=f"{stand.id}.T", formation=stand.formation, profile=profile, arrives=stand.arrives, attached_to=stand.id
    )
