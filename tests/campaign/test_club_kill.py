"""Umpire, players and the door write at once and are killed: nothing acknowledged is lost, and nothing doubled."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from contextlib import suppress
from itertools import count

import pytest
from sqlalchemy import select

from campaign.model.verbs.letter import LetterSent
from campaign.store.entry import decoded
from campaign.store.eventlog import EventLog
from campaign.store.letters import LETTER, LetterBox
from campaign.store.people import People
from campaign.store.post.tables import OUTBOX
from campaign.store.sheets import Deadline, Sending, Sheets
from campaign.store.sheettables import SENT, SHEET
from tests.campaign.afterlife import settled
from tests.campaign.club_writer import COMMANDS, NOW
from tests.campaign.test_store_kill import ROOT
from tests.campaign.toyrules import toy_opening

KILLS = 1000 if os.environ.get("SANDTABLE_SOAK") else 20
KILLS_OF_A_SERVER = KILLS if os.environ.get("SANDTABLE_SOAK") else 8
ALL = {"entry", "closed", "sheet", "person", "letter", "taking", "taken"}
"""What is to be acknowledged at least once in all."""
WORDS = ("letter", "taking", "taken")


@pytest.fixture
def writers(place):
    log = EventLog(place)
    log.create("toy", "Toy", (toy_opening(),))
    Sheets(log).set_deadline("toy", Deadline("1.1"))
    log.close()
    command = [sys.executable, "-m", "tests.campaign.club_writer", place]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        yield process, place
        process.stdin.close()
        process.wait(timeout=30)


def killed(process, round_, wait_s):
    """Let a round begin, kill all its writers at once after the umpire's first acknowledgement, and list all."""
    process.stdin.write(f"{round_}\n")
    process.stdin.flush()
    acks, children, faults = [], [], []
    for line in process.stdout:
        word, *rest = line.split()
        if word == "pids":
            children = [int(one) for one in rest]
        elif word == "ack":
            acks.append(tuple(rest))
        elif word == "dead":
            assert not faults, faults
            return acks
        elif word == "fault":
            faults.append(line)
        # Whoever is first may be the only one for a while: the umpire is waited for.
        if children and (faults or any(one[0] in {"entry", "closed"} for one in acks)):
            time.sleep(wait_s)
            for one in children:
                with suppress(ProcessLookupError):
                    os.kill(one, signal.SIGKILL)
            children = []
    pytest.fail("the writers ended by themselves")


def rows(log, query):
    with log.transaction() as db:
        return db.execute(query).all()


def check_log(log, acks):
    """All entries are there once, in one chain, and each has its notice, which nothing else has."""
    assert log.verify("toy") is None
    written = {line.command_id: line.seq for line in log.lines("toy")[1:]}
    for what, name, *more in acks:
        if what == "entry":
            assert written[name] == int(more[0])
        if what == "closed":
            assert written[f"close/{name}"] == int(more[0])
    told = Counter(row.about for row in rows(log, select(OUTBOX.c.about)))
    assert told == Counter(name for name in written if not name.startswith("close/"))
    return written


def check_sheets(log, acks, written):
    """Each sending made one version; a turn whose closing stands in the log has frozen sheets, and no other has."""
    versions = {(row.turn, row.command): row for row in rows(log, select(SHEET))}
    sent = defaultdict(list)
    for row in rows(log, select(SENT)):
        sent[row.turn, row.command].append((row.version, row.send_id))
    open_turn = Sheets(log).deadline("toy").turn
    closed = {name.removeprefix("close/"): seq for name, seq in written.items() if name.startswith("close/")}
    assert open_turn == f"1.{len(closed) + 1}"
    for (turn, _), row in versions.items():
        assert (row.state == "closed") == (turn in closed)
        assert row.closed_at == closed.get(turn, 0)
    for key, found in sent.items():
        assert sorted(version for version, _ in found) == list(range(1, versions[key].version + 1))
    for what, turn, *more in acks:
        if what == "sheet":
            command, version, send_id = more
            assert versions[turn, command].version >= int(version)
            # Of turns that were closed before the last one nobody asks again: their sendings are forgotten.
            assert (turn, command) not in sent or (int(version), send_id) in sent[turn, command]
    return open_turn, sent


def check_letters(log, acks, written, open_turn):
    """A letter waits once in its turn and stands once in the log if that is closed; one taken back is nowhere."""
    waits = {row.id: row.turn for row in rows(log, select(LETTER))}
    closings = [decoded(line) for line in log.lines("toy") if line.command_id.startswith("close/")]
    went = [(entry.seq, event) for entry in closings for event in entry.events if isinstance(event, LetterSent)]
    of_closed = [key for key, turn in waits.items() if turn != open_turn]
    assert Counter(event.letter for _, event in went) == Counter(of_closed)
    for seq, event in went:
        assert written[f"close/{event.turn}"] == seq
    said = {what: {key for kind, _, key in (one for one in acks if len(one) == 3) if kind == what} for what in WORDS}
    assert said["letter"] - said["taking"] <= waits.keys()
    assert not said["taken"] & waits.keys()


def check_people(log, acks):
    people = People(log)
    for what, name, *more in acks:
        if what == "person":
            assert people.named(name).id == more[0]


def retried(log, turn, sent):
    """Send the last version of each open sheet once more, under its name: nothing changes."""
    sheets = Sheets(log)
    for command in COMMANDS:
        if (turn, command) in sent:
            version, send_id = max(sent[turn, command])
            before = sheets.sheet("toy", command, turn)
            again = Sending("toy", command, turn, version - 1, send_id, log.last_seq("toy"), "p", NOW)
            assert sheets.save(again, "what was sent") == before
    box = LetterBox(log)
    before = box.waiting("toy", turn)
    for letter in before:
        assert box.keep("toy", letter._replace(text="another"), seen=log.last_seq("toy")) == letter
    assert box.waiting("toy", turn) == before


def test_a_club_killed_a_thousand_times_in_a_soak_loses_and_doubles_nothing(writers):
    process, place = writers
    chance, kinds = random.Random(16_12_1944), Counter()
    kills = KILLS_OF_A_SERVER if "://" in place else KILLS
    for round_ in count():
        # On a busy machine a few rounds may end before everybody came to write: more are played then.
        if round_ >= kills and (kinds.keys() == ALL or round_ > 10 * kills):
            break
        acks = killed(process, round_, chance.uniform(0, 0.15))
        settled(place)
        kinds.update(one[0] for one in acks)
        log = EventLog(place)
        written = check_log(log, acks)
        open_turn, sent = check_sheets(log, acks, written)
        check_letters(log, acks, written, open_turn)
        check_people(log, acks)
        retried(log, open_turn, sent)
        log.close()
    assert kinds.keys() == ALL, kinds
