"""Find every fault in a file of rule tables, each with a way out.

It works for every system: what keys and kinds of value there are is asked of
the types that the system's own reader fills, and which rows a table must have
of the shipped file of the same system.
"""

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import inspect

from campaign.kit.book import Names, misnamed
from campaign.model.tables import Tables
from campaign.systems import catalogue
from campaign.systems.checking_words import word_problems
from campaign.systems.d3 import tables as d3_tables
from campaign.systems.files import table_text
from campaign.systems.parkin import tables as parkin_tables
from campaign.systems.star import tables as star_tables
from campaign.systems.zen import tables as zen_tables
from maps.problems import Problem, ProblemsFound, did_you_mean
from maps.toml_lines import TomlReader, load_toml, shown

# The shape of a file is asked of the struct that its system reads it into.
_BOOKS: Mapping[str, tuple[type[Tables], Iterable[Names]]] = {
    "zen_operational": (zen_tables.ZenTables, zen_tables.NAMES),
    "three_star_general": (star_tables.StarTables, star_tables.NAMES),
    "two_star_general": (star_tables.StarTables, star_tables.NAMES),
    "d3_one_hour": (d3_tables.D3Tables, d3_tables.NAMES),
    "parkin_generic": (parkin_tables.ParkinTables, parkin_tables.NAMES),
}
_BY_CODE = "facts"
"""What a system's code puts into its tables, and no file."""

_WORDS: Mapping[type, str] = {
    inspect.IntType: "a whole number", inspect.FloatType: "a number", inspect.StrType: "a text",
    inspect.BoolType: "true or false", inspect.DictType: "a table", inspect.StructType: "a table",
}  # fmt: skip
_PYTHON: Mapping[type, tuple[type, ...]] = {
    inspect.IntType: (int,), inspect.FloatType: (int, float), inspect.StrType: (str,), inspect.BoolType: (bool,),
    inspect.DictType: (dict,), inspect.StructType: (dict,),
}  # fmt: skip
_LISTS = (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)


def problems(path: Path) -> list[Problem]:
    """List what is wrong in a file of rule tables, by line.

    Found are keys that are unknown, missing or of the wrong kind; rows and
    cells that a table lacks; terrain of the map that no class is given to, or
    a class that nothing speaks of or that nobody can enter; phases, marks,
    actions and postures that do not exist; readings that the rules do not ask
    for, or miss.

    Raises ``ProblemsFound`` if it is no TOML, or says no system that there is.
    """
    data, lines = load_toml(path)
    reader = TomlReader(path.name, data, lines)
    key = str(data.get("key", ""))
    if key not in _BOOKS:
        raise ProblemsFound(
            [Problem(reader.place("key"), f"key is {key!r}, no rule system", did_you_mean(key, catalogue.keys()))]
        )
    shipped = shipped_file(key)
    book, names = _BOOKS[key]
    _check(reader, (), data, inspect.type_info(book), shipped)
    for where, word, known in misnamed(data, names):
        reader.fault(where, f"is {word!r}, which there is not", did_you_mean(word, known))
    word_problems(reader, shipped)
    return _once(reader.by_line())


def _once(found: Iterable[Problem]) -> list[Problem]:
    """Keep of several ways to say that the same thing is missing the last, which is the most particular."""
    by_subject = {(item.place, item.what.partition(" is missing")[0]): item for item in found}
    return list(by_subject.values())


@cache
def shipped_file(key: str) -> dict[str, Any]:
    """Give the shipped file of a rule system as it is read from TOML; nobody may change it."""
    return tomllib.loads(table_text(key))


def _check(reader: TomlReader, path: tuple[str | int, ...], value: Any, kind: inspect.Type, shipped: Any) -> None:
    """Compare a value with its kind; ``shipped`` is what the shipped file has in its place, None: nothing."""
    if isinstance(kind, inspect.UnionType):
        if not any(_fits(value, other) for other in kind.types):
            reader.fault(path, f"is {shown(value)}", f"write {_wanted(kind)}")
    elif not _fits(value, kind):
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
    reader: TomlReader, path: tuple[str | int, ...], value: Mapping[str, Any], kind: inspect.StructType, shipped: Any
) -> None:
    fields = {field.encode_name: field for field in kind.fields if field.encode_name != _BY_CODE}
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
    reader: TomlReader, path: tuple[str | int, ...], value: Mapping[str, Any], kind: inspect.DictType,
    shipped: Mapping[str, Any],
) -> None:  # fmt: skip
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
    python = _PYTHON.get(type(kind), (list,))
    return isinstance(value, python) and (isinstance(value, bool) == isinstance(kind, inspect.BoolType))


def _wanted(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.UnionType):
        return " or ".join(dict.fromkeys(map(_wanted, _known(kind.types))))
    if isinstance(kind, inspect.LiteralType):
        return " or ".join(map(repr, kind.values))
    if isinstance(kind, inspect.TupleType):
        return f"a list of {len(kind.item_types)}"
    return _WORDS.get(type(kind), "a list")


def _known(kinds: Iterable[inspect.Type]) -> list[inspect.Type]:
    return [kind for kind in kinds if not isinstance(kind, inspect.NoneType)]
