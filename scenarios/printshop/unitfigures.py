"""
Tell what a rule system's own tables say of a unit: how far it goes, what it throws, what it shoots with.

Which figures those are says ``cards.toml``; the figures are the system's. Of a system that is not in it the words of
the unit's own sheet are told, so that rules made of data have cards too.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.systems.catalogue import sheet
from campaign.systems.checking import figures_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.tables import Tables
    from campaign.model.things import Profile

__all__ = ["unit_figures"]

_NAME = re.compile(r"\$([a-z_]+?)(?=_range\}|[^a-z_]|$)")
_PATH = re.compile(r"\{(\+?)([^{}]+)\}")


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the lines of units stand; ``by`` and ``small``: the tables that give the line of an arm."""

    table: str
    attribute: str = ""
    by: str = ""
    small: str = ""
    small_size: str = ""


class _Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: str
    says: list[str]
    when: dict[str, str] = {}
    unless: dict[str, str] = {}


class _Spec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the cards of a system tell; ``movers`` names the system's words for how a unit moves."""

    figure: list[_Figure]
    line: _Line | None = None
    movers: str = ""
    under: str = ""
    """The table of what a unit is if its line says nothing else."""


class _UnknownError(KeyError):
    """A figure that there is not."""


def unit_figures(tables: Tables, profile: Profile) -> list[tuple[str, str]]:
    """List the figures of a unit unhurt, each with what it is called, by a system as it is played."""
    spec = _specs().get(tables.like)
    if spec is None:
        return _of_data(tables, profile) or [
            (_said(key), _said(value)) for key, value in sorted(profile.attributes.items())
        ]
    data = _data(tables)
    words = _words(spec, data, profile)
    found = []
    for figure in spec.figure:
        holds = all(_has(words, key, value) for key, value in figure.when.items())
        if holds and not any(_has(words, key, value) for key, value in figure.unless.items()):
            told = next((said for form in figure.says if (said := _filled(form, words, data))), "")
            found += [(figure.words, told)] if told else []
    return found


def _of_data(tables: Tables, profile: Profile) -> list[tuple[str, str]]:
    """Tell a unit's line in the table of a system of data: how it moves, and its ratings by the steps that are left."""
    for part in sheet(tables):
        for laid in part.grids if part.key == "unit" else ():
            row = next((cells for name, *cells in laid.rows if name == profile.attributes.get("unit")), ())
            return [(_said(head), _said(cell)) for head, cell in zip(laid.heads, row, strict=False) if cell]
    return []


@cache
def _specs() -> dict[str, _Spec]:
    text = (files("scenarios.printshop") / "cards.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, _Spec])


def _data(tables: Tables) -> dict[str, Any]:
    readings = {item.key: item.value for item in tables.interpretations}
    return {**figures_of(tables), "reading": readings}


def _words(spec: _Spec, data: Mapping[str, Any], profile: Profile) -> dict[str, Any]:
    """Gather what is known of a unit: what all units have, its line, its own sheet."""
    mover = profile.mover
    if spec.movers:
        mover = _at(data, spec.movers).get(mover, mover)
    own = {"kind": profile.kind, "size": profile.size, "mover": mover, "band": profile.band,
           "traits": sorted(profile.traits)}  # fmt: skip
    under = _at(data, spec.under) if spec.under else {}
    line = dict(_line(spec.line, data, profile)) if spec.line else {}
    line.pop("mover", None)
    return {**under, **line, **own, **profile.attributes}


def _line(spec: _Line, data: Mapping[str, Any], profile: Profile) -> Mapping[str, Any]:
    rows = _at(data, spec.table)
    if isinstance(rows, list):
        rows = {row["key"]: row for row in rows}
    named = str(profile.attributes.get(spec.attribute, "")) if spec.attribute else ""
    if named in rows:
        return dict(rows[named])
    small = _at(data, spec.small) if spec.small and profile.size == _at(data, spec.small_size) else {}
    by = _at(data, spec.by) if spec.by else {}
    return dict(rows.get(small.get(profile.kind) or by.get(profile.kind) or profile.kind, {}))


def _has(words: Mapping[str, Any], key: str, value: str) -> bool:
    known = words.get(key)
    return value in known if isinstance(known, list) else known == value


def _filled(form: str, words: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    """Fill a form; "" if something in it is not known."""
    try:
        text = _NAME.sub(lambda found: _named(words, found[1]), form)
        while _PATH.search(text):
            text = _PATH.sub(lambda found: _said(_at(data, found[2]), signed=bool(found[1])), text)
    except _UnknownError:
        return ""
    return text.replace(" -", " −").replace("_", " ").strip()


def _named(words: Mapping[str, Any], key: str) -> str:
    if words.get(key) in {None, "", 0}:
        raise _UnknownError(key)
    return str(words[key])


def _at(data: Mapping[str, Any], path: str) -> Any:
    value: Any = data
    for key in path.split("."):
        if not isinstance(value, dict) or key not in value:
            raise _UnknownError(path)
        value = value[key]
    return value


def _said(value: Any, *, signed: bool = False) -> str:
    if isinstance(value, list):
        return ", ".join(_said(part) for part in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return ("" if not value else f"{value:+g}") if signed else f"{value:g}"
    return str(value).replace("_", " ")
