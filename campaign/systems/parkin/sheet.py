"""Fill out the attribute sheet of a unit (GR 5.15).

A sheet begins from the rules' own table of units, goes by movement type and projectile where that says nothing, and is
overridden field by field by the unit's own attributes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from typing import Any

from campaign.few import Few
from campaign.model.things import Profile
from campaign.systems.parkin.tables import ParkinTables
from maps.problems import Problem, did_you_mean, raise_any

Value = str | int | float
Attributes = tuple[tuple[str, Value], ...]

ROLES = ("commander", "subordinate", "both")
_TEXTS = ("name", "description", "commander", "subordinates", "special_move", "special_combat", "notes")
_WORDS = ("status", "role", "move_type", "delivery", "projectile", "target")
_WHOLE = ("p_move", "shots", "damage", "cc_attack", "cc_damage", "def_ranged", "def_close")
_MEASURES = ("command_range", "max_speed", "min_speed", "aoe", "max_range", "min_range")
_NONE = "none"
_FACES = 6
_GOES_BY = {
    "move_type": ("max_speed", "min_speed", "target"),
    "projectile": ("aoe", "damage"),
    "delivery": ("max_range", "min_range", "shots"),
}
"""The fields that a unit of its own type or weapon does not have from its kind."""
_sheets: Few[tuple[ParkinTables, int], tuple[Profile, Sheet]] = Few(10_000)
"""Sheets already filled out: a unit's profile stays the same object as long as nobody writes it anew."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a unit is, complete. Distances are MP; ``shots`` None: not limited; ``delivery`` "": no ranged weapon."""

    name: str
    description: str
    status: int
    """The rung of the ladder of status that it starts on."""
    role: str
    commander: str
    subordinates: tuple[str, ...]
    command_range: Fraction
    move_type: str
    p_move: int
    max_speed: Fraction
    min_speed: Fraction
    special_move: str
    delivery: str
    projectile: str
    aoe: Fraction
    shots: int | None
    max_range: Fraction
    min_range: Fraction
    damage: int
    cc_attack: int
    cc_damage: int
    def_ranged: int
    def_close: int
    special_combat: str
    notes: str
    target: str
    """What it counts as when it is fired at; it is not printed."""

    @property
    def flies(self) -> bool:
        """Whether it is airborne."""
        return self.move_type == "air"


FIELDS = tuple(field.name for field in fields(Sheet))


def sheet_of(tables: ParkinTables, profile: Profile) -> Sheet:
    """Fill out the sheet of a unit.

    Raises ``ProblemsFound`` if its attributes are wrong: see ``check_sheet``.
    """
    kept = _sheets.get((tables, id(profile)))
    if kept is not None and kept[0] is profile:
        return kept[1]
    found = _filled(tables, profile.kind, profile.name, profile.mover, tuple(profile.attributes.items()))
    _sheets[tables, id(profile)] = (profile, found)
    return found


def check_sheet(tables: ParkinTables, profile: Profile) -> list[Problem]:
    """List what is wrong with a unit's sheet: unknown fields and words, figures that cannot be."""
    place, given = f"sheet of {profile.name or profile.kind}", profile.attributes
    if profile.kind not in tables.unit:
        return [Problem(place, f"there is no kind of unit {profile.kind!r}", did_you_mean(profile.kind, tables.unit))]
    problems = [
        Problem(place, f"a sheet has no field {field!r}", did_you_mean(field, FIELDS))
        for field in given
        if field not in FIELDS
    ]
    problems += [
        Problem(place, f"{field} cannot be {given[field]!r}", did_you_mean(str(given[field]), known))
        for field, known in _known(tables).items()
        if field in given and given[field] not in known
    ]
    for field in (*_WHOLE, *_MEASURES):
        problems += _figure(place, field, given)
    return problems or _together(place, _layers(tables, profile.kind, profile.mover, given), tables)


def _known(tables: ParkinTables) -> dict[str, Collection[str]]:
    return {
        "status": tables.damage.statuses[:-1], "role": ROLES, "move_type": tables.move,
        "delivery": (*tables.delivery, _NONE), "projectile": tables.projectile, "target": tables.defence,
    }  # fmt: skip


def _figure(place: str, field: str, given: Mapping[str, Value]) -> list[Problem]:
    value = given.get(field, 0)
    if isinstance(value, str) or value < 0 or (field in _WHOLE and value != int(value)):
        what = "a whole number from 0" if field in _WHOLE else "a number from 0"
        return [Problem(place, f"{field} cannot be {value!r}", f"give {what}")]
    if field == "p_move" and value > _FACES:
        return [Problem(place, f"p_move cannot be {value!r}", "it is thrown for with a D6: give 0 to 6")]
    return []


def _together(place: str, sheet: Mapping[str, Value], tables: ParkinTables) -> list[Problem]:
    """Check figures against one another."""
    problems = []
    if float(sheet["min_speed"]) > float(sheet["max_speed"]):
        problems.append(Problem(place, "min_speed is more than max_speed", "a unit that must fly can fly as far"))
    if float(sheet["min_speed"]) and sheet["move_type"] != "air":
        problems.append(Problem(place, "min_speed is for airborne units", "leave it out, or give move_type air"))
    if _range(sheet, tables) < Fraction(str(sheet["min_range"])):
        problems.append(Problem(place, "min_range is more than max_range", "lower it"))
    return problems


@lru_cache(maxsize=4096)
def _filled(tables: ParkinTables, kind: str, name: str, mover: str, attributes: Attributes) -> Sheet:
    given = dict(attributes)
    raise_any(check_sheet(tables, Profile(name, name, "", kind, "", 0, mover, attributes=given)))
    layers = _layers(tables, kind, mover, given)
    filled: dict[str, Any] = {field: str(layers.get(field, "")) for field in (*_TEXTS, *_WORDS)}
    filled |= {field: int(layers[field]) for field in _WHOLE if field != "shots"}
    filled |= {field: Fraction(str(layers[field])) for field in _MEASURES}
    filled["name"] = filled["name"] or name
    filled["delivery"] = filled["delivery"].replace(_NONE, "")
    filled["status"] = tables.damage.statuses.index(filled["status"])
    filled["subordinates"] = tuple(filled["subordinates"].replace(",", " ").split())
    filled["shots"] = int(layers["shots"]) if "shots" in layers else None
    filled["max_range"] = _range(layers, tables)
    return Sheet(**filled)


def _layers(tables: ParkinTables, kind: str, mover: str, given: Mapping[str, Value]) -> dict[str, Value]:
    """Lay what is known over one another: general defaults, movement type, projectile, kind of unit, its own."""
    row = dict(tables.unit[kind])
    move_type = str(given.get("move_type") or tables.movers.get(mover) or row["move_type"])
    own = given.keys() - {"move_type"} | ({"move_type"} if move_type != row["move_type"] else set())
    gone = {field for what, its in _GOES_BY.items() if what in own for field in its}
    kept = {field: value for field, value in row.items() if field not in gone}
    mixed = {**tables.sheet, **kept, "move_type": move_type, **given}
    moves, shot = tables.move[move_type], tables.projectile[str(mixed["projectile"])]
    typical: dict[str, Value] = {
        "command_range": tables.number("command_range"), "max_speed": moves.speed,
        "min_speed": min(moves.min_speed, float(mixed.get("max_speed", moves.speed))), "target": moves.target,
        "delivery": _NONE, "aoe": shot.aoe, "damage": shot.damage, "min_range": 0, "max_range": 0,
        "def_ranged": tables.defence[str(mixed.get("target", moves.target))],
    }  # fmt: skip
    return {**typical, **mixed}


def _range(sheet: Mapping[str, Value], tables: ParkinTables) -> Fraction:
    """Give the furthest range: that of the weapon's table, unless the sheet has a shorter one."""
    bands = tables.delivery.get(str(sheet["delivery"]))
    if bands is None:
        return Fraction(0)
    own = Fraction(str(sheet["max_range"]))
    return min(own, Fraction(bands[-1])) if own else Fraction(bands[-1])
