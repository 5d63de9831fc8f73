"""Change places and pass supports: by rings and chains, over streams, into zones (3S 1.8, 1.9, 1.16)."""

from itertools import permutations

import pytest

from campaign.engine.legal import legal_orders
from campaign.model.verbs.support import Exchange
from campaign.systems.star.march.steps import in_sight
from tests.campaign.star.field import FIGURE_1, SYSTEMS, Field

THREE = """
map 9x9
red hq A/hq 0503 of=A
red infantry A/1 0404 of=A
red infantry A/2 0504 of=A
red infantry A/3 0604 of=A
blue infantry B/1 {} of=B
formation A posture=hold marks=active
formation B posture=hold
clock phase=go side=red
"""
"""Three battalions side by side, and one enemy."""


def test_3s_1_8_the_example_of_the_text():
    """Battalion 2, hurt, changes with 3 beside it; supports are passed over vacant hexes too."""
    field = Field(FIGURE_1.replace("A/1 0403", "A/1 0302").replace("A/s 0403", "A/s 0302"))
    assert field.refusal("A/1 Y A/2").rule == "3S 1.8", "out of command, and across a vacant hex"
    field = Field(FIGURE_1)
    field.do("A/2 Y A/3", "A/s P A/2")
    assert (field.at("A/2"), field.at("A/3"), field.at("A/s")) == ("0605", "0505", "0605")


def test_3s_1_16_a_chain_of_three():
    """1 to 2's place, 2 to 3's, 3 to 1's: 1 changes with 2, then (now at 2's old place) 2's successor with 3."""
    field = Field(THREE.format("0509"))
    field.do("A/1 Y A/2", "A/1 Y A/3")
    assert (field.at("A/1"), field.at("A/2"), field.at("A/3")) == ("0604", "0404", "0504")
    assert "step_2" in field.stand("A/1").marks
    why = field.refusal("A/1 Y A/2").why
    assert "cannot reach each other" in why, "its two hexes are gone"


def rings(wanted):
    """Part a rearrangement, stand to the one whose place it takes, into rings; those with the HQ come first."""
    left, found = dict(wanted), []
    while left:
        ring = [min(left)]
        while (after := left.pop(ring[-1])) != ring[0]:
            ring.append(after)
        found.append(ring)
    return sorted((ring for ring in found if len(ring) > 1), key=lambda ring: "A/hq" not in ring)


def test_3s_1_8_who_stands_in_the_same_hex_by_a_ruling_changes_no_place():
    """An umpire may put a battalion to another: what both may order is listed, and no change of one hex is."""
    field = Field(THREE.format("0509"))
    field.do('rule new=A/4 like=A/1 hex=0404 because "a late battalion"')
    assert "A/1 stands in 0404 already" in field.refusal("A/1 Y A/4").why
    offered = legal_orders(field.rules, field.situation, "red")
    pairs = {(order.stand, order.other) for order in offered if isinstance(order, Exchange) and not order.others}
    assert ("A/2", "A/3") in pairs
    assert ("A/1", "A/4") not in pairs


@pytest.mark.parametrize("key", SYSTEMS)
def test_3s_1_8_every_rearrangement_in_command_can_be_ordered(key):
    """Five stands within two hexes of one another, on ground that halts nobody: all 120 orders of them."""
    text = THREE.format("0509") + "red infantry A/4 0505 of=A\n"
    start = {stand: Field(text, key).at(stand) for stand in ("A/1", "A/2", "A/3", "A/4", "A/hq")}
    for order in permutations(start):
        wanted, field = dict(zip(start, order, strict=True)), Field(text, key)
        field.do(*(f"{ring[0]} Y {' '.join(ring[1:])}" for ring in rings(wanted)))
        assert {stand: field.at(stand) for stand in start} == {stand: start[to] for stand, to in wanted.items()}


def test_3s_1_8_entering_a_zone_ends_a_chain():
    field = Field(THREE.format("0505"))
    field.do("A/1 Y A/2")
    assert "halted" in field.stand("A/1").marks
    assert "was halted" in field.refusal("A/1 Y A/3").why


def test_3s_1_9_who_changes_places_over_a_stream_fords_it():
    field = Field("""
map 9x9
stream 0503/0504
red hq A/hq 0503 of=A
red infantry A/1 0504 of=A
blue infantry B/1 0509 of=B
formation A posture=hold marks=active
formation B posture=hold
clock phase=go side=red
""")
    field.do("A/1 Y A/hq")
    assert all({"crossing", "halted"} <= field.stand(key).marks for key in ("A/1", "A/hq"))


def test_3s_1_6_who_is_not_on_the_map_has_no_way_at_all():
    field = Field(FIGURE_1 + "red infantry A/4 - of=A\n")
    treks = {key: field.rules.play.trek(field.situation, key).cost for key in ("A/1", "A/4")}
    assert {key: bool(cost) for key, cost in treks.items()} == {"A/1": True, "A/4": False}


@pytest.mark.parametrize(
    ("between", "plain", "high"),
    [(".", True, True), ("w", False, False), ("T", False, False), ("r", True, True), ("h", False, True)],
)
@pytest.mark.parametrize("key", SYSTEMS)
def test_3s_1_9_woods_and_towns_hide_and_a_hill_does_but_for_who_is_on_one(key, between, plain, high):
    for ends, seen in (((".", "."), plain), (("h", "."), high), ((".", "h"), high), (("h", "h"), high)):
        rows = [ends[0], between, ends[1]]
        here = Field("\n".join(["map", *(f"{mark}.." for mark in rows), "red infantry A 0301 of=A"]), key).situation
        assert in_sight(here, here.map.index_of("0101"), here.map.index_of("0103")) is seen, (ends, between)
