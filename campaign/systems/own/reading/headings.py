"""Read a heading into its struct: what it may hold, its fields say by their roles."""

import typing
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec

from campaign.systems.own.reading.notes import Notes, Place, nearest
from campaign.systems.own.reading.roles import Role, Text
from maps.problems import did_you_mean
from maps.toml_lines import shown


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """The base of all headings. ``rule`` is the author's own paragraph: it goes into refusals, rolls and the log."""

    rule: Annotated[str, Text(20)] = ""


H = TypeVar("H", bound=Heading)


class Sub(Role):
    """A heading within a heading."""

    filler: Any = None

    def __init__(self, kind: type[Heading]) -> None:
        self.kind, self.wants, self.filler = kind, "a heading of its own", {}

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read the heading."""
        return read_heading(self.kind, value, at, notes)


@cache
def roles_of(kind: type[Heading]) -> dict[str, Role]:
    """Name the role of each key of a heading, in order.

    >>> list(roles_of(Heading))
    ['rule']
    """
    hints = typing.get_type_hints(kind, include_extras=True)
    return {name: _role(hints[name]) for name in kind.__struct_fields__}


@cache
def _needed(kind: type[Heading]) -> tuple[str, ...]:
    """Name the keys of a heading that must be given."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if field.required)


def _role(hint: Any) -> Role:
    return next(part for part in typing.get_args(hint) if isinstance(part, Role))


def read_heading(kind: type[H], value: Any, at: Place, notes: Notes) -> H:
    """Read a heading; a key that is misnamed is read as the one most like it, so that its own faults are found too."""
    roles = roles_of(kind)
    if not isinstance(value, dict):
        notes.fault(at, f"is {shown(value)}, no heading", f"write it as [{'.'.join(map(str, at[:1]))}]", None)
        value = {}
    found: dict[str, Any] = {}
    for key, item in value.items():
        name = key if key in roles else _taken_for(kind, key, value, at, notes)
        if name and name not in found:
            found[name] = roles[name].read(item, (*at, key), notes)
    for name in _needed(kind):
        if name not in found:
            role = roles[name]
            notes.fault((*at, name), "is missing", f"write {name} = ..., {role.wants}", None)
            found[name] = role.read(role.filler, (*at, name), notes.deaf())
    return kind(**found)


def _taken_for(kind: type[Heading], key: str, value: dict[str, Any], at: Place, notes: Notes) -> str:
    """Note a key that is not known here; give the key that it is read as, "" if it is like none."""
    open_ = [name for name in roles_of(kind) if name not in value]
    notes.fault((*at, key), "is not known here", did_you_mean(key, open_ or roles_of(kind)), None)
    return nearest(key, open_)
