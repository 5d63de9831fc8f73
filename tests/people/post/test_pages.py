"""How a person is told, his feeds and calendar, and the umpire's page of the post: as they are asked for."""

from __future__ import annotations

import datetime as dt
import re
from html import unescape
from xml.etree import ElementTree as Xml

import pytest
from icalendar import Calendar
from msgspec.structs import replace
from werkzeug.http import generate_etag

from campaign.model.people.telling import Wishes
from campaign.store.people import People
from campaign.store.post.outbox import Outbox
from campaign.store.post.wishes import WishBook
from campaign.store.sheets import Deadline, Sheets
from tests.people.helpers import CAMPAIGN, NOW, club_app, later, link_in, send, signed_in
from tests.people.post.desk import SETTINGS
from webui.desk.sheets.closing import close_turn
from webui.post.codes import code_of
from webui.post.sender import Sender

PAGE = "/account/post"
UMPIRES = f"/c/{CAMPAIGN}/umpire/post"
HOOK = "https://discord.com/api/webhooks/123456/" + "a" * 60


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path, post=SETTINGS)


def log(app):
    return app.extensions["sandtable"].store.log


def key(app, name):
    return People(log(app)).named(name).id


def mails(app, now=None):
    sent = []
    sender = Sender(app.extensions["sandtable"].store, SETTINGS, mailer=lambda text, _: sent.append(text))
    sender.round(now or app.extensions["sandtable"].now())
    sender.release()
    return sent


def shown(answer):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split()).replace(" ,", ",")


def has_mail(app, name):
    WishBook(log(app)).set_address(key(app, name), "mail", f"{name}@example.org", confirmed="2026-01-01")


def test_an_address_counts_once_its_code_is_typed_in(app):
    ann = signed_in(app, "ann")
    assert send(ann, f"{PAGE}/way", way="mail", address="ann@example.org").status_code == 303
    (mail,) = mails(app)
    assert mail.to == "ann@example.org"
    code = re.search(r"The code is ([A-Z0-9-]{9});", mail.body)[1]
    assert send(ann, f"{PAGE}/confirm", code="AAAA-AAAA").status_code == 403
    assert WishBook(log(app)).reached(key(app, "ann"))["mail"].confirmed == ""
    assert send(signed_in(app, "bob"), f"{PAGE}/confirm", code=code).status_code == 403
    assert send(ann, f"{PAGE}/confirm", code=code.lower()).status_code == 303
    assert "You are told here since 2026-03-01" in shown(ann.get(PAGE))
    assert send(ann, f"{PAGE}/test", way="mail").status_code == 303
    assert [one.subject for one in mails(app)] == ["Sandtable: a test"]
    assert "A test Mail sent" in shown(ann.get(PAGE))


def test_a_code_is_guessed_five_times_and_holds_a_day(app):
    ann = signed_in(app, "ann")
    for wait in (0, 25):
        later(app, hours=wait)
        send(ann, f"{PAGE}/way", way="mail", address="ann@example.org")
        mail = mails(app)[-1]
        code = re.search(r"The code is ([A-Z0-9-]{9});", mail.body)[1]
        if wait:
            later(app, hours=25)
        else:
            for _ in range(5):
                send(ann, f"{PAGE}/confirm", code="AAAA-AAAA")
        assert send(ann, f"{PAGE}/confirm", code=code).status_code == 403


def test_nobody_has_a_stranger_written_to_without_end(app):
    ann = signed_in(app, "ann")
    codes = [send(ann, f"{PAGE}/way", way="mail", address=f"x{n}@example.org").status_code for n in range(11)]
    assert codes == [303] * 10 + [429]


@pytest.mark.parametrize(
    ("way", "address", "told"),
    [
        ("mail", "nonsense", "no address of mail"), ("discord", "https://evil.example/x", "no server that this one"),
        ("ntfy", "http://ntfy.sh/x", "no plain https"), ("pigeon", "x", "There is no such way"),
    ],
)  # fmt: skip
def test_what_cannot_be_an_address_is_refused_in_words(app, way, address, told):
    answer = send(signed_in(app, "ann"), f"{PAGE}/way", way=way, address=address)
    assert answer.status_code == 400
    assert told in shown(answer)


def test_each_says_what_he_wants_how_and_when(app):
    ann, person = signed_in(app, "ann"), key(app, "ann")
    has_mail(app, "ann")
    form = {
        "zone": "Europe/Berlin", "quiet_from": "22", "quiet_to": "7", "hours": "48, 2", "report": "pdf",
        "offered": ["turn/mail", "seat/mail"], "wanted": ["turn/mail"],
    }  # fmt: skip
    assert send(ann, PAGE, **form).status_code == 303
    wanted = Wishes("Europe/Berlin", (22, 7), (48, 2), "pdf", frozenset({("seat", "mail")}))
    assert WishBook(log(app)).wishes(person) == wanted
    page = ann.get(PAGE).text
    assert re.search(r'value="turn/mail"[^>]* checked', page)
    assert not re.search(r'value="seat/mail"[^>]* checked', page)


@pytest.mark.parametrize(
    "wrong", [{"zone": "Mars"}, {"quiet_from": "24"}, {"quiet_to": "x"}, {"hours": "0"}, {"hours": "1 2 3 4 5"}]
)
def test_what_cannot_be_wished_is_refused_and_nothing_is_changed(app, wrong):
    form = {"zone": "UTC", "quiet_from": "0", "quiet_to": "0", "hours": "24", "report": ""} | wrong
    assert send(signed_in(app, "ann"), PAGE, **form).status_code == 400
    assert WishBook(log(app)).wishes(key(app, "ann")) == Wishes()


def test_a_hook_is_kept_and_forgotten(app):
    ann = signed_in(app, "ann")
    send(ann, f"{PAGE}/way", way="discord", address=HOOK)
    assert WishBook(log(app)).reached(key(app, "ann"))["discord"].address == HOOK
    send(ann, f"{PAGE}/way", way="discord", address="")
    assert WishBook(log(app)).reached(key(app, "ann")) == {}


def test_who_looks_is_not_told_besides(app):
    for name in ("ann", "bob"):
        has_mail(app, name)
    store = app.extensions["sandtable"].store
    close_turn(store.session(CAMPAIGN), "1.1")
    assert signed_in(app, "ann").get(f"/c/{CAMPAIGN}/us-1/view.json").status_code == 200
    assert signed_in(app, "ann").get(f"/c/{CAMPAIGN}/us-2/view.json").status_code == 404
    sent = mails(app, dt.datetime.now(dt.UTC) + dt.timedelta(minutes=2))
    assert [one.to for one in sent] == ["bob@example.org"]


def test_a_report_comes_with_the_mail_as_it_was_chosen(app):
    book = WishBook(log(app))
    for name, report in (("ann", "text"), ("bob", "pdf"), ("cyd", "")):
        has_mail(app, name)
        book.set_wishes(key(app, name), Wishes(report=report))
    close_turn(app.extensions["sandtable"].store.session(CAMPAIGN), "1.1")
    sent = {one.to[:3]: one for one in mails(app, dt.datetime.now(dt.UTC) + dt.timedelta(minutes=2))}
    assert "28th Division" in sent["ann"].body
    assert sent["ann"].attached is None
    assert sent["bob"].attached.body.startswith(b"%PDF")
    assert sent["bob"].attached.name == "toy-us-2-turn.pdf"
    assert "XYZZY" not in sent["ann"].body
    assert "Quasimodo" not in sent["ann"].body
    assert sent["cyd"].attached is None


# --- feeds and calendars --------------------------------------------------------------------------------------------


def drawn(app, name, seat=""):
    page = send(signed_in(app, name), f"{PAGE}/feed", seat=seat)
    return re.search(r'class="handed" readonly value="https://table.example.org([^"]+)"', page.text)[1]


def seat_of(app, name):
    return next(one.id for one in People(log(app)).appointments(person=key(app, name)) if one.campaign == CAMPAIGN)


def due(app, closes=NOW + dt.timedelta(hours=30), mode="clock"):
    made = Deadline("1.1", mode, closes.isoformat(timespec="milliseconds"), 24, NOW.isoformat())
    Sheets(log(app)).set_deadline(CAMPAIGN, made)


def test_a_feed_needs_no_signing_in_and_tells_what_its_seat_was_told(app):
    path, stranger = drawn(app, "ann", seat_of(app, "ann")), app.test_client()
    close_turn(app.extensions["sandtable"].store.session(CAMPAIGN), "1.1")
    answer = stranger.get(path)
    assert answer.status_code == 200
    atom = "{http://www.w3.org/2005/Atom}"
    feed = Xml.fromstring(answer.data)
    assert [one.text for one in feed.iterfind(f"{atom}entry/{atom}title")] == ["Toy: day 1, turn 1 is closed"]
    assert stranger.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_mark_and_the_ids_of_a_feed_are_made_of_nothing_that_others_are_told(app):
    path = drawn(app, "ann", seat_of(app, "ann"))
    close_turn(app.extensions["sandtable"].store.session(CAMPAIGN), "1.1")
    answer = app.test_client().get(path)
    assert answer.headers["ETag"] == f'"{generate_etag(answer.data)}"'
    assert answer.headers["Content-Length"] == str(len(answer.data))
    ids = re.findall(rb"<id>urn:sandtable:([0-9a-f]{32})</id>", answer.data)
    assert ids
    assert all(int(one, 16) > 1 << 90 for one in ids), "drawn by lot, and no count"


def test_a_new_address_ends_the_old_one_and_so_does_the_end_of_the_seat(app):
    seat = seat_of(app, "ann")
    old, stranger = drawn(app, "ann", seat), app.test_client()
    new = drawn(app, "ann", seat)
    assert stranger.get(old).status_code == 404
    assert stranger.get(new).status_code == 200
    People(log(app)).end(seat, CAMPAIGN, NOW)
    assert stranger.get(new).status_code == 404


def test_nobody_draws_the_feed_of_a_seat_that_is_not_his(app):
    assert send(signed_in(app, "bob"), f"{PAGE}/feed", seat=seat_of(app, "ann")).status_code == 404


def test_who_guesses_at_feeds_is_counted(app):
    stranger = app.test_client()
    assert stranger.get(f"/calendar/{'x' * 300}.ics").status_code == 404
    codes = [stranger.get(f"/feed/nothing-{number}").status_code for number in range(30)]
    assert codes == [404] * 29 + [429]


def test_a_calendar_holds_the_deadlines_with_the_chosen_alarms(app):
    due(app)
    WishBook(log(app)).set_wishes(key(app, "ann"), Wishes(hours=(24, 2)))
    for answer in (
        app.test_client().get(drawn(app, "ann")), signed_in(app, "ann").get(f"/c/{CAMPAIGN}/us-1/deadlines.ics"),
    ):  # fmt: skip
        assert answer.mimetype == "text/calendar"
        (event,) = Calendar.from_ical(answer.data).walk("VEVENT")
        assert event["dtstart"].dt == NOW + dt.timedelta(hours=30)
        assert event["summary"] == "Toy: orders for day 1, turn 1 are due"
        assert [one["trigger"].dt for one in event.walk("VALARM")] == [dt.timedelta(hours=-24), dt.timedelta(hours=-2)]


def test_the_calendar_of_who_only_watches_is_empty(app):
    due(app)
    assert list(Calendar.from_ical(app.test_client().get(drawn(app, "olga")).data).walk("VEVENT")) == []
    assert signed_in(app, "oscar").get(f"/c/{CAMPAIGN}/us/deadlines.ics").status_code == 404


def test_a_campaigns_name_is_harmless_in_feed_and_calendar(tmp_path, monkeypatch):
    from tests.people import helpers

    evil = 'Toy"><script>\r\nBEGIN:VEVENT\r\n]]>\x0b &amp;'
    monkeypatch.setattr(helpers, "club_opening", lambda *words, made=helpers.club_opening: renamed(*made(*words), evil))
    app = club_app(tmp_path, post=SETTINGS)
    due(app)
    close_turn(app.extensions["sandtable"].store.session(CAMPAIGN), "1.1")
    feed = app.test_client().get(drawn(app, "ann", seat_of(app, "ann")))
    assert len(list(Xml.fromstring(feed.data).iter("{http://www.w3.org/2005/Atom}entry"))) == 1
    calendar = Calendar.from_ical(app.test_client().get(drawn(app, "ann")).data)
    assert [one.name for one in calendar.walk()].count("VEVENT") <= 1
    assert "<script>" not in signed_in(app, "ann").get(PAGE).text.replace("&lt;", "")


def renamed(opening, hexmap, name):
    return replace(opening, setting=replace(opening.setting, name=name)), hexmap


# --- the umpire's page ----------------------------------------------------------------------------------------------


def test_the_umpire_reminds_from_his_page_and_sees_who_was_asked(app):
    umpire = signed_in(app, "umpire")
    has_mail(app, "bob")
    assert "14th Cavalry, bob, sue nothing written" in shown(umpire.get(UMPIRES))
    answer = send(umpire, f"/c/{CAMPAIGN}/umpire/remind", command="us-2")
    assert "Asked: bob, sue." in shown(answer)
    answer = send(umpire, f"/c/{CAMPAIGN}/umpire/remind", command="us-2")
    assert "Asked already for this turn: bob, sue." in shown(answer)
    assert mails(app)[0].subject.startswith("Toy: the umpire asks for orders")
    assert send(umpire, f"/c/{CAMPAIGN}/umpire/remind", command="nobody").status_code == 409
    assert "/umpire/remind" in umpire.get(f"/c/{CAMPAIGN}/umpire/closing").text


def test_the_umpire_sees_what_could_not_be_delivered_and_tries_again(app):
    umpire, now = signed_in(app, "umpire"), app.extensions["sandtable"].now()
    has_mail(app, "bob")
    send(umpire, f"/c/{CAMPAIGN}/umpire/remind", command="us-2")
    outbox = Outbox(log(app))
    (row,) = outbox.rows(campaign=CAMPAIGN)
    outbox.dropped(row.id, "failed", "nobody lives here")
    assert "given up: nobody lives here" in shown(umpire.get(UMPIRES))
    assert "could not be delivered: nobody lives here" in shown(signed_in(app, "bob").get(PAGE))
    assert send(umpire, f"{UMPIRES}/again", id=row.id).status_code == 303
    assert len(mails(app, now)) == 1
    assert send(umpire, f"{UMPIRES}/again", id=row.id).status_code == 404


def test_the_umpire_pastes_a_mail_that_came_to_him(app):
    umpire, ann = signed_in(app, "umpire"), signed_in(app, "ann")
    page = ann.get(f"/c/{CAMPAIGN}/us-1/day").text
    code = code_of(log(app), CAMPAIGN, key(app, "ann"), "us-1", "1.1")
    assert code in page
    assert code not in umpire.get(f"/c/{CAMPAIGN}/us-1/day").text
    answer = send(umpire, f"{UMPIRES}/mail", mail=f"From: x@y\nSubject: {code}\n\n1/110 stays\n")
    assert "28th Division: sealed as version 1" in shown(answer)
    assert "1 of 1 lines are understood" in shown(answer)
    wrong = send(umpire, f"{UMPIRES}/mail", mail="Subject: x\n\n1/110 stays </textarea><script>")
    assert wrong.status_code == 409
    assert "carries no code" in shown(wrong)
    assert "</textarea><script>" not in wrong.text
    assert send(umpire, f"{UMPIRES}/mail", mail=" ").status_code == 400
    assert "ann, 28th Division sealed as version 1" in shown(umpire.get(UMPIRES))


def test_an_invitation_goes_by_mail_and_is_forgotten_then(app):
    umpire = signed_in(app, "umpire")
    with_host_password(app)
    form = {"role": "command", "key": "us-2", "note": "Eve", "mail": "eve@example.org"}
    page = send(umpire, f"/c/{CAMPAIGN}/umpire/people/invite", **form)
    (row,) = Outbox(log(app)).rows(campaign=CAMPAIGN)
    assert link_in(page) in row.notice.body
    (mail,) = mails(app, dt.datetime.now(dt.UTC))
    assert (mail.to, mail.subject) == ("eve@example.org", "Toy: you are invited")
    assert link_in(page) in mail.body
    (row,) = Outbox(log(app)).rows(campaign=CAMPAIGN)
    assert (row.state, row.notice.body) == ("sent", "")
    refused = send(umpire, f"/c/{CAMPAIGN}/umpire/people/invite", **form | {"mail": "x\r\nBcc: y@z.example"})
    assert refused.status_code == 409


def with_host_password(app):
    from tests.people.helpers import with_password

    with_password(app, "host")


def test_without_mail_the_page_says_so_and_the_rest_works(tmp_path):
    app = club_app(tmp_path)
    assert "Mail is not set up on this server" in shown(signed_in(app, "ann").get(PAGE))
    assert 'name="mail"' not in signed_in(app, "umpire").get(f"/c/{CAMPAIGN}/umpire/people").text
    assert app.test_client().get(drawn_at(app)).status_code == 200


def drawn_at(app):
    page = send(signed_in(app, "ann"), f"{PAGE}/feed", seat="")
    return re.search(r'class="handed" readonly value="http://127.0.0.1:8000([^"]+)"', page.text)[1]
