"""People beside the log: accounts, seats, links, sessions, attempts, the audit."""

import datetime as dt

import pytest
from sqlalchemy import select

from campaign.model.people import Appointment, Invite, Visitor
from campaign.store.eventlog import EventLog
from campaign.store.people import NameTaken, NoSuchPerson, People, SeatTaken, Spent, people_mark, stamp
from campaign.store.peopletables import ATTEMPT
from campaign.store.signins import SESSION_DAYS, SignIns

NOW = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)
DAY, HOUR, SECOND = dt.timedelta(days=1), dt.timedelta(hours=1), dt.timedelta(seconds=1)


@pytest.fixture
def log(tmp_path):
    made = EventLog(tmp_path / "people.db")
    yield made
    made.close()


@pytest.fixture
def people(log):
    return People(log)


@pytest.fixture
def signins(log):
    return SignIns(log)


def seat(person, role, key, campaign="toy", delay=0):
    return Appointment("", person.id, campaign, role, key, delay)


def link(kind="join", person="", *, campaign="toy", days=14, role="observer", key="us", delay=2):
    return Invite("", kind, campaign, role, key, delay, person, stamp(NOW), stamp(NOW + days * DAY), note="for Dora")


# --- persons ------------------------------------------------------------------------------------------------------


def test_somebody_is_found_by_his_name_in_any_case_and_spacing(people):
    ann = people.add("  Ann   of Elsenborn ", NOW, password="hash")
    assert (ann.name, ann.is_host, ann.has_password, ann.made) == ("Ann of Elsenborn", False, True, stamp(NOW))
    assert people.named("ANN OF  ELSENBORN") == people.person(ann.id) == ann
    assert people.password_of("ann of elsenborn") == (ann, "hash")
    assert people.password_of("nobody") == (None, "")
    assert people.person("nobody") is None
    with pytest.raises(NoSuchPerson, match="nobody called 'bob'"):
        people.named("bob")
    with pytest.raises(NameTaken, match="somebody is called 'ann  OF elsenborn' already"):
        people.add("ann  OF elsenborn", NOW)


def test_everybody_is_listed_by_name_whoever_came_first(people):
    for name in ("cyd", "Ann", "bob"):
        people.add(name, NOW)
    assert [one.name for one in people.persons()] == ["Ann", "bob", "cyd"]


def test_a_host_without_a_password_cannot_run_the_server_yet(people):
    people.add("ann", NOW, password="hash")
    host = people.add("host", NOW, is_host=True)
    assert not people.has_host()
    people.set_password(host.id, "another")
    assert people.has_host()
    assert people.password_of("host") == (people.named("host"), "another")
    assert people.named("host").has_password
    people.remove(host.id, NOW)
    assert not people.has_host()


def test_who_looks_at_people_sees_that_they_were_written(people):
    marks = [people_mark()]
    ann = people.add("ann", NOW)
    marks.append(people_mark())
    people.set_password(ann.id, "hash")
    marks.append(people_mark())
    people.invite(link("reset", ann.id), "R")
    people.reset("R", NOW, "another")
    marks.append(people_mark())
    people.remove(ann.id, NOW)
    marks.append(people_mark())
    assert len({id(mark) for mark in marks}) == 5
    assert people_mark() is marks[-1]


def test_who_is_removed_loses_everything_and_his_name_may_be_used_again(people, signins):
    ann, bob = people.add("ann", NOW, password="hash"), people.add("bob", NOW)
    people.appoint(seat(ann, "command", "us-1"), NOW)
    people.appoint(seat(bob, "command", "us-2"), NOW)
    for one, secret in ((ann, "A"), (bob, "B")):
        people.invite(link("seat", one.id), secret)
        signins.begin(f"token {secret}", one.id, NOW)
    people.remove(ann.id, NOW + HOUR)
    assert [one.name for one in people.persons()] == ["bob"]
    assert people.person(ann.id) is None
    assert people.password_of("ann") == (None, "")
    assert [one.person for one in people.appointments(campaign="toy")] == [bob.id]
    assert [one.until for one in people.appointments(person=ann.id, ended=True)] == [stamp(NOW + HOUR)]
    assert [one.person for one in people.links()] == [bob.id]
    assert not signins.visitor("token A", NOW).is_known
    assert signins.visitor("token B", NOW).is_known
    assert people.add("ann", NOW).id != ann.id


def test_a_new_password_ends_sessions_and_links_of_that_person_alone(people, signins):
    ann, bob = people.add("ann", NOW, password="hash"), people.add("bob", NOW, password="his")
    for one, secret in ((ann, "A"), (bob, "B")):
        people.invite(link("seat", one.id), secret)
        signins.begin(f"token {secret}", one.id, NOW)
    people.set_password(ann.id, "new")
    assert (signins.visitor("token A", NOW).is_known, signins.visitor("token B", NOW).is_known) == (False, True)
    assert [one.person for one in people.links()] == [bob.id]
    assert people.password_of("bob")[1] == "his"


# --- seats --------------------------------------------------------------------------------------------------------


def test_a_side_or_command_has_one_holder_and_other_roles_have_many(people):
    ann, bob = people.add("ann", NOW), people.add("bob", NOW)
    held = people.appoint(seat(ann, "command", "us-1"), NOW)
    assert held[1:] == (ann.id, "toy", "command", "us-1", 0, stamp(NOW), "", "")
    asked_again = people.appoint(seat(ann, "command", "us-1"), NOW + HOUR)
    assert asked_again.id == held.id
    with pytest.raises(SeatTaken, match=r"ann is commander of us-1 already.*substitute of us-1"):
        people.appoint(seat(bob, "command", "us-1"), NOW)
    people.appoint(seat(bob, "command", "us-1", campaign="other"), NOW)
    people.appoint(seat(bob, "side", "us-1"), NOW)
    for role in ("substitute", "observer", "umpire"):
        assert [people.appoint(seat(one, role, "us-1"), NOW).person for one in (ann, bob)] == [ann.id, bob.id]
    assert people.appoint(seat(bob, "command", "us-2"), NOW).key == "us-2"


def test_seats_are_listed_by_campaign_and_person_oldest_first(people):
    ann, bob = people.add("ann", NOW), people.add("bob", NOW)
    second = people.appoint(seat(ann, "observer", "us"), NOW + HOUR)
    first = people.appoint(seat(bob, "observer", "us"), NOW)
    other = people.appoint(seat(ann, "umpire", "umpire", campaign="other"), NOW)
    found = people.appointments(campaign="toy")
    assert [(one.id, one.name) for one in found] == [(first.id, "bob"), (second.id, "ann")]
    assert [one.id for one in people.appointments(person=ann.id)] == [other.id, second.id]
    assert [one.id for one in people.appointments(campaign="toy", person=ann.id)] == [second.id]
    assert len(people.appointments()) == 3


def test_a_seat_is_taken_away_in_its_own_campaign_only_and_can_be_given_again(people):
    ann, bob = people.add("ann", NOW), people.add("bob", NOW)
    held = people.appoint(seat(ann, "command", "us-1"), NOW)
    people.appoint(seat(ann, "observer", "us"), NOW)
    assert people.end(held.id, "other", NOW) is None
    assert len(people.appointments(campaign="toy")) == 2
    assert people.end(held.id, "toy", NOW + DAY)._replace(name="") == held
    assert people.end(held.id, "toy", NOW + DAY) is None, "it has ended"
    assert [one.role for one in people.appointments(campaign="toy")] == ["observer"]
    ended = people.appointments(campaign="toy", ended=True)
    assert {one.role: one.until for one in ended} == {"command": stamp(NOW + DAY), "observer": ""}
    people.appoint(seat(bob, "command", "us-1"), NOW + DAY)


def test_only_an_observer_of_the_campaign_is_made_later(people):
    ann = people.add("ann", NOW)
    looks = people.appoint(seat(ann, "observer", "us", delay=2), NOW)
    leads = people.appoint(seat(ann, "command", "us-1"), NOW)
    assert people.set_delay(looks.id, "toy", 5)
    assert not people.set_delay(leads.id, "toy", 5)
    assert not people.set_delay(looks.id, "other", 1)
    assert {one.role: one.delay for one in people.appointments()} == {"observer": 5, "command": 0}


def test_whoever_runs_the_server_is_umpire_where_nobody_else_is(people):
    host, ann = people.add("host", NOW, is_host=True), people.add("ann", NOW)
    people.add("second", NOW, is_host=True)
    people.appoint(seat(ann, "command", "us-1"), NOW)
    people.appoint(seat(ann, "umpire", "umpire", campaign="other"), NOW)
    found = people.hosts_as_umpires("toy")
    assert [(one.name, one.campaign, one.role, one.key) for one in found] == [
        ("host", "toy", "umpire", "umpire"), ("second", "toy", "umpire", "umpire"),
    ]  # fmt: skip
    assert found[0].person == host.id
    assert people.hosts_as_umpires("other") == ()


def test_a_game_that_comes_of_a_campaign_has_its_umpires_alone(people):
    ann, bob, cyd = (people.add(name, NOW) for name in ("ann", "bob", "cyd"))
    people.appoint(seat(ann, "umpire", "umpire"), NOW)
    gone = people.appoint(seat(bob, "umpire", "umpire"), NOW)
    people.appoint(seat(cyd, "command", "us-1"), NOW)
    people.appoint(seat(cyd, "umpire", "umpire", campaign="other"), NOW)
    people.end(gone.id, "toy", NOW)
    people.lend_umpires("toy", "game", NOW + HOUR)
    (held,) = people.appointments(campaign="game")
    assert (held.person, held.role, held.key, held.since) == (ann.id, "umpire", "umpire", stamp(NOW + HOUR))
    assert len(people.appointments(campaign="toy")) == 2, "and they keep what they have"


@pytest.mark.parametrize(
    ("role", "key", "delay", "words"),
    [
        ("umpire", "umpire", 3, "umpire"),
        ("side", "us", 0, "commander of the side us"),
        ("command", "us-1", 0, "commander of us-1"),
        ("substitute", "us-1", 0, "substitute of us-1"),
        ("observer", "us", 1, "observer of us, 1 turn late"),
        ("observer", "umpire", 2, "observer of both sides, 2 turns late"),
        ("observer", "observer", 0, "observer of what is public"),
    ],
)
def test_a_seat_and_a_link_to_it_say_in_words_what_they_are(role, key, delay, words):
    assert Appointment("", "p", "toy", role, key, delay).words == words
    assert link(role=role, key=key, delay=delay).words == words


# --- links --------------------------------------------------------------------------------------------------------


def test_an_invitation_is_taken_up_once_before_it_is_too_old(people):
    made = people.invite(link(), "S")
    assert made.id
    assert people.link("S", NOW) == made
    assert (made.note, people.links("toy")) == ("for Dora", (made,))
    with pytest.raises(Spent):
        people.link("S", NOW + 14 * DAY)
    assert people.link("S", NOW + 14 * DAY - SECOND) == made
    with pytest.raises(Spent):
        people.link("another", NOW)
    dora = people.join("S", NOW, name="Dora", password="hash")
    assert (dora.name, dora.is_host, dora.has_password) == ("Dora", False, True)
    (held,) = people.appointments(person=dora.id)
    assert (held.campaign, held.role, held.key, held.delay) == ("toy", "observer", "us", 2)
    for again in (lambda: people.link("S", NOW), lambda: people.join("S", NOW, name="Emil")):
        with pytest.raises(Spent):
            again()
    assert people.links() == ()


def test_who_is_here_already_takes_an_invitation_up_under_his_own_name(people):
    ann = people.add("ann", NOW)
    people.invite(link(role="command", key="us-1"), "S")
    assert people.join("S", NOW, person=ann.id, name="not this") == ann
    assert [one.name for one in people.persons()] == ["ann"]


def test_an_invitation_that_comes_to_nothing_stays_as_it_was(people):
    ann = people.add("ann", NOW)
    people.appoint(seat(ann, "command", "us-1"), NOW)
    people.invite(link(role="command", key="us-1"), "S")
    with pytest.raises(SeatTaken):
        people.join("S", NOW, name="Dora")
    people.invite(link(), "T")
    with pytest.raises(NameTaken):
        people.join("T", NOW, name="ANN")
    assert [one.name for one in people.persons()] == ["ann"]
    assert len(people.links()) == 2
    assert people.join("T", NOW, name="Dora").name == "Dora"


def test_a_link_opens_only_what_it_is_for(people):
    ann = people.add("ann", NOW, password="old")
    people.invite(link("seat", ann.id), "seat")
    people.invite(link("reset", ann.id), "reset")
    people.invite(link(), "join")
    for wrong in (
        lambda: people.reset("seat", NOW, "new"), lambda: people.reset("join", NOW, "new"),
        lambda: people.join("seat", NOW, name="x"), lambda: people.join("reset", NOW, name="x"),
        lambda: people.reset("reset", NOW + 15 * DAY, "new"),
    ):  # fmt: skip
        with pytest.raises(Spent):
            wrong()
    assert people.password_of("ann")[1] == "old"
    assert people.reset("reset", NOW, "new").id == ann.id
    assert people.password_of("ann")[1] == "new"
    with pytest.raises(Spent):
        people.reset("reset", NOW, "third")


def test_a_person_has_one_link_of_a_kind_and_new_people_have_one_each(people):
    ann, bob = people.add("ann", NOW), people.add("bob", NOW)
    for secret, asked in {
        "1": link("seat", ann.id), "2": link("reset", ann.id), "3": link("seat", bob.id), "4": link(), "5": link(),
        "6": link("seat", ann.id),
    }.items():  # fmt: skip
        people.invite(asked, secret)
    alive = [secret for secret in "123456" if _opens(people, secret)]
    assert alive == ["2", "3", "4", "5", "6"]


def _opens(people, secret):
    try:
        people.link(secret, NOW)
    except Spent:
        return False
    return True


def test_a_link_is_taken_back_in_its_own_campaign_only(people):
    mine, other = people.invite(link(), "S"), people.invite(link(campaign="other"), "T")
    assert people.links("toy") == (mine,)
    assert set(people.links()) == {mine, other}
    assert not people.revoke(mine.id, "other")
    assert people.revoke(mine.id, "toy")
    assert not people.revoke(mine.id, "toy")
    assert people.revoke(other.id)
    assert people.links() == ()


# --- sessions -----------------------------------------------------------------------------------------------------


def test_a_visitor_is_known_for_thirty_days_from_his_last_visit(people, signins):
    ann = people.add("ann", NOW, password="hash")
    signins.begin("token", ann.id, NOW)
    assert signins.visitor("token", NOW).person == ann
    assert signins.visitor("other", NOW) == Visitor()
    end = NOW + SESSION_DAYS * DAY
    assert not signins.visitor("token", end).is_known
    assert signins.visitor("token", end - SECOND).is_known, "and now he was here again"
    assert signins.visitor("token", end + 29 * DAY).is_known


def test_a_visit_within_the_hour_writes_nothing(people, signins):
    ann = people.add("ann", NOW)
    signins.begin("token", ann.id, NOW)
    signins.visitor("token", NOW + HOUR)
    assert not signins.visitor("token", NOW + SESSION_DAYS * DAY).is_known
    signins.visitor("token", NOW + HOUR + SECOND)
    assert signins.visitor("token", NOW + SESSION_DAYS * DAY).is_known


def test_who_signs_in_clears_sessions_that_nobody_came_back_to(people, signins):
    ann = people.add("ann", NOW)
    signins.begin("old", ann.id, NOW)
    signins.begin("new", ann.id, NOW + (SESSION_DAYS + 1) * DAY)
    assert not signins.visitor("old", NOW).is_known, "even if the clock is set back"
    assert signins.visitor("new", NOW + (SESSION_DAYS + 1) * DAY).is_known


def test_a_link_opens_no_umpires_page(people, signins):
    host = people.add("host", NOW, is_host=True)
    for role, key in (("umpire", "umpire"), ("command", "us-1")):
        people.appoint(seat(host, role, key), NOW)
    signins.begin("password", host.id, NOW)
    signins.begin("link", host.id, NOW, by_link=True)
    whole, less = signins.visitor("password", NOW), signins.visitor("link", NOW)
    assert (whole.is_host, {one.role for one in whole.appointments}) == (True, {"umpire", "command"})
    assert (less.is_host, {one.role for one in less.appointments}) == (False, {"command"})
    assert {one.name for one in whole.appointments} == {"host"}


def test_a_seat_that_ended_opens_nothing(people, signins):
    ann = people.add("ann", NOW)
    held = people.appoint(seat(ann, "command", "us-1"), NOW)
    people.appoint(seat(people.add("bob", NOW), "command", "us-2"), NOW)
    signins.begin("token", ann.id, NOW)
    assert [one.id for one in signins.visitor("token", NOW).appointments] == [held.id]
    people.end(held.id, "toy", NOW)
    assert signins.visitor("token", NOW).appointments == ()


def test_signing_out_here_or_everywhere(people, signins):
    ann, bob = people.add("ann", NOW), people.add("bob", NOW)
    for token, one in (("a1", ann), ("a2", ann), ("a3", ann), ("b", bob)):
        signins.begin(token, one.id, NOW)
    signins.end("a1")
    assert [signins.visitor(token, NOW).is_known for token in ("a1", "a2", "a3", "b")] == [False, True, True, True]
    signins.end_all(ann.id)
    assert [signins.visitor(token, NOW).is_known for token in ("a2", "a3", "b")] == [False, False, True]


# --- attempts, audit ----------------------------------------------------------------------------------------------


def test_attempts_are_counted_by_key_and_span_and_say_what_is_left_of_it(signins):
    begun = dt.datetime.fromtimestamp(600, dt.UTC)
    assert signins.count("ann", 60, begun) == (1, 60)
    assert signins.count("ann", 60, begun + 59 * SECOND) == (2, 1)
    assert signins.count("bob", 60, begun) == (1, 60)
    assert signins.count("ann", 600, begun) == (1, 600), "another span counts by itself"
    assert signins.count("ann", 60, begun + 60 * SECOND) == (1, 60)


def test_attempts_of_spans_that_are_over_are_kept_no_longer(signins, log):
    def kept():
        with log.transaction() as db:
            return sorted(db.execute(select(ATTEMPT.c.key)).scalars())

    signins.count("ann", 60, NOW)
    signins.count("bob", 600, NOW)
    assert kept() == ["60/ann", "600/bob"]
    signins.count("cid", 60, NOW + 70 * SECOND)
    assert kept() == ["60/cid", "600/bob"], "the first in its span looks for those that are over"


def test_what_was_counted_is_forgotten_for_that_key_alone(signins):
    for key in ("a_b", "axb", "a%b", "a!b"):
        signins.count(key, 60, NOW)
    for key in ("a_b", "a%b", "a!b"):
        signins.forget(key)
    assert [signins.count(key, 60, NOW)[0] for key in ("a_b", "axb", "a%b", "a!b")] == [1, 2, 1, 1]


def test_the_audit_lists_the_newest_first_by_campaign_and_by_pages(people, signins):
    ann = people.add("ann", NOW)
    signins.note(Visitor(ann), "signed in", NOW)
    signins.note(Visitor(is_local=True), "closed a turn", NOW + HOUR, campaign="toy", detail="1.1")
    signins.note(Visitor(), "guessed", NOW + DAY, campaign="other", detail="x" * 900)
    lines = signins.audit()
    assert [(one.person, one.name, one.what, one.campaign) for one in lines] == [
        ("", "", "guessed", "other"), ("", "umpire", "closed a turn", "toy"), (ann.id, "ann", "signed in", ""),
    ]  # fmt: skip
    assert [one.at for one in lines] == [stamp(NOW + DAY), stamp(NOW + HOUR), stamp(NOW)]
    assert (len(lines[0].detail), lines[1].detail) == (500, "1.1")
    assert signins.audit(campaign="toy") == (lines[1],)
    assert signins.audit(most=1) == (lines[0],)
    assert signins.audit(before=lines[0].number) == lines[1:]
