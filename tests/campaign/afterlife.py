"""Wait until a database server has seen to the end of killed writers: their last COMMIT may still be under way."""

import time

from sqlalchemy import create_engine, text

BUSY = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND backend_type = 'client backend' AND state <> 'idle'"
)
PAUSE_S = 0.005
LONGEST_S = 30


def settled(place):
    """Give back when nothing more can be written by the dead; a file is as they left it, a server may lag behind."""
    if "://" not in place:
        return
    engine = create_engine(place)
    end = time.monotonic() + LONGEST_S
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
            while db.execute(BUSY).scalar_one():
                assert time.monotonic() < end, "writers who are dead still hold transactions"
                time.sleep(PAUSE_S)
    finally:
        engine.dispose()
