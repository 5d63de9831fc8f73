"""Games that play themselves: the same seed gives the same record, in one process, in two, and on a cluster."""

from __future__ import annotations

import subprocess
import sys
import warnings

import msgspec
import pytest

from campaign.model.seats import Seat
from campaign.model.situation import stands_of
from campaign.solo import choosing
from campaign.solo.playing import Game, play_out
from campaign.systems import catalogue, ownfolders
from maps.problems import ProblemsFound
from scenarios.trials.many import Task, keep, kept, known, played, seeds_of
from scenarios.trials.playing import play_game
from scenarios.trials.rating import duel_of, score_of
from scenarios.trials.setups import Setup, opened, started
from scenarios.trials.summary import Balance, verdict
from tests.scenarios.trials.games import SEATS, SMALL, TABLE

TASKS = [Task(SMALL, SEATS, seed) for seed in seeds_of("tests", 3)]


@pytest.fixture(scope="module")
def here():
    return list(played(TASKS, workers=1))


def test_the_same_seed_gives_the_same_record(here):
    again = play_game(SMALL, dict(SEATS), "tests/1")
    assert again.same == here[0].same
    assert here[0].turns != here[1].turns != here[2].turns


def test_a_record_says_what_a_game_came_to(here):
    """Held against the same game, played step by step."""
    event, hexmap, ruleset = opened(SMALL, "tests/1")
    played_game = Game.opened(event, hexmap, ruleset, "tests/1")
    steps = list(play_out(played_game, dict(SEATS)))
    end, record = played_game.situation, here[0]
    assert (record.winner, record.over) == (end.state.winner, True)
    assert record.points == {side: end.state.points.get(side, 0) for side in ("red", "blue")}
    given = [step for step in steps if step.side and step.refused is None]
    assert record.orders == {side: sum(step.side == side for step in given) for side in ("red", "blue")}
    assert {one.stand for one in record.deaths} == {key for key, one in end.state.stands.items() if one.gone}
    assert record.turns[-1].units == {side: len(list(stands_of(end, side))) for side in ("red", "blue")}
    assert set(record.idle) == set(record.stands) - {getattr(step.order, "stand", "") for step in given}
    hurt = {key for key, one in end.state.stands.items() if one.losses or one.gone}
    assert not hurt & set(record.unfought)
    assert record.version


def test_what_is_lost_is_not_counted_twice(here):
    """Whoever is gone has lost what he was worth, however it came about."""
    full = {"red": 0, "blue": 0}
    start, ruleset = started(SMALL)
    for key, stand in start.state.stands.items():
        full[stand.side] += ruleset.play.full_strength(start, key)
    for record in here:
        for side, lost in record.turns[-1].lost.items():
            assert 0 <= lost <= full[side] + len(record.stands)


def test_two_processes_give_the_same_records(here):
    assert [one.same for one in played(TASKS, workers=2)] == [one.same for one in here]


def test_rules_of_one_s_own_are_known_to_the_processes_that_play_by_them(tmp_path, monkeypatch):
    """The file of the rules lies in a folder that only this process was told of."""
    (tmp_path / "night_march.toml").write_text(catalogue.begun("night_march", "Night March"), encoding="utf-8")
    monkeypatch.setattr(ownfolders, "_folders", [])
    catalogue.look_in(tmp_path)
    own = msgspec.structs.replace(SMALL, rules="night_march", red="infantry x2", blue="infantry")
    (record, _) = played([Task(own, SEATS, seed) for seed in seeds_of("own", 2)], workers=2)
    assert record.over


def test_a_cluster_gives_the_same_records(here):
    script = (
        "import sys; from distributed import LocalCluster\n"
        "if __name__ == '__main__':\n"
        "    with LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:\n"
        "        print(cluster.scheduler_address, flush=True); sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process, warnings.catch_warnings():  # fmt: skip
        warnings.simplefilter("ignore")
        found = list(played(TASKS[:2], dask=process.stdout.readline().strip()))
        process.stdin.close()
    assert [one.same for one in found] == [one.same for one in here[:2]]


def test_a_cluster_that_is_not_there_is_told():
    with pytest.raises(ProblemsFound, match="no scheduler answers there"):
        list(played(TASKS[:1], dask="nonsense://nowhere"))


class _Broken(choosing.Player):
    """Fails at its tenth choice."""

    asked = 0

    def choose(self, *args, **more):
        _Broken.asked += 1
        if _Broken.asked == 10:
            raise KeyError("a stand that nobody knows")
        return super().choose(*args, **more)


def test_a_game_that_fails_is_told_and_does_not_count(monkeypatch, here):
    monkeypatch.setattr("campaign.solo.playing.Player", _Broken)
    record = play_game(SMALL, dict(SEATS), "tests/1")
    assert "a stand that nobody knows" in record.fault
    assert not record.over
    start, _ = started(SMALL)
    found = Balance(start, (*here, record))
    assert found.counted == tuple(here)
    assert found.faults == (record,)
    assert verdict(Balance(start, (record,))) == "No game counts: the program failed in each."


def test_a_setup_that_is_wrong_is_told_before_anything_is_played():
    with pytest.raises(ProblemsFound, match="did you mean 'harrow_green'"):
        started(Setup(rules="d3_one_hour", board="harow_green"))
    with pytest.raises(ProblemsFound, match="'infantree' is no unit"):
        list(played([Task(msgspec.structs.replace(SMALL, red="infantree"), SEATS, "x")], workers=1))


def test_readings_are_played_as_they_are_set():
    start, ruleset = started(msgspec.structs.replace(SMALL, readings=(("hex_inches", 4),)))
    assert start.state.setting.overrides["hex_inches"] == 4
    assert {item.key: item.value for item in ruleset.tables.interpretations}["hex_inches"] == 4


def test_games_are_kept_a_line_each(here, tmp_path):
    file = tmp_path / "trials.jsonl"
    for record in here:
        keep(record, file)
    assert kept(file) == here
    lines = file.read_bytes().splitlines()
    file.write_bytes(b"\n".join([lines[0], b'{"seed": "cut of', b"", lines[2], b'{"seed": 3}']))
    with pytest.raises(ProblemsFound) as found:
        kept(file)
    assert "trials.jsonl, line 2" in str(found.value)
    assert "trials.jsonl, line 5" in str(found.value)
    assert "line 4" not in str(found.value)


def test_games_of_the_same_opening_players_and_seed_are_known_again_and_no_others(here, tmp_path):
    file, change = tmp_path / "trials.jsonl", msgspec.structs.replace
    assert known(TASKS, file) == {}
    for record in (here[0], change(here[1], fault="it broke"), change(here[2], version="0.0")):
        keep(record, file)
    assert known(TASKS, file) == {TASKS[0]: here[0]}
    keep(here[1], file)
    assert known(TASKS, file) == {TASKS[0]: here[0], TASKS[1]: here[1]}
    weaker = change(SMALL, readings=(("hex_inches", 4),))
    others = (("red", Seat("commander", "recruit")), *SEATS[1:])
    assert known([Task(weaker, SEATS, "tests/1"), Task(SMALL, others, "tests/1")], file) == {}
    file.write_bytes(file.read_bytes().replace(here[0].opening.encode(), b"0123456789abcdef"))
    assert known(TASKS, file) == {}, "what it begins from has changed since"


def test_a_game_that_is_broken_off_goes_to_who_is_ahead():
    """Parkin's battles of several days; the first day alone is no end of the rules."""
    setup = Setup(rules="zen_operational", board="harrow_green", red="infantry", blue="infantry", days=1)
    record = play_game(setup, {"red": TABLE, "blue": TABLE}, "tests/1")
    assert not record.fault
    assert record.turns[-1].day == 1


def test_a_duel_on_a_tiny_board():
    """The table against itself with exchanged chairs: whoever sits west does not count."""
    pairs = [
        tuple(score_of(play_game(SMALL, dict(SEATS), seed), side) for side in ("red", "blue"))
        for seed in seeds_of("duel", 2)
    ]
    duel = duel_of(pairs)
    assert duel.share.value == 0.5
    assert duel.share.low < 0.5 < duel.share.high


def test_a_seat_with_figures_of_its_own_plays_by_them():
    careless = Seat("commander", "veteran", "steady", (("leash", 0), ("danger", 0)))
    setup = Setup(rules="zen_operational", board="harrow_green", red="infantry x3, artillery", blue="infantry x3")
    records = [play_game(setup, {"red": seat, "blue": TABLE}, "tests/1") for seat in (Seat(), careless)]
    assert [record.fault for record in records] == ["", ""]
    assert records[1].seats["red"] == "commander:veteran:steady:leash=0:danger=0"
