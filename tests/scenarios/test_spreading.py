"""Counters on the map of a report: none covers another or its name, and each that was moved says where it is."""

from __future__ import annotations

import math
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from scenarios.reports.sector import Chit
from scenarios.reports.spreading import room_of, spread

BOX, PER_M = (0.0, 0.0, 100_000.0, 80_000.0), 0.002
"""A map of 100 x 80 km that is drawn 200 x 160 mm large."""


def chit(u: float, v: float, label: str = "106 (58)", wide_mm: float = 7.0) -> Chit:
    return Chit(u, v, wide_mm, "#8f8a4a", "#333333", "infantry", "XX", label, label, foe=False)


def meets(one: Chit, other: Chit) -> bool:
    return room_of(one, PER_M).meets(room_of(other, PER_M))


def test_counters_apart_stay_where_they_are():
    laid = [chit(20_000, 20_000), chit(60_000, 40_000)]
    assert spread([], laid, BOX, PER_M) == laid


def test_two_in_one_place_are_moved_apart_and_the_first_keeps_it():
    first, second = spread([], [chit(50_000, 40_000), chit(50_000, 40_000, "VIII (8)")], BOX, PER_M)
    assert first == chit(50_000, 40_000)
    assert not meets(first, second)
    assert second.stands_at == (50_000, 40_000)


def test_the_name_under_a_counter_is_kept_clear_too():
    high = 7.0 * 28 / 48
    over, under = chit(50_000, 40_000), chit(50_000, 40_000 + (high + 1) / PER_M)
    assert meets(over, under)
    assert not meets(*spread([], [over, under], BOX, PER_M))


def test_what_stays_is_covered_by_nothing_that_moves():
    ghost = chit(50_000, 40_000, "", 4.0)
    (moved,) = spread([ghost], [chit(50_000, 40_000)], BOX, PER_M)
    assert not meets(ghost, moved)


places = st.tuples(st.integers(10, 90), st.integers(10, 70)).map(lambda at: (at[0] * 1000.0, at[1] * 1000.0))


@given(st.lists(places, min_size=2, max_size=14))
def test_none_covers_another_where_there_is_room_and_none_is_led_far_away(at: list[tuple[float, float]]):
    laid = spread([], [chit(u, v) for u, v in at], BOX, PER_M)
    for one, other in combinations(laid, 2):
        # The later of two has the second choice: it lies on the other only if it found no room and stayed.
        assert not meets(one, other) or other.stands_at is None
    for one, (u, v) in zip(laid, at, strict=True):
        assert math.hypot(one.u - u, one.v - v) * PER_M <= 6 * 2.4 + 1e-6
        assert (one.stands_at or (one.u, one.v)) == (u, v)
        room = room_of(one, PER_M)
        if one.stands_at:
            assert room.left >= 0
            assert room.low <= BOX[3] * PER_M
