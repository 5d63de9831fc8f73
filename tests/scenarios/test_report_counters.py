"""Counters on the map of a report: one a unit where hexes are large, one a formation where they are small."""

from __future__ import annotations

import pytest

from scenarios.drawing.drawing import Drawing
from scenarios.reports import sector as laying
from scenarios.reports.sector import Sector, chits
from tests.toyplay import toy_situation

UNITS = ("us inf 1/110 0303", "us inf 2/110 0304", "ge inf X 0504")


@pytest.fixture
def found(monkeypatch):
    """Counters at a scale (mm per hex), and which of them were moved apart."""
    spreads = []

    def spread(fixed, moved, box, per_m):
        spreads.append((list(fixed), list(moved)))
        return list(moved)

    monkeypatch.setattr(laying, "spread", spread)
    situation = toy_situation("\n".join(["......"] * 8), *UNITS)
    sector = Sector(situation, frozenset({"1/110", "2/110"}), dict.fromkeys(situation.state.stands, 3))

    def at(mm_per_hex):
        spreads.clear()
        return chits(sector, Drawing(situation.map, mm_per_hex, "low_ink")), list(spreads)

    return at


def test_in_large_hexes_each_unit_stands_where_it_is(found):
    laid, spreads = found(8.0)
    assert spreads == []
    assert len(laid) == 3
    assert all(chit.wide_mm == pytest.approx(8.0 * 0.62) for chit in laid)
    # 2 km hexes with flat tops: columns lie 1,732 m apart, every second one half a hex, 1,000 m, lower.
    ordered = sorted(laid, key=lambda chit: (chit.wide_mm, chit.v, chit.u))
    assert laid == ordered
    first, second, enemy = laid
    assert (second.u - first.u, second.v - first.v) == pytest.approx((0.0, 2000.0))
    assert (enemy.u - second.u, enemy.v - second.v) == pytest.approx((2 * 1732.05, 0.0), abs=0.1)
    assert [chit.foe for chit in laid] == [False, False, True]


def test_in_small_hexes_what_bears_a_name_is_moved_apart_and_the_rest_is_not(found):
    laid, spreads = found(7.9)
    ((fixed, moved),) = spreads
    assert laid == [*fixed, *moved]
    assert all(chit.label for chit in moved)
    assert not any(chit.label for chit in fixed)
    assert found(20.0)[1] == []
