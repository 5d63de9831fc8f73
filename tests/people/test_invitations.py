"""Invitations and links: once, for a while, for one seat, to one person."""

import re
import sqlite3

import pytest

from campaign.model.people import Appointment
from campaign.store.people import People, SeatTaken, Spent
from tests.people.helpers import (
    NOW,
    PASSWORD,
    club_app,
    form_token,
    later,
    link_in,
    send,
    sign_in,
    signed_in,
    with_password,
)
from webui.door import passwords, tokens
from webui.door.limits import LIMITS
from webui.door.links import draw_link

INVITE = "/c/toy/umpire/people/invite"


@pytest.fixture
def app(tmp_path, monkeypatch):
    monkeypatch.setattr(passwords, "COST", passwords.Cost(log_n=4))
    made = club_app(tmp_path)
    with_password(made, "host")
    return made


def people_of(app):
    return People(app.extensions["sandtable"].store.log)


def invited(app, by="umpire", **asked):
    """Invite somebody, and give the secret of the link."""
    return link_in(send(signed_in(app, by), INVITE, **{"role": "observer", "key": "ge", **asked}))


def look(client, secret):
    return client.post("/join/look", data={"token": form_token(client, "/join"), "secret": secret})


def join(client, secret, **form):
    return client.post("/join", data={"token": form_token(client, "/join"), "secret": secret, **form})


def test_whoever_opens_an_invitation_sees_what_it_is_and_takes_the_seat(app):
    secret, client = invited(app, role="substitute", key="us-2"), app.test_client()
    told = look(client, secret)
    assert "Join Toy" in told.text
    assert "substitute of us-2" in told.text
    answer = join(client, secret, name="Dora", password=PASSWORD)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/seats")
    assert "substitute of 14th Cavalry" in client.get("/seats").text
    assert client.get("/c/toy/us-2/").status_code == 200
    assert client.get("/c/toy/us-1/").status_code == 404
    assert sign_in(app.test_client(), "dora").status_code == 303


def test_without_a_password_there_is_a_link_of_ones_own_again_and_again(app):
    client = app.test_client()
    own = link_in(join(client, invited(app), name="Emil"))
    assert client.get("/seats").status_code == 200
    for _ in range(3):
        other = app.test_client()
        assert look(other, own).headers["Location"] == "/seats"
        assert "Emil" in other.get("/seats").text
    renewed = renew(app, "Emil", "seat")
    assert look(app.test_client(), own).status_code == 404
    assert look(app.test_client(), renewed).status_code == 303


def renew(app, name, kind, by="umpire"):
    person = people_of(app).named(name).id
    return link_in(send(signed_in(app, by), "/c/toy/umpire/people/link", person=person, kind=kind))


def test_an_invitation_works_once(app):
    secret = invited(app)
    assert join(app.test_client(), secret, name="Dora", password=PASSWORD).status_code == 303
    assert join(app.test_client(), secret, name="Emil", password=PASSWORD).status_code == 404
    assert look(app.test_client(), secret).status_code == 404


def test_of_two_who_take_it_at_once_one_has_it(app):
    people, hashed = people_of(app), tokens.digest(invited(app))
    people.join(hashed, NOW, name="Dora")
    with pytest.raises(Spent):
        people.join(hashed, NOW, name="Emil")
    assert "Emil" not in [one.name for one in people.persons()]


def test_an_invitation_expires_after_fourteen_days(app):
    secret = invited(app)
    later(app, days=13, hours=23)
    assert look(app.test_client(), secret).status_code == 200
    later(app, hours=1)
    assert look(app.test_client(), secret).status_code == 404
    assert join(app.test_client(), secret, name="Dora").status_code == 404


def test_an_invitation_that_is_taken_back_opens_nothing(app):
    secret = invited(app)
    (waiting,) = people_of(app).links("toy")
    assert send(signed_in(app, "ann"), "/c/other/umpire/people/revoke", id=waiting.id).status_code == 404
    assert look(app.test_client(), secret).status_code == 200
    assert send(signed_in(app, "umpire"), "/c/toy/umpire/people/revoke", id=waiting.id).status_code == 303
    assert look(app.test_client(), secret).status_code == 404


def test_used_expired_and_invented_links_are_told_apart_by_nothing(app):
    used = invited(app)
    join(app.test_client(), used, name="Dora", password=PASSWORD)
    answers = [look(app.test_client(), secret) for secret in (used, "invented", tokens.fresh(), "x" * 5000)]
    # A form's token is each visitor's own.
    texts = {re.sub(r'name="token" value="[^"]*"', "", answer.text) for answer in answers}
    assert ({answer.status_code for answer in answers}, len(texts)) == ({404}, 1)


def test_a_link_stays_good_if_the_name_was_taken(app):
    secret, client = invited(app), app.test_client()
    answer = join(client, secret, name=" ANN ", password=PASSWORD)
    assert answer.status_code == 409
    assert "somebody is called" in answer.text
    assert join(client, secret, name="Dora", password=PASSWORD).status_code == 303


@pytest.mark.parametrize("name", ["", " ", "Umpire", "host", "a" * 61, "An\u202en", "A\x00b", "a\u200bnn"])
def test_names_that_mislead_are_refused(app, name):
    secret = invited(app)
    answer = join(app.test_client(), secret, name=name, password=PASSWORD)
    assert answer.status_code == 400, name
    assert look(app.test_client(), secret).status_code == 200


def test_hostile_names_are_text(app):
    name = "<script>alert(1)</script> \"'>"
    client = app.test_client()
    assert join(client, invited(app, note=name), name=name, password=PASSWORD).status_code == 303
    for page in (client.get("/seats"), signed_in(app, "umpire").get("/c/toy/umpire/people"), client.get("/account")):
        assert "<script>alert" not in page.text
    assert "&lt;script&gt;" in signed_in(app, "host").get("/people").text


def test_a_command_has_one_holder(app):
    people, umpire = people_of(app), signed_in(app, "umpire")
    client, secret = app.test_client(), invited(app, role="command", key="us-1")
    answer = join(client, secret, name="Dora", password=PASSWORD)
    assert answer.status_code == 409
    assert "ann is commander of us-1 already" in answer.text
    assert "Dora" not in [one.name for one in people.persons()]
    (seat,) = (one for one in people.appointments(campaign="toy") if one.name == "ann")
    assert send(umpire, "/c/toy/umpire/people/end", id=seat.id).status_code == 303
    assert join(client, secret, name="Dora", password=PASSWORD).status_code == 303
    with pytest.raises(SeatTaken):
        people.appoint(Appointment("", people.named("bob").id, "toy", "command", "us-1"), NOW)


def test_who_is_signed_in_joins_under_his_own_name(app):
    client = signed_in(app, "bob")
    assert "Join as bob" in look(client, invited(app)).text
    assert join(client, invited(app), as_me="1").status_code == 303
    assert client.get("/c/toy/ge/").status_code == 200
    assert client.get("/c/toy/us-2/").status_code == 200


# --- umpires ------------------------------------------------------------------------------------------------


def test_an_umpire_needs_a_password(app):
    secret, client = invited(app, role="umpire"), app.test_client()
    assert join(client, secret, name="Dora").status_code == 400
    assert join(signed_in(app, "bob"), secret, as_me="1").status_code == 409
    assert join(client, secret, name="Dora", password=PASSWORD).status_code == 303
    assert client.get("/c/toy/umpire/").status_code == 200
    assert client.get("/c/other/umpire/").status_code == 404


def test_whoever_came_by_a_link_opens_no_umpires_page(app):
    for name in ("umpire", "host"):
        client = signed_in(app, name, by_link=True)
        assert client.get("/seats").status_code == 200
        assert client.get("/c/toy/umpire/").status_code == 404
        assert client.get("/people").status_code == 404


def test_an_umpire_cannot_take_over_who_has_seats_elsewhere(app):
    umpire, people = signed_in(app, "umpire"), people_of(app)
    url = "/c/toy/umpire/people/link"
    for name in ("ann", "host"):
        for kind in ("seat", "reset"):
            assert send(umpire, url, person=people.named(name).id, kind=kind).status_code in {403, 404}, name
    assert send(umpire, url, person=people.named("bob").id, kind="reset").status_code == 200
    assert send(signed_in(app, "ann"), "/c/other/umpire/people/link", person=people.named("bob").id).status_code == 404


def test_a_reset_takes_the_old_password_away_and_sets_a_new_one_once(app):
    with_password(app, "bob")
    was_in = signed_in(app, "bob")
    secret = renew(app, "bob", "reset")
    assert was_in.get("/seats").status_code == 401
    assert sign_in(app.test_client(), "bob").status_code == 403
    client = app.test_client()
    assert "For <b>bob</b>" in look(client, secret).text
    assert join(client, secret, password="short").status_code == 400
    assert join(client, secret, password="quite another one").status_code == 303
    assert "bob" in client.get("/seats").text
    assert join(app.test_client(), secret, password="a third long one").status_code == 404
    assert sign_in(app.test_client(), "bob", "quite another one").status_code == 303


def test_a_reset_expires_after_two_days(app):
    secret = renew(app, "bob", "reset")
    later(app, days=2, seconds=1)
    assert join(app.test_client(), secret, password=PASSWORD).status_code == 404


def test_links_of_one_kind_are_no_good_as_another(app):
    people = people_of(app)
    _, invitation = draw_link(people, Appointment("", "", "toy", "observer", "us", 2), "join", NOW)
    with pytest.raises(Spent):
        people.reset(tokens.digest(invitation), NOW, "hash")
    with pytest.raises(Spent):
        people.join(tokens.digest(renew(app, "bob", "reset")), NOW, name="Dora")
    assert look(app.test_client(), invitation).status_code == 200


def test_guessing_links_is_limited(app):
    client, most = app.test_client(), LIMITS["link"][0].most
    codes = [look(client, f"guess {number}").status_code for number in range(most + 1)]
    assert codes == [404] * most + [429]


@pytest.mark.parametrize(
    "asked",
    [
        {"role": "king"}, {"role": "command", "key": "nowhere"}, {"role": "command", "key": "umpire"},
        {"role": "side", "key": "us-1"}, {"role": "observer", "key": ""},
        *({"role": "observer", "key": "us", "delay": late} for late in ("-1", "9" * 12, "x", "21")),
    ],
)  # fmt: skip
def test_an_invitation_to_nothing_is_refused(app, asked):
    answer = send(signed_in(app, "umpire"), INVITE, **asked)
    assert answer.status_code == 409
    assert not people_of(app).links("toy")


def test_nobody_is_let_in_before_the_umpire_has_a_password(tmp_path, monkeypatch):
    monkeypatch.setattr(passwords, "COST", passwords.Cost(log_n=4))
    app = club_app(tmp_path, accounts="if any")
    client = app.test_client()
    token = form_token(client, "/c/toy/umpire/people")
    assert "First your own password" in client.get("/c/toy/umpire/people").text
    assert client.post(INVITE, data={"token": token, "role": "observer", "key": "us"}).status_code == 409
    first = {"token": token, "name": "Fred", "password": PASSWORD}
    assert client.post("/c/toy/umpire/people/first", data=first).status_code == 303
    # From now on everybody signs in; the umpire has, by setting it.
    assert client.get("/c/toy/umpire/people").status_code == 200
    assert app.test_client().get("/c/toy/umpire/view.json").status_code == 401
    assert client.post("/c/toy/umpire/people/first", data={**first, "name": "Evil"}).status_code in {403, 404}


def test_a_password_that_another_program_sets_shuts_the_door_after_three_seconds(tmp_path, monkeypatch):
    clock = [100.0]
    monkeypatch.setattr("webui.door.guard.monotonic", lambda: clock[0])
    app = club_app(tmp_path, accounts="if any")
    statuses = []
    asked = app.test_client().get
    statuses.append(asked("/c/toy/umpire/view.json").status_code)
    with sqlite3.connect(app.extensions["sandtable"].store.log.path) as other:
        other.execute("UPDATE person SET password = 'a hash' WHERE name = 'host'")
    for clock[0] in (102.9, 103.0):
        statuses.append(asked("/c/toy/umpire/view.json").status_code)
    assert statuses == [200, 200, 401]
    # Once shut it stays shut.
    people_of(app).remove(people_of(app).named("host").id, NOW)
    assert asked("/c/toy/umpire/view.json").status_code == 401


def test_a_password_that_this_process_sets_shuts_the_door_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr("webui.door.guard.monotonic", lambda: 100.0)
    app = club_app(tmp_path, accounts="if any")
    assert app.test_client().get("/c/toy/umpire/view.json").status_code == 200
    with_password(app, "ann")
    assert app.test_client().get("/c/toy/umpire/view.json").status_code == 200, "she does not run the server"
    with_password(app, "host")
    assert app.test_client().get("/c/toy/umpire/view.json").status_code == 401


def test_the_umpires_page_lists_seats_by_command_and_who_did_what(app):
    secret = invited(app, role="observer", key="us", delay="3", note="for Dora")
    page = signed_in(app, "umpire").get("/c/toy/umpire/people").text
    assert "for Dora" in page
    assert "3 turns late" in page
    assert secret not in page
    assert "invited" in page.partition("Who did what")[2]
    for name in ("ann", "bob", "cyd", "sid", "sue", "oscar", "olga"):
        assert f"<b>{name}</b>" in page
