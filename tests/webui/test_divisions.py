"""Divisions on the map: bands as on paper, of who leads them alone; each unit with its symbol."""

import pytest

from maps.palette import shipped_palette
from scenarios.symbols import KINDS
from tests.webui.test_api import Caller


@pytest.fixture
def view(app):
    return lambda viewer: Caller(app, viewer).data("view.json")


def test_units_name_the_division_that_they_are_of(view):
    seen = view("umpire")
    stands = {one["id"]: one for one in seen["stands"]}
    assert stands["2Pz.AA"]["division"] == "2Pz"
    assert seen["divisions"]["2Pz"]["short"] == "2 Pz"
    assert stands["5PzA.HQ"]["division"] == ""
    assert {one["division"] for one in stands.values()} <= {*seen["divisions"], ""}
    assert {one["symbol"] for one in stands.values()} <= set(KINDS)
    assert stands["2Pz.AA"]["symbol"] == "armoured_recon"


def test_no_two_divisions_of_a_side_have_one_band(view):
    divisions = view("us")["divisions"]
    assert len({(one["colour"], one["stripe"]) for one in divisions.values()}) == len(divisions) > 12
    assert {one["colour"] for one in divisions.values()} <= set(shipped_palette().band.values())


@pytest.mark.parametrize(("viewer", "own", "foreign"), [("us", "28", "2Pz"), ("german", "2Pz", "28")])
def test_a_side_is_told_of_its_own_divisions_alone(view, viewer, own, foreign):
    seen = view(viewer)
    assert own in seen["divisions"]
    assert foreign not in seen["divisions"]
    assert all(one["division"] == "" for one in seen["stands"] if one["side"] != viewer)


def test_the_front_is_the_viewer_s(view):
    for viewer in ("umpire", "us"):
        lines = view(viewer)["front"]
        assert lines
        assert {(line["left"], line["right"]) for line in lines} <= {("us", "german"), ("german", "us")}
