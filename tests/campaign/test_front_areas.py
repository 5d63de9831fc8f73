"""Fronts of named hexes and of areas by their corners: which hexes stand still, and what cannot be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from campaign.engine.decide import decide
from campaign.engine.fronts.freezing import within
from campaign.engine.fronts.still import still_hexes
from campaign.engine.ledger import Refusal
from campaign.model.notation import parse_order
from tests.campaign.test_fronts import ZEN, after, dice, marching

BEGUN = marching()
AT, NUMBER = BEGUN.map.index_of, BEGUN.map.number
HEXES = st.integers(0, len(BEGUN.map) - 1)


def still(text, by="umpire"):
    order = parse_order(f"freeze {text} because x", BEGUN.map, BEGUN.state)
    return {NUMBER(index) for index in still_hexes(after(ZEN, BEGUN, order, by)[0].state)}


@pytest.mark.parametrize(
    ("text", "hexes"),
    [
        ("hexes 0303 turns 2", "0303"),
        ("hexes 0303 0101 0303 turns 2", "0303 0101"),
        ("area 0303 0503 0505 0305 turns 2", "0303 0403 0503 0304 0404 0504 0305 0405 0505"),
        ("area 0305 0303 0503 0505 turns 2", "0303 0403 0503 0304 0404 0504 0305 0405 0505"),
        ("area 0303 0403 0404 turns 1", "0303 0304 0403 0404"),
    ],
)
def test_named_hexes_and_areas_stand_still_and_nothing_else(text, hexes):
    assert still(text) == set(hexes.split())


@settings(max_examples=60)
@example([0, 73, 75])
@given(st.lists(HEXES, min_size=3, max_size=5))
def test_an_area_has_its_corners_and_edges_the_middles_inside_and_none_beyond_the_rim(corners):
    found = set(within(BEGUN, corners))
    grid, centres = BEGUN.map.layout.grid, BEGUN.map.layout.centres()
    sides = [sorted(ends) for ends in zip(corners, [*corners[1:], corners[0]], strict=True)]
    edges = {index for a, b in sides for index in grid.line(a, b) if index >= 0}
    assert edges <= found
    assert found == set(within(BEGUN, corners[::-1])), "whichever way round"
    assert found == set(within(BEGUN, [*corners[1:], corners[0]])), "whichever corner is named first"
    low, high = centres[sorted(edges)].min(axis=0) - 1e-9, centres[sorted(edges)].max(axis=0) + 1e-9
    assert np.all((centres[sorted(found)] >= low) & (centres[sorted(found)] <= high))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("area 0303 0503 turns 2", "three corners at the least"),
        ("area 0303 0503 0303 turns 2", "three corners at the least"),
        (f"hexes {'0303 ' * 201}turns 2", "201 hexes are too many"),
        ("hexes 0303 turns 0", "write 1, this turn alone, to 99"),
    ],
)
def test_what_cannot_be_is_refused_with_the_way_out(text, why):
    with pytest.raises(Refusal, match=why):
        still(text)


@pytest.mark.parametrize(("text", "why"), [("hexes 0303 9999 turns 2", "9999"), ("hexes 0303", "because")])
def test_what_is_no_hex_is_named(text, why):
    with pytest.raises(ValueError, match=why):
        parse_order(f"freeze {text} because x", BEGUN.map, BEGUN.state)


def test_the_umpire_alone_names_a_front():
    order = parse_order("freeze hexes 0303 turns 2 because x", BEGUN.map, BEGUN.state)
    with pytest.raises(Refusal, match="only the umpire freezes a front"):
        decide(ZEN, BEGUN, order, dice(), by="us")


def test_a_radius_at_the_corner_of_the_map_takes_the_corner_and_no_hex_beyond_it():
    assert still("0101 1 2") == {"0101", "0102", "0201"}
    assert still("0101 0 2") == {"0101"}
    assert still("0202 1 2") == {"0202", "0201", "0203", "0102", "0103", "0302", "0303"}
