"""
Write a draft as the files of a scenario, and read it from them; tell what thing begins on a line of theirs.

What a page does not show is kept as it was read; remarks are put in again by who lays the files (``remarks``).
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import tomli_w

from maps.toml_lines import parse_toml
from scenarios.drafting.fields import HEAD
from scenarios.drafting.planrows import plan_tables
from scenarios.orbat import FORMATIONS_FILE, STANDS_FILE
from scenarios.orbat_rows import FORMATION_COLUMNS, STAND_COLUMNS, STAND_OPTIONAL
from scenarios.plans import PLANS_FILE
from scenarios.scenario import SCENARIO_FILE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scenarios.drafting.draft import Draft, Thing

__all__ = ["NOTES_FILE", "Written", "written_files"]

NOTES_FILE = "notes.md"
_PLACE = re.compile(r"^(?P<file>[\w.]+), line (?P<line>\d+)")
_FORMATION_STOCKS = {"LOG": "log", "POL": "pol", "LOG_max": "log_max", "POL_max": "pol_max"}


class Written(NamedTuple):
    """The files of a scenario, and the lines where things begin."""

    texts: dict[str, str]
    lines: dict[str, list[tuple[int, str]]]

    def thing_at(self, place: str) -> str:
        """Give the key of the thing that a message is about, by the file and line it names; "": of none."""
        found = _PLACE.match(place)
        if found is None:
            return ""
        number, starts = int(found["line"]), self.lines.get(found["file"], [])
        return next((key for line, key in reversed(starts) if line <= number), "")


def written_files(draft: Draft, key: str, area: str) -> Written:
    """
    Write a draft as the files of a scenario.

    Parameters
    ----------
    key, area
        Its short name, and the area that its ground is made from, or the file of its finished map.
    """
    tables = _scenario_tables(draft)
    texts = {SCENARIO_FILE: _scenario(draft, key, area, tables)}
    lines = {SCENARIO_FILE: _starts(texts[SCENARIO_FILE], {name: keys for name, (keys, _) in tables.items()})}
    upper, lower = list(draft.formations()), _units(draft)
    texts[FORMATIONS_FILE] = _csv(FORMATION_COLUMNS, (_formation(draft, *row) for row in upper))
    columns = (*STAND_COLUMNS, *STAND_OPTIONAL) if any(one["line"] for _, one in lower) else STAND_COLUMNS
    texts[STANDS_FILE] = _csv(columns, (_unit(draft, one) for _, one in lower))
    lines[FORMATIONS_FILE] = [(line, one) for line, (one, _) in enumerate(upper, start=2)]
    lines[STANDS_FILE] = [(line, one) for line, (one, _) in enumerate(lower, start=2)]
    plans = plan_tables(draft)
    if plans:
        rows = {name: [one for _, one in rows] for name, rows in plans.items()}
        texts[PLANS_FILE] = tomli_w.dumps(rows, multiline_strings=True)
        lines[PLANS_FILE] = _starts(texts[PLANS_FILE], {name: [one for one, _ in rows] for name, rows in plans.items()})
    if draft.head["notes"]:
        texts[NOTES_FILE] = draft.head["notes"].rstrip() + "\n"
    return Written(texts, lines)


def _scenario(draft: Draft, key: str, area: str, tables: Mapping[str, tuple[list[str], list[Any]]]) -> str:
    head = draft.head
    told = {
        "key": key, "name": head["name"], "area": area, "ruleset": head["ruleset"], "start": _date(head["start"]),
        "days": head["days"], "weather": head["weather"], "latitude": head["latitude"],
        "longitude": head["longitude"], "utc_offset_h": head["utc_offset_h"], "plan": draft.id_of(head["plan"] or ""),
        "introduction": head["introduction"], "umpire_notes": head["umpire_notes"],
    }  # fmt: skip
    rows = {name: rows for name, (_, rows) in tables.items()}
    whole = {**_said(told), **head.get("rest", {}), **{name: each for name, each in rows.items() if each}}
    return tomli_w.dumps(whole, multiline_strings=True)


def _date(text: str) -> dt.date | str:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return text


def _said(told: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what says nothing."""
    return {key: value for key, value in told.items() if value is not None and value is not False and value != ""}


def _scenario_tables(draft: Draft) -> dict[str, tuple[list[str], list[dict[str, Any]]]]:
    makers = {"side": _side, "source": _source, "objective": _objective, "air": _air}
    found = {}
    for what, made in makers.items():
        rows = draft.of(what)
        found[what] = [key for key, _ in rows], [_said(made(draft, one)) for _, one in rows]
    return found


def _side(_: Draft, one: Thing) -> dict[str, Any]:
    return {"key": one["id"], **{name: one[name] for name in ("name", "colour", "supply", "introduction")}}


def _source(draft: Draft, one: Thing) -> dict[str, Any]:
    own = {name: one[name] for name in ("id", "name", "lon", "lat", "sea")}
    return {**own, "side": draft.id_of(one["side"])}


def _objective(draft: Draft, one: Thing) -> dict[str, Any]:
    own = {name: one[name] for name in ("name", "lon", "lat", "points", "by_day", "fell")}
    return {**own, "side": draft.id_of(one["side"]), "fell": one["fell"] or None}


def _air(draft: Draft, one: Thing) -> dict[str, Any]:
    return {"side": draft.id_of(one["side"]), "day": one["day"], "dice": one["dice"]}


def _units(draft: Draft) -> list[tuple[str, Thing]]:
    return [row for formation, _ in draft.formations() for row in draft.of("unit", formation)]


def _formation(draft: Draft, key: str, one: Thing) -> dict[str, Any]:
    above = one["parent"]
    is_top = draft.things[above]["what"] == "side"
    stocks = {column: one[name] for column, name in _FORMATION_STOCKS.items()}
    own = {name: one[name] for name in ("id", "name", "short", "size", "kind", "arrive_day", "arrive_turn", "notes")}
    return {
        **own, **stocks, "parent": "" if is_top else draft.id_of(above), "side": draft.id_of(draft.side_of(key)),
        "hq": draft.id_of(draft.hq_of(key)), "source": draft.id_of(one["source"] or ""),
    }  # fmt: skip


def _unit(draft: Draft, one: Thing) -> dict[str, Any]:
    above = one["parent"]
    rest = {
        "formation": draft.id_of(above),
        "side": draft.id_of(draft.side_of(above)),
        "traits": " ".join(one["traits"]),
    }
    return {**one, **rest}


def _csv(columns: tuple[str, ...], rows: Iterable[Mapping[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(row.get(column)) for column in columns] for row in rows)
    return out.getvalue()


def _cell(value: Any) -> Any:
    # A line of the table is a line of the file: what is wrong with it is found again by that.
    return "" if value is None else " ".join(value.split()) if isinstance(value, str) else value


def _starts(text: str, keys: Mapping[str, list[str]]) -> list[tuple[int, str]]:
    """List the lines of a file where things begin; what comes before the first is told of the whole."""
    _, lines = parse_toml(text, "a file of a scenario")
    found = [(1, HEAD)]
    for name, own in keys.items():
        found += [(lines[name, n], key) for n, key in enumerate(own) if (name, n) in lines]
    return sorted(found)
