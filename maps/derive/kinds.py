"""
Say what the tags of vector sources mean on the map.

The rules stand in ``kinds.toml`` beside this module, with a reason each; a map
maker may give a table of his own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import as_file, files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from maps.grid.hexmap import CROSSINGS, RAILS, ROADS
from maps.problems import Problem, did_you_mean, raise_any
from maps.sources.files.tag_numbers import tag_number
from maps.toml_lines import TomlReader

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from maps.sources.featureset import Features, Sayings

    Values = tuple[str | None, ...]

__all__ = ["GROUPS", "NO_KIND", "KindRule", "Kinds", "Meaning", "read_kinds", "shipped_kinds"]

NO_KIND = -1
"""The code of what is not on the map."""

GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "road": (*ROADS[1:], "street"),
        "rail": RAILS[1:],
        "waterway": ("stream", "river", "canal", "drain", "tidal"),
        "water": ("lake", "reservoir", "riverbank", "sea"),
        "coast": ("coastline",),
        "cliff": ("cliff", "embankment"),
        "crossing": CROSSINGS[1:],
        "cover": (
            "water", "forest", "scrub", "heath", "grass", "pasture", "wetland", "crops", "orchard", "vineyard",
            "hedged fields", "built-up", "industry", "sand", "beach", "bare", "ice",
        ),
        "place": ("city", "town", "village", "hamlet"),
    }
)  # fmt: skip
"""The kinds of each group, in the order of their codes."""

_NONE, _SHIPPED = "none", "shipped"
_NO = frozenset({"no", "f", "false", "0", ""})
_CONDITIONS = ("has", "lacks", "at_least")


@dataclass(frozen=True, slots=True)
class KindRule:
    """
    One rule: the kind that follows where every condition holds.

    In ``has`` and ``lacks`` an empty set of values stands for any value but those that say no.
    """

    code: int
    why: str
    has: Mapping[str, frozenset[str]]
    lacks: Mapping[str, frozenset[str]]
    at_least: Mapping[str, float]

    def fits(self, values: Mapping[str, str | None]) -> bool:
        """Say whether every condition holds for the values of the tags asked for."""
        return (
            all(_among(values[key], wanted) for key, wanted in self.has.items())
            and not any(_among(values[key], barred) for key, barred in self.lacks.items())
            and all(_reaches(values[key], least) for key, least in self.at_least.items())
        )

    def tags(self) -> set[str]:
        """Give the tags that the rule asks for."""
        return {*self.has, *self.lacks, *self.at_least}


def _among(value: str | None, wanted: frozenset[str]) -> bool:
    if value is None:
        return False
    return value in wanted if wanted else value not in _NO


def _reaches(value: str | None, least: float) -> bool:
    number = None if value is None else tag_number(value)
    return number is not None and number >= least


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a value of a file's own heading means, in tags of OpenStreetMap; an empty ``layer`` is any."""

    layer: str
    heading: str
    values: frozenset[str]
    tags: Mapping[str, str]


@dataclass(frozen=True)
class Kinds:
    """The rules of every group, and under what other headings tags are looked up."""

    rules: Mapping[str, tuple[KindRule, ...]]
    also: Mapping[str, tuple[str, ...]]
    means: tuple[Meaning, ...] = ()
    """Words of single files, as the map maker explained them."""

    def names(self, group: str) -> tuple[str, ...]:
        """Give the kinds of a group; the position is the code."""
        return GROUPS[group]

    def codes(self, features: Features, group: str) -> NDArray[np.int16]:
        """
        Give the kind of each feature (m,), ``NO_KIND`` for none.

        The rules are tried once for each set of values that occurs, not for each feature.
        """
        sayings, which = features.sayings
        return sayings.once(f"codes of {group}", (self,), lambda: self._codes_of(sayings, group))[which]

    def _codes_of(self, sayings: Sayings, group: str) -> NDArray[np.int16]:
        values, of_set = sayings.once("values of kinds", (self,), lambda: self._values_of(sayings))
        rules = self.rules.get(group, ())
        codes = [self._decide(rules, dict(zip(self.headings, one, strict=True))) for one in values]
        return np.array(codes, np.int16)[of_set]

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """All tags that the rules of any group ask for, each with its other headings."""
        keys = sorted({key for rules in self.rules.values() for rule in rules for key in rule.tags()})
        return tuple(dict.fromkeys(key for name in keys for key in (name, *self.also.get(name, ()))))

    def _values_of(self, sayings: Sayings) -> tuple[list[Values], NDArray[np.int64]]:
        """List the sets of values that occur, and say which each set of tags has (k,)."""
        seen: dict[Values, int] = {}
        wanted, nothing = frozenset(self.headings), (None,) * len(self.headings)
        told = [nothing if wanted.isdisjoint(tags) else tuple(map(tags.get, self.headings)) for tags in sayings.sets]
        of_set = np.array([seen.setdefault(one, len(seen)) for one in told], np.int64)
        return list(seen), of_set

    def rule_of(self, tags: Mapping[str, str], group: str) -> KindRule | None:
        """Give the rule that decides for one feature, to tell the map maker why."""
        keys = {key for rule in self.rules.get(group, ()) for key in rule.tags()}
        values = {key: self._value(tags, key) for key in keys}
        return next((rule for rule in self.rules.get(group, ()) if rule.fits(values)), None)

    def _decide(self, rules: tuple[KindRule, ...], tags: Mapping[str, str | None]) -> int:
        values = {key: self._value(tags, key) for rule in rules for key in rule.tags()}
        return next((rule.code for rule in rules if rule.fits(values)), NO_KIND)

    def _value(self, tags: Mapping[str, str | None] | Mapping[str, str], key: str) -> str | None:
        headings = (key, *self.also.get(key, ()))
        found = next((value for heading in headings if (value := tags.get(heading)) is not None), None)
        return None if found is None else found.strip().casefold()


@lru_cache(maxsize=1)
def shipped_kinds() -> Kinds:
    """Give the rules that come with the package."""
    with as_file(files("maps.derive").joinpath("kinds.toml")) as path:
        return read_kinds(path)


def read_kinds(path: Path) -> Kinds:
    """
    Read a table of kinds.

    Raises
    ------
    ProblemsFound
        With every unknown group, kind or condition, and every rule without a
        condition, by line.
    """
    reader = TomlReader.of(path)
    for key in reader.data:
        if key not in _KEYS:
            reader.problems.append(Problem(reader.place(key, 0), f"{key} is not known here", did_you_mean(key, _KEYS)))
    rules = {group: _rules(reader, group) for group in GROUPS}
    base = _base(reader)
    if not reader.problems and not any(rules.values()) and base is None:
        reader.problems.append(Problem(path.name, "has no rules", "begin with [[road]], [[cover]] or another group"))
    own = Kinds(MappingProxyType(rules), MappingProxyType(_also(reader)), _means(reader))
    raise_any(reader.problems)
    return own if base is None else _before(own, base)


def _base(reader: TomlReader) -> Kinds | None:
    """Give the rules that those of the file go before; None if it stands for itself."""
    named = reader.raw("extends")
    if named in (None, _SHIPPED):
        return None if named is None else shipped_kinds()
    reader.fault(("extends",), f"is {named!r}", f'write extends = "{_SHIPPED}", or leave it out')
    return None


def _before(own: Kinds, base: Kinds) -> Kinds:
    rules = {group: (*own.rules[group], *base.rules[group]) for group in GROUPS}
    also = {key: (*own.also.get(key, ()), *base.also.get(key, ())) for key in (*own.also, *base.also)}
    return Kinds(MappingProxyType(rules), MappingProxyType(also), own.means)


def _means(reader: TomlReader) -> tuple[Meaning, ...]:
    entries = reader.raw("means")
    if entries is not None and not (isinstance(entries, list) and all(isinstance(one, dict) for one in entries)):
        reader.fault(("means",), "is no list", "write each under [[means]]")
        return ()
    return tuple(_meaning(reader, k) for k in range(len(entries or ())))


def _meaning(reader: TomlReader, k: int) -> Meaning:
    reader.only("means", k, known=("layer", "heading", "values", "tags"))
    tags = _table(reader, ("means", k, "tags"))
    if not tags or not all(isinstance(value, str) for value in tags.values()):
        reader.fault(("means", k, "tags"), "is no table of tags", 'write tags = { highway = "primary" }')
        tags = {}
    values = _words(reader, ("means", k, "values"), reader.raw("means", k, "values"))
    return Meaning(
        layer=reader.text("means", k, "layer", default="").casefold(),
        heading=reader.text("means", k, "heading").casefold(),
        values=frozenset(value.strip().casefold() for value in values),
        tags=MappingProxyType(dict(tags)),
    )


_KEYS = ("extends", "also", "means", *GROUPS)


def _also(reader: TomlReader) -> dict[str, tuple[str, ...]]:
    table = reader.raw("also")
    if table is not None and not isinstance(table, dict):
        reader.only("also", known=())
    if not isinstance(table, dict):
        return {}
    return {
        key.casefold(): tuple(word.casefold() for word in _words(reader, ("also", key), value))
        for key, value in table.items()
    }


def _rules(reader: TomlReader, group: str) -> tuple[KindRule, ...]:
    entries = reader.raw(group)
    if entries is None:
        return ()
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        reader.fault((group,), "is no list of rules", f"write each under [[{group}]]")
        return ()
    return tuple(_rule(reader, group, k) for k in range(len(entries)))


def _rule(reader: TomlReader, group: str, k: int) -> KindRule:
    reader.only(group, k, known=("kind", "why", *_CONDITIONS))
    kind = reader.text(group, k, "kind")
    if kind not in (*GROUPS[group], _NONE):
        reader.fault((group, k, "kind"), f"is {kind!r}", did_you_mean(kind, (*GROUPS[group], _NONE)))
        kind = _NONE
    if not any(reader.raw(group, k, name) for name in _CONDITIONS):
        reader.fault((group, k), "has no condition", "add has, lacks or at_least; without one it would fit everything")
    return KindRule(
        code=NO_KIND if kind == _NONE else GROUPS[group].index(kind),
        why=reader.text(group, k, "why", default=""),
        has=_values(reader, (group, k, "has")),
        lacks=_values(reader, (group, k, "lacks")),
        at_least=_numbers(reader, (group, k, "at_least")),
    )


def _table(reader: TomlReader, keys: tuple[str | int, ...]) -> dict[str, Any]:
    table = reader.raw(*keys)
    if table is None:
        return {}
    if not isinstance(table, dict):
        reader.fault(keys, f"is {table!r}, no table", f'write {keys[-1]} = {{ highway = ["primary"] }}')
        return {}
    return table


def _values(reader: TomlReader, keys: tuple[str | int, ...]) -> Mapping[str, frozenset[str]]:
    wanted = {}
    for key, value in _table(reader, keys).items():
        words = [] if value is True else _words(reader, (*keys, key), value)
        wanted[key.casefold()] = frozenset(word.casefold() for word in words)
    return MappingProxyType(wanted)


def _words(reader: TomlReader, keys: tuple[str | int, ...], value: Any) -> list[str]:
    words = [value] if isinstance(value, str) else value
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        reader.fault(keys, f"is {value!r}", 'give words in quotes, as ["primary", "trunk"], or true for any')
        return []
    return words


def _numbers(reader: TomlReader, keys: tuple[str | int, ...]) -> Mapping[str, float]:
    names = _table(reader, keys)
    return MappingProxyType({name.casefold(): reader.number(*keys, name, low=-1e9, high=1e9) for name in names})
