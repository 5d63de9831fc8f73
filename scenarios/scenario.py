"""
Read a scenario: what is fought, where, when, the sides and what they fight for.

A scenario is a folder: ``scenario.toml``, the order of battle in
``formations.csv`` and ``orbat.csv``, and ``notes.md``. Places are given in
degrees, never by hex, so that a scenario serves at any hex size.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from campaign.systems.catalogue import root_of
from maps.problems import Problem, ProblemsFound, did_you_mean, raise_any
from maps.toml_lines import TomlReader
from scenarios.orbat import read_orbat
from scenarios.plans import Forces, PlanBook, read_plans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenarios.orbat import FormationRow, Orbat, StandRow

__all__ = [
    "SCENARIO_FILE",
    "AirDay",
    "ObjectiveSpot",
    "SampleSpot",
    "Scenario",
    "SetupEdge",
    "SideSpec",
    "SourceSpot",
    "read_scenario",
    "read_sides",
    "shipped_scenario",
    "shipped_scenarios",
    "under_rules",
]

SCENARIO_FILE = "scenario.toml"
_KEYS = (
    "key", "name", "area", "ruleset", "start", "days", "latitude", "longitude", "utc_offset_h", "weather", "theatre",
    "introduction", "umpire_notes", "front", "side", "source", "objective", "air", "sample", "setup", "overrides",
    "plan", "knowledge",
)  # fmt: skip
_WEATHER = ("fine", "cloudy", "overcast")
_MOST_DAYS = 60
_EDGES = ("north", "east", "south", "west")


@dataclass(frozen=True, slots=True)
class SideSpec:
    """A side: its name, the colour of its counters, and whose supply rates it has."""

    key: str
    name: str
    colour: str
    supply: str
    introduction: str = ""
    """What its players read before the first turn, and no other side."""


@dataclass(frozen=True, slots=True)
class SourceSpot:
    """A place where supply enters."""

    id: str
    side: str
    name: str
    lon: float
    lat: float
    sea: bool = False
    """Whether it comes in over a beach."""


@dataclass(frozen=True, slots=True)
class ObjectiveSpot:
    """A place worth points to a side at the end of a day."""

    name: str
    lon: float
    lat: float
    side: str
    points: int
    by_day: int
    fell: int = 0
    """On which day it fell in history; 0: it did not, or it is not known."""


@dataclass(frozen=True, slots=True)
class AirDay:
    """Dice of air power that a side has on a day, if the weather lets it fly."""

    side: str
    day: int
    dice: int


@dataclass(frozen=True, slots=True)
class SampleSpot:
    """A sample organisation of the rules that a side has: a formation, at a place or in its side's set-up area."""

    id: str
    sample: str
    side: str
    name: str
    parent: str
    spot: tuple[float, float] | None
    place: str
    """File and line, for messages."""


@dataclass(frozen=True, slots=True)
class SetupEdge:
    """The edge of the map where a side sets up what has no place of its own, and whether it defends."""

    side: str
    edge: str
    defends: bool
    place: str


@dataclass(frozen=True)
class Scenario:
    """A scenario without problems of its own; ``scenarios.check`` tries it against its map."""

    key: str
    name: str
    area: str
    ruleset: str
    start: dt.date
    days: int
    latitude: float
    longitude: float
    utc_offset_h: float
    weather: str
    introduction: str
    front: tuple[tuple[float, float], ...]
    sides: tuple[SideSpec, ...]
    sources: tuple[SourceSpot, ...]
    objectives: tuple[ObjectiveSpot, ...]
    air: tuple[AirDay, ...]
    overrides: dict[str, str | int | float | bool]
    orbat: Orbat
    notes: str
    folder: Path
    umpire_notes: str = ""
    samples: tuple[SampleSpot, ...] = ()
    setup: tuple[SetupEdge, ...] = ()
    made_for: str = ""
    """The rule system that it was written for, if it is played under another."""
    knowledge: dict[str, Any] = field(default_factory=dict)
    """What is known otherwise than usual: reports, mistaken, prisoners, dummies; checked when a campaign is begun."""
    plans: PlanBook = field(default_factory=PlanBook)
    """What the staffs mean to do; what is wrong with it is told when it is put on a map."""

    def side(self, key: str) -> SideSpec:
        """Find a side by its key."""
        return next(side for side in self.sides if side.key == key)


def under_rules(scenario: Scenario, rules: str | None) -> tuple[Scenario, tuple[str, ...]]:
    """Put a scenario under another rule system; say which readings of its own it loses."""
    if rules in {None, "", scenario.ruleset}:
        return scenario, ()
    assert rules is not None
    if root_of(rules) == root_of(scenario.ruleset):
        return replace(scenario, ruleset=rules), ()
    told = ", ".join(f"{key} = {value}" for key, value in scenario.overrides.items())
    left = (f"readings of {scenario.ruleset} that the scenario sets are left out: {told}",) if told else ()
    return replace(scenario, ruleset=rules, overrides={}, made_for=scenario.ruleset), left


def shipped_scenarios() -> list[str]:
    """List the scenarios that come with the package."""
    folders = files("scenarios").joinpath("library").iterdir()
    return sorted(entry.name for entry in folders if entry.joinpath(SCENARIO_FILE).is_file())


def shipped_scenario(name: str) -> Path:
    """
    Give the folder of a shipped scenario.

    Raises
    ------
    ProblemsFound
        If there is none of that name; the message suggests one.
    """
    if name not in shipped_scenarios():
        remedy = did_you_mean(name, shipped_scenarios())
        raise ProblemsFound([Problem("shipped scenarios", f"there is no {name!r}", remedy)])
    return Path(str(files("scenarios").joinpath("library", name)))


def read_scenario(folder: Path) -> Scenario:
    """
    Read a scenario's folder.

    Raises
    ------
    ProblemsFound
        With everything that is wrong in any of its files, each with file and line.
    """
    reader = TomlReader.of(folder / SCENARIO_FILE)
    reader.only(known=_KEYS)
    problems = reader.problems
    try:
        orbat = read_orbat(folder)
    except ProblemsFound as found:
        problems.extend(found.problems)
        orbat = None
    scenario = _scenario(reader, folder, orbat)
    if orbat is not None:
        problems.extend(_strangers(scenario, orbat))
    if problems:
        raise ProblemsFound(problems)
    return replace(scenario, plans=read_plans(folder, _forces(scenario), reader.text("plan", default="")))


def read_sides(folder: Path) -> tuple[dict[str, str], tuple[float, float]]:
    """
    Read of a scenario's folder the names of its sides, by key, and its longitude and latitude: not its order of battle.

    Raises
    ------
    ProblemsFound
        With everything that is wrong with these.
    """
    reader = TomlReader.of(folder / SCENARIO_FILE)
    sides = {side.key: side.name for side in (_side(reader, i) for i in _rows(reader, "side"))}
    spot = (reader.number("longitude", low=-180, high=180), reader.number("latitude", low=-90, high=90))
    raise_any(reader.problems)
    return sides, spot


def _forces(scenario: Scenario) -> Forces:
    """Give what plans may name: formations of the order of battle, and the day when each is there."""
    rows = scenario.orbat.formations
    parents = {row.id: row.parent for row in rows}
    days: dict[str, int] = {}
    for stand in scenario.orbat.stands:
        above, at = set[str](), stand.formation
        while at and at not in above:
            above.add(at)
            days[at] = min(stand.arrive_day or 1, days.get(at, _MOST_DAYS))
            at = parents.get(at, "")
    sides = {row.id: row.side for row in rows} | {sample.id: sample.side for sample in scenario.samples}
    return Forces(tuple(side.key for side in scenario.sides), scenario.days, sides, parents, days)


def _scenario(reader: TomlReader, folder: Path, orbat: Orbat | None) -> Scenario:
    days = int(reader.number("days", low=1, high=_MOST_DAYS))
    sides = tuple(_side(reader, i) for i in _rows(reader, "side"))
    keys = tuple(side.key for side in sides)
    notes = folder / "notes.md"
    return Scenario(
        key=reader.text("key"),
        name=reader.text("name"),
        area=reader.text("area"),
        ruleset=reader.text("ruleset"),
        start=_date(reader),
        days=days,
        latitude=reader.number("latitude", low=-90, high=90),
        longitude=reader.number("longitude", low=-180, high=180),
        utc_offset_h=reader.number("utc_offset_h", low=-14, high=14),
        weather=reader.choice("weather", known=_WEATHER, default="overcast"),
        introduction=reader.text("introduction", default=""),
        front=_front(reader),
        sides=sides,
        sources=tuple(_source(reader, i, keys) for i in _rows(reader, "source")),
        objectives=tuple(_objective(reader, i, keys, days) for i in _rows(reader, "objective")),
        air=tuple(_air(reader, i, keys, days) for i in _rows(reader, "air")),
        overrides=_table(reader, "overrides"),
        orbat=orbat,  # type: ignore[arg-type]  # None only together with problems, which are raised
        notes=notes.read_text("utf-8") if notes.is_file() else "",
        folder=folder,
        umpire_notes=reader.text("umpire_notes", default=""),
        samples=tuple(_sample(reader, i, keys) for i in _rows(reader, "sample")),
        setup=tuple(_setup(reader, i, keys) for i in _rows(reader, "setup")),
        knowledge=_table(reader, "knowledge"),
    )


def _rows(reader: TomlReader, table: str) -> range:
    rows = reader.raw(table)
    if rows is None:
        return range(0)
    if not isinstance(rows, list):
        reader.fault((table,), "is one table", f"write each as [[{table}]]")
        return range(0)
    return range(len(rows))


def _side(reader: TomlReader, i: int) -> SideSpec:
    reader.only("side", i, known=("key", "name", "colour", "supply", "introduction"))
    colour = reader.text("side", i, "colour")
    if len(colour) != len("#123456") or not colour.startswith("#"):
        reader.fault(("side", i, "colour"), f"is {colour!r}", "write it as #8f8a4a")
    return SideSpec(
        reader.text("side", i, "key"), reader.text("side", i, "name"), colour, reader.text("side", i, "supply"),
        reader.text("side", i, "introduction", default=""),
    )  # fmt: skip


def _source(reader: TomlReader, i: int, sides: tuple[str, ...]) -> SourceSpot:
    reader.only("source", i, known=("id", "side", "name", "lon", "lat", "sea"))
    lon, lat = _spot(reader, "source", i)
    return SourceSpot(
        reader.text("source", i, "id"),
        _side_key(reader, "source", i, sides),
        reader.text("source", i, "name"),
        lon,
        lat,
        sea=_flag(reader, "source", i, "sea"),
    )


def _flag(reader: TomlReader, *keys: str | int) -> bool:
    value = reader.raw(*keys)
    if value is not None and not isinstance(value, bool):
        reader.fault(keys, f"is {value!r}", "write true or false")
    return value is True


def _objective(reader: TomlReader, i: int, sides: tuple[str, ...], days: int) -> ObjectiveSpot:
    reader.only("objective", i, known=("name", "lon", "lat", "side", "points", "by_day", "fell"))
    lon, lat = _spot(reader, "objective", i)
    return ObjectiveSpot(
        name=reader.text("objective", i, "name"), lon=lon, lat=lat, side=_side_key(reader, "objective", i, sides),
        points=int(reader.number("objective", i, "points", low=0, high=1000)),
        by_day=int(reader.number("objective", i, "by_day", low=1, high=days, default=days)),
        fell=int(reader.number("objective", i, "fell", low=0, high=days, default=0)),
    )  # fmt: skip


def _air(reader: TomlReader, i: int, sides: tuple[str, ...], days: int) -> AirDay:
    reader.only("air", i, known=("side", "day", "dice"))
    return AirDay(
        _side_key(reader, "air", i, sides),
        int(reader.number("air", i, "day", low=1, high=days)),
        int(reader.number("air", i, "dice", low=0, high=100)),
    )


def _sample(reader: TomlReader, i: int, sides: tuple[str, ...]) -> SampleSpot:
    reader.only("sample", i, known=("id", "sample", "side", "name", "parent", "lon", "lat"))
    placed = any(reader.raw("sample", i, key) is not None for key in ("lon", "lat"))
    key = reader.text("sample", i, "id")
    return SampleSpot(
        id=key, sample=reader.text("sample", i, "sample"), side=_side_key(reader, "sample", i, sides),
        name=reader.text("sample", i, "name", default=key), parent=reader.text("sample", i, "parent", default=""),
        spot=_spot(reader, "sample", i) if placed else None, place=reader.place("sample", i, "id"),
    )  # fmt: skip


def _setup(reader: TomlReader, i: int, sides: tuple[str, ...]) -> SetupEdge:
    reader.only("setup", i, known=("side", "edge", "defends"))
    edge = reader.choice("setup", i, "edge", known=_EDGES, default=_EDGES[0])
    side, defends = _side_key(reader, "setup", i, sides), _flag(reader, "setup", i, "defends")
    return SetupEdge(side, edge, defends, reader.place("setup", i, "side"))


def _side_key(reader: TomlReader, table: str, i: int, sides: tuple[str, ...]) -> str:
    # Nothing is taken for a side that was left out: the row would be the first side's without a word.
    if reader.raw(table, i, "side") is None:
        reader.fault((table, i, "side"), "is missing", f"name one of {', '.join(sides)}")
    return reader.choice(table, i, "side", known=sides, default=sides[0] if sides else "")


def _spot(reader: TomlReader, table: str, i: int) -> tuple[float, float]:
    return reader.number(table, i, "lon", low=-180, high=180), reader.number(table, i, "lat", low=-90, high=90)


def _date(reader: TomlReader) -> dt.date:
    value = reader.raw("start")
    if isinstance(value, dt.date) and not isinstance(value, dt.datetime):
        return value
    try:
        return dt.date.fromisoformat(str(value))
    except ValueError:
        reader.fault(("start",), f"is {value!r}, no date", "write it as 1944-12-16")
        return dt.date(1944, 1, 1)


def _front(reader: TomlReader) -> tuple[tuple[float, float], ...]:
    points = reader.raw("front")
    if points is None:
        return ()
    if not isinstance(points, list) or not all(_is_point(point) for point in points) or len(points) < 2:
        reader.fault(("front",), "is no line of [lon, lat] points", "write it as [[6.2, 50.5], [6.3, 50.4]]")
        return ()
    return tuple((float(lon), float(lat)) for lon, lat in points)


def _is_point(point: object) -> bool:
    return isinstance(point, list) and len(point) == 2 and all(isinstance(x, int | float) for x in point)


def _table(reader: TomlReader, name: str) -> dict[str, Any]:
    given = reader.raw(name) or {}
    if not isinstance(given, dict):
        reader.fault((name,), "is no table", f"write [{name}] and a line for each setting")
        return {}
    return dict(given)


def _strangers(scenario: Scenario, orbat: Orbat) -> list[Problem]:
    """List sides and supply sources that the order of battle names and the scenario does not have."""
    sides, sources = {side.key for side in scenario.sides}, {source.id for source in scenario.sources}
    problems = [
        Problem(row.place, f"side {row.side!r} is not in {SCENARIO_FILE}", did_you_mean(row.side, sides))
        for row in _either(orbat)
        if row.side not in sides
    ]
    problems += [
        Problem(row.place, f"supply source {row.source!r} is not in {SCENARIO_FILE}", did_you_mean(row.source, sources))
        for row in orbat.formations
        if row.source and row.source not in sources
    ]
    return problems


def _either(orbat: Orbat) -> Iterator[FormationRow | StandRow]:
    yield from orbat.formations
    yield from orbat.stands
