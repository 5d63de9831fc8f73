"""Say what a page shows of a text of rules: its faults by line, its sheet, what a variant has otherwise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from campaign.systems import catalogue
from maps.problems import ProblemsFound
from webui.desk.keeping.ownrules import faults_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maps.problems import Problem

__all__ = ["look_data", "problem_rows"]

_LINE = re.compile(r"^(.*?),? line (\d+)")
_MOST_FAULTS = 200


def problem_rows(problems: Sequence[Problem]) -> list[dict[str, Any]]:
    """Give faults for a page: each with its line, 0 if it has none."""
    return [_row(one) for one in problems[:_MOST_FAULTS]]


def _row(problem: Problem) -> dict[str, Any]:
    found = _LINE.match(problem.place)
    return {"line": int(found[2]) if found else 0, "what": problem.what, "remedy": problem.remedy}


def look_data(text: str, name: str) -> dict[str, Any]:
    """Look at a text as it is being written: nothing is kept."""
    found = faults_in(text, name)
    if found:
        return {"faults": problem_rows(found), "more": max(0, len(found) - _MOST_FAULTS), "sheet": None}
    try:
        tables = catalogue.of_text(text, name).tables
    except ProblemsFound as error:
        return {"faults": problem_rows(error.problems), "more": 0, "sheet": None}
    return {"faults": [], "more": 0, "sheet": {
        "name": tables.name, "source": tables.source,
        "phases": [{"rule": row.rule, "name": row.name, "automatic": row.automatic} for row in tables.phases],
        "extends": "" if tables.house is None else tables.house.extends,
        "differences": [
            {"rule": row.rule, "place": row.place, "was": row.was, "now": row.now, "reason": row.reason}
            for row in catalogue.differences(tables)
        ],
        "parts": [_part(part) for part in catalogue.sheet(tables)],
    }}  # fmt: skip


def _part(part: Any) -> dict[str, Any]:
    return {"key": part.key, "usual": part.by_default, "rows": [_of_row(row) for row in part.rows],
            "grids": [_grid(grid) for grid in part.grids]}  # fmt: skip


def _of_row(row: Any) -> dict[str, Any]:
    return {
        "rule": row.rule, "title": row.title, "rows": [_of_row(one) for one in row.rows],
        "entries": [{"key": one.key, "value": one.value, "usual": one.by_default} for one in row.entries],
        "grids": [_grid(grid) for grid in row.grids],
    }  # fmt: skip


def _grid(grid: Any) -> dict[str, Any]:
    return {"title": grid.title, "heads": list(grid.heads), "rows": [list(row) for row in grid.rows]}
