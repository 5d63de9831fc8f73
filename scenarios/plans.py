"""
Read the plans of a scenario: what formations are to do, by when, as several staffs might have meant it.

``plans.toml`` lies beside ``scenario.toml``. Each ``[[plan]]`` has a key and a name; each ``[[mission]]`` belongs to
the plans that it names, or to all. Places are named as the scenario's objectives or the map call them, or in degrees.
``plan_ground.py`` puts a plan on a map.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from campaign.engine.missionfaults import mission_faults, rings, stands_under
from campaign.model.missions import MISSION_KINDS, MISSION_POSTURES, MISSION_STYLES, Goal, Mission, usual_posture
from maps.problems import Problem, ProblemsFound, did_you_mean
from maps.toml_lines import TomlReader, is_number, load_toml, shown
from scenarios.orbat import FORMATIONS_FILE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from maps.toml_lines import KeyPath

__all__ = ["NO_PLAN", "PLANS_FILE", "Forces", "GoalSpot", "MissionRow", "PlanBook", "PlanRow", "near", "read_plans"]

PLANS_FILE = "plans.toml"
NO_PLAN = "none"
"""The plan of that key is no plan: missions are drawn from the objectives."""

_MOST_MISSIONS, _MOST_GOALS, _MOST_POINTS, _MOST_PARTS = 1000, 20, 200, 8
_LONGEST_HINT, _MOST_HINTS = 200, 100
_PLAN_KEYS = ("key", "name", "introduction")
_PART_KEYS = (
    "kind", "goals", "by", "until", "then", "posture", "bypass", "reserve", "line", "not_before", "boundary_left",
    "boundary_right", "partner", "style",
)  # fmt: skip
_ROW_KEYS = ("plans", "side", "formation", *_PART_KEYS)
_LINES = ("line", "boundary_left", "boundary_right")
_OF_THE_KIND = ("goals", "partner", "then")
"""What a mission lacks by its kind; where that is no kind, nothing is said of these."""
Spots = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Forces:
    """What a scenario has that a plan may name."""

    sides: tuple[str, ...]
    days: int
    of_side: Mapping[str, str]
    """The side of each formation."""
    parents: Mapping[str, str] = field(default_factory=dict)
    arrives: Mapping[str, int] = field(default_factory=dict)
    """When the first of a formation is there, by day; one that is not named is there from the beginning."""


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A plan: its key, its name, and what it means."""

    key: str
    name: str
    introduction: str


@dataclass(frozen=True, slots=True)
class GoalSpot:
    """Where a goal lies: by name, or in degrees."""

    name: str
    spot: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class MissionRow:
    """A mission, or one that follows it, as it is written: places are not yet hexes."""

    keys: KeyPath
    mission: Mission
    """Without places: hex 0 stands for each."""
    spots: tuple[GoalSpot, ...]
    """Where the goals lie, as many as it has."""
    lines: Mapping[str, Spots]
    plans: tuple[str, ...] = ()
    then: MissionRow | None = None


@dataclass(frozen=True)
class PlanBook:
    """The plans of a scenario; where anything is wrong with them, ``reader`` holds it."""

    plans: tuple[PlanRow, ...] = ()
    rows: tuple[MissionRow, ...] = ()
    reader: TomlReader = field(default_factory=lambda: TomlReader(PLANS_FILE, {}, {}))
    usual: str = NO_PLAN
    """The key of the plan that is taken if none is named."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the plans, in order."""
        return tuple(plan.key for plan in self.plans)


def read_plans(folder: Path, forces: Forces, usual: str = "") -> PlanBook:
    """
    Read the plans beside a scenario; a folder without any has none.

    What is wrong is not raised, so that a scenario can be listed and its other plans be seen: whoever puts a plan on a
    map is told it all.

    Parameters
    ----------
    usual
        The plan that the scenario wants; "": the first of the file.
    """
    path = folder / PLANS_FILE
    if not path.is_file():
        return PlanBook(usual=usual or NO_PLAN)
    try:
        data, lines = load_toml(path)
    except ProblemsFound as found:
        return PlanBook((), (), TomlReader(PLANS_FILE, {}, {}, list(found.problems)), usual or NO_PLAN)
    reader = TomlReader(PLANS_FILE, data, lines)
    reader.only(known=("plan", "mission"))
    plans = tuple(_plan(reader, i) for i in _rows(reader, "plan", 50))
    _double(reader, plans)
    rows = tuple(_mission(reader, i, forces, plans) for i in _rows(reader, "mission", _MOST_MISSIONS))
    _together(reader, rows, forces)
    return PlanBook(plans, rows, reader, usual or (plans[0].key if plans else NO_PLAN))


def near(word: str, known: Iterable[str], where: str, told: int = 0) -> str:
    """
    Suggest the nearest known word, or say where they stand, if they are many.

    Parameters
    ----------
    told
        How much was wrong before this; from a hundredth fault on no words are compared.
    """
    hint = did_you_mean(word[:80], known) if told < _MOST_HINTS else ""
    return hint if 0 < len(hint) < _LONGEST_HINT else f"see {where}"


def _rows(reader: TomlReader, table: str, most: int) -> range:
    rows = reader.raw(table)
    if rows is None:
        return range(0)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        reader.fault((table,), f"is {shown(rows)}, no list of tables", f"write each as [[{table}]]")
        return range(0)
    if len(rows) > most:
        reader.fault((table, most), f"is one of {len(rows)}; no more than {most} are read", "take the others away")
    return range(min(len(rows), most))


def _plan(reader: TomlReader, i: int) -> PlanRow:
    reader.only("plan", i, known=_PLAN_KEYS)
    key = reader.text("plan", i, "key")
    if key == NO_PLAN:
        reader.fault(("plan", i, "key"), f"is {NO_PLAN!r}, which means no plan at all", "choose another")
    return PlanRow(key, reader.text("plan", i, "name"), reader.text("plan", i, "introduction", default=""))


def _double(reader: TomlReader, plans: tuple[PlanRow, ...]) -> None:
    keys = [plan.key for plan in plans]
    for i, key in enumerate(keys):
        if key in keys[:i]:
            reader.fault(("plan", i, "key"), f"is {key!r}, which another plan has", "choose another")
    if not plans:
        reader.problems.append(Problem(PLANS_FILE, "has no plan", "write [[plan]] with a key and a name"))


def _mission(reader: TomlReader, i: int, forces: Forces, plans: tuple[PlanRow, ...]) -> MissionRow:
    keys: KeyPath = ("mission", i)
    reader.only(*keys, known=_ROW_KEYS)
    before = len(reader.problems)
    row = _part(reader, keys, forces, _owner(reader, keys, forces), _MOST_PARTS)
    told = {problem.what.partition(" ")[0] for problem in reader.problems[before:]}
    for fault in mission_faults(row.mission, first=1, last=forces.days):
        at = (*keys, *fault.keys)
        by_kind = (*at[:-1], "kind") if at[-1] in _OF_THE_KIND else at
        if not {".".join(map(str, one)) for one in (at, by_kind)} & told:
            reader.fault(at, fault.what, fault.remedy)
    known = tuple(plan.key for plan in plans)
    named = reader.texts(*keys, "plans")
    for key in named:
        if key not in known:
            reader.fault((*keys, "plans"), f"names the plan {key!r}", did_you_mean(key, known))
    return MissionRow(row.keys, row.mission, row.spots, row.lines, named or known, row.then)


def _owner(reader: TomlReader, keys: KeyPath, forces: Forces) -> tuple[str, str]:
    """Read the formation of a mission and its side."""
    formation = reader.text(*keys, "formation")
    side = reader.choice(*keys, "side", known=forces.sides, default=forces.of_side.get(formation, ""))
    if formation and formation not in forces.of_side:
        what = f"names {formation!r}, and there is no such formation"
        reader.fault((*keys, "formation"), what, near(formation, forces.of_side, FORMATIONS_FILE, len(reader.problems)))
    elif formation and side in forces.sides and forces.of_side[formation] != side:
        what = f"names {formation!r}, which is a formation of {forces.of_side[formation]}, not of {side}"
        reader.fault((*keys, "formation"), what, "change the side, or name another formation")
    return formation, side


def _part(reader: TomlReader, keys: KeyPath, forces: Forces, owner: tuple[str, str], left: int) -> MissionRow:
    kind = reader.choice(*keys, "kind", known=MISSION_KINDS, default="take")
    goals, spots = _goals(reader, keys)
    goals = _dated(reader, keys, goals)
    _in_time(reader, keys, goals, owner[0], forces)
    then = _then(reader, keys, forces, owner, left)
    lines = {name: _line(reader, *keys, name) for name in _LINES}
    mission = Mission(
        *owner, kind, goals, reader.choice(*keys, "posture", known=MISSION_POSTURES, default=usual_posture(kind)),
        bypass=_flag(reader, *keys, "bypass"), reserve=_whole(reader, *keys, "reserve"),
        not_before=_whole(reader, *keys, "not_before"), until=_whole(reader, *keys, "until"),
        partner=_partner(reader, keys, forces, owner), then=None if then is None else then.mission,
        style=_style(reader, *keys, "style"), line=(0,) if lines["line"] else (),
    )  # fmt: skip
    return MissionRow(keys, mission, spots, lines, then=then)


def _then(reader: TomlReader, keys: KeyPath, forces: Forces, owner: tuple[str, str], left: int) -> MissionRow | None:
    after = reader.raw(*keys, "then")
    if after is None:
        return None
    if not isinstance(after, dict):
        what = f"is {shown(after)}, no table"
        reader.fault((*keys, "then"), what, 'write then = { kind = "withdraw", goals = ["..."] }')
        return None
    if left <= 1:
        reader.fault((*keys, "then"), f"is the {_MOST_PARTS}. that follows another", "end the mission earlier")
        return None
    reader.only(*keys, "then", known=_PART_KEYS)
    return _part(reader, (*keys, "then"), forces, owner, left - 1)


def _goals(reader: TomlReader, keys: KeyPath) -> tuple[tuple[Goal, ...], tuple[GoalSpot, ...]]:
    given = reader.raw(*keys, "goals")
    if given is None:
        return (), ()
    if not isinstance(given, list) or len(given) > _MOST_GOALS:
        what = f"is {shown(given)}" if not isinstance(given, list) else f"names {len(given)} places"
        reader.fault((*keys, "goals"), what, f'write a list of at most {_MOST_GOALS}: ["via Houffalize", "La Roche"]')
        return (), ()
    read = [(entry, _goal(entry)) for entry in given]
    for entry in (entry for entry, goal in read if goal is None):
        remedy = 'write a name, "via" and a name, [longitude, latitude], or { lon = 5.7, lat = 50.0, name = "Pass" }'
        reader.fault((*keys, "goals"), f"names {shown(entry)}, which is no place", remedy)
    found = [goal for _, goal in read if goal is not None]
    return tuple(goal for goal, _ in found), tuple(spot for _, spot in found)


def _goal(entry: Any) -> tuple[Goal, GoalSpot] | None:
    """Read a place; None if it is none."""
    if isinstance(entry, str) and entry.strip():
        via, name = entry.startswith("via "), entry.removeprefix("via ").strip()
        return (Goal(0, name, via=via), GoalSpot(name)) if name else None
    if isinstance(entry, list) and _is_point(entry):
        return Goal(0), GoalSpot("", (float(entry[0]), float(entry[1])))
    if not isinstance(entry, dict) or not {"lon", "lat"} <= set(entry) <= {"lon", "lat", "name", "via"}:
        return None
    name, via = entry.get("name", ""), entry.get("via", False)
    if not _is_point([entry["lon"], entry["lat"]]) or not isinstance(name, str) or not isinstance(via, bool):
        return None
    return Goal(0, name, via=via), GoalSpot(name, (float(entry["lon"]), float(entry["lat"])))


def _is_point(point: Any) -> bool:
    in_pair = isinstance(point, list) and len(point) == 2 and all(map(is_number, point))
    return in_pair and -180 <= point[0] <= 180 and -90 <= point[1] <= 90


def _dated(reader: TomlReader, keys: KeyPath, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """Give goals their days: a list of as many as there are goals, 0 for none; one day alone is that of the last."""
    given = reader.raw(*keys, "by")
    if given is None or not goals:
        if given is not None and reader.raw(*keys, "goals") is None:
            reader.fault((*keys, "by"), "names days, and there are no goals", "name the places, or take the days away")
        return goals
    days = given if isinstance(given, list) else [*[0] * (len(goals) - 1), given]
    if not all(isinstance(day, int) and not isinstance(day, bool) for day in days):
        reader.fault((*keys, "by"), f"is {shown(given)}", "write a day, or a list of days, one for each goal")
        return goals
    if len(days) != len(goals):
        what = f"names {len(days)} days, and there are {len(goals)} goals"
        reader.fault((*keys, "by"), what, "give each goal a day, 0 for none")
        return goals
    return tuple(Goal(goal.hex, goal.name, goal.via, day) for goal, day in zip(goals, days, strict=True))


def _in_time(reader: TomlReader, keys: KeyPath, goals: tuple[Goal, ...], formation: str, forces: Forces) -> None:
    there = forces.arrives.get(formation, 1)
    late = [goal.by_day for goal in goals if 0 < goal.by_day < there]
    if late:
        what = f"names day {late[0]}, and {formation} arrives on day {there}"
        reader.fault((*keys, "by"), what, f"name a day from {there} on, or take it away")


def _style(reader: TomlReader, *keys: str | int) -> str:
    return "" if reader.raw(*keys) is None else reader.choice(*keys, known=MISSION_STYLES, default=MISSION_STYLES[0])


def _flag(reader: TomlReader, *keys: str | int) -> bool:
    value = reader.raw(*keys)
    if value is not None and not isinstance(value, bool):
        reader.fault(keys, f"is {shown(value)}", "write true or false")
    return value is True


def _whole(reader: TomlReader, *keys: str | int) -> int:
    """Read a whole number that may be left out; whether it fits the mission is judged with the mission."""
    value = reader.raw(*keys)
    if value is None:
        return 0
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 10_000:
        reader.fault(keys, f"is {shown(value)}", "write a whole number from 1 on, or leave it out")
        return 0
    return value


def _partner(reader: TomlReader, keys: KeyPath, forces: Forces, owner: tuple[str, str]) -> str:
    partner = reader.text(*keys, "partner", default="")
    formation, side = owner
    if not partner:
        return ""
    if partner not in forces.of_side:
        what = f"names {partner!r}, and there is no such formation"
        reader.fault((*keys, "partner"), what, near(partner, forces.of_side, FORMATIONS_FILE, len(reader.problems)))
    elif forces.of_side[partner] != side:
        reader.fault((*keys, "partner"), f"names {partner!r}, which is of another side", "name one of its own side")
    elif _related(partner, formation, forces):
        what = f"names {partner!r}, which is {formation} itself, or above or below it"
        reader.fault((*keys, "partner"), what, "name another formation")
    return partner


def _related(one: str, other: str, forces: Forces) -> bool:
    return stands_under(one, other, forces.parents) or stands_under(other, one, forces.parents)


def _line(reader: TomlReader, *keys: str | int) -> Spots:
    points = reader.raw(*keys)
    if points is None:
        return ()
    good = isinstance(points, list) and 2 <= len(points) <= _MOST_POINTS and all(map(_is_point, points))
    if not good:
        what = f"is {shown(points)}, no line of 2 to {_MOST_POINTS} [longitude, latitude] points"
        reader.fault(keys, what, "write it as [[6.2, 50.5], [6.3, 50.4]]")
        return ()
    return tuple((float(lon), float(lat)) for lon, lat in points)


def _together(reader: TomlReader, rows: tuple[MissionRow, ...], forces: Forces) -> None:
    """Find what is wrong between missions of one plan: two for one formation, formations that wait for each other."""
    for plan in dict.fromkeys(key for row in rows for key in row.plans):
        own = [row for row in rows if plan in row.plans]
        of: dict[str, MissionRow] = {}
        for row in own:
            first = of.setdefault(row.mission.formation, row)
            if first is not row and row.mission.formation:
                what = f"names {row.mission.formation!r}, which has a mission in the plan {plan!r} already"
                remedy = f"see {reader.place(*first.keys)}; take one of the two away"
                reader.fault((*row.keys, "formation"), what, remedy)
        for ring in rings({key: row.mission.partner for key, row in of.items() if _waits(row, forces)}):
            told = " waits for ".join([*ring, ring[0]])
            what = f"closes a ring in the plan {plan!r}: {told}"
            reader.fault((*of[ring[-1]].keys, "partner"), what, "let one of them go first")


def _waits(row: MissionRow, forces: Forces) -> bool:
    """Whether a mission waits for another formation; for its own kin is told as such."""
    partner = row.mission.partner
    return bool(partner) and not _related(partner, row.mission.formation, forces)
