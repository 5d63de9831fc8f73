"""
Turn strength points of a campaign into units on a table, and what became of them back into losses.

Both ways go by companies: a stand brings those of its size, less what it has lost; a unit on the table has those of
its own size. What each system says of its units (steps, hits, strength points) is asked of the system, so that any
campaign goes with any table.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from maps.problems import raise_any
from maps.toml_lines import TomlReader, load_toml
from scenarios.conversion import role_of_stand

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.engine.ruleset import Ruleset
    from campaign.model.things import Profile, Stand

__all__ = [
    "Brought",
    "Evening",
    "Fate",
    "Numbers",
    "Settled",
    "TableUnit",
    "fold_for",
    "raised",
    "settled",
    "shipped_numbers",
]

_FACES = 6
_MOST_FOLD = 100
_HQ = "hq"
_OTHER = "other"
_EVENING = ("turns", "minutes", "hex_inches", "inch_m")


@dataclass(frozen=True, slots=True)
class Evening:
    """A game on the table: its turns, the minutes of one, the width of a hex in inches, and the metres of an inch."""

    turns: int
    minutes: float
    hex_inches: float
    inch_m: float


@dataclass(frozen=True, slots=True)
class Numbers:
    """What ``numbers.toml`` says."""

    companies: Mapping[str, Fraction]
    most_units: Mapping[str, int]
    stragglers: Fraction
    evenings: Mapping[str, Evening]

    def evening(self, system: str) -> Evening:
        """Say how long and how large a game of a system usually is, of one that is not named as of any other."""
        return self.evenings.get(system) or self.evenings[_OTHER]


@dataclass(frozen=True, slots=True)
class Brought:
    """A stand of a campaign as it goes to the table: its strength points now, and at full strength."""

    stand: Stand
    strength: int
    full: int
    formation_kind: str = ""
    kind: str = ""
    """The kind of the table's that the umpire has it be; "": as it is converted."""


@dataclass(frozen=True, slots=True)
class TableUnit:
    """A unit on the table: whose it is, what it is, and the hits that it begins with."""

    of: str
    """The stand of the campaign."""
    name: str
    profile: Profile
    hits: int

    @property
    def steps(self) -> int:
        """The steps that it brings."""
        return self.profile.strength - self.hits


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a unit: the hits on it at the end, whether it was taken off, or left by its own edge in order."""

    hits: int = 0
    gone: bool = False
    left: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """Strength points lost for certain, and on how many faces of a die one more is."""

    lost: int
    faces: int = 0


@cache
def shipped_numbers() -> Numbers:
    """Give the numbers that come with the package."""
    return read_numbers(Path(str(files("scenarios.battles").joinpath("numbers.toml"))))


def read_numbers(path: Path) -> Numbers:
    """
    Read a table of numbers.

    Raises
    ------
    ProblemsFound
        With every fault, by line.
    """
    data, lines = load_toml(path)
    reader = TomlReader(path.name, data, lines)
    reader.only(known=("companies", "most_units", "stragglers", "table"))
    for table, least in (("companies", 0), ("most_units", 1)):
        for key, value in (data.get(table) or {}).items():
            if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0 or value < least:
                reader.fault((table, key), f"is {value!r}", "give a number above nought")
    rows = data.get("table") or {}
    if _OTHER not in rows:
        reader.fault(("table",), "has no row for other systems", f"write [table.{_OTHER}]")
    usual = _evening(reader, _OTHER, rows.get(_OTHER, dict.fromkeys(_EVENING, 1)))
    evenings = {key: _evening(reader, key, row, usual) for key, row in rows.items()}
    half = data.get("stragglers", 0)
    if isinstance(half, bool) or not isinstance(half, int | float) or not 0 <= half <= 1:
        reader.fault(("stragglers",), f"is {half!r}", "give a share from 0 to 1")
    raise_any(reader.problems)
    sizes = {key: Fraction(str(value)) for key, value in data.get("companies", {}).items()}
    most = {key: int(value) for key, value in data.get("most_units", {}).items()}
    return Numbers(sizes, most, Fraction(str(half)), evenings)


def _evening(reader: TomlReader, key: str, row: Mapping[str, float], usual: Evening | None = None) -> Evening:
    """Read a row; what it leaves out is as usual."""
    reader.only("table", key, known=_EVENING)
    found = {name: row.get(name, getattr(usual, name, 0)) for name in _EVENING}
    for name, value in found.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
            reader.fault(("table", key, name), f"is {value!r}", "give a number above nought")
            found[name] = 1
    return Evening(int(found["turns"]), *(float(found[name]) for name in _EVENING[1:]))


def raised(brought: Brought, campaign: Ruleset, table: Ruleset, fold: int = 1) -> tuple[TableUnit, ...]:
    """
    Raise the units that a stand is on the table; none if the rules of the table have nothing of its kind.

    Parameters
    ----------
    campaign, table
        The rules that the stand is of, and those that are played on the table.
    fold
        How many units of the table's own size one unit stands for, where there are too many for an evening.
    """
    stand, same = brought.stand, len({campaign.tables.like, table.tables.like}) == 1
    if brought.strength <= 0:
        return ()
    profile = stand.profile if same and not brought.kind else _profile(brought, campaign, table)
    if profile is None:
        return ()
    if same and fold == 1:
        whole = msgspec.structs.replace(profile, strength=max(brought.full, brought.strength))
        return (TableUnit(stand.id, profile.short, whole, whole.strength - brought.strength),)
    units = Fraction(brought.strength, max(brought.full, brought.strength)) * _companies(stand.profile.size)
    units /= _companies(profile.size) * fold
    if profile.kind == _HQ:
        units = min(units, Fraction(1))  # a staff is one unit, whatever it leads
    steps = max(1, round(units * profile.strength))
    return _dealt(stand, profile, steps)


def _dealt(stand: Stand, profile: Profile, steps: int) -> tuple[TableUnit, ...]:
    """Deal steps out to as few units as hold them: all are whole but the last, which has the rest as hits."""
    count = ceil(steps / profile.strength)
    short = stand.profile.short or stand.id
    names = [short] if count == 1 else [f"{short} {_letter(k)}" for k in range(count)]
    rest = count * profile.strength - steps
    named = [msgspec.structs.replace(profile, name=name, short=name) for name in names]
    return tuple(
        TableUnit(stand.id, name, whole, rest if k == count - 1 else 0)
        for k, (name, whole) in enumerate(zip(names, named, strict=True))
    )


def _letter(k: int) -> str:
    return chr(ord("A") + k) if k < 26 else str(k + 1)


def _companies(size: str) -> Fraction:
    return shipped_numbers().companies.get(size, Fraction(1))


def _profile(brought: Brought, campaign: Ruleset, table: Ruleset) -> Profile | None:
    stand, kind = brought.stand, brought.kind
    if not kind:
        role = role_of_stand(stand, brought.formation_kind, campaign, table)
        if role is None:
            return None
        kind = role.kinds[table.tables.like]
    line = table.play.profile(kind, name=stand.profile.name, side=stand.side)
    return msgspec.structs.replace(line, short=stand.profile.short)


def fold_for(everybody: Sequence[Sequence[Brought]], campaign: Ruleset, table: Ruleset) -> int:
    """Say how many units one must stand for, so that no side has more than the rules of the table have in mind."""
    most = shipped_numbers().most_units.get(table.tables.like)
    fold = 1
    while most is not None and fold < _MOST_FOLD and _most(everybody, campaign, table, fold) > most:
        if _most(everybody, campaign, table, fold + 1) == max(map(len, everybody), default=0):
            return fold + 1  # one unit for each stand: it goes no further down
        fold += 1
    return fold


def _most(everybody: Sequence[Sequence[Brought]], campaign: Ruleset, table: Ruleset, fold: int) -> int:
    sums = (sum(len(raised(one, campaign, table, fold)) for one in side) for side in everybody)
    return max(sums, default=0)


def settled(
    units: Sequence[TableUnit], fates: Sequence[Fate], strength: int, stragglers: Fraction | None = None
) -> Settled:
    """
    Say what a stand has lost: the share of its steps that is gone, of its strength points.

    Who was taken off counts whole, a hit on who still stands counts in part (``stragglers``), who left by his own edge
    in good order nothing. What does not come out even is thrown for: so many faces of a die are one more point. A stand
    with a unit left keeps one point at least.
    """
    share = shipped_numbers().stragglers if stragglers is None else stragglers
    pairs = list(zip(units, fates, strict=True))
    brought = sum(unit.steps for unit in units)
    if not brought:
        return Settled(0)
    if all(fate.gone for fate in fates):
        return Settled(strength)
    gone = sum((_lost(unit, fate, share) for unit, fate in pairs), start=Fraction(0))
    exact = min(gone / brought * strength, Fraction(strength - 1))
    return Settled(*divmod(round(exact * _FACES), _FACES))


def _lost(unit: TableUnit, fate: Fate, stragglers: Fraction) -> Fraction:
    if fate.gone:
        return Fraction(unit.steps)
    if fate.left:
        return Fraction(0)
    return stragglers * max(0, min(fate.hits - unit.hits, unit.steps))
