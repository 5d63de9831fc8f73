"""What is told stands and falls with the log entry that it tells of: on both kinds of store, and cut off anywhere."""

from __future__ import annotations

import datetime as dt
import os
import signal
import subprocess
import sys

import pytest

from campaign.model.people.telling import Notice
from campaign.store import eventlog
from campaign.store.eventlog import EventLog
from campaign.store.people import People
from campaign.store.post.inmail import CameIn, InMail
from campaign.store.post.outbox import Outbox
from campaign.store.post.wishes import Feed, WishBook
from tests.people.helpers import CAMPAIGN, NOW
from tests.people.post.desk import club as made_club
from tests.people.post.desk import real_now
from webui.desk.sheets.closing import close_turn


def told(store):
    """Give what would be told, whoever it is told to, without times and what is drawn by lot."""
    names = {one.id: one.name for one in People(store.log).persons()}
    rows = [*Outbox(store.log).rows()]
    for person in names:
        for viewer in ("us-1", "us-2", "us", "ge", "umpire"):
            rows += Outbox(store.log).fed(person, CAMPAIGN, viewer)
    found = [(names[one.notice.person], one.notice.kind, one.notice.turn, one.notice.seq, one.way) for one in rows]
    return sorted(one for one in found if one[1] != "seat")


class Cut(BaseException):
    """The program ends here."""


def test_a_closing_cut_off_at_any_step_tells_what_it_would_have_told(tmp_path, monkeypatch):
    whole = made_club(tmp_path / "whole")
    whole.reach("ann", "bob")
    whole.close()
    wanted, insert, steps = told(whole.store), eventlog._insert, whole.session.seq - 1
    assert len(wanted) == 8
    for step in range(steps):
        club, passed = made_club(tmp_path / str(step)), []
        club.reach("ann", "bob")

        def cut(db, line, passed=passed, step=step):
            insert(db, line)
            passed.append(line)
            if len(passed) == step + 1:
                raise Cut

        monkeypatch.setattr(eventlog, "_insert", cut)
        with pytest.raises(Cut):
            club.close()
        monkeypatch.setattr(eventlog, "_insert", insert)
        assert told(club.store) == []
        close_turn(club.session, "1.1")
        assert told(club.store) == wanted, f"cut off at step {step + 1} of {steps}"
        club.store.close()


def test_a_notice_that_cannot_be_written_keeps_the_entry_from_the_log(tmp_path, monkeypatch):
    club = made_club(tmp_path)
    real = Outbox.post

    def fails(*_):
        raise Cut

    monkeypatch.setattr(Outbox, "post", fails)
    with pytest.raises(Cut):
        club.close()
    monkeypatch.setattr(Outbox, "post", real)
    assert club.session.state.closing is not None
    assert told(club.store) == []
    club.close()
    assert {row[1] for row in told(club.store)} == {"turn"}


_KILLED = """
import os, pathlib, signal, sys
from tests.people.post.desk import club, real_now

made, where, log = club(pathlib.Path(sys.argv[1])), sys.argv[2], open(sys.argv[3], "a")
made.reach("ann", "bob")
made.close()

def mailer(text, _):
    if where == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    log.write(f"{text.id} {text.to}\\n")
    log.flush()
    os.fsync(log.fileno())
    if where == "after":
        os.kill(os.getpid(), signal.SIGKILL)

made.sender._mailer = mailer
made.sender.round(real_now(minutes=2))
"""


@pytest.mark.parametrize("where", ["before", "after"])
def test_a_sender_that_is_killed_loses_no_mail_and_doubles_none(tmp_path, where):
    folder, sent = tmp_path / "store", tmp_path / "sent"
    folder.mkdir()
    ended = subprocess.run(
        [sys.executable, "-c", _KILLED, str(folder), where, str(sent)], check=False, env=os.environ, timeout=300
    )
    assert ended.returncode == -signal.SIGKILL
    log = EventLog(folder / "campaigns.db")
    first = sent.read_text().splitlines() if sent.exists() else []
    ids = {row.id: row for row in Outbox(log).rows()}
    assert [ids[line.split()[0]].state for line in first] == ["waiting"] * len(first)
    taken = Outbox(log).take(real_now(minutes=6))
    assert {one.id for one in taken} == set(ids)
    assert len(ids) == 2
    log.close()


def test_an_outbox_keeps_what_it_is_given_on_every_kind_of_store(place):
    log = EventLog(place)
    people, outbox, book = People(log), Outbox(log), WishBook(log)
    ann = people.add("Ann", NOW).id
    book.set_address(ann, "mail", "ann@example.org", code_hash="right", expires="2026-03-02")
    assert [book.confirm(ann, "mail", code, NOW) for code in ("wrong", "right", "right")] == [False, True, False]
    notice = Notice("toy", ann, "us-1", "turn", "1.1", "close/1.1/3", 4)
    assert outbox.post_now([notice], NOW) == 2
    assert outbox.post_now([notice], NOW) == 0
    assert outbox.take(NOW) == []
    (row,) = outbox.take(NOW + dt.timedelta(minutes=1))
    assert (row.way, row.notice) == ("mail", notice)
    assert outbox.take(NOW + dt.timedelta(minutes=2)) == []
    assert [one.id for one in outbox.take(NOW + dt.timedelta(minutes=4))] == [row.id]
    outbox.sent(row.id, NOW)
    assert not outbox.waits(NOW + dt.timedelta(days=1))
    book.set_feed("hash", Feed("feed", ann, "toy", "us-1", "2026"))
    assert [one.notice.kind for one in outbox.fed(ann, "toy", "us-1")] == ["turn"]
    mail = CameIn("name", "2026", "toy", ann, "us-1", "taken", "sealed")
    answer = Notice("toy", ann, "us-1", "receipt", "1.1", "name", address="ann@example.org", body="{}")
    for _ in range(2):
        InMail(log).note(mail, [answer], NOW)
    assert [one.kind for one in (row.notice for row in outbox.rows(states=["waiting"]))] == ["receipt"]
    outbox.sweep(NOW + dt.timedelta(days=1))
    assert len(outbox.rows()) == 1
    people.remove(ann, NOW)
    assert book.reached(ann) == {}
    assert book.feed("hash") is None
    log.close()
    again = EventLog(place, create=False)
    assert len(Outbox(again).rows()) == 1
    again.close()


def test_in_a_store_that_cannot_be_written_the_post_is_read_all_the_same(tmp_path):
    club = made_club(tmp_path)
    club.reach("ann")
    club.close()
    club.store.close()
    for file in tmp_path.glob("campaigns.db*"):
        file.chmod(0o444)
    log = EventLog(tmp_path / "campaigns.db")
    assert len(Outbox(log).rows()) == 1
    log.close()
    assert real_now() > NOW
