"""Nothing acknowledged is lost, however the writer dies."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from campaign.model.verbs.march import StandMoved
from campaign.store.eventlog import EventLog
from tests.campaign.afterlife import settled
from tests.campaign.toyrules import toy_opening

ROOT = Path(__file__).parents[2]
KILLS = 1000 if os.environ.get("SANDTABLE_SOAK") else 60
KILLS_OF_A_SERVER = KILLS if os.environ.get("SANDTABLE_SOAK") else 12
"""PostgreSQL takes a process of its own for each; a death is the same."""


@pytest.fixture
def writer(place):
    EventLog(place).create("toy", "Toy", (toy_opening(),))
    command = [sys.executable, "-m", "tests.campaign.store_writer", place]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        yield process, place
        process.stdin.close()
        process.wait(timeout=30)


def killed(process, round_, wait_s):
    """Let a round begin, kill its writer after the first acknowledgement, and list all that it acknowledged."""
    process.stdin.write(f"{round_}\n")
    process.stdin.flush()
    acks, child = [], None
    for line in process.stdout:
        word, *rest = line.split()
        if word == "pid":
            child = int(rest[0])
        elif word == "ack":
            acks.append((rest[0], int(rest[1])))
        if child is not None and len(acks) == 1 and word != "dead":
            time.sleep(wait_s)
            os.kill(child, signal.SIGKILL)
            child = None
        if word == "dead":
            return acks
    pytest.fail("the writer ended by itself")


def test_kills_a_thousand_in_a_soak_lose_nothing_that_was_acknowledged(writer):
    process, place = writer
    chance = random.Random(16_12_1944)
    acknowledged, kills = {}, KILLS_OF_A_SERVER if "://" in place else KILLS
    for round_ in range(kills):
        acks = killed(process, round_, chance.uniform(0, 0.02))
        settled(place)
        acknowledged |= dict(acks)
        log = EventLog(place)
        lines = log.lines("toy")
        assert log.verify("toy") is None
        written = {line.command_id: line.seq for line in lines[1:]}
        assert acknowledged.items() <= written.items()
        acknowledged |= written
        last = lines[-1]
        again = log.append("toy", last.command_id, "umpire", None, (StandMoved(stand="x", path=(0,)),), after=1)
        assert (again.seq, again.hash) == (last.seq, last.hash)
        assert log.last_seq("toy") == last.seq
        log.close()
    assert len(acknowledged) > kills


def test_a_torn_write_ahead_log_opens_as_a_valid_prefix(tmp_path):
    path = tmp_path / "toy.db"
    log = EventLog(path)
    log.create("toy", "Toy", (toy_opening(),))
    log.close()
    log = EventLog(path)
    for k in range(30):
        log.append("toy", str(k), "umpire", None, (StandMoved(stand="1/110", path=tuple(range(k))),), after=k + 1)
    whole = log.lines("toy")
    wal = path.with_name("toy.db-wal").read_bytes()
    chance = random.Random(7)
    lengths = []
    for k in range(40):
        torn = tmp_path / f"torn{k}.db"
        shutil.copy(path, torn)
        cut = wal[: chance.randrange(len(wal))] if k % 2 else wal[: -chance.randrange(1, 5000)] + chance.randbytes(4000)
        torn.with_name(torn.name + "-wal").write_bytes(cut)
        copy = EventLog(torn)
        lines = copy.lines("toy")
        assert lines == whole[: len(lines)]
        assert copy.verify("toy") is None
        lengths.append(len(lines))
        entry = copy.append("toy", "after", "umpire", None, (), after=len(lines))
        assert entry.seq == len(lines) + 1
        copy.close()
    log.close()
    assert 1 <= min(lengths) < 15 < max(lengths) <= 31
