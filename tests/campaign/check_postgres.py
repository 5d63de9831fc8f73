"""
Try the store on a PostgreSQL server: ``python -m tests.campaign.check_postgres URL``.

The URL names an empty database (``postgresql+psycopg://user@host/name``). Not part of the suite, which needs no
server: run it when ``campaign/store/eventlog.py`` was changed. It says "all is well", or fails.
"""

import sys
import threading

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

from campaign.engine.dice import ScriptedDice
from campaign.model.state import state_hash
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.march import StandMoved
from campaign.store.backup import copy_store
from campaign.store.eventlog import EventLog
from campaign.store.faults import Stale, StoreFault
from campaign.store.session import create_campaign, open_campaign
from tests.campaign.toyrules import toy_opening, toy_shelf

MOVED = (StandMoved(stand="1/110", path=(1, 2)),)


def many_write(log):
    """Four threads append ten entries each; there is no gap."""

    def write(name):
        done = 0
        while done < 10:
            try:
                log.append("toy", f"{name}-{done}", "umpire", None, MOVED, after=log.last_seq("toy"))
                done += 1
            except Stale:
                continue

    before = log.last_seq("toy")
    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert log.last_seq("toy") == before + 40


def main(url):
    """Play a little, meddle, and look."""
    shelf = toy_shelf()
    session = create_campaign(url, "toy", toy_opening(), library=shelf)
    session.submit(Bombard("229 FA", session.hexmap.index_of("0403")), command_id="a", dice=ScriptedDice(6, 6))
    again = session.submit(Bombard("229 FA", 0), command_id="a")
    assert (again.seq, session.seq) == (2, 2)
    session.undo(why="tried")
    session.branch(2, "what-if")
    many_write(session.log)
    assert session.verify() is None
    assert open_campaign(url, "toy", shelf).replay_hash() == state_hash(session.state)
    for statement in ("UPDATE entry SET actor = 'me'", "DELETE FROM entry", "TRUNCATE entry"):
        with pytest.raises(DBAPIError, match="append-only"), create_engine(url).begin() as db:
            db.execute(text(statement))
    with pytest.raises(StoreFault, match="this store is no file; back it up with its own tool, pg_dump"):
        copy_store(session.log, "copy.db")
    with pytest.raises(StoreFault, match="the database reports: "):
        EventLog(url.rpartition("/")[0] + "/there_is_no_such_database")
    sys.stdout.write("all is well\n")


if __name__ == "__main__":
    main(sys.argv[1])
