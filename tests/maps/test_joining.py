"""What hangs together, held against scipy's components; and equal keys, against numpy's lots."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from maps.derive.ways.chains import firsts_of
from maps.grid.joining import joined_parts


@pytest.mark.parametrize("seed", range(40))
def test_parts_are_those_of_the_slow_twin_number_by_number(seed):
    sown = np.random.default_rng(seed)
    count = int(sown.integers(1, 300))
    one, other = sown.integers(0, count, (2, int(sown.integers(0, 2 * count))))
    twin = connected_components(coo_matrix((np.ones(len(one)), (one, other)), shape=(count, count)), directed=False)[1]
    assert joined_parts(one, other, count).tolist() == twin.tolist()


def test_nothing_has_no_parts_and_strangers_have_one_each():
    none = np.zeros(0, np.int64)
    assert joined_parts(none, none, 0).tolist() == []
    assert joined_parts(none, none, 3).tolist() == [0, 1, 2]
    assert joined_parts(np.array([2, 2]), np.array([2, 0]), 3).tolist() == [0, 1, 0]


@pytest.mark.parametrize("seed", range(20))
def test_the_first_of_equal_keys_and_their_lots_are_those_of_the_slow_twin(seed):
    sown = np.random.default_rng(seed)
    keys = sown.integers(-5, 40, int(sown.integers(0, 200)))
    _, first, lot = np.unique(keys, return_index=True, return_inverse=True)
    found = firsts_of(keys)
    assert [one.tolist() for one in found] == [first.tolist(), lot.tolist()]
