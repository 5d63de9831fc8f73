"""The page of the rules made whole names tests and cases that exist, and its fresh cases hold."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from campaign.engine.cases import read_cases, run_case
from campaign.systems.catalogue import keys, ruleset
from campaign.systems.files import case_file

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rules_made_whole.md"
FRESH = sorted((ROOT / "tests" / "campaign" / "made_whole").glob("*.toml"))
CASES = [case for file in FRESH for case in read_cases(file).cases]
_CODE = re.compile(r"`([^`]+)`")


def rows():
    """Give each sentence with the tests and the fresh cases that its row names."""
    cells = [line.strip("| \n").split(" | ") for line in PAGE.read_text("utf-8").splitlines() if line.startswith("|")]
    told = [row for row in cells if row[0] != "sentence" and not set(row[0]) <= set("-|")]
    return [(sentence, _CODE.findall(tests), re.findall(r"`(MW-\w+)`", seen)) for sentence, tests, seen in told]


@cache
def shipped_ids():
    return {case.id for key in keys() for case in read_cases(case_file(key)).of(key)}


@cache
def named_in(file):
    path = ROOT / "tests" / f"{file}.py"
    nodes = ast.walk(ast.parse(path.read_text("utf-8"))) if path.exists() else ()
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def exists(name):
    file, _, test = name.rpartition(".")
    return name in shipped_ids() or test in named_in(file)


@pytest.mark.parametrize(("sentence", "tests", "fresh"), rows())
def test_each_sentence_names_tests_that_there_are(sentence, tests, fresh):
    assert tests, sentence
    assert [name for name in tests if not exists(name)] == []
    assert set(fresh) <= {case.id for case in CASES}


def test_each_fresh_case_is_named_by_a_sentence():
    named = {one for _, _, fresh in rows() for one in fresh}
    assert {case.id.partition("/")[0] for case in CASES} == named


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_fresh_cases_hold(case):
    assert [str(fault) for fault in run_case(case, case.ruleset, ruleset)] == []
