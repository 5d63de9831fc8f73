"""Lines as club players write them: none is understood wrongly, most at first sight."""

import pytest

from tests.campaign.spoken.corpus import graded, rows

FILES = {"us": "us", "held_us": "us", "german": "german", "held_german": "german", "boards": "red"}
"""Each file of lines, and the side that writes them."""
LEAST_RIGHT = 0.85


def test_there_are_lines_enough_in_three_scenarios_and_two_languages():
    assert sum(len(rows(name)) for name in FILES) >= 300
    assert sum(" nach " in row.text for row in rows("german")) >= 30


@pytest.mark.parametrize("name", FILES)
def test_none_is_understood_wrongly(name, reader_of):
    wrong = [(row.text, line.intents) for grade, row, line in graded(name, reader_of(FILES[name])) if grade == "WRONG"]
    assert not wrong


@pytest.mark.parametrize("name", FILES)
def test_most_are_right_at_first_sight(name, reader_of):
    grades = [grade for grade, _, _ in graded(name, reader_of(FILES[name]))]
    assert grades.count("right") >= LEAST_RIGHT * len(grades)


@pytest.mark.parametrize("name", FILES)
def test_every_question_says_what_is_asked(name, reader_of):
    for _, row, line in graded(name, reader_of(FILES[name])):
        if line.verdict == "ask":
            assert len(line.why) > 10, row.text
