"""The post beside the log: addresses, wishes, feeds, notices on their ways, mails that came in, letters that wait."""

import datetime as dt

import pytest

from campaign.model.people.telling import Notice, Wishes
from campaign.store.eventlog import EventLog
from campaign.store.letters import LetterBox, LettersMoved, Waiting
from campaign.store.people import stamp
from campaign.store.post.inmail import CameIn, InMail
from campaign.store.post.outbox import FEED_WAY, GRACE, Outbox
from campaign.store.post.wishes import Feed, Reached, WishBook
from tests.people.helpers import club_opening

NOW = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)
SECOND = dt.timedelta(seconds=1)
SINCE = stamp(NOW)


@pytest.fixture
def log(tmp_path):
    made = EventLog(tmp_path / "post.db")
    yield made
    made.close()


@pytest.fixture
def book(log):
    return WishBook(log)


@pytest.fixture
def outbox(log):
    return Outbox(log)


def notice(kind="turn", person="ann", *, seq=0, **more):
    return Notice("toy", person, "us-1", kind, "1.1", more.pop("about", f"entry {seq}"), seq, **more)


# --- wishes and addresses -----------------------------------------------------------------------------------------


def test_wishes_are_kept_for_each_person_and_the_last_ones_count(book):
    assert book.wishes("ann") == Wishes()
    first = Wishes("Europe/Berlin", (22, 7), (48, 5), "pdf", frozenset({("turn", "mail"), ("seat", "ntfy")}))
    book.set_wishes("ann", first)
    assert (book.wishes("ann"), book.wishes("bob")) == (first, Wishes())
    book.set_wishes("bob", Wishes(report="text"))
    book.set_wishes("ann", Wishes(hours=()))
    assert (book.wishes("ann"), book.wishes("bob")) == (Wishes(hours=()), Wishes(report="text"))


def test_an_address_is_kept_replaced_and_forgotten(book):
    assert book.reached("ann") == {}
    book.set_address("ann", "mail", "ann@example.org", confirmed=SINCE)
    book.set_address("ann", "ntfy", "topic")
    book.set_address("bob", "mail", "bob@example.org")
    assert book.reached("ann") == {
        "mail": Reached("mail", "ann@example.org", SINCE), "ntfy": Reached("ntfy", "topic", ""),
    }  # fmt: skip
    book.set_address("ann", "mail", "new@example.org")
    assert book.reached("ann")["mail"] == Reached("mail", "new@example.org", "")
    book.set_address("ann", "mail", "")
    assert book.reached("ann") == {"ntfy": Reached("ntfy", "topic", "")}
    assert book.reached("bob") == {"mail": Reached("mail", "bob@example.org", "")}


def with_code(book, person="ann", code="right"):
    book.set_address(person, "mail", f"{person}@example.org", code_hash=code, expires=stamp(NOW + SECOND))


def test_a_code_counts_once_for_its_own_address(book):
    with_code(book)
    with_code(book, "bob", "other")
    assert not book.confirm("ann", "mail", "other", NOW)
    assert not book.confirm("ann", "ntfy", "right", NOW)
    assert not book.confirm("ann", "mail", "", NOW)
    assert book.confirm("ann", "mail", "right", NOW)
    assert book.reached("ann")["mail"].confirmed == SINCE
    assert book.reached("bob")["mail"].confirmed == ""
    assert not book.confirm("ann", "mail", "right", NOW), "a code is good for once"


def test_a_code_ends_with_its_time(book):
    with_code(book)
    assert not book.confirm("ann", "mail", "right", NOW + SECOND)


@pytest.mark.parametrize(("wrong", "counts"), [(4, True), (5, False)])
def test_after_five_wrong_codes_none_counts(book, wrong, counts):
    with_code(book)
    for _ in range(wrong):
        assert not book.confirm("ann", "mail", "wrong", NOW)
    assert book.confirm("ann", "mail", "right", NOW) is counts
    with_code(book)
    assert book.confirm("ann", "mail", "right", NOW), "a new code has its own five"


def test_a_feed_has_one_address_at_a_time(book):
    mine, calendar = Feed("feed", "ann", "toy", "us-1", SINCE), Feed("calendar", "ann", "", "", SINCE)
    book.set_feed("first", mine)
    book.set_feed("second", calendar)
    book.set_feed("third", mine._replace(viewer="us-2"))
    book.set_feed("fourth", mine._replace(person="bob"))
    book.set_feed("fifth", mine)
    assert book.feed("first") is None
    assert (book.feed("fifth"), book.feed("second")) == (mine, calendar)
    assert sorted(book.feeds("ann")) == sorted([mine, calendar, mine._replace(viewer="us-2")])
    assert book.feeds("bob") == [mine._replace(person="bob")]


# --- the outbox ---------------------------------------------------------------------------------------------------


def reach(book, person="ann", *ways):
    for way in ways or ("mail",):
        book.set_address(person, way, f"{person} {way}", confirmed=SINCE)


def ways(outbox, person="ann"):
    return sorted(one.way for one in outbox.rows(person=person))


def test_a_notice_goes_every_way_that_counts_and_is_not_refused(book, outbox):
    reach(book, "ann", "mail", "discord")
    book.set_address("ann", "ntfy", "not yet")
    book.set_wishes("ann", Wishes(refused=frozenset({("turn", "discord"), ("letter", "mail")})))
    assert outbox.post_now([notice(seq=3)], NOW) == 2, "mail, and the feed"
    assert ways(outbox) == ["mail"]
    assert [one.notice.seq for one in outbox.fed("ann", "toy", "us-1")] == [3]
    assert outbox.post_now([notice("letter", seq=3)], NOW) == 2
    assert ways(outbox) == ["discord", "mail"]
    assert outbox.post_now([notice(seq=3), notice("letter", seq=3)], NOW) == 0, "written again it changes nothing"
    assert outbox.post_now([], NOW) == 0


def test_what_was_asked_for_goes_to_its_address_alone(book, outbox):
    reach(book)
    assert outbox.post_now([notice("receipt")], NOW) == 0, "no address, no receipt"
    assert outbox.post_now([notice("receipt", address="x@example.org", body="got it")], NOW) == 1
    assert outbox.post_now([notice("test", about="ntfy 1")], NOW) == 1
    assert ways(outbox) == ["mail", "ntfy"]
    assert outbox.fed("ann", "toy", "us-1") == []


def test_a_notice_waits_a_minute_for_who_may_look_meanwhile(book, outbox):
    reach(book)
    outbox.post_now([notice("turn", seq=1)], NOW)
    outbox.post_now([notice("nudge")], NOW)
    assert [one.notice.kind for one in outbox.take(NOW)] == ["nudge"]
    assert not outbox.waits(NOW)
    assert outbox.take(NOW + GRACE - SECOND / 2) == []
    assert outbox.waits(NOW + GRACE)
    (taken,) = outbox.take(NOW + GRACE)
    assert (taken.notice.kind, taken.state) == ("turn", "waiting")


def test_what_was_taken_and_not_answered_for_is_due_again_after_two_minutes(book, outbox):
    reach(book)
    outbox.post_now([notice("nudge")], NOW)
    (first,) = outbox.take(NOW)
    assert outbox.take(NOW + 119 * SECOND) == []
    (again,) = outbox.take(NOW + 120 * SECOND)
    assert again.id == first.id
    outbox.later(first.id, NOW + 600 * SECOND, tries=1, fault="x" * 400)
    assert outbox.take(NOW + 599 * SECOND) == []
    (last,) = outbox.take(NOW + 600 * SECOND)
    assert (last.tries, last.fault) == (1, "x" * 300)
    outbox.sent(first.id, NOW)
    assert not outbox.waits(NOW + 10_000 * SECOND)
    assert [(one.state, one.fault) for one in outbox.rows()] == [("sent", "")]


def test_the_oldest_are_taken_first_and_no_more_than_asked(book, outbox):
    reach(book)
    for n in range(3):
        outbox.post_now([notice("nudge", about=str(n))], NOW + n * SECOND)
    later = NOW + 10 * SECOND
    assert [one.notice.about for one in outbox.take(later, 2)] == ["0", "1"]
    assert [one.notice.about for one in outbox.take(later, 2)] == ["2"]


def test_who_has_looked_is_not_sent_what_looking_shows(book, outbox):
    reach(book)
    reach(book, "bob")
    outbox.post_now([notice("turn", seq=1), notice("nudge"), notice("turn", "bob", seq=1)], NOW)
    outbox.seen("ann", "toy", "us-2")
    assert {one.state for one in outbox.rows()} == {"waiting"}
    outbox.seen("ann", "toy", "us-1")
    assert {(one.notice.person, one.notice.kind): one.state for one in outbox.rows()} == {
        ("ann", "turn"): "seen", ("ann", "nudge"): "waiting", ("bob", "turn"): "waiting",
    }  # fmt: skip


def test_what_was_given_up_is_tried_again_in_its_own_campaign(book, outbox):
    reach(book)
    outbox.post_now([notice("nudge"), notice("receipt", address="x@example.org")], NOW)
    rows = {one.notice.kind: one.id for one in outbox.rows()}
    for row in rows.values():
        outbox.dropped(row, "failed", "no such box")
    assert not outbox.again(rows["nudge"], "other", NOW)
    assert not outbox.again(rows["receipt"], "toy", NOW), "what it said is forgotten"
    assert outbox.again(rows["nudge"], "toy", NOW)
    assert not outbox.again(rows["nudge"], "toy", NOW)
    assert {one.notice.kind: one.state for one in outbox.rows()} == {"nudge": "waiting", "receipt": "failed"}


def test_what_was_settled_long_ago_is_forgotten(book, outbox):
    reach(book)
    outbox.post_now([notice("nudge", about="old"), notice("nudge", about="open")], NOW)
    outbox.post_now([notice("nudge", about="new")], NOW + SECOND)
    rows = {one.notice.about: one.id for one in outbox.rows()}
    outbox.dropped(rows["old"])
    outbox.dropped(rows["new"])
    outbox.sweep(NOW)
    assert len(outbox.rows()) == 3
    outbox.sweep(NOW + SECOND)
    assert sorted(one.notice.about for one in outbox.rows()) == ["new", "open"]


def undone(log, outbox, live, entry=9):
    with log.transaction(write=True) as db:
        outbox.taking_back("toy", live, entry)(db)


def by_way(outbox):
    found = [*outbox.rows(), *outbox.fed("ann", "toy", "us-1")]
    return sorted((one.notice.kind, one.way, one.state) for one in found)


def test_what_was_not_sent_before_an_undo_is_not_sent_and_comes_back_with_a_redo(log, book, outbox):
    reach(book)
    outbox.post_now([notice(seq=3), notice(seq=2, about="before")], NOW)
    undone(log, outbox, [1, 2])
    assert by_way(outbox) == [
        ("turn", FEED_WAY, "kept"), ("turn", FEED_WAY, "withdrawn"), ("turn", "mail", "stale"),
        ("turn", "mail", "waiting"), ("withdrawn", FEED_WAY, "kept"),
    ]  # fmt: skip
    undone(log, outbox, [1, 2, 3], entry=10)
    both = [("turn", FEED_WAY, "kept")] * 2 + [("turn", "mail", "waiting")] * 2
    assert [row for row in by_way(outbox) if row[0] == "turn"] == both


def test_who_was_sent_what_an_undo_takes_back_is_sent_that_too(log, book, outbox):
    reach(book)
    outbox.post_now([notice(seq=3)], NOW)
    outbox.sent(outbox.rows()[0].id, NOW)
    undone(log, outbox, [1, 2])
    assert by_way(outbox) == [
        ("turn", FEED_WAY, "withdrawn"), ("turn", "mail", "withdrawn"), ("withdrawn", FEED_WAY, "kept"),
        ("withdrawn", "mail", "waiting"),
    ]  # fmt: skip
    undone(log, outbox, [1, 2, 3], entry=10)
    fresh = [one.notice.about for one in outbox.rows(states=["waiting"]) if one.notice.kind == "turn"]
    assert fresh == ["entry 3 again 10"]


def test_the_newest_of_a_kind_is_known(book, outbox):
    reach(book)
    outbox.post_now([notice(seq=3), notice(seq=5), notice("letter", seq=7)], NOW)
    found = {one.notice.seq: outbox.newest(one) for one in outbox.rows()}
    assert found == {3: False, 5: True, 7: True}


# --- mails that came in -------------------------------------------------------------------------------------------


def came(message="m1", at=0, campaign="toy"):
    return CameIn(message, stamp(NOW + at * SECOND), campaign, "ann", "us-1", "taken", "3 lines")


def test_a_mail_counts_once_with_its_answer(log, outbox):
    box = InMail(log)
    assert box.known("m1") is None
    answer = notice("receipt", address="ann@example.org", body="taken")
    box.note(came(), [answer], NOW)
    box.note(came()._replace(words="other"), [answer._replace(about="again")], NOW)
    assert box.known("m1") == came()
    assert [one.notice.about for one in outbox.rows()] == [answer.about]
    box.note(came("m2", 5), [], NOW)
    box.note(came("m3", 2), [], NOW)
    box.note(came("m4", 9, "other"), [], NOW)
    assert [one.message for one in box.listed("toy")] == ["m2", "m3", "m1"]
    assert [one.message for one in box.listed("toy", 2)] == ["m2", "m3"]


def test_what_is_wrong_with_the_mailbox_is_told_until_it_is_right(log):
    box = InMail(log)
    box.set_box_fault("", NOW)
    assert box.box_fault() == ""
    box.set_box_fault("no such host", NOW)
    box.set_box_fault("wrong password", NOW)
    assert box.box_fault() == "wrong password (2026-03-01 12:00 UTC)"
    box.set_box_fault("", NOW)
    assert box.box_fault() == ""


# --- letters that wait --------------------------------------------------------------------------------------------


@pytest.fixture
def box(log):
    """The letters of two campaigns that have been opened, and no more."""
    opening, _ = club_opening()
    for campaign in ("toy", "other"):
        log.create(campaign, campaign, (opening,))
    return LetterBox(log)


def letter(key="a1", sender="us-1", number=0, turn="1.1", **more):
    return Waiting(key, turn, sender, ("us-2", "us-hq"), "courier", "order", "hold the bridge", number, **more)


def test_letters_wait_for_their_turn_in_the_order_of_their_writer(box):
    for one in (letter("c", number=1), letter("a", number=10), letter("b", "us-2"), letter("d", turn="1.2")):
        assert box.keep("toy", one, seen=1) == one
    assert [one.id for one in box.waiting("toy", "1.1")] == ["a", "b", "c"]
    assert [one.id for one in box.waiting("toy", "1.1", "us-1")] == ["c", "a"]
    assert box.waiting("other", "1.1") == []
    assert box.keep("toy", letter("c", number=2), seen=1) == letter("c", number=1), "sent twice it counts once"


def test_a_letter_is_taken_back_by_its_own_sender(box):
    box.keep("toy", letter(), seen=1)
    assert not box.take_back("toy", "us-2", "a1", seen=1)
    assert not box.take_back("other", "us-1", "a1", seen=1)
    assert box.take_back("toy", "us-1", "a1", seen=1)
    assert not box.take_back("toy", "us-1", "a1", seen=1)
    assert box.waiting("toy", "1.1") == []


def test_nothing_is_written_when_the_log_has_moved_on(box):
    box.keep("toy", letter(), seen=1)
    for write in (
        lambda: box.keep("toy", letter("b2"), seen=2), lambda: box.take_back("toy", "us-1", "a1", seen=2),
        lambda: box.mark("toy", letter(held="why"), seen=2), lambda: box.mark("toy", letter("none"), seen=1),
    ):  # fmt: skip
        with pytest.raises(LettersMoved, match="try again"):
            write()
    assert box.waiting("toy", "1.1") == [letter()]


def test_a_turn_is_closed_with_the_letters_that_were_read(log, box):
    box.keep("toy", letter(), seen=1)
    held = letter(held="too soon", changed="hold the ford", why="he wrote of a ford")
    with log.transaction(write=True) as db:
        box.check(db, "toy", "1.1", [letter()])
        box.check(db, "toy", "1.2", [])
    box.mark("toy", held, seen=1)
    assert box.waiting("toy", "1.1") == [held]
    for others in ([letter()], [], [held, letter("b2")]):
        with log.transaction(write=True) as db, pytest.raises(LettersMoved):
            box.check(db, "toy", "1.1", others)


def test_the_first_reading_of_a_letter_counts(box):
    box.mark_read("toy", "us-1", ["a", "b", "a"], NOW)
    box.mark_read("toy", "us-1", ["b", "c"], NOW + SECOND)
    box.mark_read("toy", "us-2", ["a"], NOW + SECOND)
    box.mark_read("other", "us-1", ["z"], NOW)
    later = stamp(NOW + SECOND)
    assert box.read("toy", "us-1") == {"a": SINCE, "b": SINCE, "c": later}
    assert box.readers("toy") == {
        "a": {"us-1": SINCE, "us-2": later}, "b": {"us-1": SINCE}, "c": {"us-1": later},
    }  # fmt: skip
