"""Read a rule file whole: typed rules, or every fault at once with its line and remedy."""

from collections.abc import Mapping
from typing import Any

from campaign.systems.own.reading.across import across
from campaign.systems.own.reading.headings import read_heading
from campaign.systems.own.reading.notes import Notes
from campaign.systems.own.shape.whole import Rules
from campaign.systems.own.words.known import BARRIERS, GROUNDS, SET_BY_PLAY
from maps.problems import Problem, did_you_mean, raise_any
from maps.toml_lines import TomlReader, parse_toml

MOST_BYTES, MOST_VALUES, MOST_DEPTH = 256_000, 20_000, 8
Value = str | int | float | bool
Lines = Mapping[tuple[str | int, ...], int]


def read_rules(text: str, name: str, overrides: Mapping[str, Value] | None = None) -> Rules:
    """Read a system; ``overrides``: readings that the umpire sets otherwise.

    Raises ``ProblemsFound`` with every fault, in the order of lines.
    """
    found, notes = _read(text, name, overrides or {})
    raise_any(notes.toml.by_line())
    return found


def faults_of(text: str, name: str) -> list[Problem]:
    """List every fault of a file, in the order of lines."""
    return _read(text, name, {})[1].toml.by_line()


def _read(text: str, name: str, overrides: Mapping[str, Value]) -> tuple[Rules, Notes]:
    return read_data(*parsed(text, name), name, overrides)


def parsed(text: str, name: str) -> tuple[dict[str, Any], Lines]:
    """Parse a text; raises ``ProblemsFound`` if it is no TOML, or too large to be looked at."""
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        remedy = "take cases out, into a file of their own"
        raise_any([Problem(name, f"is longer than {MOST_BYTES // 1000} kB", remedy)])
    data, lines = parse_toml(text, name)
    if count_values(data) > MOST_VALUES:
        remedy = "shorten it; lists in lists are not wanted"
        raise_any([Problem(name, f"holds more than {MOST_VALUES} values, or is nested too deep", remedy)])
    return data, lines


def read_data(data: dict[str, Any], lines: Lines, name: str, overrides: Mapping[str, Value]) -> tuple[Rules, Notes]:
    """Read a system from what its text says; the faults are in the notes."""
    notes = Notes(TomlReader(name, data, lines))
    notes.names |= {"terrain": dict.fromkeys(GROUNDS, ()), "border": dict.fromkeys(BARRIERS, ())}
    notes.names |= {"mark": dict.fromkeys(SET_BY_PLAY, ())}
    _declare_ratings(data, notes)
    _set_readings(data, overrides, notes)
    found = read_heading(Rules, data, (), notes)
    notes.unknown_names()
    across(found, notes)
    return found, notes


def count_values(value: Any, depth: int = 0) -> int:
    """Count all values that data holds; very many if it is nested too deep."""
    if depth > MOST_DEPTH:
        return MOST_VALUES
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(count_values(item, depth + 1) for item in inside)


def _declare_ratings(data: Mapping[str, Any], notes: Notes) -> None:
    """Declare ratings: whatever any unit has is one, and all have ``move``."""
    rows = data.get("unit")
    told = [row.get("ratings") for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    named = [key for ratings in told if isinstance(ratings, dict) for key in ratings if key.isidentifier()]
    notes.names["rating"] = dict.fromkeys(["move", *named], ())


def _set_readings(data: dict[str, Any], overrides: Mapping[str, Value], notes: Notes) -> None:
    """Put what the umpire reads otherwise where the readings say."""
    rows = data.get("reading")
    readings = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    for number, row in enumerate(readings):
        parts = str(row.get("at", ""))[:80].split(".")
        box = place_of(data, parts[:-1])
        if not isinstance(box, dict) or parts[-1] not in box:
            remedy = "write heading.key, or heading.KEY-OF-A-ROW.key, and give the key a value there"
            notes.fault(("reading", number, "at"), "is no place of this file that is written out", remedy, None)
        elif str(row.get("key")) in overrides:
            box[parts[-1]] = overrides[str(row["key"])]
    known = [str(row.get("key")) for row in readings]
    for key in sorted(overrides.keys() - set(known)):
        remedy = did_you_mean(key, known) or "the file has no readings"
        notes.toml.problems.append(Problem("overrides", f"no interpretation is called {key!r}", remedy))


def place_of(data: Any, parts: list[str]) -> Any:
    """Find a table of a file: heading, or heading and the key of a row; None if there is none."""
    for part in parts:
        if isinstance(data, list):
            rows = (row for row in data if isinstance(row, dict))
            data = next((row for row in rows if part in (row.get("key"), row.get("kind"), row.get("name"))), None)
        else:
            data = data.get(part) if isinstance(data, dict) else None
    return data
