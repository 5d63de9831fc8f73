"""Write the plans of a draft as the tables of its file, and read them from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenarios.drafting.fields import usual

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenarios.drafting.draft import Draft, Thing, Things

__all__ = ["plan_tables", "plan_things"]

_OWN = ("kind", "posture", "style", "until", "not_before", "reserve", "bypass")
_READ = frozenset({*_OWN, "formation", "side", "goals", "by", "plans"})


def plan_tables(draft: Draft) -> dict[str, list[tuple[str, dict[str, Any]]]]:
    """Give the tables of the file of plans, each row with the key of its thing; nothing: there are no plans."""
    plans = [(key, _plan(one)) for key, one in draft.of("plan")]
    missions = [(key, _mission(draft, one)) for key, one in draft.of("mission")]
    return {name: rows for name, rows in (("plan", plans), ("mission", missions)) if rows} if plans else {}


def _plan(one: Thing) -> dict[str, Any]:
    told = {"key": one["id"], "name": one["name"], "introduction": one["introduction"]}
    return {key: value for key, value in told.items() if value}


def _mission(draft: Draft, one: Thing) -> dict[str, Any]:
    formation = one["formation"] or ""
    told: dict[str, Any] = {"side": draft.id_of(draft.side_of(formation)), "formation": draft.id_of(formation)}
    told |= {name: one[name] for name in _OWN}
    goals, days = one["goals"], [goal.get("by") or 0 for goal in one["goals"]]
    told["goals"] = [_goal(goal) for goal in goals]
    told["by"] = days if any(days) else None
    told["plans"] = [draft.id_of(plan) for plan in one["plans"] if plan in draft.things]
    return {**{key: value for key, value in told.items() if value not in ("", None, False, [])}, **one.get("rest", {})}


def _goal(goal: Mapping[str, Any]) -> Any:
    via, name = bool(goal.get("via")), goal.get("name", "")
    if goal.get("lon") is None:
        return f"via {name}" if via else name
    told = {"lon": goal["lon"], "lat": goal["lat"]}
    return told | ({"name": name} if name else {}) | ({"via": True} if via else {})


def plan_things(told: Mapping[str, Any], formations: Mapping[str, str]) -> Things:
    """
    Read plans and missions of the tables of their file.

    Parameters
    ----------
    formations
        The key of each formation, by its id.
    """
    found: Things = {}
    plans: dict[str, str] = {}
    for n, row in enumerate(told.get("plan", ()), start=1):
        plans[row.get("key", "")] = f"p{n}"
        own = {"id": row.get("key", ""), "name": row.get("name", ""), "introduction": row.get("introduction", "")}
        found[f"p{n}"] = {"what": "plan", "order": float(n), **usual("plan"), **own}
    for n, row in enumerate(told.get("mission", ()), start=1):
        found[f"m{n}"] = {"what": "mission", "order": float(n), **_read_mission(row, formations, plans)}
    return found


def _read_mission(row: Mapping[str, Any], formations: Mapping[str, str], plans: Mapping[str, str]) -> Thing:
    goals, by = [_read_goal(one) for one in row.get("goals", ())], row.get("by")
    days = by if isinstance(by, list) else [*[0] * (len(goals) - 1), by] if by else []
    for goal, day in zip(goals, days, strict=False):
        goal["by"] = day
    own = {name: row[name] for name in _OWN if name in row}
    rest = {name: value for name, value in row.items() if name not in _READ}
    named = row.get("plans", ())
    return {
        **usual("mission"), **own, "goals": goals, "formation": formations.get(row.get("formation", ""), ""),
        "plans": [plans[one] for one in ([named] if isinstance(named, str) else named) if one in plans],
        **({"rest": rest} if rest else {}),
    }  # fmt: skip


def _read_goal(entry: Any) -> dict[str, Any]:
    if isinstance(entry, str):
        via = entry.startswith("via ")
        return {"name": entry.removeprefix("via ").strip(), "via": via}
    if isinstance(entry, dict):
        return dict(entry)
    return {"lon": entry[0], "lat": entry[1]}
