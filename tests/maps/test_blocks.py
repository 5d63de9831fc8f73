import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from maps.making.blocks import blocks_of, put_together


def layouts():
    return st.builds(
        lambda cols, rows, flat, turn: Layout(Grid(cols, rows, flat), "EPSG:32631", 5e5, 5.5e6, 1000.0, turn),
        st.integers(1, 23),
        st.integers(1, 23),
        st.booleans(),
        st.floats(-180, 180),
    )


@given(layouts(), st.sampled_from([2, 4, 6]))
def test_each_hex_lies_where_it_lay_in_the_whole(layout, side):
    blocks = blocks_of(layout, side)
    whole = layout.to_map(layout.centres())
    parts = [block.layout.to_map(block.layout.centres()) for block in blocks]
    assert np.allclose(put_together(blocks, parts, layout.grid), whole, rtol=0, atol=1e-6)


@given(layouts(), st.sampled_from([2, 4, 6]))
def test_the_blocks_hold_every_hex_once(layout, side):
    indices = np.concatenate([block.indices(layout.grid) for block in blocks_of(layout, side)])
    assert sorted(indices.tolist()) == list(range(len(layout.grid)))


def test_a_grid_of_five_by_three_makes_six_blocks_of_two():
    # Columns 0-1, 2-3, 4 and rows 0-1, 2: three times two blocks.
    blocks = blocks_of(Layout(Grid(5, 3, True), "EPSG:32631", 0.0, 0.0, 1000.0), 2)
    assert [(b.col, b.row, b.layout.grid.cols, b.layout.grid.rows) for b in blocks] == [
        (0, 0, 2, 2), (2, 0, 2, 2), (4, 0, 1, 2), (0, 2, 2, 1), (2, 2, 2, 1), (4, 2, 1, 1),
    ]  # fmt: skip


def test_an_odd_side_is_refused():
    with pytest.raises(ValueError, match="even"):
        blocks_of(Layout(Grid(5, 3, True), "EPSG:32631", 0.0, 0.0, 1000.0), 3)
