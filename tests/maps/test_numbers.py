"""Hexes by their printed numbers: all that are none are said at once, with the way out."""

from dataclasses import replace

import numpy as np
import pytest

from maps.grid.hexgrid import Grid
from maps.grid.numbers import hex_named, hexes_named
from maps.problems import ProblemsFound
from tests.toyground import toy_map


def test_numbers_are_read_in_their_order():
    ground = toy_map("...\n...")
    assert hexes_named(ground, iter(["0201", "0101", "0201"])) == [1, 0, 1]
    assert hex_named(ground, "0302") == ground.index_of("0302")
    assert hexes_named(ground, []) == []


@pytest.mark.parametrize("number", ["9999", "", "north", "0a01", "²²²²"])
def test_what_is_no_hex_is_said_with_the_way_out(number):
    with pytest.raises(ProblemsFound, match="take a number that is printed on the map"):
        hex_named(toy_map("...\n..."), number)


def test_all_that_are_none_are_said_at_once():
    with pytest.raises(ProblemsFound) as found:
        hexes_named(toy_map("...\n..."), ["0101", "9901", "0102", "9902"])
    assert [problem.what.split("'")[1] for problem in found.value.problems] == ["9901", "9902"]


def test_a_hex_off_the_edge_is_none():
    ground = toy_map("...\n...")
    ground = replace(ground, inside=np.array([True, True, True, False, True, True]))
    with pytest.raises(ProblemsFound, match="off the edge"):
        hex_named(ground, ground.number(3))


@pytest.mark.parametrize("grid", [Grid(3, 4), Grid(120, 101), Grid(4, 1200, flat_top=False)])
def test_many_numbers_are_read_as_each_of_them_is(grid):
    every = grid.numbers()
    order = np.random.default_rng(4).permutation(len(grid))
    assert grid.indices_of([every[index] for index in order]).tolist() == order.tolist()
    for wrong in ("", "0000", every[-1].replace("0", "x") + "1", every[0][:-1] + "٣", None, every[0] + "1"):
        assert grid.indices_of([every[0], wrong]) is None
    beyond = f"{grid.cols + 1:0{grid.digits}d}{1:0{grid.digits}d}"
    assert grid.indices_of([beyond]) is None
