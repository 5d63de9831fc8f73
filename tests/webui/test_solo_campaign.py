"""One side of the shipped campaign, begun on the start page, is played by a person: deployed, and its first day."""

from __future__ import annotations

import re

import pytest

from campaign.model.viewer import UMPIRE
from tests.webui.fighting import Table
from tests.webui.soloplay import Person
from webui import create_app

MOST_PHASES, FEW = 20, 3


@pytest.fixture(params=["us", "german"])
def person(request, store, monkeypatch):
    """Begin the campaign from the form, on the map that the store has already; land on the side's page."""
    side, hexmap = request.param, store.session("ardennes").hexmap
    monkeypatch.setattr("scenarios.handing.beside.build", lambda *_args, **_more: hexmap)
    client = create_app(store).test_client()
    token = re.search(r'name="token" value="([^"]+)"', client.get("/").text)[1]
    form = {"scenario": "ardennes_1944", "campaign": "alone", "solo": side, "deploy": "1", "token": token}
    answer = client.post("/new", data=form)
    assert (answer.status_code, answer.location) == (303, f"/c/alone/{side}/")
    return Person(Table(store, "alone"), side)


def deployable(person):
    """Find a stand that may be set up elsewhere, and the offers."""
    for stand in person.get("view.json")["stands"]:
        if stand["side"] == person.side:
            listed = person.get("orders.json", stand=stand["id"])["orders"]
            offers = [one for one in listed if one["kind"] == "Deploy"]
            if offers:
                return stand["id"], offers
    raise AssertionError("nobody can be deployed")


def test_the_first_day_is_played_from_the_page_of_a_side(person):
    session, side = person.session, person.side
    assert person.get("view.json")["deploying"]
    stand, offers = deployable(person)
    assert person.post("orders", notation=offers[0]["notation"]).status_code == 200
    assert session.state.stands[stand].hex == offers[0]["target"]
    assert person.post("done").status_code == 200
    assert not person.get("view.json")["deploying"]
    assert session.state.stands[stand].hex == offers[0]["target"]
    given = 0
    for _ in range(MOST_PHASES):
        if session.state.clock.day > 1:
            break
        given += person.play(1, most=FEW)
    assert session.state.clock.day == 2
    assert given
    actors = [entry.actor for entry in session.chronicle.entries]
    other = next(one.key for one in session.setting.sides if one.key != side)
    assert actors.count(other) > 50, "the other side plays itself"
    assert actors.count(side) == given + 1
    assert set(actors) <= {side, other, UMPIRE}
    assert session.verify() is None
    assert [row["key"] for row in person.get("plans.json")["sides"]] in ([], [side])
