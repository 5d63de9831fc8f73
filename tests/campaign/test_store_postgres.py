"""What a store in PostgreSQL does of its own accord: it guards its log, and says what is wrong with the server."""

import datetime as dt
import stat

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

from campaign.store.backup import copy_store
from campaign.store.copying import copy_rows
from campaign.store.dice.dicekeys import DiceRoot
from campaign.store.eventlog import EventLog
from campaign.store.faults import StoreFault
from campaign.store.people import People
from tests.campaign.toyrules import toy_opening

NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


@pytest.fixture
def log(postgres_url):
    log = EventLog(postgres_url)
    log.create("toy", "Toy", (toy_opening(),))
    yield log
    log.close()


@pytest.mark.parametrize("statement", ["UPDATE entry SET actor = 'me'", "DELETE FROM entry", "TRUNCATE entry"])
def test_the_log_cannot_be_changed_by_whoever_opens_the_database(log, postgres_url, statement):
    engine = create_engine(postgres_url)
    with pytest.raises(DBAPIError, match="append-only"), engine.begin() as db:
        db.execute(text(statement))
    engine.dispose()
    assert log.verify("toy") is None


def test_a_copy_is_a_file_with_all_that_is_in_the_database(log, tmp_path):
    root = DiceRoot(1, bytes(range(32)))
    log.create("fair", "Fair", (toy_opening(),), secret=root)
    ann = People(log).add("ann", NOW)
    copy_store(log, tmp_path / "copy.db")
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    copy = EventLog(tmp_path / "copy.db", create=False)
    assert copy.campaigns() == log.campaigns()
    assert copy.lines("toy") == log.lines("toy")
    assert copy.dice_root("fair") == root
    assert People(copy).named("ann") == ann
    copy.close()


def test_rows_are_copied_into_an_empty_database_only(log, tmp_path):
    other = EventLog(tmp_path / "other.db")
    other.create("toy", "Toy", (toy_opening(),))
    with pytest.raises(StoreFault, match="there are campaigns in it already; name an empty database"):
        copy_rows(other, log)
    other.close()


def test_a_database_that_is_not_there_is_named(postgres_url):
    with pytest.raises(StoreFault, match=r"the database reports: .*no_such_database"):
        EventLog(postgres_url.replace("/sandtable_", "/no_such_database_"))
