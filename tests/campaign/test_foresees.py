"""What is foreseen in the recorded games, for the umpire and each command, is what was foreseen before."""

from __future__ import annotations

from tests.campaign.foresees import MOMENTS, found, known
from tests.campaign.reads import changes, games


def test_the_recorded_games_foresee_what_they_did():
    """Where this fails, look whether each change is meant; then: python -m tests.campaign.foresees --write."""
    changed = list(changes(known(), found()))
    assert not changed, "\n".join(
        [
            "python -m tests.campaign.foresees --show GAME MOMENT WHAT prints what is foreseen now,",
            "--write takes these over, if they are meant:",
            *changed,
        ]
    )


def test_every_recorded_game_is_looked_at():
    names = [line.split()[0] for line in known()]
    assert {name: names.count(name) for name in names} == dict.fromkeys(games(), MOMENTS)


def test_nothing_is_compared_that_is_the_same_at_all_moments_of_all_games():
    """Which a digest of nothing would be."""
    columns = {}
    for line in known():
        for item in line.split()[2:]:
            what, _, value = item.partition("=")
            columns.setdefault(what, set()).add(value)
    assert len(columns) == 8
    assert {what: len(values) > 20 for what, values in columns.items()} == dict.fromkeys(columns, True)
