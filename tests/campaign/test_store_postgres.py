"""What a store in PostgreSQL does of its own accord: it guards its log, and says what is wrong with the server."""

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

from campaign.store.backup import copy_store
from campaign.store.eventlog import EventLog
from campaign.store.faults import StoreFault
from tests.campaign.toyrules import toy_opening


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


def test_a_backup_is_its_own_tools_affair(log, tmp_path):
    with pytest.raises(StoreFault, match="this store is no file; back it up with its own tool, pg_dump"):
        copy_store(log, tmp_path / "copy.db")


def test_a_database_that_is_not_there_is_named(postgres_url):
    with pytest.raises(StoreFault, match=r"the database reports: .*no_such_database"):
        EventLog(postgres_url.replace("/sandtable_", "/no_such_database_"))
