"""A map is cut into kinds of step: every step has the kind of what it meets, and there are few."""

import numpy as np
import pytest

from maps.grid import kinds as kinds_module
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS, SLOPES
from maps.grid.kinds import MAP_ENDS, Kind, kinds_of
from tests.maps.wildmap import wild_map


def by_the_columns(hexmap, here, side, rises):
    """Say what a step meets, column by column."""
    there = int(hexmap.neighbour[here, side])
    if there == NO_HEX:
        return MAP_ENDS
    rise = float(hexmap.elevation_m[there]) - float(hexmap.elevation_m[here])
    return Kind(
        hexmap.terrain_of(here), hexmap.terrain_of(there), HEXSIDES[hexmap.hexside[here, side]],
        CROSSINGS[hexmap.crossing[here, side]], SLOPES[hexmap.slope[here, side]], ROADS[hexmap.road[here, side]],
        sum(rise > threshold for threshold in rises),
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rises", [(), (0.0, 20.0)])
def test_every_step_has_the_kind_of_what_it_meets(seed, rises):
    hexmap = wild_map(seed)
    found = kinds_of(hexmap, rises)
    for here in range(len(hexmap)):
        for side in range(SIDES):
            assert found.at(here, side) == by_the_columns(hexmap, here, side, rises)
    assert len(set(found.kinds)) == len(found.kinds)
    assert set(np.unique(found.code).tolist()) | {0} == set(range(len(found.kinds)))


def test_a_rise_counts_only_above_its_threshold_and_an_unknown_height_nowhere():
    hexmap = wild_map(1, heights=(100.0, 120.0, float("nan")))
    assert {kind.rise for kind in kinds_of(hexmap, (0.0, 20.0)).kinds} == {0, 1}
    assert {kind.rise for kind in kinds_of(hexmap, (0.0, 19.0)).kinds} == {0, 2}


def test_a_map_is_cut_once_for_its_content():
    assert kinds_of(wild_map(2)) is kinds_of(wild_map(2))
    assert kinds_of(wild_map(2)) is not kinds_of(wild_map(3))
    assert kinds_of(wild_map(2)) is not kinds_of(wild_map(2), (5.0,))


def test_sorting_the_numbers_gives_what_counting_them_gives(monkeypatch):
    counted = kinds_of(wild_map(5))
    monkeypatch.setattr(kinds_module, "_MOST_COUNTED", 1)
    kinds_module._kinds.cache_clear()
    sorted_ = kinds_of(wild_map(5))
    kinds_module._kinds.cache_clear()
    assert sorted_ is not counted
    assert sorted_.kinds == counted.kinds
    assert (sorted_.code == counted.code).all()


def test_more_kinds_than_sixteen_bits_hold_are_told_apart():
    numbers = np.arange(1, 70_001, dtype=np.int64).reshape(-1, 1)
    met, code = kinds_module._made_dense(numbers, 70_001)
    assert code.dtype == np.uint32
    assert len(met) == 70_000
    assert (code.ravel() == np.arange(1, 70_001)).all()
    _, small = kinds_module._made_dense(numbers[:65_535], 70_001)
    assert small.dtype == np.uint16
    assert (small.ravel() == np.arange(1, 65_536)).all()
