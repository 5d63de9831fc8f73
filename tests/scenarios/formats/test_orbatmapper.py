"""ORBAT Mapper: the tree with codes that are drawn, positions in time, one id each; markup stays text."""

import json

import pytest

from maps.lonlat import lonlat_of
from scenarios.formats.orbatmapper import orbat_mapper
from tests.scenarios.formats.golden import golden
from tests.scenarios.formats.otherreaders import read_by_node


def units_of(scenario):
    """List all units of a scenario, formations too."""
    found = [unit for side in scenario["sides"] for group in side["groups"] for unit in group["subUnits"]]
    for unit in found:
        found.extend(unit["subUnits"])
    return found


def test_the_tree_and_where_each_stood_when():
    shown = golden()
    made = json.loads(orbat_mapper(shown))
    assert (made["type"], made["startTime"]) == ("ORBAT-mapper", "1944-12-16T06:00:00Z")
    blue, red = made["sides"]
    assert (blue["standardIdentity"], red["standardIdentity"]) == ("3", "6")
    (corps,) = blue["groups"][0]["subUnits"]
    (division,) = corps["subUnits"]
    battalion = division["subUnits"][0]
    assert [state["t"][11:16] for state in battalion["state"]] == ["06:00", "08:00", "10:00"]
    layout = shown.hexmap.layout
    spots = lonlat_of(layout, layout.centres()[[shown.hexmap.index_of(at) for at in ("0302", "0303", "0304")]])
    assert [state["location"] for state in battalion["state"]] == [pytest.approx(spot, abs=1e-6) for spot in spots]
    assert battalion["equipment"] == [{"name": "Strength points", "count": 3}]
    assert "comes on day 2, turn 1, at 1008" in division["subUnits"][2]["description"]
    assert [event["title"] for event in made["events"]] == ["day 1, turn 1", "day 1, turn 2", "day 1, turn 3"]


def test_ids_are_unique_and_every_code_is_drawn():
    units = units_of(json.loads(orbat_mapper(golden())))
    ids = [unit["id"] for unit in units] + [state["id"] for unit in units for state in unit.get("state", ())]
    assert len(set(ids)) == len(ids)
    told = read_by_node("milsymbol", "codes", given=json.dumps([(unit["sidc"], unit["sidc"]) for unit in units]))
    assert all(says["drawn"] for says in told)


def test_who_left_the_map_is_gone_from_it():
    shown = golden()
    lost = [unit if unit.id != "1/A" else type(unit)(**{**{key: getattr(unit, key) for key in unit.__slots__},
            "hex": None, "gone": "destroyed"}) for unit in shown.units]  # fmt: skip
    made = json.loads(orbat_mapper(type(shown)(**{**shown.__dict__, "units": tuple(lost)})))
    (unit,) = [unit for unit in units_of(made) if unit["id"] == "1/A"]
    assert (unit["state"][-1]["location"], unit["state"][-1]["title"]) == (None, "destroyed")


def test_a_name_with_markup_stays_a_name():
    made = json.loads(orbat_mapper(golden(names={"short": "<b>&\x00", "name": "</script>"})))
    assert "<b>&" in [unit.get("shortName") for unit in units_of(made)]
