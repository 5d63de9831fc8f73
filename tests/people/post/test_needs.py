"""What is told outside closings: letters that come, and what needs the umpire; to those alone, and no more."""

from __future__ import annotations

import datetime as dt

import pytest
from msgspec.structs import replace

from campaign.docket.matters import matters
from campaign.engine.given import situation_of
from campaign.model.sheets import turn_key
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.letter import DeliverLetters, SendLetter
from campaign.model.verbs.opening import CampaignOpened
from campaign.model.viewer import UMPIRE
from campaign.store.post.wishes import WishBook
from campaign.store.sheets import Sending, Sheets
from campaign.systems.catalogue import ruleset
from tests.people import helpers
from tests.people.helpers import CAMPAIGN, NOW
from tests.people.post.desk import SETTINGS, club, real_now
from webui.desk.letters.umpire import Act, act
from webui.post import needs as needs_of
from webui.post.feeds import atom
from webui.post.reminders import by_the_clock

TEXT = "the bridge at Vianden is down"


@pytest.fixture
def made(tmp_path):
    """Give a club whose people can be reached."""
    found = club(tmp_path)
    found.reach("ann", "bob", "sue", "cyd", "oscar", "umpire")
    yield found
    found.store.close()


def kinds(made, name):
    return [row.notice.kind for row in made.outbox.rows(person=made.person(name))]


def delivered(made, sender="us-1", to=("us-2",)):
    """Have the umpire send and deliver a letter between two closings."""
    session = made.session
    entry = session.submit(SendLetter(sender, to, "courier", "free", TEXT, reason="by me"), command_id=f"send-{sender}")
    (letter,) = [event.letter for event in entry.events if hasattr(event, "arrives")]
    session.submit(DeliverLetters((letter,)), command_id=f"come-{sender}")
    return letter


# --- letters ----------------------------------------------------------------------------------------------------------


def test_a_letter_that_comes_between_closings_is_told_to_whom_it_comes_and_says_nothing(made):
    delivered(made)
    assert kinds(made, "bob") == kinds(made, "sue") == ["letter"]
    assert [kinds(made, name) for name in ("ann", "cyd", "oscar", "umpire")] == [[], [], [], []]
    made.sender.round(real_now(minutes=2))
    (mail,) = made.sent_to("bob")
    assert mail.subject == "Toy: a letter has arrived"
    assert "A letter has arrived." in mail.body
    for secret in (TEXT, "us-1", "28th", "courier", "1.1", "turn"):
        assert secret not in mail.subject + mail.body


def test_it_stands_in_the_feed_and_is_told_once(made):
    delivered(made)
    rows = made.outbox.fed(made.person("bob"), CAMPAIGN, "us-2")
    wishes = WishBook(made.store.log).wishes(made.person("bob"))
    feed = atom(made.session, rows, wishes, SETTINGS, name="x", since=NOW.isoformat()).decode()
    assert "a letter has arrived" in feed
    assert TEXT not in feed
    made.sender.round(real_now(minutes=2))
    made.sender.round(real_now(minutes=9))
    assert len(made.sent_to("bob")) == 1


def test_a_letter_to_the_umpire_is_told_to_him_and_a_chosen_silence_is_kept(made):
    made.wish("bob", refused=frozenset({("letter", "mail")}))
    delivered(made)
    delivered(made, "ge", ("umpire",))
    assert kinds(made, "bob") == []
    assert kinds(made, "umpire") == ["letter"]


def test_what_the_umpire_takes_back_is_taken_back_in_the_post_too(made):
    before = made.session.seq
    delivered(made)
    made.session.undo(before, why="a slip", command_id="back")
    assert made.states(person=made.person("bob")) == [("letter", "mail", "stale")]
    delivered(made, "ge", ("umpire",))
    made.sender.round(real_now(minutes=2))
    before = made.session.seq - 1
    made.session.undo(before, why="again", command_id="back again")
    made.sender.round(real_now(minutes=4))
    told = [mail.subject for mail in made.sent_to("umpire")]
    assert told == ["Toy: a letter has arrived", "Toy: something was taken back"]


def test_a_closing_tells_of_its_letters_once(made):
    made.session.submit(
        SendLetter("us-1", ("us-2",), "courier", "free", TEXT, reason="by me"), command_id="send it away"
    )
    made.close()
    assert sorted(kinds(made, "bob")) == ["letter", "turn"]


def test_delivering_what_waits_beside_the_log_tells_too(made):
    from campaign.store.letters import LetterBox, Waiting

    letter = Waiting("0123456789", "1.1", "us-1", ("us-2",), "wireless", "free", TEXT)
    LetterBox(made.store.log).keep(CAMPAIGN, letter, seen=made.session.seq)
    act(made.session, Act("deliver", "0123456789", "", "deliver it now"))
    assert kinds(made, "bob") == ["letter"]


# --- what needs the umpire ------------------------------------------------------------------------------------------


def due_at(made, hours):
    kept, turn = Sheets(made.store.log), turn_key(made.session.state.clock)
    at = (NOW + dt.timedelta(hours=hours)).isoformat()
    kept.set_deadline(CAMPAIGN, kept.deadline(CAMPAIGN)._replace(turn=turn, mode="clock", closes_at=at))


def test_the_umpire_is_told_who_is_silent_when_a_reminder_of_his_would_come_and_once(made):
    by_the_clock(made.store, NOW)
    assert "silent" not in kinds(made, "umpire"), "there is no deadline"
    due_at(made, 30)
    by_the_clock(made.store, NOW)
    assert "silent" not in kinds(made, "umpire")
    for hours in (7, 8, 28):
        by_the_clock(made.store, NOW + dt.timedelta(hours=hours))
    assert kinds(made, "umpire").count("silent") == 1
    assert all("silent" not in kinds(made, name) for name in ("ann", "bob", "cyd", "oscar"))
    made.sender.round(NOW + dt.timedelta(hours=9))
    (mail,) = made.sent_to("umpire")
    assert "28th Division (ann) has given no orders" in mail.body
    assert mail.subject == "Toy: something needs you in day 1, turn 1"


def test_who_has_written_meanwhile_makes_the_notice_stale(made):
    due_at(made, 20)
    by_the_clock(made.store, NOW)
    for command in ("us-1", "us-2", "ge"):
        sent = Sending(CAMPAIGN, command, "1.1", 0, f"of-{command}", made.session.seq, "x", NOW)
        Sheets(made.store.log).seal(sent, "stays" if command != "us-1" else "1/110 stays")
    made.sender.round(NOW + dt.timedelta(hours=1))
    assert not [mail for mail in made.sent_to("umpire") if "no orders" in mail.body]
    assert ("silent", "mail", "stale") in made.states(person=made.person("umpire"))


def test_a_surrender_is_told_by_mail_with_its_unit_and_elsewhere_without(made, monkeypatch):
    made.reach("umpire", way="ntfy")
    words = ["II/3 surrenders tomorrow at 0403"]
    monkeypatch.setattr(needs_of, "needs_words", lambda _, kind: words if kind == "surrender" else [])
    monkeypatch.setattr("webui.post.writing.needs_words", needs_of.needs_words)
    monkeypatch.setattr("webui.post.truth.needs_words", needs_of.needs_words)
    by_the_clock(made.store, NOW)
    by_the_clock(made.store, NOW + dt.timedelta(minutes=5))
    rows = made.outbox.rows(person=made.person("umpire"))
    assert sorted((row.notice.kind, row.way) for row in rows) == [("surrender", "mail"), ("surrender", "ntfy")]
    for row in rows:
        told = made.sender._writer.said(row, NOW)
        assert "II/3" not in told.heading + told.text
    feed = made.outbox.fed(made.person("umpire"), CAMPAIGN, UMPIRE)
    assert [row.notice.kind for row in feed].count("surrender") == 1
    made.sender.round(NOW + dt.timedelta(minutes=9))
    (mail,) = made.sent_to("umpire")
    assert words[0] in mail.body


def test_a_unit_that_surrenders_tomorrow_is_found_and_one_that_was_ruled_on_is_not(made, monkeypatch):
    """In Zen a unit that is cut off is warned of the night in which it is gone; the words are those of the inbox."""
    session = made.session
    stand = session.state.stands["1/110"]
    cut = replace(stand, facts={**stand.facts, "isolated": 3})
    state = replace(session.state, stands={**session.state.stands, "1/110": cut})
    monkeypatch.setattr(type(session), "situation", property(lambda self: self._situation(state)))
    warns = "tomorrow is day 4 of isolation: surrenders"
    play = type(session.ruleset.play)
    monkeypatch.setattr(play, "notices", lambda _, __, key: [warns] if key == "1/110" else [])
    (found,) = needs_of.needs_words(session, "surrender")
    assert "1/110" in found
    (matter,) = matters(session.situation, session.ruleset.play, kinds=("surrender",))
    monkeypatch.setattr(needs_of, "settled_by", lambda _: {matter.key: "accepted"})
    assert needs_of.needs_words(session, "surrender") == []


CUT_OFF = """
map
............
~~~~~~~~~~~~
us hq HQ 0101
us infantry A 0801
us infantry B 0201
ge infantry X 0501
weather fine
"""
"""One road of clear hexes above a lake: X stands on it between A and its headquarters."""


def test_zen_itself_warns_of_the_surrender_on_the_third_day_and_the_notice_comes_then(tmp_path, monkeypatch):
    """
    The nights find A cut off, so that day 2 of isolation begins on its second morning, and 3 on its third.

    On the fourth morning it is gone (ZN 4.13): the umpire hears of it on day 3, in a turn by day and at night again.
    """
    rules = ruleset("zen_operational")
    found = situation_of(CUT_OFF, rules)
    state = found.state
    opening = CampaignOpened(
        setting=replace(state.setting, scenario="cut", name="Cut off", seed="x", start="1944-06-06", days=9),
        clock=state.clock, stands=tuple(state.stands.values()), control=state.control,
        formations=tuple(state.formations.values()), weather=state.weather, format=2,
    )  # fmt: skip
    monkeypatch.setattr(helpers, "club_opening", lambda _dice="seeded": (opening, found.map))
    made = club(tmp_path)
    made.reach("umpire")
    session, told, before = made.session, {}, 0
    while session.state.stands["A"].on_map:
        assert session.state.clock.day < 5
        by_the_clock(made.store, NOW)
        count = kinds(made, "umpire").count("surrender")
        if count > before:
            told[turn_key(session.state.clock)] = needs_of.needs_words(session, "surrender")
        before = count
        session.submit(EndPhase())
    made.store.close()
    assert {turn.split(".")[0] for turn in told} == {"3"}
    assert {tuple(words) for words in told.values()} == {("A at 0801 surrenders tomorrow",)}
    assert session.state.clock.day == 4


def test_each_umpire_chooses_what_of_it_he_is_told(made, monkeypatch):
    monkeypatch.setattr(needs_of, "needs_words", lambda _, kind: ["x"] if kind == "surrender" else [])
    made.wish("umpire", refused=frozenset({("surrender", "mail")}))
    by_the_clock(made.store, NOW)
    assert kinds(made, "umpire") == []
