"""What somebody is sent is the same, byte for byte, in a world that differs only in what he may not know of."""

from __future__ import annotations

import datetime as dt
import os
import random
from email import message_from_bytes
from email.policy import default

import pytest

from campaign.model.people import Appointment
from campaign.store.letters import LetterBox, Waiting
from campaign.store.people import People
from campaign.store.post.wishes import WishBook
from campaign.store.sheets import Sending, Sheets
from campaign.store.umpiring import Umpiring
from tests.people.helpers import CAMPAIGN, NOW
from tests.people.post.desk import SETTINGS, club, real_now
from webui.post.codes import code_of, codes_in
from webui.post.feeds import atom, calendar
from webui.post.mail import made_mail
from webui.post.receiving import receive

WATCHED = ("bob", "oscar", "olga")
ORDERS = {"us-2": "18Cav to 0205"}


def nothing_more(_club):
    """Leave the world as it is."""


def others_write(made):
    kept = Sheets(made.store.log)
    for number, command in enumerate(("us-1", "ge")):
        sent = Sending(CAMPAIGN, command, "1.1", 0, f"secret-{number}", made.session.seq, "x", NOW)
        kept.seal(sent, {"us-1": "229FA stays", "ge": "XYZZY/9 to 1102"}[command])


def others_order_by_mail(made):
    made.reach("ann", "cyd")
    code = code_of(made.store.log, CAMPAIGN, made.person("cyd"), "ge", "1.1")
    receive(made.store, f"Subject: {code}\n\nXYZZY/9 to 1102".encode(), SETTINGS, NOW)


def others_wish_otherwise(made):
    made.reach("ann", "cyd", "sid", "umpire")
    made.reach("cyd", way="ntfy")
    made.wish("cyd", hours=(99, 1), report="pdf", zone="Asia/Tokyo")


def others_come_and_go(made):
    people = People(made.store.log)
    seat = people.appoint(Appointment("", made.person("ann"), CAMPAIGN, "substitute", "ge"), NOW)
    people.end(seat.id, CAMPAIGN, NOW)
    Umpiring(made.store.log).spend(CAMPAIGN, 1, "umpire", 600)


def others_write_letters(made):
    """Letters that wait, are held, or come: none of them concerns who is watched."""
    box = LetterBox(made.store.log)
    for number, (sender, to) in enumerate((("us-1", "umpire"), ("ge", "umpire"))):
        letter = Waiting(f"secret{number}", "1.1", sender, (to,), "staff", "free", "XYZZY/9", held="no" * number)
        box.keep(CAMPAIGN, letter, seen=made.session.seq)


def others_write_letters_on_sheets(made):
    sent = Sending(CAMPAIGN, "us-1", "1.1", 0, "lines", made.session.seq, "x", NOW)
    Sheets(made.store.log).seal(sent, "229FA stays\nletter to the umpire: XYZZY/9?\nletter to qq: XYZZY/9")


DIFFERENCES = (
    others_write, others_order_by_mail, others_wish_otherwise, others_come_and_go, others_write_letters,
    others_write_letters_on_sheets,
)  # fmt: skip
APART = {others_write_letters_on_sheets: {others_write}, others_order_by_mail: {others_write}}
"""Stories that write the same sheet: of such two only one happens."""
MANY = 40 if os.environ.get("SANDTABLE_SOAK") else 2


def received(folder, difference):
    """Play two turns with reminders between, and give all that those who are watched were sent, or could fetch."""
    made, sent = club(folder), {}
    try:
        made.reach(*WATCHED)
        for name in WATCHED:
            made.wish(name, report="text" if name == "bob" else "")
        kept = Sheets(made.store.log)
        kept.set_deadline(CAMPAIGN, kept.deadline(CAMPAIGN)._replace(turn="1.1", mode="clock", closes_at=stamp(20)))
        difference(made)
        for hours in (0, 1, 18):
            made.sender.round(NOW + dt.timedelta(hours=hours))
        before = {name: due_of(made, name) for name in WATCHED}
        made.close("1.1")
        made.sender.round(real_now(minutes=2))
        made.close("1.2")
        made.sender.round(real_now(minutes=4))
        for name in WATCHED:
            mails = [made_mail(one._replace(id="x", made=NOW), SETTINGS).as_bytes() for one in made.sent_to(name)]
            sent[name] = [before[name], *map(unmade, mails), *fetched(made, name)]
    finally:
        made.store.close()
    return sent


def unmade(raw):
    """Give headings and text of a mail without the seat's code: each store draws its own secret for that."""
    mail = message_from_bytes(raw, policy=default)
    text = "\n".join([*(f"{name}: {value}" for name, value in mail.items()), mail.get_body().get_content()])
    for code in codes_in(text):
        text = text.replace(code, "CODE")
    return text


def stamp(hours):
    return (NOW + dt.timedelta(hours=hours)).isoformat(timespec="milliseconds")


def unnamed(rows):
    """Take ids and times away, which are drawn by lot and by the clock."""
    return [row._replace(id="x", made=stamp(0)) for row in rows]


def fetched(made, name):
    wishes, session, key = WishBook(made.store.log).wishes(made.person(name)), made.session, made.person(name)
    seats = People(made.store.log).appointments(campaign=CAMPAIGN, person=key)
    feeds = [
        atom(session, unnamed(made.outbox.fed(key, CAMPAIGN, seat.key)), wishes, SETTINGS, name="feed", since=stamp(0))
        for seat in seats
    ]
    return [*feeds, due_of(made, name)]


def due_of(made, name):
    """Give somebody's calendar: while a turn is open it holds its deadline."""
    return calendar([made.session], WishBook(made.store.log).wishes(made.person(name)), SETTINGS, NOW)


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    return received(tmp_path_factory.mktemp("plain"), nothing_more)


@pytest.mark.parametrize("difference", DIFFERENCES)
def test_nobody_is_sent_anything_by_which_he_learns_of_others(tmp_path, plain, difference):
    assert received(tmp_path, difference) == plain


@pytest.mark.parametrize("seed", range(MANY))
def test_nor_by_several_of_them_at_once_in_an_order_drawn_by_lot_in_a_soak_many(tmp_path, plain, seed):
    dice = random.Random(seed)
    drawn = dice.sample(DIFFERENCES, dice.randint(2, len(DIFFERENCES)))
    stories = [one for one in drawn if not any(other in drawn for other in APART.get(one, ()))]

    def all_of_them(made):
        for story in stories:
            story(made)

    assert received(tmp_path, all_of_them) == plain, [story.__name__ for story in stories]


def test_something_is_sent_to_all_who_are_watched_and_what_they_may_know_is_told(tmp_path, plain):
    """The comparison can fail: who writes himself is not reminded any more."""
    assert [len(plain[name]) for name in WATCHED] == [7, 3, 4]

    def writes_himself(made):
        sent = Sending(CAMPAIGN, "us-2", "1.1", 0, "his-own", made.session.seq, "x", NOW)
        Sheets(made.store.log).save(sent, ORDERS["us-2"])

    other = received(tmp_path, writes_himself)
    assert other["bob"] != plain["bob"]
