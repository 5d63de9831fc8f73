"""Lessons: read whole or told with every line that is wrong, and how far one has come, by hand."""

from __future__ import annotations

import shutil

import pytest

from campaign.model.calendar import Clock
from campaign.systems.catalogue import ruleset
from scenarios.check import check_scenario
from scenarios.opening import open_scenario
from scenarios.scenario import read_scenario, shipped_scenario, shipped_scenarios
from scenarios.teaching.lesson import LESSON_FILE, lesson_problems, read_lesson, teaches
from scenarios.teaching.progress import steps_done
from tests.maps.test_grounds import built

TAUGHT = [name for name in shipped_scenarios() if teaches(shipped_scenario(name))]
STEP = '[[step]]\ntitle = "One"\ntext = "Do it."\n'
PHASES = ("move", "fight", "night")


def lesson_of(tmp_path, text):
    (tmp_path / LESSON_FILE).write_text(text, "utf-8")
    return read_lesson(tmp_path)


def rules_of(scenario):
    return ruleset(scenario.ruleset, scenario.overrides)


def told(tmp_path, text):
    scenario = read_scenario(shipped_scenario(TAUGHT[0]))
    found = lesson_problems(lesson_of(tmp_path, text), scenario, built(scenario.area), rules_of(scenario))
    return [str(one) for one in found]


def test_a_scenario_without_a_lesson_has_none(tmp_path):
    assert read_lesson(tmp_path) is None
    assert lesson_problems(None, None, None, None) == []


@pytest.mark.parametrize("name", TAUGHT)
def test_a_shipped_lesson_is_sound_and_small_enough_to_learn_on(name):
    scenario = read_scenario(shipped_scenario(name))
    findings = check_scenario(shipped_scenario(name), lambda one: built(one.area), rules_of)
    assert findings.problems == ()
    assert len(scenario.orbat.stands) == 10
    event = open_scenario(scenario, built(scenario.area), rules_of(scenario), seed="lesson").event
    assert event.setting.days == 1
    assert len(built(scenario.area).layout.grid) < 200


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "lesson.toml: has no step; write [[step]] with a title and a text"),
        ("step = 3\n", "lesson.toml: has no step; write [[step]] with a title and a text"),
        ("[[step]]\ntitle = ", "lesson.toml, line 2: Invalid value"),
        ('[[step]]\ntext = "x"\n', "lesson.toml, line 1: step.0.title is missing; give a text in quotes"),
        (STEP + 'unit = "A"\n', "step.0.unit is not known here; did you mean 'units'?"),
        (STEP + 'units = ["2Pz.304.II", "2Pz.304.X"]\n', "step.0.units names '2Pz.304.X'; did you mean"),
        (STEP + 'orders = ["28.110.X M"]\n', "step.0.orders names '28.110.X'; did you mean"),
        (STEP + 'hexes = ["9999"]\n', "step.0.hexes is wrong: there is no hex '9999' here"),
        (STEP + 'phase = "combta"\n', "step.0.phase names 'combta'; did you mean 'combat'?"),
        (STEP + "turn = 2\n", "step.0.turn stands without a phase; name the phase that is to be reached"),
        (STEP + 'press = "begin"\n', "step.0.press is 'begin'"),
        (STEP + "over = false\n", "step.0.over is False; write true, or leave it out"),
        (STEP * 51, "is one of 51; 50 are read; take the others away"),
    ],
)
def test_every_fault_is_told_with_its_line(tmp_path, text, wanted):
    found = told(tmp_path, text)
    assert len(found) == 1, found
    assert wanted in found[0]


def test_the_check_of_a_scenario_tells_the_faults_of_its_lesson(tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(shipped_scenario(TAUGHT[0]), folder)
    (folder / LESSON_FILE).write_text(STEP + 'hexes = ["9999"]\n', "utf-8")
    findings = check_scenario(folder, lambda one: built(one.area), rules_of)
    assert ["9999" in str(one) for one in findings.problems] == [True]


def test_steps_are_done_by_orders_phases_and_the_end(tmp_path):
    lesson = lesson_of(
        tmp_path,
        STEP + STEP + 'orders = ["A M", "B F"]\n' + STEP + 'phase = "fight"\nturn = 2\n' + STEP + "over = true\n"
        + STEP + 'orders = ["C M"]\nphase = "fight"\n',
    )  # fmt: skip

    def done(orders, turn, phase, *, ended=False):
        return steps_done(lesson, orders, Clock(turn=turn, phase=phase), PHASES, ended=ended)

    assert done([], 1, "move") == (None, False, False, False, False)
    # One of two orders is not both; AB is not A, and a fire is no march.
    assert done(["A M 0101-0102", "AB F 0101"], 1, "fight")[1] is False
    assert done(["A F 0101", "B F 0101"], 1, "fight")[1] is False
    assert done(["A M 0101-0102", "B F"], 1, "fight")[1] is True
    # The fight of turn 2 is reached by it and by all that comes later, not by that of turn 1.
    assert [done([], turn, phase)[2] for turn, phase in ((1, "night"), (2, "move"), (2, "fight"), (3, "move"))] == [
        False, False, True, True,
    ]  # fmt: skip
    # Where order and phase are wanted both are.
    assert [done(orders, 1, phase)[4] for orders, phase in (([], "fight"), (["C M 0101"], "move"))] == [False, False]
    assert done(["C M 0101"], 1, "fight")[4] is True
    assert done([], 1, "move", ended=True) == (None, True, True, True, True)
