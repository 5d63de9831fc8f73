"""
Check the tables "paragraph | where | test" of the maintainers' pages in ``docs/paragraphs``.

A page has one table whose header is ``| paragraph | where | test |``. Its rows say

* the paragraph, ``3S 1.6`` or, of a paragraph that has several matters, ``ZN 4.7, streams``;
* in code marks where it is worked out: ``zen.march.pricing.going_of``, a module of ``campaign.systems``
  and a name in it (``zen.play.ZenPlay.scale`` for a method), or a name from its package on
  (``campaign.engine.dice.Dice``); a paragraph that holds no rule to work out says ``no rule`` there,
  without code marks;
* in code marks the tests, beside ``tests/campaign``: ``zen/test_4_7_movement.test_allowances_as_printed``, and cases
  of the rule system's case file by their ids.

A test of the page calls ``faults(page, paragraphs, ruleset)`` and wants nothing back; the list of paragraphs stands
in that test, written out.
"""

from __future__ import annotations

import ast
import importlib
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.engine.cases import read_cases
from campaign.systems.files import case_file
from tests.webui.manualpages import cells_of

if TYPE_CHECKING:
    from collections.abc import Sequence

TESTS = Path(__file__).parents[1] / "campaign"
PAGES = {path.stem: path.read_text("utf-8") for path in (Path(__file__).parents[2] / "docs/paragraphs").glob("*.md")}
HEADER = ["paragraph", "where", "test"]
NO_RULE = "no rule"
_CODE = re.compile(r"`([^`]+)`")
_PACKAGES = ("campaign", "maps", "scenarios", "webui")


class Row(NamedTuple):
    """A row of the table."""

    paragraph: str
    where: tuple[str, ...]
    tests: tuple[str, ...]
    no_rule: bool


def table_of(page: str) -> list[Row]:
    """Read the table of a page; nothing if it has none."""
    found: list[Row] = []
    inside = False
    for cells in cells_of(PAGES.get(page, "")):
        if cells == HEADER:
            inside = True
        elif inside and len(cells) != len(HEADER):
            inside = False
        elif inside and not set(cells[0]) <= set("-: "):
            paragraph, where, tests = cells
            found.append(Row(paragraph, tuple(_CODE.findall(where)), tuple(_CODE.findall(tests)), where == NO_RULE))
    return found


def faults(page: str, paragraphs: Sequence[str], ruleset: str) -> list[str]:
    """
    Say what is wrong with the table of a page.

    Parameters
    ----------
    page
        The page's name, "zen".
    paragraphs
        All paragraphs that it must have, as its rows call them.
    ruleset
        The key of the rule system, whose case file the ids are of.
    """
    table = table_of(page)
    if not table:
        return [f"{page}: there is no table | paragraph | where | test |"]
    named = [row.paragraph for row in table]
    return [
        *(f"{paragraph}: is missing from the table" for paragraph in paragraphs if paragraph not in named),
        *(f"{paragraph}: is no paragraph of the rules" for paragraph in named if paragraph not in paragraphs),
        *(f"{paragraph}: comes twice" for paragraph in sorted({name for name in named if named.count(name) > 1})),
        *(fault for row in table for fault in _faults_of(row, ruleset)),
    ]


def _faults_of(row: Row, ruleset: str) -> list[str]:
    if row.no_rule:
        return []
    return [
        *([] if row.where else [f"{row.paragraph}: does not say where"]),
        *([] if row.tests else [f"{row.paragraph}: names no test"]),
        *(f"{row.paragraph}: there is no {name}" for name in row.where if not _is_code(name)),
        *(f"{row.paragraph}: there is no test {name}" for name in row.tests if not _is_test(name, ruleset)),
    ]


@cache
def _is_code(name: str) -> bool:
    full = name if name.split(".", maxsplit=1)[0] in _PACKAGES else f"campaign.systems.{name}"
    parts = full.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part, None)
        return found is not None
    return False


@cache
def _is_test(name: str, ruleset: str) -> bool:
    if name in _case_ids(ruleset):
        return True
    file, _, test = name.rpartition(".")
    return bool(file) and test in _tests_in(file)


@cache
def _case_ids(ruleset: str) -> frozenset[str]:
    path = case_file(ruleset)
    return frozenset(case.id for case in read_cases(path).of(ruleset)) if path.exists() else frozenset()


@cache
def _tests_in(file: str) -> frozenset[str]:
    path = TESTS / f"{file}.py"
    if not path.exists():
        return frozenset()
    tree = ast.parse(path.read_text("utf-8"))
    names = (node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return frozenset(name for name in names if name.startswith("test_"))
