"""
Set up a battle: a board, two forces, a rule system.

A battle is a campaign of its own: it has the same log, the same page, the same undo. Forces
are told by roles (``infantry``, ``armour`` ...) that ``conversion.toml`` turns into the units of
the rule system; they are put in formations with a headquarters where the system has them, and
set up in the zones of the board, nearest to its edge first, or next to them, wherever the rules
let them stand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from campaign.model.calendar import Clock
from campaign.model.facts import with_facts
from campaign.model.situation import Situation
from campaign.model.state import State
from campaign.model.things import NO_SIDE, Formation, Objective, Setting, Side, Stand, SupplySource
from campaign.model.verbs.opening import CampaignOpened
from maps.grid.hexgrid import SIDES
from maps.lonlat import lonlat_of
from maps.problems import Problem, ProblemsFound, did_you_mean, raise_any
from scenarios.conversion import shipped_roles
from scenarios.opening import Opening

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.engine.ruleset import Ruleset
    from maps.grid.hexmap import HexMap
    from scenarios.board import Board
    from scenarios.conversion import Role

__all__ = ["BattlePlan", "Force", "default_zones", "open_battle", "plan_on", "read_force", "set_up_battle"]

_IN_A_FORMATION = 4
_COLOURS = {"red": "#a8453c", "blue": "#3f5f8f"}
_PART = re.compile(r"\s*(\w+)\s*(?:[x*]\s*(\d{1,2}))?\s*")
_MOST_UNITS = 60
_STORES = 10
_BESIDE = 1
"""How many hexes outside its zone a side may set up, where the zone is full."""
_EAST = 1
"""The hexside that looks most to the east, in either layout."""


@dataclass(frozen=True, slots=True)
class Force:
    """What a side brings: roles, one for each unit, in the order in which they are set up."""

    side: str
    name: str
    roles: tuple[str, ...]


@dataclass(frozen=True)
class BattlePlan:
    """All that a battle is set up from but the board and the rules."""

    name: str
    forces: tuple[Force, Force]
    zones: Mapping[str, Sequence[int]]
    """Hexes in which each side sets up, the first first."""
    days: int = 1
    date: str = "1944-06-06"
    weather: str = "fine"
    objectives: tuple[Objective, ...] = ()
    overrides: Mapping[str, str | int | float | bool] = field(default_factory=dict)
    introduction: str = ""
    follows: str = ""
    """The battle from which the units came, if one went before."""


def read_force(text: str, side: str, name: str = "") -> Force:
    """
    Read a force: ``infantry x3, armour, artillery``.

    Raises
    ------
    ProblemsFound
        With every word that is no role.

    >>> read_force("infantry x2, armour", "red").roles
    ('infantry', 'infantry', 'armour')
    """
    roles: list[str] = []
    problems = []
    for part in filter(None, map(str.strip, text.split(","))):
        found = _PART.fullmatch(part)
        if found is None or found[1] not in shipped_roles():
            problems.append(Problem(f"force of {side}", f"{part!r} is no unit", did_you_mean(part, shipped_roles())))
        else:
            roles += [found[1]] * int(found[2] or 1)
    if not problems and not 1 <= len(roles) <= _MOST_UNITS:
        problems.append(Problem(f"force of {side}", f"has {len(roles)} units", f"name 1 to {_MOST_UNITS}"))
    raise_any(problems)
    return Force(side, name or side.capitalize(), tuple(roles))


def default_zones(hexmap: HexMap, sides: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Give the first side the western third of a board, the second the eastern, from the edge inwards."""
    grid = hexmap.layout.grid
    third, middle = max(1, grid.cols // 3), grid.rows / 2
    hexes = [index for index in range(len(grid)) if hexmap.inside[index]]

    def order(index: int) -> tuple[int, float]:
        col, row = index % grid.cols, index // grid.cols
        return min(col, grid.cols - 1 - col), abs(row - middle)

    west = sorted((index for index in hexes if index % grid.cols < third), key=order)
    east = sorted((index for index in hexes if index % grid.cols >= grid.cols - third), key=order)
    return {sides[0]: tuple(west), sides[1]: tuple(east)}


def plan_on(
    board: Board, forces: tuple[Force, Force], ruleset: Ruleset, *, days: int = 1, name: str = ""
) -> BattlePlan:
    """
    Plan a battle on a made board: its zones, its objectives for both sides, its inches.

    Where the rule system reads how many inches a hex is (``hex_inches``), the board says it.
    """
    readings = {item.key for item in ruleset.tables.interpretations}
    inches: dict[str, str | int | float | bool] = {"hex_inches": board.hex_inches}
    objectives = (Objective(o.name, o.hex, force.side, o.points, days) for o in board.objectives for force in forces)
    zones = {force.side: zone for force, zone in zip(forces, board.zones, strict=True)}
    return BattlePlan(
        name or board.name, forces, zones, days=days, objectives=tuple(objectives),
        overrides={key: value for key, value in inches.items() if key in readings}, introduction=board.introduction,
    )  # fmt: skip


def open_battle(plan: BattlePlan, board: HexMap, ruleset: Ruleset, *, seed: str, dice: str = "seeded") -> Opening:
    """
    Make the first event of a battle.

    Raises
    ------
    ProblemsFound
        If a role has no unit in these rules, or a side no room to set up.
    """
    key = ruleset.tables.key
    roles = [role for force in plan.forces for role in force.roles]
    missing = sorted({role for role in roles if key not in shipped_roles()[role].kinds})
    raise_any(
        [Problem(role, f"is nothing in {ruleset.tables.name}", "leave it out, or take another") for role in missing]
    )
    formations, stands = _raised(plan, ruleset)
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
        why="set up as a battle",
    )  # fmt: skip
    return Opening(event, ruleset.play.cautions(situation))


def _setting(plan: BattlePlan, board: HexMap, ruleset: Ruleset, seed: str, dice: str) -> Setting:
    middle = lonlat_of(board.layout, board.layout.centres().mean(axis=0))[0]
    sides = (Side(f.side, f.name, _COLOURS.get(f.side, "#777777"), _SUPPLY[k]) for k, f in enumerate(plan.forces))
    return Setting(
        scenario="battle", name=plan.name, ruleset=ruleset.tables.key, map_key=board.key, start=plan.date,
        days=plan.days, latitude=float(middle[1]), longitude=float(middle[0]),
        utc_offset_h=float(round(float(middle[0]) / 15)), seed=seed, sides=tuple(sides), objectives=plan.objectives,
        overrides=plan.overrides, introduction=plan.introduction, dice=dice, sources=_sources(plan, ruleset),
        follows=plan.follows,
    )  # fmt: skip


def _sources(plan: BattlePlan, ruleset: Ruleset) -> tuple[SupplySource, ...]:
    """Let supply come in behind each side, at the first hex of its zone, in rules that count stores."""
    if not ruleset.tables.stores:
        return ()
    return tuple(SupplySource(f"{f.side}-base", f.side, f"{f.name} base", plan.zones[f.side][0]) for f in plan.forces)


_SUPPLY = ("allied", "axis")


def _raised(plan: BattlePlan, ruleset: Ruleset) -> tuple[dict[str, Formation], list[Stand]]:
    formations: dict[str, Formation] = {}
    stands: list[Stand] = []
    for force in plan.forces:
        for number, roles in enumerate(_groups(force.roles, ruleset.tables.key), start=1):
            key = f"{force.side[0].upper()}{number}"
            units = list(_units(key, roles, force.side, ruleset))
            hq = next((unit.id for unit in units if unit.profile.kind == "hq"), None)
            name = f"{force.name} {number}"
            size = next((unit.profile.size for unit in units if unit.id == hq), "regiment")
            stores = dict.fromkeys(ruleset.tables.stores, _STORES)
            limits = dict.fromkeys(ruleset.tables.stores, 2 * _STORES)
            formation = Formation(key, force.side, name, key, size, "infantry", hq=hq, stores=stores)
            formations[key] = with_facts(formation, limits=limits or None)
            stands += units
    return formations, stands


def _groups(roles: Sequence[str], key: str) -> Iterator[list[Role]]:
    """Part a force into formations: four fighting units each, supports shared out, headquarters if there are such."""
    known = [shipped_roles()[role] for role in roles if role != "hq"]
    core = [role for role in known if key not in role.support]
    supports = [role for role in known if key in role.support]
    count = max(1, -(-len(core) // _IN_A_FORMATION))
    for k in range(count):
        group = core[k * _IN_A_FORMATION : (k + 1) * _IN_A_FORMATION] + supports[k::count][:_IN_A_FORMATION]
        hq = shipped_roles()["hq"]
        yield ([hq] if key in hq.kinds else []) + group


def _units(formation: str, roles: Sequence[Role], side: str, ruleset: Ruleset) -> Iterator[Stand]:
    key = ruleset.tables.key
    cores = [k for k, role in enumerate(roles) if key not in role.support and role.name != "hq"]
    hosts = iter(cores)
    for k, role in enumerate(roles):
        ident = f"{formation}.{'hq' if role.name == 'hq' else k}"
        profile = ruleset.play.profile(
            role.kinds[key], name=f"{role.name.replace('_', ' ')} {formation}.{k}", side=side
        )
        profile = msgspec.structs.replace(profile, short=ident)
        host = next(hosts, None) if key in role.support else None
        yield Stand(ident, formation, profile, attached_to=None if host is None else f"{formation}.{host}")


def _set_up(situation: Situation, stands: Sequence[Stand], plan: BattlePlan, ruleset: Ruleset) -> Situation:
    problems = []
    for stand in sorted(stands, key=lambda one: one.attached_to is not None):
        found = _room(situation, stand, plan.zones[stand.side], ruleset)
        if found is None:
            what = f"finds no hex in the zone of {stand.side} that takes it"
            problems.append(Problem(stand.profile.name, what, "make the zone larger or the force smaller"))
            continue
        situation = _with(
            situation,
            msgspec.structs.replace(stand, hex=found, facing=_facing(stand, plan) if ruleset.tables.facing else None),
        )
    if problems:
        raise ProblemsFound(problems)
    return situation


def _room(situation: Situation, stand: Stand, zone: Sequence[int], ruleset: Ruleset) -> int | None:
    host = situation.state.stands.get(stand.attached_to or "")
    if host is not None:
        return host.hex
    off_map = _with(situation, stand)
    return next((index for index in _widened(situation, zone) if ruleset.play.fits(off_map, stand.id, index)), None)


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
