"""Lay a rule file out as a quick reference: headings, rows and tables in order, and what is there by default."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from campaign.systems.own.reading.headings import Heading
from campaign.systems.own.shape.fighting import Table
from campaign.systems.own.shape.moving import Movement, Mud
from campaign.systems.own.shape.units import Unit
from campaign.systems.own.tables import OwnTables
from campaign.systems.own.words.amounts import Dice, Paid
from campaign.systems.own.words.conditions import Test
from campaign.systems.own.words.outcomes import Deed

_IN_RATINGS = frozenset({"ratings", "steps", "mover"})
"""Keys of a unit that stand in the table of all units."""
_NOT_SHOWN = frozenset({"reading", "given", "case"})
_TITLES = ("name", "kind", "key")
_OWN = frozenset({"rule", *_TITLES})
_GRIDS = frozenset({"ground", "road", "side", "works", "weather", "table"})
"""Keys that are laid out as grids of their own."""


class Entry(NamedTuple):
    """A key of a row: how it is called, what it is, and whether that is only its default."""

    key: str
    value: str
    by_default: bool


class Row(NamedTuple):
    """A row of a heading: the author's paragraph, what it is called, and its keys."""

    rule: str
    title: str
    entries: tuple[Entry, ...]
    grids: tuple["Laid", ...] = ()
    rows: tuple["Row", ...] = ()
    """Rows within it: changes, shifts."""


class Laid(NamedTuple):
    """A table of figures: its heads, and rows that begin with their names."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Part(NamedTuple):
    """A heading of the file with its rows; one that the file leaves out is all by default."""

    key: str
    rows: tuple[Row, ...]
    by_default: bool
    grids: tuple[Laid, ...] = ()
    """Tables of all its rows together."""


def sheet_of(tables: OwnTables) -> tuple[Part, ...]:
    """Lay the rules out in the order of the manual."""
    return tuple(_parts(tables))


def _parts(tables: OwnTables) -> Iterator[Part]:
    rules = tables.rules
    for field in msgspec.structs.fields(type(rules)):
        value = getattr(rules, field.name)
        if field.name in _NOT_SHOWN or field.name == "rule":
            continue
        by_default = not field.required and value == _default(field)
        if field.name == "results":
            yield Part(field.name, (_results(tables),), by_default)
            continue
        rows = value if isinstance(value, tuple) else () if value is None else (value,)
        grids = tuple(_ratings(tables)) if field.name == "unit" else ()
        yield Part(field.name, tuple(row_of(tables, row) for row in rows), by_default, grids)


def by_steps(values: tuple[int, ...]) -> str:
    """Write a rating, full strength first.

    >>> by_steps((5, 3, 2)), by_steps((4,))
    ('5/3/2', '4')
    """
    return "/".join(map(str, values))


def _ratings(tables: OwnTables) -> Iterator[Laid]:
    """Lay the units out: a row each, and a column for each rating, by the steps that are left."""
    names = tuple(dict.fromkeys(name for row in tables.rules.unit for name in row.ratings))
    rows = [
        (row.kind, row.mover, str(row.steps), *(by_steps(row.ratings.get(name, ())) for name in names))
        for row in tables.rules.unit
    ]  # fmt: skip
    yield Laid("units", ("mover", "steps", *names), tuple(rows))


def _default(field: Any) -> Any:
    return field.default_factory() if field.default is msgspec.NODEFAULT else field.default


def _results(tables: OwnTables) -> Row:
    entries = ((code, "; ".join(map(str, deeds)) or "nothing") for code, deeds in tables.rules.results.items())
    return Row("", "results", tuple(Entry(code, told, by_default=False) for code, told in entries))


def row_of(tables: OwnTables, row: Heading) -> Row:
    """Lay a row of a heading out."""
    entries, within = list[Entry](), list[Row]()
    for field in msgspec.structs.fields(type(row)):
        value = getattr(row, field.name)
        if field.name in _OWN or value is None or _stands_in_a_grid(row, field.name, value):
            continue
        if isinstance(value, tuple) and value and isinstance(value[0], Heading):
            within += [row_of(tables, one) for one in value]
        elif isinstance(value, Heading):
            within.append(row_of(tables, value)._replace(title=field.name))
        else:
            by_default = not field.required and value == _default(field)
            entries.append(Entry(field.name.replace("_", " "), said(value), by_default))
    title = next((str(getattr(row, name)) for name in _TITLES if getattr(row, name, "")), "")
    rule = tables.par(row.rule) if row.rule else ""
    return Row(rule, title, tuple(entries), tuple(_grids(row)), tuple(within))


def _stands_in_a_grid(row: Heading, key: str, value: Any) -> bool:
    return (key in _GRIDS and not isinstance(value, tuple)) or (key in _IN_RATINGS and isinstance(row, Unit))


def _grids(row: Heading) -> Iterator[Laid]:
    if isinstance(row, Movement | Mud):
        yield from _costs(row)
    table = getattr(row, "table", None)
    if isinstance(table, Table):
        heads = tuple(head.text for head in table.columns)
        yield Laid("table", heads, tuple((str(throw), *table.rows[throw]) for throw in sorted(table.rows)))


def _costs(row: Movement | Mud, under: str = "") -> Iterator[Laid]:
    """Lay out what ground costs: a column for each mover."""
    kinds = {name: getattr(row, name, {}) for name in ("ground", "road", "side", "works")}
    movers = tuple(dict.fromkeys(mover for costs in kinds.values() for one in costs.values() for mover in one))
    rows = [
        (name.replace("_", " "), *(said(costs[mover]) if mover in costs else "" for mover in movers))
        for part in kinds.values() for name, costs in part.items()
    ]  # fmt: skip
    if rows:
        yield Laid(under or "movement", movers, tuple(rows))
    for name, mud in getattr(row, "weather", {}).items():
        yield from _costs(mud, under=f"movement: {name}")


def said(value: Any) -> str:
    """Write a value for a reader.

    >>> said((True, Fraction(1, 2), {"a": 1})), said(())
    ('yes, 1/2, a 1', 'none')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Paid | Dice | Test | Deed | Fraction):
        return str(value)
    if hasattr(value, "text"):
        return str(value.text) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key} {said(item)}" for key, item in value.items()) or "none"
    if isinstance(value, tuple):
        single = len(value) == 1 and isinstance(value[0], int)
        return str(value[0]) if single else ", ".join(map(said, value)) or "none"
    return str(value).replace("_", " ") if value != "" else "none"
