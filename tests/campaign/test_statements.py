"""An order is one transaction and few statements, and what several programs write still stays in order."""

import msgspec
import pytest
from sqlalchemy import Engine, event

from campaign.engine.ledger import Refusal
from campaign.model.verbs.march import Move
from campaign.model.verbs.supply import Resupply
from campaign.store.eventlog import EventLog
from campaign.store.faults import CommandClash, Stale
from campaign.store.session import create_campaign, open_campaign
from tests.campaign.statements import statements
from tests.campaign.toyrules import toy_opening, toy_shelf

MOST = 5
STORE = Resupply("us-div", {"LOG": 1})


@pytest.fixture
def shelf():
    return toy_shelf()


@pytest.fixture(params=["seed", "committed"])
def session(request, tmp_path, shelf):
    opening = toy_opening()
    setting = msgspec.structs.replace(opening.setting, dice=request.param)
    create_campaign(tmp_path / "toy.db", "toy", msgspec.structs.replace(opening, setting=setting), library=shelf)
    return open_campaign(tmp_path / "toy.db", "toy", shelf)


@pytest.mark.parametrize("after", [None, 1])
def test_an_order_is_at_most_five_statements_the_first_one_too(session, after):
    with statements() as sent:
        assert session.submit(STORE, after=after).seq == 2
    assert len(sent) <= MOST, sent
    assert [line for line in sent if line.startswith("BEGIN")] == ["BEGIN IMMEDIATE"], "what writes is one transaction"
    assert [line.split()[0] for line in sent].index("INSERT") == len(sent) - 1, "what was written is not read again"


def test_an_undo_is_at_most_five_statements(session):
    session.submit(STORE)
    with statements() as sent:
        session.undo(why="tried")
    assert len(sent) <= MOST, sent


def test_a_refusal_writes_nothing_and_holds_no_lock(session):
    with statements() as sent, pytest.raises(Refusal):
        session.submit(Move("1/110", (session.as_of(1).state.stands["1/110"].hex, 0)))
    assert len(sent) == 1
    assert sent[0].startswith("SELECT")


def test_what_a_session_wrote_is_what_another_reads(session, shelf):
    entry = session.submit(STORE)
    assert session.seq_read == 2
    other = open_campaign(session.log.path, "toy", shelf)
    assert other.chronicle.entries == session.chronicle.entries
    assert other.chronicle.entries[-1] == entry
    assert other.state == session.state


def test_a_command_that_another_program_wrote_is_answered_with_its_entry(session, shelf):
    other = open_campaign(session.log.path, "toy", shelf)
    first = other.submit(STORE, command_id="a", after=1)
    assert session.seq_read == 1
    assert session.submit(STORE, command_id="a", after=1) == first
    assert session.seq == 2
    with pytest.raises(CommandClash, match="'a' is taken"):
        session.submit(Resupply("ge-div", {"LOG": 1}), by="ge", command_id="a", after=2)


def test_an_answer_from_further_on_leaves_no_gap(session, shelf):
    other = open_campaign(session.log.path, "toy", shelf)
    other.submit(Resupply("ge-div", {"LOG": 2}))
    last = other.submit(STORE, command_id="a")
    assert session.submit(STORE, command_id="a", after=1) == last
    assert session.state == other.state
    assert [entry.seq for entry in session.chronicle.entries] == [1, 2, 3]


def test_a_command_one_entry_stale_is_not_taken(session, shelf):
    other = open_campaign(session.log.path, "toy", shelf)
    other.submit(STORE)
    assert session.seq_read == 1
    with pytest.raises(Stale, match="after entry 1, and the log is at 2"):
        session.submit(STORE, after=1)
    assert session.seq == 2
    with pytest.raises(Stale, match="after entry 1, and the log is at 2"):
        session.submit(STORE, after=1)
    with pytest.raises(Stale, match="after entry 3, and the log is at 2"):
        session.submit(STORE, after=3)
    assert EventLog(session.log.path).last_seq("toy") == 2
    assert session.submit(STORE, after=2).seq == 3


def test_who_says_nothing_of_what_he_saw_is_judged_by_what_is_there(session, shelf):
    other = open_campaign(session.log.path, "toy", shelf)
    other.submit(Resupply("us-div", {"LOG": 4}))
    session.submit(STORE)
    assert session.state.formations["us-div"].stores["LOG"] == 10
    assert session.state == open_campaign(session.log.path, "toy", shelf).state


def steps_of(session, work):
    """Count the steps that SQLite's machine takes for some work: the same work is the same number."""
    taken, driver = [0], []

    def step():
        taken[0] += 1

    def note(_cursor_of, cursor, *_):
        if cursor.connection not in driver:
            driver.append(cursor.connection)
            cursor.connection.set_progress_handler(step, 1)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        work()
    finally:
        event.remove(Engine, "before_cursor_execute", note)
        for one in driver:
            one.set_progress_handler(None, 1)
    return taken[0]


def test_an_order_asks_as_little_of_a_long_log_as_of_a_short_one(session):
    early = least_steps(session)
    for _ in range(300):
        session.submit(STORE)
    assert 0 < least_steps(session) <= early * 1.1, "each entry that is written reads others"


def least_steps(session):
    """Give the least of several orders: now and then one asks what is asked again after seconds, or keeps a state."""
    return min(steps_of(session, lambda: session.submit(STORE)) for _ in range(5))
