"""Conclusions that are kept: the last few, for the very things that they hang on, and none that came to nothing."""

from __future__ import annotations

import pytest

from maps.making.kept import Kept, Same


def counting():
    made = []

    def make(name):
        made.append(name)
        return [name]

    return made, make


def test_what_hangs_on_the_same_is_concluded_once():
    kept, (made, make) = Kept(2), counting()
    first = kept.once("a", (1, "x"), lambda: make("first"))
    assert kept.once("a", (1, "x"), lambda: make("again")) is first
    assert kept.once("b", (1, "x"), lambda: make("of another kind")) == ["of another kind"]
    assert kept.once("a", (2, "x"), lambda: make("of another thing")) == ["of another thing"]
    assert made == ["first", "of another kind", "of another thing"]


def test_the_last_few_of_each_kind_are_kept_and_who_was_asked_for_last_stays():
    kept, (made, make) = Kept(2), counting()
    for key in ("a", "b", "a", "c", "a", "b"):
        kept.once("k", (key,), lambda key=key: make(key))
    assert made == ["a", "b", "c", "b"]


def test_who_keeps_nothing_concludes_each_anew():
    kept, (made, make) = Kept(), counting()
    for _ in range(2):
        kept.once("a", (), lambda: make("x"))
        assert list(kept.rows("r", (), lambda: make("y"))) == ["y"]
    assert made == ["x", "y", "x", "y"]


def test_a_thing_is_the_same_only_as_itself():
    one, other = [1], [1]
    assert Same(one) == Same(one)
    assert hash(Same(one)) == hash(Same(one))
    assert Same(one) != Same(other)
    assert Same(one) != one


def test_rows_come_as_they_are_asked_for_and_are_there_again():
    kept, (made, make) = Kept(1), counting()
    rows = kept.rows("r", (), lambda: map(make, "xy"))
    assert made == []
    assert list(rows) == list(rows) == list(kept.rows("r", (), lambda: map(make, "z"))) == [["x"], ["y"]]
    assert made == ["x", "y"]


def test_rows_that_end_in_a_fault_are_not_kept():
    kept = Kept(1)

    def broken():
        yield 1
        raise MemoryError

    with pytest.raises(MemoryError):
        list(kept.rows("r", (), broken))
    assert list(kept.rows("r", (), lambda: [1, 2])) == [1, 2]
