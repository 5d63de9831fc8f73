"""What the server sends is what ``webui/static/common/data.d.ts`` says: the scripts are checked by those types."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.webui.test_api import Caller

TYPES = (Path(__file__).parents[2] / "webui" / "static" / "common" / "data.d.ts").read_text("utf-8")
INTERFACE = re.compile(r"export interface (\w+)(?: extends ([^{]+))? \{\n(.*?)\n\}", re.DOTALL)
FIELD = re.compile(r"^  (\w+)(\?)?:", re.MULTILINE)
OMITTED = re.compile(r'Omit<(\w+), ([^>]+)>')
STAND = "2Pz.AA"


def interfaces():
    """Read each interface as its fields: whether each is optional."""
    found = {}
    for name, base, body in INTERFACE.findall(TYPES):
        own = {field: mark == "?" for field, mark in FIELD.findall(body)}
        less = OMITTED.match(base or "")
        above, without = (less[1], re.findall(r'"(\w+)"', less[2])) if less else ((base or "").strip(), [])
        inherited = {field: mark for field, mark in found.get(above, {}).items() if field not in without}
        found[name] = inherited | own
    return found


KNOWN = interfaces()


def wrong(name, value, *, also=()):
    """List the fields that are sent and not known, and those that are known and not sent."""
    fields = KNOWN[name]
    unknown = {field for field in value if field not in fields and field not in also}
    missing = {field for field, optional in fields.items() if not optional and field not in value}
    return {f"{name}.{field} is sent" for field in unknown} | {f"{name}.{field} is not sent" for field in missing}


@pytest.fixture
def get(app):
    def asked(name, viewer="umpire", **params):
        return Caller(app, viewer).data(name, **params)

    return asked


@pytest.fixture
def moving(app, get):
    """The campaign in its first phase of movement."""
    Caller(app, "umpire").to("move")
    return get


def test_the_types_are_read():
    assert KNOWN["OobStand"]["id"] is False
    assert "masked" in KNOWN["Stand"]
    assert "masked" not in KNOWN["OobStand"]
    assert KNOWN["Unit"]["chain"] is True
    assert KNOWN["Clock"]["day"] is False
    assert wrong("Roll", {"what": "", "odd": 1}) == {"Roll.odd is sent", "Roll.dice is not sent"}


@pytest.mark.parametrize("viewer", ["umpire", "us"])
def test_a_view_is_what_the_page_reads(get, viewer):
    view = get("view.json", viewer)
    faults = wrong("View", view) | wrong("Clock", view["clock"]) | wrong("Sun", view["clock"]["sun"])
    for name, key in (("Side", "sides"), ("Stand", "stands"), ("Moment", "moments"), ("Objective", "objectives")):
        assert view[key], key
        for one in view[key]:
            faults |= wrong(name, one)
    assert faults == set()
    network = get("network.json", viewer)
    assert network["ways"]
    assert wrong("Network", network) == set()
    assert all(set(one) == set(KNOWN["CutLine"]) for one in network["cut"])
    assert all(set(one) == set(KNOWN["FrontPiece"]) for one in view["front"])
    assert wrong("Supplies", get("supplies.json", viewer)) | wrong("Zones", get("zones.json", viewer)) == set()


def test_what_is_known_of_the_enemy_is_what_the_page_reads(get):
    for told in (get("contacts.json", "us"), get("contacts.json", of="us")):
        assert told["contacts"]
        assert wrong("Contacts", told) | {fault for one in told["contacts"] for fault in wrong("Contact", one)} == set()
    assert "truth" not in get("contacts.json", "us")["contacts"][0]


def test_the_order_of_battle_is_what_the_page_reads(get):
    oob = get("oob.json")
    faults = wrong("Oob", oob)
    for side in oob["sides"]:
        faults |= wrong("OobSide", side)
        faults |= {fault for formation in side["formations"] for fault in wrong("Formation", formation)}
    for stand in oob["stands"]:
        faults |= wrong("OobStand", stand) | (wrong("Arrival", stand["arrives"]) if stand["arrives"] else set())
    assert faults == set()


def test_a_unit_and_what_it_may_be_ordered_are_what_the_page_reads(moving):
    unit = moving("unit.json", stand=STAND)
    faults = wrong("Unit", unit) | wrong("Command", unit["command"]) | wrong("Link", unit["chain"][0])
    orders = moving("orders.json", stand=STAND)
    assert orders["march"]
    assert orders["orders"]
    faults |= wrong("Orders", orders) | wrong("Offer", orders["orders"][0])
    faults |= {fault for verb in orders["verbs"].values() for fault in wrong("Verb", verb)}
    faults |= wrong("Reach", moving("reach.json", stand=STAND, transport=0))
    faults |= wrong("Supply", moving("supply.json", stand=STAND))
    assert faults == set()


def test_an_enemys_card_has_nothing_but_what_is_seen(get):
    view = get("view.json", "us")
    for stand in [stand for stand in view["stands"] if stand["masked"]][:3]:
        card = get("unit.json", "us", stand=stand["id"])
        assert wrong("Unit", card) == set()
        assert set(card) <= {*KNOWN["Stand"], "number", "known"}


def test_a_hex_is_what_the_page_reads(get):
    hexes = [get("hex.json", hex=number) for number in ("2636", "4933", "0101")]
    faults = {fault for one in hexes for fault in wrong("Hex", one)}
    assert any(one["sides"] for one in hexes)
    faults |= {fault for one in hexes for side in one["sides"] for fault in wrong("HexSide", side)}
    assert faults == set()


def test_the_log_is_what_the_page_reads(get):
    log = get("log.json")
    faults = wrong("Log", log)
    for entry in log["entries"]:
        faults |= wrong("LogEntry", entry, also=("actor", "order"))
        faults |= {fault for line in entry["lines"] for fault in wrong("LogLine", line)}
    assert log["entries"]
    assert faults == set()


def test_what_sides_may_do_and_decide_is_what_the_page_reads(moving):
    told = moving("side_orders.json")
    faults = wrong("AllSideOrders", told)
    for side in told["sides"]:
        faults |= wrong("SideOrders", side) | {fault for order in side["others"] for fault in wrong("Offer", order)}
    choice = moving("solo.json", side="german")
    faults |= wrong("Choice", choice, also=("side", "version"))
    preview = moving("preview.json", notation=f"{STAND} M 4933-4832")
    assert faults | wrong("Preview", preview, also=("kind", "order", "words", "target")) == set()
