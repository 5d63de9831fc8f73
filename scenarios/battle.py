"""
Set up a battle: a board, two forces, a rule system.

A battle is a campaign of its own: it has the same log, the same page, the same undo. Forces
are told by roles (``infantry``, ``armour`` ...) that ``conversion.toml`` turns into the units of
the rule system, and by its sample organisations (``sample tanks``). They are put in formations
with a headquarters where the system has them, and set up in the zones of the board, nearest to
its edge first, or next to them, wherever the rules let them stand.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from campaign.engine.ruleset import HasOrganisations
from campaign.model.calendar import Clock
from campaign.model.situation import Situation
from campaign.model.state import State
from campaign.model.things import NO_SIDE, Formation, Objective, Setting, Side, Stand, SupplySource
from campaign.model.verbs.opening import CampaignOpened
from maps.grid.hexgrid import SIDES
from maps.lonlat import lonlat_of
from maps.problems import Problem, ProblemsFound, did_you_mean, raise_any
from scenarios.conversion import shipped_roles
from scenarios.mustering import force_problems, is_support, raise_forces
from scenarios.opening import Opening

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.engine.ruleset import Ruleset
    from maps.grid.hexmap import HexMap
    from scenarios.board import Board

__all__ = [
    "BattlePlan", "Force", "default_zones", "open_battle", "plan_on", "plan_on_map", "planned", "read_force",
    "set_up_battle", "setup_zones", "usual_day",
]  # fmt: skip

_COLOURS = {"red": "#a8453c", "blue": "#3f5f8f"}
_YEAR_OF_ALL = "1944"
_YEARS = re.compile(r"\b(1[5-9]|20)(\d\d)(?:\s*[-–]\s*(\d\d))?\b")
"""Of wars as people name them: 1792-1815, 1939-45."""
_PART = re.compile(r"\s*(sample\s+)?(\w+)\s*(?:[x*]\s*(\d{1,2}))?\s*")
_MOST_UNITS = 60
_METRES_OF_A_KM = 1000
_BESIDE = 1
"""How many hexes outside its zone a side may set up, where the zone is full."""
_EAST = 1
"""The hexside that looks most to the east, in either layout."""


@dataclass(frozen=True, slots=True)
class Force:
    """What a side brings: roles, one for each unit, in the order that they are set up."""

    side: str
    name: str
    roles: tuple[str, ...]
    samples: tuple[str, ...] = ()
    """Keys of sample organisations, a formation each."""


@dataclass(frozen=True)
class BattlePlan:
    """All that a battle is set up from but the board and the rules."""

    name: str
    forces: tuple[Force, Force]
    zones: Mapping[str, Sequence[int]]
    """Hexes where each side sets up, the first first; a stand that is named by its id sets up in its own before."""
    days: int = 1
    date: str = "1944-06-06"
    weather: str = "fine"
    objectives: tuple[Objective, ...] = ()
    overrides: Mapping[str, str | int | float | bool] = field(default_factory=dict)
    air: Mapping[str, int] = field(default_factory=dict)
    """Dice of air power of each side, every day."""
    introduction: str = ""
    follows: str = ""
    """The battle that the units came from, if one went before."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """Of sides that are called otherwise than red and blue."""


def read_force(text: str, side: str, name: str = "") -> Force:
    """
    Read a force: ``infantry x3, armour, artillery``, or ``sample tanks x2, sample divisional``.

    Which sample organisations there are the rule system says; ``open_battle`` asks it.

    Raises
    ------
    ProblemsFound
        With every word that is no role.

    >>> read_force("infantry x2, armour", "red").roles
    ('infantry', 'infantry', 'armour')
    """
    roles: list[str] = []
    samples: list[str] = []
    problems = []
    for part in filter(None, map(str.strip, text.split(","))):
        found = _PART.fullmatch(part)
        if found is None or not (found[1] or found[2] in shipped_roles()):
            problems.append(Problem(f"force of {side}", f"{part!r} is no unit", did_you_mean(part, shipped_roles())))
        else:
            (samples if found[1] else roles).extend([found[2]] * int(found[3] or 1))
    if not problems and not 1 <= len(roles) + len(samples) <= _MOST_UNITS:
        told = f"has {len(roles) + len(samples)} units"
        problems.append(Problem(f"force of {side}", told, f"name 1 to {_MOST_UNITS}"))
    raise_any(problems)
    return Force(side, name or side.capitalize(), tuple(roles), tuple(samples))


def default_zones(hexmap: HexMap, sides: Sequence[str], *, deep: int = 0) -> dict[str, tuple[int, ...]]:
    """Give the first side the western third of a board, or so many columns, the second the eastern, from the edge."""
    grid = hexmap.layout.grid
    third, middle = deep or max(1, grid.cols // 3), grid.rows / 2
    hexes = [index for index in range(len(grid)) if hexmap.inside[index]]

    def order(index: int) -> tuple[int, float]:
        col, row = index % grid.cols, index // grid.cols
        return min(col, grid.cols - 1 - col), abs(row - middle)

    west = sorted((index for index in hexes if index % grid.cols < third), key=order)
    east = sorted((index for index in hexes if index % grid.cols >= grid.cols - third), key=order)
    return {sides[0]: tuple(west), sides[1]: tuple(east)}


def setup_zones(hexmap: HexMap, sides: Sequence[str], defender: str, ruleset: Ruleset) -> dict[str, tuple[int, ...]]:
    """
    Give the set-up areas of the rules' text: the defender's, and the attacker's on the opposite edge.

    The first side's edge is the west, the second's the east.

    Raises
    ------
    ProblemsFound
        If the rules name no set-up areas.
    """
    if not isinstance(ruleset.play, HasOrganisations):
        what = f"{ruleset.tables.name} says nothing of where a defender sets up"
        raise ProblemsFound([Problem("who defends", what, "leave it out: both set up in the zones of the board")])
    zones = default_zones(hexmap, sides, deep=hexmap.layout.grid.cols)
    areas = {
        side: ruleset.play.setup_area(hexmap.layout.grid, edge, defends=side == defender)
        for side, edge in zip(sides, ("west", "east"), strict=True)
    }
    return {side: tuple(index for index in zones[side] if index in areas[side]) for side in sides}


def plan_on(
    board: Board, forces: tuple[Force, Force], ruleset: Ruleset, *, days: int = 1, name: str = ""
) -> BattlePlan:
    """
    Plan a battle on a made board: its zones, its objectives for both sides, its inches.

    Where the rule system reads how many inches a hex is (``hex_inches``), or how long an inch is on the ground
    (``inch_km``), the board says it: its hexes are so many inches wide under every system that measures in inches.
    """
    readings = {item.key for item in ruleset.tables.interpretations}
    inches: dict[str, str | int | float | bool] = {
        "hex_inches": board.hex_inches,
        "inch_km": board.inch_m / _METRES_OF_A_KM,
    }
    objectives = (Objective(o.name, o.hex, force.side, o.points, days) for o in board.objectives for force in forces)
    zones = {force.side: zone for force, zone in zip(forces, board.zones, strict=True)}
    return BattlePlan(
        name or board.name, forces, zones, days=days, objectives=tuple(objectives),
        overrides={key: value for key, value in inches.items() if key in readings}, introduction=board.introduction,
    )  # fmt: skip


def plan_on_map(hexmap: HexMap, forces: tuple[Force, Force], *, days: int = 1) -> BattlePlan:
    """Plan a battle on a map that is no board: each side sets up on its edge, and there are no objectives."""
    return BattlePlan(hexmap.name, forces, default_zones(hexmap, [one.side for one in forces]), days=days)


def planned(
    plan: BattlePlan,
    hexmap: HexMap,
    ruleset: Ruleset,
    *,
    defender: str = "",
    air: Mapping[str, int] | None = None,
    date: str = "",
) -> BattlePlan:
    """
    Give a plan set-up areas of the rules' text, if a side defends, dice of air power, and its day.

    Raises
    ------
    ProblemsFound
        If the rules name no set-up areas, or the day is none.
    """
    sides = [force.side for force in plan.forces]
    zones = setup_zones(hexmap, sides, defender, ruleset) if defender else plan.zones
    day = _day(date) if date else usual_day(ruleset)
    return replace(plan, zones=zones, air=air or {}, date=day)


def usual_day(ruleset: Ruleset) -> str:
    """Give the day of a battle that names none: 6 June 1944, or in the middle of the wars that the rules are for."""
    told = _YEARS.findall(ruleset.tables.period) or [(_YEAR_OF_ALL[:2], _YEAR_OF_ALL[2:], "")]
    years = [int(century + year) for century, *named in told for year in named if year]
    first, last = min(years), max(years)
    return f"{_YEAR_OF_ALL if first <= int(_YEAR_OF_ALL) <= last else (first + last) // 2}-06-06"


def _day(told: str) -> str:
    try:
        return dt.date.fromisoformat(told).isoformat()
    except ValueError:
        raise ProblemsFound([Problem("date", f"{told[:20]!r} is no date", "write it as 1944-12-16")]) from None


def open_battle(plan: BattlePlan, board: HexMap, ruleset: Ruleset, *, seed: str, dice: str = "seeded") -> Opening:
    """
    Make the first event of a battle.

    Raises
    ------
    ProblemsFound
        If a role has no unit in these rules, or a side no room to set up.
    """
    raise_any([*force_problems(plan.forces, ruleset), *_air_problems(plan, ruleset)])
    formations, stands = raise_forces(plan.forces, ruleset)
    return set_up_battle(plan, formations, stands, board, ruleset, seed=seed, dice=dice)


def set_up_battle(
    plan: BattlePlan,
    formations: Mapping[str, Formation],
    stands: Sequence[Stand],
    board: HexMap,
    ruleset: Ruleset,
    *,
    seed: str,
    dice: str,
) -> Opening:
    """
    Make the first event of a battle of units that are known.

    Raises
    ------
    ProblemsFound
        If a side finds no room to set up.
    """
    setting = _setting(plan, board, ruleset, seed, dice)
    state = State(
        setting=setting, clock=Clock(phase=ruleset.tables.phases[0].key), weather=plan.weather,
        formations=dict(formations), control=bytes([NO_SIDE]) * len(board),
    )  # fmt: skip
    situation = _set_up(Situation(state, board, ruleset.tables), stands, plan, ruleset)
    event = CampaignOpened(
        setting=setting, clock=state.clock, stands=tuple(situation.state.stands.values()),
        formations=tuple(formations.values()), control=_control(situation, plan), weather=plan.weather,
        why="set up as a battle", rules=ruleset.frozen,
    )  # fmt: skip
    return Opening(event, ruleset.play.cautions(situation))


def _air_problems(plan: BattlePlan, ruleset: Ruleset) -> list[Problem]:
    if not any(plan.air.values()) or ruleset.tables.keeps(State, "air_dice"):
        return []
    return [Problem("air", f"{ruleset.tables.name} knows no dice of air power", "leave them out")]


def _setting(plan: BattlePlan, board: HexMap, ruleset: Ruleset, seed: str, dice: str) -> Setting:
    middle = lonlat_of(board.layout, board.layout.centres().mean(axis=0))[0]
    sides = (
        Side(f.side, f.name, {**_COLOURS, **plan.colours}.get(f.side, "#777777"), _SUPPLY[k])
        for k, f in enumerate(plan.forces)
    )
    return Setting(
        scenario="battle", name=plan.name, ruleset=ruleset.tables.key, map_key=board.key, start=plan.date,
        days=plan.days, latitude=float(middle[1]), longitude=float(middle[0]),
        utc_offset_h=float(round(float(middle[0]) / 15)), seed=seed, sides=tuple(sides), objectives=plan.objectives,
        overrides=plan.overrides, introduction=plan.introduction, dice=dice, sources=_sources(plan, ruleset),
        follows=plan.follows,
        air=tuple((side, day + 1, count) for side, count in plan.air.items() for day in range(plan.days) if count),
    )  # fmt: skip


def _sources(plan: BattlePlan, ruleset: Ruleset) -> tuple[SupplySource, ...]:
    """Bring supply in behind each side, at the first hex of its zone, in rules that count stores."""
    if not ruleset.tables.stores:
        return ()
    return tuple(SupplySource(f"{f.side}-base", f.side, f"{f.name} base", plan.zones[f.side][0]) for f in plan.forces)


_SUPPLY = ("allied", "axis")


def _set_up(situation: Situation, stands: Sequence[Stand], plan: BattlePlan, ruleset: Ruleset) -> Situation:
    problems = []
    for stand in sorted(stands, key=lambda one: (is_support(one, ruleset), one.attached_to is None)):
        support = is_support(stand, ruleset)
        found = _room(situation, stand, (*plan.zones.get(stand.id, ()), *plan.zones[stand.side]), ruleset)
        if found is None:
            problems.append(_no_room(stand, support=support))
            continue
        host = _host_in(situation, found, stand, ruleset) if support else None
        facing = _facing(stand, plan) if ruleset.tables.facing else None
        placed = msgspec.structs.replace(stand, hex=found, facing=facing, attached_to=host)
        situation = _with(situation, placed)
    if problems:
        raise ProblemsFound(problems)
    return situation


def _no_room(stand: Stand, *, support: bool) -> Problem:
    if support:
        return Problem(stand.profile.name, "finds no unit to stand with", "bring fewer like it, or more units")
    what = f"finds no hex in the zone of {stand.side} that takes it"
    return Problem(stand.profile.name, what, "make the zone larger or the force smaller")


def _host_in(situation: Situation, index: int, stand: Stand, ruleset: Ruleset) -> str | None:
    there = (s for s in situation.state.stands.values() if s.hex == index and s.side == stand.side)
    return next((one.id for one in there if not is_support(one, ruleset)), None)


def _room(situation: Situation, stand: Stand, zone: Sequence[int], ruleset: Ruleset) -> int | None:
    """Find a hex for a stand: a support's is that of the stand it names, else of one of its formation, else of any."""
    off_map = _with(situation, stand)
    hexes: Iterator[int] = _widened(situation, zone)
    if is_support(stand, ruleset):
        own = [s for s in situation.state.stands.values() if s.formation == stand.formation and s.hex is not None]
        own.sort(key=lambda s: (s.id != stand.attached_to, s.profile.kind == "hq"))
        hexes = chain((s.hex for s in own if s.hex is not None), hexes)
    return next((index for index in hexes if ruleset.play.fits(off_map, stand.id, index)), None)


def _widened(situation: Situation, zone: Sequence[int]) -> Iterator[int]:
    """Give the hexes of a zone, then those next to it: a zone may be too small for a force with headquarters."""
    yield from zone
    grid = situation.map.layout.grid
    near = dict.fromkeys(other for index in zone for other in grid.within(index, _BESIDE))
    yield from (index for index in near if index not in zone and situation.map.inside[index])


def _with(situation: Situation, stand: Stand) -> Situation:
    state = situation.state
    return situation.with_state(msgspec.structs.replace(state, stands={**state.stands, stand.id: stand}))


def _facing(stand: Stand, plan: BattlePlan) -> int:
    """Look at the enemy's zone: east for the first side, west for the second."""
    return _EAST if stand.side == plan.forces[0].side else (_EAST + 3) % SIDES


def _control(situation: Situation, plan: BattlePlan) -> bytes:
    held = bytearray(situation.state.control)
    for code, force in enumerate(plan.forces):
        for index in plan.zones[force.side]:
            held[index] = code
    return bytes(held)
