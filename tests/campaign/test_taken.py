"""What comes of random orders of every kind, in every rule system, is what came of them before."""

import pytest

from tests.campaign.taken import FILE, GAMES, LONGEST, played, shortened


@pytest.fixture(scope="module")
def recorded():
    found = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        key, seed = line.partition(".")[0].split(" ")
        found.setdefault((key, int(seed)), []).append(line)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(map(str, game)))
def test_orders_come_to_what_they_came_to(game, recorded):
    assert list(played(*game)) == recorded[game], "python -m tests.campaign.taken shows it"


def test_every_game_is_recorded_and_most_orders_come_to_something(recorded):
    assert set(recorded) == set(GAMES)
    told = [line.rpartition(" -> ")[2] for lines in recorded.values() for line in lines]
    done = [words for words in told if words.partition(" ")[0].isalpha() or "," in words.partition(" ")[0]]
    assert len(done) > len(told) / 3


def test_a_long_line_that_ends_otherwise_is_another():
    one, other = (shortened("x" * LONGEST + end) for end in ("so", "no"))
    assert one != other
    assert one[:LONGEST] == other[:LONGEST]
