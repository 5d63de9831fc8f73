"""One order of battle under each of the five systems: what the page tells of its strength."""

from __future__ import annotations

import re

import pytest

from campaign.rulesets.catalogue import keys
from scenarios.scenario import shipped_scenario
from webui import create_app
from webui.library import open_store

OWN_READINGS = re.compile(r"\n\[overrides\]\n(?:(?!\n\[).)*", re.DOTALL)
FULL = {"parkin_generic": {4}, "d3_one_hour": {7}}


@pytest.mark.parametrize("key", keys())
def test_no_unit_is_stronger_than_unhurt(key, tmp_path):
    """The Ardennes' strength points are those of the Zen system; a ladder of four steps is full at four."""
    folder = tmp_path / "scenario"
    folder.mkdir()
    for file in shipped_scenario("ardennes_1944").iterdir():
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
        if file.name == "scenario.toml":
            text = OWN_READINGS.sub("\n", text.replace("zen_operational", key))
        (folder / file.name).write_text(text, encoding="utf-8")
    store = open_store(tmp_path / "store")
    session, notes = store.create(folder, "same", seed="1")
    client = create_app(store).test_client()
    told = client.get("/c/same/umpire/oob.json").json
    stands, formations = told["stands"], [formation for side in told["sides"] for formation in side["formations"]]
    kept = {store for formation in formations for store in formation["stores"]}
    assert kept == set(session.ruleset.tables.stores)
    assert any("keep no LOG and no POL" in note for note in notes) == (not kept)
    present = [stand for stand in stands if stand["hex"] is not None]
    counters = {stand["id"]: stand for stand in client.get("/c/same/umpire/view.json").json["stands"]}
    assert len(present) > 250
    assert all(0 < stand["strength"] <= stand["full"] for stand in present)
    assert all(counters[s["id"]]["full"] == s["full"] for s in present)
    assert {stand["full"] for stand in present} == FULL.get(key, {stand["full"] for stand in present})
    store.close()
