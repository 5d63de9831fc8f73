"""Sheets beside the log: versions, seals, shares, closings, deadlines, silence, leases."""

import datetime as dt

import pytest

from campaign.store.eventlog import EventLog
from campaign.store.people import stamp
from campaign.store.sheets import Deadline, OtherVersion, Sending, Sheet, Sheets, SheetsMoved, TooLate

NOW = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)
SECOND = dt.timedelta(seconds=1)


@pytest.fixture
def log(tmp_path):
    made = EventLog(tmp_path / "sheets.db")
    yield made
    made.close()


@pytest.fixture
def sheets(log):
    return Sheets(log)


def sending(version=0, send_id="", command="us-1", turn="1.1", campaign="toy", seen=0):
    return Sending(campaign, command, turn, version, send_id or f"{command} {version}", seen, "Ann", NOW)


def freeze(log, sheets, seq=5, *commands, turn="1.1"):
    with log.transaction(write=True) as db:
        sheets.freeze(db, "toy", turn, {key: sheets.sheet("toy", key, turn) for key in commands}, seq)


def test_nothing_is_written_at_first(sheets):
    assert sheets.sheet("toy", "us-1", "1.1") == Sheet("us-1", "1.1", 0, "draft", "")
    assert sheets.sheets("toy", "1.1") == {}


def test_one_version_comes_after_the_other(sheets):
    first = sheets.save(sending(), "1/110 stays")
    assert (first.version, first.state, first.text, first.seat) == (1, "draft", "1/110 stays", "Ann")
    assert (first.at, first.digest, first.code) == (stamp(NOW), "", "")
    second = sheets.seal(sending(1), "1/110 to 0302")
    assert (second.version, second.state, second.text) == (2, "sealed", "1/110 to 0302")
    assert sheets.sheet("toy", "us-1", "1.1") == second
    opened = sheets.unseal(sending(2))
    assert (opened.version, opened.state, opened.text, opened.digest) == (3, "draft", "1/110 to 0302", "")


def test_the_code_of_a_seal_tells_texts_versions_and_turns_apart(sheets):
    sealed = [
        sheets.seal(sending(), "a"), sheets.seal(sending(command="us-2"), "a"),
        sheets.seal(sending(campaign="other"), "a"),
        sheets.seal(sending(send_id="next", turn="1.2"), "a"), sheets.seal(sending(command="us-3"), "b"),
    ]  # fmt: skip
    codes = {one.code for one in sealed}
    assert len(codes) == len({one.digest for one in sealed}) == 5
    assert {len(code) for code in codes} == {14}
    assert not set("".join(codes)) & set("IO"), "letters that are read as figures"


def test_a_code_is_the_digest_in_twenty_four_letters():
    assert Sheet("us-1", "1.1", digest="0").code == "AAAA-AAAA-AAAA"
    assert Sheet("us-1", "1.1", digest="1b").code == "DBAA-AAAA-AAAA", "27 is 3 and once 24"


def test_of_two_tabs_the_second_learns_of_the_first(sheets):
    kept = sheets.save(sending(send_id="first"), "one")
    with pytest.raises(OtherVersion, match="version 1 is there, draft") as other:
        sheets.save(sending(send_id="second"), "two")
    assert other.value.kept == kept
    assert sheets.sheet("toy", "us-1", "1.1") == kept


def test_sent_twice_under_one_id_counts_once(sheets):
    first = sheets.save(sending(send_id="same"), "one")
    assert sheets.save(sending(send_id="same"), "another") == first
    assert sheets.save(sending(send_id="same", command="us-2"), "two").text == "two", "ids are those of a command"
    assert sheets.save(sending(send_id="same", campaign="other"), "three").text == "three"


def test_what_is_sealed_is_opened_before_it_is_written_on(sheets):
    sheets.seal(sending(), "one")
    for write in (sheets.save, sheets.seal):
        with pytest.raises(OtherVersion, match="sealed"):
            write(sending(1, send_id=write.__name__), "two")
    assert sheets.unseal(sending(1, send_id="open")).version == 2


def test_sheets_are_those_of_their_campaign_and_turn(sheets):
    for command, turn, campaign in (("us-1", "1.1", "toy"), ("us-2", "1.1", "toy"), ("us-1", "1.2", "toy"),
                                    ("us-1", "1.1", "other")):  # fmt: skip
        sheets.save(sending(command=command, turn=turn, campaign=campaign), f"{command} {turn} {campaign}")
    assert {key: one.text for key, one in sheets.sheets("toy", "1.1").items()} == {
        "us-1": "us-1 1.1 toy", "us-2": "us-2 1.1 toy",
    }  # fmt: skip


def test_a_share_counts_while_its_own_version_is_sealed(sheets):
    sheets.seal(sending(), "one", "first share")
    sheets.seal(sending(command="us-2"), "two")
    sheets.seal(sending(command="us-3", turn="1.2"), "three", "of another turn")
    assert sheets.shares("toy", "1.1") == {"us-1": "first share"}
    sheets.unseal(sending(1))
    assert sheets.shares("toy", "1.1") == {}
    sheets.seal(sending(2), "one", "second share")
    assert sheets.shares("toy", "1.1") == {"us-1": "second share"}


def test_a_turn_is_closed_with_the_sheets_as_they_were_read(log, sheets):
    sheets.seal(sending(), "one", "share")
    sheets.save(sending(command="us-2"), "two")
    freeze(log, sheets, 5, "us-1", "us-2", "us-3")
    found = sheets.sheets("toy", "1.1")
    assert {key: (one.state, one.closed_at, one.text) for key, one in found.items()} == {
        "us-1": ("closed", 5, "one"), "us-2": ("closed", 5, "two"), "us-3": ("closed", 5, ""),
    }  # fmt: skip
    assert sheets.shares("toy", "1.1") == {"us-1": "share"}
    assert found["us-1"].code, "the code can still be compared"


def test_a_sheet_that_moved_closes_nothing(log, sheets):
    read = {"us-1": sheets.sheet("toy", "us-1", "1.1")}
    sheets.save(sending(), "one")
    with pytest.raises(SheetsMoved, match="close the turn again"), log.transaction(write=True) as db:
        sheets.freeze(db, "toy", "1.1", read, 5)
    assert sheets.sheet("toy", "us-1", "1.1").state == "draft"


def test_what_comes_after_the_closing_is_too_late_unless_its_writer_had_seen_it(log, sheets):
    sheets.save(sending(), "one")
    freeze(log, sheets, 5, "us-1")
    with pytest.raises(TooLate, match="it can be sent for the next turn"):
        sheets.save(sending(1, seen=4), "two")
    assert sheets.sheet("toy", "us-1", "1.1").text == "one"
    assert sheets.save(sending(1, send_id="later", seen=5), "two").text == "two", "the closing was undone"


def test_ids_of_other_turns_are_forgotten_when_one_is_closed(log, sheets):
    for turn in ("1.1", "1.2"):
        sheets.save(sending(send_id=turn, turn=turn), "one")
    freeze(log, sheets, 5, "us-1", turn="1.2")
    assert sheets.save(sending(1, send_id="1.2", turn="1.2"), "two").text == "one", "a retry after the closing"
    assert sheets.save(sending(1, send_id="1.1"), "two").text == "two"


def test_a_deadline_is_set_anew_and_watched(sheets):
    assert sheets.deadline("toy") == Deadline("")
    assert sheets.deadlines() == {}
    sheets.set_deadline("toy", Deadline("1.1", "clock", stamp(NOW), 24))
    sheets.set_deadline("toy", Deadline("1.2", "all_sealed", stamp(NOW), 12))
    sheets.set_deadline("other", Deadline("1.1"))
    sheets.watched("toy", NOW, missed=True)
    assert sheets.deadline("toy") == Deadline("1.2", "all_sealed", stamp(NOW), 12, stamp(NOW), 1)
    assert sheets.deadlines() == {"toy": sheets.deadline("toy"), "other": Deadline("1.1")}
    sheets.watched("toy", NOW + SECOND, missed=False)
    assert (sheets.deadline("toy").watched, sheets.deadline("toy").missed) == (stamp(NOW + SECOND), 0)


def test_what_silent_commands_do_is_set_for_each(sheets):
    assert sheets.silence("toy") == {}
    for campaign, command, mode in (("toy", "us-1", "go_on"), ("toy", "us-2", "automaton"), ("toy", "us-1", "hold"),
                                    ("other", "us-1", "go_on")):  # fmt: skip
        sheets.set_silence(campaign, command, mode)
    assert sheets.silence("toy") == {"us-1": "hold", "us-2": "automaton"}


def test_a_lease_is_held_by_one_until_it_ends_or_is_given_back(sheets):
    until = NOW + 10 * SECOND
    assert sheets.lease("clock", "one", NOW, until)
    assert not sheets.lease("clock", "two", until - SECOND, until)
    assert sheets.lease("clock", "one", NOW, until), "who holds it goes on with it"
    assert sheets.lease("another", "two", NOW, until)
    assert sheets.lease("clock", "two", until, until + 10 * SECOND), "it ends by itself"
    sheets.release("clock", "one")
    assert not sheets.lease("clock", "one", until, until), "only who holds it gives it back"
    sheets.release("clock", "two")
    assert sheets.lease("clock", "one", until, until)
    assert not sheets.lease("another", "one", NOW, until)


def test_the_mark_of_a_turn_changes_as_sheets_are_begun_sealed_and_opened_and_tells_nothing_else(sheets):
    marks = [sheets.marks("toy", "1.1")]
    sheets.save(sending(), "one")
    marks.append(sheets.marks("toy", "1.1"))
    sheets.save(sending(1), "another")
    assert sheets.marks("toy", "1.1") == marks[-1], "what is in a draft is nobody's matter"
    sheets.seal(sending(2), "another")
    marks.append(sheets.marks("toy", "1.1"))
    sheets.unseal(sending(3))
    assert sheets.marks("toy", "1.1") == marks[1]
    sheets.save(sending(command="us-2"), "two")
    marks.append(sheets.marks("toy", "1.1"))
    sheets.seal(sending(command="us-3", turn="1.2"), "of another turn")
    sheets.seal(sending(command="us-3", campaign="other"), "of another campaign")
    assert sheets.marks("toy", "1.1") == marks[-1]
    assert len({*marks, sheets.marks("toy", "1.2"), sheets.marks("toy", "1.3")}) == len(marks) + 2 == 6


def test_the_mark_is_the_same_whoever_wrote_first(log, sheets):
    for command in ("us-1", "us-2"):
        sheets.save(sending(command=command), "one")
    for command in ("us-2", "us-1"):
        sheets.save(sending(command=command, campaign="other"), "one")
    assert sheets.marks("toy", "1.1") == sheets.marks("other", "1.1")


def test_sheets_that_no_turn_has_closed_are_named_with_their_versions(log, sheets):
    assert sheets.unclosed() == {}
    sheets.save(sending(command="us-2"), "two")
    sheets.seal(sending(command="us-1"), "one")
    sheets.save(sending(send_id="a", turn="1.2"), "one")
    sheets.save(sending(1, send_id="b", turn="1.2"), "one and more")
    sheets.save(sending(campaign="other"), "theirs")
    assert sheets.unclosed() == {"toy": ("1.1:us-1:1", "1.1:us-2:1", "1.2:us-1:2"), "other": ("1.1:us-1:1",)}
    freeze(log, sheets, 5, "us-1", "us-2")
    assert sheets.unclosed() == {"toy": ("1.2:us-1:2",), "other": ("1.1:us-1:1",)}
