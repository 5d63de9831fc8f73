"""The host's page of everybody: new passwords by a link, accounts taken away, and who may do so."""

import re

import pytest

from campaign.store.people import People
from campaign.store.signins import SignIns
from tests.people.helpers import NOW, club_app, link_in, send, signed_in, with_password
from webui.door import passwords


@pytest.fixture
def app(tmp_path, monkeypatch):
    monkeypatch.setattr(passwords, "COST", passwords.Cost(log_n=4))
    made = club_app(tmp_path)
    for name in ("host", "ann", "bob"):
        with_password(made, name)
    return made


@pytest.fixture
def people(app):
    return People(app.extensions["sandtable"].store.log)


def names_on(page):
    return [name for name in ("ann", "bob", "cyd", "host", "olga", "oscar", "sid", "sue", "umpire")
            if re.search(rf"\b{name}\b", re.sub(r"<[^>]*>", " ", page))]  # fmt: skip


def audited(app):
    lines = SignIns(app.extensions["sandtable"].store.log).audit()
    return [(one.name, one.what, one.campaign, one.detail, one.at) for one in lines]


def test_everybody_is_on_the_page_of_the_host_and_of_nobody_else(app):
    assert len(names_on(signed_in(app, "host").get("/people").text)) == 9
    others = {name: signed_in(app, name).get("/people").status_code for name in ("umpire", "ann", "sid", "olga", "")}
    assert others == {"umpire": 404, "ann": 404, "sid": 404, "olga": 404, "": 401}


def test_a_link_to_a_new_password_ends_the_old_one_of_that_person_alone(app, people):
    ann = people.named("ann")
    answer = send(signed_in(app, "host"), "/people/reset", person=ann.id)
    assert (answer.status_code, "It sets a new password, once, within two days" in answer.text) == (200, True)
    assert link_in(answer)
    assert (people.password_of("ann")[1], bool(people.password_of("bob")[1])) == ("", True)
    (link,) = people.links()
    assert (link.kind, link.person) == ("reset", ann.id)
    assert audited(app)[0] == ("host", "reset a password", "", "ann", NOW.isoformat(timespec="milliseconds"))


def test_an_account_is_taken_away_with_all_that_it_holds(app, people):
    bob = people.named("bob")
    answer = send(signed_in(app, "host"), "/people/remove", person=bob.id)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/people")
    assert people.person(bob.id) is None
    assert people.appointments(person=bob.id) == ()
    assert [one.name for one in people.persons()] == ["ann", "cyd", "host", "olga", "oscar", "sid", "sue", "umpire"]
    assert audited(app)[0][:4] == ("host", "removed an account", "", "bob")


@pytest.mark.parametrize("what", ["reset", "remove"])
def test_who_runs_the_server_is_reset_and_removed_at_its_command_line_alone(app, people, what):
    host = people.named("host")
    before = people.password_of("host")
    answer = send(signed_in(app, "host"), f"/people/{what}", person=host.id)
    assert answer.status_code == 409
    assert "Host runs this server." in answer.text
    assert f"At its command line: sandtable people {what}." in answer.text
    assert (people.password_of("host"), people.person(host.id), people.links()) == (before, host, ())


@pytest.mark.parametrize("what", ["reset", "remove"])
@pytest.mark.parametrize(("who", "status"), [("umpire", 404), ("ann", 404), ("", 401)])
def test_nobody_else_takes_passwords_or_accounts_away(app, people, what, who, status):
    bob = people.named("bob")
    before = people.password_of("bob")
    assert send(signed_in(app, who), f"/people/{what}", person=bob.id).status_code == status
    assert (people.password_of("bob"), people.links()) == (before, ())
    assert send(signed_in(app, "host"), f"/people/{what}", person="nobody").status_code == 404
