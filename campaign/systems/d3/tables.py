"""Read the D3 rules' own tables.

The figures live in ``d3_one_hour.toml``; this module gives them types, refuses a key it does not know, and says what
does not fit together.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property

from campaign.kit.book import Names, Overrides, Row, Text, read_book
from campaign.model.tables import Tables
from campaign.systems.d3.facts import FACTS
from campaign.systems.files import table_text
from maps.problems import Problem

ARMOUR = ("light", "medium", "heavy")
RANGE_READINGS = {"artillery": "artillery_range", "tank": "tank_range"}
"""Weapons that have two ranges in the text: the reading that says which holds."""
_TARGETS = ("infantry", "gun", *ARMOUR)
_CLASSES = ("woods", "buildings", "hill", "marsh", "lake", "open")
_FACES = 6
NAMES = (
    Names("unit.*.moves", "movement.plus"),
    Names("unit.*.target", _TARGETS),
    Names("unit.*.weapon", "weapon"),
    Names("unit.*.reverts_to", "unit.*.key"),
    Names("by_branch.*", "unit.*.key"),
    Names("upgrade.*", "unit.*.key"),
    *(Names(f"terrain.{use}", _CLASSES) for use in ("capped", "covering", "blocking", "impassable")),
)


class MovementTable(Row, frozen=True):
    """3.4: inches."""

    step: int
    plus: dict[str, int]
    pinned: int
    stop: int
    cap: int
    passable_crossings: tuple[str, ...]
    water_sides: tuple[str, ...]


class TerrainTable(Row, frozen=True):
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


class SightingTable(Row, frozen=True):
    """3.7: inches that a target is seen from, in the open or hidden in woods and buildings."""

    vehicle: dict[str, int]
    foot: dict[str, int]
    mortar_sighter: int


class Weapon(Row, frozen=True):
    """3.8: range in inches (None: the reading says it), and what is added to the D3."""

    soft: int
    armour: int
    heavy: int
    soft_cover: int
    armour_cover: int
    range: int | None = None
    pins: bool = False
    indirect: bool = False


class ShootingTable(Row, frozen=True):
    """3.8, 3.11: targets at half range, and the options' modifiers."""

    halved: tuple[str, ...]
    smoke: int
    retired: int
    retire: int


class EliminationTable(Row, frozen=True):
    """3.10."""

    hits: int
    near: int


class Unit(Row, frozen=True):
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
    static: bool = False
    retires: bool = False
    never_halved: bool = False
    direct_only: bool = False
    smoke: bool = False
    """Lays smoke instead of shooting, and brings markers for it."""
    range: int | None = None
    """Inches, where the sheet differs from the weapon."""
    reverts_to: str = ""

    @property
    def soft(self) -> bool:
        """Whether its target type is infantry or gun."""
        return self.target not in ARMOUR


class ArmyRow(Row, frozen=True):
    """3.16: an army of six units."""

    d6: int
    infantry: int = 0
    mortar: int = 0
    antitank: int = 0
    tank: int = 0


class D3Tables(Tables, frozen=True, dict=True, rename={"weapons": "weapon", "sheets": "unit", "armies": "army"}):
    """The D3 rules' tables: what all rule systems have, and what only this one has."""

    movement: MovementTable
    terrain: TerrainTable
    sighting: SightingTable
    weapons: dict[str, Weapon]
    shooting: ShootingTable
    elimination: EliminationTable
    sheets: tuple[Unit, ...]
    by_branch: dict[str, str]
    armies: tuple[ArmyRow, ...]
    upgrade: dict[str, tuple[str, ...]]

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """The unit sheets by key."""
        return {unit.key: unit for unit in self.sheets}

    @cached_property
    def terrain_classes(self) -> Mapping[str, str]:
        """The class of each name of terrain."""
        return {name: word for word in _CLASSES for name in getattr(self.terrain, word)}


def read_d3_tables(text: Text | None = None, overrides: Overrides | None = None) -> D3Tables:
    """Read the tables, the shipped file unless a text is given."""
    text = text or table_text("d3_one_hour")
    return read_book(D3Tables, text, overrides, names=NAMES, facts=FACTS, problems=problems)


def problems(tables: D3Tables) -> Iterator[Problem]:
    """List what does not fit together in tables, besides names that no other table knows."""
    yield from _weapon_problems(tables)
    yield from _army_problems(tables)
    for key, row in tables.upgrade.items():
        if len(row) != _FACES:
            yield Problem(f"[upgrade] {key}", f"has {len(row)} faces", "give a unit for each face of a D6")
    twice = [name for word in _CLASSES for name in getattr(tables.terrain, word)]
    for name in sorted({name for name in twice if twice.count(name) > 1}):
        yield Problem("[terrain]", f"{name!r} has two classes", "leave it in one")


def _weapon_problems(tables: D3Tables) -> Iterator[Problem]:
    for key, weapon in tables.weapons.items():
        if (weapon.range is None) != (key in RANGE_READINGS):
            way = f"leave it to the reading {RANGE_READINGS[key]}" if key in RANGE_READINGS else "give range in inches"
            yield Problem(f"[weapon.{key}]", f"range is {weapon.range}", way)


def _army_problems(tables: D3Tables) -> Iterator[Problem]:
    if sorted(row.d6 for row in tables.armies) != list(range(1, _FACES + 1)):
        yield Problem("[[army]]", "does not have one row for each face of a D6", "give d6 = 1 to 6, each once")
    for row in tables.armies:
        count = row.infantry + row.mortar + row.antitank + row.tank
        if count != _FACES:
            yield Problem(f"[[army]] d6 = {row.d6}", f"has {count} units", "an army has six")
