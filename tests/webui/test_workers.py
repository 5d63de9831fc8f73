"""Two workers serve one address: each takes the other's forms, hears what it wrote, and is replaced if it dies."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import MetaData, create_engine

from campaign.store.eventlog import EventLog
from webui.door import workers

ROOT = Path(__file__).parents[2]


@contextmanager
def serving(place):
    """`sandtable serve --workers 2`; gives the process and its port, when both workers answer."""
    words = ["serve", "--workers", "2", "--port", "0", "--store", str(place)]
    command = [sys.executable, "-c", "from webui.cli import main; main()", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT) as server:
        try:
            port = int(re.search(r"127\.0\.0\.1:(\d+)", server.stdout.readline())[1])
            until(lambda: len(listeners(server.pid)) == 1)
            yield server, port
        finally:
            server.terminate()
            server.wait(20)


def listeners(pid):
    """The other workers of a first one, whichever of its threads began them."""
    found = []
    for task in sorted(Path(f"/proc/{pid}/task").iterdir(), key=lambda task: int(task.name)):
        # A thread may be over before it is looked at.
        with suppress(FileNotFoundError, ProcessLookupError):
            found += map(int, (task / "children").read_text().split())
    return found


def until(true, seconds=120):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.1)


def ask(port, path, body=None, token=""):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    headers = {"X-Sandtable-Token": token, "Content-Type": "application/json"}
    connection.request("GET" if body is None else "POST", path, body and json.dumps(body), headers)
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer.status, data


def stopped(pid, work):
    """Do something while a worker stands still: the other one does it."""
    os.kill(pid, signal.SIGSTOP)
    try:
        return work()
    finally:
        os.kill(pid, signal.SIGCONT)


@pytest.fixture
def both(place, played_store, tmp_path, monkeypatch):
    """The shipped campaign in a file's store, then in PostgreSQL."""
    folder = tmp_path / "sandtable"
    shutil.copytree(played_store, folder)
    if "://" not in place:
        return str(folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    EventLog(place).close()
    kept, there = create_engine(f"sqlite:///{folder / 'campaigns.db'}"), create_engine(place)
    tables = MetaData()
    tables.reflect(kept)
    with kept.connect() as old, there.begin() as new:
        for table in tables.sorted_tables:
            rows = [dict(row._mapping) for row in old.execute(table.select())]
            if rows and table.name != "meta":
                new.execute(table.insert(), rows)
    kept.dispose()
    there.dispose()
    return place


def test_two_workers_share_an_address_take_one_anothers_forms_and_hear_one_another(both):
    with serving(both) as (server, port):
        check_what_one_writes_is_heard(server, port)
        seq, third = check_forms_are_taken(server, port)
    assert not [pid for pid in third if Path(f"/proc/{pid}").exists()]
    log = EventLog(both if "://" in both else Path(both) / "campaigns.db", create=False)
    assert log.verify("ardennes") is None
    assert log.last_seq("ardennes") == seq


def check_forms_are_taken(server, port):
    """Each takes the other's forms; one that is killed is replaced. Give the last entry, and who replaced it."""
    first, (second,) = server.pid, listeners(server.pid)
    # Until the second has started it does not answer while the first stands still.
    token = json.loads(stopped(first, lambda: ask(port, "/c/ardennes/umpire/token.json"))[1])["token"]
    seq = json.loads(ask(port, "/c/ardennes/umpire/version.json")[1])["version"]
    for pid in (first, second):
        sent = {"command_id": f"advance-{pid:08}", "seq": seq}
        status, data = stopped(pid, lambda sent=sent: ask(port, "/c/ardennes/umpire/advance", sent, token))
        assert status == 200, data
        seq = json.loads(stopped(second, lambda: ask(port, "/c/ardennes/umpire/version.json"))[1])["version"]
        assert seq == json.loads(data)["version"]
    os.kill(second, signal.SIGKILL)
    until(lambda: listeners(first) not in ([], [second]))
    return seq, listeners(first)


def check_what_one_writes_is_heard(server, port):
    """What one worker writes the pages of the other hear in under a second."""
    first, (second,) = server.pid, listeners(server.pid)
    token = json.loads(stopped(first, lambda: ask(port, "/c/ardennes/umpire/token.json"))[1])["token"]
    seq = json.loads(ask(port, "/c/ardennes/umpire/version.json")[1])["version"]
    os.kill(first, signal.SIGSTOP)
    listening = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    listening.request("GET", "/c/ardennes/umpire/events")
    stream = listening.getresponse()
    assert f'"version": {seq}' in heard(stream)
    os.kill(first, signal.SIGCONT)
    sent = {"command_id": "advance-heard", "seq": seq}
    # The one that holds the stream is stopped while the other one writes.
    assert stopped(second, lambda: ask(port, "/c/ardennes/umpire/advance", sent, token))[0] == 200
    begun = time.monotonic()
    assert f'"version": {seq}' not in heard(stream)
    assert time.monotonic() - begun < 1
    listening.close()


def heard(stream):
    """The next message of a stream."""
    while not (line := stream.readline().decode()).startswith("data:"):
        assert line
    return line


def test_between_a_worker_that_died_and_the_next_there_is_a_pause(monkeypatch):
    """One that dies at once, over and over, must not keep the processor busy; at the end nobody is waited for."""
    happened = []
    dead = SimpleNamespace(pid=7, returncode=1, wait=lambda: happened.append("died"))
    monkeypatch.setattr(workers.time, "sleep", happened.append)
    begun, ended = iter([dead, dead, None]), threading.Event()
    workers.Workers._keep(SimpleNamespace(_begun=lambda number: next(begun), _ended=ended), 3)
    assert happened == ["died", 1.0, "died", 1.0]
    ended.set()
    begun = iter([dead, None])
    workers.Workers._keep(SimpleNamespace(_begun=lambda number: next(begun), _ended=ended), 3)
    assert happened[4:] == ["died"]
