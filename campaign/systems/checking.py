"""Find every fault in a file of rule tables, each with a way out.

It works for every system: what keys and kinds of value there are is asked of the types that the system's own reader
fills, and which rows a table must have of the shipped file of the same system. The tables that speak of terrain are
known by their content: those that name more than half of the map's terrain.
"""

import difflib
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import inspect

from campaign.kit.book import Path as Keys
from campaign.kit.book import misnamed
from campaign.model.tables import Tables
from campaign.systems import catalogue
from campaign.systems.files import table_text
from maps.derive.legend import TERRAIN
from maps.problems import Problem, ProblemsFound, did_you_mean
from maps.toml_lines import TomlReader, is_number, read_text, shown

_NOBODY = "none"
_SOURCES = ("reading", "default")


def word_problems(reader: TomlReader, shipped: Mapping[str, Any]) -> None:
    """Note in a reader the words of its file that nothing answers to; ``shipped`` is the shipped file of the system."""
    for path, table in _tables(reader.data):
        if sum(name in TERRAIN for name in table) > len(TERRAIN) // 2:
            _terrain_by_name(reader, path, table, _at(shipped, path))
        elif len(_listed(table)) > len(TERRAIN) // 2:
            _terrain_by_class(reader, path, table)
    _cells(reader)
    _known_words(reader)
    _readings(reader, shipped)


def _tables(value: Any, path: Keys = ()) -> Iterator[tuple[Keys, Mapping[str, Any]]]:
    if isinstance(value, dict):
        yield path, value
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from _tables(part, (*path, key))


def _at(shipped: Any, path: Keys) -> Mapping[str, Any]:
    """Find the table that the shipped file has at a path; none if it has none there."""
    for key in path:
        shipped = shipped.get(key) if isinstance(shipped, dict) else None
    return shipped if isinstance(shipped, dict) else {}


def _classes(table: Mapping[str, Any]) -> set[str]:
    grounds = [row.get("class") if isinstance(row, dict) else row for row in table.values()]
    return {ground for ground in grounds if isinstance(ground, str)}


def _terrain_by_name(reader: TomlReader, path: Keys, table: Mapping[str, Any], shipped: Mapping[str, Any]) -> None:
    """Check a table with a line for each terrain: open = "open"."""
    for name in table:
        if name not in TERRAIN:
            reader.fault((*path, name), "is no terrain of the map", did_you_mean(name, TERRAIN))
    for name in TERRAIN:
        if name not in table:
            reader.fault((*path, name), "is missing: this terrain would be of no class", f"write a line for {name}")
    for name, row in table.items():
        ground = row.get("class") if isinstance(row, dict) else row
        if isinstance(ground, str) and ground != _NOBODY:
            _check_class(reader, (*path, name), ground, table, _classes(shipped))


def _check_class(reader: TomlReader, path: Keys, ground: str, table: Mapping[str, Any], shipped: set[str]) -> None:
    own = [id(table), *map(id, table.values())]
    others = [other for _, other in _tables(reader.data) if id(other) not in own]
    rows = [other[ground] for other in others if ground in other and _is_cost(other)]
    if rows and all(row == 0 for row in rows):
        reader.fault(path, f"cannot be reached: nobody can enter {ground!r}", 'give one who can, or write "none"')
    elif not rows and ground not in _spoken_of(others) | shipped:
        remedy = did_you_mean(ground, _classes(table) - {ground})
        reader.fault(path, f"is of the class {ground!r}, which no table speaks of", remedy)


def _is_cost(table: Mapping[str, Any]) -> bool:
    return bool(table) and all(is_number(value) for value in table.values())


def _spoken_of(tables: Iterable[Mapping[str, Any]]) -> set[str]:
    words: set[str] = set()
    for table in tables:
        words |= set(table)
        words.update(item for value in table.values() for item in _texts(value))
    return words


def _listed(table: Mapping[str, Any]) -> set[str]:
    return {name for value in table.values() for name in _texts(value) if name in TERRAIN}


def _terrain_by_class(reader: TomlReader, path: Keys, table: Mapping[str, Any]) -> None:
    """Check a table with a list for each class: woods = ["woods_open", "woods_dense"]."""
    lists = {key: value for key, value in table.items() if isinstance(value, list)}
    for name in TERRAIN:
        if not any(name in value for value in lists.values()):
            reader.fault(path, f"gives no class to {name}", f"put {name!r} into one of its lists")
    for key, value in lists.items():
        for name in _texts(value):
            if name not in TERRAIN and name not in table:
                known = [*TERRAIN, *lists]
                reader.fault((*path, key), f"names {name!r}, no terrain and no class", did_you_mean(name, known))


def _cells(reader: TomlReader) -> None:
    """See that the rows of a table of figures have the same columns."""
    for path, table in _tables(reader.data):
        rows = {key: row for key, row in table.items() if isinstance(row, dict)}
        if len(rows) < 3 or len(rows) != len(table) or not all(map(_is_cost, rows.values())):
            continue
        columns = dict.fromkeys(column for row in rows.values() for column in row)
        for key, row in rows.items():
            for column in columns:
                if column not in row:
                    reader.fault((*path, key, column), "is missing", f"the other rows have a figure for {column}")


def _known_words(reader: TomlReader) -> None:
    """See that phases, marks, actions and postures that a table names are among those listed."""
    data = reader.data
    marks = {*_texts(data.get("marks")), *_texts(data.get("formation_marks"))}
    phases = [row.get("key") for row in data.get("phase", ()) if isinstance(row, dict)]
    for k, key in enumerate(phases):
        if key in phases[:k]:
            reader.fault(("phase", k, "key"), f"names {key!r} twice", "give each phase a key of its own")
    lists = {
        "mark": ("mark", marks), "phase": ("phase", set(_texts(phases))),
        "action": ("action", set(_texts(data.get("actions")))),
        "posture": ("posture", set(_texts(data.get("postures")))),
    }  # fmt: skip
    for path, table in _tables(data):
        for key, value in table.items():
            word = key.rpartition("_")[2].removesuffix("s")
            if word not in lists or (not path and key in {"marks", "formation_marks", "actions", "postures"}):
                continue
            what, known = lists[word]
            for name in _texts(value if isinstance(value, list) else [value]):
                if name and name not in known:
                    reader.fault((*path, key), f"names the {what} {name!r}, which does not exist",
                                 did_you_mean(name, known) or f"list {name!r} among the {what}s")  # fmt: skip


def _texts(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _readings(reader: TomlReader, shipped: Mapping[str, Any]) -> None:
    """See that the readings are those that the rules ask for, each with a value that it can have."""
    asked = {row["key"]: row for row in shipped["interpretation"]}
    there: list[Any] = [row for row in reader.data.get("interpretation", ()) if isinstance(row, dict)]
    keys = [row.get("key") for row in there]
    for k, row in enumerate(there):
        key, path = row.get("key"), ("interpretation", k)
        if not isinstance(key, str) or key not in asked:
            reader.fault((*path, "key"), f"is {shown(key)}: the rules ask for no such reading",
                         did_you_mean(str(key), set(asked) - set(map(str, keys)) or asked))  # fmt: skip
        elif keys.index(key) != k:
            reader.fault((*path, "key"), f"names {key!r} twice", "take one away")
        if row.get("source") not in _SOURCES:
            source = row.get("source")
            reader.fault((*path, "source"), f"is {shown(source)}", did_you_mean(str(source), _SOURCES))
        if not str(row.get("reason", "")).strip():
            reader.fault((*path, "reason"), "is empty", "say why it is read so")
    for key in asked:
        if key not in keys:
            reader.fault(("interpretation",), f"has no reading {key!r}, which the rules ask for",
                         "take its lines from the shipped file")  # fmt: skip


_BY_CODE = frozenset({"facts", "veil", "house"})
"""What a system's code puts into its tables, and no file."""

_KINDS: Mapping[type, tuple[str, tuple[type, ...]]] = {
    inspect.IntType: ("a whole number", (int,)), inspect.FloatType: ("a number", (int, float)),
    inspect.StrType: ("a text", (str,)), inspect.BoolType: ("true or false", (bool,)),
    inspect.DictType: ("a table", (dict,)), inspect.StructType: ("a table", (dict,)),
}  # fmt: skip
_ELSE = ("a list", (list,))
_LISTS = (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)


def problems(path: Path) -> list[Problem]:
    """List what is wrong in a file of rule tables, by line.

    Found are keys that are unknown, missing or of the wrong kind; rows and cells that a table lacks; terrain of the map
    that no class is given to, or a class that nothing speaks of or that nobody can enter; phases, marks, actions and
    postures that do not exist; readings that the rules do not ask for, or miss.

    Raises ``ProblemsFound`` if it is no TOML, or says no system that there is.
    """
    reader = TomlReader.of(path)
    if isinstance(reader.data.get("system"), dict):
        return catalogue.faults_of(read_text(path), path.name)
    key, there = str(reader.data.get("key", "")), catalogue.coded()
    if key not in there:
        raise ProblemsFound([Problem(reader.place("key"), f"key is {key!r}, no rule system", did_you_mean(key, there))])
    return problems_in(reader, key)


def problems_in(reader: TomlReader, key: str) -> list[Problem]:
    """List what is wrong in the tables of a coded system, as a reader has them."""
    shipped = shipped_file(key)
    # The shape of a file is asked of the struct that its system reads it into.
    book = type(catalogue.ruleset(key).tables)
    _check(reader, (), reader.data, inspect.type_info(book), shipped)
    for where, word, known in misnamed(reader.data, import_module(book.__module__).NAMES):
        reader.fault(where, f"is {word!r}, which there is not", did_you_mean(word, known) or "take it out")
    word_problems(reader, shipped)
    # Of several ways to say that the same thing is missing, the last is the most particular.
    return list({(item.place, item.what.partition(" is missing")[0]): item for item in reader.by_line()}.values())


@cache
def shipped_file(key: str) -> dict[str, Any]:
    """Give the shipped file of a rule system as it is read from TOML; nobody may change it."""
    return tomllib.loads(table_text(key))


def usual_readings(tables: Tables) -> Mapping[str, Any]:
    """Give each reading of a system as its file has it, whatever the umpire has set."""
    known: Mapping[str, Any] | None = getattr(tables, "usual", None)
    return known or {row["key"]: row["value"] for row in figures_of(tables)["interpretation"]}


def figures_of(tables: Tables) -> Mapping[str, Any]:
    """Give the figures of a coded system as they are read: those of its file, or with the changes of a variant."""
    return tables.house.data if tables.house is not None else shipped_file(tables.key)


def _check(reader: TomlReader, path: Keys, value: Any, kind: inspect.Type, shipped: Any) -> None:
    """Compare a value with its kind; ``shipped`` is what the shipped file has in its place, None: nothing."""
    if not _fits(value, kind):
        reader.fault(path, f"is {shown(value)}", f"write {_wanted(kind)}")
    elif isinstance(kind, inspect.StructType):
        _check_struct(reader, path, value, kind, shipped)
    elif isinstance(kind, inspect.DictType):
        _check_rows(reader, path, value, kind, shipped if isinstance(shipped, dict) else {})
    elif isinstance(kind, _LISTS):
        # What one row holds, another need not.
        for k, item in enumerate(value):
            _check(reader, (*path, k), item, kind.item_type, None)


def _check_struct(
    reader: TomlReader, path: Keys, value: Mapping[str, Any], kind: inspect.StructType, shipped: Any
) -> None:
    fields = {field.encode_name: field for field in kind.fields if field.encode_name not in _BY_CODE}
    for key in value:
        if key not in fields:
            reader.fault((*path, key), "is not known here", did_you_mean(key, set(fields) - set(value) or fields))
    for name, field in fields.items():
        if name in value:
            within = shipped.get(name) if isinstance(shipped, dict) else None
            _check(reader, (*path, name), value[name], field.type, within)
        elif field.required:
            reader.fault((*path, name), "is missing", f"write {_wanted(field.type)}")


def _check_rows(
    reader: TomlReader, path: Keys, value: Mapping[str, Any], kind: inspect.DictType, shipped: Mapping[str, Any]
) -> None:
    lacking = [key for key in shipped if key not in value]
    for key in value:
        near = difflib.get_close_matches(key, lacking, n=1)
        if key not in shipped and near:
            reader.fault((*path, key), "is not known here", f"did you mean {near[0]!r}?")
    for key in lacking:
        reader.fault((*path, key), "is missing", "the rules ask for it; the shipped file shows how it is written")
    pattern = next(iter(shipped.values()), None)
    for key, item in value.items():
        _check(reader, (*path, key), item, kind.value_type, shipped.get(key, pattern))


def _fits(value: Any, kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.AnyType | inspect.CustomType):
        return True
    if isinstance(kind, inspect.UnionType):
        return any(_fits(value, other) for other in kind.types)
    if isinstance(kind, inspect.LiteralType):
        return value in kind.values
    if isinstance(kind, inspect.TupleType):
        return isinstance(value, list) and len(value) == len(kind.item_types)
    _, python = _KINDS.get(type(kind), _ELSE)
    return isinstance(value, python) and (isinstance(value, bool) == isinstance(kind, inspect.BoolType))


def _wanted(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.UnionType):
        known = [other for other in kind.types if not isinstance(other, inspect.NoneType)]
        return " or ".join(dict.fromkeys(map(_wanted, known)))
    if isinstance(kind, inspect.LiteralType):
        return " or ".join(map(repr, kind.values))
    if isinstance(kind, inspect.TupleType):
        return f"a list of {len(kind.item_types)}"
    return _KINDS.get(type(kind), _ELSE)[0]
