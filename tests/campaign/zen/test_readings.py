"""Every reading that an umpire may set otherwise changes what the rules do: played both ways, with two outcomes."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from campaign.engine.cases import Case, run_case
from campaign.systems.catalogue import ruleset

ZEN = ruleset("zen_operational")
FREE = [item.key for item in ZEN.tables.interpretations if not item.fixed]


READINGS = {
    row["key"]: row for row in tomllib.loads((Path(__file__).parent / "readings.toml").read_text("utf-8"))["reading"]
}

ELSEWHERE = {
    "scary_adds_up": "tests/campaign/test_catalogue.py::test_4_4_strength_points",
    "cloudy_air": "tests/campaign/zen/test_4_15_weather.py::test_interpretation_cloudy_air_as_the_umpire_has_it",
    "sight_identifies": "tests/campaign/test_views.py::test_the_umpire_may_let_sight_identify",
    "heard_error": "tests/campaign/zen/test_4_18_spotting.py::test_interpretation_heard_error",
    "air_dice": "tests/campaign/zen/test_4_17_air.py::test_interpretation_air_dice",
}
"""Readings that a case cannot show, and the tests that do."""


def test_every_reading_that_may_be_set_otherwise_is_tried():
    assert sorted([*READINGS, *ELSEWHERE]) == sorted(FREE)


def failures(row, claim, *, otherwise):
    dice = row.get("other_dice", row.get("dice", [])) if otherwise else row.get("dice", [])
    reading = f"reading {row['key']} {row['value']}" if otherwise else ""
    case = Case(
        row["key"],
        "ZN",
        "",
        f"{row['given']}{reading}",
        tuple(row["when"]),
        tuple(dice),
        (claim,),
        "umpire",
        row["key"],
    )
    return run_case(case, "zen_operational", ruleset)


@pytest.mark.parametrize("key", READINGS)
def test_a_reading_set_otherwise_changes_what_the_rules_do(key):
    row = READINGS[key]
    assert failures(row, row["then"], otherwise=False) == []
    assert failures(row, row["otherwise"], otherwise=True) == []
    assert failures(row, row["otherwise"], otherwise=False) != []


@pytest.mark.parametrize("key", ELSEWHERE)
def test_the_tests_of_the_others_set_them_otherwise(key):
    file, _, name = ELSEWHERE[key].partition("::")
    source = (Path(__file__).parents[3] / file).read_text("utf-8")
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef) and node.name == name]
    assert len(found) == 1
    assert key in (ast.get_source_segment(source, found[0]) or "")
