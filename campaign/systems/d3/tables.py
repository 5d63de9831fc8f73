"""
Read the D3 rules' own tables.

The figures live in ``d3_one_hour.toml``; this module gives them types, refuses
a key it does not know, and says what does not fit together.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from campaign.model.tables import Interpretation, LossWords, PhaseRow, Tables, overridden
from campaign.systems.d3.facts import FACTS
from campaign.systems.files import table_text
from maps.problems import Problem, did_you_mean, raise_any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

__all__ = [
    "RANGE_READINGS",
    "ArmyRow",
    "D3Tables",
    "MovementTable",
    "TerrainTable",
    "Unit",
    "Weapon",
    "problems",
    "read_d3_tables",
]

ARMOUR = ("light", "medium", "heavy")
RANGE_READINGS = {"artillery": "artillery_range", "tank": "tank_range"}
"""Weapons for whose range the text has two figures: the reading that says which."""
_TARGETS = ("infantry", "gun", *ARMOUR)
_FACES = 6


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of the tables below: a key that is not known is an error."""


class MovementTable(_Table, frozen=True):
    """3.4: inches."""

    step: int
    plus: dict[str, int]
    pinned: int
    stop: int
    cap: int
    passable_crossings: tuple[str, ...]
    water_sides: tuple[str, ...]


class TerrainTable(_Table, frozen=True):
    """3.5: which names of terrain are woods, buildings, hill, marsh, lake or open, and what these do."""

    woods: tuple[str, ...]
    buildings: tuple[str, ...]
    hill: tuple[str, ...]
    marsh: tuple[str, ...]
    lake: tuple[str, ...]
    open: tuple[str, ...]
    capped: tuple[str, ...]
    covering: tuple[str, ...]
    blocking: tuple[str, ...]
    impassable: tuple[str, ...]
    hedged: tuple[str, ...]
    """Names of terrain with hedges on all sides."""

    def classes(self) -> dict[str, str]:
        """Give the class of each name of terrain."""
        return {name: word for word in _CLASSES for name in getattr(self, word)}


_CLASSES = ("woods", "buildings", "hill", "marsh", "lake", "open")


class SightingTable(_Table, frozen=True):
    """3.7: inches at which a target is seen, in the open or hidden in woods and buildings."""

    vehicle: dict[str, int]
    foot: dict[str, int]
    mortar_sighter: int


class Weapon(_Table, frozen=True):
    """3.8: range in inches (None: the reading says it), and what is added to the D3."""

    soft: int
    armour: int
    heavy: int
    soft_cover: int
    armour_cover: int
    range: int | None = None
    pins: bool = False
    indirect: bool = False


class ShootingTable(_Table, frozen=True):
    """3.8 and 3.11: at whom ranges are halved, and the modifiers of the options."""

    halved: tuple[str, ...]
    smoke: int
    retired: int
    retire: int


class EliminationTable(_Table, frozen=True):
    """3.10."""

    hits: int
    near: int


class Unit(_Table, frozen=True):
    """3.3: a unit sheet."""

    key: str
    branch: str
    moves: str
    target: str
    weapon: str
    foot: bool = False
    """Seen and hidden as infantry and guns are; else as vehicles."""
    move_and_shoot: bool = False
    overruns: bool = False
    """Destroys guns that can be overrun by coming into contact."""
    overrun: bool = False
    """Is destroyed so."""
    smoke: bool = False
    """Lays smoke instead of shooting, and brings markers for it."""
    static: bool = False
    retires: bool = False
    never_halved: bool = False
    direct_only: bool = False
    range: int | None = None
    """Inches, where the sheet differs from the weapon."""
    reverts_to: str = ""

    @property
    def soft(self) -> bool:
        """Whether its target type is infantry or gun."""
        return self.target not in ARMOUR


class ArmyRow(_Table, frozen=True):
    """3.16: an army of six units."""

    d6: int
    infantry: int = 0
    mortar: int = 0
    antitank: int = 0
    tank: int = 0


class _File(_Table, frozen=True):
    key: str
    name: str
    source: str
    marks: frozenset[str]
    actions: tuple[str, ...]
    losses: LossWords
    phase: tuple[PhaseRow, ...]
    movement: MovementTable
    terrain: TerrainTable
    sighting: SightingTable
    weapon: dict[str, Weapon]
    shooting: ShootingTable
    elimination: EliminationTable
    unit: tuple[Unit, ...]
    by_branch: dict[str, str]
    army: tuple[ArmyRow, ...]
    upgrade: dict[str, tuple[str, ...]]
    interpretation: tuple[Interpretation, ...]


class D3Tables(Tables, frozen=True, dict=True):
    """The D3 rules' tables: what all rulesets have, and what only this one has."""

    movement: MovementTable
    terrain: TerrainTable
    sighting: SightingTable
    weapons: dict[str, Weapon]
    shooting: ShootingTable
    elimination: EliminationTable
    units: dict[str, Unit]
    by_branch: dict[str, str]
    armies: tuple[ArmyRow, ...]
    upgrade: dict[str, tuple[str, ...]]

    @cached_property
    def readings(self) -> Mapping[str, str | int | float | bool]:
        """The interpretations by key."""
        return {item.key: item.value for item in self.interpretations}

    @cached_property
    def terrain_classes(self) -> Mapping[str, str]:
        """The class of each name of terrain."""
        return self.terrain.classes()

    @cached_property
    def terrain_key(self) -> tuple[tuple[str, str], ...]:
        """The same, as a key to what was worked out from it."""
        return tuple(sorted(self.terrain_classes.items()))


def read_d3_tables(text: str | None = None, overrides: Mapping[str, str | float | bool] | None = None) -> D3Tables:
    """
    Read the tables, the shipped file unless a text is given.

    Parameters
    ----------
    overrides
        Interpretations set otherwise by the umpire, by key.

    Raises
    ------
    msgspec.ValidationError
        If the text has unknown or missing keys, or values of the wrong kind; the message names the path.
    ProblemsFound
        If the tables do not fit together, or an override names no interpretation, one that is fixed, or a
        value that it cannot have.
    """
    if text is None:
        text = table_text("d3_one_hour")
    file = msgspec.toml.decode(text, type=_File)
    tables = D3Tables(
        key=file.key,
        name=file.name,
        source=file.source,
        phases=file.phase,
        marks=file.marks,
        open_marks=file.marks,
        stores=(),
        facts=FACTS,
        actions=file.actions,
        losses=file.losses,
        interpretations=overridden(file.interpretation, overrides or {}),
        movement=file.movement,
        terrain=file.terrain,
        sighting=file.sighting,
        weapons=file.weapon,
        shooting=file.shooting,
        elimination=file.elimination,
        units={unit.key: unit for unit in file.unit},
        by_branch=file.by_branch,
        armies=file.army,
        upgrade=file.upgrade,
    )
    raise_any(problems(tables))
    return tables


def problems(tables: D3Tables) -> list[Problem]:
    """List what does not fit together in tables: names that no other table knows, armies and faces left out."""
    return [*_unit_problems(tables), *_weapon_problems(tables), *_name_problems(tables), *_army_problems(tables)]


def _weapon_problems(tables: D3Tables) -> Iterator[Problem]:
    for key, weapon in tables.weapons.items():
        if (weapon.range is None) != (key in RANGE_READINGS):
            way = f"leave it to the reading {RANGE_READINGS[key]}" if key in RANGE_READINGS else "give range in inches"
            yield Problem(f"[weapon.{key}]", f"range is {weapon.range}", way)


def _unit_problems(tables: D3Tables) -> Iterator[Problem]:
    for unit in tables.units.values():
        place = f"[[unit]] {unit.key}"
        yield from _known(place, "moves", unit.moves, tables.movement.plus)
        yield from _known(place, "target", unit.target, _TARGETS)
        yield from _known(place, "weapon", unit.weapon, tables.weapons)
        if unit.reverts_to:
            yield from _known(place, "reverts_to", unit.reverts_to, tables.units)


def _name_problems(tables: D3Tables) -> Iterator[Problem]:
    for branch, key in tables.by_branch.items():
        yield from _known("[by_branch]", branch, key, tables.units)
    for key, row in tables.upgrade.items():
        if len(row) != _FACES:
            yield Problem(f"[upgrade] {key}", f"has {len(row)} faces", "give a unit for each face of a D6")
        for unit in row:
            yield from _known("[upgrade]", key, unit, tables.units)
    for use in ("capped", "covering", "blocking", "impassable"):
        for word in getattr(tables.terrain, use):
            yield from _known("[terrain]", use, word, _CLASSES)
    twice = [name for word in _CLASSES for name in getattr(tables.terrain, word)]
    for name in sorted({name for name in twice if twice.count(name) > 1}):
        yield Problem("[terrain]", f"{name!r} has two classes", "leave it in one")


def _army_problems(tables: D3Tables) -> Iterator[Problem]:
    if sorted(row.d6 for row in tables.armies) != list(range(1, _FACES + 1)):
        yield Problem("[[army]]", "does not have one row for each face of a D6", "give d6 = 1 to 6, each once")
    for row in tables.armies:
        count = row.infantry + row.mortar + row.antitank + row.tank
        if count != _FACES:
            yield Problem(f"[[army]] d6 = {row.d6}", f"has {count} units", "an army has six")


def _known(place: str, what: str, word: str, known: Collection[str]) -> Iterator[Problem]:
    if word not in known:
        yield Problem(place, f"{what} is {word!r}, which there is not", did_you_mean(word, known))
