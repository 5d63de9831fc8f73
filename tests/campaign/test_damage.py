"""Stores that were cut, emptied or copied by halves, and media where nothing can be written."""

import datetime as dt
import sqlite3
from contextlib import closing

import pytest

from campaign.store.beside import BESIDE
from campaign.store.eventlog import EventLog
from campaign.store.faults import StoreFault
from campaign.store.people import People
from tests.campaign.test_store import MOVED, by_hand, filled
from tests.campaign.toyrules import toy_opening


@pytest.fixture
def path(tmp_path):
    return tmp_path / "toy.db"


@pytest.fixture
def log(path):
    log = EventLog(path)
    log.create("toy", "Toy", (toy_opening(),))
    yield log
    log.close()


# --- empty, cut, gone ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kept", [0, 1, 60, 100, 512, 4096, 4096 * 3])
def test_an_empty_or_cut_store_is_never_taken_for_a_new_one(log, path, kept):
    filled(log, 60)
    log.close()
    path.write_bytes(path.read_bytes()[:kept])
    before = path.read_bytes()
    with pytest.raises(StoreFault, match=r"restore the latest backup|open the latest backup|no SQLite database"):
        EventLog(path).lines("toy")
    assert path.read_bytes() == before


def test_a_store_copied_without_its_log_is_never_taken_for_a_new_one(path, tmp_path):
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode=WAL")
    with pytest.raises(StoreFault, match=r"there is nothing in this file: it is empty, or was cut short; restore"):
        EventLog(path)


def test_a_store_of_which_a_part_is_left_is_not_begun_anew(log, path, tmp_path):
    filled(log)
    part = tmp_path / "toy.db-wal"
    kept = part.read_bytes()
    log.close()
    path.unlink()
    part.write_bytes(kept)
    with pytest.raises(StoreFault, match=r"toy\.db: the store is gone, and a part of it is left \(toy\.db-wal\)"):
        EventLog(path)
    assert (path.exists(), part.read_bytes()) == (False, kept)


def test_a_new_store_gets_its_name_when_it_is_whole(path, tmp_path, monkeypatch):
    seen = []
    begin = EventLog._lay_out
    monkeypatch.setattr(EventLog, "_lay_out", lambda self, db: (begin(self, db), seen.append(path.exists())))
    EventLog(path).close()
    assert seen == [False]
    assert [file.name for file in tmp_path.iterdir()] == ["toy.db"]


def test_a_new_store_does_not_replace_one_that_another_program_made_meanwhile(path, monkeypatch):
    begin = EventLog._lay_out

    def overtaken(self, db):
        begin(self, db)
        monkeypatch.setattr(EventLog, "_lay_out", begin)
        EventLog(path).create("toy", "Toy", (toy_opening(),))

    monkeypatch.setattr(EventLog, "_lay_out", overtaken)
    assert [row.id for row in EventLog(path).campaigns()] == ["toy"]


def test_a_branch_takes_nothing_that_was_changed_with_it(log, path):
    filled(log)
    with by_hand(path) as db:
        db.execute("UPDATE entry SET actor = 'x' WHERE seq = 4")
    with pytest.raises(StoreFault, match="entry 4: its content is not what was written; branch off before it"):
        log.branch("toy", 5, "other", "Other")
    log.branch("toy", 3, "other", "Other")
    assert log.verify("other") is None


# --- where nothing can be written ------------------------------------------------------------------------------------


@pytest.fixture
def fixed(monkeypatch):
    """A medium where no file can be made: SQLite is told so by its own code, as root may write everywhere."""
    real = sqlite3.connect

    def connect(place, *args, **more):
        if "mode=ro" in str(place) and "immutable" not in str(place):
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorname = "SQLITE_CANTOPEN"
            raise error
        return real(place, *args, **more)

    monkeypatch.setattr("campaign.store.files.can_be_written", lambda _: False)
    monkeypatch.setattr("campaign.store.eventlog.can_be_written", lambda _: False)
    monkeypatch.setattr("campaign.store.files.sqlite3.connect", connect)


def closed(path):
    """A store as it lies on a medium: one file, closed."""
    log = EventLog(path)
    log.create("toy", "Toy", (toy_opening(),))
    filled(log)
    log.close()
    return path.read_bytes()


def test_a_store_on_a_medium_that_cannot_be_written_is_read(path, fixed, monkeypatch, tmp_path):
    with monkeypatch.context() as writable:
        writable.setattr("campaign.store.eventlog.can_be_written", lambda _: True)
        before = closed(path)
    log = EventLog(path)
    assert (log.reads_only, log.last_seq("toy"), log.verify("toy")) == (True, 6, None)
    with pytest.raises(StoreFault, match="the file or its disk cannot be written to; make the file"):
        log.append("toy", "x", "umpire", None, MOVED, after=6)
    log.close()
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["toy.db"]


def test_an_older_store_on_such_a_medium_is_read_too(path, fixed, monkeypatch):
    with monkeypatch.context() as writable:
        writable.setattr("campaign.store.eventlog.can_be_written", lambda _: True)
        closed(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA foreign_keys=OFF")
        for table in BESIDE.tables:
            db.execute(f"DROP TABLE {table}")
        db.execute("DELETE FROM meta WHERE key = 'beside_version'")
        db.commit()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    log = EventLog(path)
    assert (People(log).persons(), log.last_seq("toy")) == ((), 6)
    with closing(sqlite3.connect(path)) as db:
        assert not {row[0] for row in db.execute("SELECT name FROM sqlite_master")} & set(BESIDE.tables)


def test_people_of_a_store_that_cannot_be_written_are_not_hidden(path, fixed, monkeypatch):
    with monkeypatch.context() as writable:
        writable.setattr("campaign.store.eventlog.can_be_written", lambda _: True)
        closed(path)
        log = EventLog(path)
        People(log).add("ann", now=dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
        log.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE attempt")
    assert [person.name for person in People(EventLog(path)).persons()] == ["ann"]


def test_a_part_of_the_log_that_cannot_be_read_there_is_not_left_out_in_silence(log, path, fixed):
    filled(log)
    with pytest.raises(StoreFault, match=r"its last entries lie in toy\.db-wal.*; copy the whole folder to a disk"):
        EventLog(path)
