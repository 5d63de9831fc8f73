"""Read the rules of what did not stand yet, and the map maker's rulings on single features."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from maps.problems import did_you_mean, raise_any
from maps.toml_lines import TomlReader

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    Tags = Mapping[str, str]
    Wanted = Mapping[str, frozenset[str]]

__all__ = [
    "LateRule",
    "People",
    "PeriodRules",
    "Railways",
    "Restoring",
    "Ruling",
    "Suburbs",
    "read_period",
    "read_rulings",
    "shipped_period",
]

_NO = frozenset({"no", "false", "0", ""})
_VERDICTS = ("keep", "remove")
_GRADES = ("assumed", "known")
_RULE_KEYS = ("name", "built_from", "usual_from", "has", "named", "instead", "least_km2", "grade", "why")


@dataclass(frozen=True, slots=True)
class Restoring:
    """What was closed since, and the tags that it has on the map."""

    name: str
    has: Wanted
    tags: Tags


@dataclass(frozen=True, slots=True)
class LateRule:
    """A kind that was mostly built from a year on."""

    name: str
    built_from: int
    has: Wanted
    named: tuple[str, ...]
    """Words, one at least of them in the name; none: any name."""
    instead: Tags
    least_km2: float
    usual_from: int = 0
    """The year when it was there beyond doubt; 0: that of ``built_from``."""
    grade: str = "assumed"
    why: str = ""

    @property
    def reason(self) -> str:
        """Name it, and say how sure it is and why."""
        return f"rule {self.name!r}, {self.grade}{': ' if self.why else ''}{self.why}"

    def fits(self, tags: Tags) -> bool:
        """Whether a feature's tags and name are those of the rule."""
        name = tags.get("name", "").casefold()
        return has_all(tags, self.has) and (not self.named or any(word in name for word in self.named))


@dataclass(frozen=True, slots=True)
class Suburbs:
    """How the growth of places is taken back."""

    built_from: int
    share_then: Shares
    within_m: float
    instead: Tags


@dataclass(frozen=True, slots=True)
class Railways:
    """When each country had its first railway, by its code of two letters."""

    has: Wanted
    first: Mapping[str, int]

    def first_of(self, countries: Iterable[str]) -> tuple[int, str]:
        """Give the year of the first railway in any of some countries, and its code; of all, if none is known."""
        known = [(self.first[code], code) for code in countries if code in self.first]
        return min(known) if known else (min(self.first.values()), "")


@dataclass(frozen=True, slots=True)
class People:
    """What share of today's people lived in a place, and the least numbers of a city and a town."""

    share_then: Shares
    city: int
    town: int


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of today by year."""

    by_year: tuple[tuple[int, float], ...]

    def at(self, year: int) -> float:
        """Give the share in a year: in between two that are known, and beyond them as at the nearest."""
        years, shares = zip(*self.by_year, strict=True)
        return float(np.interp(year, years, shares))


@dataclass(frozen=True, slots=True)
class PeriodRules:
    """All rules of one file."""

    restoring: tuple[Restoring, ...]
    late: tuple[LateRule, ...]
    suburbs: Suburbs | None
    railways: Railways | None = None
    people: People | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the map maker says of one feature: keep it, or remove it; of a place, its people then; and why."""

    id: str
    keep: bool
    why: str
    people: int | None = None


def has_all(tags: Tags, wanted: Wanted) -> bool:
    """Whether each tag has one of its values; no values stand for any that does not say no."""
    return all(_among(tags.get(key), values) for key, values in wanted.items())


def _among(value: str | None, values: frozenset[str]) -> bool:
    if value is None:
        return False
    return value.casefold() in values if values else value.casefold() not in _NO


@lru_cache(maxsize=1)
def shipped_period() -> PeriodRules:
    """Give the rules that come with the package."""
    with as_file(files("maps.derive").joinpath("period.toml")) as path:
        return read_period(path)


def read_period(path: Path) -> PeriodRules:
    """
    Read rules; ``maps/derive/period.toml`` explains every key.

    Raises
    ------
    ProblemsFound
        With every fault, by line.
    """
    reader = TomlReader.of(path)
    reader.only(known=("restore", "rule", "railways", "suburbs", "people"))
    rules = PeriodRules(
        restoring=tuple(_restoring(reader, k) for k in range(_count(reader, "restore"))),
        late=tuple(_late(reader, k) for k in range(_count(reader, "rule"))),
        suburbs=_suburbs(reader) if reader.raw("suburbs") is not None else None,
        railways=_railways(reader) if reader.raw("railways") is not None else None,
        people=_people(reader) if reader.raw("people") is not None else None,
    )
    raise_any(reader.problems)
    return rules


def _count(reader: TomlReader, key: str) -> int:
    entries = reader.raw(key)
    if entries is None:
        return 0
    if isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries):
        return len(entries)
    reader.fault((key,), "is no list of rules", f"write each under [[{key}]]")
    return 0


def _restoring(reader: TomlReader, k: int) -> Restoring:
    reader.only("restore", k, known=("name", "has", "tags"))
    return Restoring(
        reader.text("restore", k, "name"), _wanted(reader, "restore", k, "has"), _tags(reader, "restore", k, "tags")
    )


def _late(reader: TomlReader, k: int) -> LateRule:
    reader.only("rule", k, known=_RULE_KEYS)
    named = reader.raw("rule", k, "named") or []
    if not (isinstance(named, list) and all(isinstance(word, str) for word in named)):
        reader.fault(("rule", k, "named"), "is no list of words", 'write named = ["bypass"]')
        named = []
    return LateRule(
        name=reader.text("rule", k, "name"),
        built_from=int(reader.number("rule", k, "built_from", low=1, high=3000)),
        has=_wanted(reader, "rule", k, "has"),
        named=tuple(word.casefold() for word in named),
        instead=_tags(reader, "rule", k, "instead", optional=True),
        least_km2=reader.number("rule", k, "least_km2", low=0, high=1e6, default=0.0),
        usual_from=int(reader.number("rule", k, "usual_from", low=1, high=3000, default=0.0)),
        grade=reader.choice("rule", k, "grade", known=_GRADES, default="assumed"),
        why=reader.text("rule", k, "why", default=""),
    )


def _suburbs(reader: TomlReader) -> Suburbs:
    reader.only("suburbs", known=("built_from", "share_then", "within_m", "instead"))
    return Suburbs(
        built_from=int(reader.number("suburbs", "built_from", low=1, high=3000)),
        share_then=_shares(reader, "suburbs", "share_then"),
        within_m=reader.number("suburbs", "within_m", low=0, high=1e5),
        instead=_tags(reader, "suburbs", "instead", optional=True),
    )


def _railways(reader: TomlReader) -> Railways:
    reader.only("railways", known=("has", "first"))
    return Railways(_wanted(reader, "railways", "has"), MappingProxyType(_years(reader, "railways", "first")))


def _years(reader: TomlReader, *keys: str | int) -> dict[str, int]:
    table = reader.raw(*keys)
    if not isinstance(table, dict) or not table:
        reader.fault(keys, "is missing", "give the year of each country, as { be = 1835 }")
        return {"": 1}
    return {code: int(reader.number(*keys, code, low=1, high=3000)) for code in table}


def _people(reader: TomlReader) -> People:
    reader.only("people", known=("share_then", "city", "town"))
    city, town = (int(reader.number("people", kind, low=0, high=1e8)) for kind in ("city", "town"))
    return People(_shares(reader, "people", "share_then"), city, town)


def _shares(reader: TomlReader, *keys: str | int) -> Shares:
    """Read a share that holds at all times, or one for each of some years."""
    table = reader.raw(*keys)
    if not isinstance(table, dict):
        return Shares(((0, reader.number(*keys, low=0, high=1)),))
    wrong = [year for year in table if not (year.isdecimal() and len(year) <= 4)]
    if wrong or not table:
        reader.fault(keys, f"has no year {wrong[0]!r}" if wrong else "is empty", "write { 1800 = 0.2, 1940 = 0.6 }")
        return Shares(((0, 1.0),))
    return Shares(tuple(sorted((int(year), reader.number(*keys, year, low=0, high=1)) for year in table)))


def _wanted(reader: TomlReader, *keys: str | int) -> Wanted:
    table = reader.raw(*keys)
    if not isinstance(table, dict) or not table:
        reader.fault(keys, "is missing", 'say what tags it has, as has = { highway = ["motorway"] }')
        return MappingProxyType({})
    found = {}
    for key, values in table.items():
        if values is True:
            found[key] = frozenset[str]()
        elif isinstance(values, list) and values and all(isinstance(value, str) for value in values):
            found[key] = frozenset(value.casefold() for value in values)
        else:
            reader.fault((*keys, key), f"is {values!r}", 'give words in quotes, as ["motorway"], or true for any')
    return MappingProxyType(found)


def _tags(reader: TomlReader, *keys: str | int, optional: bool = False) -> Tags:
    table = reader.raw(*keys)
    if table is None and optional:
        return MappingProxyType({})
    if not isinstance(table, dict) or not all(isinstance(value, str) for value in table.values()):
        reader.fault(keys, "is no table of tags", 'write { landuse = "meadow" }')
        return MappingProxyType({})
    return MappingProxyType(dict(table))


def read_rulings(path: Path) -> tuple[Ruling, ...]:
    """
    Read rulings: ``[[ruling]]`` with ``id``, ``verdict`` ("keep" or "remove"), ``why``, and ``people`` of a place.

    Raises
    ------
    ProblemsFound
        With every fault, by line; a ruling without its reason is one.
    """
    reader = TomlReader.of(path)
    reader.only(known=("ruling",))
    rulings = tuple(_ruling(reader, k) for k in range(_count(reader, "ruling")))
    for k, ruling in enumerate(rulings):
        if ruling.id in [other.id for other in rulings[:k]]:
            reader.fault(("ruling", k, "id"), f"{ruling.id!r} comes twice", "take one of them out")
    raise_any(reader.problems)
    return rulings


def _ruling(reader: TomlReader, k: int) -> Ruling:
    reader.only("ruling", k, known=("id", "verdict", "why", "people"))
    verdict = reader.text("ruling", k, "verdict")
    if verdict and verdict not in _VERDICTS:
        reader.fault(("ruling", k, "verdict"), f"is {verdict!r}", did_you_mean(verdict, _VERDICTS))
    told = reader.raw("ruling", k, "people")
    people = None if told is None else int(reader.number("ruling", k, "people", low=0, high=1e8))
    return Ruling(reader.text("ruling", k, "id"), verdict == "keep", reader.text("ruling", k, "why"), people)
