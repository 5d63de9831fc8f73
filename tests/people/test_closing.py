"""A closing may be cut off anywhere: what is written afterwards is what would have been written without that."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest

from campaign.model.sheets import turn_key
from campaign.model.verbs.letter import LetterDelivered, LetterHeard, LetterSent
from campaign.model.verbs.means import SetMeans
from campaign.model.verbs.seat import TakeSeat
from campaign.model.verbs.sheets import SheetClosed, SheetsClosed, TurnClosed
from campaign.store import eventlog
from campaign.store.letters import LetterBox, Waiting
from campaign.store.sheets import Sending, Sheets
from tests.people.helpers import CAMPAIGN, NOW, club_store
from webui.desk.faults import BadRequest
from webui.desk.library import open_store
from webui.desk.sheets.closing import close_turn, go_on_closing

LETTERS = (("us-1", "us-2", "wireless"), ("us-2", "us-1", "courier"), ("ge", "umpire", "staff"))
HELD = ("", "the horse is lame", "")
SHEETS = {"us-1": "1/110 to 0302\n2/110 attack 0403\nstanding: 229FA if contact withdraw to 0202", "ge": "I/26 to 0503"}


class Cut(BaseException):
    """The program ends here."""


@pytest.fixture
def played(tmp_path):
    """Give a store with sheets for the turn; the table orders for the silent command."""
    return ready(tmp_path)


def ready(place):
    store = club_store(place)
    session = store.session(CAMPAIGN)
    session.submit(TakeSeat("us-2", "table"), command_id="seat the table")
    kept = Sheets(store.log)
    for command, text in SHEETS.items():
        kept.seal(Sending(CAMPAIGN, command, "1.1", 0, f"sheet-of-{command}", session.seq, "x", NOW), text)
    kept.set_silence(CAMPAIGN, "us-2", "automaton")
    session.submit(SetMeans("wireless", "heard", 1), command_id="listen in")
    for number, (sender, to, means) in enumerate(LETTERS):
        letter = Waiting(f"letter{number}", "1.1", sender, (to,), means, "free", "two words", held=HELD[number])
        LetterBox(store.log).keep(CAMPAIGN, letter, seen=session.seq)
    return store


def reopened(store):
    """Open a store again, as a program does that was started anew."""
    again = open_store(store.folder)
    again.__class__, again.shelf = store.__class__, store.shelf
    return again


def written(store):
    """Give a log without the time of the wall, and the sheets."""
    log = [(one.seq, one.command_id, one.actor, one.order, one.events) for one in store.log.entries(CAMPAIGN)]
    return log, Sheets(store.log).sheets(CAMPAIGN, "1.1")


def test_a_closing_has_steps_of_every_kind(played):
    close_turn(played.session(CAMPAIGN), "1.1")
    events = list(played.session(CAMPAIGN).live_events())
    ends = [type(event) for event in events if isinstance(event, SheetsClosed | TurnClosed)]
    assert ends == [SheetsClosed, TurnClosed]
    assert {entry.actor for entry in played.log.entries(CAMPAIGN)} == {"umpire", "us"}
    assert [event.silence for event in events if isinstance(event, SheetClosed)] == ["", "automaton", ""]
    assert [event.letter for event in events if isinstance(event, LetterSent)] == ["letter0", "letter1", "letter2"]
    assert [event.letter for event in events if isinstance(event, LetterHeard)] == ["letter0"]
    assert {event.letter for event in events if isinstance(event, LetterDelivered)} == {"letter0", "letter2"}


def test_a_closing_cut_off_at_any_step_ends_in_the_same_log(tmp_path, monkeypatch):
    whole = ready(tmp_path / "whole")
    close_turn(whole.session(CAMPAIGN), "1.1")
    wanted, insert, steps = written(whole), eventlog._insert, whole.log.last_seq(CAMPAIGN) - 3
    assert steps > 5
    for step in range(steps):
        store = ready(tmp_path / str(step))
        passed = []

        def cut(db, line, passed=passed, step=step):
            insert(db, line)
            passed.append(line)
            if len(passed) == step + 1:
                raise Cut

        monkeypatch.setattr(eventlog, "_insert", cut)
        with pytest.raises(Cut):
            close_turn(store.session(CAMPAIGN), "1.1")
        monkeypatch.setattr(eventlog, "_insert", insert)
        again = reopened(store)
        assert again.log.last_seq(CAMPAIGN) == 3 + step
        close_turn(again.session(CAMPAIGN), "1.1")
        assert written(again) == wanted, f"cut off at step {step + 1} of {steps}"
        again.close()


_KILLED = """
import os, signal, sys
from campaign.store import eventlog
from tests.people.test_closing import CAMPAIGN, ready
from webui.desk.sheets.closing import close_turn

place, step, before = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "before"
store, insert, count = ready(place), eventlog._insert, [0]

def struck(db, line):
    count[0] += 1
    if count[0] == step and before:
        os.kill(os.getpid(), signal.SIGKILL)
    insert(db, line)
    if count[0] == step:
        os.kill(os.getpid(), signal.SIGKILL)

eventlog._insert = struck
close_turn(store.session(CAMPAIGN), "1.1")
"""


SOAK = [(step, where) for step in range(1, 9) for where in ("before", "after")]
STRUCK = SOAK if os.environ.get("SANDTABLE_SOAK") else [(1, "after"), (3, "before")]


@pytest.mark.parametrize(("step", "where"), STRUCK)
def test_a_program_killed_in_a_closing_in_a_soak_at_every_step_goes_on_where_it_was(tmp_path, place, step, where):
    whole = ready(tmp_path / "whole")
    close_turn(whole.session(CAMPAIGN), "1.1")
    ended = subprocess.run([sys.executable, "-c", _KILLED, place, str(step), where], check=False, timeout=300)
    assert ended.returncode == (-signal.SIGKILL if step < whole.log.last_seq(CAMPAIGN) - 2 else ended.returncode)
    again = open_store(place)
    again.__class__, again.shelf = whole.__class__, whole.shelf
    # The clock may be in the next turn, and what ends a closing not written yet.
    if not any(isinstance(event, TurnClosed) for event in again.session(CAMPAIGN).live_events()):
        close_turn(again.session(CAMPAIGN), "1.1")
    assert written(again) == written(whole)
    assert again.session(CAMPAIGN).verify() is None


def test_two_umpires_who_close_at_once_write_one_closing(played):
    other = reopened(played)
    answers = []

    def close(store):
        try:
            answers.append(close_turn(store.session(CAMPAIGN), "1.1").turn)
        except BadRequest as late:
            answers.append(late.status)

    both = [threading.Thread(target=close, args=(store,)) for store in (played, other)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert len(answers) == 2
    assert "1.1" in answers
    session = other.session(CAMPAIGN)
    assert turn_key(session.state.clock) == "1.2"
    assert sum(isinstance(event, TurnClosed) for event in session.live_events()) == 1
    assert sum(isinstance(event, SheetsClosed) for event in session.live_events()) == 1
    assert session.verify() is None


def test_where_nothing_was_begun_there_is_nothing_to_go_on_with(played):
    session = played.session(CAMPAIGN)
    seq = session.seq
    assert go_on_closing(session) == 0
    assert session.seq == seq
