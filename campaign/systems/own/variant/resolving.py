"""Read a file of a house variant: its own keys, the rules that it extends, and what comes of both together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from campaign.model.tables import Difference, House
from campaign.systems.own.reading.headings import read_heading
from campaign.systems.own.reading.notes import Notes
from campaign.systems.own.reading.reader import MOST_BYTES, MOST_VALUES, count_values
from campaign.systems.own.variant.changing import changed
from campaign.systems.own.variant.rows import Variant
from maps.problems import Problem, ProblemsFound, raise_any
from maps.toml_lines import KeyPath, TomlReader, parse_toml

_MOST_DEEP = 3
_MOST_LONG = 3 * MOST_BYTES
"""A variant may carry the file along that it extends."""
_OF_A_FILE = ("key", "name", "version", "format", "author")
"""What a file says of itself. Its prefix stands before its changes; the paragraphs of its base keep theirs."""
_SAYS = ("to", "add", "remove")
_ALONE = frozenset({"system", "case", "given", "base"})
_CARRIES = '''

# The file that these rules extend, carried along for who does not have it. Nobody needs to write below this line.
[base]
text = """
'''


@dataclass(frozen=True)
class Base:
    """Rules that can be extended: their data, the key of the first of the line, and what they changed themselves."""

    key: str
    data: Mapping[str, Any]
    root: str
    coded: bool
    text: str = ""
    """Of a file: its text, which is carried along with what extends it."""
    differences: tuple[Difference, ...] = ()
    below: "Resolved | None" = None
    """How it is read, if it is a variant itself."""


Bases = Callable[[str, str, int], Base]
"""Gives the rules of a key, or of a text that is carried along; the number says how many files deep that is."""


@dataclass(frozen=True)
class Resolved:
    """A variant as it is read."""

    variant: Variant
    base: Base
    data: Mapping[str, Any]
    lines: Mapping[KeyPath, int]
    """The line of the change by the place that it changed."""
    house: House
    notes: Notes

    def changed_by(self, variant: Variant) -> "Resolved":
        """Read other changes of the same rules."""
        return _together(variant, self.base, Notes(TomlReader(self.notes.toml.name, {}, self.notes.toml.lines)))


def extends(text: str) -> str:
    """Name the rules that a text extends; "" if it is no variant, or no TOML."""
    if "extends" not in text or len(text) > _MOST_LONG:
        return ""
    try:
        system = parse_toml(text, "rules")[0].get("system")
    except ProblemsFound:
        return ""  # what is no TOML is told by who reads it
    found = system.get("extends") if isinstance(system, dict) else None
    return found if isinstance(found, str) else ""


def resolved(text: str, name: str, bases: Bases, deep: int = 0) -> Resolved:
    """Read a variant; what is wrong with it is in its notes.

    Raises ``ProblemsFound`` if it is no TOML, is too large, or if the rules that it extends are not to be had.
    """
    if len(text.encode("utf-8", "replace")) > _MOST_LONG:
        raise_any([Problem(name, "is far longer than rules are", "take cases out, into a file of their own")])
    data, lines = parse_toml(text, name)
    if count_values(data) > MOST_VALUES:
        raise_any([Problem(name, f"holds more than {MOST_VALUES} values, or is nested too deep", "shorten it")])
    notes = Notes(TomlReader(name, data, lines))
    variant = read_heading(Variant, data, (), notes)
    key = variant.system.extends
    place = notes.toml.place("system", "extends")
    if deep >= _MOST_DEEP or key == variant.system.key:
        what = "extends itself" if key == variant.system.key else f"is more than {_MOST_DEEP} files deep"
        raise_any([*notes.toml.by_line(), Problem(place, f"{key!r} {what}", "extend the first rules of the line")])
    try:
        base = bases(key, variant.base.text if variant.base is not None else "", deep + 1)
    except KeyError as error:
        what = f"system extends is {key!r}, which are no rules here"
        raise_any([*notes.toml.by_line(), Problem(place, what, str(error.args[0]))])
        raise
    return _together(variant, base, notes)


def _together(variant: Variant, base: Base, notes: Notes) -> Resolved:
    found = changed(base.data, variant.change, notes, grows=not base.coded)
    lines = {place: line_of(notes, number) for place, number in found.by_place.items()}
    data = found.data
    if not base.coded:
        said = {key: value for key in _OF_A_FILE if (value := getattr(variant.system, key))}
        data = {key: value for key, value in data.items() if key not in _ALONE}
        data = {"system": {**base.data["system"], **said}, **data}
        data["system"].pop("extends", None)
        data["system"].pop("differs", None)
        lines[("system",)] = notes.toml.lines.get(("system",), 0)
    own = [msgspec.structs.replace(row, rule=_par(variant, row.rule)) for row in found.differences]
    told = (*base.differences, *own)
    house = House(base.key, base.root, base.coded, told, data)
    return Resolved(variant, base, data, lines, house, notes)


def _par(variant: Variant, rule: str) -> str:
    return f"{variant.system.prefix} {rule}".strip() if rule else ""


def line_of(notes: Notes, number: int) -> int:
    """Give the line where a change says what is to be; 0 if there is no such change."""
    lines = notes.toml.lines
    return next((lines[at] for at in (("change", number, key) for key in _SAYS) if at in lines),
                lines.get(("change", number), 0))  # fmt: skip


def of_changes(found: Resolved, count: int) -> Resolved:
    """Read a variant anew with its first changes alone: to find the one that a fault comes from."""
    return found.changed_by(msgspec.structs.replace(found.variant, change=found.variant.change[:count]))


def carrying(text: str, base: str) -> str:
    """Write a variant with the file that it extends in it: one file that says all."""
    plain = base.replace("\\", "\\\\").replace('"', '\\"')
    return f'{text.rstrip()}{_CARRIES}{plain}"""\n'
