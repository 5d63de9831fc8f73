"""Read a rule system's tables: its book.

A system says what its book holds in a typed struct, which words of one table another must have (``Names``), and what
else does not fit. Reading checks all of that, and what an umpire sets otherwise.
"""

import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import msgspec

from campaign.model.facts import Fact
from campaign.model.tables import Tables, overridden
from maps.problems import Problem, did_you_mean, raise_any

Overrides = Mapping[str, str | int | float | bool]
Text = str | Mapping[str, Any]
Path = tuple[str | int, ...]

T = TypeVar("T", bound=Tables)


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of the tables of a book: a key that is not known is an error."""


class Names(NamedTuple):
    """What one table names and another must have.

    Both are paths into the book; ``*`` stands for every row. A path that ends at a list means its items, one that ends
    at a table its keys. ``of`` may be the words themselves.
    """

    where: str
    of: str | tuple[str, ...]


def read_book(
    kind: type[T], text: Text, overrides: Overrides | None = None, *, names: Iterable[Names] = (), facts:
    tuple[Fact[Any], ...] = (), problems: Callable[[T], Iterable[Problem]] = lambda _: (),
) -> T:  # fmt: skip
    """Read a book from its text, or from what a text says.

    ``overrides``: interpretations set otherwise by the umpire, by key. ``facts``: what the system keeps of stands,
    formations and the state. ``problems``: says what else does not fit together.

    Raises ``msgspec.ValidationError`` if the text has unknown or missing keys, or values of the wrong kind; the message
    names the path. Raises ``ProblemsFound`` if one table names what another has not, or an override names no
    interpretation, one that is fixed, or a value that it cannot have.
    """
    data = _parsed(text) if isinstance(text, str) else text
    book = msgspec.convert(data, type=kind)
    known = overridden(book.interpretations, overrides or {})
    marks = book.marks | book.formation_marks
    book = msgspec.structs.replace(book, interpretations=known, marks=marks, facts=facts)
    found = [
        Problem(f"{book.key}.toml", f"{_label(data, path)} is {word!r}, which there is not", did_you_mean(word, words))
        for path, word, words in misnamed(data, names)
    ]
    raise_any([*found, *problems(book)])
    return book


@lru_cache(maxsize=8)
def _parsed(text: str) -> Mapping[str, Any]:
    """Parse a book's text: the same text is read for every campaign by these rules, with other readings."""
    return tomllib.loads(text)


def misnamed(data: Mapping[str, Any], names: Iterable[Names]) -> Iterator[tuple[Path, str, Collection[str]]]:
    """List the words of a book that another of its tables should have and has not: the path, the word, those it has.

    >>> book = {"unit": [{"key": "tank", "moves": "fsat"}], "pace": {"slow": 1, "fast": 2}}
    >>> [(path, word) for path, word, _ in misnamed(book, [Names("unit.*.moves", "pace")])]
    [(('unit', 0, 'moves'), 'fsat')]
    """
    for where, of in names:
        known = set(of) if isinstance(of, tuple) else {word for _, word in _words(data, of)}
        for path, word in _words(data, where):
            if word not in known:
                yield path, word, known


def _words(data: Mapping[str, Any], where: str) -> Iterator[tuple[Path, str]]:
    """List the words at a path, each with the path of its own."""
    for path, value in _at(data, tuple(where.split(".")), ()):
        for word in value if isinstance(value, list | dict) else [value]:
            if isinstance(word, str):
                yield path, word


def _at(value: Any, parts: tuple[str, ...], path: Path) -> Iterator[tuple[Path, Any]]:
    if not parts:
        yield path, value
        return
    rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in rows:
        if parts[0] in {"*", key}:
            yield from _at(part, parts[1:], (*path, key))


def _label(data: Any, path: Path) -> str:
    """Write a path with the keys of its rows: "unit.tank.moves"."""
    parts = []
    for part in path:
        data = data[part]
        parts.append(str(data.get("key", part)) if isinstance(part, int) and isinstance(data, dict) else str(part))
    return ".".join(parts)
