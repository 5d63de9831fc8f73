"""Signing in and out: sessions, cookies, tokens, limits, and what attackers try."""

import re
import sqlite3

import pytest

from campaign.store.people import People
from campaign.store.signins import SignIns
from tests.people.helpers import NOW, PASSWORD, club_app, form_token, later, send, sign_in, signed_in, with_password
from webui.door import passwords, tokens
from webui.door.arrivals import local_address
from webui.door.limits import LIMITS


@pytest.fixture
def app(tmp_path):
    made = club_app(tmp_path)
    with_password(made, "ann")
    return made


def kept(app):
    return SignIns(app.extensions["sandtable"].store.log)


def test_a_stranger_is_sent_to_the_sign_in_and_comes_back_to_where_he_wanted(app):
    client = app.test_client()
    answer = client.get("/c/toy/us-1/?at=2", headers={"Accept": "text/html"})
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/sign-in?next=/c/toy/us-1/%3Fat%3D2"
    assert client.get("/c/nowhere/us-1/", headers={"Accept": "text/html"}).status_code == 303
    page = client.get(answer.headers["Location"]).text
    goes_on = re.search(r'name="next" value="([^"]*)"', page)[1]
    answer = sign_in(client, "ann", next=goes_on)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/c/toy/us-1/?at=2")
    assert client.get("/c/toy/us-1/").status_code == 200


def test_names_are_compared_without_case_and_spaces(app):
    assert sign_in(app.test_client(), "  ANN ").status_code == 303


def test_an_unknown_name_and_a_wrong_password_are_told_apart_by_nothing(app, monkeypatch):
    counted = []
    whole = passwords._scrypt
    monkeypatch.setattr(passwords, "_scrypt", lambda *asked: counted.append(asked[2]) or whole(*asked))
    answers = [sign_in(app.test_client(), name, "wrong wrong") for name in ("nobody here", "cyd")]
    assert {answer.status_code for answer in answers} == {403}
    bare = [re.sub(r'value="[^"]*"', "", answer.text) for answer in answers]
    assert bare[0] == bare[1]
    # Who has no password costs what one costs that is new.
    assert counted == [passwords.COST] * 2


@pytest.mark.parametrize("name", ["ann", "cyd", "host"])
@pytest.mark.parametrize("password", ["", " ", "wrong wrong", PASSWORD.upper(), PASSWORD + " ", PASSWORD[:-1]])
def test_only_the_right_password_opens(app, name, password, monkeypatch):
    monkeypatch.setattr(passwords, "COST", passwords.Cost(log_n=4))
    client = app.test_client()
    assert sign_in(client, name, password).status_code == 403
    assert client.get("/seats").status_code == 401


@pytest.mark.parametrize(
    "wanted",
    [
        "http://evil.example/", "//evil.example/", "/\\evil.example", "\\\\evil.example", "/\t/evil.example",
        "javascript:alert(1)", "evil.example", "", "/ //evil", "/%0d%0aSet-Cookie:x=1\r\nX: y", "/" + "a" * 400,
        "https:/evil.example", " /seats", "/\u2028/evil",
    ],
)  # fmt: skip
def test_the_sign_in_leads_to_no_other_site(app, wanted):
    assert local_address(wanted) == "/"
    assert sign_in(app.test_client(), "ann", next=wanted).headers["Location"] == "/"


def test_addresses_of_this_server_are_gone_on_to():
    for wanted in ("/", "/seats", "/c/toy/us-1/?at=2", "/c/toy/us-1/digest"):
        assert local_address(wanted) == wanted


def test_a_cookie_that_was_planted_is_not_the_one_of_the_session(app):
    """Session fixation: a token from before the sign-in opens nothing afterwards."""
    client, planted = app.test_client(), tokens.fresh()
    client.set_cookie("sandtable", planted)
    answer = client.post("/sign-in", data={"token": tokens.page_token(planted), "name": "ann", "password": PASSWORD})
    assert answer.status_code == 303
    assert client.get_cookie("sandtable").value != planted
    other = app.test_client()
    other.set_cookie("sandtable", planted)
    assert other.get("/seats").status_code == 401


def test_the_session_before_ends_when_somebody_signs_in(app):
    first = signed_in(app, "ann")
    old = first.get_cookie("sandtable").value
    first.environ_base.pop("HTTP_X_SANDTABLE_TOKEN")
    token = tokens.page_token(old)
    assert first.post("/sign-in", data={"token": token, "name": "ann", "password": PASSWORD}).status_code == 303
    other = app.test_client()
    other.set_cookie("sandtable", old)
    assert other.get("/seats").status_code == 401


def test_flags_of_the_cookie(app, tmp_path):
    client = app.test_client()
    form_token(client)
    flags = sign_in(client, "ann").headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(flags.split("; "))
    assert "Secure" not in flags
    assert "Domain" not in flags
    secure = club_app(tmp_path / "secure", https=True)
    flags = secure.test_client().get("/sign-in", base_url="https://localhost").headers["Set-Cookie"]
    assert flags.startswith("__Host-sandtable=")
    assert {"Secure", "HttpOnly", "Path=/"} <= set(flags.split("; "))


def test_somebody_elses_form_cannot_sign_anybody_in(app):
    """Login CSRF: without the token that hangs on this browser's cookie nothing is taken."""
    client = app.test_client()
    sent = {"name": "ann", "password": PASSWORD}
    assert client.post("/sign-in", data=sent).status_code == 403
    assert client.post("/sign-in", data={**sent, "token": ""}).status_code == 403
    assert client.post("/sign-in", data={**sent, "token": form_token(app.test_client())}).status_code == 403
    token = form_token(client)
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        assert client.post("/sign-in", data={**sent, "token": token}, headers=headers).status_code == 403
    assert client.post("/sign-in", data={**sent, "token": token}).status_code == 303


def test_one_persons_token_is_no_good_to_another(app):
    ann, bob = signed_in(app, "ann"), signed_in(app, "bob")
    assert send(ann, "/account", new="another one").status_code == 403  # the old password is wanted
    bob.environ_base["HTTP_X_SANDTABLE_TOKEN"] = ann.environ_base["HTTP_X_SANDTABLE_TOKEN"]
    assert send(bob, "/account", new="another one").get_json(silent=True) is None
    assert "somebody signed in or out" in send(bob, "/account", new="another one").text


def test_a_strange_host_is_refused(app):
    assert app.test_client().get("/sign-in", headers={"Host": "evil.example"}).status_code == 400
    umpire = signed_in(app, "umpire")
    answer = umpire.post("/c/toy/umpire/people/invite", headers={"Host": "evil.example"})
    assert answer.status_code == 400


def test_signing_out_ends_the_session_and_not_only_the_cookie(app):
    client = signed_in(app, "ann")
    token = client.get_cookie("sandtable").value
    assert send(client, "/sign-out").headers["Location"] == "/sign-in"
    other = app.test_client()
    other.set_cookie("sandtable", token)
    assert other.get("/seats").status_code == 401


def test_signing_out_everywhere_and_a_new_password_end_all_sessions(app):
    one, two, three = (signed_in(app, "ann") for _ in range(3))
    assert send(one, "/sign-out", everywhere="1").status_code == 303
    assert [client.get("/seats").status_code for client in (one, two, three)] == [401] * 3
    one, two = signed_in(app, "ann"), signed_in(app, "ann")
    assert send(one, "/account", old=PASSWORD, new="another long one").status_code == 303
    assert [client.get("/seats").status_code for client in (one, two)] == [200, 401]
    assert sign_in(app.test_client(), "ann", "another long one").status_code == 303


def test_a_session_lasts_thirty_days_from_the_last_visit(app):
    client = signed_in(app, "ann")
    for _ in range(4):
        later(app, days=20)
        assert client.get("/seats").status_code == 200
    later(app, days=31)
    assert client.get("/seats").status_code == 401


def test_whoever_is_removed_is_out_at_once(app):
    client = signed_in(app, "bob")
    people = People(app.extensions["sandtable"].store.log)
    people.remove(people.named("bob").id, NOW)
    assert client.get("/seats").status_code == 401
    assert "bob" not in [person.name for person in people.persons()]
    assert people.add("bob", NOW).name == "bob"


def test_a_seat_that_is_taken_away_is_shut_at_once(app):
    client = signed_in(app, "bob")
    people = People(app.extensions["sandtable"].store.log)
    (seat,) = people.appointments(person=people.named("bob").id)
    assert client.get("/c/toy/us-2/").status_code == 200
    people.end(seat.id, "toy", NOW)
    assert client.get("/c/toy/us-2/").status_code == 404


# --- limits -------------------------------------------------------------------------------------------------


def test_too_many_wrong_passwords_have_to_wait(app):
    client, most = app.test_client(), LIMITS["sign_in"][0].most
    answers = [sign_in(client, "ann", "wrong wrong") for _ in range(most + 1)]
    assert [answer.status_code for answer in answers] == [403] * most + [429]
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 60
    assert sign_in(client, "ann").status_code == 429
    assert sign_in(app.test_client(), "ann", environ_base=None).status_code == 429
    later(app, seconds=61)
    assert sign_in(client, "ann").status_code == 303
    # The right one counts from nothing again.
    assert [sign_in(app.test_client(), "ann", "wrong wrong").status_code for _ in range(most)] == [403] * most


def test_limits_hold_in_another_worker_and_after_a_restart(app, tmp_path):
    most = LIMITS["sign_in"][0].most
    for _ in range(most):
        sign_in(app.test_client(), "ann", "wrong wrong")
    from tests.people.helpers import ClubStore
    from webui import create_app
    from webui.desk.library import open_store

    again = open_store(tmp_path)
    again.__class__ = ClubStore
    other = create_app(again, accounts="wanted")
    other.extensions["sandtable"].now = lambda: NOW
    assert sign_in(other.test_client(), "ann").status_code == 429


def test_one_attacker_does_not_shut_others_out(app):
    far = {"REMOTE_ADDR": "198.51.100.7"}
    attacker = app.test_client()
    attacker.environ_base |= far
    for _ in range(10):
        sign_in(attacker, "ann", "wrong wrong")
    assert sign_in(attacker, "ann").status_code == 429
    assert sign_in(app.test_client(), "ann").status_code == 303


def test_counting_is_one_statement(app):
    one = kept(app)
    assert [one.count("key", 60, NOW)[0] for _ in range(3)] == [1, 2, 3]
    assert one.count("other", 60, NOW) == (1, 60)


# --- what is kept -------------------------------------------------------------------------------------------


def test_no_secret_lies_in_the_store(app, tmp_path):
    client = app.test_client()
    sign_in(client, "ann")
    cookie = client.get_cookie("sandtable").value
    with sqlite3.connect(tmp_path / "campaigns.db") as db:
        dumped = "\n".join(db.iterdump())
    assert cookie not in dumped
    assert PASSWORD not in dumped
    assert tokens.digest(cookie) in dumped
    assert "scrypt$" in dumped


def test_passwords_are_salted_and_cost_what_they_say(monkeypatch):
    cheap = passwords.Cost(log_n=4)
    one, two = passwords.hashed(PASSWORD, cheap), passwords.hashed(PASSWORD, cheap)
    assert one != two
    assert passwords.matches(PASSWORD, one)
    assert not passwords.matches(PASSWORD + "x", one)
    assert passwords.hashed(PASSWORD).startswith("scrypt$15$8$1$")


@pytest.mark.parametrize("password", ["", "short", "x" * 201, "Charlotte", "ettolrahc"])
def test_poor_passwords_are_refused(password):
    with pytest.raises(passwords.BadRequest):
        passwords.check_new(password, "Charlotte")


def test_the_audit_tells_who_signed_in_and_who_failed(app):
    client = app.test_client()
    sign_in(client, "ann", "wrong wrong")
    sign_in(client, "ann")
    assert [(line.name, line.what) for line in kept(app).audit()] == [("ann", "signed in"), ("", "failed to sign in")]
