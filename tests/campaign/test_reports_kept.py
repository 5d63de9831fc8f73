"""The reports of turns beside the log: kept as they were made, and listed by turn and form without their bytes."""

import hashlib

import pytest

from campaign.store.eventlog import EventLog
from campaign.store.kept.reports import KeptReport, ReportKey, Reports
from tests.people.helpers import club_opening


@pytest.fixture
def reports(tmp_path):
    log = EventLog(tmp_path / "reports.db")
    log.create("toy", "toy", (club_opening()[0],))
    yield Reports(log)
    log.close()


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
