"""One order of battle under each of the five systems: what the page tells of its strength."""

from __future__ import annotations

import re

import pytest

from campaign.model.verbs.ruling import Ruling
from campaign.systems.catalogue import keys
from scenarios.scenario import shipped_scenario
from webui import create_app
from webui.desk.library import open_store

FULL = {"parkin_generic": {4}, "d3_one_hour": {7}}


@pytest.mark.parametrize("key", keys())
def test_no_unit_is_stronger_than_unhurt(key, tmp_path):
    """The Ardennes' strength points are those of the Zen system; a ladder of four steps is full at four."""
    store = open_store(tmp_path / "store")
    session, notes = store.create(shipped_scenario("ardennes_1944"), "same", rules=key, seed="1")
    client = create_app(store).test_client()
    told = client.get("/c/same/umpire/oob.json").json
    stands, formations = told["stands"], [formation for side in told["sides"] for formation in side["formations"]]
    kept = {store for formation in formations for store in formation["stores"]}
    assert kept == set(session.ruleset.tables.stores)
    assert any("keep no LOG and no POL" in note for note in notes) == (not kept)
    assert any("overcast_spotting" in note for note in notes) == (key != "zen_operational")
    assert bool(session.setting.overrides) == (key == "zen_operational")
    present = [stand for stand in stands if stand["hex"] is not None]
    counters = {stand["id"]: stand for stand in client.get("/c/same/umpire/view.json").json["stands"]}
    assert len(present) > 250
    assert all(0 < stand["strength"] <= stand["full"] for stand in present)
    assert all(counters[s["id"]]["full"] == s["full"] for s in present)
    assert {stand["full"] for stand in present} == FULL.get(key, {stand["full"] for stand in present})
    store.close()


@pytest.mark.parametrize("key", ["three_star_general", "two_star_general", "parkin_generic"])
def test_an_enemy_that_is_known_is_as_strong_as_he_is_now(key, tmp_path):
    """
    What a side is told of an enemy who was hit is what the rules count of him, and not what he has unhurt.

    Tried where enemies are known from afar, or once they are identified.
    """
    store = open_store(tmp_path / "store")
    session, _ = store.create(shipped_scenario("ardennes_1944"), "same", rules=key, seed="1")
    client, situation = create_app(store).test_client(), session.situation
    seen = {(one["hex"], one["kind"]) for one in client.get("/c/same/us/view.json").json["stands"] if one["masked"]}
    mark = session.ruleset.tables.identified_mark
    for stand in situation.state.stands.values():
        if stand.side == "german" and stand.on_map and session.ruleset.play.strength(situation, stand.id) > 2:
            marks = (mark,) if mark else ()
            if mark or (stand.hex, stand.profile.kind) in seen:
                session.submit(Ruling("hit", stand=stand.id, losses=1, marks_on=marks))
    stands = client.get("/c/same/us/view.json").json["stands"]
    told = {(one["hex"], one["name"]): one for one in stands if one["masked"]}
    known = 0
    for stand in session.state.stands.values():
        one = told.get((stand.hex, stand.profile.name)) if stand.side == "german" else None
        if one is not None and stand.losses:
            known += 1
            assert one["strength"] == session.ruleset.play.strength(session.situation, stand.id)
            assert one["full"] is None
    assert known >= 50
    store.close()


def test_the_start_page_begins_a_scenario_under_other_rules(tmp_path):
    store = open_store(tmp_path / "store")
    client = create_app(store).test_client()
    token = re.search(r'name="token" value="([^"]+)"', client.get("/").text)[1]
    form = {"token": token, "scenario": "ardennes_1944", "campaign": "other", "rules": "d3_one_hour", "dice": "called"}
    for wrong in ({"rules": "whist"}, {"dice": "loaded"}):
        answer = client.post("/new", data=form | wrong)
        assert answer.status_code == 409
        assert next(iter(wrong.values())) in answer.text
        assert 'value="other"' in answer.text
    assert store.campaigns() == []
    assert client.post("/new", data=form).status_code == 303
    setting = store.session("other").setting
    assert (setting.ruleset, setting.dice) == ("d3_one_hour", "called")
    assert f"<td>{store.session('other').ruleset.tables.name}</td>" in client.get("/").text
    store.close()
