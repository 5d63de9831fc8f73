"""The lesson of a campaign as data: for the umpire alone, and with a word where it cannot be followed."""

from __future__ import annotations

import pytest

from campaign.systems.catalogue import keys
from scenarios.scenario import read_scenario, shipped_scenario, shipped_scenarios
from scenarios.teaching.lesson import LESSON_FILE, teaches
from webui.desk.keeping.lessons import has_lesson, lesson_data
from webui.desk.library import open_store

NAME = next(name for name in shipped_scenarios() if teaches(shipped_scenario(name)))


@pytest.fixture
def store(tmp_path):
    opened = open_store(tmp_path / "store")
    yield opened
    opened.close()


def begun(store, folder, **how):
    store.create(folder, "one", seed="a seed", **how)
    return store.session("one")


def test_a_campaign_of_a_scenario_with_a_lesson_has_it(store):
    session = begun(store, shipped_scenario(NAME))
    assert has_lesson(store, session)
    found = lesson_data(store, session)
    assert found["note"] == ""
    assert [step["done"] for step in found["steps"][:2]] == [None, False]


def test_under_other_rules_it_says_that_it_is_not_written_for_them(store):
    other = next(key for key in keys() if key != read_scenario(shipped_scenario(NAME)).ruleset)
    session = begun(store, shipped_scenario(NAME), rules=other)
    assert lesson_data(store, session) == {
        "steps": [],
        "note": "The lesson of this scenario is written for its own rules. Begin the scenario under these from "
        "the first page, and it leads you through.",
    }


def test_a_lesson_with_a_fault_says_it_and_a_scenario_that_is_gone_has_none(store):
    folder = store.folder / "scenarios" / NAME
    folder.mkdir(parents=True)
    for path in shipped_scenario(NAME).iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    session = begun(store, folder)
    (folder / LESSON_FILE).write_text('[[step]]\ntext = "x"\n', "utf-8")
    assert "step.0.title is missing" in lesson_data(store, session)["note"]
    (folder / LESSON_FILE).write_text('[[step]]\ntitle = "x"\ntext = "x"\nphase = "charge"\n', "utf-8")
    assert "a phase 'charge', which these rules do not have" in lesson_data(store, session)["note"]
    (folder / LESSON_FILE).unlink()
    assert not has_lesson(store, session)
    assert lesson_data(store, session) == {"steps": [], "note": ""}


def test_a_campaign_whose_scenario_nobody_has_is_led_by_nobody(store):
    session = begun(store, shipped_scenario(next(name for name in shipped_scenarios() if name != NAME)))
    assert not has_lesson(store, session)
