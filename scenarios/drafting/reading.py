"""Read the files of a scenario as a draft."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from maps.toml_lines import load_toml, read_text
from scenarios.drafting.fields import FIELDS, HEAD, usual
from scenarios.drafting.files import NOTES_FILE
from scenarios.drafting.planrows import plan_things
from scenarios.orbat import FORMATIONS_FILE, STANDS_FILE
from scenarios.plans import PLANS_FILE
from scenarios.scenario import SCENARIO_FILE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from scenarios.drafting.draft import Thing, Things

__all__ = ["read_draft"]

_TABLES = ("side", "source", "objective", "air")
_NOT_REST = frozenset({*FIELDS[HEAD], *_TABLES, "key", "area"})
_WHOLE = frozenset({"strength", "arrive_day", "arrive_turn", "log", "pol", "log_max", "pol_max"})
_DEGREES = frozenset({"lon", "lat"})


def read_draft(folder: Path) -> Things:
    """
    Read the files of a scenario that can be read as one.

    Raises
    ------
    ProblemsFound
        If one of them cannot be read at all.
    """
    told, _ = load_toml(folder / SCENARIO_FILE)
    sides = {row["key"]: f"s{n}" for n, row in enumerate(told.get("side", ()), start=1)}
    sources = {row["id"]: f"q{n}" for n, row in enumerate(told.get("source", ()), start=1)}
    upper = _table(folder / FORMATIONS_FILE)
    formations = {row["id"]: f"f{n}" for n, row in enumerate(upper, start=1)}
    lower = _table(folder / STANDS_FILE)
    units = {row["id"]: f"u{n}" for n, row in enumerate(lower, start=1)}
    path = folder / PLANS_FILE
    plans = plan_things(load_toml(path)[0], formations) if path.is_file() else {}
    notes = read_text(folder / NOTES_FILE) if (folder / NOTES_FILE).is_file() else ""
    found: Things = {HEAD: _head(told, plans, notes)}
    found |= {sides[row["key"]]: _row("side", n, row, {"id": row["key"]}) for n, row in _counted(told, "side")}
    found |= {sources[row["id"]]: _row("source", n, row, _of_side(row, sides)) for n, row in _counted(told, "source")}
    found |= {f"o{n}": _row("objective", n, row, _of_side(row, sides)) for n, row in _counted(told, "objective")}
    found |= {f"a{n}": _row("air", n, row, _of_side(row, sides)) for n, row in _counted(told, "air")}
    for n, row in enumerate(upper, start=1):
        above = formations.get(row["parent"]) or sides.get(row["side"], "")
        links = {"parent": above, "hq": units.get(row["hq"], ""), "source": sources.get(row["source"], "")}
        found[formations[row["id"]]] = _row("formation", n, _lower(row), links)
    for n, row in enumerate(lower, start=1):
        traits = {"traits": row["traits"].split(), "parent": formations.get(row["formation"], "")}
        found[units[row["id"]]] = _row("unit", n, row, traits)
    return found | plans


def _head(told: Mapping[str, Any], plans: Things, notes: str) -> Thing:
    own = {name: told[name] for name in FIELDS[HEAD] if name in told}
    wanted = next((key for key, one in plans.items() if one["what"] == "plan" and one["id"] == told.get("plan")), "")
    rest = {name: value for name, value in told.items() if name not in _NOT_REST}
    said = {**own, "start": str(told.get("start", "")), "plan": wanted, "notes": notes}
    return {"what": HEAD, **usual(HEAD), **said, **({"rest": rest} if rest else {})}


def _counted(told: Mapping[str, Any], table: str) -> enumerate[Any]:
    return enumerate(told.get(table, ()), start=1)


def _of_side(row: Mapping[str, Any], sides: Mapping[str, str]) -> dict[str, Any]:
    return {"side": sides.get(row.get("side", ""), "")}


def _row(what: str, number: int, row: Mapping[str, Any], links: Mapping[str, Any]) -> Thing:
    own = {name: _value(name, row[name]) for name in FIELDS[what] if name in row}
    return {"what": what, "order": float(number), **usual(what), **own, **links}


def _value(name: str, value: Any) -> Any:
    """Read a cell of a table; what comes of TOML is what it is."""
    if not isinstance(value, str) or name not in _WHOLE | _DEGREES:
        return value
    return None if not value else float(value) if name in _DEGREES else int(value)


def _lower(row: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in row.items()}


def _table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(read_text(path))))
