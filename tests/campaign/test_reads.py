"""What is read of the recorded games, in views, logs and answers, is what was read before: ``reads.txt``."""

from __future__ import annotations

from tests.campaign import reads
from tests.campaign.reads import MOMENTS, changes, digest, found, games, known, without_unset


def test_the_recorded_games_read_as_they_did():
    """Where this fails, look whether each change is meant; then: python -m tests.campaign.reads --write."""
    changed = list(changes(known(), found()))
    assert not changed, "\n".join(
        [
            "python -m tests.campaign.reads --show GAME MOMENT WHAT prints what is read now,",
            "--write takes these over, if they are meant:",
            *changed,
        ]
    )


def test_every_recorded_game_is_read_at_ten_moments():
    names = [line.split()[0] for line in known()]
    assert {name: names.count(name) for name in names} == dict.fromkeys(games(), MOMENTS)
    assert len(set(names)) == 22
    assert [*games()] == reads.names()


def test_nothing_is_read_that_is_the_same_at_all_moments_of_all_games():
    """Which a digest of nothing would be."""
    columns = {}
    for line in known():
        for item in line.split()[2:]:
            what, _, value = item.partition("=")
            columns.setdefault(what, set()).add(value)
    assert {what: len(values) > 10 for what, values in columns.items()} == dict.fromkeys(columns, True)


def test_a_change_is_named_by_moment_and_kind():
    assert list(changes(["a 1 view=x supply=y"], ["a 1 view=z supply=y"])) == ["a 1: view"]
    assert list(changes(["a 1 view=x"], ["a 1 view=x"])) == []
    assert list(changes(["a 1 view=x", "a 2 view=x"], ["a 1 view=x"])) == ["a 2: is no longer recorded"]
    assert digest([]) == "-"
    assert digest(["a"]) != digest(["b"])


def test_a_field_that_is_not_set_is_not_read():
    assert without_unset({"a": 0, "b": "", "c": [{"d": None, "e": False}, 1], "f": {"g": []}}) == {"a": 0, "c": [{}, 1]}
