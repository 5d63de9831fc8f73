"""Say by the name of a file as what a map on one sheet is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maps.problems import Problem, ProblemsFound
from scenarios.printshop.onesheet import SHEET_FORMS

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["sheet_form"]


def sheet_form(out: Path) -> str:
    """
    Take the form from the ending of a file's name.

    Raises
    ------
    ProblemsFound
        If such a map is not written so.
    """
    form = out.suffix.removeprefix(".").lower()
    if form not in SHEET_FORMS:
        what = f"a table is not written as {form}" if form else "its name has no ending"
        raise ProblemsFound([Problem(str(out), what, f"end its name in one of .{', .'.join(SHEET_FORMS)}")])
    return form
