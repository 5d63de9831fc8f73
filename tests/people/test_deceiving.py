"""The umpire's page of what is known: what is set on it, what is refused, who sees it, and what each side is shown."""

import csv
import io

import pytest

from campaign.model.known.sightings import Fog
from maps.problems import ProblemsFound
from tests.people.helpers import CAMPAIGN, club_app, send, signed_in
from webui.desk.knowledge.begun import OF_A_CLUB, all_wished, fog_wished

PAGE = "/c/toy/umpire/knowledge"


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


def session_of(app):
    return app.extensions["sandtable"].store.session(CAMPAIGN)


def told(app, number, **form):
    return send(signed_in(app, "umpire"), PAGE, send_id=f"sending-{number}", **form)


def own(app):
    state = session_of(app).state
    return next(one for one in state.stands.values() if one.side == "us" and one.on_map)


def far(app):
    """Find a hex that is no neighbour of an enemy's, and its number."""
    session = session_of(app)
    grid = session.hexmap.layout.grid
    enemies = [one.hex for one in session.state.stands.values() if one.side == "ge" and one.on_map]
    free = (index for index in range(len(session.hexmap)) if session.hexmap.inside[index])
    here = next(index for index in free if all(grid.distance(index, there) > 1 for there in enemies))
    return here, session.hexmap.number(here)


def test_what_deceives_is_set_by_a_form_and_told_to_all(app):
    form = {"do": "deception", "mistaken": "20", "prisoners": "4", "dummies": "sides", "reason": "agreed"}
    assert told(app, 1, **form).status_code == 303
    assert session_of(app).state.fog == Fog("at_once", 20, 4, "sides")
    assert told(app, 2, do="reports", reports="staff").status_code == 303
    assert session_of(app).state.fog.reports == "staff"
    for who, side in (("umpire", "umpire"), ("ann", "us-1")):
        words = signed_in(app, who).get(f"/c/toy/{side}/contacts.json").json["deceives"]
        assert words.startswith("Of 100 seen from afar or by night 20 are taken for something else.")


@pytest.mark.parametrize(("form", "why"), [
    ({"do": "deception", "mistaken": "many", "prisoners": "4", "dummies": "sides"}, "is no whole number"),
    ({"do": "deception", "mistaken": "101", "prisoners": "4", "dummies": "sides"}, "101 in a hundred"),
    ({"do": "dance"}, "nothing here does"),
    ({"do": "place", "like": "nobody", "hex": "0303"}, "no unit of yours"),
    ({"do": "place", "like": "nobody", "hex": "nowhere"}, "nowhere"),
    ({"do": "march", "dummy": "dummy-us-1", "goal": "0303"}, "no dummy of yours"),
    ({"do": "back", "dummy": "<b>"}, "no dummy of yours"),
    ({"do": "rumour", "hex": "0303", "side": "ge", "source": "gossip", "confidence": "3", "text": "so"},
     "a rumour is of"),
])  # fmt: skip
def test_a_fault_comes_back_with_the_form_and_nothing_is_written(app, form, why):
    seq = session_of(app).seq
    answer = told(app, 1, **form)
    assert answer.status_code in {400, 409}
    assert why in answer.text.lower()
    assert "<b>" not in answer.text
    assert session_of(app).seq == seq


def test_a_dummy_is_shown_to_its_side_and_the_umpire_and_is_one_in_the_comparison(app):
    stand, (here, number) = own(app), far(app)
    assert told(app, 1, do="place", like=stand.id, hex=number, name="KG Quasimodo").status_code == 303
    page = signed_in(app, "umpire").get(PAGE).text
    assert "dummy-us-1" in page
    assert "KG Quasimodo" in page
    ours = signed_in(app, "ann").get("/c/toy/us-1/contacts.json").json["contacts"]
    assert [(row["id"], row["hex"]) for row in ours if row["source"] == "dummy"] == [("dummy-us-1", here)]
    for url in ("contacts.json", "view.json", "log.json", "oob.json", "export/contacts.csv"):
        body = signed_in(app, "cyd").get(f"/c/toy/ge/{url}").text
        assert "dummy-us-1" not in body
    rows = list(csv.DictReader(io.StringIO(signed_in(app, "umpire").get("/c/toy/umpire/export/contacts.csv").text)))
    assert any(row["truth"] == "a dummy" for row in rows if row["source"] == "a dummy")
    assert told(app, 2, do="back", dummy="dummy-us-1").status_code == 303
    assert "Dummies on the map (0)" in signed_in(app, "umpire").get(PAGE).text


def test_a_rumour_by_the_form_is_a_contact_of_who_hears_it(app):
    form = {"do": "rumour", "to": "us-1", "hex": "0303", "side": "ge", "kind": "unknown", "size": "unknown"}
    assert told(app, 1, **form, source="captured", confidence="3", text="tanks in the wood").status_code == 303
    mine = signed_in(app, "ann").get("/c/toy/us-1/contacts.json").json["contacts"]
    assert [row["words"] for row in mine if row["source"] == "captured"] == ["tanks in the wood"]
    theirs = signed_in(app, "bob").get("/c/toy/us-2/contacts.json").json["contacts"]
    assert not [row for row in theirs if row["source"] == "captured"]


def test_only_the_umpire_has_the_page(app):
    for who in ("", "ann", "cyd"):
        assert signed_in(app, who).get(PAGE).status_code in {302, 303, 401, 404}
        assert send(signed_in(app, who), PAGE, do="reports", reports="staff").status_code in {303, 401, 404}


def test_what_is_wished_at_the_beginning_is_checked_and_the_later_wish_counts():
    assert fog_wished((), OF_A_CLUB) == Fog("staff", 15, 5)
    wished = all_wished([("mistaken", 30), ("dummies", "sides")], [("mistaken", 0)])
    assert fog_wished(wished, OF_A_CLUB) == Fog("staff", 0, 5, "sides")
    wrong = (("mistaken", 101), ("mistaken", "many"), ("mistaken", True), ("prisoners", 1), ("reports", "pigeon"),
             ("dummies", ["sides"]), ("colour", "red"))  # fmt: skip
    for key, value in wrong:
        with pytest.raises(ProblemsFound) as found:
            all_wished([(key, value)])
        assert key in str(found.value)
