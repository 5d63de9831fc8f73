"""How a hexside of a map's own is drawn: its line and what stands along it, worked out on paper."""

from __future__ import annotations

import pytest

from maps.ownhexsides import OwnHexside
from scenarios.drawing.hexsides import FINE, look_of

WIDE = 0.1


def kind(**look):
    return OwnHexside("wall", "wall", **{"width": WIDE, "pattern": "line", "symbol": "none"} | look)


@pytest.mark.parametrize(("pattern", "lines", "spots", "wide"), [
    ("line", [[(0, 0), (1, 0)]], [], WIDE),
    ("double", [[(0, -0.06), (1, -0.06)], [(0, 0.06), (1, 0.06)]], [], FINE * WIDE),
    ("dashes", [[(0.04, 0), (0.26, 0)], [(0.39, 0), (0.61, 0)], [(0.74, 0), (0.96, 0)]], [], WIDE),
    ("dots", [], [(k / 12, 0) for k in (1, 3, 5, 7, 9, 11)], WIDE),
])  # fmt: skip
def test_a_line_is_drawn_along_the_hexside(pattern, lines, spots, wide):
    look = look_of(kind(pattern=pattern))
    assert [list(map(pytest.approx, line)) for line in look.lines] == lines
    assert list(map(pytest.approx, look.spots)) == spots
    assert look.strokes == ()
    assert (look.wide, look.spot) == pytest.approx((wide, WIDE))


@pytest.mark.parametrize("pattern", ["line", "double", "dashes", "dots"])
def test_without_width_there_is_no_line_and_what_stands_along_it_is_as_large_as_of_the_finest(pattern):
    look = look_of(kind(width=0.0, pattern=pattern, symbol="ticks"))
    assert (look.lines, look.spots) == ((), ())
    finest = look_of(kind(width=1e-9, pattern=pattern, symbol="ticks"))
    assert look.strokes == finest.strokes
    assert finest.lines or finest.spots


@pytest.mark.parametrize(("symbol", "strokes", "points"), [
    ("none", 0, 0), ("ticks", 5, 2), ("teeth", 4, 3), ("crosses", 6, 2),
])  # fmt: skip
def test_symbols_are_strokes_beside_the_line(symbol, strokes, points):
    look = look_of(kind(symbol=symbol))
    assert [len(stroke) for stroke in look.strokes] == [points] * strokes
    assert look.lines == look_of(kind()).lines
    assert look.spots == ()


def test_ticks_and_teeth_point_to_the_lower_hex_and_crosses_to_both():
    feet = {symbol: [out for stroke in look_of(kind(symbol=symbol)).strokes for _, out in stroke] for symbol in
            ("ticks", "teeth", "crosses")}  # fmt: skip
    high = max(feet["ticks"])
    assert high > WIDE
    assert feet["ticks"] == [0.0, high] * 5
    assert feet["teeth"] == [0.0, high, 0.0] * 4
    assert sorted(set(feet["crosses"])) == pytest.approx([-high / 2, high / 2])


def test_bushes_stand_on_both_sides_in_turn_and_are_larger_than_dots():
    look = look_of(kind(symbol="bushes"))
    assert [at for at, _ in look.spots] == [0.14, 0.38, 0.62, 0.86]
    first = look.spots[0][1]
    assert first < 0
    assert [out for _, out in look.spots] == pytest.approx([first, -first, first, -first])
    assert look.spot > look_of(kind(pattern="dots")).spot
    both = look_of(kind(pattern="dots", symbol="bushes"))
    assert len(both.spots) == 10
