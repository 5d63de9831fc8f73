"""What happens is told, once, to those whom it concerns, and not when it is so no longer."""

from __future__ import annotations

import datetime as dt

import pytest

from campaign.model.people import Appointment
from campaign.model.people.telling import KINDS, Notice, Wishes
from campaign.store.letters import LetterBox, Waiting
from campaign.store.people import People
from campaign.store.post.outbox import FEED_WAY
from campaign.store.sheets import Deadline, Sending, Sheets
from tests.people.helpers import CAMPAIGN, NOW, PEOPLE
from tests.people.post.desk import club as made_club
from tests.people.post.desk import real_now
from webui.post.mail import MailFault
from webui.post.reminders import ALL_SEALED, MISSED, by_the_clock, is_due, nudge
from webui.post.sender import RETRIES


@pytest.fixture
def club(tmp_path):
    made = made_club(tmp_path)
    yield made
    made.store.close()


def test_a_closed_turn_is_told_to_all_who_hold_something_and_to_no_other(club):
    club.reach(*PEOPLE)
    club.close()
    club.sender.round(real_now(minutes=2))
    told = {mail.to.partition("@")[0] for mail in club.mails}
    # Oscar watches two turns late and olga one: nothing is over for them. The host has an umpire.
    assert told == {"umpire", "ann", "bob", "cyd", "sid", "sue"}
    (mail,) = club.sent_to("ann")
    assert mail.subject.startswith("Toy: day 1, turn 1 is closed")
    assert "https://table.example.org/c/toy/us-1/" in mail.body


def test_who_watches_late_is_told_of_the_turn_that_is_over_for_him(club):
    club.reach("olga")
    club.close()
    club.close("1.2")
    club.sender.round(real_now(minutes=2))
    assert [mail.subject for mail in club.sent_to("olga")] == ["Toy: day 1, turn 1 is closed"]
    assert "due" not in club.mails[0].body


def test_a_campaign_without_an_umpire_is_its_hosts(club):
    people = People(club.store.log)
    (seat,) = (one for one in people.appointments(campaign=CAMPAIGN) if one.role == "umpire")
    people.end(seat.id, CAMPAIGN, NOW)
    club.reach("host")
    club.close()
    club.sender.round(real_now(minutes=2))
    assert len(club.sent_to("host")) == 1


def test_nothing_is_sent_in_the_first_minute_nor_to_who_has_looked(club):
    club.reach("ann", "bob")
    club.close()
    assert club.sender.round(real_now()).sent == 0
    club.outbox.seen(club.person("ann"), CAMPAIGN, "us-2")
    club.outbox.seen(club.person("bob"), CAMPAIGN, "us-2")
    club.sender.round(real_now(minutes=2))
    assert [mail.to for mail in club.mails] == ["ann@example.org"]
    assert club.states(person=club.person("bob")) == [("turn", "mail", "seen")]


def test_what_was_sent_is_not_sent_again(club):
    club.reach("ann")
    club.close()
    for minutes in (2, 3, 10):
        club.sender.round(real_now(minutes=minutes))
    assert len(club.mails) == 1
    assert club.states() == [("turn", "mail", "sent")]


def test_a_notice_written_twice_is_one(club):
    club.reach("ann")
    notice = Notice(CAMPAIGN, club.person("ann"), "us-1", "nudge", "1.1")
    assert club.outbox.post_now([notice, notice], NOW) == 2  # the feed and the mail
    assert club.outbox.post_now([notice], NOW) == 0


def test_each_chooses_what_he_is_told_and_how(club):
    club.reach("ann")
    club.reach("ann", way="ntfy")
    club.wish("ann", refused=frozenset({("turn", "mail")}))
    club.close()
    assert club.states(person=club.person("ann")) == [("turn", "ntfy", "waiting")]


def test_an_address_that_is_not_confirmed_gets_nothing(club):
    club.store.log  # noqa: B018
    club.close()
    assert club.states() == []
    assert [row.way for row in club.outbox.fed(club.person("ann"), CAMPAIGN, "us-1")] == [FEED_WAY]


def test_a_turn_taken_back_before_it_was_told_is_not_told(club):
    club.reach("ann")
    club.close()
    club.session.undo(1, why="tried")
    assert club.sender.round(real_now(minutes=2)) == (0, 0, 0, 0, True)
    assert club.states() == [("turn", "mail", "stale")]


def test_who_was_told_of_a_turn_is_told_that_it_was_taken_back_and_of_the_next(club):
    club.reach("ann")
    club.close()
    club.sender.round(real_now(minutes=2))
    club.session.undo(1, why="tried")
    club.sender.round(real_now(minutes=4))
    club.close()
    club.sender.round(real_now(minutes=6))
    told = [mail.subject.partition(" [")[0] for mail in club.mails]
    closed, back = "Toy: day 1, turn 1 is closed", "Toy: day 1, turn 1 was taken back"
    assert told == [closed, back, closed]
    feed = {row.notice.kind: row.state for row in reversed(club.outbox.fed(club.person("ann"), CAMPAIGN, "us-1"))}
    assert feed == {"turn": "kept", "withdrawn": "kept"}


def test_an_undo_that_is_undone_brings_the_notice_back(club):
    club.reach("ann")
    club.close()
    last = club.session.seq
    club.session.undo(1, why="tried")
    club.session.undo(last, why="it was right")
    club.sender.round(real_now(minutes=2))
    assert [mail.subject.partition(" [")[0] for mail in club.mails] == ["Toy: day 1, turn 1 is closed"]


def test_of_two_turns_only_the_last_is_told(club):
    club.reach("ann")
    club.close()
    club.close("1.2")
    club.sender.round(real_now(minutes=2))
    assert [mail.subject.partition(" [")[0] for mail in club.mails] == ["Toy: day 1, turn 2 is closed"]


# --- faults and times -----------------------------------------------------------------------------------------------


def test_what_fails_is_tried_again_four_times_and_then_shown(tmp_path):
    tried = []

    def refuse(text, _):
        tried.append(text.id)
        raise MailFault("the server is away")

    club, now = made_club(tmp_path, refuse), real_now(minutes=2)
    club.reach("ann")
    club.close()
    club.sender.round(now)
    for count, wait in enumerate(RETRIES, start=1):
        club.sender.round(now + wait - dt.timedelta(seconds=1))
        assert len(tried) == count
        now += wait
        club.sender.round(now)
    assert len(tried) == 1 + len(RETRIES)
    assert len(set(tried)) == 1
    (row,) = club.outbox.rows()
    assert (row.state, row.fault) == ("failed", "the server is away")
    assert club.outbox.again(row.id, CAMPAIGN, now)
    assert not club.outbox.again(row.id, "other", now)


def test_an_address_that_is_refused_for_good_is_not_tried_again(tmp_path):
    def refuse(_, __):
        raise MailFault("nobody lives here", final=True)

    club = made_club(tmp_path, refuse)
    club.reach("ann")
    club.close()
    assert club.sender.round(real_now(minutes=2)).failed == 1
    assert [row.state for row in club.outbox.rows()] == ["failed"]


class Died(BaseException):
    """The program ends here."""


@pytest.mark.parametrize("when", ["before it is sent", "after it was sent"])
def test_a_sender_that_dies_loses_nothing_and_what_is_sent_again_is_the_same_mail(tmp_path, when):
    sent, dies = [], [True]

    def mailer(text, _):
        if dies and when.startswith("before"):
            dies.clear()
            raise Died
        sent.append(text.id)
        if dies:
            dies.clear()
            raise Died

    club = made_club(tmp_path, mailer)
    club.reach("ann", "bob")
    club.close()
    now = real_now(minutes=2)
    with pytest.raises(Died):
        club.sender.round(now)
    club.sender.release()
    for minutes in range(6):
        club.sender.round(now + dt.timedelta(minutes=minutes))
    assert len(set(sent)) == 2
    assert [row.state for row in club.outbox.rows()] == ["sent", "sent"]


def test_one_sends_at_a_time(tmp_path, club):
    club.reach("ann")
    club.close()
    other = made_other(club)
    now = real_now(minutes=2)
    assert club.sender.round(now).sent == 1
    club.close("1.2")
    assert other.round(now + dt.timedelta(minutes=1, seconds=30)).held is False
    assert other.round(now + dt.timedelta(minutes=3)).sent == 1


def made_other(club):
    from webui.post.sender import Sender

    return Sender(club.store, club.sender._settings, mailer=lambda text, _: club.mails.append(text))


def test_one_that_cannot_be_made_keeps_no_other(club, monkeypatch):
    club.reach("ann", "bob")
    club.close()
    mail = club.sender._writer.mail

    def broken(row, address, now):
        if address.startswith("ann"):
            raise ZeroDivisionError
        return mail(row, address, now)

    monkeypatch.setattr(club.sender._writer, "mail", broken)
    assert club.sender.round(real_now(minutes=2))[:2] == (1, 1)


def test_in_quiet_hours_nothing_comes(club):
    club.reach("ann")
    club.close()
    now = real_now(minutes=2)
    club.wish("ann", quiet=(now.hour, (now.hour + 2) % 24))
    assert club.sender.round(now).later == 1
    assert club.sender.round(now + dt.timedelta(hours=2)).sent == 1


@pytest.mark.parametrize(("quiet", "hour", "is_quiet"), [
    ((22, 7), 23, True), ((22, 7), 6, True), ((22, 7), 7, False), ((22, 7), 21, False), ((1, 5), 3, True),
    ((1, 5), 5, False), ((0, 0), 0, False), ((9, 9), 9, False),
])  # fmt: skip
def test_quiet_hours_run_over_midnight(quiet, hour, is_quiet):
    assert Wishes(quiet=quiet).is_quiet(dt.datetime(2026, 3, 1, hour, tzinfo=dt.UTC)) is is_quiet


# --- reminders ------------------------------------------------------------------------------------------------------


def due_at(club, hours, mode="clock"):
    closes = (NOW + dt.timedelta(hours=hours)).isoformat(timespec="milliseconds")
    Sheets(club.store.log).set_deadline(CAMPAIGN, Deadline("1.1", mode, closes, 24, NOW.isoformat()))


def wrote(club, command, text, state="save"):
    kept = Sheets(club.store.log)
    sending = Sending(CAMPAIGN, command, "1.1", 0, f"{command}-{state}", club.session.seq, "x", NOW)
    getattr(kept, state)(sending, text)


def reminded(club):
    return sorted({mail.to.partition("@")[0] for mail in club.mails})


def test_only_those_are_reminded_who_have_nothing_written(club):
    club.reach("ann", "bob", "sue", "cyd", "sid")
    due_at(club, 20)
    wrote(club, "us-1", "1/110 to 0302")
    wrote(club, "ge", "", "seal")
    club.sender.round(NOW)
    assert reminded(club) == ["bob", "sue"]
    assert club.mails[0].subject.startswith("Toy: orders for day 1, turn 1 are wanted [")
    assert "Mon 2 March, 08:00 UTC (in 20 h)" in club.mails[0].body


def test_a_draft_of_which_nothing_would_be_done_is_as_good_as_none(club):
    club.reach("bob")
    due_at(club, 20)
    wrote(club, "us-2", "everybody does whatever pleases him")
    club.sender.round(NOW)
    assert reminded(club) == ["bob"]


def test_a_reminder_comes_once_for_each_of_the_chosen_hours(club):
    club.reach("bob")
    due_at(club, 30)
    for hours in (0, 5, 6, 7, 26.5, 27, 28, 29.9, 30, 31):
        club.sender.round(NOW + dt.timedelta(hours=hours))
    assert len(club.sent_to("bob")) == 2


def test_a_reminder_that_waits_until_it_is_so_no_longer_is_not_sent(tmp_path):
    now = []

    def refuse(_, __):
        now.append(1)
        raise MailFault("away")

    club = made_club(tmp_path, refuse)
    club.reach("bob")
    due_at(club, 2)
    club.sender.round(NOW)
    wrote(club, "us-2", "18Cav to 0205")
    club.sender.round(NOW + dt.timedelta(minutes=5))
    assert [row.state for row in club.outbox.rows()] == ["stale"]
    assert len(now) == 1


def test_a_deadline_that_was_moved_reminds_anew(club):
    club.reach("bob")
    due_at(club, 2)
    club.sender.round(NOW)
    due_at(club, 48)
    club.sender.round(NOW + dt.timedelta(hours=1))
    assert len(club.mails) == 1
    club.sender.round(NOW + dt.timedelta(hours=25))
    assert len(club.mails) == 2


def test_a_reminder_comes_before_the_quiet_hours_that_it_would_fall_into():
    closes, night = dt.datetime(2026, 3, 2, 8, tzinfo=dt.UTC), Wishes(quiet=(22, 7), hours=(3,))
    assert is_due(closes, night, dt.datetime(2026, 3, 1, 21, 58, tzinfo=dt.UTC)) == 0
    assert is_due(closes, night, dt.datetime(2026, 3, 1, 21, 59, tzinfo=dt.UTC)) == 3


def test_the_umpire_asks_once_a_turn_and_learns_who_was_asked(club):
    club.reach("ann", "bob", "sue")
    wrote(club, "us-1", "1/110 to 0302")
    assert nudge(club.session, "", NOW) == (("bob", "cyd", "sue"), ())
    assert nudge(club.session, "us-2", NOW) == ((), ("bob", "sue"))
    club.sender.round(NOW)
    assert reminded(club) == ["bob", "sue"]


def test_umpires_are_told_what_waits_for_them(club):
    club.reach("umpire")
    for command in ("us-1", "us-2", "ge"):
        wrote(club, command, "", "seal")
    by_the_clock(club.store, NOW)
    due_at(club, -1)
    by_the_clock(club.store, NOW)
    Sheets(club.store.log).watched(CAMPAIGN, NOW, missed=True)
    by_the_clock(club.store, NOW)
    by_the_clock(club.store, NOW)
    about = sorted(row.notice.about for row in club.outbox.rows(person=club.person("umpire")))
    assert about == sorted([ALL_SEALED, MISSED])


# --- seats ----------------------------------------------------------------------------------------------------------


def test_who_holds_a_command_is_told_who_else_does_and_when_his_own_seat_ends(club):
    club.reach("umpire", "bob", "sue", "ann", "oscar")
    people = People(club.store.log)
    seat = people.appoint(Appointment("", club.person("oscar"), CAMPAIGN, "substitute", "us-2"), NOW)
    club.sender.round(NOW + dt.timedelta(minutes=2))
    assert reminded(club) == ["bob", "sue", "umpire"]
    assert "oscar is substitute of 14th Cavalry." in club.sent_to("bob")[0].body
    people.end(seat.id, CAMPAIGN, NOW)
    club.sender.round(NOW + dt.timedelta(minutes=4))
    assert "You are no longer substitute of 14th Cavalry." in club.sent_to("oscar")[0].body
    assert "oscar is no longer substitute of 14th Cavalry." in club.sent_to("sue")[1].body
    assert club.sent_to("ann") == []


def test_who_has_gone_is_told_nothing_and_nothing_of_him_is_kept(club):
    club.reach("ann")
    club.close()
    gone = club.person("ann")
    People(club.store.log).remove(gone, NOW)
    club.sender.round(real_now(minutes=2))
    assert club.mails == []
    assert KINDS


# --- letters --------------------------------------------------------------------------------------------------------


def test_who_gets_a_letter_is_told_with_the_closing_and_its_writer_learns_nothing(club):
    club.reach("ann", "bob", "sue", "cyd", "umpire")
    wrote_letter(club, "us-1", "us-2")
    club.close()
    club.sender.round(real_now(minutes=2))
    told = sorted(mail.to.partition("@")[0] for mail in club.mails if "a letter has arrived" in mail.subject)
    assert told == ["bob", "sue"]
    assert "https://table.example.org/c/toy/us-2/letters" in next(
        mail.body for mail in club.mails if "letter" in mail.subject
    )
    assert not [mail for mail in club.mails if "secret plan" in mail.body]


def wrote_letter(club, sender, receiver):
    at = NOW.isoformat()
    letter = Waiting("a-letter-of-ours", "1.1", sender, (receiver,), "courier", "free", "the secret plan", at=at)
    LetterBox(club.store.log).keep(CAMPAIGN, letter, seen=club.session.seq)
