"""Observers are late: whatever they are sent is that of the turn so many turns ago, in every header and feed."""

import pytest

from campaign.model.verbs.clock import EndPhase
from campaign.store.people import People
from tests.people.helpers import NOW, club_app, send, signed_in
from webui.desk.moments import late_seq, moments, words_of

GETS = (
    "view.json", "first.json", "version.json", "oob.json", "log.json", "zones.json", "supplies.json", "missions.json",
    "network.json",
    "plans.json",
    "contacts.json", "export/contacts.csv",
    "side_orders.json", "hex.json?hex=0403", "unit.json?stand=1/110", "export/log.txt", "export/view.json",
    "export/oob.csv", "export/report.html", "export/plan.svg", "", "readings",
)  # fmt: skip


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


def session_of(app):
    return app.extensions["sandtable"].store.session("toy")


def play(app, turns):
    """End phases until so many turns have passed; give the log entries that began a turn."""
    session, begun = session_of(app), []
    while len(begun) < turns:
        clock = session.state.clock
        session.submit(EndPhase())
        now = session.state.clock
        if (now.day, now.turn, now.night) != (clock.day, clock.turn, clock.night):
            begun.append(session.seq)
    return begun


def asked(client, viewer):
    return {url: client.get(f"/c/toy/{viewer}/{url}") for url in GETS}


def test_an_observer_sees_the_turn_so_many_turns_ago(app):
    _, second, third, _last = begun = play(app, 4)
    session = session_of(app)
    assert late_seq(session, 0) == begun[-1]
    assert late_seq(session, 1) == third
    assert late_seq(session, 2) == second
    assert late_seq(session, 99) == 1
    for name, viewer, seq in (("oscar", "us", second), ("olga", "umpire", third)):
        view = signed_in(app, name).get(f"/c/toy/{viewer}/view.json").get_json()
        clock = words_of(session.as_of(seq).state.clock, session.ruleset.tables)
        assert {word: view["clock"][word] for word in clock} == clock, name
        assert not view["live"]
        assert not view["may_order"]
        assert len(view["moments"]) == len([one for one in moments(session) if one.seq <= seq])
        seats = signed_in(app, name).get("/seats").text
        assert f"day {clock['day']}, {clock['turn']}, {clock['phase']}" in seats


@pytest.mark.parametrize(("name", "viewer"), [("oscar", "us"), ("olga", "umpire")])
def test_what_happens_later_changes_nothing_that_an_observer_is_sent(app, name, viewer):
    """Non-interference in time: whatever is ordered in the turns that he does not know yet, he is answered the same."""
    play(app, 3)
    client = signed_in(app, name)
    before = asked(client, viewer)
    events = next(client.get(f"/c/toy/{viewer}/events", buffered=False).response)
    umpire = signed_in(app, "umpire")
    seq = session_of(app).seq
    for number, line in enumerate(('rule stand=II/3 losses=1 because "Quasimodo was shelled"', "seat us person")):
        sent = {"command_id": f"later-{number}-abc", "seq": seq + number, "notation": line}
        assert umpire.post("/c/toy/umpire/orders", json=sent).status_code == 200, line
    session_of(app).submit(EndPhase())
    session_of(app).undo(why="a slip")
    after = asked(client, viewer)
    for url, answer in before.items():
        assert answer.status_code == 200, url
        assert after[url].data == answer.data, url
        assert dict(after[url].headers) == dict(answer.headers), url
    assert next(client.get(f"/c/toy/{viewer}/events", buffered=False).response) == events
    # The test can fail: who is not late sees it.
    assert "Quasimodo" in umpire.get("/c/toy/umpire/log.json").text


def test_moments_that_an_observer_does_not_know_are_not_there(app):
    play(app, 4)
    for name, viewer in (("oscar", "us"), ("olga", "umpire")):
        client = signed_in(app, name)
        last = client.get(f"/c/toy/{viewer}/view.json").get_json()["moments"][-1]["at"]
        assert client.get(f"/c/toy/{viewer}/view.json?at={last}").status_code == 200
        answers = [client.get(f"/c/toy/{viewer}/view.json?at={at}") for at in (last + 9, 10**6)]
        assert {answer.status_code for answer in answers} == {404}
        # What is said tells no more than the list does.
        assert f"they run from 1 to {last}" in answers[0].text


def test_nobody_who_looks_at_all_is_told_the_seed(app):
    for name in ("olga", "umpire"):
        for url in GETS:
            assert b"secret-seed" not in signed_in(app, name).get(f"/c/toy/umpire/{url}").data, (name, url)


def test_the_umpire_sets_the_delay(app):
    play(app, 4)
    people = People(app.extensions["sandtable"].store.log)
    (seat,) = people.appointments(person=people.named("oscar").id)
    client, umpire = signed_in(app, "oscar"), signed_in(app, "umpire")
    late = client.get("/c/toy/us/version.json").get_json()
    assert send(umpire, "/c/toy/umpire/people/delay", id=seat.id, delay="0").status_code == 303
    assert client.get("/c/toy/us/version.json").get_json() == umpire.get("/c/toy/us/version.json").get_json() != late
    assert send(signed_in(app, "ann"), "/c/other/umpire/people/delay", id=seat.id, delay="3").status_code == 404
    assert people.appointments(person=people.named("oscar").id)[0].delay == 0


def test_who_plays_and_observes_is_not_late(app):
    from campaign.model.people import Appointment

    play(app, 3)
    people = People(app.extensions["sandtable"].store.log)
    people.appoint(Appointment("", people.named("cyd").id, "toy", "observer", "ge", 3), NOW)
    assert signed_in(app, "cyd").get("/c/toy/ge/view.json").get_json()["live"]


@pytest.mark.parametrize(("name", "viewer", "late"), [
    ("oscar", "us", "2"), ("olga", "umpire", "1"), ("umpire", "umpire", ""), ("ann", "us-1", ""),
])  # fmt: skip
def test_the_page_of_who_is_late_says_how_late(app, name, viewer, late):
    assert f'data-late="{late}"' in signed_in(app, name).get(f"/c/toy/{viewer}/").text
