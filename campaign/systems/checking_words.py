"""Look for words in rule tables that nothing answers to: terrain, classes, phases, marks, readings.

The tables that speak of terrain are known by their content: those that name
more than half of the map's terrain, as keys or in lists.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from maps.derive.legend import TERRAIN
from maps.problems import did_you_mean
from maps.toml_lines import TomlReader, is_number, shown

Path = tuple[str | int, ...]


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


def _tables(value: Any, path: Path = ()) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    if isinstance(value, dict):
        yield path, value
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from _tables(part, (*path, key))


def _at(shipped: Any, path: Path) -> Mapping[str, Any]:
    """Find the table that the shipped file has at a path; none if it has none there."""
    for key in path:
        shipped = shipped.get(key) if isinstance(shipped, dict) else None
    return shipped if isinstance(shipped, dict) else {}


def _classes(table: Mapping[str, Any]) -> set[str]:
    grounds = [row.get("class") if isinstance(row, dict) else row for row in table.values()]
    return {ground for ground in grounds if isinstance(ground, str)}


def _terrain_by_name(reader: TomlReader, path: Path, table: Mapping[str, Any], shipped: Mapping[str, Any]) -> None:
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


def _check_class(reader: TomlReader, path: Path, ground: str, table: Mapping[str, Any], shipped: set[str]) -> None:
    others = [other for _, other in _tables(reader.data) if other is not table and not _within(other, table)]
    rows = [other[ground] for other in others if ground in other and _is_cost(other)]
    if rows and all(row == 0 for row in rows):
        reader.fault(path, f"cannot be reached: nobody can enter {ground!r}", 'give one who can, or write "none"')
    elif not rows and ground not in _spoken_of(others) | shipped:
        remedy = did_you_mean(ground, _classes(table) - {ground})
        reader.fault(path, f"is of the class {ground!r}, which no table speaks of", remedy)


def _within(other: Mapping[str, Any], table: Mapping[str, Any]) -> bool:
    return any(row is other for row in table.values())


def _is_cost(table: Mapping[str, Any]) -> bool:
    return bool(table) and all(is_number(value) for value in table.values())


def _spoken_of(tables: Iterable[Mapping[str, Any]]) -> set[str]:
    words: set[str] = set()
    for table in tables:
        words |= set(table)
        words |= {
            item for value in table.values() if isinstance(value, list) for item in value if isinstance(item, str)
        }
    return words


def _listed(table: Mapping[str, Any]) -> set[str]:
    lists = [value for value in table.values() if isinstance(value, list)]
    return {name for value in lists for name in value if isinstance(name, str) and name in TERRAIN}


def _terrain_by_class(reader: TomlReader, path: Path, table: Mapping[str, Any]) -> None:
    """Check a table with a list for each class: woods = ["woods_open", "woods_dense"]."""
    lists = {key: value for key, value in table.items() if isinstance(value, list)}
    for name in TERRAIN:
        if not any(name in value for value in lists.values()):
            reader.fault(path, f"gives no class to {name}", f"put {name!r} into one of its lists")
    for key, value in lists.items():
        for name in value:
            if isinstance(name, str) and name not in TERRAIN and name not in table:
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
                                 did_you_mean(name, known))  # fmt: skip


def _texts(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _readings(reader: TomlReader, shipped: Mapping[str, Any]) -> None:
    """See that the readings are those that the rules ask for, each with a value that it can have."""
    asked = {row["key"]: row for row in shipped["interpretation"]}
    there: list[Any] = [row for row in reader.data.get("interpretation", ()) if isinstance(row, dict)]
    keys = [row.get("key") for row in there]
    for k, row in enumerate(there):
        key, path = row.get("key"), ("interpretation", k)
        if key not in asked:
            reader.fault((*path, "key"), f"is {shown(key)}: the rules ask for no such reading",
                         did_you_mean(str(key), set(asked) - set(keys) or asked))  # fmt: skip
        elif keys.index(key) != k:
            reader.fault((*path, "key"), f"names {key!r} twice", "take one away")
        if row.get("source") not in _SOURCES:
            reader.fault(
                (*path, "source"), f"is {shown(row.get('source'))}", did_you_mean(str(row.get("source")), _SOURCES)
            )
        if not str(row.get("reason", "")).strip():
            reader.fault((*path, "reason"), "is empty", "say why it is read so")
    for key in asked:
        if key not in keys:
            reader.fault(("interpretation",), f"has no reading {key!r}, which the rules ask for",
                         "take its lines from the shipped file")  # fmt: skip
