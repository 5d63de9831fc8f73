"""Begin a rule file: from the smallest that plays, or from another; what it leaves out stands in it as remarks."""

import re
from collections.abc import Iterator
from fractions import Fraction
from importlib import resources
from typing import Any

import msgspec

from campaign.systems.own.reading.headings import Heading, Sub, roles_of
from campaign.systems.own.reading.roles import Many, Role
from campaign.systems.own.shape.whole import Rules
from campaign.systems.own.words.amounts import Dice, Paid
from maps.toml_lines import parse_toml

_NOT_SHOWN = frozenset({"rule", "given", "case"})
_WIDE = 118


def begun(key: str, name: str, base: str = "") -> str:
    """
    Write the text of a new rule file.

    Parameters
    ----------
    key, name
        Of the new system; the key is the file's name.
    base
        The text of a file that it begins from; "": the smallest that plays.
    """
    text = _headed(name, base) if base else _starter()
    for field, value in {"key": key, "name": name, "version": "0.1", "author": ""}.items():
        text = _set(text, field, value)
    return f"{text.rstrip()}\n\n{left_out(text)}"


def _headed(name: str, base: str) -> str:
    """Say over another's text whose it was."""
    was = parse_toml(base, "rules")[0]["system"]["name"]
    body = re.sub(r"\A(?:#[^\n]*\n)+", "", base)
    return f"# {name}: begun from {was}. Change what you will; the paragraphs stand in logs and refusals.\n{body}"


def _set(text: str, field: str, value: str) -> str:
    """Set a key of ``[system]``, if it is there."""
    found = re.search(rf'(?ms)^\[system\][^\[]*?^{field}\s*=\s*("[^"\n]*")', text)
    return text if found is None else text[: found.start(1)] + _quoted(value) + text[found.end(1) :]


def _starter() -> str:
    return resources.files("campaign.systems.own").joinpath("starter.txt").read_text(encoding="utf-8")


def left_out(text: str) -> str:
    """Write the headings that a file leaves out as remarks: each key with its default, and what it takes."""
    there = parse_toml(text, "rules")[0]
    blocks = [_block(name) for name in roles_of(Rules) if name not in there and name not in _NOT_SHOWN]
    return "\n".join(["# --- left out, and so by default: take the # away to set them otherwise ---", "", *blocks])


def _block(name: str) -> str:
    role = roles_of(Rules)[name]
    kind = heading_in(role)
    if kind is None:
        return f"# [{name}]    # {role.wants}\n"
    head = f"[[{name}]]" if isinstance(role, Many) else f"[{name}]"
    about = " ".join((kind.__doc__ or "").split())
    return "\n".join([f"# {head}    # {about}", *_keys(kind), ""])


def heading_in(role: Role) -> type[Heading] | None:
    """Give the heading that a key holds, one or a list of them; None if it holds a value."""
    within = role.role if isinstance(role, Many) else role
    return within.kind if isinstance(within, Sub) else None


def _keys(kind: type[Heading]) -> Iterator[str]:
    """Write the keys of a heading, each with its default or, where it must be given, with dots."""
    for field in msgspec.structs.fields(kind):
        if field.name == "rule":
            continue
        wants = " ".join(roles_of(kind)[field.name].wants.split())
        known = "..." if field.required else as_toml(_default(field)).replace('""', "")
        line = f"# {field.name} = {known}" if known else f"# {field.name}"
        room = _WIDE - len(line) - 6
        yield f"{line}    # {wants if len(wants) <= room else wants[: max(room - 4, 0)] + ' ...'}"


def _default(field: Any) -> Any:
    return field.default_factory() if field.default is msgspec.NODEFAULT else field.default


def as_toml(value: Any) -> str:
    """Write a default as a file does; "" where a key that is not there says it alone.

    >>> as_toml((3, 3)), as_toml(Fraction(1, 2)), as_toml(True), as_toml(None)
    ('[3, 3]', '"1/2"', 'true', '')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Fraction) and value.denominator == 1:
        return str(value)
    if isinstance(value, Paid | Fraction | Dice | str):
        return _quoted(str(value))
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {as_toml(item)}' for key, item in value.items())} }}" if value else "{}"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(as_toml, value))}]"
    return str(value)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
