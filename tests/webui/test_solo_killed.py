"""A program killed in the middle of a phase: who opens the store anew goes on where it stopped, doubling nothing."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.webui.solo_killed import COMMAND
from tests.webui.soloplay import Alone
from webui import create_app
from webui.desk.library import open_store

pytestmark = pytest.mark.xdist_group("solo_killed")
"""One process makes the games and kills once for all of them."""

ROOT = Path(__file__).parents[2]
LEAST, MOST_PHASES = 4, 12


def written(session, since=0):
    return [(entry.actor, entry.order, entry.events) for entry in session.chronicle.entries[since:]]


@pytest.fixture(scope="module", params=["zen_operational", "d3_one_hour"])
def game(request, tmp_path_factory):
    """Give a battle as it was before red was done with a phase in which blue ordered much, and what came of it."""
    folder = tmp_path_factory.mktemp("whole")
    alone = Alone(folder / "store", request.param)
    for number in range(MOST_PHASES):
        before, seq = folder / f"before-{number}", alone.session.seq
        shutil.copytree(folder / "store", before)
        assert alone.post("done").status_code == 200
        since = written(alone.session, seq)
        if [actor for actor, *_ in since].count("blue") >= LEAST:
            return before, seq, since
    raise AssertionError(alone.session.state.clock)


@pytest.fixture(scope="module", params=[1, 3])
def killed(game, request, tmp_path_factory):
    """Let red be done in a copy of the store, in a program that is killed after so many entries."""
    before, _, _ = game
    folder = tmp_path_factory.mktemp("killed") / "store"
    shutil.copytree(before, folder)
    command = [sys.executable, "-m", "tests.webui.solo_killed", str(folder), str(request.param)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == -9, done.stderr
    return folder, request.param


def done(store, command):
    """Send a command from red's page, as the page does when the connection was lost."""
    client, campaign = create_app(store).test_client(), store.campaigns()[0].id
    token = client.get(f"/c/{campaign}/red/token.json").json["token"]
    seq = client.get(f"/c/{campaign}/red/view.json").json["version"]
    sent = {"command_id": command, "seq": seq}
    answer = client.post(f"/c/{campaign}/red/done", json=sent, headers={"X-Sandtable-Token": token})
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("command", [COMMAND, "another-command"])
def test_a_phase_that_was_killed_goes_on_where_it_stopped(game, killed, tmp_path, command):
    """Whether the page sends its command again, or the person presses Done once more."""
    _, seq, whole = game
    folder, after = killed
    shutil.copytree(folder, tmp_path / "store")
    store = open_store(tmp_path / "store")
    session = store.session(store.campaigns()[0].id)
    assert written(session, seq) == whole[:after]
    assert session.verify() is None
    for _ in range(2 if command == COMMAND else 1):
        done(store, command)
        assert written(session, seq) == whole
    assert session.verify() is None
    store.close()
