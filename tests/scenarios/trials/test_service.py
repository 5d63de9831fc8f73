"""The process that plays games for a page: what it reads, what it tells, what it leaves, and what goes wrong."""

import json

import msgspec
import pytest

from scenarios.trials import service
from scenarios.trials.service import ASKED, GAMES, JOB, REPORT, Asked
from scenarios.trials.setups import Setup

BOARD = Setup(rules="d3_one_hour", board="harrow_green", days=1)


@pytest.fixture
def play(tmp_path, monkeypatch):
    monkeypatch.setattr(service, "_watch", lambda _: None)
    monkeypatch.setattr(service, "_NICER", 0)
    monkeypatch.setattr("sys.argv", ["service", str(tmp_path)])

    def played(setup, games=1):
        (tmp_path / ASKED).write_bytes(msgspec.json.encode(Asked(7, setup, games)))
        service.main()
        return json.loads((tmp_path / JOB).read_text("utf-8"))

    return played


def test_games_are_played_told_kept_and_reported(play, tmp_path):
    job = play(BOARD)
    assert (job["number"], job["state"], job["step"], job["done"], job["wanted"]) == (7, "done", "", 1, 1)
    assert job["found"]["games"] == 1
    assert job["found"]["seconds"] > 0
    (kept,) = (tmp_path / GAMES).read_text("utf-8").splitlines()
    assert json.loads(kept)["seed"]
    page = (tmp_path / REPORT).read_text("utf-8")
    assert ": 1 game under " in page


def test_what_cannot_be_played_is_told_and_leaves_no_report(play, tmp_path):
    job = play(Setup(rules="d3_one_hour", board="no_such_board", days=1))
    assert job["state"] == "failed"
    assert "no_such_board" in json.dumps(job)
    assert not (tmp_path / REPORT).exists()
