"""Backups of the log: whole, in one file, forced or not; and damaged pages found."""

import shutil
import sqlite3
from contextlib import closing, contextmanager

import pytest

from campaign.model.verbs.detach import Detach
from campaign.model.verbs.march import StandMoved
from campaign.store.backup import copy_store, store_fault
from campaign.store.eventlog import EventLog
from campaign.store.faults import StoreFault
from tests.campaign.toyrules import toy_opening

MOVED = (StandMoved(stand="1/110", path=(1, 2)),)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "toy.db"


@pytest.fixture
def log(path):
    log = EventLog(path)
    log.create("toy", "Toy", (toy_opening(),))
    yield log
    log.close()


@pytest.fixture
def either(place):
    """A log in a file, then one in PostgreSQL: what holds on both."""
    log = EventLog(place)
    log.create("toy", "Toy", (toy_opening(),))
    yield log
    log.close()


def filled(log, count=5):
    for k in range(count):
        log.append("toy", f"c{k}", "umpire", Detach("1/110", k), MOVED, after=k + 1)


@contextmanager
def by_hand(path, *, shielded=False):
    """The database as a meddler opens it."""
    with closing(sqlite3.connect(path)) as db:
        if not shielded:
            db.executescript("DROP TRIGGER IF EXISTS entry_no_update; DROP TRIGGER IF EXISTS entry_no_delete")
        yield db
        db.commit()


def test_a_backup_taken_in_mid_play_is_a_whole_store(log, tmp_path):
    filled(log)
    copy_store(log, tmp_path / "copy.db")
    filled_after = log.append("toy", "later", "umpire", None, MOVED, after=6)
    copy = EventLog(tmp_path / "copy.db", create=False)
    assert copy.entries("toy") == log.entries("toy")[:6]
    assert store_fault(copy) is None
    assert filled_after.seq == 7
    assert sorted(file.name for file in tmp_path.glob("copy*") if "db-" not in file.name) == ["copy.db"]


def test_a_backup_is_one_file(log, tmp_path):
    filled(log)
    copy_store(log, tmp_path / "copy.db")
    assert [file.name for file in tmp_path.glob("copy*")] == ["copy.db"]
    # Bytes 18 and 19 of the header: 1 is a journal that is gone when the file is closed, 2 a write-ahead log.
    assert (tmp_path / "copy.db").read_bytes()[18:20] == b"\x01\x01"


def test_a_backup_clears_away_what_one_that_was_cut_short_left(log, tmp_path):
    filled(log)
    for ending in ("", "-wal", "-shm", "-journal"):
        (tmp_path / f"copy.db.part{ending}").write_bytes(b"half of a page")
    copy_store(log, tmp_path / "copy.db")
    assert [file.name for file in tmp_path.glob("copy*")] == ["copy.db"]
    copy = EventLog(tmp_path / "copy.db", create=False)
    assert copy.entries("toy") == log.entries("toy")
    copy.close()


def test_a_backup_overwrites_only_when_forced(log, tmp_path):
    goal = tmp_path / "copy.db"
    goal.write_text("precious")
    with pytest.raises(StoreFault, match=r"copy\.db: there is a file of this name; name another file, or force it"):
        copy_store(log, goal)
    assert goal.read_text() == "precious"
    copy_store(log, goal, force=True)
    assert EventLog(goal).last_seq("toy") == 1


def test_a_backup_goes_nowhere_odd(log, path, tmp_path):
    with pytest.raises(StoreFault, match="this is the store itself; name another file"):
        copy_store(log, path, force=True)
    with pytest.raises(StoreFault, match="there is no folder"):
        copy_store(log, tmp_path / "none" / "copy.db")
    with pytest.raises(StoreFault, match="this is a folder; name a file in it"):
        copy_store(log, tmp_path, force=True)


def test_a_backup_does_not_replace_a_store_in_use(log, tmp_path):
    used = EventLog(tmp_path / "used.db")
    used.create("mine", "Mine", (toy_opening(),))
    with pytest.raises(StoreFault, match=r"used\.db: this store is in use; close it first"):
        copy_store(log, tmp_path / "used.db", force=True)
    assert used.last_seq("mine") == 1


def test_a_bad_store_gives_no_backup(log, path, tmp_path):
    filled(log)
    with by_hand(path) as db:
        db.execute("UPDATE entry SET actor = 'x' WHERE seq = 2")
    with pytest.raises(StoreFault, match="the copy is not sound: campaign 'toy', entry 2: its content is not what"):
        copy_store(log, tmp_path / "copy.db")
    assert list(tmp_path.glob("copy*")) == []


def test_damaged_pages_are_found(log, path, tmp_path):
    filled(log, 60)
    log.close()
    hurt = tmp_path / "hurt.db"
    shutil.copy(path, hurt)
    content = bytearray(hurt.read_bytes())
    content[-4096 * 3 :] = b"\x00" * (4096 * 3)
    hurt.write_bytes(content)
    assert "the file is damaged (" in str(store_fault(EventLog(hurt))), "with what SQLite says of its pages"
    assert store_fault(EventLog(path)) is None
