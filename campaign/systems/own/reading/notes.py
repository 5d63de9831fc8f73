"""Note what one reading finds: faults by place, names that are declared, names that are used."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from maps.problems import Problem, did_you_mean
from maps.toml_lines import TomlReader

Place = tuple[str | int, ...]
T = TypeVar("T")
OF_A_STAND = ("kind", "trait", "mark", "stance")
"""Names that "is" can say of a stand: they are one space, so that each has one meaning."""
_SHARED = frozenset({"trait", "mover"})
"""What several rows may declare alike."""


class Used(NamedTuple):
    """A name that is used: what it may be the name of, and words that are good besides."""

    spaces: tuple[str, ...]
    name: str
    at: Place
    also: tuple[str, ...] = ()


@dataclass
class Notes:
    """What a reading has found so far. Every fault gives something usable, so that the next is found too."""

    toml: TomlReader
    names: dict[str, dict[str, Place]] = field(default_factory=dict)
    used: list[Used] = field(default_factory=list)
    is_deaf: bool = False
    """Whether nothing is noted: what is read stands in for a key that is missing."""

    def fault(self, at: Place, what: str, remedy: str, instead: T) -> T:
        """Note a fault with its way out, and give what stands in for the value."""
        nobody_wrote_it = at[:1] and at[0] not in self.toml.data and not what.startswith("is missing")
        if not self.is_deaf and not nobody_wrote_it:
            where = self._place(at)
            self.toml.problems.append(Problem(where, f"{labelled(self.toml.data, at)} {what}", remedy))
        return instead

    def _place(self, at: Place) -> str:
        """Say where a place is; of a heading that is missing, where the file ends: there is room for it."""
        lines = self.toml.lines
        is_there = not at or at[0] in self.toml.data
        return self.toml.place(*at) if is_there or not lines else f"{self.toml.name}, line {max(lines.values())}"

    def declare(self, space: str, name: str, at: Place) -> None:
        """Note that a name is declared; twice, or as two things, is a fault."""
        if self.is_deaf:
            return
        known = self.names.setdefault(space, {})
        if name in known and space not in _SHARED:
            self.fault(at, f"declares the {space} {name!r} a second time", "give one of the two another name", None)
        others = OF_A_STAND if space in OF_A_STAND else ()
        for other in others:
            if other != space and name in self.names.get(other, ()):
                self.fault(at, f"is {name!r}, which is a {other} already", "give one of the two another name", None)
        known.setdefault(name, at)

    def uses(self, spaces: tuple[str, ...], name: str, at: Place, also: tuple[str, ...] = ()) -> None:
        """Note that a name is used; whether it is declared is asked when all is read."""
        if not self.is_deaf:
            self.used.append(Used(spaces, name, at, also))

    def deaf(self) -> "Notes":
        """Give notes that take nothing down."""
        return Notes(self.toml, is_deaf=True)

    def unknown_names(self) -> None:
        """Note each name that is used and declared nowhere, once, with how often."""
        missed: dict[tuple[tuple[str, ...], str], list[Used]] = {}
        for one in self.used:
            if one.name not in one.also and not any(one.name in self.names.get(space, ()) for space in one.spaces):
                missed.setdefault((one.spaces, one.name), []).append(one)
        for (spaces, name), rows in missed.items():
            known = {*(word for space in spaces for word in self.names.get(space, ())), *rows[0].also}
            more = f", here and in {len(rows) - 1} more places" if len(rows) > 1 else ""
            remedy = did_you_mean(name, known - {""}) or f"declare a {spaces[0]} of that name"
            self.fault(rows[0].at, f"is {name!r}, no {' or '.join(spaces)} of these rules{more}", remedy, None)


def labelled(data: Mapping[str, Any], at: Place) -> str:
    """Write a place with the names of its rows: "unit 'infantry' mover".

    >>> labelled({"unit": [{"kind": "foot", "steps": 2}]}, ("unit", 0, "steps"))
    "unit 'foot' steps"
    """
    words: list[str] = []
    value: Any = data
    for part in at:
        value = _part(value, part)
        words.append(_row_name(value, part) if isinstance(part, int) else str(part)[:40])
    return " ".join(words)


def _part(value: Any, part: str | int) -> Any:
    if isinstance(part, int):
        return value[part] if isinstance(value, list) and part < len(value) else None
    return value.get(part) if isinstance(value, dict) else None


def _row_name(row: Any, number: int) -> str:
    named = [row.get(key) for key in ("key", "kind", "id", "name")] if isinstance(row, dict) else []
    found = next((name for name in named if isinstance(name, str)), None)
    return f"{found[:40]!r}" if found is not None else f"number {number + 1}"


def nearest(word: str, known: Iterable[str]) -> str:
    """Give the known word that is most like another; "" if none is."""
    told = did_you_mean(word, known)
    return told.partition("'")[2].partition("'")[0] if told.startswith("did you mean") else ""
