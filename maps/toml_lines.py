"""
Find the line of a key in TOML text, and read values with their place.

``tomllib`` forgets lines. Whoever wrote the file needs them, so the text is
scanned a second time for headers and keys, only to say *where*.
"""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from maps.problems import Problem, ProblemsFound, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

__all__ = ["TomlReader", "is_number", "key_lines", "load_toml", "parse_toml", "read_text", "shown"]

KeyPath = tuple[str | int, ...]
_AT_LINE = re.compile(r"\s*\(at line (\d+), column (\d+)\)")
_HEADER = re.compile(r"^\s*(\[\[?)(.+?)\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r""""([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+)""")
_NAME = re.compile(r"""[\w"'\[-]+""")
_MOST_SHOWN, _MOST_PARTS = 60, 40
_STRING = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'')


def key_lines(text: str) -> dict[KeyPath, int]:
    r"""
    Give the line of every key and header, counted from 1.

    Elements of arrays of tables have their number in the path. Keys inside
    inline tables and arrays are not listed; their line is that of the outer key.

    >>> key_lines('name = "x"\n[hexes]\nwidth_km = 2\n')
    {('name',): 1, ('hexes',): 2, ('hexes', 'width_km'): 3}
    """
    lines: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    open_until = ""
    depth = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if open_until:
            open_until = "" if open_until in line else open_until
        elif depth > 0:
            depth += _brackets(line)
        elif header := _HEADER.match(line):
            table = _table_path(_parts(header[2]), header[1] == "[[", counts)
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines[table + _parts(key[1])] = number
            value = line[key.end() :]
            open_until = _unclosed_string(value)
            depth = 0 if open_until else _brackets(value)
    return lines


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(next(part for part in match if part) for match in _PART.findall(dotted))


def _table_path(parts: tuple[str, ...], is_array: bool, counts: dict[KeyPath, int]) -> KeyPath:
    # A header below an array of tables belongs to that array's last element.
    path: KeyPath = ()
    for position, part in enumerate(parts):
        path = (*path, part)
        if is_array and position == len(parts) - 1:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _unclosed_string(value: str) -> str:
    for quotes in ('"""', "'''"):
        if value.count(quotes) % 2:
            return quotes
    return ""


def _brackets(value: str) -> int:
    bare = _STRING.sub("", value).split("#", 1)[0]
    return sum(bare.count(mark) for mark in "[{") - sum(bare.count(mark) for mark in "]}")


def load_toml(path: Path) -> tuple[dict[str, Any], dict[KeyPath, int]]:
    """
    Read a TOML file and the lines of its keys.

    Raises
    ------
    ProblemsFound
        If the file cannot be opened, is no UTF-8 text or no TOML; the place
        then holds line and column.
    """
    return parse_toml(read_text(path), path.name)


def read_text(path: Path) -> str:
    """
    Read a file of UTF-8 text.

    Raises
    ------
    ProblemsFound
        If it cannot be opened, or is none.
    """
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        problem = Problem(str(path), f"cannot be opened ({error.strerror})", "check the name and the rights")
        raise ProblemsFound([problem]) from error
    except UnicodeDecodeError as error:
        problem = Problem(str(path), f"is no UTF-8 text (byte {error.start})", "save it as UTF-8")
        raise ProblemsFound([problem]) from error


def parse_toml(text: str, name: str) -> tuple[dict[str, Any], dict[KeyPath, int]]:
    """
    Read TOML text and the lines of its keys.

    Raises
    ------
    ProblemsFound
        If it is no TOML; the place then holds line and column.
    """
    if line := _endless_name(text):
        raise ProblemsFound(
            [Problem(f"{name}, line {line}", f"has a name of more than {_MOST_PARTS} parts", "shorten it")]
        )
    try:
        return tomllib.loads(text), key_lines(text)
    except RecursionError as error:
        raise ProblemsFound([Problem(name, "has lists in lists without end", "take the brackets away")]) from error
    except tomllib.TOMLDecodeError as error:
        raise ProblemsFound([_syntax_problem(name, text, str(error))]) from error
    except ValueError as error:
        # Python, not tomllib, refuses numbers of thousands of digits.
        raise ProblemsFound([Problem(name, "has a number of far too many digits", "shorten it")]) from error


def _endless_name(text: str) -> int:
    """
    Give the line of a name of very many parts, a.b.c; 0 if there is none.

    ``tomllib`` takes room by the square of their number: a line of 100 kB would fill any machine.
    """
    for number, line in enumerate(text.splitlines(), start=1):
        run = 0
        for part in line.split(".") if line.count(".") > _MOST_PARTS else ():
            run = run + 1 if _NAME.fullmatch(part.strip()) else 0
            if run > _MOST_PARTS:
                return number
    return 0


def _syntax_problem(name: str, text: str, message: str) -> Problem:
    remedy = "mend the TOML there; strings need quotes, lists need commas"
    found = _AT_LINE.search(message)
    if found:
        return Problem(f"{name}, line {found[1]}, column {found[2]}", _AT_LINE.sub("", message), remedy)
    return Problem(f"{name}, line {text.count(chr(10)) + 1}", message.replace(" (at end of document)", ""), remedy)


@dataclass
class TomlReader:
    """
    Take values out of a TOML file and collect what is wrong with them.

    Every ``take`` gives a usable value, so that reading goes on and the next
    fault is found too; call ``maps.problems.raise_any`` with ``reader.by_line()`` at the end.
    """

    name: str
    data: Mapping[str, Any]
    lines: Mapping[KeyPath, int]
    problems: list[Problem] = field(default_factory=list)

    @classmethod
    def of(cls, path: Path) -> TomlReader:
        """Open a file; raises ``ProblemsFound`` if it cannot be read, or is no TOML."""
        return cls(path.name, *load_toml(path))

    def place(self, *keys: str | int) -> str:
        """Say where a key is: file and line, or the nearest table that exists."""
        for length in range(len(keys), 0, -1):
            # A list of tables has no line of its own: it is where its first row is.
            if line := self.lines.get(keys[:length]) or self.lines.get((*keys[:length], 0)):
                return f"{self.name}, line {line}"
        # A heading may be there only by those below it: [move.ground] is [move], too.
        below = (line for at, line in self.lines.items() if at[:1] == keys[:1])
        line = min(below, default=0)
        return f"{self.name}, line {line}" if line and keys else self.name

    def fault(self, keys: KeyPath, what: str, remedy: str = "") -> None:
        """Note a problem at a key."""
        self.problems.append(Problem(self.place(*keys), f"{_dotted(keys)} {what}", remedy))

    def by_line(self) -> list[Problem]:
        """Give the problems in the order of their lines; those of other files, or of no line, at the end."""

        def line(problem: Problem) -> float:
            name, _, number = problem.place.rpartition(", line ")
            return int(number) if name == self.name and number.isdigit() else math.inf

        return sorted(self.problems, key=line)

    def raw(self, *keys: str | int) -> Any:
        """Give the value at a path, ``None`` if there is none."""
        value: Any = self.data
        for key in keys:
            try:
                value = value[key]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def number(self, *keys: str | int, low: float, high: float, default: float | None = None) -> float:
        """Take a number within limits; without a default it must be there."""
        value = self.raw(*keys)
        limits = f"give a number from {low:g} to {high:g}"
        if value is None:
            if default is None:
                self.fault(keys, "is missing", limits)
            return float(low if default is None else default)
        if not is_number(value):
            self.fault(keys, f"is {shown(value)}, no number", limits)
            return float(low)
        if not low <= value <= high:
            self.fault(keys, f"is {shown(value)}, out of range", limits)
            return float(low if value != value else low if value < low else high)  # noqa: PLR0124 - nan
        return float(value)

    def numbers(self, *keys: str | int, names: tuple[str, ...]) -> tuple[float, ...] | None:
        """Take a list of as many finite numbers as there are names; None, and a fault, if it is none."""
        value = self.raw(*keys)
        pattern = f"write [{', '.join(names)}]"
        entries = value if isinstance(value, list) else []
        if len(entries) == len(names) and all(is_number(entry) and math.isfinite(entry) for entry in entries):
            return tuple(float(entry) for entry in entries)
        what = "is missing" if value is None else f"is {shown(value)}"
        self.fault(keys, what, pattern)
        return None

    def texts(self, *keys: str | int) -> tuple[str, ...]:
        """Take one text or a list of them; none where the key is missing. One that comes twice is a fault."""
        value = self.raw(*keys)
        entries = [] if value is None else value if isinstance(value, list) else [value]
        if value == [] or not all(isinstance(entry, str) and entry.strip() for entry in entries):
            self.fault(keys, f"is {shown(value)}, no text and no list of texts", 'write "one" or ["first", "second"]')
            return ()
        for entry in sorted({entry for entry in entries if entries.count(entry) > 1}):
            self.fault(keys, f"names {entry!r} twice", "take one away")
        return tuple(dict.fromkeys(entries))

    def text(self, *keys: str | int, default: str | None = None) -> str:
        """Take a text that is not empty."""
        value = self.raw(*keys)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or not value.strip():
            what = "is missing" if value is None else f"is {shown(value)}, no text"
            self.fault(keys, what, "give a text in quotes")
            return default or ""
        return value

    def choice(self, *keys: str | int, known: Iterable[str], default: str) -> str:
        """Take one word of a list."""
        value = self.text(*keys, default=default)
        choices = tuple(known)
        if value not in choices:
            self.fault(keys, f"is {value!r}", did_you_mean(value, choices))
            return default
        return value

    def only(self, *keys: str | int, known: Iterable[str]) -> None:
        """Refuse keys of a table that nobody reads: they are misspellings."""
        table = self.raw(*keys) if keys else self.data
        if table is None:
            return
        if not hasattr(table, "keys"):
            self.fault(keys, f"is {shown(table)}, no table", f"write it as [{_dotted(keys)}]")
            return
        choices = tuple(known)
        for key in table:
            if key not in choices:
                self.fault((*keys, key), "is not known here", did_you_mean(key, choices))


def is_number(value: Any) -> bool:
    """Say whether a TOML value is a number that a float can hold; true and false are none."""
    return isinstance(value, float) or (isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1e300)


def shown(value: Any) -> str:
    """Print a value for a message: numbers short, anything else as Python writes it, at most 60 characters."""
    if is_number(value):
        return f"{value:g}"
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 4] + " ..."


def _dotted(keys: KeyPath) -> str:
    return ".".join(str(key) for key in keys)
