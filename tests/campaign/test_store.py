"""The log: append-only, chained, one entry a command; and what is said when it cannot be used."""

import sqlite3
import threading
from contextlib import closing, contextmanager

import pytest
from sqlalchemy import Engine, event, func, select, text

from campaign.model.verbs.clock import Rewound
from campaign.model.verbs.detach import Detach
from campaign.model.verbs.march import StandMoved
from campaign.store import files
from campaign.store.entry import line_hash
from campaign.store.eventlog import EventLog
from campaign.store.faults import CommandClash, NoSuchCampaign, Stale, StoreFault, explained
from campaign.store.sheets import Deadline, Sheets
from campaign.store.sheettables import DEADLINE
from tests import sharing
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


def test_an_entry_comes_back_as_it_was_written(either, place):
    entry = either.append("toy", "a", "us", Detach("1/110", 2), MOVED, after=1)
    assert (entry.seq, entry.command_id, entry.actor) == (2, "a", "us")
    assert entry.at.endswith("+00:00")
    again = EventLog(place)
    assert again.entries("toy", after=1) == [entry]
    again.close()


def test_who_is_told_that_it_is_kept_may_pull_the_plug(path, monkeypatch):
    """SQLite syncs at each commit: 2 is FULL. The other tests do without, since they pull no plug."""
    monkeypatch.setattr(files, "LASTING", sharing.LASTING)
    found, here = set(), threading.get_ident()

    def asked(connection, *_):
        # A server of another test may still be at work beside this one.
        if threading.get_ident() == here:
            found.add(connection.connection.dbapi_connection.execute("PRAGMA synchronous").fetchone()[0])

    event.listen(Engine, "before_cursor_execute", asked)
    try:
        log = EventLog(path)
        log.create("toy", "Toy", (toy_opening(),))
        filled(log, 2)
        log.close()
    finally:
        event.remove(Engine, "before_cursor_execute", asked)
    assert found == {2}


def test_entries_are_chained(either):
    filled(either)
    lines = either.lines("toy")
    assert lines[0].prev_hash == "0" * 64
    assert [line.prev_hash for line in lines[1:]] == [line.hash for line in lines[:-1]]
    assert all(line.hash == line_hash(line) for line in lines)


def test_a_known_command_does_nothing_however_stale(either):
    filled(either)
    again = either.append("toy", "c1", "umpire", None, (), after=1)
    assert again.order == Detach("1/110", 1)
    assert either.last_seq("toy") == 6


def test_a_command_of_someone_else_is_not_answered(either):
    filled(either)
    with pytest.raises(CommandClash, match="'c1' is taken"):
        either.append("toy", "c1", "us", None, (), after=6)


def test_a_log_that_moved_on_is_stale(either):
    filled(either)
    with pytest.raises(Stale, match="campaign 'toy': this was thought out after entry 4, and the log is at 6; look"):
        either.append("toy", "new", "umpire", None, (), after=4)


def test_two_campaigns_do_not_mix(either):
    either.create("other", "Other", (toy_opening(),))
    filled(either)
    assert (either.last_seq("toy"), either.last_seq("other")) == (6, 1)
    assert [row.id for row in either.campaigns()] == ["toy", "other"]
    either.append("other", "c1", "us", None, MOVED, after=1)
    assert either.last_seq("other") == 2


def test_there_is_no_gap_when_many_write_at_once(either):
    def write(name):
        done = 0
        while done < 10:
            try:
                either.append("toy", f"{name}-{done}", "umpire", None, MOVED, after=either.last_seq("toy"))
            except Stale:
                continue
            done += 1

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [line.seq for line in either.lines("toy")] == list(range(1, 42))
    assert either.verify("toy") is None


def test_two_programs_may_make_the_same_store_at_once(path):
    made, faults = [], []

    def make():
        try:
            made.append(EventLog(path))
        except StoreFault as fault:
            faults.append(fault)

    threads = [threading.Thread(target=make) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(made), faults) == (6, [])


@pytest.mark.parametrize("statement", ["UPDATE entry SET actor = 'me'", "DELETE FROM entry"])
def test_the_log_cannot_be_changed(log, path, statement):
    with by_hand(path, shielded=True) as db, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute(statement)


TAMPERED = {
    "UPDATE entry SET events = replace(events, '[1,2]', '[1,3]') WHERE seq = 3":
        "campaign 'toy', entry 3: its content is not what was written; keep this store as it is",
    "UPDATE entry SET actor = 'us' WHERE seq = 4": "entry 4: its content is not what was written",
    "UPDATE entry SET at = '1944' WHERE seq = 1": "entry 1: its content is not what was written",
    "DELETE FROM entry WHERE seq = 3": "entry 3: it is missing; the next one there is 4",
    "DELETE FROM entry WHERE seq = 1": "entry 1: it is missing",
    "DELETE FROM entry": "there is no entry, not even the opening",
    "UPDATE entry SET seq = seq + 1 WHERE seq = 6": "entry 6: it is missing; the next one there is 7",
}


@pytest.mark.parametrize("statement", TAMPERED)
def test_verify_names_the_first_bad_entry(log, path, statement):
    filled(log)
    assert log.verify("toy") is None
    with by_hand(path) as db:
        db.execute(statement)
    assert TAMPERED[statement] in str(log.verify("toy"))


def rewritten(log, path, seq, events):
    """Forge an entry and all hashes after it, as one who knows how."""
    with by_hand(path) as db:
        before = "0" * 64
        for line in log.lines("toy"):
            forged = line._replace(prev_hash=before, events=events if line.seq == seq else line.events)
            forged = forged._replace(hash=line_hash(forged))
            db.execute("UPDATE entry SET events = ?, prev_hash = ?, hash = ? WHERE seq = ?",
                       (forged.events, before, forged.hash, forged.seq))
            before = forged.hash


@pytest.mark.parametrize(
    ("events", "fault"),
    [
        ('[{"type":"StandFlew"}]', "entry 3: it cannot be read: Invalid value 'StandFlew'"),
        ("[{", "entry 3: it cannot be read: Input data was truncated"),
        ('[{"type":"Rewound","to":3}]', "entry 3: it rewinds to entry 3, which does not lie before it"),
        ('[{"type":"Rewound","to":0}]', "entry 3: it rewinds to entry 0"),
        ('[{"type":"Rewound","to":1},{"type":"Rewound","to":1}]', "entry 3: it rewinds to entry 1"),
    ],
)
def test_verify_finds_what_a_sound_chain_hides(log, path, events, fault):
    filled(log)
    rewritten(log, path, 3, events)
    assert fault in str(log.verify("toy"))


def test_an_entry_that_is_not_chained_to_the_one_before_is_found(log, path):
    filled(log)
    with by_hand(path) as db:
        line = log.lines("toy")[3]
        forged = line._replace(prev_hash="f" * 64)
        db.execute("UPDATE entry SET prev_hash = ?, hash = ? WHERE seq = 4", (forged.prev_hash, line_hash(forged)))
    assert "entry 4: it does not follow from the entry before" in str(log.verify("toy"))


def test_an_unreadable_entry_is_named_when_the_log_is_read(log, path):
    filled(log)
    rewritten(log, path, 3, '[{"type":"StandFlew"}]')
    with pytest.raises(StoreFault, match=r"campaign 'toy': entry 3 cannot be read: .*StandFlew.*; it was written by"):
        log.entries("toy")


def test_a_log_begins_with_an_opening(either):
    either.create("odd", "Odd", MOVED)
    assert "the opening of a campaign must be entry 1" in str(either.verify("odd"))
    either.append("toy", "x", "umpire", None, (toy_opening(),), after=1)
    assert "entry 2: the opening of a campaign must be entry 1" in str(either.verify("toy"))


def test_a_rewinding_entry_is_sound(either):
    filled(either)
    either.append("toy", "u", "umpire", None, (Rewound(to=2),), after=6)
    assert either.verify("toy") is None


# --- what is said when it cannot be used ---------------------------------------------------------------------------


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(StoreFault, match=r"there is no folder .*/nowhere; make the folder"):
        EventLog(tmp_path / "nowhere" / "toy.db")


def test_a_folder_is_no_store(tmp_path):
    with pytest.raises(StoreFault, match="this is a folder; name a file in it"):
        EventLog(tmp_path)


def test_a_store_that_must_be_there_is_not_made(path):
    with pytest.raises(StoreFault, match="there is no store here; name the right file, or open a new campaign"):
        EventLog(path, create=False)
    assert not path.exists()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_store_in_memory_is_refused(url):
    with pytest.raises(StoreFault, match="it would be lost with the program; name a file"):
        EventLog(url)


@pytest.mark.parametrize("url", ["nosuch://host/db", "sqlite:/what://"])
def test_an_address_that_is_none_is_named(url):
    with pytest.raises(StoreFault, match="this is no address of a store; give a file name, sqlite:///FILE or postgres"):
        EventLog(url)


def test_a_missing_driver_is_named():
    with pytest.raises(StoreFault, match=r"oracle://.*the driver for this database is missing"):
        EventLog("oracle://umpire@host/db")


def test_a_text_file_is_no_store(path):
    path.write_text("to whom it may concern\n" * 100)
    with pytest.raises(StoreFault, match="this is no SQLite database; name the campaign store"):
        EventLog(path)
    assert path.read_text().startswith("to whom")


def test_another_database_is_left_alone(path):
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE cats (name TEXT)")
    with pytest.raises(StoreFault, match=r"this database holds something else \(cats\); name a campaign store"):
        EventLog(path)
    with closing(sqlite3.connect(path)) as db:
        assert [row[0] for row in db.execute("SELECT name FROM sqlite_master")] == ["cats"]


def test_a_store_of_a_newer_version_is_refused(log, path):
    log.close()
    with by_hand(path) as db:
        db.execute("UPDATE meta SET value = '7' WHERE key = 'schema_version'")
    before = path.read_bytes()
    with pytest.raises(StoreFault, match=r"newer Sandtable \(store version 7; this one reads 1\); install the newer"):
        EventLog(path)
    assert path.read_bytes() == before


def test_a_store_without_a_version_is_refused(log, path):
    with by_hand(path) as db:
        db.execute("DELETE FROM meta")
    with pytest.raises(StoreFault, match="the store does not say its version; open the latest backup"):
        EventLog(path)


def test_a_damaged_file_is_named(log, path):
    filled(log, 60)
    log.close()
    content = bytearray(path.read_bytes())
    content[4096 * 2 :] = b"\x5a" * (len(content) - 4096 * 2)
    path.write_bytes(content)
    with pytest.raises(StoreFault, match="the file is damaged; keep it as it is and open the latest backup"):
        EventLog(path).lines("toy")


def test_a_read_only_file_can_be_read_and_not_written(log, path):
    filled(log)
    readonly = EventLog(f"sqlite:///file:{path}?mode=ro&uri=true")
    assert readonly.last_seq("toy") == 6
    with pytest.raises(StoreFault, match=r"toy\.db: the file or its disk cannot be written to; make the file"):
        readonly.append("toy", "x", "umpire", None, MOVED, after=6)
    readonly.close()


def test_a_locked_store_is_named(log, path):
    hasty = EventLog(path, wait_s=0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFault, match="another program keeps the store locked; close it, or wait"):
            hasty.append("toy", "x", "umpire", None, MOVED, after=1)
        assert hasty.last_seq("toy") == 1
    assert hasty.append("toy", "x", "umpire", None, MOVED, after=1).seq == 2


def test_a_full_disk_loses_nothing_and_says_so(log, path):
    filled(log)
    log.close()

    def small(connection, _record):
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")

    event.listen(Engine, "connect", small)
    try:
        full = EventLog(path)
        huge = (StandMoved(stand="1/110", path=tuple(range(20_000))),)
        with pytest.raises(StoreFault, match="the disk is full; nothing of this command was written; make room"):
            full.append("toy", "x", "umpire", None, huge, after=6)
        full.close()
    finally:
        event.remove(Engine, "connect", small)
    log = EventLog(path)
    assert (log.last_seq("toy"), log.verify("toy")) == (6, None)
    assert log.append("toy", "x", "umpire", None, huge, after=6).seq == 7


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("SQLITE_READONLY_DIRECTORY", "cannot be written to; make the file and its folder writable"),
        ("SQLITE_BUSY_SNAPSHOT", "another program keeps the store locked"),
        ("SQLITE_LOCKED", "another program keeps the store locked"),
        ("SQLITE_CORRUPT_INDEX", "the file is damaged; keep it as it is and open the latest backup"),
        ("SQLITE_CANTOPEN", "the file cannot be opened; check that folder and file are there"),
        ("SQLITE_IOERR_FSYNC", "the disk reports an error in reading or writing; check the disk"),
        ("SQLITE_CONSTRAINT_TRIGGER", "the log is append-only; order an undo or a ruling"),
    ],
)
def test_every_trouble_of_the_database_is_put_in_words(code, said):
    error = sqlite3.OperationalError("as the driver says")
    error.sqlite_errorname = code
    assert said in str(explained(error, "toy.db"))


def test_a_trouble_nobody_foresaw_is_passed_on():
    said = str(explained(RuntimeError("server closed\n the connection"), "postgresql://host/db"))
    assert said.startswith("postgresql://host/db: the database reports: server closed the connection; check that")


def test_an_unknown_campaign_is_named(either):
    for ask in (either.last_seq, either.entries, either.verify):
        with pytest.raises(NoSuchCampaign, match="there is no campaign 'toi'; did you mean 'toy'"):
            ask("toi")
    with pytest.raises(NoSuchCampaign, match="there is no campaign 'toi'"):
        either.append("toi", "x", "umpire", None, MOVED, after=0)


# --- copies --------------------------------------------------------------------------------------------------------


def test_what_is_forgotten_is_gone_others_stay_and_the_guards_stand_again(place):
    log = EventLog(place)
    for name in ("toy", "other"):
        log.create(name, name.title(), (toy_opening(),))
        log.append(name, "one", "umpire", None, (StandMoved(stand="1/110", path=(0,)),), after=1)
    Sheets(log).set_deadline("toy", Deadline("1.1"))
    other = log.lines("other")
    log.forget("toy", [DEADLINE])
    assert [one.id for one in log.campaigns()] == ["other"]
    with pytest.raises(NoSuchCampaign):
        log.lines("toy")
    with log.transaction() as db:
        assert db.execute(select(func.count()).select_from(DEADLINE)).scalar() == 0
    assert log.lines("other") == other
    assert log.verify("other") is None
    for statement in ("DELETE FROM entry", "UPDATE entry SET actor = 'x'"):
        with pytest.raises(StoreFault, match="append-only"), log.transaction(write=True) as db:
            db.execute(text(statement))
    log.create("toy", "Toy again", (toy_opening(),))
    assert log.last_seq("toy") == 1
