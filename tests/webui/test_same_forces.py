"""One order of battle under each of the five systems: what the page tells of its strength."""

from __future__ import annotations

import re

import pytest

from campaign.rulesets.catalogue import keys
from scenarios.scenario import shipped_scenario
from webui import create_app
from webui.library import open_store

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
