"""A part of a map cut again at a finer hex: aligned, from the same sources."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from maps.area.area import layout_of
from maps.area.reader import read_area, shipped_area
from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from maps.lonlat import to_map
from maps.making.build import build
from maps.making.nested import Table, nested_area, nested_layout, table_area
from maps.problems import ProblemsFound
from webui.cli import main

layouts = st.builds(
    lambda cols, rows, flat, turn: Layout(Grid(cols, rows, flat), "EPSG:32631", 5e5, 5.5e6, 2000.0, turn),
    st.integers(1, 9),
    st.integers(1, 9),
    st.booleans(),
    st.floats(-180, 180),
)


@given(layouts, st.data(), st.floats(90, 1900))
def test_the_middle_of_the_hex_is_the_middle_of_a_finer_one(whole, data, width):
    index = data.draw(st.integers(0, len(whole.grid) - 1))
    board = nested_layout(whole, [index], width)
    middle = whole.to_map(whole.centres()[index])
    finer = board.index_at(*middle)
    assert np.allclose(board.to_map(board.centres()[finer]), middle, atol=1e-6)
    assert (board.rotation_deg, board.grid.flat_top) == (whole.rotation_deg, whole.grid.flat_top)


@given(layouts, st.data(), st.floats(90, 1900))
def test_the_board_covers_all_hexes_that_are_named(whole, data, width):
    indices = data.draw(st.lists(st.integers(0, len(whole.grid) - 1), min_size=1, max_size=3))
    board = nested_layout(whole, indices, width)
    # A corner may lie on the very edge of the board, so it is drawn in by a millionth.
    middles = whole.centres()[indices]
    corners = (middles[:, None] + (whole.corners()[indices] - middles[:, None]) * (1 - 1e-6)).reshape(-1, 2)
    off = [np.hypot(*(board.to_grid(whole.to_map(corner)) - board.centres()).T).min() for corner in corners]
    # Between the edge hexes of a grid lie notches of half a hex: never more than a whole hex away.
    assert max(off) <= width


def test_two_kilometres_in_hexes_of_500_metres():
    """
    Flat hexes of 2 km are 2309 m from corner to corner, hexes of 500 m stand 433 m apart in columns.

    From the middle 1154.7 / 433 = 2.7 columns each way: 4 back (an even number), 3 on, 8 with its own;
    1000 / 500 = 2 rows each way: 5.
    """
    board = nested_layout(Layout(Grid(3, 3, True), "EPSG:32631", 5e5, 5.5e6, 2000.0), [4], 500.0)
    assert (board.grid.cols, board.grid.rows) == (8, 5)


@pytest.fixture(scope="module")
def area():
    return read_area(shipped_area("ardennes_1944"))


@pytest.fixture(scope="module")
def board(area):
    """Bastogne's hex and its neighbour, in hexes of 500 m."""
    return build(nested_area(area, ["2636", "2637"], 500.0))


def test_a_board_is_made_from_the_same_sources(area, board):
    assert board.name == "Ardennes, 16 December 1944: 2636 to 2637"
    whole = layout_of(area)
    middle = whole.to_map(whole.centres()[whole.grid.index_of("2636")])
    here = board.layout.index_at(*middle)
    assert board.inside[here]
    assert "Bastogne" in [place.name for place in board.places]
    assert board.corrections == () or all(one.why for one in board.corrections)
    assert board.sources == area.credits
    assert "# Ardennes, 16 December 1944: 2636 to 2637: " in board.area_text


def test_a_board_of_one_hex_is_named_after_it_alone(area):
    assert nested_area(area, ["2636"], 500.0).name == "Ardennes, 16 December 1944: 2636"


def test_heights_of_the_board_average_to_those_of_the_campaign_hex(area, board):
    """The same cells, weighted by area: the mean over finer hexes within the hex differs by a few metres at most."""
    campaign = build(area)
    index = campaign.index_of("2636")
    layout = campaign.layout
    centres = board.layout.to_map(board.layout.centres())
    within = layout.indices_at(centres) == index
    assert within.sum() >= 12
    assert abs(float(board.elevation_m[within].mean()) - float(campaign.elevation_m[index])) < 8


@pytest.mark.parametrize(
    ("numbers", "width", "what"),
    [
        (["9999"], 500, "there is no hex"), ([], 500, "none is named"), (["2636"], 2000, "is not less than"),
        (["0101", "7059"], 1, "more than 4,000,000"), (["2636"], 0, "is not less than"),
    ],
)  # fmt: skip
def test_what_cannot_be_cut_is_said(area, numbers, width, what):
    with pytest.raises(ProblemsFound, match=what):
        nested_area(area, numbers, width)


def test_the_command_cuts_a_board(tmp_path):
    out = tmp_path / "board.gpkg"
    words = ["map", "cut", "ardennes_1944", "2636", "--width-km", "0.5", "--out", str(out), "--json"]
    facts = json.loads(CliRunner().invoke(main, words).stdout)
    assert (facts["columns"], facts["rows"], facts["width_m"]) == (8, 5, 500.0)
    assert out.exists()


def test_a_table_of_six_by_four_feet(area):
    """
    72 x 48 inches at 50 m to the inch are 3600 x 2400 m; hexes of 3 inches are 150 m wide.

    Columns stand 129.9 m apart: 1800 / 129.9 = 13.9, so 14 each way and the middle, 29.
    Rows stand 150 m apart: 1200 / 150 = 8 each way and the middle, 17.
    """
    table = table_area(area, 5.7175, 50.0005, Table(72, 48, 50, 3))
    assert table.cells == (29, 17)
    layout = layout_of(table)
    middle = to_map(layout, [(5.7175, 50.0005)])[0]
    here = layout.index_at(*middle)
    assert np.allclose(layout.to_map(layout.centres()[here]), middle, atol=1e-6)
    u0, v0, u1, v1 = layout.extent()
    assert u1 - u0 >= 3600
    assert v1 - v0 >= 2400


@pytest.mark.parametrize(
    ("table", "what"),
    [(Table(1, 48, 50, 3), "wide_inches"), (Table(72, 48, 0, 3), "inch_m"), (Table(72, 48, 50, 99), "hex_inches")],
)
def test_what_is_no_table_is_said(area, table, what):
    with pytest.raises(ProblemsFound, match=what):
        table_area(area, 5.7175, 50.0005, table)


def test_a_table_off_the_map_is_refused(area):
    with pytest.raises(ProblemsFound, match="lies off"):
        table_area(area, 2.0, 48.0, Table(72, 48, 50, 3))


def test_the_command_makes_a_table(tmp_path):
    words = ["map", "table", "ardennes_1944", "2636", "--size", "36", "36", "--inch-m", "100", "--hex-inches", "6",
             "--out", str(tmp_path / "table.gpkg"), "--json"]  # fmt: skip
    facts = json.loads(CliRunner().invoke(main, words).stdout)
    # 3600 m in columns 519.6 m apart: 4 back and 4 on with the middle; rows of 600 m: 3 each way and the middle.
    assert (facts["columns"], facts["rows"], facts["width_m"]) == (9, 7, 600.0)
    told = CliRunner().invoke(main, ["map", "table", "ardennes_1944", "9999", "--out", str(tmp_path / "no.gpkg")])
    assert "there is no hex" in told.stderr
