"""Who holds several commands has one page; a side's commander writes for those with no holder; observers only look."""

from __future__ import annotations

import re

import pytest

from campaign.model.people import Appointment
from campaign.store.people import People
from campaign.store.sheets import Sheets
from tests.people.helpers import NOW, club_app, send, signed_in


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


def people_of(app):
    return People(app.extensions["sandtable"].store.log)


def free(app, *names):
    """Take the seats of somebody away."""
    people = people_of(app)
    for name in names:
        for held in people.appointments(person=people.named(name).id):
            people.end(held.id, held.campaign, NOW)


def sheets(app):
    kept = Sheets(app.extensions["sandtable"].store.log).sheets("toy", "1.1")
    return {key: (one.state, one.text) for key, one in kept.items() if one.version}


def fields(page, command):
    section = page.split(f'id="{command}"')[1].split("</section>")[0]
    return dict(re.findall(r'name="(token|send_id|turn|version|back)" value="([^"]*)"', section))


def test_a_sides_commander_writes_the_sheets_of_commands_that_nobody_holds(app):
    free(app, "bob", "sue")
    sid = signed_in(app, "sid")
    assert sid.get("/c/toy/us/day").headers["Location"] == "/c/toy/day"
    page = sid.get("/c/toy/day").text
    assert "14th Cavalry" in page
    assert 'id="us-1"' not in page, "Ann holds it"
    assert "0 of 1 sheets sealed" in page
    done = send(sid, "/c/toy/us-2/day", do="seal", text="18Cav to 0207", **fields(page, "us-2"))
    assert done.headers["Location"] == "/c/toy/day#us-2"
    assert sheets(app) == {"us-2": ("sealed", "18Cav to 0207")}
    assert "1 of 1 sheets sealed" in sid.get("/c/toy/day").text


def test_what_another_holds_or_the_enemy_has_he_does_not_write(app):
    sid = signed_in(app, "sid")
    for command in ("us-1", "us-2", "ge"):
        assert sid.get(f"/c/toy/{command}/day").status_code == 404
        answer = send(sid, f"/c/toy/{command}/day", do="seal", text="x", send_id="send-1234", turn="1.1", version="0")
        assert answer.status_code == 404
    assert sheets(app) == {}
    page = sid.get("/c/toy/day").text
    assert "you see what they see, and write no sheets" in page
    assert re.search(r"28th Division</a>, ann: nothing yet", page)
    assert "26. Volks" not in page


def test_once_somebody_takes_the_command_over_it_is_his_alone(app):
    free(app, "bob", "sue")
    sid, people = signed_in(app, "sid"), people_of(app)
    assert sid.get("/c/toy/us-2/day").status_code == 200
    people.appoint(Appointment("", people.named("bob").id, "toy", "command", "us-2"), NOW)
    assert sid.get("/c/toy/us-2/day").status_code == 404


def test_who_holds_two_commands_has_both_sheets_on_one_page(app):
    people = people_of(app)
    people.appoint(Appointment("", people.named("ann").id, "toy", "substitute", "us-2"), NOW)
    ann = signed_in(app, "ann")
    assert 'href="/c/toy/day"' in ann.get("/seats").text
    page = ann.get("/c/toy/day").text
    assert page.index('id="us-1"') < page.index('id="us-2"')
    send(ann, "/c/toy/us-1/day", do="save", text="1/110 to nowhere", **fields(page, "us-1"))
    after = ann.get("/c/toy/day").text
    assert "1/110 to nowhere" in after
    assert re.search(r"<details open><summary>What becomes of each line", after), "a line in doubt is shown at once"
    assert sheets(app) == {"us-1": ("draft", "1/110 to nowhere")}


def test_others_have_no_such_page_and_the_umpire_goes_to_the_closing(app):
    for name in ("oscar", "olga"):
        assert signed_in(app, name).get("/c/toy/day").status_code == 404
    assert signed_in(app, "umpire").get("/c/toy/day").headers["Location"] == "/c/toy/umpire/closing"
    assert signed_in(app).get("/c/toy/day", headers={"Accept": "text/html"}).headers["Location"].startswith("/sign-in")


@pytest.mark.parametrize("late", [0, 1])
def test_an_observer_of_both_sides_is_offered_nothing_that_is_the_umpires(app, late):
    people = people_of(app)
    held = next(one for one in people.appointments(campaign="toy") if one.name == "olga")
    people.set_delay(held.id, "toy", late)
    olga, umpire = signed_in(app, "olga"), signed_in(app, "umpire")
    page, his = (client.get("/c/toy/umpire/").text for client in (olga, umpire))
    for control in ('id="next"', 'id="undo"', 'id="notation-form"', 'href="day"', 'href="people"', "data-judges"):
        assert control in his
        assert control not in page
    assert olga.get("/c/toy/umpire/view.json").json["may_order"] is False
    assert umpire.get("/c/toy/umpire/view.json").json["may_order"] is True
    asked = ("whatif.json", "matters.json", "day", "closing", "people", "keeping")
    assert {olga.get(f"/c/toy/umpire/{name}").status_code for name in asked} == {404}
