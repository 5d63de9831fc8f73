"""Every field of a draft takes what is just within its limits, and nothing that is just beyond."""

from __future__ import annotations

import pytest

from scenarios.drafting.fields import FIELDS, read_fields

LONGEST = {"text": 120, "long": 20_000}
ALL = [(what, name) for what, fields in FIELDS.items() for name in fields]


def taken(what, name, value):
    found, problems = read_fields(what, {name: value}, "here")
    assert (name in found) is not bool(problems)
    return not problems


@pytest.mark.parametrize(("what", "name"), [one for one in ALL if FIELDS[one[0]][one[1]].kind in {"whole", "number"}])
def test_numbers_are_taken_from_the_least_to_the_most(what, name):
    field = FIELDS[what][name]
    for edge, out in ((field.low, -1), (field.high, 1)):
        assert taken(what, name, int(edge))
        assert not taken(what, name, int(edge) + out)
        assert taken(what, name, edge + 0.5 * -out) is (field.kind == "number")
    for value in (True, "1", float("nan"), float("inf"), [1]):
        assert not taken(what, name, value)
    assert taken(what, name, None) is taken(what, name, "") is field.empty


@pytest.mark.parametrize(("what", "name"), [one for one in ALL if FIELDS[one[0]][one[1]].kind in LONGEST])
def test_texts_are_as_long_as_they_may_be_and_on_one_line_unless_they_are_long(what, name):
    field = FIELDS[what][name]
    most = LONGEST[field.kind]
    assert taken(what, name, "x" * most)
    assert not taken(what, name, "x" * (most + 1))
    assert taken(what, name, "two\nlines") is (field.kind == "long")
    assert not taken(what, name, 7)


@pytest.mark.parametrize(("what", "name"), [one for one in ALL if FIELDS[one[0]][one[1]].kind in {"words", "choice"}])
def test_words_are_of_the_list_and_not_too_many(what, name):
    field = FIELDS[what][name]
    for word in field.known:
        assert taken(what, name, [word] if field.kind == "words" else word)
    assert not taken(what, name, ["walrus"] if field.kind == "words" else "walrus")
    if field.kind == "words":
        assert taken(what, name, [field.known[0]] * 40)
        assert not taken(what, name, [field.known[0]] * 41)
        assert not taken(what, name, [field.known[0], "walrus"])
        assert not taken(what, name, field.known[0])


def test_goals_are_places_with_a_name_a_day_and_not_too_many():
    (what, name), *_ = [one for one in ALL if FIELDS[one[0]][one[1]].kind == "goals"]
    here = {"lon": 180, "lat": -90, "name": "x" * 120, "via": True, "by": 99}
    assert taken(what, name, [here] * 40)
    assert not taken(what, name, [here] * 41)
    assert taken(what, name, [{}, {"by": 0}, {"by": None, "lon": None}])
    for odd in ({"lon": 180.1}, {"lat": 91}, {"name": "x" * 121}, {"name": 1}, {"via": 1}, {"by": 100}, {"by": -1},
                {"by": "1"}, {"far": 1}, 7):  # fmt: skip
        assert not taken(what, name, [here, here | odd if isinstance(odd, dict) else odd])


def test_what_is_no_field_is_told_with_the_one_that_is_like_it():
    _, (problem,) = read_fields("unit", {"strenght": 3}, "here")
    assert "strength" in problem.remedy
