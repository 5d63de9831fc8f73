"""The reports of turns beside the log: kept as they were made, and listed by turn and form without their bytes."""

import hashlib

import pytest

from campaign.store.eventlog import EventLog
from campaign.store.kept.reports import KeptReport, Promised, ReportKey, Reports
from tests.people.helpers import club_opening


@pytest.fixture
def log(tmp_path):
    made = EventLog(tmp_path / "reports.db")
    made.create("toy", "toy", (club_opening()[0],))
    yield made
    made.close()


@pytest.fixture
def reports(log):
    return Reports(log)


def key(day=1, turn=1, form="pdf", seq=5, viewer="us-1"):
    return ReportKey("toy", viewer, day, turn, form, seq)


def test_reports_are_listed_by_turn_and_form_without_their_bytes(reports):
    made = [key(2, 1, "pdf", 9), key(1, 2, "txt", 7), key(1, 2, "pdf", 7), key(1, 1, "pdf", 5)]
    for one in made:
        reports.keep(one, repr(one).encode())
    reports.keep(key(viewer="ge"), b"theirs")
    assert reports.listed("toy", "us-1") == [
        KeptReport(one, hashlib.sha256(repr(one).encode()).hexdigest()) for one in reversed(made)
    ]
    assert reports.listed("toy", "us-2") == []


def test_of_two_who_keep_one_report_the_first_has_made_it(reports):
    first = reports.keep(key(), b"one")
    assert reports.keep(key(), b"another") == first
    assert reports.of_digest("toy", "us-1", first.digest) == first
    assert reports.of_digest("toy", "ge", first.digest) is None


def test_a_report_is_found_by_all_that_names_it_with_its_bytes(reports):
    assert reports.get(key()) is None
    made = reports.keep(key(), b"one")
    assert reports.get(key()) == made == KeptReport(key(), hashlib.sha256(b"one").hexdigest(), b"one")
    others = [key(2), key(turn=2), key(form="txt"), key(seq=6), key(viewer="ge"), key()._replace(campaign="other")]
    assert [reports.get(one) for one in others] == [None] * 6


def test_what_was_promised_is_made_in_the_order_of_its_turns(log, reports):
    dues = [Promised("toy", 9, "1.2"), Promised("toy", 5, "1.1"), Promised("other", 9, "3.1")]
    assert reports.promised() == []
    with log.transaction(write=True) as db:
        for due in dues:
            reports.promise(db, due)
    assert reports.promised() == [dues[2], dues[1], dues[0]]
    reports.fulfil(Promised("toy", 9, "whatever"))
    reports.fulfil(Promised("other", 5, "1.1"))
    assert reports.promised() == [dues[2], dues[1]]


def test_what_is_promised_in_a_transaction_that_fails_is_not_promised(log, reports):
    def promised_in_vain():
        with log.transaction(write=True) as db:
            reports.promise(db, Promised("toy", 5, "1.1"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        promised_in_vain()
    assert reports.promised() == []
