"""
Read the result of a battle in writing, a line or a file, by the names that are printed on its counters; and write one.

An entry stands on a line of its own, or between semicolons; ``#`` begins a remark::

    turns: 9; 3/112 A: 2 hits; II/1130: gone; I/1130: left, at 4230; also: ground=4334/4233=blown; because: club night

Who is not named came to no harm, and stands where he stood. All that is wrong is told at once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from campaign.model.names import count
from maps.grid.numbers import hex_named
from maps.problems import Problem, ProblemsFound, did_you_mean
from scenarios.battles.numbers import Fate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.model.things import Stand
    from maps.grid.hexmap import HexMap
    from scenarios.battles.plan import PlannedUnit, TablePlan

__all__ = ["Slip", "read_slip", "written_slip"]

_HITS = re.compile(r"(\d{1,3})(?: hits?)?")
_AT = re.compile(r"(?:^|,)\s*(?:at|back to|back)\s+(\S+)$")
_REMARK = re.compile(r"(?:^|\s)#")
_UNHARMED = {"", "unharmed", "holds", "none"}
_MOST_TURNS, _MOST_TEXT = 99, 20_000


class Slip(NamedTuple):
    """What a slip says: fates by unit, hexes by stand, turns played, rulings as they are written, and the reason."""

    fates: Mapping[str, Fate]
    moves: Mapping[str, int]
    turns: int
    also: tuple[str, ...] = ()
    because: str = ""


class _Reading:
    """What has been read so far, and what was wrong with it."""

    def __init__(self, plan: TablePlan, stands: Mapping[str, Stand], hexmap: HexMap) -> None:
        self.plan, self.stands, self.hexmap = plan, stands, hexmap
        self.problems: list[Problem] = []
        self.fates: dict[str, Fate] = {}
        self.moves: dict[str, int] = {}
        self.turns, self.also, self.because = plan.turns, list[str](), ""
        self.counted: int | None = None
        self.place = ""

    def fault(self, what: str, remedy: str) -> None:
        self.problems.append(Problem(self.place, what, remedy))

    def entry(self, text: str) -> None:
        """Read one entry."""
        name, colon, value = (part.strip() for part in text.partition(":"))
        if not colon:
            remedy = "write NAME: 2 hits, NAME: gone, NAME: left or NAME: at HEX"
            if "=" in text:
                remedy += f"; a ruling begins with also: (also: {text[:40]})"
            self.fault(f"{text[:40]!r} is no entry", remedy)
        elif name == "turns":
            self._turns(value)
        elif name == "also":
            self.also.append(value)
        elif name == "because":
            self.because = value
        else:
            self._unit(name, value)

    def _turns(self, value: str) -> None:
        if not (value.isascii() and value.isdigit() and len(value) < 3 and int(value) <= _MOST_TURNS):
            self.fault(f"{value[:20]!r} turns cannot be", f"write 0 to {_MOST_TURNS}")
        elif self.counted not in {None, int(value)}:
            self.fault(f"the turns are {self.counted} and {int(value)}", "say once how many were played")
        else:
            self.turns = self.counted = int(value)

    def _unit(self, name: str, value: str) -> None:
        units = self._named(name)
        at = _AT.search(value)
        if at and units:
            self._move(name, units, at[1])
        said = value[: at.start()].strip() if at else value
        if len(units) > 1 and _HITS.fullmatch(said):
            self.fault(f"{name} is several units on the table", f"say which were hit: {', '.join(map(_short, units))}")
            return
        fates = [self._fate(name, unit, said) for unit in units]
        twice = sorted({unit.id for unit in units} & self.fates.keys())
        if twice and said not in _UNHARMED:
            self.fault(f"{name} is named twice", "say once what became of it")
        self.fates |= {
            unit.id: fate for unit, fate in zip(units, fates, strict=True) if fate and unit.id not in self.fates
        }

    def _named(self, name: str) -> list[PlannedUnit]:
        """Find the units that a name means: one on the table, or all that a stand of the campaign is there."""
        called = _called(self.plan, self.stands)
        found = called.get(name, ())
        owners = {unit.of for unit in found}
        if len(owners) > 1:
            self.fault(f"{name} is what several are called", f"name one of {', '.join(sorted(owners))}")
            return []
        if not found:
            self.fault(f"{name[:40]!r} is not in this battle", did_you_mean(name, called))
        return list(found)

    def _fate(self, name: str, unit: PlannedUnit, said: str) -> Fate | None:
        if said == "gone":
            return Fate(gone=True)
        if said == "left":
            return Fate(unit.hits, left=True)
        if said in _UNHARMED:
            return None
        hits, most = _HITS.fullmatch(said), unit.profile.strength - 1 - unit.hits
        if not hits:
            self.fault(f"{name}: {said[:30]!r} is nothing that becomes of a unit", "write 2 hits, gone, left or at HEX")
        elif int(hits[1]) > most:
            self.fault(f"{name} has {most + 1} steps and cannot take {hits[1]} hits and stand", "write gone")
        else:
            return Fate(unit.hits + int(hits[1])) if int(hits[1]) else None
        return None

    def _move(self, name: str, units: list[PlannedUnit], number: str) -> None:
        try:
            index = hex_named(self.hexmap, number)
        except ProblemsFound as fault:
            self.problems += [Problem(f"{self.place}: {name}", one.what, one.remedy) for one in fault.problems]
            return
        stand = units[0].of
        if not stand:
            self.fault(f"{name} is lent by the table and stands nowhere on the map", "leave its hex out")
        elif self.moves.setdefault(stand, index) != index:
            self.fault(f"{stand} is put into two hexes", "name one")


def _called(plan: TablePlan, stands: Mapping[str, Stand]) -> dict[str, tuple[PlannedUnit, ...]]:
    """Give the units by all that they and their stands are called."""
    found: dict[str, dict[str, PlannedUnit]] = {}
    for unit in plan.units:
        names = {unit.id, _short(unit)}
        if unit.of:
            names |= {unit.of, stands[unit.of].profile.short if unit.of in stands else unit.of}
        for name in names - {""}:
            found.setdefault(name, {})[unit.id] = unit
    return {name: tuple(units.values()) for name, units in found.items()}


def _short(unit: PlannedUnit) -> str:
    return unit.profile.short or unit.profile.name


def read_slip(
    text: str, plan: TablePlan, stands: Mapping[str, Stand], hexmap: HexMap
) -> tuple[Slip, Sequence[Problem]]:
    """Read what became of a battle, and say everything that is wrong with it."""
    reading = _Reading(plan, stands, hexmap)
    if len(text) > _MOST_TEXT:
        reading.place = "slip"
        reading.fault(f"has {len(text):,} characters", f"write {_MOST_TEXT:,} at most")
    for place, entry in _entries(text[:_MOST_TEXT]):
        reading.place = place
        reading.entry(entry)
    slip = Slip(reading.fates, reading.moves, reading.turns, tuple(reading.also), reading.because)
    return slip, reading.problems


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """Give the entries of a slip, each with its line; a ruling and the reason go on to the end of their line."""
    for number, line in enumerate(text.splitlines(), start=1):
        rest = _REMARK.split(line)[0].strip()
        while rest:
            whole = rest.partition(":")[0].strip() == "because"
            entry, _, rest = (rest, "", "") if whole else rest.partition(";")
            if entry.strip():
                yield f"line {number}", entry.strip()
            rest = rest.strip()


def written_slip(plan: TablePlan, stands: Mapping[str, Stand], hexmap: HexMap) -> str:
    """Write a slip with all unharmed, where they stood, to be changed where something changed."""
    lines = [f"# Result of {plan.name}. Change what changed, leave the rest; what stands behind # is not read.",
             "# Write 2 hits, gone, or left (by its own edge, in good order), and where a stand is then: at 0715.",
             f"turns: {plan.turns}"]  # fmt: skip
    for key in plan.stands:
        stand = stands.get(key)
        where = hexmap.number(stand.hex) if stand is not None and stand.hex is not None else "off the map"
        lines.append(f"# {stand.profile.name if stand else key}, {where}")
        for unit in plan.units_of(key):
            steps = count(unit.profile.strength - unit.hits, "step")
            before = f", {count(unit.hits, 'hit')} before" if unit.hits else ""
            lines.append(f"{_name_of(plan, stands, unit)}: unharmed  # {steps}{before}")
    return "\n".join([*lines, "because: fought out on the table", ""])


def _name_of(plan: TablePlan, stands: Mapping[str, Stand], unit: PlannedUnit) -> str:
    """Give what is printed on a unit's counter where it means that unit alone, else its id."""
    return _short(unit) if _called(plan, stands).get(_short(unit)) == (unit,) else unit.id
