"""Files that are spoiled end in faults with line and remedy, or play; the soak of 20,000 is ``spoiled``."""

from __future__ import annotations

import re

import pytest

from maps.problems import ProblemsFound
from maps.toml_lines import parse_toml
from tests.campaign.own.spoiled import Came, code, last, try_one

COUNT, BATCH = 240, 60


@pytest.mark.parametrize("first", range(0, COUNT, BATCH))
def test_spoiled_files_are_told_or_play(first):
    came = Came()
    for seed in range(first, first + BATCH):
        try_one(seed, came, orders=12)
    assert not {what: rows[:3] for what, rows in came.samples.items() if what.endswith("breaks")}
    assert came.counts["refused"] + came.counts["sound"] == BATCH
    assert came.counts["sound"] > 0
    assert came.counts["orders"] > 0
    assert came.counts["no line"] <= came.counts["faults"] / 20
    assert came.counts["no remedy"] <= came.counts["faults"] / 20


def test_the_last_soak_was_whole_and_nothing_broke_in_it():
    """``make soak`` runs it and writes its figures: on which day, of which code, and what came of 20,000 files."""
    told = last()
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", told["ran"])
    assert len(told["code"]) == len(code())
    figures = {key: int(value) for key, value in told.items() if key not in {"ran", "code"}}
    assert figures["refused"] + figures["sound"] == figures["files"] >= 20_000
    assert figures["reading breaks"] == figures["playing breaks"] == figures["slow"] == 0
    assert figures["slowest ms"] < 1_000
    assert max(figures["no line"], figures["no remedy"]) <= figures["faults"] / 20
    assert figures["orders"] > figures["sound"] > 1_000


@pytest.mark.parametrize("text", ["a" + ".a" * 50 + " = 1", "[" + "a." * 50 + "a]", "x = { y" + ".a" * 50 + " = 1 }"])
def test_a_name_of_very_many_parts_is_refused_before_it_fills_the_machine(text):
    with pytest.raises(ProblemsFound, match="line 2: has a name of more than 40 parts"):
        parse_toml(f"\n{text}\n", "x.toml")


def test_a_text_with_many_points_is_no_such_name():
    told = "x = '" + "a sentence. " * 60 + "'\ny = [" + "1.5, " * 60 + "]\n"
    assert len(parse_toml(told, "x.toml")[0]["y"]) == 60
