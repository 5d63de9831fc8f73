"""What the umpire hides the enemy does not see, what he reveals he sees, and a new unit is there for its own side."""

from __future__ import annotations

import pytest

from campaign.model.notation import parse_order
from tests.people.helpers import club_app, signed_in

FAR, NEAR = "XYZZY/9", "II/3"


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


def rule(app, words):
    session = app.extensions["sandtable"].store.session("toy")
    return session.submit(parse_order(f'rule {words} because "a report"', session.hexmap, session.state))


def seen(app, person, viewer):
    """Give the enemies that somebody sees on his map: hex and kind."""
    view = signed_in(app, person).get(f"/c/toy/{viewer}/view.json").json
    number = app.extensions["sandtable"].store.session("toy").hexmap.number
    return {(number(one["hex"]), one["side"]) for one in view["stands"]}


def test_what_nobody_saw_is_seen_once_it_is_revealed_and_not_after_it_is_taken_back(app):
    assert ("1101", "ge") not in seen(app, "ann", "us-1")
    rule(app, f"stand={FAR} veil=revealed")
    for person, viewer in (("ann", "us-1"), ("bob", "us-2"), ("sid", "us")):
        assert ("1101", "ge") in seen(app, person, viewer)
    page = signed_in(app, "cyd").get("/c/toy/ge/view.json").text + signed_in(app, "cyd").get("/c/toy/ge/log.json").text
    assert "reveal" not in page
    assert "veil" not in page
    rule(app, f"stand={FAR} veil=rules")
    assert ("1101", "ge") not in seen(app, "ann", "us-1")


def test_who_is_hidden_is_lost_from_sight_unless_in_contact(app):
    assert ("0605", "ge") in seen(app, "sid", "us"), "the rules show it"
    rule(app, "stand=I/26 veil=hidden")
    assert ("0605", "ge") not in seen(app, "sid", "us")
    assert ("0605", "ge") in seen(app, "cyd", "ge")
    rule(app, "stand=I/26 hex=0404")
    assert ("0404", "ge") not in seen(app, "sid", "us"), "it goes on unseen"


def test_a_new_unit_is_its_own_sides_and_the_enemy_sees_of_it_what_he_sees(app):
    rule(app, 'new=KG1 like=II/3 name="Kampfgruppe Quark" hex=1102')
    own = signed_in(app, "cyd").get("/c/toy/ge/view.json").text
    assert "KG1" in own
    for person, viewer in (("ann", "us-1"), ("sid", "us")):
        client = signed_in(app, person)
        assert "KG1" not in client.get(f"/c/toy/{viewer}/view.json").text
        assert "Quark" not in client.get(f"/c/toy/{viewer}/log.json").text
