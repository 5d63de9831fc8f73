"""Pairs of games: who sits where in each, and when a test of many knows enough."""

from __future__ import annotations

import msgspec

from campaign.model.seats import Seat
from scenarios.trials.duels import chairs_exchanged, played_pairs, until_known, versions
from scenarios.trials.rating import sequential
from tests.scenarios.trials.games import SEATS, SMALL, game

OTHER = msgspec.structs.replace(SMALL, board="kettle_ford")
BOLD, SLOW = Seat(style="bold"), Seat(level="recruit")


def test_in_the_second_game_of_a_pair_the_players_have_exchanged_chairs():
    pairs = chairs_exchanged([(SMALL, ("red", "blue")), (OTHER, ("white", "black", "grey"))], BOLD, SLOW, "s", 3)
    assert [[task.seed for task in pair.tasks] for pair in pairs] == [[f"s/{k}"] * 2 for k in (1, 2, 3)]
    assert [pair.tasks[0].setup for pair in pairs] == [SMALL, OTHER, SMALL]
    assert [task.seats for task in pairs[0].tasks] == [
        (("red", BOLD), ("blue", SLOW)), (("red", SLOW), ("blue", BOLD)),
    ]  # fmt: skip
    assert pairs[1].tasks[0].seats == (("white", BOLD), ("black", SLOW), ("grey", SLOW))
    # The first player counts: he has the first side, then the second.
    assert [pair.counts for pair in pairs] == [("red", "blue"), ("white", "black"), ("red", "blue")]


def test_versions_are_played_by_the_same_players_and_compared_for_one_side():
    pairs = versions(SMALL, OTHER, SEATS, "blue", "v", 2)
    assert [[(task.setup, task.seats, task.seed) for task in pair.tasks] for pair in pairs] == [
        [(SMALL, SEATS, f"v/{k}"), (OTHER, SEATS, f"v/{k}")] for k in (1, 2)
    ]
    assert {pair.counts for pair in pairs} == {("blue", "blue")}


def winning(tasks):
    """Play nothing: red wins all, and the game of the third seed fails."""
    for task in tasks:
        yield game(task.seed, "red", fault="an error" if task.seed == "v/3" else "")


def test_results_come_in_the_order_of_the_pairs_with_their_own_records():
    pairs = versions(SMALL, OTHER, SEATS, "red", "v", 4)
    results = list(played_pairs(pairs, winning))
    assert [result.pair for result in results] == pairs
    assert [[record.seed for record in result.records] for result in results] == [[f"v/{k}"] * 2 for k in (1, 2, 3, 4)]
    assert [result.fault for result in results] == [False, False, True, False]


def test_play_stops_after_the_handful_in_which_the_test_knows_and_a_failed_pair_counts_as_none():
    pairs, asked = versions(SMALL, OTHER, SEATS, "red", "v", 400), []

    def play(tasks):
        asked.append(len(tasks))
        return winning(tasks)

    found = list(until_known(pairs, play, lambda result: 0.9 if result.records[0].seed != "v/3" else 0.0, at_once=5))
    assert set(asked) == {10}
    assert len(found) == 5 * len(asked) < 400
    decided = [verdict.says for _, verdict in found]
    first = next(number for number, says in enumerate(decided) if says)
    assert len(found) - 5 <= first
    # As many scores as there are sound pairs: one less than results.
    for number, (_, verdict) in enumerate(found, start=1):
        assert verdict == sequential([0.9] * (number - (number >= 3)))


def test_play_ends_with_the_pairs_if_the_test_never_knows():
    pairs = versions(SMALL, OTHER, SEATS, "red", "v", 7)
    found = list(until_known(pairs, winning, lambda _: 0.5, at_once=4))
    assert [result.pair for result, _ in found] == pairs
    assert not any(verdict.says for _, verdict in found)
