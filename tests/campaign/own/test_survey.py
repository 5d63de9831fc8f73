"""What sixteen games ask of their rules is played by a named case, or named as left out with its reason."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from campaign.engine.cases import read_cases, run_case
from campaign.systems.own.opened import faults, ruleset_of
from campaign.systems.own.reading.headings import roles_of
from campaign.systems.own.shape.whole import Rules
from campaign.systems.own.words.conditions import CONDITIONS
from campaign.systems.own.words.outcomes import OUTCOMES
from campaign.systems.shelf import shipped

SURVEY = tomllib.loads((Path(__file__).parents[3] / "docs/own_rules_survey.toml").read_text("utf-8"))
WAYS = sorted((Path(__file__).parent / "ways").glob("*.toml"))
PROVED = sorted(shipped().glob("*.toml"))
CASES = {case.id for path in (*WAYS, *PROVED) for case in read_cases(path).cases}
ROWS = SURVEY["mechanic"]
MANUAL = (Path(__file__).parents[3] / "webui/help/rules.md").read_text("utf-8")


def test_nine_tenths_of_the_uses_are_played():
    uses = sum(len(row["games"]) for row in ROWS)
    played = sum(len(row["games"]) for row in ROWS if "case" in row)
    assert uses == 657
    assert played >= 0.9 * uses, (played, uses)


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_each_is_played_by_a_case_that_is_there_or_left_out_with_a_reason(row):
    assert set(row["games"]) <= set(SURVEY["games"])
    assert ("case" in row) != ("left_out" in row)
    if "left_out" in row:
        assert f"| {row['name']} | {row['left_out']} |" in MANUAL
        return
    assert row["case"] in CASES
    told = row["heading"].split(",")[0]
    first = told.split(" ")[0].split(".")[0]
    word = told.removeprefix("condition ")
    assert first in roles_of(Rules) or word in CONDITIONS or told.removeprefix("results ") in OUTCOMES, told


@pytest.mark.parametrize("path", [*WAYS, *PROVED], ids=[path.stem for path in (*WAYS, *PROVED)])
def test_files_are_sound_and_their_cases_hold(path):
    text = path.read_text("utf-8")
    assert [str(problem) for problem in faults(text, path.name)] == []
    loaded = {}

    def load(_, overrides):
        name = repr(sorted(overrides.items()))
        return loaded.setdefault(name, ruleset_of(text, path.name, overrides))

    cases = read_cases(path).cases
    assert [str(one) for case in cases for one in run_case(case, case.ruleset, load)] == []
