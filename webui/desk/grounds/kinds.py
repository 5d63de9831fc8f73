"""Take kinds of terrain and of hexside of a map maker's own, as the form of the page has them, and give them back."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import msgspec
import tomli_w

from maps.derive.covers import COVERS
from maps.derive.legend import TERRAIN, parse_legend
from maps.ownhexsides import LINES, RESEMBLED, SYMBOLS
from maps.owntables import TABLES, OwnTables
from maps.palette import MARK_KINDS, shipped_palette
from maps.problems import ProblemsFound
from maps.whole import write_whole
from scenarios.drafting.remarks import with_remarks
from webui.desk.faults import BadRequest
from webui.desk.grounds.draft import FILES, LEGEND, Draft, legend_of, tables_of
from webui.desk.grounds.thresholds import changed_legend

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from maps.problems import Problem
    from maps.toml_lines import KeyPath
    from webui.desk.grounds.shelf import OwnGround

    Row = dict[str, Any]

__all__ = ["BadKind", "kind_choices", "kinds_put", "own_kinds"]

FIELDS = {
    "kind": ("resembles", "tint", "floor", "mark", "mark_kind", "share_of", "share_at_least", "relief_at_least_m",
             "height_at_least_m", "slope_at_least_deg"),
    "hexside": ("resembles", "colour", "width", "pattern", "symbol", "from", "share_at_least", "metres_at_least"),
}  # fmt: skip
"""What the form shows of a kind, by its table; what else a file says of it stays as it is."""
_NAME, _FORM, _ANY = "name", "form", "any"


class BadKind(Exception):  # noqa: N818 - it is what was filled in
    """A kind that cannot be taken; ``faults`` by the field of the form, "" for what is of none."""

    def __init__(self, faults: Mapping[str, list[str]]) -> None:
        """Keep what is wrong with each field."""
        self.faults = dict(faults)
        super().__init__("; ".join(line for lines in faults.values() for line in lines))


def kind_choices() -> dict[str, Any]:
    """List what a form offers, and the looks of what ground can resemble."""
    looks = {name: {"tint": one.tint, "mark": one.mark or one.tint} for name, one in shipped_palette().terrain.items()}
    return {"terrain": list(TERRAIN), "covers": list(COVERS), "marks": list(MARK_KINDS), "resembled": list(RESEMBLED),
            "lines": list(LINES), "symbols": list(SYMBOLS), "looks": looks}  # fmt: skip


def own_kinds(ground: OwnGround, draft: Draft) -> list[Row]:
    """List the kinds of a ground as the form shows them: those of its file of rules, then those of its area file."""
    rules = _tables(ground.own_legend(draft))
    rows = [_row(table, key, row, legend_of(draft)) for table, key, row in _each(rules)]
    return [*rows, *(_row(table, key, row, "") for table, key, row in _each(draft.own))]


def kinds_put(ground: OwnGround, version: int, place: tuple[str, str], key: str, said: Mapping[str, Any]) -> Draft:
    """
    Put a kind down, in the place of that which was corrected, or take one away.

    Parameters
    ----------
    place
        The table, and the name that the kind had before; "": it is new.
    key
        Its name now; "": it is taken away.
    said
        The fields of the form.

    Raises
    ------
    BadKind
        If it cannot be taken; nothing is changed then.
    BadRequest
        If the page is behind.
    """
    table, was = place
    if table not in TABLES:
        raise BadRequest(400, "kind", f"there is no table {table[:40]!r} of kinds", "use the page")

    def step(draft: Draft) -> Draft:
        text = ground.own_legend(draft)
        of_file = was in _tables(text).get(table, {})
        tables = _tables(text) if of_file else draft.own
        rows = dict(tables.get(table, {}))
        if was and was not in rows:
            raise BadRequest(404, "kind", f"there is no kind {was[:40]!r}", "load the page again")
        if key and key != was and key in (*_tables(text).get(table, {}), *draft.own.get(table, {})):
            raise BadKind({_NAME: [f"there is a kind {key!r} already; correct that one, or take another name"]})
        changed = {**tables, table: _with(rows, was, key, _written(table, rows.get(was, {}), said))}
        if not of_file:
            after = msgspec.structs.replace(draft, own=changed)
            _check(text, after, table, key)
            return after
        new = with_remarks(text, tomli_w.dumps({**tomllib.loads(text), **changed}))
        _check(new, draft, table, key)
        write_whole(ground.folder / FILES / legend_of(draft), new.encode())
        return draft

    return ground.change(version, step)


def _check(text: str, draft: Draft, table: str, key: str) -> None:
    """Read the rules with all kinds; a fault of the kind that was put down is told at its field."""
    own = tables_of(draft)
    fields = (_NAME, *FIELDS[table])
    lines: dict[KeyPath, int] = {(table, key, field): k for k, field in enumerate(fields[1:], start=2)}
    lines[table, key] = 1
    try:
        if not text or key in draft.own.get(table, {}):
            changed_legend(text, draft.limits, OwnTables(_FORM, own.data, lines) if own else None)
        else:
            _check_file(text, own, (table, key), lines)
            changed_legend(text, draft.limits, own)
    except ProblemsFound as found:
        faults: dict[str, list[str]] = {}
        for problem in found.problems:
            field, words = _told(problem, table, key, fields)
            faults.setdefault(field, []).append(words)
        raise BadKind(faults) from found


def _check_file(text: str, own: OwnTables | None, place: tuple[str, str], lines: Mapping[KeyPath, int]) -> None:
    """Read a kind of the file of rules as if it came from the form, so that its faults are told there."""
    data, (table, key) = tomllib.loads(text), place
    if not key:
        return
    row = data.get(table, {}).pop(key)
    data = data if data.get(table) else {name: value for name, value in data.items() if name != table}
    tables = {**(own.data if own else {})}
    tables[table] = {**tables.get(table, {}), key: row}
    parse_legend(tomli_w.dumps(data), LEGEND, OwnTables(_FORM, tables, lines))


def _told(problem: Problem, table: str, key: str, fields: tuple[str, ...]) -> tuple[str, str]:
    place, _, number = problem.place.partition(", line ")
    words = "; ".join(part for part in (problem.what, problem.remedy) if part)
    if place != _FORM or not number.isdigit():
        return "", f"{problem.place}: {words}" if place != _FORM else words
    field = fields[int(number) - 1]
    head = f"{table}.{key}" + ("" if field == _NAME else f".{field}")
    return field, words.removeprefix(head).strip()


def _with(rows: Row, was: str, key: str, row: Row) -> Row:
    """Put a row in the place of another one, so that the order of kinds stays."""
    if was not in rows:
        return {**rows, key: row}
    return {(key if name == was else name): (row if name == was else old)
            for name, old in rows.items() if key or name != was}  # fmt: skip


def _written(table: str, before: Row, said: Mapping[str, Any]) -> Row:
    """Write the fields of the form as the file has them; an empty one is left out."""
    kept = {name: value for name, value in before.items() if name not in FIELDS[table]}
    found = {name: said[name] for name in FIELDS[table] if said.get(name) not in (None, "", [])}
    if table == "hexside" and isinstance(found.get("from"), str):
        found["from"] = [_wanted(line) for line in found["from"].splitlines() if line.strip()]
    return {**found, **kept}


def _wanted(line: str) -> Row | str:
    """
    Read a line of the form that says what draws a hexside; one that says nothing is a fault of the reader of kinds.

    >>> _wanted("layer = bounds.shp; klasse = Hecke, Zaun; wide")
    {'layer': ['bounds.shp'], 'klasse': ['Hecke', 'Zaun'], 'wide': True}
    """
    found: Row = {}
    for part in filter(None, map(str.strip, line.split(";"))):
        name, _, values = part.partition("=")
        words = [word.strip() for word in values.split(",") if word.strip()]
        found[name.strip()] = True if not words or words == [_ANY] else words
    return found if all(found) else line


def _line(wanted: Any) -> str:
    """
    Write what draws a hexside as a line of the form.

    >>> _line({"layer": "bounds.shp", "klasse": ["Hecke", "Zaun"], "wide": True})
    'layer = bounds.shp; klasse = Hecke, Zaun; wide = any'
    """
    if not isinstance(wanted, dict):
        return str(wanted)
    values = {name: [value] if isinstance(value, str) else value for name, value in wanted.items()}
    return "; ".join(f"{name} = {_ANY if words is True else ', '.join(words)}" for name, words in values.items())


def _row(table: str, key: str, row: Row, file: str) -> Row:
    shown = {name: row[name] for name in FIELDS[table] if name in row}
    if "from" in shown:
        rows = shown["from"] if isinstance(shown["from"], list) else [shown["from"]]
        shown["from"] = "\n".join(map(_line, rows))
    if shown.get("share_of") is not None and not isinstance(shown["share_of"], list):
        shown["share_of"] = []
    return {"table": table, "key": key, "file": file, "said": shown,
            "more": [name for name in row if name not in FIELDS[table]]}  # fmt: skip


def _tables(text: str) -> dict[str, dict[str, Row]]:
    data = tomllib.loads(text) if text else {}
    return {table: data[table] for table in TABLES if isinstance(data.get(table), dict)}


def _each(tables: Mapping[str, Mapping[str, Row]]) -> Iterator[tuple[str, str, Row]]:
    for table in TABLES:
        yield from ((table, key, row) for key, row in tables.get(table, {}).items() if isinstance(row, dict))
