"""Begin a file of a house variant: it changes nothing yet, and names every place that can be changed."""

from collections.abc import Iterator
from typing import Any

from campaign.model.tables import Tables
from campaign.systems.own.starting import as_toml
from campaign.systems.own.variant.changing import name_of, quoted
from campaign.systems.own.variant.resolving import Base

_WIDE = 118
_NOT_SHOWN = frozenset({"key", "name", "source", "system", "case", "given", "base", "change"})
_HEAD = """# {name}: a house variant of {base}. What is not changed here stays as it is there.
# A [[change]] names a place of those rules and what is there instead; all places stand below, each as it is now.
# to = ... sets a place, add = ... gives a list another row or a table another line, remove = true takes one out.

[system]
key = {key}
name = {named}
extends = {extends}
version = "0.1"
format = 1
author = ""
prefix = ""                 # stands before your paragraphs
differs = []                # cases of the other rules that come out otherwise, as they should; rules check names them
"""
_EXAMPLE = """
# [[change]]
# at = "{place}"
# to = {value}
# rule = "1"                # your paragraph
# reason = "why it is so in your club"

# [[case]]                  # a case: what stands where, one order, what must come of it; without the change it fails
# id = "MY-1"
# rule = "1"
# about = "what it shows"
# given = ["map 3x3"]
# when = []
# then = []

# --- the places there are, each as it is ---
"""


def begun(key: str, name: str, base: Base, tables: Tables) -> str:
    """Write a new variant of rules."""
    head = _HEAD.format(
        name=name, base=tables.name, key=as_toml(key), named=as_toml(name), extends=as_toml(base.key)
    )  # fmt: skip
    places = list(_places(base.data, ""))
    place, value = next(((at, value) for at, value in places if _is_figure(value)), places[0])
    rows = "\n".join(_row(at, value) for at, value in places)
    return f"{head}{_EXAMPLE.format(place=place.replace(chr(34), chr(39)), value=as_toml(value))}{rows}\n"


def _is_figure(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _row(at: str, value: Any) -> str:
    line = f"#   {at} = {as_toml(value)}"
    return line if len(line) <= _WIDE else f"{line[: _WIDE - 4]} ..."


def _places(value: Any, at: str) -> Iterator[tuple[str, Any]]:
    """List every place, each with what is there: a list of plain values is one place."""
    if isinstance(value, dict):
        for key, item in value.items():
            if at or key not in _NOT_SHOWN:
                yield from _places(item, f"{at}.{quoted(key)}".lstrip("."))
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        for number, item in enumerate(value):
            yield from _places(item, f"{at}.{quoted(name_of(item, number))}")
    else:
        yield at, value
