"""Games that a page asks for: one trial at a time, stopped, mourned, begun anew, on a copy of what is played."""

import json
from types import SimpleNamespace

import pytest

from maps.problems import ProblemsFound
from scenarios.board import shipped_boards
from scenarios.trials.setups import Setup
from webui.desk.faults import BadRequest
from webui.desk.workshop import games
from webui.desk.workshop.games import Trials, setup_on

BOARD = Setup(rules="d3_one_hour", board="harrow_green", days=1)


class Player:
    """Stands for the process that plays: it plays nothing, and ends when it is told to."""

    def __init__(self, command, **_):
        self.command, self.returncode, self.killed = command, None, False

    def poll(self):
        return self.returncode

    def kill(self):
        self.killed, self.returncode = True, -9

    def wait(self):
        return self.returncode


@pytest.fixture
def players(monkeypatch):
    """Those that were started, in order."""
    found = []

    def started(command, **more):
        found.append(Player(command, **more))
        return found[-1]

    monkeypatch.setattr(games, "subprocess", SimpleNamespace(Popen=started, DEVNULL=None))
    monkeypatch.setattr(games, "_STOPS_IN_S", 0.0)
    return found


@pytest.fixture
def trials(tmp_path, players):
    return Trials(SimpleNamespace(folder=tmp_path))


def said(trials, name, **more):
    """Write what the process that plays would write."""
    path = trials.folder(name) / "job.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | more))


def test_a_trial_is_begun_with_all_that_the_process_needs_to_know(trials, players, tmp_path):
    assert trials.job("board-x") == {}
    told = trials.begin("board-x", BOARD, 20)
    number = told.pop("number")
    assert told == {"state": "running", "step": "beginning", "done": 0, "wanted": 20, "report": False}
    folder = tmp_path / "trials" / "board-x"
    assert players[0].command[1:] == ["-m", "scenarios.trials.service", str(folder)]
    asked = json.loads((folder / "asked.json").read_text())
    assert (asked["number"], asked["games"], asked["setup"]["board"]) == (number, 20, "harrow_green")


def test_while_games_are_played_nothing_else_is_begun_here(trials, players):
    trials.begin("scenario-sedan", BOARD, 2)
    for name in ("scenario-sedan", "rules-mine"):
        with pytest.raises(BadRequest) as fault:
            trials.begin(name, BOARD, 2)
        assert (fault.value.status, fault.value.why) == (409, "games are played for scenario sedan")
    assert trials.job("rules-mine") == {"busy": "scenario sedan"}
    assert "busy" not in trials.job("scenario-sedan")
    said(trials, "scenario-sedan", state="done", done=2)
    trials.begin("rules-mine", BOARD, 2)
    assert len(players) == 2
    assert players[0].killed
    assert trials.job("scenario-sedan") | {"number": 0} == {
        "number": 0, "state": "done", "step": "beginning", "done": 2, "wanted": 2, "report": False,
        "busy": "rules mine",
    }  # fmt: skip


def test_what_is_asked_anew_forgets_what_was_before(trials):
    trials.begin("rules-mine", BOARD, 2)
    said(trials, "rules-mine", state="done")
    (trials.folder("rules-mine") / "report.html").write_bytes(b"<p>told</p>")
    assert (trials.job("rules-mine")["report"], trials.report("rules-mine")) == (True, b"<p>told</p>")
    trials.begin("rules-mine", BOARD, 3)
    assert not trials.job("rules-mine")["report"]
    with pytest.raises(BadRequest, match="there is no report yet") as fault:
        trials.report("rules-mine")
    assert fault.value.status == 404


@pytest.mark.parametrize(
    ("count", "days", "is_one"),
    [(1, 0, True), (1000, 60, True), (0, 1, False), (1001, 1, False), (1, -1, False), (1, 61, False)],
)
def test_a_number_of_games_or_days_is_one_that_can_be_played(trials, players, count, days, is_one):
    setup = Setup(rules="d3_one_hour", board="harrow_green", days=days)
    if is_one:
        assert trials.begin("rules-mine", setup, count)["wanted"] == count
        return
    with pytest.raises(BadRequest) as fault:
        trials.begin("rules-mine", setup, count)
    assert (fault.value.status, fault.value.why) == (400, f"{count} games of {days} days")
    assert (players, trials.job("rules-mine")) == ([], {})


def test_a_process_that_ended_without_a_word_is_told_as_a_failure(trials, players):
    trials.begin("rules-mine", BOARD, 2)
    said(trials, "rules-mine", done=1)
    assert trials.job("rules-mine")["state"] == "running"
    players[0].returncode = 3
    told = trials.job("rules-mine")
    assert (told["state"], told["faults"], told["done"]) == ("failed", ["the process that plays ended (3)"], 1)
    assert json.loads((trials.folder("rules-mine") / "job.json").read_text())["state"] == "failed"
    assert trials.begin("rules-mine", BOARD, 2)["state"] == "running"


def test_a_process_that_ended_with_a_word_is_not_mourned(trials, players):
    trials.begin("rules-mine", BOARD, 2)
    said(trials, "rules-mine", state="done", done=2)
    players[0].returncode = 0
    assert "faults" not in trials.job("rules-mine")
    other = Trials(trials.store)
    said(trials, "rules-mine", state="running")
    assert other.job("rules-mine")["state"] == "running", "another server's process may be at it"


def test_a_trial_is_stopped_by_its_process_or_for_it(trials, players):
    trials.begin("rules-mine", BOARD, 2)
    told = trials.stop("rules-mine")
    assert (told["state"], told["step"], players[0].killed) == ("stopped", "stopped", True)
    assert not (trials.folder("rules-mine") / "stop").exists()
    assert trials.stop("rules-mine") == told, "there is nothing to stop"
    trials.begin("rules-mine", BOARD, 2)
    said(trials, "rules-mine", state="done")
    assert trials.stop("rules-mine")["state"] == "done"
    assert not players[1].killed
    trials.close()
    assert players[1].killed


def test_a_scenario_is_played_from_a_copy_without_its_map(trials, tmp_path):
    source = tmp_path / "sedan"
    (source / "more").mkdir(parents=True)
    for name in ("scenario.toml", "map.gpkg", "picture.png", "more/orbat.toml"):
        (source / name).write_text(name)
    trials.begin("scenario-sedan", Setup(scenario=str(source), map_file="m.gpkg"), 1)
    folder = trials.folder("scenario-sedan")
    copied = folder / "sedan"
    assert sorted(str(path.relative_to(copied)) for path in copied.rglob("*") if path.is_file()) == [
        "more/orbat.toml", "scenario.toml",
    ]  # fmt: skip
    assert json.loads((folder / "asked.json").read_text())["setup"]["scenario"] == str(copied)
    said(trials, "scenario-sedan", state="done")
    with pytest.raises(ProblemsFound, match=r"cannot be written .*make room there"):
        trials.begin("scenario-sedan", Setup(scenario=str(tmp_path / "nowhere")), 1)


def test_a_board_has_the_forces_that_suit_the_rules_and_must_be_there():
    found = setup_on(None, "board:harrow_green", "d3_one_hour", 2)
    assert (found.rules, found.board, found.days) == ("d3_one_hour", "harrow_green", 2)
    assert found.red
    assert found.blue
    assert setup_on(None, "board:harrow_green", "zen_operational", 0) == Setup("zen_operational", board="harrow_green")
    assert "nowhere" not in shipped_boards()
    with pytest.raises(BadRequest, match="there is no board 'nowhere'") as fault:
        setup_on(None, "board:nowhere", "d3_one_hour", 1)
    assert fault.value.status == 404


def test_grounds_are_scenarios_made_for_the_rules_then_boards_then_other_scenarios(monkeypatch):
    rows = (("a", "x", (1,)), ("b", "y", (1,)), ("c", "x", (1,)), ("d", "x", ()))
    made = {
        name: SimpleNamespace(
            name=name.title(), ruleset=rules, folder=SimpleNamespace(name=name), orbat=SimpleNamespace(stands=stands)
        )
        for name, rules, stands in rows
    }  # fmt: skip
    monkeypatch.setattr(games, "shipped_scenarios", lambda: ["b", "a"])
    monkeypatch.setattr(games, "shipped_scenario", lambda name: name)
    monkeypatch.setattr(games, "read_scenario", made.get)
    monkeypatch.setattr(games, "own_scenarios", lambda _: ([made["c"], made["d"]], []))
    monkeypatch.setattr(games, "shipped_boards", lambda: {"harrow_green": shipped_boards()["harrow_green"]})
    found = games.grounds_for(None, "x")
    assert [key for key, _ in found] == ["scenario:a", "scenario:c", "board:harrow_green", "scenario:b"]
    assert [name for _, name in found if not name.startswith("Board")] == ["A", "C", "B"]
